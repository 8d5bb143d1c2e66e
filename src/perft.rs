//! Owns `perft`: how many leaves the game tree has, the classic proof that the rules are right.
//!
//! The convention: a pass is one ply, and a game that ends before the depth is reached is one leaf.
//! Counts to depth 14 are published at <https://www.aartbik.com/MISC/reversi.html>.
//!
//! The last ply is counted, not played, and the boards that it is counted on are collected first: many
//! at a time are counted in the lanes of vector registers.

use crate::bitboard::{self, portable, squares};
use crate::board::Board;

/// The number of leaves `depth` plies below a board.
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => leaves_of(board.legal_moves()),
        _ => {
            let mut last_ply = LastPly {
                own: [0; CAPACITY],
                opponent: [0; CAPACITY],
                waiting: 0,
                leaves: 0,
            };
            walk(board, depth, &mut last_ply);
            last_ply.finish()
        }
    }
}

/// Plays all but the last of `depth` plies, at least one.
fn walk(board: Board, depth: u32, last_ply: &mut LastPly) {
    let moves = board.legal_moves();
    if depth == 2 {
        if moves == 0 {
            last_ply.leaves += leaves_of(board.swapped().legal_moves());
        } else {
            last_ply.add_children(board, moves);
        }
    } else if moves != 0 {
        for square in squares(moves) {
            let next = board.play_unchecked(square, board.flips(square));
            walk(next, depth - 1, last_ply);
        }
    } else if board.swapped().legal_moves() != 0 {
        walk(board.swapped(), depth - 1, last_ply);
    } else {
        last_ply.leaves += 1;
    }
}

/// One leaf a move, and one for a pass or a finished game.
#[inline]
fn leaves_of(moves: u64) -> u64 {
    u64::from(moves.count_ones().max(1))
}

/// How many boards are counted together.
const LANES: usize = 32;

/// Room for those, and for the children of one more board: fewer than 64. A power of two, so that a
/// mask keeps every index inside.
const CAPACITY: usize = 128;

/// Boards with one ply to go, and the leaves counted so far. Fewer than [`LANES`] boards wait between
/// calls.
struct LastPly {
    own: [u64; CAPACITY],
    opponent: [u64; CAPACITY],
    waiting: usize,
    leaves: u64,
}

impl LastPly {
    /// Adds the boards after each of `moves`. Nearly all the time goes into this loop.
    #[inline]
    fn add_children(&mut self, board: Board, moves: u64) {
        let mut waiting = self.waiting;
        for square in squares(moves) {
            let next = board.play_unchecked(square, board.flips(square));
            self.own[waiting % CAPACITY] = next.player();
            self.opponent[waiting % CAPACITY] = next.opponent();
            waiting += 1;
        }
        while waiting >= LANES {
            waiting -= LANES;
            self.leaves += count_lanes(&self.own, &self.opponent, waiting);
        }
        self.waiting = waiting;
    }

    fn finish(self) -> u64 {
        let rest = self.own.iter().zip(&self.opponent).take(self.waiting);
        rest.fold(self.leaves, |leaves, (&own, &opponent)| {
            leaves + leaves_of(bitboard::legal_moves(own, opponent))
        })
    }
}

/// The leaves of the boards `from..from + LANES`.
///
/// Always by the portable kernel: the compiler puts one board into each lane of its vector registers,
/// which no kernel that fills a register with one board can match.
#[inline(never)]
fn count_lanes(own: &[u64; CAPACITY], opponent: &[u64; CAPACITY], from: usize) -> u64 {
    let from = from.min(CAPACITY - LANES);
    let lanes = own[from..from + LANES]
        .iter()
        .zip(&opponent[from..from + LANES]);
    lanes.fold(0, |leaves, (&own, &opponent)| {
        leaves + leaves_of(portable::legal_moves(own, opponent))
    })
}
