//! The evaluation: an estimate of the final score of an unfinished position.
//!
//! A search uses an [`Evaluator`]; [`Classical`] is the only one so far. Estimates are finer than a disc,
//! which helps move ordering; the search rounds them to discs.

#![allow(clippy::cast_possible_truncation)] // bytes are cut out of boards, weights are small

mod classical;
mod features;
#[cfg(feature = "app")]
pub(crate) mod fitting;
mod weights;

pub use classical::Classical;

use crate::board::Board;

/// The units of an estimate per disc.
pub const UNITS_PER_DISC: i32 = 100;

/// Rounds an estimate to discs, from -64 to 64.
#[inline]
pub(crate) fn to_discs(units: i32) -> i32 {
    (units + UNITS_PER_DISC / 2)
        .div_euclid(UNITS_PER_DISC)
        .clamp(-64, 64)
}

/// Evaluates positions without searching. The estimate must depend only on the board, so that searches
/// are deterministic, and should be equal for symmetric boards.
pub trait Evaluator: Sync {
    /// Returns the estimated final score for the side to move, in hundredths of a disc; it is clamped to
    /// ±6400. If the game is over, it should be the final score.
    fn evaluate(&self, board: Board) -> i32;
}
