//! The command line: the real program as scripts see it, the examples, and the guide.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod convert;
mod engine_cli;
mod examples;
mod explain;
mod general;
mod go_cli;
mod guide;
#[cfg(unix)]
mod history;
mod line_process;
mod match_cli;
#[path = "../support/program.rs"]
mod program;
mod puzzle_cli;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/random_games.rs"]
mod random_games;
mod review_cli;
#[cfg(unix)]
#[path = "../support/signals.rs"]
mod signals;
#[cfg(unix)]
#[path = "../support/terminal.rs"]
mod terminal;
