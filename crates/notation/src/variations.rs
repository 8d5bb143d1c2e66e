//! The moves of a record, and those beside its main line, as files hold them. To step through variations or to
//! change them, turn the record into a [`GameTree`](reversi::GameTree).

use std::fmt;

use super::error::Problem;
use reversi::NodeNotes;
use reversi::Square;

/// One entry of a recorded game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedMove {
    /// The square of the move; `None` is a forced pass.
    pub square: Option<Square>,
    /// What the record says about it.
    pub notes: NodeNotes,
}

impl RecordedMove {
    /// Creates a move, or a pass for `None`, without further data.
    pub fn new(square: Option<Square>) -> Self {
        Self {
            square,
            ..Self::default()
        }
    }
}

/// A point of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordPoint {
    /// After this many moves of the main line.
    Main(usize),
    /// After a move of a variation, by its place in the list.
    Side(usize),
}

impl RecordPoint {
    /// Returns the index of the point when the start, the moves of the main line and the variations are numbered in
    /// this order. `main_line` is the number of moves of the main line.
    pub(super) const fn index(self, main_line: usize) -> usize {
        match self {
            Self::Main(count) => count,
            Self::Side(place) => 1 + main_line + place,
        }
    }
}

/// A move or a forced pass in a variation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SideMove {
    /// The point after which it was played.
    pub(super) after: RecordPoint,
    pub(super) recorded: RecordedMove,
}

/// The variations of a record, as files hold them. [`Record::tree`](super::Record::tree) and
/// [`Record::set_tree`](super::Record::set_tree) turn them into a tree and back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variations {
    /// Their moves. Each comes after the one that it follows.
    pub(super) moves: Vec<SideMove>,
    pub(super) cut: Option<CutVariations>,
}

impl Variations {
    /// Returns what could not be read of the variations of a file, to be shown as a warning.
    pub const fn cut(&self) -> Option<&CutVariations> {
        self.cut.as_ref()
    }
}

/// What could not be read of the variations of a file. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutVariations {
    /// The number of variations that end early.
    pub count: u64,
    /// The moves up to the end of the first of them, as a transcript.
    pub moves: String,
    /// Why that one ends there.
    pub problem: Problem,
}

impl fmt::Display for CutVariations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "a variation was cut short after ")?,
            count => write!(f, "{count} variations were cut short, the first after ")?,
        }
        let moves = if self.moves.is_empty() {
            "the start"
        } else {
            &self.moves
        };
        write!(f, "{moves}: {}", self.problem)
    }
}
