//! Go on small boards: the kernel against a flood fill, the number of legal positions, the rules, and the
//! values of the smallest boards.
//!
//! Two tests can do more. The first counts the positions of 4x4; the second plays a million games.
//!
//!     cargo test --test go -- --ignored
//!     REVERSI_GO_GAMES=1000000 cargo test --release --test go random_games_end

#![allow(clippy::unwrap_used)]

mod board;
mod kernel;
mod lesson;
mod positions;
mod random_games;
mod rules;
mod sgf;
mod text;
mod values;

#[path = "../support/fuzz.rs"]
#[allow(dead_code)] // shared with tests that use all of it
mod fuzz;
#[path = "../support/random.rs"]
mod random;
#[path = "../trace/rust_text.rs"]
mod rust_text;
