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
