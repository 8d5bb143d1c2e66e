//! Practice: puzzles from the player's own games and new ones, the player's own mistakes, and lines of openings.
//!
//! A [`puzzle`] is a position whose answers are proven; [`generate`] finds some, [`supply`] chooses the
//! next one for the player, [`attempt`] judges answers, `judge` refutes the wrong ones, `exercise` asks one
//! puzzle after the other, and `mistakes` the mistakes of a reviewed game, or those of many that `mistake_search` chooses.
//!
//! In [`opening_exercise`] the program plays the other side of some lines, by its `trainer`; `own_lines` are those that the
//! player keeps, and where a game left them.
//!
//! ```
//! use reversi_study::practice::generate::{PuzzleFilter, find_all, random};
//!
//! let wanted = PuzzleFilter { empties: Some(8..=8), ..PuzzleFilter::default() };
//! find_all(random(1), &wanted, 2, &|| false, |puzzle| {
//!     let answer = &puzzle.answers()[0];
//!     println!("{} {:?}, {}", puzzle.position, answer.square, answer.score);
//!     false // one is enough
//! });
//! ```

pub mod attempt;
pub mod exercise;
pub mod fact;
pub mod generate;
pub(crate) mod hints;
pub mod judge;
pub mod level;
pub mod mistake_search;
pub mod mistakes;
pub mod opening_exercise;
pub mod own_lines;
pub mod practice_store;
pub mod puzzle;
pub mod storm;
pub mod supply;
pub(crate) mod trainer;
