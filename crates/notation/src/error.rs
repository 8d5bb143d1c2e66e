//! Errors of reading a game: which game, where in the file, which move, and what is wrong.

use std::fmt;

use super::clean::clean;
use super::find::FindError;
use reversi::NODE_LIMIT;
use reversi::ParsePositionError;
use reversi::transcript::{MoveProblem, ParseGameError};

/// The size limit of a game in a text format, without variations, and of a line, in bytes. A game with
/// a comment on every move takes some tens of thousands.
pub const GAME_LIMIT: usize = 1 << 20;

/// The size limit of a game with its variations, in bytes.
pub const TREE_LIMIT: usize = 1 << 24;

/// The most moves in the variations of a game: those of the main line make it a whole tree.
pub const SIDE_LIMIT: usize = NODE_LIMIT - 256;

/// The most variations that stand one inside the other. No game has that many moves.
pub const NESTING_LIMIT: usize = 1000;

/// Where in a file a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A line of a text file, counted from 1.
    Line(u64),
    /// A line and a column of a text, both counted from 1.
    Column {
        /// The line.
        line: u64,
        /// The column, in characters.
        column: u64,
    },
    /// A byte of a binary file, counted from 0.
    Byte(u64),
}

impl Place {
    /// Returns its line, counted from 1; 0 in a binary file.
    pub(super) const fn line(self) -> u64 {
        match self {
            Self::Line(line) | Self::Column { line, .. } => line,
            Self::Byte(_) => 0,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Column { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// An error in one game of a file. It does not affect the games before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordError {
    /// The number of the game in the file, from 1, counting games with errors.
    pub game: u64,
    /// Where the game begins.
    pub place: Place,
    /// The problem with it.
    pub problem: Problem,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.problem.is_of_the_file() {
            return self.problem.fmt(f);
        }
        write!(f, "game {}, {}: {}", self.game, self.place, self.problem)
    }
}

impl std::error::Error for RecordError {}

/// A problem with a game or a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Reading the file failed. Nothing can be read after this.
    ///
    /// Holds the message of the operating system, and the number of its error if it has one.
    #[error("reading failed: {}", clean(.0))]
    Io(String, Option<i32>),
    /// The file matches none of the supported formats.
    #[error(
        "unrecognised format; supported are transcripts like f5d6c3, board text, GGF, WTHOR, SGF, PGN, \
         JSON and CSV"
    )]
    Unrecognised,
    /// The text matches none of the supported formats, and is too long to be searched.
    #[error(
        "unrecognised format; a text in none of the supported formats may have at most {} MiB",
        GAME_LIMIT >> 20
    )]
    LongText,
    /// A text in no format has what looks like a board or a game, but it cannot be read.
    #[error("{}", clean(&.0.to_string()))]
    Text(Box<FindError>),
    /// The file is packed in a way that is not read.
    ///
    /// Holds the name of the format.
    #[error("this is a {0} archive; unpack it first")]
    Packed(&'static str),
    /// The file contains no game of this format.
    #[error("no {0} game found")]
    NoGame(&'static str),
    /// The file ends, or the next game begins, before this one is complete.
    ///
    /// Holds the missing part.
    #[error("the game is incomplete: {0} is missing")]
    Truncated(&'static str),
    /// A main line or another line is longer than 1 MiB, or a game of PGN with its variations than 16 MiB.
    #[error("too long: a game or a line may have at most {} MiB", GAME_LIMIT >> 20)]
    TooLong,
    /// A part of the game violates the format.
    #[error("the {part} is {:?}, but it must be {expected}", clean(.found))]
    Malformed {
        /// The name of the part.
        part: &'static str,
        /// The text that was found, shortened.
        found: String,
        /// A description of what is allowed.
        expected: &'static str,
    },
    /// The starting position is invalid.
    #[error("starting position: {0}")]
    Start(ParsePositionError),
    /// A text is not JSON, although it begins like it.
    #[error("line {line}, column {column} of the JSON: {}", .found.map_or(
        "the end is missing".to_owned(),
        |found| format!("{:?} is out of place", found.to_string())
    ))]
    Json {
        /// The line in the game.
        line: usize,
        /// The column, in bytes.
        column: usize,
        /// What was found there; `None` if the text ends too early.
        found: Option<char>,
    },
    /// A game has too many variations.
    #[error(
        "a game may have at most {SIDE_LIMIT} moves in variations, and {NESTING_LIMIT} variations \
         one inside the other"
    )]
    TooManyVariations,
    /// A variation is not closed, or the game with its variations is longer than 16 MiB.
    #[error("the end is missing, or the game is longer than {TREE_LIMIT} bytes")]
    NoEnd,
    /// A move could not be played.
    #[error("move {number}: {why}")]
    Move {
        /// The number of the move or pass, counted from 1 as recorded.
        number: usize,
        /// The reason.
        why: MoveProblem,
    },
}

/// Shortens a text to be quoted in an error.
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut clipped: String = text.chars().take(LONGEST).collect();
    if clipped.len() < text.len() {
        clipped.push_str("...");
    }
    clipped
}

impl Problem {
    /// Returns true if the problem concerns the whole file rather than one game.
    pub const fn is_of_the_file(&self) -> bool {
        matches!(
            self,
            Self::Unrecognised | Self::LongText | Self::Packed(_) | Self::NoGame(_) | Self::Text(_)
        )
    }

    /// Returns the problem that a part of a text is not what it should be. Long texts are cut.
    pub fn malformed(part: &'static str, found: &str, expected: &'static str) -> Self {
        Self::Malformed {
            part,
            found: clip(found),
            expected,
        }
    }
}

impl From<ParseGameError> for Problem {
    fn from(ParseGameError { number, why, .. }: ParseGameError) -> Self {
        Self::Move { number, why }
    }
}

impl From<&std::io::Error> for Problem {
    fn from(error: &std::io::Error) -> Self {
        Self::Io(error.to_string(), error.raw_os_error())
    }
}
