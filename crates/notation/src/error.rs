//! Errors of reading a game: which game, where in the file, which move, and what is wrong.

use std::fmt;

use super::clean::clean;
use reversi::transcript::{MoveProblem, ParseGameError};
use reversi::{NODE_LIMIT, OverlapError, ParsePositionError, Square};

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

/// An error of reading a text. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// There is only white space.
    #[error("the text is empty; expected a board, a transcript, a game or two hexadecimal numbers")]
    Empty,
    /// The text is longer than 1 MiB.
    #[error("the text is larger than {} MiB", GAME_LIMIT >> 20)]
    TooLong,
    /// The text resembles the squares of a board, but some are wrong.
    #[error("{0}")]
    Squares(ParsePositionError),
    /// A board does not have eight lines.
    #[error("the board has {found} lines of eight squares, but it needs 8")]
    Lines {
        /// The number of lines with eight squares.
        found: usize,
    },
    /// A row of a board does not have eight squares.
    #[error("line {line} has {found} squares, but a row of a board has 8")]
    RowLength {
        /// The line of the text, from 1.
        line: u64,
        /// The number of squares in it.
        found: usize,
    },
    /// The signs of a board may mean several things.
    #[error(
        "the signs of the board are unclear: use X for Black, O for White and - for empty squares"
    )]
    UnclearSigns,
    /// The coordinates of a board do not run from a to h and from 1 to 8.
    #[error("the coordinates of the board must run from a to h and from 1 to 8")]
    Coordinates,
    /// `0` or `1` may mean several things.
    #[error(
        "the meaning of 0 and 1 is unclear here: use X for Black, O for White and - for empty squares"
    )]
    UnclearDigits,
    /// What the text says about the signs or the numbers of a board contradicts itself or the board.
    #[error("line {line} contradicts the board or another line of the text")]
    Contradiction {
        /// The line of the text, from 1.
        line: u64,
    },
    /// There is only one hexadecimal number.
    #[error(
        "only one hexadecimal number found, but a position needs two: the discs of Black and those of White"
    )]
    OneNumber,
    /// The words before two bitboards do not name both sides.
    #[error("the two numbers need different owners: Black and White, or player and opponent")]
    Owners,
    /// Two bitboards have common squares.
    #[error("the two hexadecimal numbers overlap: {0}")]
    Overlap(OverlapError),
    /// There is neither a game nor a board.
    #[error(
        "there is no game and no board in this text: expected moves like f5d6c3, or eight lines of eight squares"
    )]
    Nothing,
    /// The text resembles a transcript.
    #[error("in the transcript, {0}")]
    Transcript(Problem),
    /// A game cannot be read.
    #[error("in the game, {0}")]
    Game(Problem),
    /// A move of a game in the text cannot be played.
    #[error("{place}: {problem}{}", after_skipped(.skipped.as_deref()))]
    Move {
        /// The move.
        place: Place,
        /// Why it cannot be played.
        problem: Problem,
        /// The word before the move that was skipped, shortened; foreign. It may be a mistyped move.
        skipped: Option<String>,
    },
    /// There are control characters, such as the colours of a terminal.
    #[error("{place}: there are control characters; paste plain text")]
    ControlCharacters {
        /// The first of them.
        place: Place,
    },
    /// The only squares are keys such as F5.
    #[error("{place}: {} in a sentence is a key, not a move", .key.to_string().to_uppercase())]
    FunctionKey {
        /// The first of them.
        place: Place,
        /// The key as a square.
        key: Square,
    },
    /// There are squares in sentences, but no game.
    #[error(
        "{place}: {} in a sentence is not a game; a game needs at least two moves in a row, and a board 64 squares",
        .square.map_or_else(|| "a pass".to_owned(), |square| square.to_string())
    )]
    Mention {
        /// The first of them.
        place: Place,
        /// The square; `None` is a pass.
        square: Option<Square>,
    },
}

/// Returns a clause about a word that was skipped before a move.
fn after_skipped(word: Option<&str>) -> String {
    word.map_or_else(String::new, |word| {
        format!("; \"{}\" before it is not a move", clean(word))
    })
}

impl FindError {
    /// Returns whether the error is about a board.
    pub(crate) const fn is_of_board(&self) -> bool {
        matches!(
            self,
            Self::Lines { .. }
                | Self::RowLength { .. }
                | Self::UnclearSigns
                | Self::UnclearDigits
                | Self::Coordinates
                | Self::Contradiction { .. }
                | Self::OneNumber
                | Self::Owners
                | Self::Overlap(_)
        )
    }

    /// Returns whether the error is about a certain board or game in the text, and not about the text as a whole.
    pub const fn is_specific(&self) -> bool {
        !matches!(
            self,
            Self::Empty
                | Self::TooLong
                | Self::Nothing
                | Self::Squares(_)
                | Self::Transcript(_)
                | Self::Game(_)
                | Self::Mention { .. }
                | Self::FunctionKey { .. }
                | Self::ControlCharacters { .. }
        )
    }
}
