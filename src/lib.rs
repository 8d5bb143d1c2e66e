//! Reversi (Othello): the rules on a bitboard kernel, perft, opening names, an evaluation, and a search that
//! solves endgames.
//!
//! Read a game and list the legal moves after it:
//!
//! ```
//! use reversi::Game;
//!
//! let game: Game = "f5d6c3d3c4".parse()?;
//! assert_eq!(game.position().to_string(), "------------------XO------XXX------OXX-----O-------------------- O");
//! assert_eq!(game.legal_moves().to_string(), "b3 f3 f4 b5 g5 g6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Play moves. An illegal move is an error and leaves the game unchanged:
//!
//! ```
//! use reversi::{Game, MoveError, Square, Status};
//!
//! let mut game = Game::new();
//! game.play("f5".parse()?)?;
//! let error = game.play(Square::A1).unwrap_err();
//! assert_eq!(error, MoveError::NothingToTurn { square: Square::A1 });
//! assert_eq!(game.entries().len(), 1);
//!
//! while let Status::ToMove(_) = game.status() {
//!     let first = game.legal_moves().first().expect("a legal move");
//!     game.play(first)?;
//! }
//! let outcome = game.outcome().expect("the game is over");
//! assert_eq!(outcome.score.black + outcome.score.white, 64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Work with boards without colours or history, as an engine does:
//!
//! ```
//! use reversi::{Board, perft};
//!
//! let moves = Board::START.legal_moves();
//! let next: Vec<Board> = moves.into_iter().filter_map(|square| Board::START.play(square)).collect();
//! assert!(next.iter().all(|board| board.canonical() == next[0].canonical()));
//! assert_eq!(perft(Board::START, 6), 8200);
//! ```
//!
//! Solve an endgame:
//!
//! ```
//! use reversi::Position;
//! use reversi::search::{Limits, Searcher};
//!
//! let position: Position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
//! let result = Searcher::new(16).search(position.board(), &Limits::solve(), &mut ());
//! assert_eq!(result.best_move(), Some("g8".parse()?));
//! assert_eq!(result.score().to_string(), "+18");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search within a limit:
//!
//! ```
//! use std::time::Duration;
//! use reversi::Board;
//! use reversi::search::{Limits, Searcher};
//!
//! let limits = Limits::depth(8).with_time(Duration::from_secs(5));
//! let result = Searcher::new(16).search(Board::START, &limits, &mut ());
//! println!("{:?} {}, {} nodes", result.best_move(), result.score(), result.nodes);
//! # assert!(result.best_move().is_some());
//! ```
//!
//! # Layers
//!
//! Lowest first; each layer imports only from those above it in this list.
//!
//! - [`Square`], [`Color`]: squares and sides.
//! - [`bitboard`]: the kernel. Legal moves and flips on raw `u64` sets, written to be read.
//! - [`SquareSet`], [`Symmetry`]: sets of squares, and the symmetries of the board.
//! - [`Board`], [`Position`]: the discs, relative to the side to move and in absolute colours.
//! - [`Game`]: the state machine with passes, the end, undo and redo.
//! - [`transcript`]: a game as text, `f5d6c3`.
//! - [`GameTree`]: a tree of variations with a cursor, comments and marks.
//! - [`perft`](fn@perft): leaf counts, the standard test of the rules.
//! - [`array_board`]: the rules once more, as a beginner writes them on an array: the oracle of the tests.
//! - [`Opening`]: the names of openings; [`is_proven_draw`]: what is proven of the whole game.
//! - `eval` (feature `search`): the evaluation, an estimate of the final score.
//! - `search` (feature `search`): the best move and the score of a position.
//!
//! File formats are a crate on top of this one, `reversi-notation`.
//!
//! What this page does not show is for the crates of the program and may change in any version.

// Without the search, some functions of the kernel have no user.
#![cfg_attr(not(feature = "search"), allow(dead_code))]

pub mod array_board;
pub mod bitboard;
mod board;
#[cfg(test)]
#[path = "../tests/support/cases.rs"]
mod cases;
mod color;
#[cfg(test)]
#[path = "../tests/support/dial.rs"]
mod dial;
#[cfg(feature = "search")]
pub mod eval;
mod game;
mod game_tree;
#[doc(hidden)]
pub mod memory;
mod opening;
mod perft;
mod position;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "serde")]
mod serialize;
mod square;
mod squares;
mod symmetry;
pub mod transcript;

pub use board::{Board, OverlapError};
pub use color::{ByColor, Color};
pub use game::{Ending, Entry, Game, Outcome, Status};
pub use game_tree::{
    ForeignTag, ForeignTags, GameTree, MoveMark, NODE_LIMIT, NodeId, NodeNotes, SheetRow, TreeEdit,
    TreeError,
};
#[doc(hidden)]
pub use opening::PERFECT_GAME;
pub use opening::{Opening, balanced_openings, is_proven_draw};
pub use perft::perft;
#[doc(hidden)]
pub use perft::perft_by;
pub use position::{MoveError, Oddity, ParsePositionError, Position};
pub use square::{File, ParseSquareError, Rank, Square};
#[doc(hidden)]
pub use square::{narrow, typed_key};
pub use squares::{SquareSet, Squares};
pub use symmetry::Symmetry;
pub use transcript::{MoveProblem, ParseGameError};
