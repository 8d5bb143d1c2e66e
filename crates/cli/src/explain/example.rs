//! The examples of `reversi explain`: lessons that can be asked for by name.

use super::ExplainArgs;
use super::go::GoLessonArgs;
use reversi::Square;
use reversi::bitboard::plain::DIRECTIONS;

/// An example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Example {
    /// The legal moves along one row, to the right
    Row,
    /// What goes wrong at the edge without the mask
    Edge,
    /// A walk on an array in eight directions, and the byte of flags
    Flags,
    /// The stones of Go that have no liberty
    DeadStones,
    /// How discs are counted, two, four and eight bits at a time
    Popcount,
    /// The legal moves with two words of 32 bits, one word after the other
    Halves,
    /// A capture of Go that only the rule against repeated positions can forbid
    Ko,
}

/// The square of the example on an array.
const D3: Square = Square::new(19).expect("there are 64 squares");

/// A position with runs in a row.
const ROW: &str = "------------------------OXOOO--X-------------------------------- X";

/// A position with runs that end at the edge.
const EDGE: &str = "-----XOO------------------------OOX----------------------------- X";

/// A position with runs in several directions.
const MIDDLE: &str = "--------------------X------XOO----XOOX----OO-------------------- X";

impl Example {
    /// Returns the arguments of `reversi explain` that show it.
    pub(super) fn args(self) -> ExplainArgs {
        let at = |position: &str| ExplainArgs {
            position: Some(position.to_owned()),
            ..ExplainArgs::default()
        };
        let to_the_right = |position: &str| ExplainArgs {
            direction: Some(DIRECTIONS[2]),
            ..at(position)
        };
        let go = GoLessonArgs {
            go: true,
            ..GoLessonArgs::default()
        };
        match self {
            Self::Row => to_the_right(ROW),
            Self::Edge => ExplainArgs {
                unmasked: true,
                ..to_the_right(EDGE)
            },
            Self::Flags => ExplainArgs {
                arrays: Some(D3),
                ..at(MIDDLE)
            },
            Self::DeadStones => ExplainArgs {
                go,
                ..ExplainArgs::default()
            },
            Self::Popcount => ExplainArgs {
                disc_count: true,
                ..at(MIDDLE)
            },
            Self::Halves => ExplainArgs {
                halves: true,
                word_by_word: true,
                ..at(MIDDLE)
            },
            Self::Ko => ExplainArgs {
                go,
                legal_moves: true,
                ..at(".XO../X.XO./.XO../...../..... O")
            },
        }
    }
}
