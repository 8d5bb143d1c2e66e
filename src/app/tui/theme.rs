//! The themes as data, and [`ActiveTheme`]: a theme as this terminal can show it.

use ratatui::style::{Color as Tint, Modifier, Style};

use crate::app::settings::ThemeName;
use crate::color::{ByColor, Color};

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorDepth {
    /// No colour codes are sent.
    None,
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

/// The colours of a theme.
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

/// Returns the default palette. Each theme lists its colours in 24 bits, with their replacements among
/// xterm's 256 colours; `c` makes a colour of a pair.
fn classic(c: impl Fn(u32, u8) -> Rgb) -> Palette {
    Palette {
        background: c(0x12_17_15, 233),
        raised: c(0x1d_26_22, 235),
        text: c(0xe4_e8_e1, 254),
        muted: c(0x86_93_8b, 245),
        accent: c(0xf2_c1_4e, 221),
        warning: c(0xff_8f_70, 209),
        on_accent: c(0x16_1a_14, 233),
        frame: c(0x0b_32_20, 235),
        frame_text: c(0xb8_cf_ae, 151),
        squares: [c(0x23_85_4b, 28), c(0x1e_79_43, 22)],
        star: c(0x0c_3d_22, 16),
        legal: c(0x10_55_2e, 71),
        lit: c(0x43_a6_66, 71),
        last: c(0xe8_5d_3d, 203),
        turned: c(0xf2_c1_4e, 221),
        shadow: c(0x12_55_30, 16),
        bar_black: c(0x3c_42_40, 238),
        discs: ByColor::new(
            disc(c(0x16_18_1a, 233), c(0x4a_4f_53, 238), c(0x05_06_07, 16)),
            disc(c(0xe9_e6_dc, 254), c(0xff_ff_fb, 231), c(0xb9_b6_ab, 250)),
        ),
        hollow: ByColor::new(false, false),
    }
}

fn contrast(c: impl Fn(u32, u8) -> Rgb) -> Palette {
    Palette {
        background: c(0, 16),
        raised: c(0x24_24_24, 235),
        text: c(0xff_ff_ff, 231),
        muted: c(0xc8_c8_c8, 251),
        accent: c(0xff_e0_00, 220),
        warning: c(0xff_7a_66, 209),
        on_accent: c(0, 16),
        frame: c(0x1c_1c_1c, 234),
        frame_text: c(0xff_ff_ff, 231),
        squares: [c(0x00_a8_4f, 35), c(0x00_98_46, 29)],
        star: c(0, 16),
        legal: c(0x00_30_10, 16),
        lit: c(0xb9_d4_2a, 184),
        last: c(0xe0_00_20, 160),
        turned: c(0xff_b0_00, 214),
        shadow: c(0x00_70_34, 28),
        bar_black: c(0x50_50_50, 239),
        discs: ByColor::new(
            disc(c(0, 16), c(0, 16), c(0, 16)),
            disc(c(0xff_ff_ff, 231), c(0xff_ff_ff, 231), c(0xff_ff_ff, 231)),
        ),
        hollow: ByColor::new(false, false),
    }
}

/// Blue ground, orange and white marks: distinct with any colour vision (after the palette of Okabe and
/// Ito, "Color Universal Design", 2008). White discs are rings.
fn color_safe(c: impl Fn(u32, u8) -> Rgb) -> Palette {
    Palette {
        background: c(0x12_15_1b, 233),
        raised: c(0x1d_23_2e, 235),
        text: c(0xe6_ea_f0, 254),
        muted: c(0x8d_98_a8, 246),
        accent: c(0xf0_b4_3c, 215),
        warning: c(0xf0_e4_42, 227),
        on_accent: c(0x12_15_1b, 233),
        frame: c(0x0d_26_40, 235),
        frame_text: c(0xb5_cd_e6, 153),
        squares: [c(0x2f_7c_b4, 25), c(0x29_70_a6, 24)],
        star: c(0x0d_30_50, 17),
        legal: c(0x0b_36_5c, 17),
        lit: c(0x63_aa_dc, 74),
        last: c(0xf0_b4_3c, 215),
        turned: c(0xf0_e4_42, 227),
        shadow: c(0x1b_52_80, 17),
        bar_black: c(0x3c_42_40, 238),
        discs: ByColor::new(
            disc(c(0x0c_0e_11, 232), c(0x33_38_40, 237), c(0x00_00_00, 16)),
            disc(c(0xf4_f4_f0, 255), c(0xff_ff_ff, 231), c(0xd4_d6_d8, 252)),
        ),
        hollow: ByColor::new(false, true),
    }
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
    /// Only ASCII may be shown.
    pub(crate) ascii: bool,
}

impl ActiveTheme {
    /// Creates a theme for a terminal. Without colours every theme is the monochrome one.
    pub(crate) fn new(name: ThemeName, depth: ColorDepth, ascii: bool) -> Self {
        let name = if depth == ColorDepth::None {
            ThemeName::Monochrome
        } else {
            name
        };
        let rgb = |hex: u32, index| {
            let [_, red, green, blue] = hex.to_be_bytes();
            match depth {
                ColorDepth::Indexed => xterm(index),
                ColorDepth::True | ColorDepth::None => Rgb(red, green, blue),
            }
        };
        let palette = match name {
            ThemeName::Classic => Some(classic(rgb)),
            ThemeName::Contrast => Some(contrast(rgb)),
            ThemeName::ColorSafe => Some(color_safe(rgb)),
            ThemeName::Monochrome => None,
        };
        Self {
            name,
            palette,
            depth,
            ascii,
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
            ColorDepth::None => Tint::Reset,
        }
    }

    /// Returns the style of one colour on another.
    pub(crate) fn on(&self, fg: Rgb, bg: Rgb) -> Style {
        Style::new().fg(self.tint(fg)).bg(self.tint(bg))
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

/// The steps of xterm's 6x6x6 colour cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

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
    // The eye is most sensitive to green, least to blue.
    (16..=255)
        .min_by_key(|&index| color.distance(xterm(index), [3, 4, 2]))
        .expect("there are colours to choose from")
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for name in [
            ThemeName::Classic,
            ThemeName::Contrast,
            ThemeName::ColorSafe,
        ] {
            for depth in [ColorDepth::True, ColorDepth::Indexed] {
                let look = ActiveTheme::new(name, depth, false);
                let [light, dark] = look.palette().unwrap().squares;
                assert_ne!(look.tint(light), look.tint(dark), "{name} {depth:?}");
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
