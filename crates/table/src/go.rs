//! Go on small boards, from 2x2 to 7x7: another game for the techniques of the kernel, which are sets of
//! points in one word, shifts with edge masks, and a fixpoint over neighbours.
//!
//! The rules are those of Tromp and Taylor without suicide: area scoring, where stones and the empty points
//! that only one side reaches count, and positional superko, where no move may repeat an earlier position.
//! Stones on the board at the end count as alive, so dead ones have to be captured first.
//!
//! The modules of Reversi's rules and players do not depend on this one. It shares the names of points ([`Square`](reversi::Square)) and the
//! sides; but rows are counted from the bottom here, as Go has them, so a1 is the bottom left corner.
//!
//! ```
//! use reversi_table::go::{GoGame, Grid, Komi, GoMove};
//!
//! let mut game = GoGame::new(Grid::new(5).expect("from 2 to 7"), Komi::default());
//! game.play(GoMove::Stone("c3".parse()?))?;
//! game.play(GoMove::Pass)?;
//! game.play(GoMove::Pass)?;
//! assert_eq!(game.outcome().expect("two passes end the game").to_string(), "B+25");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diagram;
mod game;
mod grid;
pub mod kernel;
mod mcts;
pub mod player;
pub mod sgf;
mod table_game;

pub use diagram::{GoDiagram, ParseDiagramError};
pub use game::{
    GoEnding, GoGame, GoMove, GoMoveError, GoOutcome, Komi, ParseKomiError, ParseMoveError,
};
pub use grid::Grid;

use reversi::ByColor;

/// The stones of both sides, as sets of points.
pub type Stones = ByColor<u64>;

/// The file of the kernel, which lessons quote, with its text.
#[doc(hidden)]
pub const KERNEL_SOURCE: (&str, &str) = (
    "crates/table/src/go/kernel.rs",
    include_str!("go/kernel.rs"),
);
