//! Owns the readable reference of the kernel: eight directions, one loop, nothing clever.

use super::{INNER_FILES, INNER_RANKS};
use crate::square::Square;

/// One of the eight ways in which discs are turned, as arithmetic on a `u64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// What the direction is called on the printed board.
    pub name: &'static str,
    /// How far every square moves: to the left (towards a1) when positive, to the right when negative.
    pub shift: i8,
    /// Where opponent discs may be run over. Leaving out the edges that the shift would cross keeps a
    /// run from going on at the other side of the board.
    pub mask: u64,
}

impl Direction {
    /// Every square of the set, one step on; bits that leave the `u64` are gone.
    #[must_use]
    pub const fn step(&self, set: u64) -> u64 {
        if self.shift > 0 {
            set << self.shift
        } else {
            set >> -self.shift
        }
    }
}

/// The eight directions, clockwise from up.
pub const DIRECTIONS: [Direction; 8] = [
    direction("up", 8, INNER_RANKS),
    direction("up right", 7, INNER_FILES),
    direction("right", -1, INNER_FILES),
    direction("down right", -9, INNER_FILES),
    direction("down", -8, INNER_RANKS),
    direction("down left", -7, INNER_FILES),
    direction("left", 1, INNER_FILES),
    direction("up left", 9, INNER_FILES),
];

const fn direction(name: &'static str, shift: i8, mask: u64) -> Direction {
    Direction { name, shift, mask }
}

/// The squares on which the side that owns `own` may place a disc.
///
/// `own` and `opponent` must not overlap; where they do, the answer has no meaning.
#[must_use]
pub fn legal_moves(own: u64, opponent: u64) -> u64 {
    let empty = !(own | opponent);
    let mut moves = 0;
    for direction in &DIRECTIONS {
        let passable = opponent & direction.mask;
        // The opponent discs that stand in an unbroken run beside an own disc: at most six.
        let mut run = direction.step(own) & passable;
        for _ in 0..5 {
            run |= direction.step(run) & passable;
        }
        // One step more, onto an empty square, is a move.
        moves |= direction.step(run) & empty;
    }
    moves
}

/// The opponent discs that a disc of `own` on `square` turns. Zero when the square is taken or when
/// nothing turns, that is, when the move is not legal.
#[must_use]
pub fn flips(own: u64, opponent: u64, square: Square) -> u64 {
    let placed = square.bit();
    if (own | opponent) & placed != 0 {
        return 0;
    }
    let mut flipped = 0;
    for direction in &DIRECTIONS {
        let passable = opponent & direction.mask;
        let mut run = 0;
        let mut next = direction.step(placed);
        while next & passable != 0 {
            run |= next;
            next = direction.step(next);
        }
        // The run counts only when an own disc closes it.
        if next & own != 0 {
            flipped |= run;
        }
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_has_four_squares_and_turns_one_disc() {
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        assert_eq!(legal_moves(black, white), 0x0000_1020_0408_0000);
        let f5 = "f5".parse().unwrap();
        assert_eq!(flips(black, white, f5), 0x0000_0000_0800_0000);
        let f4 = "f4".parse().unwrap();
        assert_eq!(flips(black, white, f4), 0);
    }

    #[test]
    fn a_run_does_not_go_on_at_the_other_side_of_the_board() {
        // Own h1, opponent a2 b2 ... : reading order would join h1 to a2.
        let own = Square::H1.bit();
        let opponent = 0x00c0_0000_0000_0000;
        assert_eq!(legal_moves(own, opponent), 0);
        assert_eq!(flips(own, opponent, "c2".parse().unwrap()), 0);
    }
}
