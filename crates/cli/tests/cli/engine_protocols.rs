//! `reversi engine` and `reversi go --gtp` in the real program: scripted sessions word for word, interrupted searches, and whole
//! games against itself.

mod games;
mod go;
mod gtp;
mod nboard;
mod process;
