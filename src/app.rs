//! The program on top of the library: players, session, review, lesson, files, and the front ends.
//!
//! It is compiled with the feature `app`, which is on by default. Each module imports only from those
//! above it in this list and from the library:
//!
//! - `as_text`: serde adapters for values that are stored as text.
//! - [`wording`]: texts that several modules share.
//! - [`overlay`]: what the kernel computes, as signs on a board.
//! - [`background`]: a thread that answers questions.
//! - [`clock`]: time controls, game clocks, and local dates.
//! - [`player`]: who or what plays a side, the levels of the engine, the opening book, and the protocols
//!   of other engines.
//! - [`lesson`]: how the kernel computes, step by step.
//! - [`go`]: Go on small boards: its rules, its players, its files and its lesson.
//! - [`session`]: two players and a game of either kind, for every front end.
//! - [`arena`]: matches between players.
//! - [`store`]: files: the settings, unfinished games, the history.
//! - [`study`]: review, coach, puzzles, openings, statistics, and the tutorial.
//! - [`network`]: a game between two programs.
//! - [`line`](mod@line): the line-mode front end.
//! - [`serve`]: the engine that answers a host.
//! - [`tui`]: the terminal UI.
//! - [`cli`]: the command line.
//!
//! The developers' tools, which fit the numbers of the evaluation and the search, are in `examples/train`.

pub mod arena;
mod as_text;
pub mod background;
pub mod cli;
pub mod clock;
pub mod go;
pub mod lesson;
pub mod line;
pub mod network;
pub mod overlay;
pub mod player;
pub mod serve;
pub mod session;
pub mod store;
pub mod study;
pub mod tui;
pub mod wording;
