//! Matches: many games between two players without a front end, and their statistics.
//!
//! Each opening is played twice with colours swapped, so that neither the opening nor the colour
//! favours a player. Every game creates its own players from its own seed, so that the result does not
//! depend on how many games run at the same time.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, mpsc};

use rand::rngs::ChaCha8Rng;
use rand::{Rng as _, RngExt as _, SeedableRng as _};

use crate::app::background::TaskError;
use crate::app::player::{PlayerError, PlayerKind};
use crate::app::session::{Event, Session, Setup};
use crate::color::{ByColor, Color};
use crate::game::{Game, Outcome};

/// The parameters of a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two players; the result is that of the first.
    pub players: [PlayerKind; 2],
    /// The number of openings, each played twice.
    pub pairs: u32,
    /// The number of random moves in each opening.
    pub opening_moves: u32,
    /// The random seed of openings and players.
    pub seed: u64,
}

/// An error that ends a match without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// A human cannot play a match.
    Human,
    /// A player failed to move.
    PlayerFailed(PlayerKind, PlayerError),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => write!(
                f,
                "a human cannot play a match; use random, greedy or engine:1 to engine:10"
            ),
            Self::PlayerFailed(player, error) => write!(f, "{player} failed to move: {error}"),
        }
    }
}

impl std::error::Error for MatchError {}

impl Match {
    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        2 * self.pairs
    }

    /// Plays all games, this many at the same time, or fewer if the system starts fewer threads.
    /// `finished` is called after each of them.
    ///
    /// # Errors
    /// [`MatchError`]: the first one ends the match.
    pub fn run(&self, jobs: usize, mut finished: impl FnMut()) -> Result<Tally, MatchError> {
        if self.players.iter().any(PlayerKind::is_human) {
            return Err(MatchError::Human);
        }
        let (wakes, woken) = mpsc::channel();
        let begin = |number| {
            let wakes = wakes.clone();
            // A wake after the end of the match has no receiver, and needs none.
            let wake = move || _ = wakes.send(number);
            (number, Session::new(self.setup(number), Arc::new(wake)))
        };
        let mut margins = vec![0; self.games() as usize];
        let mut numbers: Vec<u32> = (0..self.games()).rev().collect();
        let mut running = HashMap::new();
        let mut jobs = jobs.max(1);
        while !(numbers.is_empty() && running.is_empty()) {
            while running.len() < jobs
                && let Some(number) = numbers.pop()
            {
                running.extend([begin(number)]);
            }
            let Ok(number) = woken.recv() else { break };
            // The last wake of a game may come after its end.
            let Some(session) = running.get_mut(&number) else {
                continue;
            };
            if session.poll() {
                session.advance();
            }
            match result(session) {
                None => continue,
                Some(Ok(outcome)) => {
                    margins[number as usize] = margin(&outcome, first(number));
                    finished();
                }
                Some(Err((_, PlayerError::Internal(TaskError::NotStarted(_)))))
                    if running.len() > 1 =>
                {
                    jobs = running.len() - 1;
                    numbers.push(number);
                }
                Some(Err((player, error))) => {
                    return Err(MatchError::PlayerFailed(player, error));
                }
            }
            running.remove(&number);
        }
        Ok(Tally::of(&margins))
    }

    /// Returns the setup of a game.
    fn setup(&self, number: u32) -> Setup {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(u64::from(number / 2));
        let game = opening(self.opening_moves, &mut chance);
        let players =
            ByColor::from_fn(|color| self.players[usize::from(color != first(number))].clone());
        chance.set_stream(u64::from(number) | 1 << 63);
        Setup {
            game,
            ..Setup::new(players, chance.next_u64())
        }
    }
}

/// Returns the colour of the first player in a game of a match.
const fn first(number: u32) -> Color {
    if number.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

/// Returns how a session's game ended, or who failed to move; `None` while it continues.
fn result(session: &mut Session) -> Option<Result<Outcome, (PlayerKind, PlayerError)>> {
    std::iter::from_fn(|| session.next_event()).find_map(|event| match event {
        Event::Over(outcome) => Some(Ok(outcome)),
        Event::PlayerFailed { player, error, .. } => Some(Err((player, error))),
        _ => None,
    })
}

/// Returns the margin of a finished game for one side.
fn margin(outcome: &Outcome, color: Color) -> i32 {
    let margin = outcome.margin().cast_signed();
    match outcome.winner {
        Some(winner) if winner == color => margin,
        Some(_) => -margin,
        None => 0,
    }
}

/// Returns a game after this many random moves, in which the side to move has a choice.
pub(crate) fn opening(moves: u32, chance: &mut ChaCha8Rng) -> Game {
    loop {
        let mut game = Game::new();
        let mut left = moves;
        while left > 0 && game.outcome().is_none() {
            let count = game.legal_moves().bits().count_ones();
            // A u32 range: the random number must not depend on the width of usize.
            let index = chance.random_range(0..count) as usize;
            let Some(square) = game.legal_moves().iter().nth(index) else {
                break;
            };
            if game.play(square).is_err() {
                break;
            }
            left -= 1;
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// The result of a match for the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The mean margin in discs; empty squares count for the winner.
    pub mean_margin: f64,
    /// The Elo difference.
    pub elo: Elo,
}

/// A difference in strength on Arpad Elo's scale, on which 400 points are odds of ten to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elo {
    /// The estimate, and its error: half the width of a 95 % confidence interval.
    About {
        /// The estimate.
        difference: f64,
        /// Its error.
        error: f64,
    },
    /// Every game was won: the difference is above this bound with 95 % confidence.
    Above(f64),
    /// Every game was lost: the difference is below this bound with 95 % confidence.
    Below(f64),
}

impl Tally {
    /// Sums up games by their margins; each two consecutive games have the same opening.
    #[allow(clippy::cast_precision_loss)] // counts of games and discs are small
    pub(crate) fn of(margins: &[i32]) -> Self {
        let count = |sign: i32| {
            let those = margins.iter().filter(|margin| margin.signum() == sign);
            u32::try_from(those.count()).expect("games are counted in u32")
        };
        let games = margins.len().max(1) as f64;
        let sum: i64 = margins.iter().copied().map(i64::from).sum();
        Self {
            wins: count(1),
            draws: count(0),
            losses: count(-1),
            mean_margin: sum as f64 / games,
            elo: elo(margins),
        }
    }

    /// Returns the share of the points: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games.max(1))
    }
}

/// The two games of an opening are correlated, but the pairs are independent: the error is that of the
/// mean score of the pairs (the "pentanomial" statistics of engine testers).
#[allow(clippy::cast_precision_loss)] // counts of games are small
fn elo(margins: &[i32]) -> Elo {
    let points = |margin: &i32| f64::from(margin.signum() + 1) / 2.0;
    let pairs: Vec<f64> = margins
        .chunks(2)
        .map(|pair| pair.iter().map(points).sum::<f64>() / pair.len() as f64)
        .collect();
    let count = pairs.len().max(1) as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let at = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
    if mean <= 0.0 || mean >= 1.0 {
        // The frequency of an event that never happened in n trials is below 3 / n at 95 % (Hanley and
        // Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983).
        let bound = (3.0 / margins.len().max(1) as f64).min(0.5);
        return if mean <= 0.0 {
            Elo::Below(at(bound))
        } else {
            Elo::Above(at(1.0 - bound))
        };
    }
    // A single pair has no spread; assume that of a coin.
    let variance = if pairs.len() < 2 {
        0.25
    } else {
        let squares = pairs
            .iter()
            .map(|score| (score - mean).powi(2))
            .sum::<f64>();
        squares / (count - 1.0)
    };
    let deviation = 1.96 * (variance / count).sqrt();
    // The slope of the scale at the mean score.
    let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
    Elo::About {
        difference: at(mean),
        error: slope * deviation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(a: &str, b: &str) -> Match {
        Match {
            players: [a.parse().unwrap(), b.parse().unwrap()],
            pairs: 6,
            opening_moves: 8,
            seed: 7,
        }
    }

    #[test]
    fn a_match_is_the_same_with_any_number_of_jobs() {
        let tally = small("engine:1", "greedy").run(1, || ()).unwrap();
        for jobs in [2, 5, 100] {
            let mut told = 0;
            let again = small("engine:1", "greedy").run(jobs, || told += 1);
            assert_eq!(again, Ok(tally));
            assert_eq!(told, 12);
        }
        // Two seeds may happen to give the same total, so two are tried.
        let others = [8, 9].map(|seed| {
            let other = Match {
                seed,
                ..small("engine:1", "greedy")
            };
            other.run(2, || ()).unwrap()
        });
        assert_ne!(others, [tally; 2]);
    }

    #[test]
    fn the_result_is_from_the_first_players_side() {
        let ours = small("greedy", "random").run(2, || ()).unwrap();
        assert_eq!(ours.wins + ours.draws + ours.losses, 12);
        let strong = small("engine:3", "random").run(2, || ()).unwrap();
        let weak = small("random", "engine:3").run(2, || ()).unwrap();
        assert!(strong.wins >= 10 && strong.mean_margin > 0.0, "{strong:?}");
        assert!(weak.losses >= 10 && weak.mean_margin < 0.0, "{weak:?}");
    }

    #[test]
    fn a_person_plays_no_match() {
        assert_eq!(
            small("human", "greedy").run(1, || ()),
            Err(MatchError::Human)
        );
    }

    #[test]
    fn an_opening_has_so_many_moves_and_leaves_a_choice() {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        for moves in [0, 1, 9, 20, 40] {
            let game = opening(moves, &mut chance);
            let played = game.entries().iter().filter(|e| e.square().is_some());
            assert_eq!(played.count(), moves as usize);
            assert!(!game.legal_moves().is_empty());
        }
    }

    #[test]
    fn a_score_of_three_in_four_is_191_points_and_more_games_are_surer() {
        let half_lost: Vec<i32> = [2, 2, 2, -2].repeat(25);
        let Elo::About { difference, error } = Tally::of(&half_lost).elo else {
            panic!("neither side won all");
        };
        assert!((difference - 190.8).abs() < 0.1, "{difference}");
        // The pairs score 1 and 1/2 by turns: a standard deviation of 0.2525, over 50 pairs.
        let expected = 1.96 * 0.2525 / 50f64.sqrt() * 400.0 / (10f64.ln() * 0.1875);
        assert!((error - expected).abs() < 0.1, "{error} {expected}");
        let Elo::About { error: surer, .. } = Tally::of(&half_lost.repeat(4)).elo else {
            panic!("neither side won all");
        };
        assert!((error / surer - 2.0).abs() < 0.02);
    }

    #[test]
    fn a_side_that_won_everything_has_a_bound_and_no_estimate() {
        let all = Tally::of(&[4; 100]);
        assert_eq!((all.wins, all.losses), (100, 0));
        let Elo::Above(bound) = all.elo else {
            panic!("{all:?}");
        };
        assert!((bound - 603.9).abs() < 0.5, "{bound}");
        let Elo::Below(below) = Tally::of(&[-4; 100]).elo else {
            panic!("every game was lost");
        };
        assert!((bound + below).abs() < 1e-6, "{below}");
    }
}
