//! The last four empty squares: the innermost loops of the endgame, unrolled.
//!
//! Everything here is exact. A function takes the discs of the side to move and of the opponent, the
//! empty squares one by one, and alpha of a null window; it returns a score that is at most alpha
//! when the true score is, and above alpha when the true score is (fail-soft bounds). Each position
//! that is reached counts as one node, those with one empty square too.

use super::compiled::Compiled;
use super::parity::Parity;
use super::worker::Worker;
use crate::bitboard::last_flip::twice_last_flips;
use crate::board::Board;
use crate::square::Square;

/// The neighbours of each square: a move flips nothing unless one of them is an opponent disc.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        let mut step = 0;
        while step < 9 {
            if let Some(near) = square.offset(step % 3 - 1, step / 3 - 1) {
                table[index as usize] |= near.bit();
            }
            step += 1;
        }
        table[index as usize] &= !square.bit();
        index += 1;
    }
    table
};

/// Returns the final score; the remaining empty squares go to the winner.
#[inline(always)]
pub(super) fn final_score(own: u64, empties: i32) -> i32 {
    let twice = 2 * own.count_ones().cast_signed();
    // own - (64 - own - empties)
    let difference = twice - 64 + empties;
    difference + difference.signum() * empties
}

/// Solves one empty square. Exact for any alpha; alpha only saves the second count.
#[inline(always)]
fn one(own: u64, square: Square, alpha: i32) -> i32 {
    // If the side to move cannot place a disc there: own discs to twice their number less 64.
    let stuck = 2 * own.count_ones().cast_signed() - 64;
    let turned = twice_last_flips(own, square);
    if turned != 0 {
        return stuck + turned + 2;
    }
    // Neither may be able to: then the square goes to the winner; a tie is 32 to 31 at best.
    let unplayed = if stuck >= 0 { stuck + 2 } else { stuck };
    if unplayed <= alpha {
        return unplayed; // the opponent's move could only make it less
    }
    let against = twice_last_flips(!(own | square.bit()), square);
    if against == 0 {
        unplayed
    } else {
        stuck - against
    }
}

/// The empty squares that are left, in the order in which to try them.
trait Left: Copy {
    /// Searches a board on which these squares are empty.
    fn search<K: Compiled>(self, worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32;
}

impl Left for [Square; 3] {
    #[inline(always)]
    fn search<K: Compiled>(self, worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32 {
        K::three(worker, board, alpha, self)
    }
}

impl Left for [Square; 2] {
    #[inline(always)]
    fn search<K: Compiled>(self, worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32 {
        K::two(worker, board, alpha, self)
    }
}

impl Left for [Square; 1] {
    #[inline(always)]
    fn search<K: Compiled>(self, worker: &mut Worker<'_, K>, board: Board, alpha: i32) -> i32 {
        worker.nodes += 1;
        one(board.player().bits(), self[0], alpha)
    }
}

impl<K: Compiled> Worker<'_, K> {
    /// Searches four empty squares, those in odd quadrants first.
    #[inline(always)]
    pub(super) fn four(&mut self, board: Board, alpha: i32, parity: Parity) -> i32 {
        let empties = board.empties();
        let odd = empties & parity.odd_squares();
        let mut order = [Square::A1; 4];
        for (place, square) in order.iter_mut().zip(odd.into_iter().chain(empties ^ odd)) {
            *place = square;
        }
        self.nodes += 1;
        let best = self.best_of_four(board, alpha, order);
        if best > -65 {
            return best;
        }
        let after_pass = self.best_of_four(board.swapped(), -alpha - 1, order);
        unless_over(board, after_pass)
    }

    #[inline(always)]
    fn best_of_four(&mut self, board: Board, alpha: i32, [a, b, c, d]: [Square; 4]) -> i32 {
        let mut best = -65;
        let _cutoff = self.try_move(board, alpha, a, [b, c, d], &mut best)
            || self.try_move(board, alpha, b, [a, c, d], &mut best)
            || self.try_move(board, alpha, c, [a, b, d], &mut best)
            || self.try_move(board, alpha, d, [a, b, c], &mut best);
        best
    }

    /// Searches three empty squares, given in the order in which to try them.
    #[inline(always)]
    pub(super) fn three(&mut self, board: Board, alpha: i32, squares: [Square; 3]) -> i32 {
        self.nodes += 1;
        let best = self.best_of_three(board, alpha, squares);
        if best > -65 {
            return best;
        }
        let after_pass = self.best_of_three(board.swapped(), -alpha - 1, squares);
        unless_over(board, after_pass)
    }

    #[inline(always)]
    fn best_of_three(&mut self, board: Board, alpha: i32, [a, b, c]: [Square; 3]) -> i32 {
        let mut best = -65;
        let _cutoff = self.try_move(board, alpha, a, [b, c], &mut best)
            || self.try_move(board, alpha, b, [a, c], &mut best)
            || self.try_move(board, alpha, c, [a, b], &mut best);
        best
    }

    /// Searches two empty squares.
    #[inline(always)]
    pub(super) fn two(&mut self, board: Board, alpha: i32, squares: [Square; 2]) -> i32 {
        self.nodes += 1;
        let best = self.best_of_two(board, alpha, squares);
        if best > -65 {
            return best;
        }
        let after_pass = self.best_of_two(board.swapped(), -alpha - 1, squares);
        unless_over(board, after_pass)
    }

    #[inline(always)]
    fn best_of_two(&mut self, board: Board, alpha: i32, [a, b]: [Square; 2]) -> i32 {
        let mut best = -65;
        let _cutoff = self.try_move(board, alpha, a, [b], &mut best)
            || self.try_move(board, alpha, b, [a], &mut best);
        best
    }

    /// Makes a move if it is legal, and searches the squares left after it. Raises `best` to the score and
    /// returns true if it is above alpha.
    #[inline(always)]
    fn try_move<L: Left>(
        &mut self,
        board: Board,
        alpha: i32,
        square: Square,
        left: L,
        best: &mut i32,
    ) -> bool {
        if NEIGHBOURS[usize::from(square.index() & 63)] & board.opponent().bits() == 0 {
            return false;
        }
        let flips = board.flips_by(self.kernel, square);
        if flips.is_empty() {
            return false;
        }
        let next = board.play_unchecked(square, flips);
        *best = (*best).max(-left.search(self, next, -alpha - 1));
        *best > alpha
    }
}

/// Returns the score before a pass, or the final score if neither side had a move.
#[inline(always)]
fn unless_over(board: Board, after_pass: i32) -> i32 {
    if after_pass > -65 {
        -after_pass
    } else {
        final_score(board.player().bits(), board.empty_count().cast_signed())
    }
}
