//! The errors of the evaluation against the proven scores of a database of games.

use std::sync::Arc;

use reversi::Color;
use reversi::Position;
use reversi::eval::{Estimate, Weights, evaluate};
use reversi::notation::Record;
use reversi::search::{Confidence, Limits, Searcher};

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

/// Estimates the position with a number of empty squares of each game, by the evaluation alone (depth 0) or a
/// search at full confidence, and compares it with the game's theoretical score, which must be proven from there on.
pub fn check(games: &[Record], empties: u32, depth: u32, weights: &Arc<Weights>) -> Errors {
    let mut searcher = Searcher::new(TABLE).with_weights(Arc::clone(weights));
    let limits = Limits {
        confidence: Confidence::Full,
        ..Limits::depth(depth)
    };
    let mut errors = Errors::default();
    for game in games {
        let is_here = |position: &Position| {
            position.board().empty_count() == empties && !position.legal_moves().is_empty()
        };
        let (Some(discs), Some(position)) = (game.theoretical, game.positions().find(is_here))
        else {
            continue;
        };
        let board = position.board();
        let estimate = if depth == 0 {
            f64::from(evaluate(weights, board).0) / f64::from(Estimate::DISC)
        } else {
            f64::from(searcher.search(board, &limits, &mut ()).score().discs())
        };
        let black = 2.0 * f64::from(discs) - 64.0;
        let proven = match position.side_to_move() {
            Color::Black => black,
            Color::White => -black,
        };
        let error = proven - estimate;
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
