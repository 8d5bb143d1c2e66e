//! The themes as data, and [`ActiveTheme`]: a theme as this terminal can show it.

use ratatui::style::{Color as Tint, Modifier, Style};

use crate::app::settings::ThemeName;
use crate::color::{ByColor, Color};

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorDepth {
    /// No colour codes are sent.
    None,
    /// The 16 colours of a console, which has few characters, too.
    Basic,
    /// The 256 colours of xterm.
    Indexed,
    /// 24-bit colour.
    True,
}

/// A 24-bit colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    /// Mixes two colours: a `share` of 0 is `self`, 1 is `other`.
    pub(crate) fn mix(self, other: Self, share: f64) -> Self {
        let between = |a: u8, b: u8| {
            let value = f64::from(a) + (f64::from(b) - f64::from(a)) * share;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 255
            let byte = value.round().clamp(0.0, 255.0) as u8;
            byte
        };
        Self(
            between(self.0, other.0),
            between(self.1, other.1),
            between(self.2, other.2),
        )
    }

    /// Returns the distance of two colours: the weighted sum of the squares.
    pub(crate) fn distance(self, other: Self, weights: [u32; 3]) -> u32 {
        let part = |a: u8, b: u8, weight: u32| weight * u32::from(a.abs_diff(b)).pow(2);
        let [red, green, blue] = weights;
        part(self.0, other.0, red) + part(self.1, other.1, green) + part(self.2, other.2, blue)
    }

    /// Returns the relative luminance of WCAG 2.2, 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Returns the contrast ratio of WCAG 2.2, 1 to 21.
    fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        (a / b).max(b / a)
    }
}

/// The colours of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscColors {
    /// The surface.
    pub(crate) face: Rgb,
    /// The highlight.
    pub(crate) light: Rgb,
    pub(crate) rim: Rgb,
}

/// The colours of a theme. A test lists which of them are seen together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    background: Rgb,
    /// The background of the player to move, and of dialogs.
    raised: Rgb,
    text: Rgb,
    muted: Rgb,
    /// Keys and selections.
    accent: Rgb,
    warning: Rgb,
    on_accent: Rgb,
    /// The board's frame and its coordinates.
    frame: Rgb,
    frame_text: Rgb,
    /// The two tones of the squares.
    pub(crate) squares: [Rgb; 2],
    /// The board's four dots.
    pub(crate) star: Rgb,
    /// The dot on a legal move.
    pub(crate) legal: Rgb,
    /// The square under the cursor, and those of a typed file.
    pub(crate) lit: Rgb,
    /// The mark on the last move.
    pub(crate) last: Rgb,
    /// The mark on discs that were just flipped.
    pub(crate) turned: Rgb,
    pub(crate) shadow: Rgb,
    /// Black's share of the disc bar: visible on a dark background.
    pub(crate) bar_black: Rgb,
    pub(crate) discs: ByColor<DiscColors>,
    /// The side whose discs have a hole, so that shape alone tells them apart.
    pub(crate) hollow: ByColor<bool>,
}

const fn disc(face: Rgb, light: Rgb, rim: Rgb) -> DiscColors {
    DiscColors { face, light, rim }
}

/// The colours of the themes: in 24 bits, then among xterm's 256 and a console's 16 colours. A test measures
/// their contrasts.
///
/// Color-safe has a blue ground with marks that differ for any colour vision (after the palette of Okabe and
/// Ito, "Color Universal Design", 2008), and its white discs are rings.
#[rustfmt::skip] // a table
fn palette(name: ThemeName, depth: ColorDepth) -> Option<Palette> {
    let c = |hex: u32, indexed: u8, basic: usize| match depth {
        ColorDepth::Basic => BASIC[basic].1,
        ColorDepth::Indexed => xterm(indexed),
        ColorDepth::True | ColorDepth::None => {
            let [_, red, green, blue] = hex.to_be_bytes();
            Rgb(red, green, blue)
        }
    };
    let palette = match name {
        ThemeName::Classic => Palette {
            background: c(0x12_17_15, 233, 0),
            raised: c(0x1d_26_22, 235, 4),
            text: c(0xe4_e8_e1, 254, 15),
            muted: c(0x8b_98_90, 246, 7),
            accent: c(0xf2_c1_4e, 221, 6),
            warning: c(0xff_8f_70, 209, 11),
            on_accent: c(0x16_1a_14, 233, 0),
            frame: c(0x0b_32_20, 235, 0),
            frame_text: c(0xb8_cf_ae, 151, 7),
            squares: [c(0x23_85_4b, 65, 2), c(0x1e_79_43, 29, 2)],
            star: c(0x17_63_37, 22, 0),
            legal: c(0x07_22_0f, 16, 0),
            lit: c(0x2b_8a_9e, 31, 5),
            last: c(0xd8_4a_2a, 160, 2),
            turned: c(0xb0_8a_20, 100, 2),
            shadow: c(0x12_55_30, 22, 0),
            bar_black: c(0x60_68_64, 242, 2),
            discs: ByColor::new(
                disc(c(0x16_18_1a, 233, 0), c(0x4a_4f_53, 238, 0), c(0x05_06_07, 16, 0)),
                disc(c(0xe9_e6_dc, 254, 15), c(0xff_ff_fb, 231, 15), c(0xb9_b6_ab, 250, 15)),
            ),
            hollow: ByColor::new(false, false),
        },
        ThemeName::Contrast => Palette {
            background: c(0, 16, 0),
            raised: c(0x24_24_24, 235, 4),
            text: c(0xff_ff_ff, 231, 15),
            muted: c(0xc8_c8_c8, 251, 7),
            accent: c(0xff_e0_00, 220, 6),
            warning: c(0xff_7a_66, 209, 11),
            on_accent: c(0, 16, 0),
            frame: c(0x1c_1c_1c, 234, 0),
            frame_text: c(0xff_ff_ff, 231, 15),
            squares: [c(0x00_a8_4f, 29, 2), c(0x00_98_46, 28, 2)],
            star: c(0x00_70_34, 22, 0),
            legal: c(0x00_30_10, 16, 0),
            lit: c(0x30_70_ff, 27, 5),
            last: c(0xf0_10_30, 196, 2),
            turned: c(0xb0_70_00, 136, 2),
            shadow: c(0x00_70_34, 22, 0),
            bar_black: c(0x62_62_62, 241, 2),
            discs: ByColor::new(
                disc(c(0, 16, 0), c(0, 16, 0), c(0, 16, 0)),
                disc(c(0xff_ff_ff, 231, 15), c(0xff_ff_ff, 231, 15), c(0xff_ff_ff, 231, 15)),
            ),
            hollow: ByColor::new(false, false),
        },
        ThemeName::ColorSafe => Palette {
            background: c(0x12_15_1b, 233, 0),
            raised: c(0x1d_23_2e, 235, 4),
            text: c(0xe6_ea_f0, 254, 15),
            muted: c(0x8d_98_a8, 246, 7),
            accent: c(0xf0_b4_3c, 215, 6),
            warning: c(0xf0_e4_42, 227, 11),
            on_accent: c(0x12_15_1b, 233, 0),
            frame: c(0x0d_26_40, 235, 0),
            frame_text: c(0xb5_cd_e6, 153, 7),
            squares: [c(0x2f_7c_b4, 31, 2), c(0x2b_74_aa, 25, 2)],
            star: c(0x1b_52_80, 24, 0),
            legal: c(0x04_12_22, 16, 0),
            lit: c(0xa8_5a_88, 132, 5),
            last: c(0xd5_5e_00, 166, 2),
            turned: c(0xb0_a0_00, 136, 2),
            shadow: c(0x1b_52_80, 24, 0),
            bar_black: c(0x60_66_70, 242, 2),
            discs: ByColor::new(
                disc(c(0x0c_0e_11, 232, 0), c(0x33_38_40, 237, 0), c(0x00_00_00, 16, 0)),
                disc(c(0xf4_f4_f0, 255, 15), c(0xff_ff_ff, 231, 15), c(0xd4_d6_d8, 252, 15)),
            ),
            hollow: ByColor::new(false, true),
        },
        ThemeName::Monochrome => return None,
    };
    Some(palette)
}

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
}

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
        let [black, white] = [Rgb(0, 0, 0), Rgb(255, 255, 255)];
        let shown = self.shown(ground);
        let is_dark = white.contrast(shown) > black.contrast(shown);
        self.on(if is_dark { white } else { black }, ground)
    }

    /// Returns the colour that the terminal shows for a colour.
    fn shown(&self, color: Rgb) -> Rgb {
        match self.depth {
            ColorDepth::True | ColorDepth::None => color,
            ColorDepth::Indexed => xterm(nearest_index(color)),
            ColorDepth::Basic => nearest_basic(color).1,
        }
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

/// The sixteen colours of a console, as most consoles show them.
const BASIC: [(Tint, Rgb); 16] = [
    (Tint::Black, Rgb(0, 0, 0)),
    (Tint::Red, Rgb(170, 0, 0)),
    (Tint::Green, Rgb(0, 170, 0)),
    (Tint::Yellow, Rgb(170, 85, 0)),
    (Tint::Blue, Rgb(0, 0, 170)),
    (Tint::Magenta, Rgb(170, 0, 170)),
    (Tint::Cyan, Rgb(0, 170, 170)),
    (Tint::Gray, Rgb(170, 170, 170)),
    (Tint::DarkGray, Rgb(85, 85, 85)),
    (Tint::LightRed, Rgb(255, 85, 85)),
    (Tint::LightGreen, Rgb(85, 255, 85)),
    (Tint::LightYellow, Rgb(255, 255, 85)),
    (Tint::LightBlue, Rgb(85, 85, 255)),
    (Tint::LightMagenta, Rgb(255, 85, 255)),
    (Tint::LightCyan, Rgb(85, 255, 255)),
    (Tint::White, Rgb(255, 255, 255)),
];

/// Returns the nearest colour of a console.
fn nearest_basic(color: Rgb) -> (Tint, Rgb) {
    *BASIC
        .iter()
        .min_by_key(|(_, basic)| color.distance(*basic, EYE))
        .expect("there are colours to choose from")
}

/// The steps of xterm's 6x6x6 colour cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// How sensitive the eye is to red, green and blue.
const EYE: [u32; 3] = [3, 4, 2];

/// Returns an xterm colour from 16 on: 6x6x6 steps of red, green and blue, then 24 greys.
fn xterm(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return Rgb(grey, grey, grey);
    }
    let cube = usize::from(index.saturating_sub(16));
    Rgb(STEPS[cube / 36], STEPS[cube / 6 % 6], STEPS[cube % 6])
}

/// Returns the nearest xterm colour from 16 on. The user may have redefined the first sixteen.
fn nearest_index(color: Rgb) -> u8 {
    (16..=255)
        .min_by_key(|&index| color.distance(xterm(index), EYE))
        .expect("there are colours to choose from")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::widget::tile::{Mark, Tile};

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
                ("bar", p.bar_black, white),
                ("bar on the background", p.bar_black, p.background),
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
