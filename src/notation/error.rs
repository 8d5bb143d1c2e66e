//! Why a game could not be read: which game, where in the file, which move, and what was wrong.

use std::fmt;

use super::clean::clean;
use crate::color::Color;
use crate::game::MoveError;
use crate::position::ParsePositionError;
use crate::square::{ParseSquareError, Square};

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

/// Why one game could not be read. The games before and after it are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Which game of the file, counted from 1, those with errors included.
    pub game: u64,
    /// Where the game begins.
    pub place: Place,
    /// What is wrong with it.
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

/// What is wrong with a game or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The operating system could not read on. Nothing can be read after this.
    Io {
        /// What it said.
        message: String,
    },
    /// The beginning of the file is like none of the formats.
    Unrecognised,
    /// The file was read to its end and holds no game.
    NoGame {
        /// What was looked for.
        format: &'static str,
    },
    /// The file ends, or the next game begins, before this one is complete.
    Truncated {
        /// What is missing.
        missing: &'static str,
    },
    /// A game is longer than any real one, or a line is.
    TooLong {
        /// How many bytes are allowed.
        limit: usize,
    },
    /// Something is not as the format has it.
    Malformed {
        /// Which part.
        part: &'static str,
        /// What is there, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The position at the start could not be read.
    Start(ParsePositionError),
    /// A move could not be played.
    Move {
        /// Which move or pass of the game, counted from 1 as they are written.
        number: usize,
        /// Why.
        why: MoveProblem,
    },
}

/// Why one move of a record could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveProblem {
    /// It is not a move.
    Unreadable(ParseSquareError),
    /// It is not legal.
    Illegal {
        /// Where it was to be.
        square: Square,
        /// Why not.
        error: MoveError,
    },
    /// It belongs to the side that is not to move.
    WrongSide {
        /// What is written; `None` is a pass.
        square: Option<Square>,
        /// The side to move.
        side_to_move: Color,
    },
    /// A pass is written where the side to move has a move.
    NoPass {
        /// The side to move, `None` when the game is over.
        side_to_move: Option<Color>,
    },
}

/// The first characters of a text that is quoted in an error.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut clipped: String = text.chars().take(LONGEST).collect();
    if clipped.len() < text.len() {
        clipped.push_str("...");
    }
    clipped
}

impl Problem {
    /// Whether it is about the file as a whole, and about no game of it.
    #[must_use]
    pub const fn is_of_the_file(&self) -> bool {
        matches!(self, Self::Unrecognised | Self::NoGame { .. })
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
        Self::Io {
            message: error.to_string(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { message } => write!(f, "reading failed: {}", clean(message)),
            Self::Unrecognised => write!(
                f,
                "this is none of the formats that can be read: a transcript like f5d6c3, board text, \
                 GGF, WTHOR, SGF, PGN or Othello Quest JSON"
            ),
            Self::NoGame { format } => write!(f, "there is no {format} game in it"),
            Self::Truncated { missing } => write!(f, "the game breaks off: {missing} is missing"),
            Self::TooLong { limit } => write!(
                f,
                "longer than {limit} bytes, which no game of Othello needs"
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
            Self::Start(error) => write!(f, "the start: {error}"),
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
                    Some(square) => write!(f, "{square} is written for {other}"),
                    None => write!(f, "a pass is written for {other}"),
                }?;
                write!(f, ", but {side_to_move} is to move")
            }
            Self::NoPass {
                side_to_move: Some(color),
            } => write!(f, "a pass is written, but {color} has a legal move"),
            Self::NoPass { side_to_move: None } => {
                write!(f, "a pass is written after the end of the game")
            }
        }
    }
}
