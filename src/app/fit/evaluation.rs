//! The weights of the evaluation, fitted to the scores of searches.

use std::fmt::Write as _;

use super::{Plan, sample};
use crate::board::Board;
use crate::eval::UNITS_PER_DISC;
use crate::eval::fitting::{GROUPS, WEIGHTS, features, knot_empties};
use crate::notation::Record;
use crate::search::{Limits, Searcher};

/// The penalty on the square of a weight, in hundredths of a disc. It holds back weights that occur in
/// few positions.
const RIDGE: f64 = 4.0;

/// Steps of the conjugate gradient method; after these, weights change by less than their rounding.
const STEPS: u32 = 300;

/// A position: its weight, its features, and its score in the units of the evaluation.
struct Row {
    weight: f64,
    features: Vec<(usize, f64)>,
    score: f64,
}

impl Row {
    /// Creates the row of a searched position. Scores far from zero count less.
    fn of(searcher: &mut Searcher, board: Board, plan: Plan) -> Self {
        let limits = Limits {
            exact_from: plan.solve_from,
            ..Limits::depth(plan.depth)
        };
        let discs = f64::from(searcher.search(board, &limits, &mut ()).score().discs());
        Self {
            weight: 1.0 / (1.0 + (discs / 20.0).powi(2)),
            features: features(board),
            score: discs * f64::from(UNITS_PER_DISC),
        }
    }

    fn estimate(&self, weights: &[f64]) -> f64 {
        self.features.iter().map(|&(at, x)| weights[at] * x).sum()
    }
}

/// Searches positions of the games, fits weights to their scores, and returns them in the form of
/// `src/eval/weights.rs`, with the remaining error.
pub(crate) fn fit_evaluation(games: &[Record], plan: Plan) -> String {
    let mut searcher = Searcher::new(16);
    let rows: Vec<Row> = sample(games, plan)
        .into_iter()
        .map(|board| Row::of(&mut searcher, board, plan))
        .collect();
    let weights = ridge(&rows, WEIGHTS * knot_empties().len());
    #[allow(clippy::cast_precision_loss)] // a number of positions
    let number = rows.len().max(1) as f64;
    let squares: f64 = rows
        .iter()
        .map(|row| (row.score - row.estimate(&weights)).powi(2))
        .sum();
    let error = (squares / number).sqrt() / f64::from(UNITS_PER_DISC);
    let mut text = format!("// {} positions, off by {error:.2} discs\n", rows.len());
    for (empties, knot) in knot_empties().zip(weights.chunks(WEIGHTS)) {
        let _ = writeln!(text, "Weights {{ empties: {empties},");
        let mut rest = knot;
        for (name, count) in GROUPS {
            let (group, others) = rest.split_at(count);
            let numbers: Vec<String> = group.iter().map(|w| format!("{w:.0}")).collect();
            let _ = writeln!(text, "{name}: [{}],", numbers.join(", "));
            rest = others;
        }
        text.push_str("},\n");
    }
    text
}

/// Minimises the weighted squares of the errors plus the penalty, by conjugate gradients on the normal
/// equations. These are never built: there are thousands of weights, and each row has few.
fn ridge(rows: &[Row], count: usize) -> Vec<f64> {
    let apply = |x: &[f64]| {
        let mut out: Vec<f64> = x.iter().map(|x| RIDGE * x).collect();
        for row in rows {
            let value = row.weight * row.estimate(x);
            row.features
                .iter()
                .for_each(|&(at, x)| out[at] += value * x);
        }
        out
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut weights = vec![0.0; count];
    let mut residual = vec![0.0; count];
    for row in rows {
        let value = row.weight * row.score;
        row.features
            .iter()
            .for_each(|&(at, x)| residual[at] += value * x);
    }
    let mut direction = residual.clone();
    let mut size = dot(&residual, &residual);
    for _ in 0..STEPS {
        if size < 1e-9 {
            break;
        }
        let image = apply(&direction);
        let step = size / dot(&direction, &image);
        for at in 0..count {
            weights[at] += step * direction[at];
            residual[at] -= step * image[at];
        }
        let new = dot(&residual, &residual);
        for at in 0..count {
            direction[at] = residual[at] + new / size * direction[at];
        }
        size = new;
    }
    weights
}
