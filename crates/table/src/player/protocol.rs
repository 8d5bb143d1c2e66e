//! The protocols between engines and hosts, as text: every line is read into a typed value, and every
//! value is printed as the line that reads back as it. Nothing here does I/O.
//!
//! - [`nboard`]: version 2 of the protocol of `NBoard`, one line for each command and each response.
//! - [`gtp`]: the Go Text Protocol as Othello programs use it; each request has one reply.
//!
//! An engine reads commands and prints responses; a host prints commands and reads responses. Text from
//! the other side is kept unchanged: show it through [`clean`](reversi_notation::clean()).

pub mod gtp;
pub mod nboard;

use reversi::MoveProblem;
use reversi_notation::input::GAME_LIMIT;
use reversi_notation::{Problem, clean};

/// The size limit of a line in bytes. The longest lines hold a game with comments.
pub const LINE_LIMIT: usize = GAME_LIMIT;

/// A protocol between this program and an engine. Prints `nboard` or `gtp`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Protocol {
    /// The protocol of `NBoard`, version 2.
    NBoard,
    /// The Go Text Protocol.
    Gtp,
}

/// Why a line is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// It begins with no known word. Holds that word, shortened.
    #[error("unknown command: {}", clean(.0))]
    Unknown(String),
    /// An argument is missing or cannot be read.
    #[error("{command} needs {expected}{}", found_text(.found))]
    Argument {
        /// The command or response.
        command: &'static str,
        /// A description of the argument.
        expected: &'static str,
        /// The text in its place, shortened; empty if there is none.
        found: String,
    },
    /// A move cannot be read.
    #[error("{0}")]
    Move(MoveProblem),
    /// The game cannot be read, or one of its moves is illegal.
    #[error("{0}")]
    Game(Problem),
}

fn found_text(found: &str) -> String {
    if found.is_empty() {
        String::new()
    } else {
        format!(", not \"{}\"", clean(found))
    }
}

/// Splits a line into its first word and the rest, without the space around either.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}
