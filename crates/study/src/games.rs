//! Games that were played: those of files, and which of them are meant.
//!
//! - [`index`]: the games of the libraries, read once.
//! - [`row`]: a game in the index.
//! - `rows_file`: the file of the index.
//! - `choice`: a filter, with what it needs to know besides each game.
//! - [`game_search`]: the newest games that match a filter.
//! - `win_counts`: the results of some games.
//! - [`line_exit`]: where a game left the opening book, or other lines.

mod choice;
pub mod game_search;
pub mod index;
pub mod line_exit;
pub mod row;
mod rows_file;
mod win_counts;

pub use choice::{ChoiceResults, ChoiceTask, GameChoice};
pub use win_counts::WinCounts;
