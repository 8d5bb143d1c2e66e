//! The themes of the settings, as the terminal can show them.

use ratatui::text::{Line, Span};
pub use reversi_board::ColorDepth;
pub(crate) use reversi_board::{ActiveTheme, Rgb, Role};
use reversi_board::{BuiltInTheme, CustomTheme, PaletteColor};
use reversi_table::store::settings::themes::{HexColor, OwnTheme, ThemeColor};
use reversi_table::store::settings::{Settings, ThemeChoice, ThemeName};
use reversi_text::{Name, Said, tr};

/// The marks before the parts of a message that are drawn in another role than the rest. They are no
/// characters by the rules of Unicode, so that no text is meant to have them.
const MARKS: [(Role, char); 4] = [
    (Role::Key, '\u{fdd0}'),
    (Role::Strong, '\u{fdd1}'),
    (Role::Text, '\u{fdd2}'),
    (Role::Muted, '\u{fdd3}'),
];
const END: char = '\u{fdd4}';

/// Marks a part of a message, so that [`line_of`] draws it in this role.
pub(crate) fn in_role(role: Role, part: impl AsRef<str>) -> Said {
    let mark = MARKS.iter().find(|(of, _)| *of == role);
    let part = part.as_ref();
    Said::verbatim(mark.map_or_else(|| part.to_owned(), |(_, mark)| format!("{mark}{part}{END}")))
}

/// Returns a message as a line in a role, except for the parts that [`in_role`] has marked.
pub(crate) fn line_of(message: &str, role: Role, look: &ActiveTheme) -> Line<'static> {
    let mut current = role;
    let pieces = message.split_inclusive(|c| c == END || MARKS.iter().any(|(_, mark)| *mark == c));
    let spans = pieces.map(|piece| {
        let style = look.style(current);
        let text = piece.strip_suffix(END).map(|text| (text, role));
        let marked = || {
            MARKS
                .iter()
                .find_map(|(of, mark)| Some((piece.strip_suffix(*mark)?, *of)))
        };
        let (text, next) = text.or_else(marked).unwrap_or((piece, role));
        current = next;
        Span::styled(text.to_owned(), style)
    });
    spans.filter(|span| !span.content.is_empty()).collect()
}

/// Creates a theme of the settings for a terminal.
pub(crate) fn active_theme(
    settings: &Settings,
    theme: ThemeChoice,
    depth: ColorDepth,
    ascii: bool,
) -> ActiveTheme {
    let base = match theme {
        ThemeChoice::Auto => BuiltInTheme::Classic,
        ThemeChoice::Named(name) => built_in(name),
        ThemeChoice::Own(name) => match settings.themes.get(name) {
            Some(own) => return ActiveTheme::custom(&custom(own), depth, ascii),
            None => BuiltInTheme::Monochrome,
        },
    };
    ActiveTheme::new(base, depth, ascii)
}

/// Returns the theme of the automatic choice on a terminal with this background.
pub(crate) fn auto_theme(background: Rgb) -> ThemeName {
    if background.is_light() {
        ThemeName::Light
    } else {
        ThemeName::Classic
    }
}

/// Returns a theme of the user as the board has it.
fn custom(own: &OwnTheme) -> CustomTheme {
    let colors = PaletteColor::ALL.into_iter();
    let named = colors.filter_map(|of| Some((of, own.color(setting(of))?)));
    let base = CustomTheme::new(built_in(own.base));
    named.fold(base, |theme, (of, HexColor([red, green, blue]))| {
        theme.with_color(of, Rgb(red, green, blue))
    })
}

const fn built_in(name: ThemeName) -> BuiltInTheme {
    match name {
        ThemeName::Classic => BuiltInTheme::Classic,
        ThemeName::Light => BuiltInTheme::Light,
        ThemeName::Contrast => BuiltInTheme::Contrast,
        ThemeName::ColorSafe => BuiltInTheme::ColorSafe,
        ThemeName::Monochrome => BuiltInTheme::Monochrome,
    }
}

/// Returns what the settings call a colour.
const fn setting(of: PaletteColor) -> ThemeColor {
    match of {
        PaletteColor::Background => ThemeColor::Background,
        PaletteColor::Raised => ThemeColor::Raised,
        PaletteColor::Text => ThemeColor::Text,
        PaletteColor::Muted => ThemeColor::Muted,
        PaletteColor::Accent => ThemeColor::Accent,
        PaletteColor::OnAccent => ThemeColor::OnAccent,
        PaletteColor::Gain => ThemeColor::Gain,
        PaletteColor::Loss => ThemeColor::Loss,
        PaletteColor::Frame => ThemeColor::Frame,
        PaletteColor::Coordinates => ThemeColor::Coordinates,
        PaletteColor::LightSquares => ThemeColor::LightSquares,
        PaletteColor::DarkSquares => ThemeColor::DarkSquares,
        PaletteColor::SquareLines => ThemeColor::SquareLines,
        PaletteColor::LegalMoves => ThemeColor::LegalMoves,
        PaletteColor::Cursor => ThemeColor::Cursor,
        PaletteColor::LastMove => ThemeColor::LastMove,
        PaletteColor::Flipped => ThemeColor::Flipped,
        PaletteColor::Shadow => ThemeColor::Shadow,
        PaletteColor::BlackBar => ThemeColor::BlackBar,
        PaletteColor::WhiteBar => ThemeColor::WhiteBar,
        PaletteColor::BlackDiscs => ThemeColor::BlackDiscs,
        PaletteColor::WhiteDiscs => ThemeColor::WhiteDiscs,
    }
}

/// Returns a sentence about two colours of the user's theme that are too close to each other.
pub(crate) fn contrast_report(theme: ThemeChoice, look: &ActiveTheme) -> Option<String> {
    let ThemeChoice::Own(name) = theme else {
        return None;
    };
    let close = look.low_contrast()?;
    // Rounded down, so that it is never the least one.
    let ratio = (close.ratio * 10.0).floor() / 10.0;
    let [a, b] = close.colors.map(|of| setting(of).name());
    let least = close.least;
    let said = tr!(
        "Theme {name}: {one} and {other} are too close (contrast {ratio}, needs {least}).",
        name = Name(&name.to_string()),
        one = Name(a),
        other = Name(b),
        ratio = Name(&format!("{ratio:.1}")),
        least = Name(&least.to_string()),
    );
    Some(said.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the theme that the settings call "own", and what is reported about it.
    fn own(colors: &str, depth: ColorDepth) -> (ActiveTheme, Option<String>) {
        let settings: Settings =
            toml_edit::de::from_str(&format!("[themes.own]\n{colors}")).unwrap();
        let theme = settings.all_themes().last().unwrap();
        let look = active_theme(&settings, theme, depth, false);
        (look, contrast_report(theme, &look))
    }

    #[test]
    fn a_few_colours_of_the_user_make_a_whole_theme_that_can_be_read() {
        for base in ["classic", "light", "contrast", "color-safe"] {
            for colors in [
                "",
                "background = \"#fdf6e3\"",
                "background = \"#002b36\"",
                "background = \"#282a36\"\ntext = \"#f8f8f2\"",
                "light-squares = \"#3585ab\"",
                "dark-squares = \"#8b5a2b\"",
                "light-squares = \"#808000\"\ndark-squares = \"#808000\"",
                "accent = \"#ff79c6\"\nbackground = \"#101010\"",
                "frame = \"#402030\"",
            ] {
                let colors = format!("base = \"{base}\"\n{colors}");
                for depth in [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic] {
                    assert_eq!(own(&colors, depth).1, None, "{depth:?} {colors}");
                }
                let (look, _) = own(&colors, ColorDepth::True);
                // What is named is what is shown.
                let p = look.palette().unwrap();
                for line in colors.lines().skip(1).filter(|line| !line.is_empty()) {
                    let (name, color) = line.split_once(" = ").unwrap();
                    let mut colors = PaletteColor::ALL.into_iter();
                    let of = colors.find(|of| setting(*of).name() == name).unwrap();
                    let Rgb(red, green, blue) = p.color(of);
                    assert_eq!(format!("\"#{red:02x}{green:02x}{blue:02x}\""), color);
                }
            }
        }
    }

    #[test]
    fn every_colour_of_the_settings_is_one_of_the_board() {
        let mut settings = PaletteColor::ALL.map(setting);
        settings.sort();
        assert_eq!(settings, ThemeColor::ALL);
    }

    #[test]
    fn colours_of_the_user_that_are_too_close_are_reported_in_a_sentence() {
        let (_, report) = own(
            "text = \"#777777\"\nbackground = \"#888888\"",
            ColorDepth::True,
        );
        assert_eq!(
            report.unwrap(),
            "Theme own: text and background are too close (contrast 1.2, needs 4.5)."
        );
        assert_eq!(own("", ColorDepth::None).1, None);
    }
}
