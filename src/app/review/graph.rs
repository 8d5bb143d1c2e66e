//! The evaluation over a game, as every picture of it shows it: in the terminal, in text and as SVG.

use super::{Grade, Review};
use crate::color::Color;
use crate::search::Certainty;

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    /// How many discs Black is ahead by.
    pub(crate) black: i32,
    /// Whether that is proven.
    pub(crate) exact: bool,
}

/// A move that is marked because it lost much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// Which entry of the game it is, from 0.
    pub(crate) entry: usize,
    pub(crate) color: Color,
    pub(crate) is_blunder: bool,
}

/// The evaluation of each position of a game, with its mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    /// The positions, the start first, as far as they are known.
    pub(crate) points: Vec<Option<Point>>,
    pub(crate) mistakes: Vec<Mistake>,
}

impl Graph {
    /// Returns the graph of what a review knows so far.
    pub(crate) fn of(review: &Review) -> Self {
        let count = review.positions().len();
        let point = |at| {
            review.black_score(at).map(|(score, certainty)| Point {
                black: score.discs(),
                exact: certainty == Certainty::Exact,
            })
        };
        let mistake = |entry| {
            let judged = review.judgement(entry)?;
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
    pub(crate) fn highest(&self) -> u32 {
        let known = self.points.iter().flatten();
        let leads = known.map(|point| point.black.unsigned_abs());
        leads.max().unwrap_or(0)
    }

    /// Returns the positions that the scale names: every tenth.
    pub(crate) fn ticks(&self) -> impl Iterator<Item = usize> {
        (0..self.points.len()).step_by(10)
    }

    /// Returns the column of a position in a picture of so many columns: the middle of its share.
    pub(crate) fn column(&self, position: usize, columns: usize) -> usize {
        ((2 * position + 1) * columns / (2 * self.points.len())).min(columns - 1)
    }

    /// Returns the position in whose share a column lies.
    pub(crate) fn position(&self, column: usize, columns: usize) -> usize {
        let count = self.points.len();
        ((2 * column + 1) * count / (2 * columns)).min(count - 1)
    }

    /// Returns the position that a click on a column means: that of a mistake, where there is one.
    pub(crate) fn clicked(&self, column: usize, columns: usize) -> usize {
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
                    let clicked = graph.clicked(column, width);
                    assert_eq!(graph.column(clicked, width), column, "{count} {width} {at}");
                    if width >= count {
                        assert_eq!(clicked, at, "{count} {width}");
                    }
                }
            }
            // Where several share a column, the mistake among them is meant.
            graph.mistakes.push(Mistake {
                entry: count / 2,
                color: Color::Black,
                is_blunder: true,
            });
            assert_eq!(graph.clicked(graph.column(count / 2, 10), 10), count / 2);
        }
    }
}
