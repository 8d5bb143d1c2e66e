//! One square of the board as it is seen: what lies on it, and what marks it.

mod picture;
pub(crate) mod view;

use arrayvec::ArrayString;

use crate::app::tui::theme::{Palette, Rgb};
use crate::color::Color;
use crate::square::Square;

/// The step of a quarter turn, at which a disc is seen edge-on.
pub(crate) const EDGE: u8 = 4;

/// A disc as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Disc {
    /// The face that is up.
    pub(crate) color: Color,
    /// How far it is turned: 0 is flat, [`EDGE`] is edge-on.
    pub(crate) step: u8,
    /// Not there yet: what a move would place.
    pub(crate) ghost: bool,
}

impl Disc {
    /// Returns a disc that lies flat.
    pub(crate) const fn flat(color: Color) -> Self {
        Self {
            color,
            step: 0,
            ghost: false,
        }
    }
}

/// A mark on a square or on its disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// No mark.
    #[default]
    None,
    /// The side to move may play here.
    Legal,
    /// The last move.
    Last,
    /// Turned by the last move.
    Turned,
    /// Would turn to this side.
    WouldTurn(Color),
    /// Its bit is set in the number that is shown.
    Bit,
}

/// A score that is written on a square: up to four ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    text: ArrayString<4>,
    /// Whether it is the best on the board.
    pub(crate) best: bool,
}

impl Label {
    /// Returns a label with as much of a text as there is room for.
    pub(crate) fn new(text: &str, best: bool) -> Self {
        let mut label = ArrayString::new();
        for letter in text.chars() {
            if label.try_push(letter).is_err() {
                break;
            }
        }
        Self { text: label, best }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// One square as it is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tile {
    /// The darker of the two tones.
    pub(crate) dark: bool,
    /// Corners with one of the board's four dots: bit 0 top left, 1 top right, 2 bottom left, 3 bottom
    /// right.
    pub(crate) stars: u8,
    /// The disc on it.
    pub(crate) disc: Option<Disc>,
    /// Its mark.
    pub(crate) mark: Mark,
    /// Under the cursor, or of a file that was typed.
    pub(crate) lit: bool,
    /// Whether its name is written on it.
    pub(crate) named: bool,
    /// The score that is written on it.
    pub(crate) label: Option<Label>,
}

impl Tile {
    /// Returns an empty square of the board.
    pub(crate) fn of(square: Square) -> Self {
        let (file, rank) = (square.file().index(), square.rank().index());
        // The dots lie at the outer corners of the sixteen squares c3 to f6.
        let near = |at: u8, low: u8| at == 2 - low || at == 6 - low;
        let stars = (0..4)
            .filter(|corner| near(file, corner & 1) && near(rank, corner >> 1))
            .fold(0, |stars, corner| stars | 1 << corner);
        Self {
            dark: (file + rank) % 2 == 1,
            stars,
            ..Self::default()
        }
    }

    /// Returns the colour of the square itself.
    pub(crate) fn ground(self, colors: &Palette) -> Rgb {
        let ground = colors.squares[usize::from(self.dark)];
        if self.lit {
            colors.lit
        } else if self.mark == Mark::Turned {
            ground.mix(colors.turned, 0.45)
        } else if self.mark == Mark::Bit {
            ground.mix(colors.turned, 0.85)
        } else {
            ground
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_dots_lie_at_the_outer_corners_of_the_sixteen_squares_in_the_middle() {
        let with_dots: Vec<String> = Square::all()
            .filter(|&square| Tile::of(square).stars != 0)
            .map(|square| format!("{square}:{}", Tile::of(square).stars))
            .collect();
        assert_eq!(
            with_dots.join(" "),
            "b2:8 c2:4 f2:8 g2:4 b3:2 c3:1 f3:2 g3:1 b6:8 c6:4 f6:8 g6:4 b7:2 c7:1 f7:2 g7:1"
        );
    }
}
