//! What a player learns from games.
//!
//! - [`review`]: the mistakes of a finished game.
//! - `coach`: a warning before a move that loses much.
//! - [`course`]: the tutorial, the game in nine steps for beginners; and how the kernel computes with bits, in eight
//!   chapters.
//! - [`exercise`]: positions that ask a question.
//! - [`practice`]: puzzles, and what the player has learned.
//! - [`openings`]: what was played in the games of files.
//! - `stats`: the player's record.

#[cfg(test)]
#[path = "../../../tests/support/cases.rs"]
mod cases;
pub mod coach;
pub mod course;
#[cfg(test)]
#[path = "../../../tests/support/dial.rs"]
mod dial;
pub mod exercise;
pub mod hint;
pub mod known_scores;
pub mod lesson;
pub mod openings;
pub mod overlay;
pub mod practice;
pub mod review;
pub mod stats;

/// The version of the form of all JSON for other programs. docs/cli.md says what may change without a new one.
pub const JSON_VERSION: u32 = 1;
