//! Openings from real games: what was played in a position, and how those games ended.
//!
//! - `count`: what was played in positions, up to symmetry, and how those games ended.
//! - [`lines`]: the lines of an opening that a player wants to know.
//! - [`table`]: the moves of a position with their names, results and evaluations.
//! - [`task`]: tables on a background thread.

mod count;
pub mod lines;
pub mod table;
pub mod task;

pub use count::{Counts, MoveCounts};

/// The fewest empty squares of a position that is counted. Later positions hardly ever occur twice.
pub const MIN_EMPTIES: u32 = 34;
