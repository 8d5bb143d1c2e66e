//! The evaluation over a game, as drawn in the terminal, in text and as SVG.

use super::{Grade, Review};
use reversi::Color;
use reversi::search::Certainty;

/// The score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Black's lead in discs.
    pub black: i32,
    /// The score is proven.
    pub exact: bool,
}

/// A mistake or blunder marked in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The entry of the game, from 0.
    pub entry: usize,
    /// Whose move it was.
    pub color: Color,
    /// Whether it lost so much that it is a blunder.
    pub is_blunder: bool,
}

/// The evaluation of each position of a game, with its mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The positions, the start first; `None` while unknown.
    pub points: Vec<Option<Point>>,
    /// The mistakes, in the order of the game.
    pub mistakes: Vec<Mistake>,
}

impl Graph {
    /// Returns the graph of a review so far.
    pub fn of(review: &Review) -> Self {
        let count = review.positions().len();
        let point = |at| {
            review.black_score(at).map(|(score, certainty)| Point {
                black: score.discs(),
                exact: certainty == Certainty::Exact,
            })
        };
        let mistake = |entry| {
            let judged = review.move_review(entry)?;
            judged.grade().is_bad().then(|| Mistake {
                entry,
                color: judged.color,
                is_blunder: judged.grade() == Grade::Blunder,
            })
        };
        Self {
            points: (0..count).map(point).collect(),
            mistakes: (0..count).filter_map(mistake).collect(),
        }
    }

    /// Returns the largest lead of either side.
    pub fn highest(&self) -> u32 {
        let known = self.points.iter().flatten();
        let leads = known.map(|point| point.black.unsigned_abs());
        leads.max().unwrap_or(0)
    }

    /// Returns the position from which on every score is proven; `None` if the last one is not.
    pub fn proven_from(&self) -> Option<usize> {
        let is_proven = |point: &Option<Point>| point.is_some_and(|point| point.exact);
        let first = match self.points.iter().rposition(|point| !is_proven(point)) {
            Some(last) => last + 1,
            None => 0,
        };
        (first < self.points.len()).then_some(first)
    }

    /// Returns the positions with a number on the scale: every tenth.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = usize> {
        (0..self.points.len()).step_by(10)
    }

    /// Returns the column of a position in a picture with this many columns: the middle of its share.
    pub fn column(&self, position: usize, columns: usize) -> usize {
        (2 * position + 1) * columns / (2 * self.points.len())
    }

    /// Returns the position whose share contains a column.
    pub fn position(&self, column: usize, columns: usize) -> usize {
        let count = self.points.len();
        ((2 * column + 1) * count / (2 * columns)).min(count - 1)
    }

    /// Returns the position that a click on a column selects, preferably that of a mistake.
    pub fn clicked(&self, column: usize, columns: usize) -> usize {
        let mut entries = self.mistakes.iter().map(|mistake| mistake.entry);
        entries
            .find(|&entry| self.column(entry, columns) == column)
            .unwrap_or_else(|| self.position(column, columns))
    }
}
