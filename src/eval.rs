//! The evaluation: an estimate of the final score of a position in which the game goes on.
//!
//! A search asks an [`Evaluator`]; [`Classical`] is the one there is. Estimates are finer than a
//! disc, so that moves can be ordered by them; the search rounds to discs.

#![allow(clippy::cast_possible_truncation)] // bytes are cut out of boards, weights are small

mod classical;
mod features;
#[cfg(feature = "app")]
pub(crate) mod fitting;
mod weights;

pub use classical::Classical;

use crate::board::Board;

/// How many units of an estimate make a disc.
pub const UNITS_PER_DISC: i32 = 100;

/// Rounds an estimate to discs, from -64 to 64.
#[inline]
pub(crate) fn to_discs(units: i32) -> i32 {
    (units + UNITS_PER_DISC / 2)
        .div_euclid(UNITS_PER_DISC)
        .clamp(-64, 64)
}

/// Judges positions without searching. Must be a function of the board alone, so that a search is
/// deterministic, and should give symmetric boards the same estimate.
pub trait Evaluator: Sync {
    /// The estimated final score for the side to move, in hundredths of a disc; beyond ±6400 it is
    /// taken for that. Where the game is over it should be the final score.
    fn evaluate(&self, board: Board) -> i32;
}
