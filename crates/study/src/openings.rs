//! Openings from real games: what was played in a position, and how those games ended.
//!
//! - `count`: what was played in positions, up to symmetry, and how those games ended.
//! - [`index`]: the games of the libraries, read once.
//! - `row`: a game in the index.
//! - `rows_file`: the file of the index.
//! - [`game_search`]: the newest games that match a filter.
//! - [`lines`]: the lines of an opening that a player wants to know.
//! - `own_lines`: the lines that the player keeps, and where a game left them.
//! - [`table`]: the moves of a position with their names, results and evaluations.
//! - `task`: tables on a background thread.
//! - [`trainer`]: a game in which the program plays the other side of some lines.
//! - `practice`: what is kept of the trainer.

mod count;
pub mod game_search;
pub mod index;
pub mod lines;
pub mod own_lines;
pub mod practice;
pub mod row;
mod rows_file;
pub mod table;
pub mod task;
pub(crate) mod trainer;

pub use count::{Counts, MoveCounts};

/// The fewest empty squares of a position that is counted. Later positions hardly ever occur twice.
pub const MIN_EMPTIES: u32 = 34;
