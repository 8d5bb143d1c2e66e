//! Openings from real games: what was played in a position, and how those games ended.
//!
//! - `count`: the results of the games in which a move was played.
//! - `canonical`: positions up to symmetry.
//! - [`index`]: the games of a folder, read once.
//! - [`lines`]: the lines of an opening that a player wants to know.
//! - [`scan`]: the games of a few files, read each time.
//! - [`table`]: the moves of a position with their names, results and evaluations.
//! - `task`: tables on a background thread.
//! - [`trainer`]: a game in which the program plays the other side of some lines.
//! - `practice`: what is kept of the trainer.

mod canonical;
mod count;
pub mod index;
pub(crate) mod lines;
pub(crate) mod practice;
pub mod scan;
pub mod table;
pub(crate) mod task;
pub(crate) mod trainer;

pub use count::Counts;

/// The fewest empty squares of a position that is counted. Later positions hardly ever occur twice.
pub const MIN_EMPTIES: u32 = 34;
