//! Go on small boards: the kernel against a flood fill, the number of legal positions, the rules, and the
//! values of the smallest boards.
//!
//! Two tests can do more. The first counts the positions of 4x4; the second plays a million games.
//!
//!     cargo test --test lessons go:: -- --ignored
//!     REVERSI_GO_GAMES=1000000 cargo test --release --test lessons random_games_end

mod board;
mod kernel;
mod lesson;
mod positions;
mod random_games;
mod rules;
mod sgf;
mod text;
mod values;
