//! The errors of the evaluation against the proven scores of a database of games.

use std::sync::Arc;

use super::samples::Sample;
use reversi::eval::{Estimate, Weights, evaluate};
use reversi::search::{Confidence, Limits, Searcher};
use reversi::{Color, Position};
use reversi_notation::Record;

/// The table of the searcher in megabytes.
const TABLE: usize = 16;

/// How far estimates are from proven scores, in discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Errors {
    pub positions: u32,
    /// The mean absolute error.
    pub mean: f64,
    /// The root of the mean squared error.
    pub root_mean_square: f64,
    /// The mean of proven score minus estimate.
    pub bias: f64,
}

/// Returns the position with a number of empty squares of each game, with the game's theoretical score, which must be
/// proven from there on.
pub fn proven(games: &[Record], empties: u32) -> impl Iterator<Item = Sample> {
    games.iter().filter_map(move |game| {
        let is_here = |position: &Position| {
            position.board().empty_count() == empties && !position.legal_moves().is_empty()
        };
        let position = game.positions().find(is_here)?;
        let black = 2 * i32::from(game.theoretical?.black) - 64;
        let score = match position.side_to_move() {
            Color::Black => black,
            Color::White => -black,
        };
        Some(Sample {
            board: position.board(),
            score: i8::try_from(score).ok()?,
        })
    })
}

/// Estimates positions by the evaluation alone (depth 0) or a search at full confidence, and compares with their
/// proven scores.
pub fn check(proven: impl Iterator<Item = Sample>, depth: u32, weights: &Arc<Weights>) -> Errors {
    let mut searcher = Searcher::new(TABLE).with_weights(Arc::clone(weights));
    let limits = Limits::depth(depth).with_confidence(Confidence::Full);
    let mut errors = Errors::default();
    for Sample { board, score } in proven {
        let estimate = if depth == 0 {
            f64::from(evaluate(weights, board).0) / f64::from(Estimate::DISC)
        } else {
            f64::from(searcher.search(board, &limits, &mut ()).score().discs())
        };
        let error = f64::from(score) - estimate;
        errors.positions += 1;
        errors.mean += error.abs();
        errors.root_mean_square += error * error;
        errors.bias += error;
    }
    let number = f64::from(errors.positions.max(1));
    errors.mean /= number;
    errors.root_mean_square = (errors.root_mean_square / number).sqrt();
    errors.bias /= number;
    errors
}
