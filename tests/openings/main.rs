//! Openings from the games of files: the laws of the index, and what `reversi openings` prints.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod cli;
mod games;
mod index;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/random.rs"]
mod random;
