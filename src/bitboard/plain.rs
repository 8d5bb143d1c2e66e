//! The readable kernel: eight directions, one loop, nothing clever.
//!
//! Every function here works on any [`Word`]: on `u64` to compute, on a recording word to explain.

use super::word::Word;
use super::{INNER_FILES, INNER_RANKS};
/// One of the eight ways in which discs are turned, as arithmetic on a `u64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The distance that every square moves: towards a1 if positive, towards h8 if negative.
    pub shift: i8,
    /// The squares on which a run may pass over opponent discs. Excluding the edges that the shift would
    /// cross stops a run from wrapping to the other side of the board.
    pub mask: u64,
}

impl Direction {
    /// Returns every square of the set moved by one step; bits that leave the word are lost.
    #[inline]
    #[track_caller] // a recorded shift belongs to the line that takes the step
    pub fn step<W: Word>(&self, set: W) -> W {
        let by = u32::from(self.shift.unsigned_abs());
        if self.shift > 0 { set << by } else { set >> by }
    }
}

/// The eight directions, clockwise from up.
pub const DIRECTIONS: [Direction; 8] = [
    direction(8, INNER_RANKS),  // up
    direction(7, INNER_FILES),  // up right
    direction(-1, INNER_FILES), // right
    direction(-9, INNER_FILES), // down right
    direction(-8, INNER_RANKS), // down
    direction(-7, INNER_FILES), // down left
    direction(1, INNER_FILES),  // left
    direction(9, INNER_FILES),  // up left
];

const fn direction(shift: i8, mask: u64) -> Direction {
    Direction { shift, mask }
}

/// Returns the legal moves of the side with the discs `own`.
///
/// `own` and `opponent` must not overlap; otherwise the result has no meaning.
pub fn legal_moves<W: Word>(own: W, opponent: W) -> W {
    legal_moves_along(&DIRECTIONS, own, opponent)
}

/// Returns the part of [`legal_moves`] that these directions find.
#[inline]
pub fn legal_moves_along<W: Word>(directions: &[Direction], own: W, opponent: W) -> W {
    let empty = !(own | opponent);
    let mut moves = W::from(0);
    for direction in directions {
        let passable = opponent & direction.mask;
        // The opponent discs in an unbroken run from an own disc: at most six.
        let shifted = direction.step(own);
        let mut run = shifted & passable;
        for _ in 0..5 {
            run |= direction.step(run) & passable;
        }
        // One more step, onto an empty square, is a move.
        moves |= direction.step(run) & empty;
    }
    moves
}

/// Returns the opponent discs that a new disc of `own` on the single square of `placed` turns. Zero if
/// the move is not legal: the square is occupied or nothing turns.
pub fn flips<W: Word>(own: W, opponent: W, placed: W) -> W {
    flips_along(&DIRECTIONS, own, opponent, placed)
}

/// Returns the part of [`flips`] in these directions.
#[inline]
pub fn flips_along<W: Word>(directions: &[Direction], own: W, opponent: W, placed: W) -> W {
    let mut flipped = W::from(0);
    let taken = (own | opponent) & placed;
    if taken != 0 {
        return flipped;
    }
    for direction in directions {
        let passable = opponent & direction.mask;
        let mut run = W::from(0);
        let mut next = direction.step(placed);
        while next & passable != 0 {
            run |= next;
            next = direction.step(next);
        }
        // The run counts only if an own disc closes it.
        let closed = next & own;
        if closed != 0 {
            flipped |= run;
        }
    }
    flipped
}

/// The names of the directions, in the order of [`DIRECTIONS`].
const NAMES: [&str; 8] = [
    "up",
    "up right",
    "right",
    "down right",
    "down",
    "down left",
    "left",
    "up left",
];

/// Prints the name of the direction with this shift, like `up left`.
impl std::fmt::Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = DIRECTIONS
            .iter()
            .position(|other| other.shift == self.shift);
        match place {
            Some(place) => f.write_str(NAMES[place]),
            None => write!(f, "shift by {}", self.shift),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn bit(square: &str) -> u64 {
        square.parse::<Square>().unwrap().bit()
    }

    #[test]
    fn the_first_move_has_four_squares_and_turns_one_disc() {
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        assert_eq!(legal_moves(black, white), 0x0000_1020_0408_0000);
        assert_eq!(flips(black, white, bit("f5")), 0x0000_0000_0800_0000);
        assert_eq!(flips(black, white, bit("f4")), 0);
    }

    #[test]
    fn a_run_does_not_go_on_at_the_other_side_of_the_board() {
        // Own h1, opponent a2 b2 ... : reading order would join h1 to a2.
        let own = Square::H1.bit();
        let opponent = 0x00c0_0000_0000_0000;
        assert_eq!(legal_moves(own, opponent), 0);
        assert_eq!(flips(own, opponent, bit("c2")), 0);
    }
}
