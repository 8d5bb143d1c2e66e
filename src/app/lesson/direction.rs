//! Owns how the eight directions are named and read, and which steps run over the edge of the board.

use std::fmt;
use std::str::FromStr;

use super::expression::{Expression, Variable};
use super::plain::{DIRECTIONS, Direction};
use crate::square::File;

/// Why a text is not a direction. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDirectionError(pub String);

impl fmt::Display for ParseDirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Debug escapes control characters: the text may come from anywhere.
        write!(f, "{:?} is not a direction, which is one of", self.0)?;
        for (place, (direction, point)) in DIRECTIONS.iter().zip(POINTS).enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma} {} ({point})", direction.name.replace(' ', "-"))?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseDirectionError {}

/// The points of the compass, for the directions in the order of the table; up is north.
const POINTS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// The names as Rust identifiers, in the order of the table.
const IDENTIFIERS: [&str; 8] = [
    "up",
    "up_right",
    "right",
    "down_right",
    "down",
    "down_left",
    "left",
    "up_left",
];

/// Reads `up left`, `up-left`, `up_left`, `upleft` or `nw`, in any case.
impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        let mut wanted = text.trim().to_ascii_lowercase();
        wanted.retain(|c| !matches!(c, ' ' | '-' | '_'));
        DIRECTIONS
            .into_iter()
            .zip(POINTS)
            .find(|(direction, point)| {
                wanted == *point || wanted == direction.name.replace(' ', "")
            })
            .map(|(direction, _)| direction)
            .ok_or_else(|| ParseDirectionError(text.to_owned()))
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The name of a direction as a Rust identifier: `up_left`.
pub(super) fn identifier(direction: Direction) -> &'static str {
    let place = DIRECTIONS.iter().position(|&d| d == direction);
    place.map_or("result", |place| IDENTIFIERS[place])
}

/// `direction.step(set)` with the shift written out.
pub(super) fn step(direction: Direction, set: Variable) -> Expression {
    let by = u32::from(direction.shift.unsigned_abs());
    if direction.shift > 0 {
        set << by
    } else {
        set >> by
    }
}

/// The squares on which a step of `set` lands after it ran over the left or the right edge: they are
/// on the wrong side of the board. Empty when nothing wraps.
pub(super) fn wrapped(direction: Direction, set: u64) -> u64 {
    let file = if direction.name.ends_with("left") {
        0
    } else if direction.name.ends_with("right") {
        7
    } else {
        return 0;
    };
    File::new(file).map_or(0, |file| direction.step(set & file.mask()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;
    use crate::squares::SquareSet;

    #[test]
    fn every_spelling_of_a_direction_is_read() {
        for (direction, point) in DIRECTIONS.into_iter().zip(POINTS) {
            let name = direction.name;
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
            assert_eq!(identifier(direction), name.replace(' ', "_"));
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
