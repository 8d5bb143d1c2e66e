//! The fit of the weights to samples.
//!
//! For each phase, the weights minimise the squared errors of the estimates plus [`RIDGE`] times the
//! squares of the weights, which pulls the weights of rare states towards zero, so that the states of
//! smaller patterns decide there. Solved by conjugate gradients on the normal equations with a diagonal
//! preconditioner (Yousef Saad, Iterative Methods for Sparse Linear Systems, 2003, section 9.2).

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::samples::Sample;
use reversi::eval::fitting::{PATTERNS, PHASES, TERMS, classes, phase, states, terms};
use reversi_table::background::on_threads;

/// The penalty on the square of a weight, or of its change.
pub const RIDGE: f32 = 12.0;

/// The steps of the method; then the held-out error has settled.
const STEPS: usize = 40;

/// Samples of the neighbouring phase within this many empty squares count, with [`NEIGHBOUR_WEIGHT`], so
/// that the weights change smoothly from phase to phase.
const NEIGHBOURHOOD: u32 = 2;
const NEIGHBOUR_WEIGHT: f32 = 0.5;

/// The weight of a sample with a proven score. Scores of searches have the errors of the evaluation that they were made
/// with, and these positions come from real games. Of 2, 6 and 12, the mean error on other tournament positions with 24
/// empty squares is 5.65, 5.55 and 5.50 discs.
const PROVEN_WEIGHT: f32 = 12.0;

/// One game in this many is held out.
const HELD_OUT: u64 = 20;

/// The weights that an estimate sums up: one for each pattern, the constant, and two for mobility.
const PLACES: usize = PATTERNS + 3;

/// The samples of one phase.
#[derive(Default)]
struct Rows {
    /// For each sample the weights that its estimate sums up.
    places: Vec<[u32; PLACES]>,
    scores: Vec<f32>,
    weights: Vec<f32>,
}

/// The error of the fit in a phase, in discs.
pub struct PhaseReport {
    pub samples: usize,
    pub held_out: usize,
    /// The root of the mean squared error over the samples.
    pub error: f32,
    /// The same over the held-out samples.
    pub held_out_error: f32,
    /// The mean absolute error over the held-out samples.
    pub held_out_mean: f32,
}

/// How the weights are fitted.
pub struct Fit {
    /// Weights in discs whose errors are fitted, for each phase; without them, all begin at zero.
    pub from: Option<Vec<Vec<f32>>>,
    /// The penalty on the square of a weight, or of its change.
    pub ridge: f32,
    /// The score in discs that counts half; a smaller one counts more, a greater one less. Without it, all count the
    /// same.
    pub close: Option<f32>,
    /// Scales the weights of each phase so that estimates near zero match the mean scores there.
    pub rescale: bool,
}

/// Returns whether a game is held out, by a hash of its first solved position: games that differ only before
/// it have most of their samples in common, so they are held out together.
fn is_held_out(game: &[Sample]) -> bool {
    let first = game.first().map(|sample| sample.board.canonical().hash64());
    first.is_some_and(|hash| hash.is_multiple_of(HELD_OUT))
}

/// Fits the weights of all phases on this many threads. Returns for each the weights of all classes and
/// the terms, in discs, and a report. `proven` are positions with their proven scores; none is held out.
/// `finished` is called after each phase.
pub fn fit(
    plan: &Fit,
    games: &[Vec<Sample>],
    proven: &[Sample],
    threads: usize,
    finished: impl Fn() + Sync,
) -> Vec<(Vec<f32>, PhaseReport)> {
    let (classes, count) = classes();
    let next = AtomicUsize::new(0);
    let (queue, results) = mpsc::channel();
    on_threads(threads.min(PHASES), || {
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && at < PHASES
            && queue
                .send((at, fit_phase(plan, games, proven, at, &classes, count)))
                .is_ok()
        {
            finished();
        }
    });
    drop(queue);
    let mut fits: Vec<_> = results.into_iter().collect();
    fits.sort_by_key(|&(at, _)| at);
    fits.into_iter().map(|(_, fit)| fit).collect()
}

/// Returns the weight of a sample with this many empty squares in the fit of a phase.
fn weight_in_phase(empties: u32, at: usize) -> f32 {
    if phase(empties) == at {
        1.0
    } else if phase(empties + NEIGHBOURHOOD) == at
        || phase(empties.saturating_sub(NEIGHBOURHOOD)) == at
    {
        NEIGHBOUR_WEIGHT
    } else {
        0.0
    }
}

/// Returns the weight of a score in discs, if one of `half` discs counts half.
fn closeness(score: f32, half: f32) -> f32 {
    1.0 / (1.0 + (score / half).powi(2))
}

fn fit_phase(
    plan: &Fit,
    games: &[Vec<Sample>],
    proven: &[Sample],
    at: usize,
    classes: &[u32],
    count: usize,
) -> (Vec<f32>, PhaseReport) {
    let (mut rows, mut held_out) = (Rows::default(), Rows::default());
    // Games with the same opening have positions in common; each counts once, and with its proven score.
    let mut seen = HashSet::new();
    let mut add = |rows: &mut Rows, sample: &Sample, factor| {
        let weight = weight_in_phase(sample.board.empty_count(), at);
        if weight == 0.0 || !seen.insert(sample.board.canonical()) {
            return;
        }
        let states = states(sample.board).map(|state| classes[state]);
        let terms = terms(sample.board).map(|term| (count + term) as u32);
        let mut places = [0; PLACES];
        for (place, weight) in places.iter_mut().zip(states.chain(terms)) {
            *place = weight;
        }
        rows.places.push(places);
        let score = f32::from(sample.score);
        let close = plan.close.map_or(1.0, |half| closeness(score, half));
        rows.scores.push(score);
        rows.weights.push(factor * weight * close);
    };
    for sample in proven {
        add(&mut rows, sample, PROVEN_WEIGHT);
    }
    for game in games {
        let rows = if is_held_out(game) {
            &mut held_out
        } else {
            &mut rows
        };
        for sample in game {
            add(rows, sample, 1.0);
        }
    }
    let from = plan.from.as_ref().map(|phases| phases[at].clone());
    let mut weights = rows.solve(from.unwrap_or_else(|| vec![0.0; count + TERMS]), plan.ridge);
    if plan.rescale {
        let scale = rows.scale(&weights, plan.close.unwrap_or(f32::INFINITY));
        for weight in &mut weights {
            *weight *= scale;
        }
    }
    let (error, _) = rows.errors(&weights);
    let (held_out_error, held_out_mean) = held_out.errors(&weights);
    let report = PhaseReport {
        samples: rows.scores.len(),
        held_out: held_out.scores.len(),
        error,
        held_out_error,
        held_out_mean,
    };
    (weights, report)
}

impl Rows {
    fn estimate(&self, row: usize, weights: &[f32]) -> f32 {
        self.places[row]
            .iter()
            .map(|&place| weights[place as usize])
            .sum()
    }

    /// Adds a value to the entry of each state of a row.
    fn add(&self, row: usize, value: f32, out: &mut [f32]) {
        for &place in &self.places[row] {
            out[place as usize] += value;
        }
    }

    /// Returns the weights of the classes and the terms, from those that it begins with.
    fn solve(&self, mut weights: Vec<f32>, ridge: f32) -> Vec<f32> {
        let count = weights.len();
        let rows = 0..self.scores.len();
        let mut residual = vec![0.0; count];
        let mut diagonal = vec![ridge; count];
        for row in rows.clone() {
            let error = self.scores[row] - self.estimate(row, &weights);
            self.add(row, self.weights[row] * error, &mut residual);
            self.add(row, self.weights[row], &mut diagonal);
        }
        let conditioned = |residual: &[f32]| -> Vec<f32> {
            residual.iter().zip(&diagonal).map(|(r, d)| r / d).collect()
        };
        let mut scaled = conditioned(&residual);
        let mut direction = scaled.clone();
        let mut size = dot(&residual, &scaled);
        for _ in 0..STEPS {
            if size < 1e-6 {
                break;
            }
            let mut image: Vec<f32> = direction.iter().map(|x| ridge * x).collect();
            for row in rows.clone() {
                let value = self.weights[row] * self.estimate(row, &direction);
                self.add(row, value, &mut image);
            }
            let step = (size / dot(&direction, &image)) as f32;
            for at in 0..count {
                weights[at] += step * direction[at];
                residual[at] -= step * image[at];
            }
            scaled = conditioned(&residual);
            let new = dot(&residual, &scaled);
            let turn = (new / size) as f32;
            for at in 0..count {
                direction[at] = scaled[at] + turn * direction[at];
            }
            size = new;
        }
        weights
    }

    /// Returns the factor that makes estimates near zero match the mean scores there. A fit that gives close scores
    /// more weight draws its estimates towards zero: among positions with the same estimate, those that ended closer
    /// counted more.
    fn scale(&self, weights: &[f32], half: f32) -> f32 {
        let (mut both, mut own) = (0.0, 0.0);
        for (row, &score) in self.scores.iter().enumerate() {
            let estimate = self.estimate(row, weights);
            let near = f64::from(closeness(estimate, half));
            both += near * f64::from(estimate) * f64::from(score);
            own += near * f64::from(estimate) * f64::from(estimate);
        }
        if own > 0.0 { (both / own) as f32 } else { 1.0 }
    }

    /// Returns the root of the mean squared error and the mean absolute error.
    fn errors(&self, weights: &[f32]) -> (f32, f32) {
        let (mut squares, mut sum) = (0.0, 0.0);
        for row in 0..self.scores.len() {
            let error =
                f64::from(self.scores[row] - self.estimate(row, weights).clamp(-64.0, 64.0));
            squares += error * error;
            sum += error.abs();
        }
        let number = self.scores.len().max(1) as f64;
        ((squares / number).sqrt() as f32, (sum / number) as f32)
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| f64::from(a) * f64::from(b))
        .sum()
}
