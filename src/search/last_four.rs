//! The last four empty squares: the innermost loops of the endgame, unrolled.
//!
//! Everything here is exact. A function takes the discs of the side to move and of the opponent, the
//! empty squares one by one, and alpha of a null window; it returns a score that is at most alpha
//! when the true score is, and above alpha when the true score is (fail-soft bounds). Each position
//! that is reached counts as one node, those with one empty square too.

use crate::bitboard::{self, last_flip::twice_last_flips};
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

#[inline]
fn flips(own: u64, opponent: u64, square: Square) -> u64 {
    if NEIGHBOURS[usize::from(square.index())] & opponent == 0 {
        0
    } else {
        bitboard::flips(own, opponent, square)
    }
}

/// Returns the final score; the remaining empty squares go to the winner.
#[inline]
pub(super) fn final_score(own: u64, empties: i32) -> i32 {
    let twice = 2 * own.count_ones().cast_signed();
    // own - (64 - own - empties)
    let difference = twice - 64 + empties;
    difference + difference.signum() * empties
}

/// Solves one empty square. Exact for any alpha; alpha only saves the second count.
#[inline]
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

/// Solves two empty squares.
#[inline]
pub(super) fn two(
    own: u64,
    opponent: u64,
    squares: [Square; 2],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b] = squares;
    let one = |own, _, [square]: [Square; 1], alpha, nodes: &mut u64| {
        *nodes += 1;
        one(own, square, alpha)
    };
    solve(own, opponent, [(a, [b]), (b, [a])], alpha, nodes, one)
}

/// Solves three empty squares, given in the order in which to try them.
#[inline]
pub(super) fn three(
    own: u64,
    opponent: u64,
    squares: [Square; 3],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b, c] = squares;
    let tries = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    solve(own, opponent, tries, alpha, nodes, two)
}

/// Solves four empty squares, given in the order in which to try them.
#[inline]
pub(super) fn four(
    own: u64,
    opponent: u64,
    squares: [Square; 4],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [a, b, c, d] = squares;
    let tries = [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ];
    solve(own, opponent, tries, alpha, nodes, three)
}

/// Tries each square for the side to move, then after a pass for the other, and solves the `REST` squares
/// left after each move. A best score of -65 is that of no legal move.
#[inline]
fn solve<const N: usize, const REST: usize>(
    own: u64,
    opponent: u64,
    tries: [(Square, [Square; REST]); N],
    alpha: i32,
    nodes: &mut u64,
    rest: impl Fn(u64, u64, [Square; REST], i32, &mut u64) -> i32,
) -> i32 {
    let mut best_move = |own: u64, opponent: u64, alpha: i32| {
        let mut best = -65;
        for (square, others) in tries {
            let flipped = flips(own, opponent, square);
            if flipped != 0 {
                let (own, opponent) = (own ^ flipped | square.bit(), opponent ^ flipped);
                let score = -rest(opponent, own, others, -alpha - 1, nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    };
    let played = best_move(own, opponent, alpha);
    if played > -65 {
        return played;
    }
    let after_pass = best_move(opponent, own, -alpha - 1);
    if after_pass > -65 {
        -after_pass
    } else {
        final_score(own, (own | opponent).count_zeros().cast_signed())
    }
}
