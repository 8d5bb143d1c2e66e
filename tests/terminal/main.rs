//! The real program in a pseudo-terminal, and the long runs of random events.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[cfg(unix)]
#[path = "../support/fuzz.rs"]
mod fuzz;
#[cfg(unix)]
mod fuzz_commands;
#[cfg(unix)]
mod fuzz_kill;
#[cfg(unix)]
mod fuzz_terminal;
#[cfg(unix)]
#[path = "../support/program.rs"]
mod program;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
#[path = "../support/random.rs"]
mod random;
#[cfg(unix)]
#[path = "../support/terminal.rs"]
mod terminal;
