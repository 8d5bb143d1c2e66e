//! About which level a player has, from the last games.
//!
//! Every level from 1 to 10, in tenths, is equally likely at first. Then each game against a level tells how likely its
//! result is for a player of a level, and the reviewed moves of all games tell how likely their mean loss is. What is
//! most likely after that is the estimate, with the levels around it that hold nine tenths of the probability.

use std::iter;

use serde::Serialize;
use skillratings::Outcomes;

use crate::rating::{self, ELO, Rating};
use reversi_table::player::level::{LEVELS, MEAN_LOSS};
use reversi_text::{Said, tr};

/// The games that count: the last ones that say something.
const LAST: usize = 30;

/// With fewer games that say something there is no estimate.
const FEWEST: usize = 5;

/// The probability that the level is within the range, in percent.
const WITHIN: f64 = 90.0;

/// Returns the player's rating after each rated game against a level, oldest first, with the index of the game. The
/// first rating is that of the first level that can be estimated.
pub(super) fn ratings(games: &[GameEvidence]) -> Vec<(usize, Rating)> {
    let results = games.iter().enumerate();
    let results = results.filter_map(|(at, game)| Some((at, game.result?)));
    let mut later = results.skip(FEWEST - 1);
    let first = later
        .next()
        .and_then(|(at, _)| Some((at, LevelEstimate::of(&games[..=at])?)));
    let Some((at, level)) = first else {
        return Vec::new();
    };
    let mut own = rating::of_player(level.estimate);
    let rated = later.map(|(at, (level, points))| {
        let outcome = match points {
            1.0.. => Outcomes::WIN,
            0.5.. => Outcomes::DRAW,
            _ => Outcomes::LOSS,
        };
        own = rating::after_result(own, rating::of_level(level), outcome);
        (at, own)
    });
    iter::once((at, rating::of_player(level.estimate)))
        .chain(rated)
        .collect()
}

/// A variance of the loss of a move, in square discs, which is added to that of the moves: a few moves that happen to be
/// alike say less than it seems.
const LEAST_VARIANCE: f64 = 1.0;

/// The lowest and the highest level, in tenths.
const LOWEST: usize = 10;
const HIGHEST: usize = 100;

/// A level in tenths.
type Tenths = usize;

/// What a game says about the player's level.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GameEvidence {
    /// The level of the opponent from 1 to 10, and the points of the player: 1 for a win, 0.5 for a draw.
    pub(super) result: Option<(u8, f64)>,
    /// The discs that each reviewed move of the player lost.
    pub(super) losses: Vec<u8>,
}

/// About which level a player has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelEstimate {
    /// The level, with tenths: half of the probability is on each side of it.
    estimate: f64,
    /// The range that holds 90 % of the probability, to whole levels outwards.
    low: usize,
    high: usize,
}

impl LevelEstimate {
    /// Estimates the level of a player from games, the last one last; `None` if too few say
    /// something.
    pub(super) fn of(games: &[GameEvidence]) -> Option<Self> {
        let says_something =
            |game: &&GameEvidence| game.result.is_some() || !game.losses.is_empty();
        let telling: Vec<GameEvidence> = games.iter().filter(says_something).cloned().collect();
        let last = &telling[telling.len().saturating_sub(LAST)..];
        (last.len() >= FEWEST).then(|| Self::from_chances(&chances(last)))
    }

    /// Returns the estimate for the probabilities of the levels.
    fn from_chances(chances: &[(Tenths, f64)]) -> Self {
        let mut sum = 0.0;
        let mut above_half = chances.iter().filter(|(_, chance)| {
            sum += chance;
            sum >= 0.5
        });
        let median = above_half.next().map_or(HIGHEST, |&(level, _)| level);
        // The most likely levels, so that the same games once more never widen the range.
        let mut likeliest = chances.to_vec();
        likeliest.sort_by(|one, other| other.1.total_cmp(&one.1));
        let (mut low, mut high, mut held) = (median, median, 0.0);
        for (level, chance) in likeliest {
            if 100.0 * held >= WITHIN {
                break;
            }
            held += chance;
            (low, high) = (low.min(level), high.max(level));
        }
        #[allow(clippy::cast_precision_loss)] // at most 100
        let estimate = median as f64 / 10.0;
        Self {
            estimate,
            low: low / 10,
            high: high.div_ceil(10),
        }
    }

    /// Returns the level, 1 to 10, with tenths.
    pub(crate) const fn level(&self) -> f64 {
        self.estimate
    }

    /// Returns the level in words: `about level 4`.
    pub fn words(&self) -> Said {
        tr!("about level {level}", level = self.rounded())
    }

    fn rounded(&self) -> u8 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 1 to 10
        let level = self.estimate.round() as u8;
        level
    }

    /// Returns the level and its range in words: `about level 4 (3 to 5)`.
    pub fn range(&self) -> Said {
        let (low, high, level) = (self.low, self.high, self.rounded());
        if low == high {
            self.words()
        } else {
            tr!("about level {level} ({low} to {high})", level, low, high)
        }
    }

    /// Returns the level and its range as a sentence.
    pub fn sentence(&self) -> Said {
        you_play_at(&self.range())
    }

    /// Returns the level without its range as a sentence.
    pub fn short_sentence(&self) -> Said {
        you_play_at(&self.words())
    }
}

fn you_play_at(level: &Said) -> Said {
    tr!("You play at {level}.", level)
}

/// Returns the probability of each level after some games.
fn chances(games: &[GameEvidence]) -> Vec<(Tenths, f64)> {
    let mean_loss = MeanLoss::of(games);
    let likelihood = |level| {
        let results = games.iter().filter_map(|game| game.result);
        let results = results.map(|(opponent, points)| of_result(level, opponent, points));
        let losses = mean_loss.map_or(0.0, |mean| mean.likelihood(level));
        (level, results.sum::<f64>() + losses)
    };
    let logarithms: Vec<(Tenths, f64)> = (LOWEST..=HIGHEST).map(likelihood).collect();
    let most = logarithms.iter().map(|&(_, log)| log);
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    let weights = logarithms
        .into_iter()
        .map(|(level, log)| (level, (log - most).exp()));
    let weights: Vec<(Tenths, f64)> = weights.collect();
    let sum: f64 = weights.iter().map(|&(_, weight)| weight).sum();
    let chances = weights
        .into_iter()
        .map(|(level, weight)| (level, weight / sum));
    chances.collect()
}

/// Returns the logarithm of the probability of a result against a level. A draw is half a win and half a loss.
fn of_result(level: Tenths, opponent: u8, points: f64) -> f64 {
    let difference = at_level(&ELO, level) - at_level(&ELO, 10 * usize::from(opponent));
    let of_losing = |difference: f64| -(10f64.powf(difference / 400.0)).ln_1p();
    points * of_losing(-difference) + (1.0 - points) * of_losing(difference)
}

/// The mean loss of some moves, and its variance.
#[derive(Clone, Copy, Debug)]
struct MeanLoss {
    mean: f64,
    variance: f64,
}

impl MeanLoss {
    /// Returns the mean over the moves of games; `None` without moves.
    fn of(games: &[GameEvidence]) -> Option<Self> {
        let losses = || {
            let losses = games.iter().flat_map(|game| &game.losses);
            losses.map(|&loss| f64::from(loss))
        };
        let moves: f64 = losses().map(|_| 1.0).sum();
        if moves == 0.0 {
            return None;
        }
        let mean = losses().sum::<f64>() / moves;
        let squares: f64 = losses().map(|loss| (loss - mean).powi(2)).sum();
        Some(Self {
            mean,
            variance: (squares / moves + LEAST_VARIANCE) / moves,
        })
    }

    /// Returns the logarithm of the likelihood of this mean at a level, but for a common number.
    fn likelihood(self, level: Tenths) -> f64 {
        let error = self.mean - at_level(&MEAN_LOSS, level);
        -error * error / (2.0 * self.variance)
    }
}

/// Returns the value of a table at a level, between two levels on the line between theirs.
fn at_level(table: &[f64; LEVELS.len()], level: Tenths) -> f64 {
    let (below, tenths) = (level / 10 - 1, level % 10);
    let above = (below + 1).min(table.len() - 1);
    #[allow(clippy::cast_precision_loss)] // less than 10
    let share = tenths as f64 / 10.0;
    table[below] * (1.0 - share) + table[above] * share
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    /// A game against a level with these points, without reviewed moves.
    fn game(opponent: u8, points: f64) -> GameEvidence {
        GameEvidence {
            result: Some((opponent, points)),
            losses: Vec::new(),
        }
    }

    /// Some games of a player of a level: against levels near it, with results and losses as the tables say. Most
    /// moves lose nothing, and a few lose much.
    fn simulated(level: Tenths, games: usize, seed: u64) -> Vec<GameEvidence> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mean = at_level(&MEAN_LOSS, level);
        let play = |_| {
            let opponent =
                rng.random_range((level / 10).saturating_sub(2).max(1)..=(level / 10 + 2).min(10));
            let opponent = u8::try_from(opponent).unwrap();
            let wins = of_result(level, opponent, 1.0).exp();
            let points = f64::from(u8::from(rng.random_bool(wins)));
            let losses = (0..28).map(|_| {
                let is_mistake = rng.random_bool(0.25);
                let loss = -4.0 * mean * rng.random_range(f64::EPSILON..1.0).ln();
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // it saturates
                let loss = loss.round() as u8;
                if is_mistake { loss } else { 0 }
            });
            let losses = losses.collect();
            GameEvidence {
                result: Some((opponent, points)),
                losses,
            }
        };
        (0..games).map(play).collect()
    }

    #[test]
    fn before_five_games_that_say_something_there_is_no_estimate() {
        let mut games = vec![GameEvidence::default(); 20];
        assert_eq!(LevelEstimate::of(&games), None);
        games.extend(vec![game(3, 1.0); 4]);
        assert_eq!(LevelEstimate::of(&games), None);
        games.push(GameEvidence {
            losses: vec![0, 2],
            ..GameEvidence::default()
        });
        assert!(LevelEstimate::of(&games).is_some());
    }

    #[test]
    fn the_rating_follows_the_results_against_the_measured_levels() {
        let after = |games: &[GameEvidence]| ratings(games).last().map(|(_, own)| own.rating);
        assert_eq!(after(&[GameEvidence::default()]), None);
        let rating = |level| rating::of_level(level).rating;
        assert!((rating(5) - Rating::new().rating).abs() < f64::EPSILON);
        assert!((1..10).all(|level| rating(level) < rating(level + 1)));
        // Who wins half of the games against a level gets its rating.
        for level in [2, 5, 9] {
            let games: Vec<_> = (0..100)
                .map(|number| game(level, f64::from(number % 2)))
                .collect();
            let own = after(&games).unwrap();
            assert!((own - rating(level)).abs() < 60.0, "{level}: {own}");
            let better = |points| {
                let next = game(level, points);
                after(&[&games[..], &[next]].concat()).unwrap()
            };
            assert!(better(0.0) < better(0.5) && better(0.5) < better(1.0));
        }
    }

    #[test]
    fn a_rating_begins_with_the_estimate_of_the_first_five_games_and_keeps_the_places_of_the_others()
     {
        let places = |games: &[GameEvidence]| -> Vec<usize> {
            ratings(games).iter().map(|(at, _)| *at).collect()
        };
        let mut games = vec![game(2, 0.0), GameEvidence::default()];
        games.extend(vec![game(2, 0.0); 3]);
        assert_eq!(places(&games), [0usize; 0]);
        games.push(game(2, 0.0));
        assert_eq!(places(&games), [5]);
        let level = LevelEstimate::of(&games).unwrap().estimate;
        assert_eq!(ratings(&games)[0].1, rating::of_player(level));
        assert!(
            level < 2.0 && ratings(&games)[0].1.rating < 900.0,
            "{level}"
        );
        games.extend([GameEvidence::default(), game(2, 0.5)]);
        assert_eq!(places(&games), [5, 7]);
    }

    #[test]
    fn better_results_never_lower_the_estimate_and_better_moves_neither() {
        for seed in 0..40 {
            let games = simulated(20 + usize::try_from(seed).unwrap(), 8, seed);
            let before = LevelEstimate::of(&games).unwrap();
            for at in 0..games.len() {
                let mut better = games.clone();
                let (opponent, points) = better[at].result.unwrap();
                for points in [points.max(0.5), 1.0] {
                    better[at].result = Some((opponent, points));
                    let after = LevelEstimate::of(&better).unwrap();
                    assert!(after.estimate >= before.estimate, "{before:?} {after:?}");
                    assert!(after.low >= before.low && after.high >= before.high);
                }
                // The same result against a stronger level.
                better[at].result = Some((opponent.min(9) + 1, points));
                let after = LevelEstimate::of(&better).unwrap();
                assert!(after.estimate >= before.estimate, "{before:?} {after:?}");
            }
            let mut worse = games.clone();
            for loss in worse.iter_mut().flat_map(|game| &mut game.losses) {
                *loss = loss.saturating_add(1);
            }
            let after = LevelEstimate::of(&worse).unwrap();
            assert!(after.estimate <= before.estimate, "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_same_games_once_more_never_widen_the_range() {
        for seed in 0..60 {
            let level = 10 + usize::try_from(seed).unwrap() * 3 / 2;
            let once = simulated(level, 5, seed);
            let mut before = LevelEstimate::of(&once).unwrap();
            for times in 2..=6 {
                let after = LevelEstimate::of(&vec![once.clone(); times].concat()).unwrap();
                assert!(
                    before.low <= after.low && after.high <= before.high,
                    "{before:?} {after:?}"
                );
                before = after;
            }
        }
    }

    #[test]
    fn the_range_holds_the_level_of_simulated_players_in_most_cases() {
        let (mut held, mut all, mut widths) = (0, 0, 0);
        for level in (10..=100).step_by(5) {
            for seed in 0..10 {
                let games = simulated(level, LAST, 1000 * seed + u64::try_from(level).unwrap());
                let found = LevelEstimate::of(&games).unwrap();
                held += u32::from((10 * found.low..=10 * found.high).contains(&level));
                widths += found.high - found.low;
                all += 1;
            }
        }
        assert!(100 * held >= 85 * all, "{held} of {all}");
        assert!(
            widths <= 3 * all as usize,
            "{widths} levels in {all} ranges"
        );
    }

    #[test]
    fn games_before_the_last_thirty_do_not_count() {
        let mut games = vec![game(9, 1.0); 40];
        let strong = LevelEstimate::of(&games).unwrap();
        games.extend(vec![game(2, 0.0); LAST]);
        let weak = LevelEstimate::of(&games).unwrap();
        assert_eq!(Some(weak), LevelEstimate::of(&vec![game(2, 0.0); LAST]));
        assert!(weak.estimate < 2.0 && strong.estimate > 9.0);
    }

    #[test]
    fn an_estimate_is_within_its_range_and_the_range_within_the_levels() {
        let extremes = [
            vec![game(10, 1.0); 5],
            vec![game(1, 0.0); 5],
            vec![game(5, 0.5); 5],
            vec![[game(10, 1.0), game(1, 0.0)]; 10].concat(),
            vec![
                GameEvidence {
                    result: Some((1, 0.0)),
                    losses: vec![0; 60],
                };
                30
            ],
        ];
        for games in extremes {
            let LevelEstimate {
                estimate,
                low,
                high,
            } = LevelEstimate::of(&games).unwrap();
            assert!(1 <= low && high <= 10, "{low} to {high}");
            #[allow(clippy::cast_precision_loss)] // at most 10
            let range = low as f64..=high as f64;
            assert!(range.contains(&estimate), "{estimate} in {range:?}");
        }
    }

    #[test]
    fn a_stronger_level_has_more_elo_and_loses_less() {
        assert!(ELO.is_sorted_by(|weak, strong| weak < strong));
        assert!(MEAN_LOSS.is_sorted_by(|weak, strong| weak > strong));
    }

    #[test]
    fn the_sentence_names_the_range_unless_it_is_one_level() {
        let estimate = |estimate, low, high| LevelEstimate {
            estimate,
            low,
            high,
        };
        assert_eq!(
            estimate(4.4, 3, 5).sentence(),
            "You play at about level 4 (3 to 5)."
        );
        assert_eq!(
            estimate(10.0, 10, 10).sentence(),
            "You play at about level 10."
        );
        assert_eq!(estimate(4.5, 3, 6).words(), "about level 5");
    }
}
