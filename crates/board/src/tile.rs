//! One square of the board: its disc and its marks.

mod picture;
pub(crate) mod view;

use crate::raster::Sides;
use crate::theme::{Palette, Rgb};
use reversi::{Color, Square};

/// The step of a quarter turn, at which a disc is edge-on.
pub const EDGE: u8 = 4;

/// The steps in which a disc dissolves.
pub const GONE: u8 = 8;

/// The appearance of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Disc {
    /// The visible face.
    pub color: Color,
    /// How far it is turned: 0 is flat, [`EDGE`] is edge-on.
    pub step: u8,
    /// Previews a move: not placed yet.
    pub ghost: bool,
    /// How much of it has dissolved, up to [`GONE`].
    pub gone: u8,
}

impl Disc {
    /// Returns a flat disc.
    pub const fn flat(color: Color) -> Self {
        Self {
            color,
            step: 0,
            ghost: false,
            gone: 0,
        }
    }

    /// Returns the preview of a disc that is not placed yet.
    pub const fn ghost(color: Color) -> Self {
        Self {
            ghost: true,
            ..Self::flat(color)
        }
    }

    /// Returns its visible width, 0 to 1.
    pub(crate) fn width(self) -> f64 {
        let angle = f64::from(self.step) / f64::from(EDGE) * std::f64::consts::FRAC_PI_2;
        angle.cos().max(0.12)
    }

    /// Returns its visible size, 0 to 1: one that dissolves shrinks slowly at first.
    pub fn size(self) -> f64 {
        (1.0 - f64::from(self.gone) / f64::from(GONE)).sqrt()
    }

    /// Returns how little of the square shines through it, 0 to 1.
    fn opacity(self) -> f64 {
        if self.ghost { 0.55 } else { self.size() }
    }
}

/// A mark on a square or on its disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// A legal move.
    Legal,
    /// The last move.
    Last,
    /// Flipped by the last move.
    Turned,
    /// Would flip to this side.
    WouldTurn(Color),
    /// Its bit is set in the number shown.
    Bit,
    /// An empty square that counts for this side.
    Counts(Color),
    /// The loss on this square, in eighths of the greatest one.
    Heat(u8),
    /// A sign with a legend.
    Sign(SquareSign),
}

/// The sign on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareSign {
    /// One ASCII character.
    pub text: &'static str,
    /// Whether the square stands out.
    pub is_strong: bool,
}

/// A score on a square: up to four ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    text: [u8; 4],
    length: usize,
    /// Whether it is the best on the board.
    pub(crate) best: bool,
}

impl Label {
    /// Creates a label with as much of a text as fits.
    pub fn new(text: &str, best: bool) -> Self {
        let mut label = Self {
            text: [0; 4],
            length: 0,
            best,
        };
        for letter in text.chars() {
            let Some(free) = label.text[label.length..].get_mut(..letter.len_utf8()) else {
                break;
            };
            letter.encode_utf8(free);
            label.length += letter.len_utf8();
        }
        label
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.text[..self.length]).expect("it has whole characters")
    }
}

/// The appearance of one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // independent of each other
pub struct Tile {
    /// The darker of the two tones.
    pub dark: bool,
    /// The lines from its middle to its sides; all zero on a board whose discs are between the lines.
    pub lines: Sides,
    /// Whether there is a dot where they cross.
    pub dot: bool,
    /// The disc on it.
    pub disc: Option<Disc>,
    /// The sides at which a neck joins its disc to the next one.
    pub joined: Sides,
    /// Its mark.
    pub mark: Mark,
    /// Whether the chain of its stone has one liberty left, which is marked too.
    pub atari: bool,
    /// Under the cursor, or on a typed file.
    pub lit: bool,
    /// Whether its name is shown.
    pub named: bool,
    /// The score shown on it.
    pub label: Option<Label>,
}

impl Tile {
    /// Returns all squares, in order.
    pub fn board(tile: impl Fn(Square) -> Self) -> [Self; 64] {
        let mut tiles = [Self::default(); 64];
        for (place, square) in tiles.iter_mut().zip(Square::all()) {
            *place = tile(square);
        }
        tiles
    }

    /// Returns an empty square of the board.
    pub fn of(square: Square) -> Self {
        let (file, rank) = (square.file().index(), square.rank().index());
        Self {
            dark: (file + rank) % 2 == 1,
            ..Self::default()
        }
    }

    /// Returns an empty point of a board of lines, this many a side, with rank 1 at the bottom.
    pub(crate) fn point(at: Square, side: u8) -> Self {
        let (file, rank) = (at.file().index(), at.rank().index());
        let is_there = |at: Square| at.file().index() < side && at.rank().index() < side;
        Self {
            lines: Sides::around(at, is_there),
            dot: 2 * file + 1 == side && 2 * rank + 1 == side,
            ..Self::default()
        }
    }

    /// Returns the square with a score on it, which replaces the mark if the square has this height.
    pub fn labelled(self, label: Option<Label>, height: u16) -> Self {
        let mark = if label.is_some() && height > 1 {
            Mark::None
        } else {
            self.mark
        };
        Self {
            mark,
            label,
            ..self
        }
    }

    /// Returns the character in the middle of the square or its disc, and whether the square stands out.
    fn sign(self) -> Option<SquareSign> {
        let (text, is_strong) = match self.mark {
            Mark::Bit => ("1", true),
            Mark::Sign(sign) => return Some(sign),
            _ if self.atari => ("!", false),
            _ => return None,
        };
        Some(SquareSign { text, is_strong })
    }

    /// Returns how far its disc is left of the middle, in columns, so that it is where lines of characters
    /// cross.
    fn shift(self) -> f64 {
        if self.lines.any() { 0.5 } else { 0.0 }
    }

    /// Returns the colour of the square itself, if it has this height. On a small one it shows what is marked,
    /// because no mark fits into the disc.
    pub fn ground(self, height: u16, colors: &Palette) -> Rgb {
        let ground = colors.squares[usize::from(self.dark)];
        if self.lit {
            return colors.lit;
        }
        match self.mark {
            Mark::Turned => ground.mix(colors.turned, 0.55),
            Mark::Bit => ground.mix(colors.turned, 0.85),
            Mark::Sign(sign) if sign.is_strong => ground.mix(colors.turned, 0.7),
            Mark::Sign(_) => ground.mix(colors.turned, 0.25),
            // Over a third colour, since the middle between two opposite ones is a grey.
            Mark::Heat(eighths @ ..=4) => ground.mix(colors.turned, f64::from(eighths) / 4.0),
            Mark::Heat(eighths) => colors.turned.mix(colors.last, f64::from(eighths - 4) / 4.0),
            Mark::Last if height == 2 => colors.last,
            Mark::None if self.atari => ground.mix(colors.turned, 0.25),
            Mark::WouldTurn(_) if height == 2 => ground.mix(colors.turned, 0.6),
            _ => ground,
        }
    }
}
