//! Owns `perft`: how many leaves the game tree has, the classic proof that the rules are right.
//!
//! The convention: a pass is one ply, and a game that ends before the depth is reached is one leaf.
//! Counts to depth 14 are published at <https://www.aartbik.com/MISC/reversi.html>.

use crate::bitboard::squares;
use crate::board::Board;

/// The number of leaves `depth` plies below a board.
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => leaves_at_last_ply(board),
        _ => {
            let moves = board.legal_moves();
            if moves == 0 {
                let passed = board.swapped();
                return if passed.legal_moves() == 0 {
                    1
                } else {
                    perft(passed, depth - 1)
                };
            }
            squares(moves)
                .map(|square| {
                    let flips = board.flips(square);
                    perft(board.play_unchecked(square, flips), depth - 1)
                })
                .sum()
        }
    }
}

/// The last ply is counted, not played: one leaf a move, and one for a pass or a finished game.
#[inline]
fn leaves_at_last_ply(board: Board) -> u64 {
    u64::from(board.legal_moves().count_ones().max(1))
}
