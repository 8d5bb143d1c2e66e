//! The program on top of the library: players, session, review, lesson, files, and the front ends.
//!
//! It comes in three floors, each a feature: `play` (up to [`table`](mod@table)), `tui`, and `app` with the rest, which
//! is on by default. Each module imports only from those
//! above it in this list and from the library:
//!
//! - `sync`: locks without poisoning.
//! - `as_text`: serde adapters for values that are stored as text.
//! - `phrase`: words for sentences: grammar, numbers, lists, and columns.
//! - [`background`]: a thread that answers questions.
//! - `system`: what differs between operating systems.
//! - [`clock`]: time controls, game clocks, and local dates.
//! - [`game_opening`]: how games begin.
//! - [`player`]: who or what plays a side, the levels of the engine, the opening book, and the protocols
//!   of other engines.
//! - [`session`]: two players and a game, for every front end.
//! - [`go`]: Go on small boards: its rules, its players and its files.
//! - [`overlay`]: what the kernel computes, as signs on a board.
//! - [`lesson`]: how the kernels compute, step by step.
//! - [`store`]: files: the settings, unfinished games, the history.
//! - [`study`]: review, coach, puzzles, openings, statistics, and the tutorial.
//! - [`table`](mod@table): the game at a table, without a user interface.
//! - [`network`]: a game between two programs.
//! - [`arena`]: matches between players.
//! - [`wording`]: the sentences about what these tell, for all front ends.
//! - [`line`](mod@line): the line-mode front end.
//! - [`serve`]: the engine that answers a host.
//! - [`tui`]: the screens, without a terminal.
//! - [`terminal`]: the screens on a terminal.
//! - [`cli`]: the command line.
//!
//! The developers' tools, which fit the numbers of the evaluation and the search, are in `tools/`.

#[cfg(feature = "app")]
pub mod arena;
mod as_text;
pub mod background;
#[cfg(feature = "app")]
pub mod cli;
pub mod clock;
pub mod game_opening;
pub mod go;
pub mod lesson;
#[cfg(feature = "app")]
pub mod line;
#[cfg(feature = "app")]
pub mod network;
pub mod overlay;
mod phrase;
pub mod player;
#[cfg(feature = "app")]
pub mod serve;
pub mod session;
pub mod store;
pub mod study;
mod sync;
mod system;
pub mod table;
#[cfg(feature = "app")]
pub mod terminal;
#[cfg(feature = "tui")]
pub mod tui;
pub mod wording;
