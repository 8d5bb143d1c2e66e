//! Games between programs. Internal to the program: it may change in any version.
//!
//! - [`network`]: a game between two people over the network, and its spectators.
//! - [`arena`]: matches between players.

pub mod arena;
#[cfg(test)]
#[path = "../../../tests/support/dial.rs"]
mod dial;
pub mod network;
