//! The library: rules, kernel, search and formats. These tests need both features.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod array_board;
#[path = "../support/board_spellings.rs"]
mod board_spellings;
#[path = "../support/boards.rs"]
mod boards;
mod boards_law;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/dial.rs"]
mod dial;
mod floors;
mod interface;
mod kernel;
mod laws;
mod messages;
mod notation;
mod openings;
mod perft;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/random.rs"]
mod random;
mod rules;
mod search;
mod sentences;
#[path = "../support/source.rs"]
mod source;
