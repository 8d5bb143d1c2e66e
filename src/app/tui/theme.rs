//! [`ActiveTheme`]: a theme as this terminal can show it.

mod colors;

use ratatui::style::{Color as Tint, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::app::store::settings::ThemeName;
use crate::color::Color;

use colors::{nearest_basic, nearest_index, palette, xterm};

pub use colors::ColorDepth;
pub(crate) use colors::{DiscColors, Palette, Rgb};

/// The role of a text, which sets its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plain text.
    Text,
    /// Less important text.
    Muted,
    /// Emphasized text.
    Strong,
    /// A key that can be pressed.
    Key,
    /// A selected value.
    Chosen,
    /// An error.
    Warning,
    /// Passes and results.
    Banner,
    /// The player to move.
    Raised,
    /// The board's frame.
    Frame,
    /// A highlighted coordinate.
    FrameLit,
}

/// A theme as this terminal can show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveTheme {
    pub(crate) name: ThemeName,
    palette: Option<Palette>,
    pub(crate) depth: ColorDepth,
    /// Only ASCII may be shown, and perhaps half blocks.
    pub(crate) ascii: bool,
    /// Half blocks may be shown beside ASCII: a console has them.
    pub(crate) half_blocks: bool,
    /// Openings have their Japanese names too.
    pub(crate) japanese: bool,
}

/// The colours of text on squares.
const INKS: [Rgb; 2] = [Rgb(0, 0, 0), Rgb(255, 255, 255)];

/// The least contrast of text that can be read, after WCAG 2.2.
const READABLE: f64 = 4.5;

impl ActiveTheme {
    /// Creates a theme for a terminal. Without colours every theme is the monochrome one.
    pub(crate) fn new(name: ThemeName, depth: ColorDepth, ascii: bool) -> Self {
        let name = if depth == ColorDepth::None {
            ThemeName::Monochrome
        } else {
            name
        };
        let console = depth == ColorDepth::Basic;
        Self {
            name,
            palette: palette(name, depth),
            depth,
            ascii: ascii || console,
            half_blocks: console && !ascii,
            japanese: false,
        }
    }

    /// Returns a symbol, or its ASCII replacement.
    pub(crate) const fn symbol(&self, symbol: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { symbol }
    }

    /// Returns whether there are any colours.
    pub(crate) const fn has_colors(&self) -> bool {
        self.palette.is_some()
    }

    /// Returns the colours; `None` for a theme without any.
    pub(crate) const fn palette(&self) -> Option<&Palette> {
        self.palette.as_ref()
    }

    /// Returns the colours if squares and bars can be painted with block elements.
    pub(crate) fn paints(&self) -> Option<&Palette> {
        self.palette.as_ref().filter(|_| !self.ascii)
    }

    /// Returns whether the discs of a side have a hole.
    pub(crate) fn is_hollow(&self, color: Color) -> bool {
        self.palette
            .map_or(color == Color::White, |colors| colors.hollow[color])
    }

    /// Returns a disc for a line of text.
    pub(crate) fn disc(&self, color: Color) -> &'static str {
        match (self.ascii, color) {
            (true, Color::Black) => "X",
            (true, Color::White) => "O",
            (false, color) if self.is_hollow(color) => "○",
            (false, _) => "●",
        }
    }

    /// Returns the style of a disc in a line of text.
    pub(crate) fn disc_style(&self, color: Color) -> Style {
        // Black is drawn on a board square to be visible.
        self.palette.map_or_else(Style::new, |colors| {
            self.on(colors.discs[color].face, colors.squares[0])
                .add_modifier(Modifier::BOLD)
        })
    }

    /// Returns a colour as the terminal shows it.
    pub(crate) fn tint(&self, color: Rgb) -> Tint {
        match self.depth {
            ColorDepth::True => Tint::Rgb(color.0, color.1, color.2),
            ColorDepth::Indexed => Tint::Indexed(nearest_index(color)),
            ColorDepth::Basic => nearest_basic(color).0,
            ColorDepth::None => Tint::Reset,
        }
    }

    /// Returns the style of one colour on another.
    pub(crate) fn on(&self, fg: Rgb, bg: Rgb) -> Style {
        Style::new().fg(self.tint(fg)).bg(self.tint(bg))
    }

    /// Returns the style of text on a ground: black or white, whichever is easier to read.
    pub(crate) fn ink_on(&self, ground: Rgb) -> Style {
        self.on(self.ink_against(ground), ground)
    }

    /// Returns black or white, whichever differs more from a colour.
    fn ink_against(&self, color: Rgb) -> Rgb {
        let [black, white] = INKS.map(|ink| ink.contrast(self.shown(color)));
        INKS[usize::from(white > black)]
    }

    /// Returns the style of text beside a colour, on the first ground where black or white, whichever differs
    /// more from that colour, can be read; otherwise on the first one.
    pub(crate) fn ink_beside(&self, color: Rgb, grounds: [Rgb; 2]) -> Style {
        let ink = self.ink_against(color);
        let mut choices = grounds.into_iter();
        choices
            .find(|&ground| ink.contrast(self.shown(ground)) >= READABLE)
            .map_or_else(|| self.ink_on(grounds[0]), |ground| self.on(ink, ground))
    }

    /// Returns the colour that the terminal shows for a colour.
    fn shown(&self, color: Rgb) -> Rgb {
        match self.depth {
            ColorDepth::True | ColorDepth::None => color,
            ColorDepth::Indexed => xterm(nearest_index(color)),
            ColorDepth::Basic => nearest_basic(color).1,
        }
    }

    /// Returns a line of texts in their roles.
    pub(crate) fn line<const N: usize>(&self, texts: [(&str, Role); N]) -> Line<'static> {
        let span = |(text, role): (&str, _)| Span::styled(text.to_owned(), self.style(role));
        Line::from_iter(texts.map(span))
    }

    /// Returns the style of a role.
    pub(crate) fn style(&self, role: Role) -> Style {
        let Some(colors) = &self.palette else {
            return plain_style(role);
        };
        let ground = colors.background;
        match role {
            Role::Text => self.on(colors.text, ground),
            Role::Muted => self.on(colors.muted, ground),
            Role::Strong => self.on(colors.text, ground).add_modifier(Modifier::BOLD),
            Role::Key => self.on(colors.accent, ground),
            Role::Warning => self.on(colors.warning, ground).add_modifier(Modifier::BOLD),
            Role::Raised => self.on(colors.text, colors.raised),
            Role::Frame => self.on(colors.frame_text, colors.frame),
            Role::Chosen | Role::Banner | Role::FrameLit => self
                .on(colors.on_accent, colors.accent)
                .add_modifier(Modifier::BOLD),
        }
    }
}

fn plain_style(role: Role) -> Style {
    match role {
        Role::Text | Role::Raised | Role::Frame => Style::new(),
        Role::Muted => Style::new().add_modifier(Modifier::DIM),
        Role::Strong | Role::Key => Style::new().add_modifier(Modifier::BOLD),
        Role::Warning => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Role::Chosen | Role::Banner | Role::FrameLit => {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::colors::BASIC;
    use super::*;
    use crate::app::tui::widget::board::letter_style;
    use crate::app::tui::widget::tile::{Disc, Mark, Tile};

    /// Every theme with colours at every depth.
    fn themes() -> impl Iterator<Item = (ThemeName, ColorDepth)> {
        let depths = [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Basic];
        let colored = ThemeName::ALL
            .into_iter()
            .filter(|name| *name != ThemeName::Monochrome);
        colored.flat_map(move |name| depths.map(|depth| (name, depth)))
    }

    #[test]
    fn every_named_theme_exists_and_is_itself() {
        for name in ThemeName::ALL {
            assert_eq!(ActiveTheme::new(name, ColorDepth::True, false).name, name);
        }
        let without = ActiveTheme::new(ThemeName::Classic, ColorDepth::None, false);
        assert_eq!(without.name, ThemeName::Monochrome);
        assert!(!without.has_colors());
    }

    #[test]
    fn an_indexed_colour_is_nearest_to_itself() {
        for index in 16..=255 {
            assert_eq!(xterm(nearest_index(xterm(index))), xterm(index));
        }
    }

    #[test]
    fn the_two_tones_of_the_squares_differ_at_every_colour_depth() {
        for (name, depth) in themes().filter(|(_, depth)| *depth != ColorDepth::Basic) {
            let look = ActiveTheme::new(name, depth, false);
            let [light, dark] = look.palette().unwrap().squares;
            assert_ne!(look.tint(light), look.tint(dark), "{name} {depth:?}");
        }
    }

    /// Every pair of colours that is seen together can be told apart.
    #[test]
    fn text_and_marks_have_the_contrast_of_wcag_at_every_colour_depth() {
        let mut wrong = Vec::new();
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let p = *look.palette().unwrap();
            let [black, white] = [p.discs.black.face, p.discs.white.face];
            let text = [
                ("text", p.text, p.background),
                ("text raised", p.text, p.raised),
                ("muted", p.muted, p.background),
                ("muted raised", p.muted, p.raised),
                ("accent", p.accent, p.background),
                ("accent raised", p.accent, p.raised),
                ("warning", p.warning, p.background),
                ("warning raised", p.warning, p.raised),
                ("on accent", p.on_accent, p.accent),
                ("frame", p.frame_text, p.frame),
            ];
            let marks = [
                ("bar", p.bar.black, p.bar.white),
                ("black's bar", p.bar.black, p.background),
                ("white's bar", p.bar.white, p.background),
                ("last on black", p.last, black),
                ("last on white", p.last, white),
            ];
            let mut pairs: Vec<_> = text.map(|(what, a, b)| (what, a, b, 4.5)).to_vec();
            pairs.extend(marks.map(|(what, a, b)| (what, a, b, 3.0)));
            let marks = [
                Mark::None,
                Mark::Last,
                Mark::Turned,
                Mark::WouldTurn(Color::Black),
            ];
            let grounds = [false, true].into_iter().flat_map(|dark| {
                marks.map(|mark| Tile {
                    dark,
                    mark,
                    ..Tile::default()
                })
            });
            for tile in grounds {
                for height in [2, 3] {
                    let ground = tile.ground(height, &p);
                    pairs.push(("black disc", black, ground, 3.0));
                    pairs.push(("white disc", white, ground, 3.0));
                }
            }
            for square in p.squares {
                pairs.push(("legal", p.legal, square, 3.0));
            }
            for (what, a, b, least) in pairs {
                let ratio = look.shown(a).contrast(look.shown(b));
                if ratio < least {
                    wrong.push(format!("{name} {depth:?}: {what} {a:?} {b:?} {ratio:.2}"));
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    /// Every letter in the corner of a square can be read, and differs from the disc beside it where the colours
    /// of the terminal allow that.
    #[test]
    fn a_letter_on_a_square_can_be_read_beside_any_disc() {
        let discs = [None, Some(Color::Black), Some(Color::White)];
        let marks = [
            Mark::None,
            Mark::Legal,
            Mark::Last,
            Mark::Turned,
            Mark::WouldTurn(Color::White),
            Mark::Bit,
        ];
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            let p = *look.palette().unwrap();
            let shown = |tint| match tint {
                Tint::Rgb(r, g, b) => Rgb(r, g, b),
                Tint::Indexed(index) => xterm(index),
                tint => BASIC.iter().find(|known| known.0 == tint).unwrap().1,
            };
            for (color, mark, bits) in discs.iter().flat_map(|&disc| {
                let both = move |mark| (0..4).map(move |bits| (disc, mark, bits));
                marks.into_iter().flat_map(both)
            }) {
                let tile = Tile {
                    dark: bits & 1 == 1,
                    lit: bits & 2 == 2,
                    disc: color.map(Disc::flat),
                    mark,
                    ..Tile::default()
                };
                let style = letter_style(tile, 3, &look, &p);
                let [ink, ground] = [style.fg, style.bg].map(|tint| shown(tint.unwrap()));
                let what = format!("{name} {depth:?} {tile:?}");
                assert!(ink.contrast(ground) >= READABLE, "{what}");
                let plain = !tile.lit && !matches!(mark, Mark::Turned | Mark::Bit);
                if let (Some(color), true) = (color, plain) {
                    let disc = look.shown(p.discs[color].face);
                    let other = look.ink_against(disc);
                    let mut tones = p.squares.into_iter();
                    let possible = tones.any(|tone| other.contrast(look.shown(tone)) >= READABLE);
                    assert!(!possible || ink.contrast(disc) >= 3.0, "{what}");
                }
            }
        }
    }

    #[test]
    fn text_on_any_ground_can_be_read() {
        for (name, depth) in themes() {
            let look = ActiveTheme::new(name, depth, false);
            for grey in 0..=255 {
                let ground = Rgb(grey, 255 - grey, grey / 2);
                let style = look.ink_on(ground);
                let black = style.fg == Some(look.tint(Rgb(0, 0, 0)));
                let ink = if black {
                    Rgb(0, 0, 0)
                } else {
                    Rgb(255, 255, 255)
                };
                assert!(look.shown(ground).contrast(ink) >= 4.5, "{ground:?}");
            }
        }
    }

    #[test]
    fn discs_differ_by_shape_in_the_color_safe_and_the_monochrome_theme() {
        for name in [ThemeName::ColorSafe, ThemeName::Monochrome] {
            let look = ActiveTheme::new(name, ColorDepth::True, false);
            assert_ne!(look.disc(Color::Black), look.disc(Color::White));
        }
    }
}
