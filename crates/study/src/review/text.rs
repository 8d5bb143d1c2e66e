//! A review as text: a line for each entry, the totals, and the graph.

use std::fmt::Write as _;

use super::graph::{Graph, Point};
use super::{BLUNDER, MISTAKE, MoveReview, Review, Totals, Whose};
use reversi::search::{Certainty, MoveScore};
use reversi::{Color, Entry};
use reversi_table::phrase::{self, AGREED, line_of_play};
use reversi_table::player::certainty_words;

/// The maximum number of rows of the graph above and below the line of a draw.
const ROWS: u32 = 8;

/// Returns an entry with its review in one line: `12 W g5  -4 best c6 (exact): opens the corner
/// h8; c6 does not`. The line has the number of the move; a pass has none. A sentence follows if most players make the
/// same mistake.
///
/// # Panics
/// When the game has fewer entries.
pub fn entry_line(review: &Review, entry: usize, whose: &Whose) -> String {
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
                line.push_str(&judged(move_review, whose.you(color, square)));
            }
            if let Some(people) = review.people_sentence(entry) {
                let _ = write!(line, ". {people}");
            }
            line
        }
    }
}

/// Returns a bad move in sentences, for someone who sees no table: `Move 28, White: g8 loses about 37 discs; b8 was best. g8
/// opens the corner h8; b8 does not.` A sentence follows if most players make the same mistake.
pub fn spoken_mistake(review: &Review, entry: usize, whose: &Whose) -> Option<String> {
    let judged = review.move_review(entry)?;
    let (color, square, better) = (judged.color, judged.square, judged.best.square?);
    let number = review.move_number(entry);
    let loss = judged.loss_clause();
    let you = whose.you(color, square);
    let what = phrase::side(color, you);
    let mut said = format!("Move {number}, {what}: {square} {loss}; {better} was best.");
    if let Some(reason) = judged.reason_sentence(you) {
        let _ = write!(said, " {square} {reason}.");
    }
    if let Some(people) = review.people_sentence(entry) {
        let _ = write!(said, " {people}");
    }
    Some(said)
}

/// Returns the totals of a side in a sentence: `White: 30 moves, 2.41 discs lost per move, 3 mistakes, 2 blunders, 12 best
/// moves.`
fn spoken_total(side: &str, totals: &Totals) -> String {
    let mean = totals.mean_loss();
    let mean = mean.map_or_else(String::new, |mean| {
        format!(", {mean:.2} discs lost per move")
    });
    let [moves, mistakes, blunders, best] = [
        (totals.moves, "move"),
        (totals.mistakes, "mistake"),
        (totals.blunders, "blunder"),
        (totals.best, "best move"),
    ]
    .map(|(count, noun)| phrase::plural(count, noun));
    phrase::sentence(format!(
        "{side}: {moves}{mean}, {mistakes}, {blunders}, {best}"
    ))
}

/// Returns the totals of both players in sentences. `you` is the side of the only person.
pub fn spoken_totals(review: &Review, whose: &Whose, you: Option<Color>) -> Vec<String> {
    let totals = review.totals(whose);
    let all = totals.iter();
    all.map(|(color, totals)| spoken_total(&phrase::side(color, you), totals))
        .collect()
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

/// Returns the totals of both players as a small table; each row has a line end. `you` is the side of the only person.
pub fn totals(review: &Review, whose: &Whose, you: Option<Color>) -> String {
    let mut text = format!(
        "       {:>5}  {:>9}  {:>8}  {:>8}  {:>10}\n",
        "moves", "mean loss", "mistakes", "blunders", "best moves"
    );
    for (color, side) in review.totals(whose).iter() {
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
