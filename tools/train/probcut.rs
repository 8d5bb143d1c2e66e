//! The error of shallow searches against deeper ones, and the error model of ProbCut fitted to it. It
//! uses only the search, so it works with any evaluation.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use reversi::eval::Weights;
use reversi::search::measuring::{Check, ErrorModel, PROBCUT_ERROR};
use reversi::search::{Confidence, Limits, Searcher};
use reversi::{Board, Position};
use reversi_notation::Record;

/// The parameters of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// The number of positions.
    pub positions: u32,
    /// The depth of the deepest midgame search.
    pub depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub solve_from: u32,
    /// The random seed.
    pub seed: u64,
}

/// Draws positions in which the side to move has a legal move from games, some after up to three random
/// moves. Reproducible from games and seed. Empty if the games have none.
fn sample(games: &[Record], plan: Measurement) -> Vec<Board> {
    let boards: Vec<Vec<Board>> = games
        .iter()
        .map(|game| game.positions().map(Position::board).collect())
        .collect();
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    #[allow(clippy::cast_possible_truncation)]
    // Below a usize; u64, so that no random number depends on its width.
    let mut below = |limit: usize| random.random_range(0..limit as u64) as usize;
    let mut sample = Vec::new();
    // Positions at the end of a game do not count, so try more often.
    for _ in 0..2 * plan.positions {
        if boards.is_empty() || sample.len() == plan.positions as usize {
            break;
        }
        let game = &boards[below(boards.len())];
        let mut board = game[below(game.len())];
        for _ in 0..below(4) {
            let moves = board.legal_moves();
            if let Some(square) = moves.iter().nth(below(moves.len().max(1))) {
                board = board.play(square).expect("a legal move");
            }
        }
        if !board.legal_moves().is_empty() {
            sample.push(board);
        }
    }
    sample
}

/// The bands of empty squares that are measured together.
const BAND: u32 = 6;

/// The differences between the scores of two searches: their number and the sum of their squares.
#[derive(Clone, Copy, Default)]
struct Differences {
    number: f64,
    squares: f64,
}

impl Differences {
    /// Returns the root mean square: ProbCut assumes a mean difference of zero.
    fn sigma(self) -> f64 {
        (self.squares / self.number).sqrt()
    }
}

/// A pair of searches: the band of empty squares, the depth (`None` to the end) and the shallow depth.
type Pair = (u32, Option<u32>, u32);

/// Measures, and returns a table of the measured, the present and the fitted errors.
pub fn fit_probcut(games: &[Record], plan: Measurement, weights: Arc<Weights>) -> String {
    let mut table: BTreeMap<Pair, Differences> = BTreeMap::new();
    let mut searcher = Searcher::new(1).with_weights(weights);
    for board in sample(games, plan) {
        measure(&mut searcher, board, plan, &mut table);
    }
    let fitted = fit(&table);
    let mut text = String::from("empties depth shallow positions measured in use fitted\n");
    for (&(band, depth, shallow), differences) in &table {
        let middle = middle(band);
        let name = depth.map_or("end".to_owned(), |depth| depth.to_string());
        let [used, new] = [PROBCUT_ERROR, fitted]
            .map(|model| model.sigma(middle, depth.unwrap_or(middle.max(shallow)), shallow));
        let _ = writeln!(
            text,
            "{middle:>7} {name:>5} {shallow:>7} {:>9} {:>8.2} {used:>6.2} {new:>6.2}",
            differences.number,
            differences.sigma()
        );
    }
    text + &format!("\n{fitted:#?}\n")
}

/// Returns the number of empty squares in the middle of a band.
const fn middle(band: u32) -> u32 {
    band * BAND + BAND / 2
}

/// Searches a board at full confidence to each depth and, near the end, to the end of the game.
fn measure(
    searcher: &mut Searcher,
    board: Board,
    plan: Measurement,
    table: &mut BTreeMap<Pair, Differences>,
) {
    let empties = board.empty_count();
    let mut scores = vec![searcher.evaluate(board).discs()];
    for depth in 1..=plan.depth.min(empties.saturating_sub(1)) {
        let limits = Limits::depth(depth).with_confidence(Confidence::Full);
        searcher.clear();
        scores.push(searcher.search(board, &limits, &mut ()).score().discs());
    }
    let mut add = |depth, shallow, difference: i32| {
        let differences = table.entry((empties / BAND, depth, shallow)).or_default();
        differences.number += 1.0;
        differences.squares += f64::from(difference.pow(2));
    };
    for (depth, score) in (0u32..).zip(&scores).skip(1) {
        let depths = [Check::Quarter, Check::Half].map(|check| check.depth(depth));
        for shallow in [Some(0)].into_iter().chain(depths).flatten() {
            add(Some(depth), shallow, score - scores[shallow as usize]);
        }
    }
    if empties <= plan.solve_from {
        searcher.clear();
        let result = searcher.search(board, &Limits::solve(), &mut ());
        for (shallow, score) in (0u32..).zip(&scores) {
            add(None, shallow, result.score().discs() - score);
        }
    }
}

/// Fits a linear combination of three functions to weighted values by least squares; `None` if the rows do not
/// determine it.
fn combination(rows: impl Iterator<Item = (f64, [f64; 3], f64)>) -> Option<[f64; 3]> {
    let mut matrix = [[0.0; 4]; 3];
    for (weight, x, y) in rows {
        for i in 0..3 {
            for j in 0..3 {
                matrix[i][j] += weight * x[i] * x[j];
            }
            matrix[i][3] += weight * x[i] * y;
        }
    }
    // Gauss-Jordan elimination. The matrix is positive semidefinite, so it needs no exchange of rows.
    for i in 0..3 {
        let pivot = matrix[i];
        if pivot[i] < 1e-9 {
            return None;
        }
        for (other, row) in matrix.iter_mut().enumerate() {
            let factor = if other == i {
                1.0 - 1.0 / pivot[i]
            } else {
                row[i] / pivot[i]
            };
            for (value, from) in row.iter_mut().zip(pivot) {
                *value -= factor * from;
            }
        }
    }
    Some(matrix.map(|row| row[3]))
}

/// Fits the model: the best variances over all rates at which the error changes with the empty squares; then the
/// factor for searches to the end. A model that the measurements do not determine stays as it is.
#[allow(clippy::cast_possible_truncation)] // the model has single precision
fn fit(table: &BTreeMap<Pair, Differences>) -> ErrorModel {
    let rows = || {
        table.iter().filter_map(|(&(band, depth, shallow), found)| {
            let empties = middle(band);
            let depth = depth.filter(|&depth| depth < empties)?;
            Some((empties, depth, shallow, *found))
        })
    };
    let mut best = (f64::INFINITY, PROBCUT_ERROR);
    for step in 0..80u8 {
        let mut model = ErrorModel {
            quiet_per_empty: f32::from(step) * 0.0005,
            ..PROBCUT_ERROR
        };
        let Some([noise, growth, static_noise]) =
            combination(rows().map(|(empties, depth, shallow, found)| {
                let quiet = f64::from(model.quiet(empties)).powi(2);
                let plies = |depth: u32| f64::from(depth) + f64::from(ErrorModel::DEPTH);
                let growth = (plies(depth) / plies(shallow)).ln();
                let is_static = f64::from(u8::from(shallow == 0));
                // The spread of a measured variance grows with it, so large ones count less.
                let weight = found.number / quiet.powi(2);
                let x = [1.0, growth, is_static].map(|x| quiet * x);
                (weight, x, found.sigma().powi(2))
            }))
        else {
            continue;
        };
        (model.noise, model.growth, model.static_noise) =
            (noise as f32, growth as f32, static_noise as f32);
        let error = rows().fold(0.0, |sum, (empties, depth, shallow, found)| {
            let off = found.sigma() - f64::from(model.sigma(empties, depth, shallow));
            sum + found.number * off * off
        });
        if error < best.0 {
            best = (error, model);
        }
    }
    let mut model = ErrorModel {
        end_factor: 1.0,
        ..best.1
    };
    let (mut own, mut both) = (0.0, 0.0);
    for (&(band, depth, shallow), found) in table {
        if depth.is_none() && shallow > 0 && shallow < middle(band) {
            let plain = f64::from(model.sigma(middle(band), middle(band), shallow));
            own += found.number * plain * plain;
            both += found.number * plain * found.sigma();
        }
    }
    model.end_factor = if own > 0.0 {
        (both / own) as f32
    } else {
        PROBCUT_ERROR.end_factor
    };
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_notation::detect;

    const MEASUREMENT: Measurement = Measurement {
        positions: 60,
        depth: 3,
        solve_from: 6,
        seed: 1,
    };

    fn games() -> Vec<Record> {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/fixtures/wthor-1978.wtb"
        );
        let records = detect::open(path.as_ref(), None).unwrap();
        records.take(20).map(Result::unwrap).collect()
    }

    #[test]
    fn the_same_seed_draws_the_same_positions_and_another_seed_others() {
        let games = games();
        let drawn = sample(&games, MEASUREMENT);
        assert_eq!(drawn.len(), 60);
        assert_eq!(drawn, sample(&games, MEASUREMENT));
        assert_ne!(
            drawn,
            sample(
                &games,
                Measurement {
                    seed: 2,
                    ..MEASUREMENT
                }
            )
        );
        assert_eq!(sample(&[], MEASUREMENT), []);
    }

    #[test]
    fn the_fits_print_their_tables_and_the_same_again() {
        let games = games();
        let fit = || fit_probcut(&games, MEASUREMENT, Weights::standard());
        let probcut = fit();
        assert!(
            probcut.contains("growth: ") && !probcut.contains("NaN"),
            "{probcut}"
        );
        assert_eq!(probcut, fit());
    }
}
