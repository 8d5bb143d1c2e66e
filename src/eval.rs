//! The evaluation: an estimate of the final score of an unfinished position, in the tradition of
//! Logistello (Michael Buro, 1997): each group of squares adds a trained weight for the discs on it,
//! and so does each side for the number of its legal moves.

#![allow(clippy::cast_possible_truncation)] // states and phases are small
#![allow(clippy::inline_always)] // see bitboard::any_kernel::compiled

pub(crate) mod patterns;
pub(crate) mod weights;

pub use weights::{Weights, WeightsError};

/// What the tool `train` needs to fit the weights.
#[doc(hidden)]
pub mod fitting {
    pub use super::patterns::{PATTERNS, classes};
    pub use super::weights::{PHASES, TERMS, phase};

    use super::{Board, PatternStates};

    /// Returns the state of each pattern, as an index into the classes.
    pub fn states(board: Board) -> impl Iterator<Item = usize> {
        let states: Vec<usize> = PatternStates::of(board).places().collect();
        states.into_iter()
    }

    /// Returns the indices of the terms of a board.
    pub fn terms(board: Board) -> [usize; 3] {
        super::weights::terms(
            board.empty_count(),
            [board.legal_moves(), board.swapped().legal_moves()],
        )
    }
}

use patterns::PatternStates;

use crate::bitboard::kernel::Portable;
use crate::board::Board;

/// An estimate for the side to move, in 64ths of a disc: the scale of the weights. Finer than a disc, which helps
/// move ordering; the search rounds it to discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Estimate(pub i32);

impl Estimate {
    /// The units of a disc.
    pub const DISC: i32 = 64;

    /// Rounds to discs, from -64 to 64.
    #[inline]
    pub fn discs(self) -> i32 {
        (self.0 + Self::DISC / 2)
            .div_euclid(Self::DISC)
            .clamp(-64, 64)
    }

    /// Returns the greatest estimate that is at most this many discs when rounded.
    #[inline]
    pub(crate) fn most(discs: i32) -> Self {
        Self(Self::DISC * discs + Self::DISC / 2 - 1)
    }
}

/// Returns the estimate of the final score for the side to move.
pub fn evaluate(weights: &Weights, board: Board) -> Estimate {
    weights.evaluate(
        Portable,
        board,
        board.legal_moves(),
        &PatternStates::of(board),
    )
}
