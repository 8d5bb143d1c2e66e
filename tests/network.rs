//! Games over the network: real programs over the loopback, and strangers who disturb them.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "network/hostile.rs"]
mod hostile;
#[path = "network/line.rs"]
mod line;
#[path = "support/program.rs"]
mod program;
#[path = "network/programs.rs"]
mod programs;
#[path = "support/random.rs"]
mod random;
#[path = "network/rules.rs"]
mod rules;
#[cfg(unix)]
#[path = "network/screen.rs"]
mod screen;
#[path = "network/spectators.rs"]
mod spectators;
#[cfg(unix)]
#[path = "support/terminal.rs"]
mod terminal;
