//! The names of the eight directions, and the steps that run over the edge of the board.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::plain::{DIRECTIONS, Direction};
use crate::square::File;

/// The directions by name and by the point of the compass, in the order of [`DIRECTIONS`]; up is north.
const NAMES: [(&str, &str); 8] = [
    ("up", "n"),
    ("up right", "ne"),
    ("right", "e"),
    ("down right", "se"),
    ("down", "s"),
    ("down left", "sw"),
    ("left", "w"),
    ("up left", "nw"),
];

/// An error of parsing a direction. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDirectionError(pub String);

impl fmt::Display for ParseDirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug escapes control characters: the text may come from anywhere.
        write!(f, "{:?} is not a direction; use one of", self.0)?;
        for (place, (name, point)) in NAMES.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma} {} ({point})", name.replace(' ', "-"))?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseDirectionError {}

/// Reads `up left`, `up-left`, `up_left`, `upleft` or `nw`, in any case.
impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        let mut wanted = text.trim().to_ascii_lowercase();
        wanted.retain(|c| !matches!(c, ' ' | '-' | '_'));
        let place = NAMES
            .iter()
            .position(|(name, point)| wanted == *point || wanted == name.replace(' ', ""));
        place
            .map(|place| DIRECTIONS[place])
            .ok_or_else(|| ParseDirectionError(text.to_owned()))
    }
}

/// Prints the name of the direction with this shift, like `up left`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = DIRECTIONS
            .iter()
            .position(|other| other.shift == self.shift);
        match place {
            Some(place) => f.write_str(NAMES[place].0),
            None => write!(f, "shift by {}", self.shift),
        }
    }
}

/// Returns the squares that a step of `set` reaches over the left or the right edge: they are
/// on the wrong side of the board. Empty when nothing wraps.
pub(super) fn wrapped(direction: Direction, set: u64) -> u64 {
    // A shift by 8 changes no file; what remains is one file to the left or to the right.
    let edge = match direction.shift.rem_euclid(8) {
        1 => File::new(0),
        7 => File::new(7),
        _ => None,
    };
    edge.map_or(0, |file| direction.step(set & file.mask()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;
    use crate::squares::SquareSet;

    #[test]
    fn every_spelling_of_a_direction_is_read() {
        for (direction, (name, point)) in DIRECTIONS.into_iter().zip(NAMES) {
            for text in [
                name.to_owned(),
                name.replace(' ', "-"),
                name.replace(' ', "_"),
                name.replace(' ', ""),
                name.to_uppercase(),
                format!(" {name} "),
                point.to_owned(),
                point.to_uppercase(),
            ] {
                assert_eq!(text.parse(), Ok(direction), "{text}");
            }
            assert_eq!(direction.to_string(), name);
        }
    }

    #[test]
    fn what_is_no_direction_is_answered_with_those_that_are() {
        for text in ["", "upup", "x", "l", "left up", "\u{1b}[2J"] {
            let error = text.parse::<Direction>().unwrap_err();
            assert_eq!(error, ParseDirectionError(text.to_owned()));
            let shown = error.to_string();
            assert!(shown.ends_with("left (w), up-left (nw)"), "{shown}");
            assert!(!shown.chars().any(char::is_control), "{shown}");
        }
    }

    #[test]
    fn a_step_wraps_exactly_where_the_board_has_no_next_square() {
        for direction in DIRECTIONS {
            for square in Square::all() {
                let landed = direction.step(square.bit());
                let near = SquareSet::from_bits(landed).first().is_some_and(|to| {
                    to.file().index().abs_diff(square.file().index()) <= 1
                        && to.rank().index().abs_diff(square.rank().index()) <= 1
                });
                let expected = if near { 0 } else { landed };
                assert_eq!(
                    wrapped(direction, square.bit()),
                    expected,
                    "{square} {direction}"
                );
            }
        }
    }
}
