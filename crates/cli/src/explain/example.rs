//! The examples of `reversi explain`: lessons that can be asked for by name.

use reversi::Square;
use reversi::bitboard::plain::DIRECTIONS;
use reversi_study::lesson::go::GoTopic;
use reversi_study::lesson::{HalvesOrder, LessonOptions, Topic};

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

/// What an example explains.
pub(super) enum ExampleLesson {
    /// A topic of Reversi at a position.
    Reversi(&'static str, Topic, LessonOptions),
    /// A topic of Go at a diagram.
    Go(&'static str, GoTopic),
}

/// The square of the example on an array.
const D3: Square = Square::new(19).expect("there are 64 squares");

/// A position with runs in several directions.
const MIDDLE: &str = "--------------------X------XOO----XOOX----OO-------------------- X";

impl Example {
    /// Returns its lesson.
    pub(super) fn lesson(self) -> ExampleLesson {
        let to_the_right = LessonOptions {
            direction: Some(DIRECTIONS[2]),
            ..LessonOptions::default()
        };
        match self {
            Self::Row => ExampleLesson::Reversi(
                "------------------------OXOOO--X-------------------------------- X",
                Topic::LegalMoves,
                to_the_right,
            ),
            Self::Edge => ExampleLesson::Reversi(
                "-----XOO------------------------OOX----------------------------- X",
                Topic::LegalMoves,
                LessonOptions {
                    masked: false,
                    ..to_the_right
                },
            ),
            Self::Flags => {
                ExampleLesson::Reversi(MIDDLE, Topic::Arrays(D3), LessonOptions::default())
            }
            Self::DeadStones => {
                ExampleLesson::Go(GoTopic::DeadStones.example(), GoTopic::DeadStones)
            }
            Self::Popcount => {
                ExampleLesson::Reversi(MIDDLE, Topic::DiscCount, LessonOptions::default())
            }
            Self::Halves => ExampleLesson::Reversi(
                MIDDLE,
                Topic::Halves,
                LessonOptions {
                    order: HalvesOrder::WordByWord,
                    ..LessonOptions::default()
                },
            ),
            Self::Ko => ExampleLesson::Go(".XO../X.XO./.XO../...../..... O", GoTopic::LegalMoves),
        }
    }
}
