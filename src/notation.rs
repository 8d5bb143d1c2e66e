//! Owns the formats in which positions and games are written down, one file each, and what they
//! share: the record of a game, the errors, and how text from elsewhere is shown.
//!
//! | format | read | written | file |
//! | --- | --- | --- | --- |
//! | transcript, one game a line | yes | yes | [`transcript`] |
//! | positions (OBF) | yes | yes | [`Position`](crate::Position), [`obf`] |
//! | GGF | yes | yes | [`ggf`] |
//! | WTHOR (`.wtb`, `.jou`, `.trn`) | yes | yes | [`wthor`] |
//! | SGF `GM[2]` | yes | yes | [`sgf`] |
//! | PGN | yes | yes, disc counts as the result | [`pgn`] |
//! | Othello Quest JSON | yes | no | [`quest`] |
//! | SVG | no | yes | [`svg`] |
//!
//! [`detect::read`] recognises what it is given and reads one game after another in bounded memory:
//!
//! ```
//! use reversi::notation::detect;
//! let text = b"f5d6c3d3c4\nf5f5\nf5f4\n";
//! let games: Vec<_> = detect::read(&text[..], None).collect();
//! assert_eq!(games.len(), 3);
//! assert_eq!(games[0].as_ref().unwrap().moves.len(), 5);
//! let error = games[1].as_ref().unwrap_err();
//! assert_eq!(error.to_string(), "game 2, line 2: move 2: f5 is taken by Black");
//! ```

pub mod clean;
pub mod detect;
pub mod error;
pub mod ggf;
pub mod obf;
pub mod pgn;
mod property_tree;
pub mod quest;
pub mod record;
mod replay;
pub mod sgf;
mod source;
pub mod summary;
pub mod svg;
mod text_games;
pub mod transcript;
pub mod wthor;

pub use clean::clean;
pub use detect::{Format, Records};
pub use error::{Place, Problem, RecordError};
pub use record::{Record, RecordedMove};
