//! The fit: maximum likelihood by Adam (Kingma and Ba, 2014).

use std::collections::HashMap;

use reversi::Board;
use reversi_notation::Record;
use reversi_table::player::people::features::FEATURES;
use reversi_table::player::people::frequency::Frequency;
use reversi_table::player::people::network::{HIDDEN, Network, PARAMETERS};
use reversi_table::player::people::shapes::{MoveShapes, SHAPES, Shapes};
use reversi_table::player::people::{People, softmax};

use crate::samples::Sample;

/// Positions that came up in fewer games are not counted.
pub const FEWEST_GAMES: u32 = 6;

/// The moves of a game whose positions are counted.
const COUNTED_PLIES: usize = 34;

/// How many moves of the average player are added to those of each player to estimate a strength: the variance of a
/// player's losses by the variance of the players.
const PRIOR_MOVES: f64 = 50.0;

/// Samples of earlier years count less: openings and styles change.
const RECENT: u16 = 1995;
const OLD_WEIGHT: f32 = 0.4;

/// The steps of the shapes, and how much each tends to zero.
const SHAPE_RATE: f32 = 0.02;
const SHRINK: f32 = 0.000_5;

/// The most steps in which the rate of the fit rises.
const RISING_STEPS: f32 = 500.0;

/// The samples between two steps of the fit.
const BATCH: usize = 64;

/// How often positions came up, by year.
#[derive(Default)]
pub struct Counts(HashMap<Board, Vec<(u16, u32)>>);

impl Counts {
    pub fn add(&mut self, game: &Record) {
        let year = game.year().unwrap_or_default();
        for position in game.positions().take(COUNTED_PLIES) {
            let years = self.0.entry(position.board().canonical()).or_default();
            match years.iter_mut().find(|(other, _)| *other == year) {
                Some((_, games)) => *games += 1,
                None => years.push((year, 1)),
            }
        }
    }

    /// Returns the number of games of a position that came up often enough, without those of a year.
    fn without(&self, board: Board, year: u16) -> f32 {
        let years = self.0.get(&board.canonical());
        let others = years
            .into_iter()
            .flatten()
            .filter(|(other, _)| *other != year);
        match others.map(|(_, games)| games).sum() {
            0..FEWEST_GAMES => 0.0,
            games => games as f32,
        }
    }

    fn table(&self) -> Frequency {
        let sums = self
            .0
            .iter()
            .map(|(board, years)| (*board, years.iter().map(|(_, games)| games).sum()));
        Frequency::new(sums.filter(|(_, games)| *games >= FEWEST_GAMES))
    }
}

/// Returns the strength of the player of each sample: what moves in the player's other games lost.
pub fn strengths(samples: &[Sample]) -> Vec<f32> {
    let losses: Vec<f64> = samples.iter().map(Sample::loss).collect();
    // What is lost differs with the phase of the game.
    let mut phases = [(0.0, 0.0); 61];
    for (sample, loss) in samples.iter().zip(&losses) {
        let phase = &mut phases[sample.empties() as usize / 6];
        *phase = (phase.0 + loss, phase.1 + 1.0);
    }
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    let relative: Vec<f64> = samples
        .iter()
        .zip(&losses)
        .map(|(sample, loss)| {
            let (sum, count) = phases[sample.empties() as usize / 6];
            loss * mean / (sum / f64::max(count, 1.0)).max(0.01)
        })
        .collect();
    let mut players: HashMap<u32, (f64, f64)> = HashMap::new();
    let mut games: HashMap<(u32, u32), (f64, f64)> = HashMap::new();
    for (sample, loss) in samples.iter().zip(&relative) {
        for sum in [
            players.entry(sample.player).or_default(),
            games.entry((sample.player, sample.game)).or_default(),
        ] {
            *sum = (sum.0 + loss, sum.1 + 1.0);
        }
    }
    samples
        .iter()
        .map(|sample| {
            let all = players[&sample.player];
            let own = games[&(sample.player, sample.game)];
            let sum = all.0 - own.0 + PRIOR_MOVES * mean;
            (sum / (all.1 - own.1 + PRIOR_MOVES)) as f32
        })
        .collect()
}

/// What the fit says of some samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// The mean logarithm of the probability of the played move, in bits.
    pub bits: f64,
    /// The share of positions whose likeliest move was played.
    pub matched: f64,
}

/// A round of the fit.
pub struct Round {
    /// The bits of the samples that are fitted, while they were.
    pub bits: f64,
    /// The score of the samples that are not.
    pub held: Score,
}

/// The years that are fitted, and those after them at whose best the fit stops.
#[derive(Clone, Copy, Debug)]
pub struct Years {
    pub fitted_until: u16,
    pub stopped_until: u16,
}

/// A model in the making.
struct Fit<'a> {
    samples: &'a [Sample],
    strengths: Vec<f32>,
    counts: Counts,
    network: Network,
    /// The running means of the derivatives and of their squares.
    means: [Vec<f32>; 2],
    shapes: Vec<f32>,
    /// The sums of the squares of their derivatives (`AdaGrad`: Duchi, Hazan and Singer, 2011).
    energy: Vec<f32>,
    step: u32,
    steps: u32,
}

/// Fits the model to samples, and reports each round. What was played in the year of a sample does not count: in other
/// years people play other openings.
pub fn fit(
    samples: &[Sample],
    mut counts: Counts,
    years: Years,
    rounds: u32,
    mut report: impl FnMut(u32, &Round),
) -> People {
    let games = |years: &[(u16, u32)]| years.iter().map(|(_, games)| games).sum::<u32>();
    counts.0.retain(|_, years| games(years) >= FEWEST_GAMES);
    let frequency = counts.table();
    let of_years = |from: u16, to: u16| -> Vec<usize> {
        let is_in = |&at: &usize| (from..=to).contains(&samples[at].year);
        (0..samples.len()).filter(is_in).collect()
    };
    let mut fitted = of_years(0, years.fitted_until);
    let held = of_years(years.fitted_until + 1, years.stopped_until);
    let mut random = Random(88_172_645_463_325_252);
    let mut fit = Fit {
        samples,
        strengths: strengths(samples),
        counts,
        network: random.network(),
        means: [vec![0.0; PARAMETERS], vec![0.0; PARAMETERS]],
        shapes: vec![0.0; SHAPES],
        energy: vec![0.1; SHAPES],
        step: 0,
        steps: (fitted.len() / BATCH) as u32 * rounds,
    };
    let mut best: Option<(f64, People)> = None;
    for round in 1..=rounds {
        for at in (1..fitted.len()).rev() {
            fitted.swap(at, (random.next() % (at as u64 + 1)) as usize);
        }
        let batches = fitted.chunks_exact(BATCH);
        let bits: f64 = batches.map(|batch| fit.learn(batch)).sum();
        let bits = bits / fitted.len() as f64;
        let held = fit.measure(&held, &frequency);
        report(round, &Round { bits, held });
        if best.as_ref().is_none_or(|(bits, _)| held.bits < *bits) {
            let shapes = Shapes::new(&fit.shapes);
            let people = People::new(fit.network.clone(), shapes, frequency.clone());
            best = Some((held.bits, people));
        }
    }
    best.expect("there is a round").1
}

/// Random numbers (xorshift: Marsaglia, 2003).
struct Random(u64);

impl Random {
    const fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a network to begin with.
    fn network(&mut self) -> Network {
        let mut parameters = Vec::with_capacity(PARAMETERS);
        for (inputs, units) in [
            (FEATURES, HIDDEN[0]),
            (HIDDEN[0], HIDDEN[1]),
            (HIDDEN[1], 1),
        ] {
            let range = (3.0 / inputs as f32).sqrt();
            let mut uniform =
                || ((self.next() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0) * range;
            parameters.extend((0..inputs * units).map(|_| uniform()));
            if units > 1 {
                parameters.extend(vec![0.05; units]);
            }
        }
        Network::new(parameters).expect("the numbers are finite")
    }
}

impl Fit<'_> {
    /// Returns the weight of a move by its shapes.
    fn of_shapes(&self, shapes: &MoveShapes) -> f32 {
        shapes.iter().map(|&shape| self.shapes[shape]).sum()
    }

    /// Learns from a batch, and returns its bits before.
    fn learn(&mut self, batch: &[usize]) -> f64 {
        let mut slope = vec![0.0_f32; PARAMETERS];
        let mut bits = 0.0;
        for &at in batch {
            let sample = &self.samples[at];
            let survey = sample.survey();
            let games = |board| self.counts.without(board, sample.year);
            let rows = survey.features(self.strengths[at], &games);
            let weight = if sample.year >= RECENT {
                1.0
            } else {
                OLD_WEIGHT
            };
            let shapes = survey.shapes();
            let weighed: Vec<_> = rows.iter().map(|row| self.network.weigh(row)).collect();
            let sums = weighed.iter().zip(&shapes);
            let chances = softmax(sums.map(|((sum, _), shapes)| sum + self.of_shapes(shapes)));
            bits -= f64::from(chances[sample.played()]).log2();
            for (place, (row, (_, units))) in rows.iter().zip(&weighed).enumerate() {
                let was_played = f32::from(u8::from(place == sample.played()));
                let error = weight * (chances[place] - was_played);
                for &shape in &shapes[place] {
                    let slope = error + SHRINK * self.shapes[shape];
                    self.energy[shape] += slope * slope;
                    self.shapes[shape] -= SHAPE_RATE * slope / self.energy[shape].sqrt();
                }
                self.network.learn(row, units, error, &mut slope);
            }
        }
        self.descend(&slope);
        bits
    }

    /// Takes a step of Adam with weight decay; its rate rises at first and falls to zero.
    fn descend(&mut self, slope: &[f32]) {
        self.step += 1;
        let progress = self.step as f32 / self.steps as f32;
        let falling = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
        let rising_steps = RISING_STEPS.min(self.steps as f32 / 10.0);
        let rising = (self.step as f32 / rising_steps).min(1.0);
        let rate = 0.002 * falling * rising + 1e-6;
        let (a, b) = (0.9_f32, 0.999_f32);
        let unbiased = [a, b].map(|decay| 1.0 - decay.powi(self.step as i32));
        let mut parameters = self.network.parameters().to_vec();
        let [means, squares] = &mut self.means;
        for (at, parameter) in parameters.iter_mut().enumerate() {
            let slope = slope[at] / BATCH as f32;
            means[at] = a * means[at] + (1.0 - a) * slope;
            squares[at] = b * squares[at] + (1.0 - b) * slope * slope;
            let step = means[at] / unbiased[0] / ((squares[at] / unbiased[1]).sqrt() + 1e-8);
            *parameter -= rate * (step + 0.001 * *parameter);
        }
        self.network = Network::new(parameters).expect("the fit does not diverge");
    }

    /// Measures the model on samples that are not fitted.
    fn measure(&self, held: &[usize], frequency: &Frequency) -> Score {
        let mut score = Score::default();
        let share = 1.0 / held.len().max(1) as f64;
        for &at in held {
            let (sample, survey) = (&self.samples[at], self.samples[at].survey());
            let rows = survey.features(self.strengths[at], &|board| frequency.games(board));
            let shapes = survey.shapes();
            let moves = rows.iter().zip(&shapes);
            let weight = |(row, shapes)| self.network.weigh(row).0 + self.of_shapes(shapes);
            let chances = softmax(moves.map(weight));
            let own = chances[sample.played()];
            score.bits -= f64::from(own).log2() * share;
            let is_likeliest = chances.iter().all(|&chance| chance <= own);
            score.matched += f64::from(u8::from(is_likeliest)) * share;
        }
        score
    }
}
