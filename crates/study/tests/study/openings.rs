//! Openings from the games of files: the laws of the index, and what `reversi openings` prints.

mod game_search;
mod games;
mod index;
