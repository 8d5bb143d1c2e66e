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
    let mut best = -65;
    let flipped = flips(own, opponent, a);
    if flipped != 0 {
        *nodes += 1;
        best = -one(opponent ^ flipped, b, -alpha - 1);
        if best > alpha {
            return best;
        }
    }
    let flipped = flips(own, opponent, b);
    if flipped != 0 {
        *nodes += 1;
        return best.max(-one(opponent ^ flipped, a, -alpha - 1));
    }
    if best > -65 {
        return best;
    }
    // A pass: the opponent's two moves, by the same steps with the signs exchanged.
    let mut best = 65;
    let flipped = flips(opponent, own, a);
    if flipped != 0 {
        *nodes += 1;
        best = one(own ^ flipped, b, alpha);
        if best <= alpha {
            return best;
        }
    }
    let flipped = flips(opponent, own, b);
    if flipped != 0 {
        *nodes += 1;
        return best.min(one(own ^ flipped, a, alpha));
    }
    if best < 65 { best } else { final_score(own, 2) }
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
    let mut best = -65;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flipped = flips(own, opponent, square);
        if flipped != 0 {
            let score = -two(
                opponent ^ flipped,
                own ^ flipped | square.bit(),
                rest,
                -alpha - 1,
                nodes,
            );
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > -65 {
        return best;
    }
    let mut best = 65;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flipped = flips(opponent, own, square);
        if flipped != 0 {
            let score = two(
                own ^ flipped,
                opponent ^ flipped | square.bit(),
                rest,
                alpha,
                nodes,
            );
            if score <= alpha {
                return score;
            }
            best = best.min(score);
        }
    }
    if best < 65 { best } else { final_score(own, 3) }
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
    let mut best = -65;
    for (square, rest) in tries {
        let flipped = flips(own, opponent, square);
        if flipped != 0 {
            let score = -three(
                opponent ^ flipped,
                own ^ flipped | square.bit(),
                rest,
                -alpha - 1,
                nodes,
            );
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > -65 {
        return best;
    }
    let mut best = 65;
    for (square, rest) in tries {
        let flipped = flips(opponent, own, square);
        if flipped != 0 {
            let score = three(
                own ^ flipped,
                opponent ^ flipped | square.bit(),
                rest,
                alpha,
                nodes,
            );
            if score <= alpha {
                return score;
            }
            best = best.min(score);
        }
    }
    if best < 65 { best } else { final_score(own, 4) }
}
