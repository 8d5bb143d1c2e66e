//! The program on top of the library: players, session, review, lesson, files, and the front ends.
//!
//! It is compiled with the feature `app`, which is on by default. Each module imports only from those
//! above it in this list and from the library:
//!
//! - [`wording`]: the sentences that a person reads.
//! - [`background`]: a thread that answers questions.
//! - [`clock`]: time controls and game clocks.
//! - [`protocol`]: the texts of `NBoard` and GTP, between an engine and a host.
//! - [`traffic`]: the log of what a host and an engine say.
//! - [`book`]: the opening book.
//! - [`player`]: who or what plays a side, and the levels of the engine.
//! - [`settings`]: what is kept from one start to the next.
//! - [`session`]: two players and a game, for every front end.
//! - `coach`: a word before a move that loses much.
//! - [`review`]: the mistakes of a finished game.
//! - [`lesson`]: how the kernel computes, step by step.
//! - [`tutorial`]: the game in eight steps, for beginners.
//! - [`store`]: files: the configuration, unfinished games, the history.
//! - [`practice`]: puzzles, and what the player has learned.
//! - [`openings`]: what was played in the games of files.
//! - `stats`: the player's record.
//! - [`arena`]: matches between players.
//! - `fit`: the tool that fits the numbers of ProbCut.
//! - `train`: the training of the evaluation.
//! - [`network`]: a game between two programs.
//! - [`line`](mod@line): the line-mode front end.
//! - [`serve`]: the engine that answers a host.
//! - [`go`]: Go on small boards.
//! - [`tui`]: the terminal UI.
//! - [`cli`]: the command line.

pub mod arena;
mod as_text;
pub mod background;
pub mod book;
pub mod cli;
pub mod clock;
pub(crate) mod coach;
pub(crate) mod fit;
pub mod go;
pub mod lesson;
pub mod line;
pub mod network;
pub mod openings;
pub mod player;
pub mod practice;
pub mod protocol;
pub mod review;
pub mod serve;
pub mod session;
pub mod settings;
pub(crate) mod stats;
pub mod store;
pub mod traffic;
pub(crate) mod train;
pub mod tui;
pub mod tutorial;
pub mod wording;
