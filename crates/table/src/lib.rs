//! A game with everybody at it, without a user interface. Internal to the program: it may change in any version.
//!
//! Each module imports only from those above it in this list and from the library:
//!
//! - [`sync`]: locks without poisoning.
//! - [`variants`]: lists of all variants of an enum.
//! - [`as_text`]: serde adapters for values that are stored as text.
//! - [`phrase`]: grammar, numbers, lists and columns.
//! - [`background`]: a thread that answers questions.
//! - [`system`]: what differs between operating systems.
//! - [`clock`]: time controls, game clocks, and local dates.
//! - [`entries`]: the entries of a game as words.
//! - [`game_opening`]: how games begin.
//! - [`game_link`]: links to games on a page.
//! - [`player`]: who or what plays a side, the levels of the engine, the opening book, and the protocols
//!   of other engines.
//! - [`session`]: two players and a game, for every front end.
//! - [`go`]: Go on small boards: its rules, its players and its files.
//! - [`store`]: files: the settings, unfinished games, the history.
//! - [`table`](mod@table): the game at a table.

pub mod as_text;
pub mod background;
pub mod clock;
#[cfg(test)]
#[path = "../../../tests/support/dial.rs"]
mod dial;
pub mod entries;
#[cfg(test)]
#[path = "../../../tests/support/file_time.rs"]
mod file_time;
pub mod game_link;
pub mod game_opening;
pub mod go;
pub mod phrase;
pub mod player;
pub mod session;
pub mod store;
pub mod sync;
pub mod system;
pub mod table;
pub mod variants;
