//! `reversi engine` and `reversi go --gtp` in the real program: scripted sessions word for word, interrupted searches, and whole
//! games against itself.

#![allow(clippy::unwrap_used)]

mod games;
mod go;
mod gtp;
mod nboard;
mod process;
#[path = "../support/program.rs"]
mod program;
