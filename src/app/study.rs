//! What a player learns from games.
//!
//! - [`review`]: the mistakes of a finished game.
//! - `coach`: a warning before a move that loses much.
//! - [`course`]: how the kernel computes with bits, in eight chapters.
//! - [`exercise`]: positions that ask a question.
//! - [`practice`]: puzzles, and what the player has learned.
//! - [`openings`]: what was played in the games of files.
//! - `stats`: the player's record.
//! - [`tutorial`]: the game in nine steps, for beginners.

pub(crate) mod coach;
pub mod course;
pub mod exercise;
pub(crate) mod hint;
pub(crate) mod known_scores;
pub mod openings;
pub mod practice;
pub mod review;
pub(crate) mod stats;
pub mod tutorial;

/// The version of the form of all JSON for other programs. docs/cli.md says what may change without a new one.
pub(crate) const JSON_VERSION: u32 = 1;
