//! Board text: 64 characters from a1 to h8 and the side to move.
//!
//! Read: Black is one of `X x * B b`, White one of `O o W w`, an empty square `-` or `.`; white space
//! and `/` are skipped everywhere, and the side may be glued on. Written: `X`, `O`, `-`, a space and
//! the side, as in OBF files.

use std::fmt;
use std::str::FromStr;

use crate::color::{ByColor, Color};
use crate::position::Position;
use crate::square::Square;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// A character that stands for nothing, and where.
    UnknownCharacter {
        /// The character.
        found: char,
        /// Its place in the text, counted in characters from 1.
        at: usize,
    },
    /// The text ends before the 64 squares do.
    TooFewSquares {
        /// How many there are.
        found: usize,
    },
    /// The squares are all there, but not the side to move.
    NoSide,
    /// The last character should name the side to move and does not.
    BadSide {
        /// The character.
        found: char,
    },
    /// Something comes after the side to move.
    TooLong {
        /// Where it begins, counted in characters from 1.
        at: usize,
    },
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCharacter { found, at } => write!(
                f,
                "character {at} of the position is {found:?}, but a square is X, O or -"
            ),
            Self::TooFewSquares { found } => write!(
                f,
                "the position has {found} squares, but a board has 64 and then the side to move, X or O"
            ),
            Self::NoSide => write!(
                f,
                "the position has no side to move after its 64 squares, add X for Black or O for White"
            ),
            Self::BadSide { found } => write!(
                f,
                "the side to move is {found:?}, but it must be X for Black or O for White"
            ),
            Self::TooLong { at } => write!(
                f,
                "the position goes on after the side to move, at character {at}: 64 squares and a side are all"
            ),
        }
    }
}

impl std::error::Error for ParsePositionError {}

const fn color(character: char) -> Option<Color> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let mut characters = (1..)
            .zip(text.chars())
            .filter(|&(_, c)| !c.is_whitespace() && c != '/');
        let mut discs = ByColor::new(0u64, 0u64);
        for (count, square) in Square::all().enumerate() {
            match characters.next() {
                None => return Err(ParsePositionError::TooFewSquares { found: count }),
                Some((_, '-' | '.')) => {}
                Some((at, found)) => match color(found) {
                    Some(color) => discs[color] |= square.bit(),
                    None => return Err(ParsePositionError::UnknownCharacter { found, at }),
                },
            }
        }
        let side = match characters.next() {
            None => return Err(ParsePositionError::NoSide),
            Some((_, found)) => color(found).ok_or(ParsePositionError::BadSide { found })?,
        };
        if let Some((at, _)) = characters.next() {
            return Err(ParsePositionError::TooLong { at });
        }
        Ok(Self::from_discs(discs, side).expect("each square was read once"))
    }
}

/// Prints the 64 squares as `X`, `O` and `-`, a space and the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for square in Square::all() {
            f.write_char(self.disc(square).map_or('-', Color::letter))?;
        }
        write!(f, " {}", self.side_to_move().letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_written_in_the_usual_way() {
        assert_eq!(Position::START.to_string(), START);
    }

    #[test]
    fn every_spelling_of_the_start_is_read() {
        let rows = "-------- /-------- /-------- /...ob.../...*W.../\n--------/--------/-------- b";
        for text in [START, &START.replace(' ', ""), &START.to_lowercase(), rows] {
            assert_eq!(text.parse(), Ok(Position::START), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let error = |text: &str| text.parse::<Position>().unwrap_err();
        assert_eq!(error(""), ParsePositionError::TooFewSquares { found: 0 });
        assert_eq!(
            error(&START[..60]),
            ParsePositionError::TooFewSquares { found: 60 }
        );
        assert_eq!(error(&START[..64]), ParsePositionError::NoSide);
        assert_eq!(
            error(&START.replacen('O', "\u{7}", 1)),
            ParsePositionError::UnknownCharacter {
                found: '\u{7}',
                at: 28
            }
        );
        assert_eq!(
            error(&START.replace(" X", " -")),
            ParsePositionError::BadSide { found: '-' }
        );
        assert_eq!(
            error(&format!("{START} X")),
            ParsePositionError::TooLong { at: 68 }
        );
        let shown = error(&START.replacen('O', "\u{1b}", 1)).to_string();
        assert!(!shown.chars().any(char::is_control), "{shown}");
    }
}
