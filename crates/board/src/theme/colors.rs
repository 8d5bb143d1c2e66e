//! The colours of the themes as data, and the colours that terminals have.

use ratatui::style::Color as Tint;

use reversi::ByColor;

/// A theme with colours of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltInTheme {
    /// A green board on a dark page.
    Classic,
    /// A green board on a light page.
    Light,
    /// High contrast.
    Contrast,
    /// Colours that differ for every kind of colour vision.
    ColorSafe,
    /// No colours.
    Monochrome,
}

impl BuiltInTheme {
    /// All themes.
    pub const ALL: [Self; 5] = [
        Self::Classic,
        Self::Light,
        Self::Contrast,
        Self::ColorSafe,
        Self::Monochrome,
    ];
}

/// What a theme colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaletteColor {
    /// The page.
    Background,
    /// The ground of what stands out from the page.
    Raised,
    /// Plain text.
    Text,
    /// Less important text.
    Muted,
    /// Keys and selections.
    Accent,
    /// Text on the accent.
    OnAccent,
    /// Right answers and gains.
    Gain,
    /// Errors and losses.
    Loss,
    /// The board's frame.
    Frame,
    /// The letters and digits on the frame.
    Coordinates,
    /// The lighter squares.
    LightSquares,
    /// The darker squares.
    DarkSquares,
    /// The lines between squares of one tone.
    SquareLines,
    /// The dots on legal moves.
    LegalMoves,
    /// The square under the cursor.
    Cursor,
    /// The mark on the last move.
    LastMove,
    /// The tint of the squares whose discs were just flipped.
    Flipped,
    /// The shadow of a disc.
    Shadow,
    /// Black's share of a bar of discs.
    BlackBar,
    /// White's share of a bar of discs.
    WhiteBar,
    /// Black's discs.
    BlackDiscs,
    /// White's discs.
    WhiteDiscs,
}

impl PaletteColor {
    /// All colours.
    #[rustfmt::skip] // a table
    pub const ALL: [Self; 22] = [
        Self::Background, Self::Raised, Self::Text, Self::Muted, Self::Accent, Self::OnAccent, Self::Gain, Self::Loss,
        Self::Frame, Self::Coordinates, Self::LightSquares, Self::DarkSquares, Self::SquareLines, Self::LegalMoves,
        Self::Cursor, Self::LastMove, Self::Flipped, Self::Shadow, Self::BlackBar, Self::WhiteBar, Self::BlackDiscs,
        Self::WhiteDiscs,
    ];
}

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

/// A 24-bit colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Mixes two colours: a `share` of 0 is `self`, 1 is `other`.
    pub fn mix(self, other: Self, share: f64) -> Self {
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

    /// Returns whether black text on it is easier to read than white text.
    pub fn is_light(self) -> bool {
        self.contrast(Self(0, 0, 0)) > self.contrast(Self(255, 255, 255))
    }

    /// Returns black or white, whichever differs more from it.
    pub(crate) fn ink(self) -> Self {
        if self.is_light() {
            Self(0, 0, 0)
        } else {
            Self(255, 255, 255)
        }
    }

    /// Returns the contrast ratio of WCAG 2.2, 1 to 21.
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        (a / b).max(b / a)
    }
}

/// The colours of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscColors {
    /// The surface.
    pub face: Rgb,
    /// The highlight.
    pub light: Rgb,
    pub(crate) rim: Rgb,
}

/// The colours of a theme. A test lists which of them are seen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Palette {
    /// The page.
    pub background: Rgb,
    /// The background of the player to move, and of dialogs.
    pub(crate) raised: Rgb,
    pub(crate) text: Rgb,
    pub(crate) muted: Rgb,
    /// Keys and selections.
    pub(crate) accent: Rgb,
    pub(crate) on_accent: Rgb,
    /// Signs and scores on a board, on a chip in the colour of its frame.
    sign: Rgb,
    /// Right answers and gains.
    pub(crate) gain: Rgb,
    /// Errors and losses.
    pub(crate) loss: Rgb,
    /// The board's frame and its coordinates.
    pub(crate) frame: Rgb,
    pub(crate) frame_text: Rgb,
    /// The two tones of the squares.
    pub squares: [Rgb; 2],
    /// The lines between squares of one tone.
    pub(crate) line: Rgb,
    /// The dot on a legal move.
    pub(crate) legal: Rgb,
    /// The square under the cursor, and those of a typed file.
    pub(crate) lit: Rgb,
    /// The mark on the last move.
    pub(crate) last: Rgb,
    /// The mark on discs that were just flipped.
    pub(crate) turned: Rgb,
    /// The shadow of a disc.
    pub shadow: Rgb,
    /// The sides' shares of the disc bar: visible on the background.
    pub bar: ByColor<Rgb>,
    /// The discs of each side.
    pub discs: ByColor<DiscColors>,
    /// The side whose discs have a hole, so that shape alone tells them apart.
    pub(crate) hollow: ByColor<bool>,
}

impl Palette {
    /// Returns one of the colours to change it.
    pub(crate) fn color_mut(&mut self, of: PaletteColor) -> &mut Rgb {
        match of {
            PaletteColor::Background => &mut self.background,
            PaletteColor::Raised => &mut self.raised,
            PaletteColor::Text => &mut self.text,
            PaletteColor::Muted => &mut self.muted,
            PaletteColor::Accent => &mut self.accent,
            PaletteColor::OnAccent => &mut self.on_accent,
            PaletteColor::Gain => &mut self.gain,
            PaletteColor::Loss => &mut self.loss,
            PaletteColor::Frame => &mut self.frame,
            PaletteColor::Coordinates => &mut self.frame_text,
            PaletteColor::LightSquares => &mut self.squares[0],
            PaletteColor::DarkSquares => &mut self.squares[1],
            PaletteColor::SquareLines => &mut self.line,
            PaletteColor::LegalMoves => &mut self.legal,
            PaletteColor::Cursor => &mut self.lit,
            PaletteColor::LastMove => &mut self.last,
            PaletteColor::Flipped => &mut self.turned,
            PaletteColor::Shadow => &mut self.shadow,
            PaletteColor::BlackBar => &mut self.bar.black,
            PaletteColor::WhiteBar => &mut self.bar.white,
            PaletteColor::BlackDiscs => &mut self.discs.black.face,
            PaletteColor::WhiteDiscs => &mut self.discs.white.face,
        }
    }

    /// Returns the colours that are seen together, with the least contrast after WCAG 2.2: 4.5
    /// for text, 3 for marks.
    pub(crate) fn pairs() -> Vec<(PaletteColor, PaletteColor, f64)> {
        use PaletteColor::{
            Accent, Background, BlackBar, BlackDiscs, Coordinates, Cursor, DarkSquares, Frame,
            Gain, LastMove, LegalMoves, LightSquares, Loss, Muted, OnAccent, Raised, Text,
            WhiteBar, WhiteDiscs,
        };
        let texts = [Text, Muted, Accent, Gain, Loss];
        let grounds = [Background, Raised];
        let texts = texts
            .into_iter()
            .flat_map(|text| grounds.map(|ground| (text, ground)));
        let texts = texts.chain([(OnAccent, Accent), (Coordinates, Frame)]);
        let discs = [LightSquares, DarkSquares, Cursor, LastMove].into_iter();
        let discs = discs.flat_map(|ground| [BlackDiscs, WhiteDiscs].map(|disc| (disc, ground)));
        let marks = [
            (BlackBar, WhiteBar),
            (BlackBar, Background),
            (WhiteBar, Background),
        ];
        let texts = texts.map(|(a, b)| (a, b, 4.5));
        let dots = [LightSquares, DarkSquares].map(|square| (LegalMoves, square));
        let marks = discs.chain(marks).chain(dots);
        texts.chain(marks.map(|(a, b)| (a, b, 3.0))).collect()
    }

    /// Returns one of the colours.
    pub fn color(&self, of: PaletteColor) -> Rgb {
        let mut colors = *self;
        *colors.color_mut(of)
    }

    /// Returns whether lines tell the squares apart, because these have one tone.
    pub(crate) fn has_square_lines(&self) -> bool {
        self.squares[0] == self.squares[1]
    }

    /// Returns a colour for signs that is readable on the board's frame, in a user's theme as well.
    pub(crate) fn sign_text(&self) -> Rgb {
        let mut colors = [self.sign, self.frame_text].into_iter();
        let readable = colors.find(|color| color.contrast(self.frame) >= 4.5);
        readable.unwrap_or(self.frame_text)
    }

    /// Returns the colour of lines on a ground: dark ones, unless the squares are dark.
    pub(crate) fn line_on(&self, ground: Rgb) -> Rgb {
        let black = Rgb(0, 0, 0);
        let is_dark = self.squares[0].contrast(black) < 3.0;
        ground.mix(if is_dark { Rgb(255, 255, 255) } else { black }, 0.65)
    }
}

const fn disc(face: Rgb, light: Rgb, rim: Rgb) -> DiscColors {
    DiscColors { face, light, rim }
}

/// Chooses among a colour in 24 bits, one of xterm's 256, and one of a console's 16.
type Shade = fn(u32, u8, usize) -> Rgb;

/// Chooses the colour in 24 bits.
fn true_shade(hex: u32, _: u8, _: usize) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    Rgb(red, green, blue)
}

/// Returns the colours of a theme; a test measures their contrasts.
pub(crate) fn palette(name: BuiltInTheme, depth: ColorDepth) -> Option<Palette> {
    let shade: Shade = match depth {
        ColorDepth::Basic => |_, _, basic| BASIC[basic].1,
        ColorDepth::Indexed => |_, indexed, _| xterm(indexed),
        ColorDepth::True | ColorDepth::None => true_shade,
    };
    match name {
        BuiltInTheme::Classic => Some(classic(shade)),
        BuiltInTheme::Light => Some(light(shade)),
        BuiltInTheme::Contrast => Some(contrast(shade)),
        BuiltInTheme::ColorSafe => Some(color_safe(shade)),
        BuiltInTheme::Monochrome => None,
    }
}

// Of the 256 colours, few are light enough for black discs and dark enough for white ones, and no two of them are
// near each other: there the squares have one tone, and lines between them.
// With 16 colours a raised ground would be as strong as the board.

#[rustfmt::skip] // a table
fn classic(c: Shade) -> Palette {
    Palette {
        background: c(0x12_17_15, 233, 0),
        raised: c(0x1d_26_22, 235, 0),
        text: c(0xe4_e8_e1, 254, 15),
        muted: c(0x8b_98_90, 246, 7),
        accent: c(0xf2_c1_4e, 221, 11),
        on_accent: c(0x16_1a_14, 233, 0),
        sign: c(0xf2_c1_4e, 221, 11),
        gain: c(0x86_d9_92, 114, 10),
        loss: c(0xff_80_74, 210, 9),
        frame: c(0x0b_32_20, 235, 0),
        frame_text: c(0xb8_cf_ae, 151, 7),
        squares: [c(0x23_85_4b, 29, 2), c(0x1e_79_43, 29, 2)],
        line: c(0x17_63_37, 23, 0),
        legal: c(0x00_26_08, 16, 0),
        lit: c(0x3d_78_bd, 25, 5),
        last: c(0xd6_5a_1c, 166, 2),
        turned: c(0xb0_8a_20, 136, 2),
        shadow: c(0x12_55_30, 23, 0),
        bar: ByColor::new(c(0x60_68_65, 242, 2), c(0xe9_e6_dc, 255, 15)),
        discs: ByColor::new(
            disc(c(0x16_18_1a, 232, 0), c(0x3a_3f_43, 237, 0), c(0x05_06_07, 16, 8)),
            disc(c(0xe9_e6_dc, 255, 15), c(0xff_ff_fb, 231, 15), c(0xb9_b6_ab, 250, 7)),
        ),
        hollow: ByColor::new(false, false),
    }
}

#[rustfmt::skip] // a table
fn light(c: Shade) -> Palette {
    Palette {
        background: c(0xf7_f8_f4, 231, 15),
        raised: c(0xe2_e8_de, 254, 15),
        text: c(0x1a_20_1c, 234, 0),
        muted: c(0x58_64_5c, 240, 8),
        accent: c(0x82_54_00, 94, 4),
        on_accent: c(0xff_ff_ff, 231, 15),
        gain: c(0x1a_68_34, 22, 0),
        loss: c(0xa8_22_18, 124, 1),
        bar: ByColor::new(c(0x1a_20_1c, 234, 0), c(0x85_8d_87, 244, 3)),
        ..classic(c)
    }
}

#[rustfmt::skip] // a table
fn contrast(c: Shade) -> Palette {
    Palette {
        background: c(0, 16, 0),
        raised: c(0x24_24_24, 235, 0),
        text: c(0xff_ff_ff, 231, 15),
        muted: c(0xc8_c8_c8, 251, 7),
        accent: c(0xff_cc_33, 220, 11),
        on_accent: c(0, 16, 0),
        sign: c(0xff_cc_33, 220, 11),
        gain: c(0x7d_f0_90, 120, 10),
        loss: c(0xff_85_7a, 210, 9),
        frame: c(0x1c_1c_1c, 234, 0),
        frame_text: c(0xff_ff_ff, 231, 15),
        squares: [c(0x00_a8_4f, 29, 2), c(0x00_98_46, 29, 2)],
        line: c(0x00_70_34, 23, 0),
        legal: c(0x00_30_10, 16, 0),
        lit: c(0x30_70_ff, 27, 5),
        last: c(0xc8_70_00, 130, 2),
        turned: c(0xb0_70_00, 136, 2),
        shadow: c(0x00_70_34, 238, 0),
        bar: ByColor::new(c(0x62_62_62, 241, 2), c(0xff_ff_ff, 231, 15)),
        discs: ByColor::new(
            disc(c(0, 16, 0), c(0, 16, 0), c(0, 16, 8)),
            disc(c(0xff_ff_ff, 231, 15), c(0xff_ff_ff, 231, 15), c(0xff_ff_ff, 231, 7)),
        ),
        hollow: ByColor::new(false, false),
    }
}

/// A blue ground with marks that differ for any colour vision (after the palette of Okabe and Ito, "Color
/// Universal Design", 2008), and white discs that are rings.
#[rustfmt::skip] // a table
fn color_safe(c: Shade) -> Palette {
    Palette {
        background: c(0x12_15_1b, 233, 0),
        raised: c(0x1d_23_2e, 235, 0),
        text: c(0xe6_ea_f0, 254, 15),
        muted: c(0x8d_98_a8, 246, 7),
        accent: c(0xf0_b4_3c, 215, 11),
        on_accent: c(0x12_15_1b, 233, 0),
        sign: c(0xf0_b4_3c, 215, 11),
        gain: c(0x5c_d0_b3, 79, 14),
        loss: c(0xff_8f_70, 209, 9),
        frame: c(0x0d_26_40, 235, 0),
        frame_text: c(0xb5_cd_e6, 153, 7),
        squares: [c(0x2f_7c_b4, 31, 2), c(0x2b_74_aa, 31, 2)],
        line: c(0x1b_52_80, 24, 0),
        legal: c(0x00_20_5e, 16, 0),
        lit: c(0xa8_5a_88, 132, 5),
        last: c(0xd5_5e_00, 166, 2),
        turned: c(0xb0_a0_00, 136, 2),
        shadow: c(0x1b_52_80, 24, 0),
        bar: ByColor::new(c(0x60_66_70, 242, 2), c(0xf4_f4_f0, 255, 15)),
        discs: ByColor::new(
            disc(c(0x0c_0e_11, 232, 0), c(0x33_38_40, 237, 0), c(0x00_00_00, 16, 8)),
            disc(c(0xf4_f4_f0, 255, 15), c(0xff_ff_ff, 231, 15), c(0xd4_d6_d8, 252, 7)),
        ),
        hollow: ByColor::new(false, true),
    }
}

/// The sixteen colours of a console, as most consoles show them.
pub(crate) const BASIC: [(Tint, Rgb); 16] = [
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

/// Returns the number of a colour of a console, 0 to 15.
pub fn basic_number(tint: Tint) -> Option<u8> {
    (0..)
        .zip(BASIC)
        .find(|(_, known)| known.0 == tint)
        .map(|(number, _)| number)
}

/// Returns the nearest colour of a console.
pub(crate) fn nearest_basic(color: Rgb) -> (Tint, Rgb) {
    *BASIC
        .iter()
        .min_by_key(|(_, basic)| color.distance(*basic, EYE))
        .expect("there are colours to choose from")
}

/// The steps of xterm's 6x6x6 colour cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// How sensitive the eye is to red, green and blue.
pub(super) const EYE: [u32; 3] = [3, 4, 2];

/// Returns an xterm colour from 16 on: 6x6x6 steps of red, green and blue, then 24 greys.
pub(crate) fn xterm(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return Rgb(grey, grey, grey);
    }
    let cube = usize::from(index.saturating_sub(16));
    Rgb(STEPS[cube / 36], STEPS[cube / 6 % 6], STEPS[cube % 6])
}

/// Returns the nearest xterm colour from 16 on. The user may have redefined the first sixteen.
pub(crate) fn nearest_index(color: Rgb) -> u8 {
    // In the cube, red, green and blue have their nearest steps each.
    let step = |part: u8| {
        let distance = |&step: &u8| part.abs_diff(STEPS[usize::from(step)]);
        (0..6).min_by_key(distance).expect("there are steps")
    };
    let cube = 16 + 36 * step(color.0) + 6 * step(color.1) + step(color.2);
    std::iter::once(cube)
        .chain(232..=255)
        .min_by_key(|&index| color.distance(xterm(index), EYE))
        .expect("there are colours to choose from")
}
