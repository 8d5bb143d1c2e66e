//! File formats for positions and games of Reversi (Othello), one file each, with their shared parts: the record of a game,
//! the errors, and the cleaning of foreign text.
//!
//! | format | read | written | file |
//! | --- | --- | --- | --- |
//! | transcript, one game a line | yes | yes | [`transcript`](reversi::transcript), `text_games` |
//! | positions (OBF) | yes | yes | [`Position`](reversi::Position), `obf` |
//! | GGF | yes | yes | `ggf` |
//! | WTHOR (`.wtb`, `.jou`, `.trn`) | yes | yes | `wthor` |
//! | SGF `GM[2]` | yes, with variations | yes, with variations | `sgf` |
//! | PGN | yes, with variations | yes, with variations, disc counts as the result | `pgn` |
//! | JSON, such as that of Othello Quest | yes | no | `quest` |
//! | tables of games (CSV) | yes | no | `csv` |
//! | SVG, still or playing itself | no, but [`find::find`] finds its game | yes | [`svg`] |
//! | diagrams and kifu as text, Markdown and SVG | by [`find::find`] | yes | [`diagram`] |
//!
//! [`find::find`] finds positions and games in any text, such as a pasted one: in these formats, in boards as programs
//! print them, and in moves between other words.
//!
//! [`detect::read`] recognises the format of its input and reads one game after another in bounded memory:
//!
//! ```
//! use reversi_notation::detect;
//! let text = b"f5d6c3d3c4\nf5f5\nf5f4\n";
//! let games: Vec<_> = detect::read(&text[..], None).collect();
//! assert_eq!(games.len(), 3);
//! assert_eq!(games[0].as_ref().unwrap().moves.len(), 5);
//! let error = games[1].as_ref().unwrap_err();
//! assert_eq!(error.to_string(), "game 2, line 2: move 2: f5 is taken by Black");
//! ```

mod clean;
mod csv;
mod decoded;
pub mod detect;
pub mod diagram;
mod error;
pub mod find;
mod formats;
#[doc(hidden)]
pub mod ggf;
mod head;
#[doc(hidden)]
pub mod input;
mod kifu;
mod left_out;
mod move_list;
mod named;
pub mod obf;
mod origin;
mod pgn;
#[doc(hidden)]
pub mod property_tree;
mod quest;
mod record;
mod record_tree;
mod records;
mod remark;
mod replay;
#[doc(hidden)]
pub mod sgf;
mod splitter;
pub mod svg;
mod text_games;
mod unpacked;
mod variations;
pub mod wthor;

pub use clean::{clean, clean_lines};
#[doc(hidden)]
pub use clean::{clean_controls, clean_json, clean_output};
pub use decoded::decode;
pub use detect::Records;
#[doc(hidden)]
pub use error::clip;
pub use error::{Place, Problem, RecordError};
pub use formats::Format;
pub use left_out::{GamePart, LeftOut};
pub use origin::{Casual, GameOrigin, MoveOrigin, ParseOriginError, Participant, Seats};
pub use record::{Record, StatedEnding, StatedResult, StatedScore, TheoreticalScore, Warning};
pub use remark::{Remark, RemarkPart};
pub use variations::{CutVariations, RecordedMove, Variations};
