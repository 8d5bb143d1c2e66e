//! Openings from the games of files: the laws of the index, and what `reversi openings` prints.

mod cli;
mod games;
mod index;
