//! Reviews, puzzles, openings and the record.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "../../../../tests/support/best_play.rs"]
mod best_play;
#[path = "../../../../tests/support/cases.rs"]
mod cases;
mod course;
#[path = "../../../../tests/support/dial.rs"]
mod dial;
mod known_scores;
mod openings;
mod overlay;
mod puzzles;
#[path = "../../../../tests/support/random.rs"]
mod random;
#[path = "../../../../tests/support/random_games.rs"]
mod random_games;
mod review;
mod said;
mod whose;
