//! Swatches of the themes: a small board, and texts in their roles.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::ansi;
use super::theme::{ActiveTheme, ColorDepth, Role};
use super::theme::{active_theme, contrast_report};
use reversi::Color;
use reversi_board::parts::{BoardPlace, BoardShape, BoardView, Disc, Mark, Tile, TileCache};
use reversi_table::store::settings::keys::Shortcut;
use reversi_table::store::settings::{Settings, ThemeChoice, ThemeName};
use reversi_text::{Name, label, tr};

/// The board: four squares by four, in two rows each.
const BOARD: BoardPlace = BoardShape {
    side: 4,
    upward: false,
}
.at(1, 0, 2);

/// The columns of a swatch.
const COLUMNS: u16 = 64;

/// A theme to look at.
#[derive(Clone, Debug)]
pub struct Swatch {
    /// Lines of text with colour codes.
    pub text: String,
    /// A sentence about colours that are too close to each other, if there are such.
    pub report: Option<String>,
}

/// Returns swatches of all themes of the settings, in the colours of the terminal.
pub fn swatches(settings: &Settings, depth: ColorDepth, ascii: bool) -> Vec<Swatch> {
    let themes = settings.all_themes();
    let swatch = |theme| {
        let look = active_theme(settings, theme, depth, ascii);
        Swatch {
            text: ansi::lines(&draw(settings, theme, &look)),
            report: contrast_report(theme, &look),
        }
    };
    themes.map(swatch).collect()
}

fn draw(settings: &Settings, theme: ThemeChoice, look: &ActiveTheme) -> Buffer {
    let rows = BOARD.area.height;
    let area = Rect::new(0, 0, COLUMNS, rows);
    let mut buf = Buffer::empty(area);
    buf.set_style(area, look.style(Role::Text));
    let tiles = tiles();
    let board = BoardView {
        place: BOARD,
        tiles: &tiles,
        lit_file: None,
        lit_square: None,
        look,
        cache: &TileCache::default(),
    };
    (&board).render(area, &mut buf);
    let chosen = if settings.theme == theme {
        label!("  in use").text()
    } else {
        ""
    };
    let sign = look.symbol("▸", ">");
    let disc = |color| (look.disc(color), look.disc_style(color));
    let lines = [
        look.line([(&theme.to_string(), Role::Strong), (chosen, Role::Muted)]),
        look.line([(&described(settings, theme), Role::Muted)]),
        look.line([]),
        look.line([
            (label!("Plain text").text(), Role::Text),
            (label!(", and less important text").text(), Role::Muted),
        ]),
        look.line([
            (&settings.keys.shown(Shortcut::Hint).to_string(), Role::Key),
            (" hint   ", Role::Muted),
            (" selected ", Role::Chosen),
            ("   ", Role::Text),
            (sign, Role::Key),
            (" marked", Role::Strong),
        ]),
        look.line([(label!(" The player to move ").text(), Role::Raised)]),
        look.line([
            ("+4 gained", Role::Gain),
            ("   ", Role::Text),
            ("-6 lost", Role::Loss),
        ]),
        look.line([(label!("An error").text(), Role::Warning)]),
    ];
    let left = BOARD.area.right() + 3;
    for (row, line) in (0..).zip(&lines) {
        line.render(Rect::new(left, row, COLUMNS - left, 1), &mut buf);
    }
    for (x, color) in (0..).step_by(4).zip(Color::ALL) {
        let (symbol, style) = disc(color);
        buf.put_string(left + x, rows - 1, format!(" {symbol} "), style);
    }
    buf
}

/// Returns the squares: discs and all marks.
fn tiles() -> [Tile; 64] {
    use Color::{Black, White};
    Tile::board(|square| {
        let disc = match square.to_string().as_str() {
            "b2" | "c2" | "d3" => Some(White),
            "b3" | "c3" | "c4" => Some(Black),
            _ => None,
        };
        let mark = match square.to_string().as_str() {
            "d3" => Mark::Last,
            "c2" => Mark::Turned,
            "a3" | "b4" => Mark::Legal,
            _ => Mark::None,
        };
        Tile {
            disc: disc.map(Disc::flat),
            mark,
            lit: square.to_string() == "a2",
            ..Tile::of(square)
        }
    })
}

/// Returns what a theme is for.
fn described(settings: &Settings, theme: ThemeChoice) -> String {
    match theme {
        ThemeChoice::Auto => label!("follows the background of the terminal")
            .text()
            .to_owned(),
        ThemeChoice::Named(name) => match name {
            ThemeName::Classic => label!("a green board on a dark page").text(),
            ThemeName::Light => label!("a green board on a light page").text(),
            ThemeName::Contrast => label!("high contrast").text(),
            ThemeName::ColorSafe => label!("for every kind of colour vision").text(),
            ThemeName::Monochrome => label!("no colours").text(),
        }
        .to_owned(),
        ThemeChoice::Own(name) => match settings.themes.get(name) {
            Some(own) => tr!(
                "your own, based on {theme}",
                theme = Name(&own.base.to_string())
            )
            .into(),
            None => label!("not defined").text().to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_swatch_with_its_name_and_its_colours() {
        let text =
            "theme = \"ocean\"\n[themes.ocean]\nlight-squares = \"#3585ab\"\ntext = \"#3a3a3a\"";
        let settings: Settings = toml_edit::de::from_str(text).unwrap();
        let shown = swatches(&settings, ColorDepth::True, false);
        let names = settings.all_themes().map(|theme| theme.to_string());
        for (swatch, name) in shown.iter().zip(names) {
            assert!(swatch.text.contains(&name), "{name}");
            assert_eq!(swatch.text.lines().count(), 10);
        }
        assert_eq!(shown.len(), 6);
        let ocean = &shown[5];
        assert!(ocean.text.contains("48;2;53;133;171m") && ocean.text.contains("in use"));
        assert!(ocean.text.contains("your own, based on classic"));
        let report = ocean.report.as_deref().unwrap();
        assert!(
            report.starts_with("Theme ocean: text and background are too close (contrast 1."),
            "{report}"
        );
        assert!(shown[..5].iter().all(|swatch| swatch.report.is_none()));
        let plain = swatches(&settings, ColorDepth::None, true);
        assert!(
            plain
                .iter()
                .all(|swatch| swatch.text.is_ascii() && !swatch.text.contains("38;"))
        );
    }
}
