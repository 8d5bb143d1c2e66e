//! A review as text: a line for each entry, the totals, and the graph.

use std::fmt::Write as _;

use super::graph::{Graph, Point};
use super::{BLUNDER, MISTAKE, MoveReview, Review};
use reversi::search::{Certainty, MoveScore};
use reversi::{Color, Entry, SquareSet};
use reversi_table::phrase::{self, AGREED, line_of_play};
use reversi_table::player::certainty_words;

/// The maximum number of rows of the graph above and below the line of a draw.
const ROWS: u32 = 8;

/// Returns an entry with its review in one line: `12 W g5  -4 best c6 (exact): opens the corner
/// h8; c6 does not`. The line has the number of the move; a pass has none. A sentence follows if most players make the
/// same mistake. `you` is the side of the only person of the game.
///
/// # Panics
/// When the game has fewer entries.
pub fn entry_line(review: &Review, entry: usize, you: Option<Color>) -> String {
    let what = review.game().entries()[entry];
    match what {
        Entry::Pass { color } => format!("-- {} pass", color.initial()),
        Entry::Resignation { color } => format!("-- {} resigns", color.initial()),
        Entry::Timeout { color } => format!("-- {} loses on time", color.initial()),
        Entry::Agreement { .. } => format!("-- {AGREED}"),
        Entry::Move { color, square, .. } => {
            let so_far = &review.game().entries()[..=entry];
            let number = so_far.iter().filter_map(Entry::square).count();
            let mut line = format!("{number:>2} {} {square}", color.initial());
            if let Some(move_review) = review.move_review(entry) {
                line.push_str(&judged(move_review, you));
            }
            if let Some(people) = review.people_sentence(entry) {
                let _ = write!(line, ". {people}");
            }
            line
        }
    }
}

fn judged(move_review: &MoveReview, you: Option<Color>) -> String {
    let MoveReview { best, loss, .. } = move_review;
    let mut text = match best.square {
        Some(better) if *loss > 0 => format!(" {:>3} best {better}", -loss.cast_signed()),
        _ => format!(" {:>3}", 0),
    };
    let _ = write!(text, " ({})", how_sure(move_review));
    if let Some(reason) = move_review.reason_sentence(you) {
        let _ = write!(text, ": {reason}");
    }
    text
}

/// Returns the certainty of a loss in a few words: `exact`, `depth 16`.
pub fn how_sure(move_review: &MoveReview) -> String {
    let MoveReview { best, played, .. } = move_review;
    // The less certain of the two decides.
    let found = if best.certainty == Certainty::Exact {
        played
    } else {
        best
    };
    certainty_words(found.certainty, found.score, found.depth)
}

/// Returns the best line and the played line, each with its score for the side that moved; only the
/// best line if it was played.
pub fn lines_of_play(move_review: &MoveReview) -> Vec<String> {
    let line = |name: &str, found: &MoveScore| {
        let sign = if found.certainty == Certainty::Exact {
            "="
        } else {
            " "
        };
        let score = format!("{}{sign}", found.score);
        format!("{name:<6} {score:>4} {}", line_of_play(&found.pv))
    };
    let mut lines = vec![line("best", &move_review.best)];
    if move_review.loss > 0 {
        lines.push(line("played", &move_review.played));
    }
    lines
}

/// Returns the totals of both sides as a small table, without the given moves; each row has a line end.
pub fn totals(review: &Review, given: SquareSet, you: Option<Color>) -> String {
    let mut text = format!(
        "       {:>5}  {:>9}  {:>8}  {:>8}  {:>10}\n",
        "moves", "mean loss", "mistakes", "blunders", "best moves"
    );
    for (color, side) in review.totals(given).iter() {
        let mean = side
            .mean_loss()
            .map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
        let best = match side.best_percent() {
            Some(percent) => format!("{} ({percent} %)", side.best),
            None => "-".to_owned(),
        };
        let _ = writeln!(
            text,
            "{:<6} {:>5}  {mean:>9}  {:>8}  {:>8}  {best:>10}",
            phrase::side(color, you),
            side.moves,
            side.mistakes,
            side.blunders,
        );
    }
    let _ = writeln!(
        text,
        "A mistake loses more than {MISTAKE} discs, a blunder more than {BLUNDER}."
    );
    text
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Reviewer, limits_of_depth};
    use reversi::{ByColor, transcript};
    use reversi_notation::Record;

    #[test]
    fn the_line_of_a_move_that_lost_nothing_is_shown_once() {
        let game = transcript::parse("f5f4e3d6f3").unwrap();
        let mut review = Review::new(&game);
        Reviewer::new(1, limits_of_depth(2))
            .run(&mut review)
            .unwrap();
        let mut seen = [false; 2];
        for judged in review.move_reviews() {
            let lines = lines_of_play(judged);
            assert!(lines[0].starts_with("best "), "{lines:?}");
            assert_eq!(lines.len(), if judged.loss == 0 { 1 } else { 2 });
            seen[lines.len() - 1] = true;
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn moves_that_were_given_or_hinted_do_not_count_in_the_totals() {
        let game = transcript::parse("f5f4e3d6f3").unwrap();
        let mut review = Review::new(&game);
        Reviewer::new(1, limits_of_depth(2))
            .run(&mut review)
            .unwrap();
        let moves = |origin: &str| {
            let mut record = Record::from_game(&game);
            record.origin = Some(origin.parse().unwrap());
            let totals = review.totals(record.given_squares());
            let table = super::totals(&review, record.given_squares(), None);
            for (color, side) in totals.iter() {
                let row = table
                    .lines()
                    .find(|row| row.starts_with(&color.to_string()));
                let count = row.unwrap().split_whitespace().nth(1);
                assert_eq!(count, Some(&*side.moves.to_string()), "{table}");
            }
            (totals.black.moves, totals.white.moves)
        };
        assert_eq!(
            review.totals(SquareSet::EMPTY).map(|side| side.moves),
            ByColor::new(3, 2)
        );
        assert_eq!(moves("you computer played*5"), (3, 2));
        assert_eq!(moves("you computer given*2 played*3"), (2, 1));
        assert_eq!(
            moves("you computer given*5"),
            (3, 2),
            "nobody played it here"
        );
        assert_eq!(moves("you computer casual:hint played*4 hint"), (2, 2));
    }
}
