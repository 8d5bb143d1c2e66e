//! The thread table: a small private table for positions with few empty squares.
//!
//! It fits into the processor's second-level cache, unlike the shared table. Each position has one
//! slot, and a new entry always replaces the old one. Whole boards are compared, so a hit is never
//! another position. Only exact bounds are stored.

use super::parameters::THREAD_TABLE_BITS;
use crate::board::Board;
use crate::square::Square;

#[derive(Clone, Copy)]
struct ThreadEntry {
    board: Board,
    bounds: Bounds,
}

/// The known bounds of a position: the score is from `lower` to `upper`.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move of the last search.
    pub(super) best: Option<Square>,
}

const UNKNOWN: Bounds = Bounds {
    lower: -64,
    upper: 64,
    best: None,
};

pub(super) struct ThreadTable(Vec<ThreadEntry>);

impl ThreadTable {
    pub(super) fn new() -> Self {
        let nothing = ThreadEntry {
            board: Board::START, // never looked up: it has sixty empty squares
            bounds: UNKNOWN,
        };
        Self(vec![nothing; 1 << THREAD_TABLE_BITS])
    }

    #[inline(always)]
    fn place(board: Board) -> usize {
        (board.hash64() >> (64 - THREAD_TABLE_BITS)) as usize
    }

    /// Returns the entry of a position; without one, the widest bounds.
    #[inline(always)]
    pub(super) fn get(&self, board: Board) -> Bounds {
        let slot = &self.0[Self::place(board)];
        if slot.board == board {
            slot.bounds
        } else {
            UNKNOWN
        }
    }

    /// Adds the result of a null-window search.
    #[inline(always)]
    pub(super) fn put(&mut self, board: Board, alpha: i32, score: i32, best: Option<Square>) {
        let slot = &mut self.0[Self::place(board)];
        if slot.board != board {
            *slot = ThreadEntry {
                board,
                bounds: UNKNOWN,
            };
        }
        if score > alpha {
            slot.bounds.lower = slot.bounds.lower.max(score as i8);
        } else {
            slot.bounds.upper = slot.bounds.upper.min(score as i8);
        }
        slot.bounds.best = best;
    }
}
