//! Owns the themes as data, and `ActiveTheme`: a theme as this terminal can show it.

use ratatui::style::{Color as Tint, Modifier, Style};

use super::ColorDepth;
use crate::app::settings::ThemeName;
use crate::color::{ByColor, Color};

/// A colour in 24 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    /// The colour between two others: `share` of 0 is `self`, 1 is `other`.
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
}

impl Rgb {
    /// How far two colours are apart: the sum of the squares.
    pub(crate) fn distance(self, other: Self) -> u32 {
        let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        part(self.0, other.0) + part(self.1, other.1) + part(self.2, other.2)
    }
}

/// A colour for terminals with 24 bits, and the one of xterm's 256 that stands for it elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(Rgb, u8);

const fn paint(hex: u32, index: u8) -> Paint {
    let [_, red, green, blue] = hex.to_be_bytes();
    Paint(Rgb(red, green, blue), index)
}

/// How the discs of one side are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscPaint {
    /// The flat of the disc.
    pub(crate) face: Paint,
    /// Where the light falls on it.
    pub(crate) light: Paint,
    /// Its rim.
    pub(crate) rim: Paint,
    /// Whether it has a hole, so that its shape alone tells whose it is.
    pub(crate) hollow: bool,
}

/// The colours of a theme. A theme without colours has no `Colors`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colors {
    background: Paint,
    /// The card behind a player who is to move, and behind dialogs.
    raised: Paint,
    text: Paint,
    muted: Paint,
    /// Keys, and what is chosen.
    accent: Paint,
    warning: Paint,
    on_accent: Paint,
    /// The frame of the board, and the coordinates on it.
    frame: Paint,
    frame_text: Paint,
    /// The two tones of the squares.
    squares: [Paint; 2],
    /// The four dots of the board.
    star: Paint,
    /// A square where the side to move may play.
    legal: Paint,
    /// The square under the cursor, and those of a file that was typed.
    lit: Paint,
    /// The mark on the last move.
    last: Paint,
    /// The mark on discs that have just turned.
    turned: Paint,
    shadow: Paint,
    discs: ByColor<DiscPaint>,
}

/// A theme.
#[derive(Debug)]
struct Theme {
    name: ThemeName,
    colors: Option<Colors>,
}

const fn disc(face: Paint, light: Paint, rim: Paint, hollow: bool) -> DiscPaint {
    DiscPaint {
        face,
        light,
        rim,
        hollow,
    }
}

static THEMES: [Theme; 4] = [
    Theme {
        name: ThemeName::Classic,
        colors: Some(Colors {
            background: paint(0x12_17_15, 233),
            raised: paint(0x1d_26_22, 235),
            text: paint(0xe4_e8_e1, 254),
            muted: paint(0x86_93_8b, 245),
            accent: paint(0xf2_c1_4e, 221),
            warning: paint(0xff_8f_70, 209),
            on_accent: paint(0x16_1a_14, 233),
            frame: paint(0x0b_32_20, 235),
            frame_text: paint(0xb8_cf_ae, 151),
            squares: [paint(0x23_85_4b, 28), paint(0x1e_79_43, 22)],
            star: paint(0x0c_3d_22, 16),
            legal: paint(0x10_55_2e, 71),
            lit: paint(0x43_a6_66, 71),
            last: paint(0xe8_5d_3d, 203),
            turned: paint(0xf2_c1_4e, 221),
            shadow: paint(0x12_55_30, 16),
            discs: ByColor::new(
                disc(
                    paint(0x16_18_1a, 233),
                    paint(0x4a_4f_53, 238),
                    paint(0x05_06_07, 16),
                    false,
                ),
                disc(
                    paint(0xe9_e6_dc, 254),
                    paint(0xff_ff_fb, 231),
                    paint(0xb9_b6_ab, 250),
                    false,
                ),
            ),
        }),
    },
    Theme {
        name: ThemeName::Contrast,
        colors: Some(Colors {
            background: paint(0, 16),
            raised: paint(0x24_24_24, 235),
            text: paint(0xff_ff_ff, 231),
            muted: paint(0xc8_c8_c8, 251),
            accent: paint(0xff_e0_00, 220),
            warning: paint(0xff_7a_66, 209),
            on_accent: paint(0, 16),
            frame: paint(0x1c_1c_1c, 234),
            frame_text: paint(0xff_ff_ff, 231),
            squares: [paint(0x00_a8_4f, 35), paint(0x00_98_46, 29)],
            star: paint(0, 16),
            legal: paint(0x00_30_10, 16),
            lit: paint(0xb9_d4_2a, 184),
            last: paint(0xe0_00_20, 160),
            turned: paint(0xff_b0_00, 214),
            shadow: paint(0x00_70_34, 28),
            discs: ByColor::new(
                disc(paint(0, 16), paint(0, 16), paint(0, 16), false),
                disc(
                    paint(0xff_ff_ff, 231),
                    paint(0xff_ff_ff, 231),
                    paint(0xff_ff_ff, 231),
                    false,
                ),
            ),
        }),
    },
    // Blue ground, orange and white marks: pairs that stay apart with any colour vision (after the
    // palette of Okabe and Ito, "Color Universal Design", 2008). White discs are rings.
    Theme {
        name: ThemeName::ColorSafe,
        colors: Some(Colors {
            background: paint(0x12_15_1b, 233),
            raised: paint(0x1d_23_2e, 235),
            text: paint(0xe6_ea_f0, 254),
            muted: paint(0x8d_98_a8, 246),
            accent: paint(0xf0_b4_3c, 215),
            warning: paint(0xf0_e4_42, 227),
            on_accent: paint(0x12_15_1b, 233),
            frame: paint(0x0d_26_40, 235),
            frame_text: paint(0xb5_cd_e6, 153),
            squares: [paint(0x2f_7c_b4, 25), paint(0x29_70_a6, 24)],
            star: paint(0x0d_30_50, 17),
            legal: paint(0x0b_36_5c, 17),
            lit: paint(0x63_aa_dc, 74),
            last: paint(0xf0_b4_3c, 215),
            turned: paint(0xf0_e4_42, 227),
            shadow: paint(0x1b_52_80, 17),
            discs: ByColor::new(
                disc(
                    paint(0x0c_0e_11, 232),
                    paint(0x33_38_40, 237),
                    paint(0x00_00_00, 16),
                    false,
                ),
                disc(
                    paint(0xf4_f4_f0, 255),
                    paint(0xff_ff_ff, 231),
                    paint(0xd4_d6_d8, 252),
                    true,
                ),
            ),
        }),
    },
    Theme {
        name: ThemeName::Monochrome,
        colors: None,
    },
];

/// What a piece of text is, and so how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plain text.
    Text,
    /// Text that stands back.
    Muted,
    /// Text that stands out.
    Strong,
    /// A key that can be pressed.
    Key,
    /// A chosen value.
    Chosen,
    /// A complaint.
    Warning,
    /// What has to be seen: passes, the result.
    Banner,
    /// The player to move.
    Raised,
    /// The frame of the board.
    Frame,
    /// A coordinate on the frame that is lit.
    FrameLit,
}

/// What the parts of a square are painted with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardColors {
    pub(crate) squares: [Rgb; 2],
    pub(crate) star: Rgb,
    pub(crate) legal: Rgb,
    pub(crate) lit: Rgb,
    pub(crate) last: Rgb,
    pub(crate) turned: Rgb,
    pub(crate) shadow: Rgb,
    pub(crate) discs: ByColor<DiscColors>,
}

/// What the parts of a disc are painted with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscColors {
    pub(crate) face: Rgb,
    pub(crate) light: Rgb,
    pub(crate) rim: Rgb,
    pub(crate) hollow: bool,
}

/// A theme as this terminal can show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveTheme {
    theme: &'static Theme,
    depth: ColorDepth,
    ascii: bool,
}

impl ActiveTheme {
    /// A theme on a terminal. Without colours every theme is the monochrome one.
    pub(crate) fn new(name: ThemeName, depth: ColorDepth, ascii: bool) -> Self {
        let name = if depth == ColorDepth::None {
            ThemeName::Monochrome
        } else {
            name
        };
        let theme = THEMES.iter().find(|theme| theme.name == name);
        Self {
            theme: theme.unwrap_or(&THEMES[0]),
            depth,
            ascii,
        }
    }

    /// Which theme it is.
    pub(crate) const fn name(&self) -> ThemeName {
        self.theme.name
    }

    /// Letters and dots only.
    pub(crate) const fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Whether there are colours at all.
    pub(crate) const fn has_colors(&self) -> bool {
        self.theme.colors.is_some()
    }

    /// What tells this look from others, for a cache of what was drawn in it.
    pub(crate) const fn key(&self) -> (ThemeName, bool, bool) {
        (
            self.theme.name,
            self.ascii,
            matches!(self.depth, ColorDepth::True),
        )
    }

    /// The colours of the board; `None` in a theme without colours.
    pub(crate) fn board(&self) -> Option<BoardColors> {
        let colors = self.theme.colors.as_ref()?;
        let of = |paint: Paint| self.rgb(paint);
        Some(BoardColors {
            squares: colors.squares.map(of),
            star: of(colors.star),
            legal: of(colors.legal),
            lit: of(colors.lit),
            last: of(colors.last),
            turned: of(colors.turned),
            shadow: of(colors.shadow),
            discs: colors.discs.map(|disc| DiscColors {
                face: of(disc.face),
                light: of(disc.light),
                rim: of(disc.rim),
                hollow: disc.hollow,
            }),
        })
    }

    /// Whether the discs of this side have a hole.
    pub(crate) fn is_hollow(&self, color: Color) -> bool {
        match &self.theme.colors {
            Some(colors) => colors.discs[color].hollow,
            None => color == Color::White,
        }
    }

    /// A disc in a line of text.
    pub(crate) fn disc(&self, color: Color) -> &'static str {
        match (self.ascii, color) {
            (true, Color::Black) => "X",
            (true, Color::White) => "O",
            (false, color) if self.is_hollow(color) => "○",
            (false, _) => "●",
        }
    }

    /// The style of a disc in a line of text.
    pub(crate) fn disc_style(&self, color: Color) -> Style {
        let Some(colors) = &self.theme.colors else {
            return Style::new();
        };
        // Black is drawn on the board's green, where it can be seen.
        Style::new()
            .fg(self.tint(self.rgb(colors.discs[color].face)))
            .bg(self.tint(self.rgb(colors.squares[0])))
            .add_modifier(Modifier::BOLD)
    }

    /// A colour as the terminal is told it.
    pub(crate) fn tint(&self, color: Rgb) -> Tint {
        match self.depth {
            ColorDepth::True => Tint::Rgb(color.0, color.1, color.2),
            ColorDepth::Indexed => Tint::Indexed(nearest_index(color)),
            ColorDepth::None => Tint::Reset,
        }
    }

    /// The style of a piece of text.
    pub(crate) fn style(&self, role: Role) -> Style {
        let Some(colors) = &self.theme.colors else {
            return plain_style(role);
        };
        let of = |paint: Paint| self.tint(self.rgb(paint));
        let on = |fg: Paint, bg: Paint| Style::new().fg(of(fg)).bg(of(bg));
        let ground = colors.background;
        match role {
            Role::Text => on(colors.text, ground),
            Role::Muted => on(colors.muted, ground),
            Role::Strong => on(colors.text, ground).add_modifier(Modifier::BOLD),
            Role::Key => on(colors.accent, ground),
            Role::Warning => on(colors.warning, ground).add_modifier(Modifier::BOLD),
            Role::Raised => on(colors.text, colors.raised),
            Role::Frame => on(colors.frame_text, colors.frame),
            Role::Chosen | Role::Banner | Role::FrameLit => {
                on(colors.on_accent, colors.accent).add_modifier(Modifier::BOLD)
            }
        }
    }

    /// The colour of one side, and of the empty squares for `None`, in the bar of disc counts.
    pub(crate) fn bar(&self, color: Option<Color>) -> Option<Rgb> {
        let colors = self.theme.colors.as_ref()?;
        Some(match color {
            // A black that is seen beside a dark background.
            Some(Color::Black) => self.rgb(match self.name() {
                ThemeName::Contrast => paint(0x50_50_50, 239),
                _ => paint(0x3c_42_40, 238),
            }),
            Some(Color::White) => self.rgb(colors.discs.white.face),
            None => self.rgb(colors.squares[1]),
        })
    }

    fn rgb(&self, paint: Paint) -> Rgb {
        match self.depth {
            ColorDepth::Indexed => xterm(paint.1),
            ColorDepth::True | ColorDepth::None => paint.0,
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

/// One of xterm's colours from 16 on: 6x6x6 steps of red, green and blue, then 24 greys.
fn xterm(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return Rgb(grey, grey, grey);
    }
    let cube = usize::from(index.saturating_sub(16));
    Rgb(STEPS[cube / 36], STEPS[cube / 6 % 6], STEPS[cube % 6])
}

/// The one of xterm's colours from 16 on that is nearest. The sixteen before it are the person's own.
fn nearest_index(color: Rgb) -> u8 {
    let distance = |index: u8| {
        let other = xterm(index);
        let part = |a: u8, b: u8, weight: u32| weight * u32::from(a.abs_diff(b)).pow(2);
        // The eye sees green best and blue least.
        part(color.0, other.0, 3) + part(color.1, other.1, 4) + part(color.2, other.2, 2)
    };
    (16..=255)
        .min_by_key(|&index| distance(index))
        .unwrap_or(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_theme_exists_and_is_itself() {
        for name in ThemeName::ALL {
            assert_eq!(ActiveTheme::new(name, ColorDepth::True, false).name(), name);
        }
        let without = ActiveTheme::new(ThemeName::Classic, ColorDepth::None, false);
        assert_eq!(without.name(), ThemeName::Monochrome);
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
                let [light, dark] = look.board().unwrap().squares;
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
