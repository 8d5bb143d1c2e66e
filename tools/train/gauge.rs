//! How well searches of limited depth choose among moves whose scores are all proven.

use std::fmt::Write as _;
use std::sync::Arc;

use reversi::eval::Weights;
use reversi::search::{Confidence, Limits, Searcher};
use reversi::{Color, Position, Square};
use reversi_notation::Record;
use reversi_notation::obf::ScoredPosition;

/// The table of the searcher in megabytes.
pub const TABLE: usize = 64;

/// The groups of positions by the absolute value of their proven score: up to so many discs.
const GROUPS: [(i32, &str); 3] = [(8, "up to 8"), (20, "9 to 20"), (64, "beyond")];

/// What a search of one position shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The proven score of the best move, in discs for the side to move.
    pub best: i32,
    /// The proven score of the move that was chosen.
    pub chosen: i32,
    /// The score that the search gave to its move.
    pub estimate: i32,
    /// The positions that were searched.
    pub nodes: u64,
}

impl Choice {
    fn lost(&self) -> f64 {
        f64::from(self.best - self.chosen)
    }

    fn error(&self) -> f64 {
        f64::from(self.estimate - self.best)
    }
}

/// Searches each position whose moves all have a score, with a fresh table, on one thread.
pub fn choices(
    positions: &[ScoredPosition],
    depth: u32,
    confidence: Confidence,
    weights: &Arc<Weights>,
    mut progress: impl FnMut(),
) -> Vec<Choice> {
    let mut searcher = Searcher::new(TABLE).with_weights(Arc::clone(weights));
    let mut limits = Limits::depth(depth);
    limits.confidence = confidence;
    let choose = |scored: &ScoredPosition| {
        progress();
        searcher.clear();
        let found = searcher.search(scored.position.board(), &limits, &mut ());
        let of = |square| scored.scores.iter().find(|(at, _)| Some(*at) == square);
        Some(Choice {
            best: scored.scores.iter().map(|(_, score)| *score).max()?,
            chosen: of(found.best_move())?.1,
            estimate: found.score().discs(),
            nodes: found.nodes,
        })
    };
    positions.iter().filter_map(choose).collect()
}

/// Returns whether every legal move of a position has a score.
pub fn is_complete(scored: &ScoredPosition) -> bool {
    let legal = scored.position.legal_moves();
    !legal.is_empty() && legal == scored.scores.iter().map(|(square, _)| *square).collect()
}

/// Returns the mean of some numbers and the half width of its 95 % interval.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, 1.96 * (squares / n).sqrt() / n.sqrt())
}

/// Returns the slope of the estimates over the proven scores, by least squares.
fn slope(choices: &[Choice]) -> f64 {
    let n = choices.len().max(1) as f64;
    let (x, y): (Vec<f64>, Vec<f64>) = choices
        .iter()
        .map(|at| (f64::from(at.best), f64::from(at.estimate)))
        .unzip();
    let (x_mean, y_mean) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let pairs = || x.iter().zip(&y);
    let both: f64 = pairs().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let own: f64 = x.iter().map(|x| (x - x_mean) * (x - x_mean)).sum();
    both / own
}

/// Returns a line about some choices.
fn line(name: &str, choices: &[Choice]) -> String {
    let lost: Vec<f64> = choices.iter().map(Choice::lost).collect();
    let errors: Vec<f64> = choices.iter().map(Choice::error).collect();
    let sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
    let best = lost.iter().filter(|lost| **lost == 0.0).count();
    let level = choices.iter().filter(|at| at.best == 0);
    let level: Vec<f64> = level.map(Choice::error).collect();
    let nodes = choices.iter().map(|at| at.nodes).sum::<u64>() / choices.len().max(1) as u64;
    let (lost, interval) = mean(&lost);
    format!(
        "{name:8} {:5} {:5.1} {lost:6.2} +- {interval:.2} {:6.2} {:+6.2} {:+8.2} {:6.2} {nodes:9}\n",
        choices.len(),
        100.0 * best as f64 / choices.len().max(1) as f64,
        mean(&sizes).0,
        mean(&errors).0,
        mean(&level).0,
        slope(choices),
    )
}

/// Returns a table of choices: all of them, then by the size of the proven score.
pub fn report(choices: &[Choice]) -> String {
    let mut text = String::from(
        "score    posit. best%  discs lost    error   lean lean at 0  slope     nodes\n",
    );
    text.push_str(&line("all", choices));
    let mut below = -1;
    for (most, name) in GROUPS {
        let here = |at: &&Choice| (below + 1..=most).contains(&at.best.abs());
        let group: Vec<_> = choices.iter().filter(here).copied().collect();
        if !group.is_empty() {
            text.push_str(&line(name, &group));
        }
        below = most;
    }
    text
}

/// Returns a line about the difference between two sets of choices for the same positions.
pub fn difference(first: &[Choice], second: &[Choice]) -> String {
    let pairs = || first.iter().zip(second);
    let lost: Vec<f64> = pairs().map(|(a, b)| a.lost() - b.lost()).collect();
    let sizes: Vec<f64> = pairs()
        .map(|(a, b)| a.error().abs() - b.error().abs())
        .collect();
    let ((lost, lost_by), (size, size_by)) = (mean(&lost), mean(&sizes));
    let differ = pairs().filter(|(a, b)| a.chosen != b.chosen).count();
    format!(
        "difference: discs lost {lost:+.3} +- {lost_by:.3}, error {size:+.3} +- {size_by:.3}, \
         {differ} choices of another score\n"
    )
}

/// Returns the position of a game with a number of empty squares and a legal move.
pub fn position(game: &Record, empties: u32) -> Option<Position> {
    let is_here = |position: &Position| {
        position.board().empty_count() == empties && !position.legal_moves().is_empty()
    };
    game.positions().find(is_here)
}

/// Solves every move of that position.
pub fn solve_moves(game: &Record, empties: u32, searcher: &mut Searcher) -> Option<ScoredPosition> {
    let position = position(game, empties)?;
    let board = position.board();
    let mut solve = |square: Square| {
        let found = searcher.search(board.play(square)?, &Limits::solve(), &mut ());
        Some((square, -found.score().discs()))
    };
    let moves = position.legal_moves().into_iter();
    Some(ScoredPosition {
        position,
        scores: moves.filter_map(&mut solve).collect(),
        ignored: Vec::new(),
    })
}

/// Prints the line of an OBF file.
pub fn print(scored: &ScoredPosition) -> String {
    let mut line = scored.position.to_string();
    for (square, score) in &scored.scores {
        // Writing to a string cannot fail.
        let _ = write!(line, "; {square}:{score:+}");
    }
    line + "\n"
}

/// Returns whether the best score is the theoretical score of the game, if that has one.
pub fn agrees(scored: &ScoredPosition, game: &Record) -> bool {
    let best = scored.scores.iter().map(|(_, score)| *score).max();
    let theoretical = game.theoretical.map(|score| {
        let black = 2 * i32::from(score.black) - 64;
        match scored.position.side_to_move() {
            Color::Black => black,
            Color::White => -black,
        }
    });
    theoretical.is_none() || theoretical == best
}
