//! What a player learns from games. Each part uses only those before it:
//!
//! - [`known_scores`]: scores that symmetry or a proof gives. [`overlay`]: facts of a position as signs on its board.
//! - [`review`]: the mistakes of one game, and where they are stored. [`hint`]: one fact about the best move. `coach`: a
//!   warning before a move that loses much.
//! - `schedule`: when to repeat what was missed. [`rating`]: of players and puzzles. [`progress`]: the practice file.
//! - [`games`]: games that were played. [`openings`]: what was played in their positions.
//! - [`stats`]: the player's record.
//! - [`practice`]: puzzles, mistakes and lines of openings to learn from.

pub mod coach;
#[cfg(test)]
#[path = "../../../tests/support/dial.rs"]
mod dial;
pub mod games;
pub mod hint;
pub mod known_scores;
pub mod openings;
pub mod overlay;
pub mod practice;
pub mod progress;
pub mod rating;
pub mod review;
mod schedule;
pub mod stats;

/// The version of the form of all JSON for other programs. docs/cli.md says what may change without a new one.
pub const JSON_VERSION: u32 = 1;
