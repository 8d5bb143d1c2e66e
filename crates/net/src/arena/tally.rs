//! The statistics of the games between two players.

use reversi::Color;
use reversi_notation::{Record, StatedEnding};

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub sign: i8,
    /// The margin in discs of a game that was played to its end; empty squares count for the winner.
    pub margin: Option<i8>,
    /// How the game ended before that, if it did.
    pub ending: Option<StatedEnding>,
}

impl GameResult {
    /// Returns the result of a record for one side; `None` if the game is unfinished.
    pub fn of(record: &Record, side: Color) -> Option<Self> {
        let (winner, margin, ending) = if let Some(outcome) = record.outcome() {
            let margin = i8::try_from(outcome.margin()).ok()?;
            (outcome.winner, Some(margin), None)
        } else {
            let result = record.result?;
            (result.score?.winner(), None, Some(result.ending?))
        };
        let sign = match winner {
            None => 0,
            Some(winner) if winner == side => 1,
            Some(_) => -1,
        };
        Some(Self {
            sign,
            margin: margin.map(|margin| sign * margin),
            ending,
        })
    }

    /// Creates the result of a game that was played to its end.
    pub const fn from_margin(margin: i8) -> Self {
        Self {
            sign: margin.signum(),
            margin: Some(margin),
            ending: None,
        }
    }

    /// Returns it for the other player.
    pub fn reversed(self) -> Self {
        Self {
            sign: -self.sign,
            margin: self.margin.map(|margin| -margin),
            ..self
        }
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    pub fn points(self) -> f64 {
        f64::from(self.sign + 1) / 2.0
    }
}

/// The result of many games for the first of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The games that each player lost on time.
    pub lost_on_time: [u32; 2],
    /// The games that each player lost because it failed to move.
    pub forfeited: [u32; 2],
    /// The mean margin in discs of the games that were played to their end; empty squares count for the
    /// winner.
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
    /// Sums up games; those of each chunk have the same opening.
    #[allow(clippy::cast_precision_loss)] // counts of games and discs are small
    ///
    /// # Panics
    /// If there are more games than a `u32` counts.
    pub fn of(pairs: &[Vec<GameResult>]) -> Self {
        let games = || pairs.iter().flatten();
        let count = |test: &dyn Fn(&GameResult) -> bool| {
            let those = games().filter(|game| test(game)).count();
            u32::try_from(those).expect("games are counted in u32")
        };
        let lost = |ending| {
            [-1, 1].map(|sign| count(&|game| game.ending == Some(ending) && game.sign == sign))
        };
        let margins = || games().filter_map(|game| game.margin).map(i64::from);
        Self {
            wins: count(&|game| game.sign == 1),
            draws: count(&|game| game.sign == 0),
            losses: count(&|game| game.sign == -1),
            lost_on_time: lost(StatedEnding::Time),
            forfeited: lost(StatedEnding::Left),
            mean_margin: margins().sum::<i64>() as f64 / margins().count().max(1) as f64,
            elo: elo(pairs),
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Returns the share of the points.
    pub fn score(&self) -> f64 {
        self.points() / f64::from(self.games().max(1))
    }
}

/// Returns the Elo difference at an expected score.
pub(super) fn elo_at(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The two games of an opening are correlated, but the pairs are independent: the error is that of the
/// mean score of the pairs (the "pentanomial" statistics of engine testers).
#[allow(clippy::cast_precision_loss)] // counts of games are small
fn elo(pairs: &[Vec<GameResult>]) -> Elo {
    let games: usize = pairs.iter().map(Vec::len).sum();
    let pairs: Vec<f64> = pairs
        .iter()
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.iter().map(|game| game.points()).sum::<f64>() / pair.len() as f64)
        .collect();
    let unknown = Elo::About {
        difference: 0.0,
        error: f64::INFINITY,
    };
    if pairs.is_empty() {
        return unknown;
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    if mean <= 0.0 || mean >= 1.0 {
        // The frequency of an event that never happened in n trials is below 3 / n at 95 % (Hanley and
        // Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983).
        let bound = 3.0 / games as f64;
        return if bound >= 1.0 {
            // Too few games for any bound.
            unknown
        } else if mean <= 0.0 {
            Elo::Below(elo_at(bound))
        } else {
            Elo::Above(elo_at(1.0 - bound))
        };
    }
    let squares: f64 = pairs.iter().map(|score| (score - mean).powi(2)).sum();
    // A single pair, or pairs that all score the same, have no spread: assume one pair with that of a coin.
    let variance = if squares > 0.0 {
        squares / (count - 1.0)
    } else {
        0.25 / count
    };
    let deviation = 1.96 * (variance / count).sqrt();
    // The slope of the scale at the mean score.
    let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
    Elo::About {
        difference: elo_at(mean),
        error: slope * deviation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;
    use reversi_notation::{StatedResult, StatedScore};

    /// Sums up margins; each two consecutive games are a pair.
    fn tally(margins: &[i8]) -> Tally {
        let games: Vec<_> = margins
            .iter()
            .map(|&m| GameResult::from_margin(m))
            .collect();
        Tally::of(&games.chunks(2).map(<[_]>::to_vec).collect::<Vec<_>>())
    }

    #[test]
    fn a_score_of_three_in_four_is_191_points_and_more_games_are_surer() {
        let half_lost: Vec<i8> = [2, 2, 2, -2].repeat(25);
        let Elo::About { difference, error } = tally(&half_lost).elo else {
            panic!("neither side won all");
        };
        assert!((difference - 190.8).abs() < 0.1, "{difference}");
        // The pairs score 1 and 1/2 by turns: a standard deviation of 0.2525, over 50 pairs.
        let expected = 1.96 * 0.2525 / 50f64.sqrt() * 400.0 / (10f64.ln() * 0.1875);
        assert!((error - expected).abs() < 0.1, "{error} {expected}");
        let Elo::About { error: surer, .. } = tally(&half_lost.repeat(4)).elo else {
            panic!("neither side won all");
        };
        assert!((error / surer - 2.0).abs() < 0.02);
    }

    #[test]
    fn a_side_that_won_everything_has_a_bound_and_no_estimate() {
        let all = tally(&[4; 100]);
        assert_eq!((all.wins, all.losses), (100, 0));
        let Elo::Above(bound) = all.elo else {
            panic!("{all:?}");
        };
        assert!((bound - 603.9).abs() < 0.5, "{bound}");
        let Elo::Below(below) = tally(&[-4; 100]).elo else {
            panic!("every game was lost");
        };
        assert!((bound + below).abs() < 1e-6, "{below}");
        // Four games lost may be bad luck; fewer say nothing.
        let Elo::Below(below) = tally(&[-4; 4]).elo else {
            panic!("every game was lost");
        };
        assert!((below - 190.8).abs() < 0.1, "{below}");
        for games in 1..=3 {
            let few = tally(&vec![4; games]).elo;
            assert!(
                matches!(few, Elo::About { error, .. } if error.is_infinite()),
                "{few:?}"
            );
        }
    }

    #[test]
    fn a_game_that_ended_early_counts_for_its_winner_and_has_no_margin() {
        let mut record = Record::from_game(&transcript::parse("f5d6c3").unwrap());
        assert_eq!(GameResult::of(&record, Color::Black), None, "unfinished");
        for (ending, mine) in [(StatedEnding::Time, 0), (StatedEnding::Left, 1)] {
            record.result = Some(StatedResult {
                score: Some(StatedScore::Winner(Some(Color::White))),
                ending: Some(ending),
            });
            let lost = GameResult::of(&record, Color::Black).unwrap();
            assert_eq!((lost.sign, lost.margin), (-1, None));
            assert_eq!(GameResult::of(&record, Color::White), Some(lost.reversed()));
            let tally = Tally::of(&[vec![lost, GameResult::from_margin(10)]]);
            assert_eq!((tally.wins, tally.losses), (1, 1));
            assert!((tally.mean_margin - 10.0).abs() < 1e-9);
            assert_eq!([tally.lost_on_time[0], tally.forfeited[0]][mine], 1);
        }
    }

    #[test]
    fn pairs_that_all_score_the_same_have_an_error_too() {
        for pairs in 1..5 {
            let Elo::About { difference, error } = tally(&[2, -2].repeat(pairs)).elo else {
                panic!("neither side won all");
            };
            assert!(difference.abs() < 1e-9);
            assert!(error > 100.0, "{pairs}: {error}");
        }
    }

    #[test]
    fn without_games_nothing_is_known() {
        let none = Tally::of(&[]);
        assert!(matches!(none.elo, Elo::About { error, .. } if error.is_infinite()));
        assert!(none.score().abs() < 1e-9 && none.mean_margin.abs() < 1e-9);
    }
}
