//! The steps that run over the edge of the board.

use reversi::File;
use reversi::bitboard::plain::Direction;

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
    use reversi::bitboard::plain::DIRECTIONS;
    use reversi::{Square, SquareSet};

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
