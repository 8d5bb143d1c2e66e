//! What the searches pass to each other.

use arrayvec::ArrayVec;

use super::order::Candidate;
use super::parity::Parity;
use crate::bitboard::kernel::Kernel;
use crate::board::Board;
use crate::eval::Estimate;
use crate::eval::patterns::PatternStates;
use crate::square::Square;
use crate::squares::SquareSet;

/// The number of empty squares and their parity.
pub(super) type Rest = (u32, Parity);

/// A line of moves, without passes.
pub(super) type Line = ArrayVec<Square, 64>;

/// A board with its legal moves and what the evaluation needs.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) moves: SquareSet,
    pub(super) states: PatternStates,
    /// The evaluation, if the order of moves needed it.
    pub(super) estimate: Option<Estimate>,
}

impl Node {
    #[inline(always)]
    pub(super) fn of(kernel: impl Kernel, board: Board) -> Self {
        Self {
            board,
            moves: board.legal_moves_by(kernel),
            states: PatternStates::of(board),
            estimate: None,
        }
    }

    /// Returns the node after a pass; `None` if the other side has no move either, so that the game is over.
    #[inline(always)]
    pub(super) fn passed(&self, kernel: impl Kernel) -> Option<Self> {
        let board = self.board.swapped();
        let moves = board.legal_moves_by(kernel);
        (!moves.is_empty()).then(|| Self {
            board,
            moves,
            states: self.states.swapped(),
            estimate: None,
        })
    }

    /// Returns the node after a move whose legal moves are known.
    #[inline(always)]
    pub(super) fn after(&self, candidate: &Candidate) -> Self {
        let flips = self.board.opponent() & !candidate.board.player();
        Self {
            board: candidate.board,
            moves: candidate.moves,
            states: self.states.after_move(candidate.square, flips),
            estimate: candidate.estimate,
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
