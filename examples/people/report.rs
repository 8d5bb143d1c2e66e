//! What a model says of held-out games, beside simpler models.

use std::fmt::Write as _;

use reversi::app::player::people::{People, Strength, softmax};
use reversi::search::{Limits, Searcher};

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
    group: usize,
    losses: Vec<f64>,
    /// The scores of a deeper search.
    deep: Vec<f32>,
    shares: Vec<f32>,
}

/// Returns the table.
pub fn report(samples: &[Sample], model: &People, from: u16, most: usize) -> String {
    let strengths = strengths(samples);
    let is_held = |&at: &usize| {
        let sample: &Sample = &samples[at];
        sample.year >= from && PLIES.contains(&(60 - sample.empties()))
    };
    let held: Vec<usize> = (0..samples.len()).filter(is_held).collect();
    let every = held.len().div_ceil(most);
    let held: Vec<usize> = held.into_iter().step_by(every).collect();
    let mut sorted: Vec<f32> = held.iter().map(|&at| strengths[at]).collect();
    sorted.sort_by(f32::total_cmp);
    let bound = |group: usize| sorted[group * sorted.len() / GROUPS];
    let mut searcher = Searcher::new(4);
    let held: Vec<Held> = held
        .into_iter()
        .map(|at| {
            let sample = &samples[at];
            let survey = sample.survey();
            searcher.clear();
            let info = searcher.analyse(sample.board(), 64, &Limits::depth(DEPTH), &mut ());
            let deep = survey.moves().map(|square| {
                info.score_of(square)
                    .map_or(0.0, |line| line.score.discs() as f32)
            });
            Held {
                sample,
                strength: strengths[at],
                group: (1..GROUPS)
                    .filter(|&group| strengths[at] >= bound(group))
                    .count(),
                losses: sample.losses(),
                deep: deep.collect(),
                shares: model.shares(&survey),
            }
        })
        .collect();
    // The best temperature and the best trust in the shares of the openings.
    let of = |chances: &dyn Fn(&Held) -> Vec<f32>| {
        let mut fit = Fit::default();
        for one in &held {
            fit.add(&chances(one), one.sample.played(), &one.losses);
        }
        fit
    };
    let by_score = |one: &Held, discs: f32| softmax(one.deep.iter().map(|score| score / discs));
    let discs = (2..=30).map(|step| step as f32 / 4.0).min_by(|&a, &b| {
        let bits = |discs: f32| of(&|one| by_score(one, discs)).bits;
        bits(a).total_cmp(&bits(b))
    });
    let discs = discs.unwrap_or(3.0);
    let uniform = |one: &Held| vec![1.0 / one.losses.len() as f32; one.losses.len()];
    let people = |one: &Held| {
        model.chances(
            &one.sample.survey(),
            Strength((100.0 * one.strength).round() as u16),
        )
    };
    let mut text =
        format!("                        moves   bits  first  three  lost  model  ratio\n");
    let deep = |one: &Held| by_score(one, discs);
    let index = |one: &Held| one.shares.clone();
    let models: [(&str, &dyn Fn(&Held) -> Vec<f32>); 4] = [
        ("all legal moves alike", &uniform),
        ("depth 8", &deep),
        ("the openings", &index),
        ("the model", &people),
    ];
    for (name, chances) in models {
        let _ = writeln!(text, "{name:<22} {}", of(chances).line());
    }
    let _ = writeln!(
        text,
        "The best temperature of depth {DEPTH} is {discs} discs."
    );
    let part = |text: &mut String, name: String, is_in: &dyn Fn(&Held) -> bool| {
        for (model, chances) in &models {
            let mut fit = Fit::default();
            for one in held.iter().filter(|one| is_in(one)) {
                fit.add(&chances(one), one.sample.played(), &one.losses);
            }
            let _ = writeln!(text, "{name:<10} {model:<11.11} {}", fit.line());
        }
    };
    for first in (10..54).step_by(11) {
        let plies = first..first + 11;
        let is_in = |one: &Held| plies.contains(&(60 - one.sample.empties()));
        part(&mut text, format!("ply {first}-{}", first + 10), &is_in);
    }
    for group in 0..GROUPS {
        let name = format!("from {:.2}", bound(group));
        part(&mut text, name, &|one| one.group == group);
    }
    for first in (10..54).step_by(11) {
        let plies = first..first + 11;
        for group in 0..GROUPS {
            let mut fit = Fit::default();
            let is_in =
                |one: &&Held| one.group == group && plies.contains(&(60 - one.sample.empties()));
            for one in held.iter().filter(is_in) {
                fit.add(&people(one), one.sample.played(), &one.losses);
            }
            let _ = writeln!(text, "ply {first:<3} group {group}        {}", fit.line());
        }
    }
    text
}
