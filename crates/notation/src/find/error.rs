//! Why nothing is found in a text.

use crate::clean::clean;
use crate::error::{GAME_LIMIT, Place, Problem};
use reversi::OverlapError;
use reversi::ParsePositionError;
use reversi::Square;

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
