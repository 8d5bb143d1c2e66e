//! The real program in a pseudo-terminal, on signals and where the system refuses memory, and the long runs of random
//! events.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[cfg(unix)]
#[path = "../../../../tests/support/fuzz.rs"]
mod fuzz;
#[cfg(unix)]
mod fuzz_commands;
#[cfg(unix)]
mod fuzz_kill;
#[cfg(unix)]
mod fuzz_terminal;
#[cfg(unix)]
#[path = "../../../../tests/support/program.rs"]
mod program;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
#[path = "../../../../tests/support/random.rs"]
mod random;
#[cfg(unix)]
mod scarce;
#[cfg(unix)]
#[path = "../../../../tests/support/terminal.rs"]
mod terminal;
