//! What the searches pass to each other.

use arrayvec::ArrayVec;

use super::order::Candidate;
use super::parity::Parity;
use crate::board::Board;
use crate::eval::patterns::PatternStates;
use crate::square::Square;
use crate::squares::SquareSet;

/// The number of empty squares and their parity.
pub(super) type Rest = (u32, Parity);

/// A line of moves, without passes.
pub(super) type Line = ArrayVec<Square, 64>;

/// A board with the states of its patterns.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) states: PatternStates,
}

impl Node {
    #[inline(always)]
    pub(super) fn of(board: Board) -> Self {
        Self {
            board,
            states: PatternStates::of(board),
        }
    }

    /// Returns the node after a pass.
    #[inline(always)]
    pub(super) fn swapped(&self) -> Self {
        Self {
            board: self.board.swapped(),
            states: self.states.swapped(),
        }
    }

    /// Returns the node after a move.
    #[inline(always)]
    pub(super) fn after(&self, candidate: &Candidate) -> Self {
        let flips = self.board.opponent() & !candidate.board.player();
        self.after_flips(candidate.square, flips)
    }

    /// Returns the node after a move whose flips are known.
    #[inline(always)]
    pub(super) fn after_flips(&self, square: Square, flips: SquareSet) -> Self {
        Self {
            board: self.board.play_unchecked(square, flips),
            states: self.states.after_move(square, flips),
        }
    }
}

/// A board to search, with the depth and the allowed moves.
#[derive(Clone, Copy)]
pub(super) struct Subtree {
    pub(super) board: Board,
    pub(super) depth: u32,
    /// The moves to search: all, except at the root.
    pub(super) allowed: SquareSet,
}

impl Subtree {
    /// Creates a task with all moves of a board.
    pub(super) const fn of(board: Board, depth: u32) -> Self {
        Self {
            board,
            depth,
            allowed: SquareSet::ALL,
        }
    }
}
