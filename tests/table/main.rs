//! Line mode, and games between two programs.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod line;
mod network;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/random.rs"]
mod random;
#[cfg(unix)]
#[path = "../support/terminal.rs"]
mod terminal;
