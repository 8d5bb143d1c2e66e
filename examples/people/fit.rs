//! The fit: maximum likelihood by Adam (Kingma and Ba, 2014).

use std::collections::HashMap;
use std::time::Instant;

use reversi::Board;
use reversi::app::player::people::frequency::Frequency;
use reversi::app::player::people::network::{HIDDEN, Network, PARAMETERS};
use reversi::app::player::people::shapes::{SHAPES, Shapes};
use reversi::app::player::people::survey::FEATURES;
use reversi::app::player::people::{People, softmax};
use reversi::notation::Record;

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

/// Fits the model to the samples until a year. What was played in the year of a sample does not count: in other years
/// people play other openings.
pub fn fit(samples: &[Sample], mut counts: Counts, until: u16, rounds: u32) -> People {
    counts
        .0
        .retain(|_, years| years.iter().map(|(_, games)| games).sum::<u32>() >= FEWEST_GAMES);
    let frequency = counts.table();
    println!("{} positions are counted", frequency.len());
    let strengths = strengths(samples);
    let of_years = |from: u16, to: u16| -> Vec<usize> {
        (0..samples.len())
            .filter(|&at| (from..=to).contains(&samples[at].year))
            .collect()
    };
    let mut train = of_years(0, until);
    let held: Vec<usize> = of_years(until + 1, 2008);
    println!("{} samples to fit, {} to stop", train.len(), held.len());
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut uniform =
        |range: f32| ((random() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0) * range;
    let mut parameters = Vec::with_capacity(PARAMETERS);
    for (inputs, units) in [
        (FEATURES, HIDDEN[0]),
        (HIDDEN[0], HIDDEN[1]),
        (HIDDEN[1], 1),
    ] {
        let range = (3.0 / inputs as f32).sqrt();
        parameters.extend((0..inputs * units).map(|_| uniform(range)));
        if units > 1 {
            parameters.extend((0..units).map(|_| 0.05));
        }
    }
    let mut network = Network::new(parameters).expect("the numbers are finite");
    let mut mean = vec![0.0_f32; PARAMETERS];
    let mut square = vec![0.0_f32; PARAMETERS];
    let mut slope = vec![0.0_f32; PARAMETERS];
    let mut shapes = vec![0.0_f32; SHAPES];
    // The sums of the squares of their derivatives (AdaGrad: Duchi, Hazan and Singer, 2011).
    let mut energy = vec![0.1_f32; SHAPES];
    let mut best = (f64::INFINITY, network.clone(), shapes.clone());
    let steps = (train.len() / BATCH) as u32 * rounds;
    let mut step = 0_u32;
    for round in 0..rounds {
        let begin = Instant::now();
        for at in (1..train.len()).rev() {
            train.swap(at, (random() % (at as u64 + 1)) as usize);
        }
        let mut bits = 0.0;
        for batch in train.chunks_exact(BATCH) {
            slope.fill(0.0);
            for &at in batch {
                let sample = &samples[at];
                let rows = sample
                    .survey()
                    .features(strengths[at], &|board| counts.without(board, sample.year));
                let weight = if sample.year >= RECENT {
                    1.0
                } else {
                    OLD_WEIGHT
                };
                let weighed: Vec<_> = rows.iter().map(|row| network.weigh(row)).collect();
                let known = sample.survey().shapes();
                let sum = |at: usize| known[at].iter().map(|&shape| shapes[shape]).sum::<f32>();
                let chances = softmax(
                    weighed
                        .iter()
                        .enumerate()
                        .map(|(at, (weight, _))| weight + sum(at)),
                );
                bits -= f64::from(chances[sample.played()]).log2();
                for (place, ((row, (_, units)), chance)) in
                    rows.iter().zip(&weighed).zip(&chances).enumerate()
                {
                    let target = f32::from(u8::from(place == sample.played()));
                    for &shape in &known[place] {
                        let slope = weight * (chance - target) + SHRINK * shapes[shape];
                        energy[shape] += slope * slope;
                        shapes[shape] -= SHAPE_RATE * slope / energy[shape].sqrt();
                    }
                    network.learn(row, units, weight * (chance - target), &mut slope);
                }
            }
            step += 1;
            let progress = step as f32 / steps as f32;
            let rate = 0.002
                * 0.5
                * (1.0 + (std::f32::consts::PI * progress).cos())
                * (step as f32 / 500.0).min(1.0)
                + 1e-6;
            let (a, b) = (0.9_f32, 0.999_f32);
            let (unbiased, spread) = (1.0 - a.powi(step as i32), 1.0 - b.powi(step as i32));
            let mut parameters = network.parameters().to_vec();
            for (at, parameter) in parameters.iter_mut().enumerate() {
                let slope = slope[at] / BATCH as f32;
                mean[at] = a * mean[at] + (1.0 - a) * slope;
                square[at] = b * square[at] + (1.0 - b) * slope * slope;
                *parameter -= rate
                    * (mean[at] / unbiased / ((square[at] / spread).sqrt() + 1e-8)
                        + 0.001 * *parameter);
            }
            network = Network::new(parameters).expect("the fit does not diverge");
        }
        let bits = bits / train.len() as f64;
        let (mut held_bits, mut matched) = (0.0, 0.0);
        for &at in &held {
            let rows = samples[at]
                .survey()
                .features(strengths[at], &|board| frequency.games(board));
            let known = samples[at].survey().shapes();
            let sum = |at: usize| known[at].iter().map(|&shape| shapes[shape]).sum::<f32>();
            let chances = softmax(
                rows.iter()
                    .enumerate()
                    .map(|(at, row)| network.weigh(row).0 + sum(at)),
            );
            let own = chances[samples[at].played()];
            held_bits -= f64::from(own).log2() / held.len() as f64;
            matched += f64::from(u8::from(chances.iter().all(|&chance| chance <= own)))
                / held.len() as f64;
        }
        println!(
            "round {:>2}: {bits:.4} bits, held out {held_bits:.4}, matched {:.2} %, {:.0} s",
            round + 1,
            100.0 * matched,
            begin.elapsed().as_secs_f64()
        );
        if held_bits < best.0 {
            best = (held_bits, network.clone(), shapes.clone());
        }
    }
    People::new(best.1, Shapes::new(&best.2), frequency)
}
