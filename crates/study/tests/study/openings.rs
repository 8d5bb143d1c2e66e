//! Openings from the games of files: the laws of the index, and what `reversi openings` prints.

mod games;
mod index;
