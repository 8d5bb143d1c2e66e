//! Reversi (Othello) on a bitboard kernel, for the terminal and for other programs.
//!
//! The layers, lowest first; each imports only from those above it in this list:
//!
//! - [`square`], [`squares`], [`color`]: names of places, sets of them, and sides.
//! - [`bitboard`]: the kernel. Legal moves and flips on `u64` sets of squares.
//! - [`board`], [`position`]: the discs, relative to the side to move and in absolute colours.
//! - [`game`]: the state machine with passes, the end, undo and redo.
//! - [`perft`](mod@perft): path counts, the proof that the rules are right.
//! - [`eval`]: what a position seems to be worth.
//! - [`search`]: the best move, and what a position is worth.
//! - [`notation`]: how positions and games are written down.
//! - [`opening`]: what openings are called.
//! - [`app`]: the program on top: players, session, review, lesson, command line, front ends.
//!
//! ```
//! use reversi::Game;
//! let game = Game::new();
//! assert_eq!(game.legal_moves().to_string(), "d3 c4 f5 e6");
//! ```

#[cfg(feature = "app")]
pub mod app;
pub mod bitboard;
pub mod board;
pub mod color;
pub mod eval;
pub mod game;
pub mod notation;
pub mod opening;
pub mod perft;
pub mod position;
pub mod search;
pub mod square;
pub mod squares;

pub use bitboard::symmetry::Symmetry;
pub use board::Board;
pub use color::{ByColor, Color};
pub use game::{Ending, Entry, Game, MoveError, Outcome, Status};
pub use perft::perft;
pub use position::Position;
pub use square::{File, ParseSquareError, Rank, Square};
pub use squares::SquareSet;
