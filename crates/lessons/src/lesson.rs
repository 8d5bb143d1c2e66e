//! Lessons: how the kernel computes its results, one small expression at a time.
//!
//! A [`Trace`] holds every step of a computation: the Rust expression, the values that it read, its
//! result, an explanation in plain words, and its source location.
//!
//! The kernel itself produces the steps: it runs on a word that records every operation with its source
//! line and the name of its value. A lesson adds the chapters and the sentences, so that code and lesson
//! cannot disagree.
//!
//! One file for each [`Topic`], and [`go`] for the kernel of Go; [`text`] prints a trace, [`svg`] draws it, and
//! `cursor` keeps a place in one. Another kernel that is written for any word can be explained in the same way:
//! [`Trace`] and [`TracedBoard`] know nothing of Reversi.
//!
//! ```
//! use reversi_lessons::{LessonOptions, Topic, text};
//! use reversi::{Board, Color, bitboard};
//!
//! let (own, opponent) = (Board::START.player().bits(), Board::START.opponent().bits());
//! let trace = Topic::LegalMoves.trace(own, opponent, LessonOptions::default());
//! assert_eq!(trace.result.value, bitboard::legal_moves(own, opponent));
//!
//! let up = bitboard::plain::DIRECTIONS[0];
//! let options = LessonOptions { direction: Some(up), ..LessonOptions::default() };
//! let lesson = Topic::LegalMoves.trace(own, opponent, options);
//! let lesson = text::to_string(&lesson, Color::Black);
//! assert!(lesson.contains("run = shifted & passable"));
//! ```

pub mod arrays;
mod carry;
mod count;
pub(crate) mod cursor;
mod direction;
pub(crate) mod expression;
mod flips;
mod flips_by_carry;
pub mod go;
pub(crate) mod grid;
mod halves;
mod mobility;
mod moves;
pub(crate) mod narrator;
mod operations;
mod runs;
pub mod source;
mod stable;
pub mod svg;
pub mod text;
pub(crate) mod traced;
mod traced_board;
pub(crate) mod words;

use std::fmt;
use std::ops::Range;

use reversi::Square;
use reversi::bitboard::plain::Direction;
use reversi_text::{Said, tr};

pub use cursor::Walk;
pub use expression::{Expression, Variable};
pub use grid::{CellGrid, CellMark, GridCell, GridFocus, RowLength};
pub use source::SourceLine;
pub use traced_board::TracedBoard;
use words::toward;

/// The subject of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The squares where the side to move may place a disc.
    LegalMoves,
    /// The discs that a move turns.
    Flips(Square),
    /// The moves to the left by one addition, with its carry.
    Carry,
    /// The discs that a move turns, by additions whose carry runs along a ray.
    FlipsByCarry(Square),
    /// The legal moves with two words of 32 bits.
    Halves,
    /// The discs that a move turns, with two words of 32 bits.
    FlipsInHalves(Square),
    /// How many discs are on the board.
    DiscCount,
    /// Discs that can never be turned again.
    StableDiscs,
    /// Mobility, potential mobility and frontier.
    Mobility,
    /// The directions of a move, found by walking on an array.
    Arrays(Square),
}

impl Topic {
    /// Returns every topic in the order of the menu; `square` is the move of the topics about one.
    pub const fn all(square: Square) -> [Self; 10] {
        [
            Self::LegalMoves,
            Self::Flips(square),
            Self::Carry,
            Self::DiscCount,
            Self::StableDiscs,
            Self::Mobility,
            Self::FlipsByCarry(square),
            Self::Halves,
            Self::FlipsInHalves(square),
            Self::Arrays(square),
        ]
    }

    /// Returns true if the topic uses [`LessonOptions::direction`].
    pub const fn has_directions(self) -> bool {
        matches!(
            self,
            Self::LegalMoves
                | Self::Flips(_)
                | Self::FlipsByCarry(_)
                | Self::Halves
                | Self::FlipsInHalves(_)
                | Self::Arrays(_)
        )
    }

    /// Returns true if the topic uses [`LessonOptions::masked`].
    pub const fn has_mask(self) -> bool {
        matches!(self, Self::LegalMoves | Self::Flips(_) | Self::Carry)
    }

    /// Returns the trace of this topic. `own` and `opponent` must not overlap; otherwise the trace has no
    /// meaning.
    pub fn trace(self, own: u64, opponent: u64, options: LessonOptions) -> Trace {
        let discs = [own, opponent];
        match self {
            Self::LegalMoves => moves::trace(discs, options),
            Self::Flips(square) => flips::trace(discs, square, options),
            Self::Carry => carry::trace(discs, options),
            Self::FlipsByCarry(square) => flips_by_carry::trace(discs, square, options),
            Self::Halves => halves::trace(discs, options),
            Self::FlipsInHalves(square) => halves::trace_flips(discs, square, options),
            Self::DiscCount => count::trace(discs),
            Self::StableDiscs => stable::trace(discs),
            Self::Mobility => mobility::trace(discs),
            Self::Arrays(square) => arrays::trace(discs, square, options),
        }
    }

    /// Returns its name within names of files, which no language changes: `flips-of-e3`.
    pub fn in_file_names(self) -> String {
        match self {
            Self::LegalMoves => "legal-moves".to_owned(),
            Self::Flips(square) => format!("flips-of-{square}"),
            Self::Carry => "carry".to_owned(),
            Self::FlipsByCarry(_) => "carry-flips".to_owned(),
            Self::Halves => "halves".to_owned(),
            Self::FlipsInHalves(square) => format!("halves-{square}"),
            Self::DiscCount => "disc-count".to_owned(),
            Self::StableDiscs => "stable".to_owned(),
            Self::Mobility => "mobility".to_owned(),
            Self::Arrays(square) => format!("arrays-{square}"),
        }
    }

    /// Returns the title of a trace of all directions, or of one.
    fn title(self, direction: Option<Direction>) -> Said {
        let title = match self {
            Self::LegalMoves => tr!("Legal moves"),
            Self::Flips(square) => tr!("Flips of {square}", square),
            Self::Carry => tr!("Moves to the left by add and carry"),
            Self::FlipsByCarry(square) => tr!("Flips of {square} by add and carry", square),
            Self::Halves => tr!("Legal moves with two words of 32 bits"),
            Self::FlipsInHalves(square) => {
                tr!("Flips of {square} with two words of 32 bits", square)
            }
            Self::DiscCount => tr!("Disc count"),
            Self::StableDiscs => tr!("Stable discs"),
            Self::Mobility => tr!("Mobility and frontier"),
            Self::Arrays(square) => tr!("Walks from {square} on an array", square),
        };
        match direction.filter(|_| self.has_directions()) {
            None => title,
            Some(direction) => {
                let direction = &toward(direction);
                tr!("{title}, {direction}", title = &title, direction)
            }
        }
    }
}

/// The options of a trace. A topic ignores options that it does not use; see
/// [`Topic::has_directions`] and [`Topic::has_mask`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonOptions {
    /// A single direction; `None` for all eight and their union.
    pub direction: Option<Direction>,
    /// True to mask opponent discs against wrapping. Otherwise the trace shows what goes wrong: its result
    /// may differ from the kernel's, and the last chapter shows where.
    pub masked: bool,
    /// The length of the rows of an array.
    pub rows: RowLength,
    /// The order of the steps on two words.
    pub order: HalvesOrder,
}

/// How the legal moves and the flips are found with two words of 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HalvesOrder {
    /// Each step moves both words, and bits cross from one to the other.
    #[default]
    StepByStep,
    /// One word is finished first, bits cross once, then the other word is.
    WordByWord,
}

impl HalvesOrder {
    /// Returns the other order.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::StepByStep => Self::WordByWord,
            Self::WordByWord => Self::StepByStep,
        }
    }
}

/// All directions, masked, on rows of ten, step by step.
impl Default for LessonOptions {
    fn default() -> Self {
        Self {
            direction: None,
            masked: true,
            rows: RowLength::Ten,
            order: HalvesOrder::StepByStep,
        }
    }
}

/// How to read the 64 bits of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// A set of squares, one bit for each.
    Squares,
    /// Numbers side by side, each this many bits wide: 2, 4 or 8.
    Fields(u32),
    /// One number.
    Number,
    /// A number about an array of cells, such as an index, and the array.
    Grid(CellGrid),
}

/// One evaluated expression.
#[derive(Clone, Debug)]
pub struct Step {
    /// The index of the chapter, from 0.
    pub chapter: usize,
    /// The expression that was evaluated. Prints as Rust.
    pub expression: Expression,
    /// The value and its name in the following steps.
    pub result: Variable,
    /// The explanation in plain words: one or more whole sentences.
    pub sentence: Said,
    /// The source line that computes this.
    pub source: SourceLine,
}

/// Prints the assignment: `run = shifted & passable`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.result.name, self.expression)
    }
}

/// A sequence of related steps, like one of the eight directions. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The title, a few words in lower case: `up left`, `the position`.
    pub title: Said,
    /// The direction, if the chapter is about one.
    pub direction: Option<Direction>,
    /// The range of its steps in [`Trace::steps`].
    pub steps: Range<usize>,
}

/// A whole computation, step by step. Has at least one chapter and one step. `T` is the type of its topic.
#[derive(Clone, Debug)]
pub struct Trace<T = Topic> {
    /// The topic.
    pub topic: T,
    /// The title: `Legal moves`, or `Legal moves, right`.
    pub title: Said,
    /// The board whose bits the values are.
    pub board: TracedBoard,
    /// The options.
    pub options: LessonOptions,
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub opponent: u64,
    /// The chapters in order. Together they contain each step once.
    pub chapters: Vec<Chapter>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The result, which (when masked) equals the kernel's: the legal moves, the flips, the stable discs, the
    /// number of discs, or the frontier.
    pub result: Variable,
}

impl<T> Trace<T> {
    /// Returns the same trace with another name for its topic.
    pub fn with_topic<U>(self, topic: U) -> Trace<U> {
        Trace {
            topic,
            title: self.title,
            board: self.board,
            options: self.options,
            own: self.own,
            opponent: self.opponent,
            chapters: self.chapters,
            steps: self.steps,
            result: self.result,
        }
    }

    /// Returns the last value of a name, like `mobility` or `wrong`.
    pub fn value(&self, name: &str) -> Option<u64> {
        let last = self.steps.iter().rfind(|step| step.result.name == name);
        last.map(|step| step.result.value)
    }
}
