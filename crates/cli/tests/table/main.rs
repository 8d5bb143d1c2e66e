//! Line mode, and games between two programs.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod line;
mod network;
#[path = "../../../../tests/support/program.rs"]
mod program;
#[path = "../../../../tests/support/random.rs"]
mod random;
#[cfg(unix)]
#[path = "../../../../tests/support/terminal.rs"]
mod terminal;
