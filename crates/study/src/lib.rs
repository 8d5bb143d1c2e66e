//! What a player learns from games.
//!
//! - [`review`]: the mistakes of a finished game.
//! - `coach`: a warning before a move that loses much.
//! - [`practice`]: puzzles, and what the player has learned.
//! - [`openings`]: what was played in the games of files.
//! - `stats`: the player's record.

pub mod coach;
pub mod hint;
pub mod known_scores;
pub mod openings;
pub mod overlay;
pub mod practice;
pub mod review;
pub mod stats;

/// The version of the form of all JSON for other programs. docs/cli.md says what may change without a new one.
pub const JSON_VERSION: u32 = 1;
