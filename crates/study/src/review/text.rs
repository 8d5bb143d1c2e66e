//! The evaluation over a game in letters.

use std::fmt::Write as _;

use super::Review;
use super::graph::{Graph, Point};

/// The maximum number of rows of the graph above and below the line of a draw.
const ROWS: u32 = 8;

/// Returns the evaluation after each entry, the start first, as a graph: columns of `X` above the line
/// for a lead of Black, of `O` below it for White; small letters for unproven scores, `?` for unknown
/// ones. Each row has a line end.
pub fn graph(review: &Review) -> String {
    let graph = Graph::of(review);
    let step = graph.highest().div_ceil(ROWS).max(1).next_multiple_of(2);
    let step = step.cast_signed();
    let level = |point: &Point| (point.black + point.black.signum() * (step - 1)) / step;
    let levels = || graph.points.iter().flatten().map(level);
    let (top, bottom) = (levels().max(), levels().min());
    let mut text = String::new();
    for row in (bottom.unwrap_or(0).min(0)..=top.unwrap_or(0).max(0)).rev() {
        let [proven, estimated] = if row > 0 { ['X', 'x'] } else { ['O', 'o'] };
        let cell = |point: &Option<Point>| match point {
            None if row == 0 => '?',
            None => ' ',
            Some(_) if row == 0 => '-',
            Some(point) if level(point) * row.signum() < row.abs() => ' ',
            Some(point) if point.exact => proven,
            Some(_) => estimated,
        };
        let cells: String = graph.points.iter().map(cell).collect();
        let _ = writeln!(text, "{:>+4} {}", row * step, cells.trim_end());
    }
    let mut ticks = " ".repeat(5);
    for at in graph.ticks() {
        let _ = write!(ticks, "{at:<10}");
    }
    let _ = writeln!(text, "{}", ticks.trim_end());
    text
}
