//! What a model says of held-out games, beside simpler models.

use std::fmt::Write as _;

use reversi::search::{Limits, Searcher};
use reversi_table::player::people::{People, Strength, softmax};

use crate::fit::strengths;
use crate::samples::Sample;

/// The plies of the positions: before them games follow openings, after them little is left to choose.
const PLIES: std::ops::RangeInclusive<u32> = 10..=53;

/// The groups of players, of equal size.
const GROUPS: usize = 5;

/// The depth of the search of a baseline.
const DEPTH: u32 = 8;

/// How well a model foresees moves.
#[derive(Clone, Copy, Default)]
struct Fit {
    moves: f64,
    bits: f64,
    first: f64,
    three: f64,
    /// What the model's moves would lose.
    loss: f64,
    /// What the played moves lost.
    played: f64,
}

impl Fit {
    fn add(&mut self, chances: &[f32], played: usize, losses: &[f64]) {
        let own = chances[played];
        let before =
            |index: &usize| chances[*index] > own || chances[*index] >= own && *index < played;
        let rank = (0..chances.len()).filter(before).count();
        self.moves += 1.0;
        self.bits -= f64::from(own).max(1e-9).log2();
        self.first += f64::from(u8::from(rank == 0));
        self.three += f64::from(u8::from(rank < 3));
        self.loss += chances
            .iter()
            .zip(losses)
            .map(|(chance, loss)| f64::from(*chance) * loss)
            .sum::<f64>();
        self.played += losses[played];
    }

    fn line(&self) -> String {
        let of = |sum: f64| sum / self.moves.max(1.0);
        format!(
            "{:>6.0} {:>6.3} {:>6.1} {:>6.1} {:>6.2} {:>6.2} {:>6.2}",
            self.moves,
            of(self.bits),
            100.0 * of(self.first),
            100.0 * of(self.three),
            of(self.played),
            of(self.loss),
            self.loss / self.played,
        )
    }
}

/// A held-out position with what a report needs of it.
struct Held<'a> {
    sample: &'a Sample,
    strength: f32,
    losses: Vec<f64>,
    /// The scores of a deeper search.
    deep: Vec<f32>,
    shares: Vec<f32>,
}

/// A simpler model, or the model: its name and what it gives each move.
type Foreseen<'a> = (&'a str, &'a dyn Fn(&Held) -> Vec<f32>);

/// Returns the held-out positions, at most this many.
fn held_out<'a>(samples: &'a [Sample], model: &People, from: u16, most: usize) -> Vec<Held<'a>> {
    let strengths = strengths(samples);
    let is_held = |&at: &usize| {
        let sample: &Sample = &samples[at];
        sample.year >= from && PLIES.contains(&(60 - sample.empties()))
    };
    let held: Vec<usize> = (0..samples.len()).filter(is_held).collect();
    let every = held.len().div_ceil(most).max(1);
    let mut searcher = Searcher::new(4);
    let search = |at: usize| {
        let sample = &samples[at];
        let survey = sample.survey();
        searcher.clear();
        let info = searcher.analyse(sample.board(), 64, &Limits::depth(DEPTH), &mut ());
        let score = |square| {
            info.score_of(square)
                .map_or(0.0, |line| line.score.discs() as f32)
        };
        Held {
            sample,
            strength: strengths[at],
            losses: sample.losses(),
            deep: survey.moves().map(score).collect(),
            shares: model.shares(&survey),
        }
    };
    held.into_iter().step_by(every).map(search).collect()
}

/// Returns how well a model foresees the moves of some positions.
fn fit_of<'a>(held: impl Iterator<Item = &'a Held<'a>>, model: Foreseen) -> Fit {
    let mut fit = Fit::default();
    for one in held {
        fit.add(&model.1(one), one.sample.played(), &one.losses);
    }
    fit
}

fn by_score(one: &Held, discs: f32) -> Vec<f32> {
    softmax(one.deep.iter().map(|score| score / discs))
}

/// Returns the table.
pub fn report(samples: &[Sample], model: &People, from: u16, most: usize) -> String {
    let held = held_out(samples, model, from, most);
    let mut sorted: Vec<f32> = held.iter().map(|one| one.strength).collect();
    sorted.sort_by(f32::total_cmp);
    let bound = |group: usize| sorted.get(group * sorted.len() / GROUPS).copied();
    let bounds: Vec<f32> = (0..GROUPS).filter_map(bound).collect();
    let group = |one: &Held| {
        bounds
            .iter()
            .filter(|&&bound| one.strength >= bound)
            .count()
    };
    let discs = (2..=30).map(|step| step as f32 / 4.0).min_by(|&a, &b| {
        let bits = |discs| fit_of(held.iter(), ("", &|one| by_score(one, discs))).bits;
        bits(a).total_cmp(&bits(b))
    });
    let discs = discs.unwrap_or(3.0);
    let uniform = |one: &Held| vec![1.0 / one.losses.len() as f32; one.losses.len()];
    let deep = |one: &Held| by_score(one, discs);
    let shares = |one: &Held| one.shares.clone();
    let people = |one: &Held| {
        let strength = Strength((100.0 * one.strength).round() as u16);
        model.chances(&one.sample.survey(), strength)
    };
    let models: [Foreseen; 4] = [
        ("all moves alike", &uniform),
        ("depth 8", &deep),
        ("the openings", &shares),
        ("the model", &people),
    ];
    let mut text = format!("{:33}moves   bits  first  three   lost  model  ratio\n", "");
    let mut lines = |name: &str, models: &[Foreseen], is_in: &dyn Fn(&Held) -> bool| {
        for &model in models {
            let fit = fit_of(held.iter().filter(|one| is_in(one)), model);
            let _ = writeln!(text, "{name:<15} {:<15} {}", model.0, fit.line());
        }
    };
    lines("all", &models, &|_| true);
    let plies =
        |first: u32| move |one: &Held| (first..first + 11).contains(&(60 - one.sample.empties()));
    let phases = || PLIES.step_by(11);
    for first in phases() {
        lines(
            &format!("plies {first} to {}", first + 10),
            &models,
            &plies(first),
        );
    }
    for (at, bound) in bounds.iter().enumerate() {
        lines(&format!("from {bound:.2} discs"), &models, &|one| {
            group(one) == at + 1
        });
    }
    for first in phases() {
        for (at, bound) in bounds.iter().enumerate() {
            let is_in = |one: &Held| group(one) == at + 1 && plies(first)(one);
            lines(&format!("{first}, from {bound:.2}"), &models[3..], &is_in);
        }
    }
    text + &format!("The best temperature of depth {DEPTH} is {discs} discs.\n")
}
