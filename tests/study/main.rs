//! Reviews, puzzles, openings and the record.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "../support/best_play.rs"]
mod best_play;
mod openings;
#[path = "../support/program.rs"]
mod program;
mod puzzles;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/random_games.rs"]
mod random_games;
mod review;
mod stats;
