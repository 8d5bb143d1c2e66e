//! Errors of reading a game: which game, where in the file, which move, and what is wrong.

use std::fmt;

use super::clean::clean;
use crate::color::Color;
use crate::game::MoveError;
use crate::position::ParsePositionError;
use crate::square::{ParseSquareError, Square};

/// The size limit of a game in a text format, without side lines, and of a line, in bytes. A game with
/// a comment on every move takes some tens of thousands.
pub(crate) const GAME_LIMIT: usize = 1 << 20;

/// Where in a file a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text file, counted from 1.
    Line(u64),
    /// A byte of a binary file, counted from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// An error in one game of a file. It does not affect the games before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Reading the file failed. Nothing can be read after this.
    ///
    /// Holds the message of the operating system.
    Io(String),
    /// The file matches none of the supported formats.
    Unrecognised,
    /// The file contains no game of this format.
    NoGame(&'static str),
    /// The file ends, or the next game begins, before this one is complete.
    ///
    /// Holds the missing part.
    Truncated(&'static str),
    /// A game or a line is longer than 1 MiB.
    TooLong,
    /// A part of the game violates the format.
    Malformed {
        /// The name of the part.
        part: &'static str,
        /// The text that was found, shortened.
        found: String,
        /// A description of what is allowed.
        expected: &'static str,
    },
    /// The starting position is invalid.
    Start(ParsePositionError),
    /// A move could not be played.
    Move {
        /// The number of the move or pass, counted from 1 as recorded.
        number: usize,
        /// The reason.
        why: MoveProblem,
    },
}

/// Why one move of a record could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveProblem {
    /// The text is not a move.
    Unreadable(ParseSquareError),
    /// The move is not legal.
    Illegal {
        /// The square of the move.
        square: Square,
        /// Why it is not legal.
        error: MoveError,
    },
    /// The move is recorded for the side that is not to move.
    WrongSide {
        /// The recorded move; `None` is a pass.
        square: Option<Square>,
        /// The side to move.
        side_to_move: Color,
    },
    /// A pass is recorded where no side has to pass.
    NoPass {
        /// The side to move, `None` when the game is over.
        side_to_move: Option<Color>,
    },
}

/// Shortens a text to be quoted in an error.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut clipped: String = text.chars().take(LONGEST).collect();
    if clipped.len() < text.len() {
        clipped.push_str("...");
    }
    clipped
}

impl Problem {
    /// Returns true if the problem concerns the whole file rather than one game.
    #[must_use]
    pub const fn is_of_the_file(&self) -> bool {
        matches!(self, Self::Unrecognised | Self::NoGame(_))
    }

    pub(crate) fn malformed(part: &'static str, found: &str, expected: &'static str) -> Self {
        Self::Malformed {
            part,
            found: clip(found),
            expected,
        }
    }
}

impl From<&std::io::Error> for Problem {
    fn from(error: &std::io::Error) -> Self {
        Self::Io(error.to_string())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(message) => write!(f, "reading failed: {}", clean(message)),
            Self::Unrecognised => write!(
                f,
                "unrecognised format; supported are transcripts like f5d6c3, board text, GGF, WTHOR, \
                 SGF, PGN and Othello Quest JSON"
            ),
            Self::NoGame(format) => write!(f, "no {format} game found"),
            Self::Truncated(missing) => {
                write!(f, "the game is incomplete: {missing} is missing")
            }
            Self::TooLong => write!(
                f,
                "too long: a game or a line may have at most {GAME_LIMIT} bytes"
            ),
            Self::Malformed {
                part,
                found,
                expected,
            } => write!(
                f,
                "the {part} is {:?}, but it must be {expected}",
                clean(found)
            ),
            Self::Start(error) => write!(f, "starting position: {error}"),
            Self::Move { number, why } => write!(f, "move {number}: {why}"),
        }
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for MoveProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Illegal {
                square,
                error: MoveError::GameOver,
            } => write!(f, "{square} comes after the end of the game"),
            Self::Illegal { error, .. } => error.fmt(f),
            Self::WrongSide {
                square,
                side_to_move,
            } => {
                let other = side_to_move.opposite();
                match square {
                    Some(square) => write!(f, "{square} is recorded for {other}"),
                    None => write!(f, "a pass is recorded for {other}"),
                }?;
                write!(f, ", but {side_to_move} is to move")
            }
            Self::NoPass {
                side_to_move: Some(color),
            } => write!(f, "a pass is recorded, but {color} has a legal move"),
            Self::NoPass { side_to_move: None } => {
                write!(f, "a pass is recorded after the end of the game")
            }
        }
    }
}
