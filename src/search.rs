//! The search: finds the best move and the score of a position.
//!
//! A [`Searcher`] holds the memory that searches share. It searches one board at a time within
//! [`Limits`] and reports its progress to a [`Handler`]. It knows boards and nothing above them: no
//! game, no player, no screen, and no clock but its own deadline. It never prints.
//!
//! ```
//! use reversi::{Board, search::{Limits, Searcher}};
//!
//! let mut searcher = Searcher::new(16);
//! let result = searcher.search(Board::START, &Limits::depth(6), &mut ());
//! println!("{:?} {} {:?}", result.best_move(), result.score(), result.certainty());
//! # assert!(result.best_move().is_some() && !result.certainty().is_proven());
//! ```
//!
//! The parts: `root` deepens step by step; `midgame` is the principal variation search, with `probcut`
//! and `order`; `endgame` and `last_four` solve positions near the end; `table` stores results, and
//! `parallel` shares the work among threads. `parameters` holds all tuning parameters. `compiled` lists the
//! functions that are compiled for each kernel.

#![allow(clippy::cast_possible_truncation)] // scores, depths and counts of squares are small
#![allow(clippy::inline_always)] // see bitboard::any_kernel::compiled

#[doc(hidden)]
pub mod bench;
mod compiled;
mod endgame;
mod info;
mod last_four;
mod limits;
mod midgame;
mod node;
mod order;
mod parallel;
pub(crate) mod parameters;
mod parity;
mod pool;
mod probcut;
mod root;
mod score;
mod searcher;
#[doc(hidden)]
pub mod solve;
pub(crate) mod table;
mod thread_table;
mod worker;

/// What the tool `train` needs to measure the search.
#[doc(hidden)]
pub mod measuring {
    pub use super::parameters::{Check, ErrorModel, PROBCUT_ERROR};
}

pub use info::{CancelToken, Handler, MoveScore, SearchInfo};
pub use limits::Limits;
pub use score::{Certainty, Confidence, Score};
pub use searcher::Searcher;
