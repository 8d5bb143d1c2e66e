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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_the_column_of_a_position_means_it() {
        let point = Point {
            black: 2,
            exact: true,
        };
        for count in 1..=61 {
            let mut graph = Graph {
                points: vec![Some(point); count],
                mistakes: Vec::new(),
            };
            for width in [5, 17, 36, 80] {
                for at in 0..count {
                    let column = graph.column(at, width);
                    assert!(column < width, "{count} {width} {at}");
                    let clicked = graph.clicked(column, width);
                    assert_eq!(graph.column(clicked, width), column, "{count} {width} {at}");
                    if width >= count {
                        assert_eq!(clicked, at, "{count} {width}");
                    }
                }
            }
            // Where several positions share a column, the mistake wins.
            graph.mistakes.push(Mistake {
                entry: count / 2,
                color: Color::Black,
                is_blunder: true,
            });
            assert_eq!(graph.clicked(graph.column(count / 2, 10), 10), count / 2);
        }
    }

    #[test]
    fn the_columns_of_a_graph_run_from_edge_to_edge() {
        let graph = Graph {
            points: vec![None; 61],
            mistakes: Vec::new(),
        };
        assert_eq!((graph.column(0, 61), graph.column(60, 61)), (0, 60));
        assert_eq!((graph.column(0, 244), graph.column(60, 244)), (2, 242));
        assert_eq!((graph.position(0, 20), graph.position(19, 20)), (1, 59));
        assert_eq!(graph.position(999, 20), 60);
    }

    #[test]
    fn what_is_proven_runs_from_the_last_estimate_to_the_end() {
        let point = |exact| Some(Point { black: 2, exact });
        let from = |points: &[Option<Point>]| {
            let graph = Graph {
                points: points.to_vec(),
                mistakes: Vec::new(),
            };
            graph.proven_from()
        };
        let (yes, no) = (point(true), point(false));
        assert_eq!(from(&[yes, no, yes, yes]), Some(2));
        assert_eq!(from(&[no, None, yes]), Some(2));
        assert_eq!(from(&[yes, yes]), Some(0));
        assert_eq!(from(&[yes, no]), None);
        assert_eq!(from(&[yes, None]), None);
    }
}
