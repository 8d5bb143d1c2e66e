//! The results of a match so far.

use std::collections::BTreeMap;

use super::Match;
use super::sprt::{Sprt, SprtVerdict};
use super::tally::{GameResult, Tally, elo_at};

/// The results of a match so far, by the number of the game.
#[derive(Clone, Debug)]
pub struct Results {
    contest: Match,
    /// Each game for the first player of its pairing.
    games: BTreeMap<u32, GameResult>,
    test: Option<TestState>,
}

/// The state of a sequential test. It looks at the pairs in order, so that the verdict does not depend on
/// which of them end first.
#[derive(Clone, Debug)]
struct TestState {
    test: Sprt,
    /// The number of pairs looked at.
    pairs: u32,
    /// The number of them with each score.
    counts: [u32; 5],
}

impl TestState {
    fn llr(&self) -> f64 {
        self.test.llr(self.counts)
    }

    fn verdict(&self) -> Option<SprtVerdict> {
        Sprt::verdict(self.llr())
    }
}

/// The number of groups of openings from which the errors of ratings are estimated.
const GROUPS: usize = 20;

/// The games and points of each player against each other one.
pub(crate) type Crosstable = Vec<Vec<(u32, f64)>>;

/// A player in the table of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The index of the player.
    pub player: usize,
    /// The games played.
    pub games: u32,
    /// The points: 1 for a win, 1/2 for a draw.
    pub points: f64,
    /// The rating on Elo's scale; the mean of all players is 0.
    pub rating: f64,
    /// Its error: half the width of a 95 % confidence interval, if there are enough games.
    pub error: Option<f64>,
}

impl Results {
    pub(crate) fn new(contest: &Match) -> Self {
        let test = contest.sprt.map(|test| TestState {
            test,
            pairs: 0,
            counts: [0; 5],
        });
        Self {
            contest: contest.clone(),
            games: BTreeMap::new(),
            test,
        }
    }

    /// Adds the result of a game, for the first player of its pairing. A game after the end of the
    /// sequential test does not count.
    pub(crate) fn add(&mut self, number: u32, result: GameResult) {
        if self.verdict().is_some() {
            return;
        }
        self.games.insert(number, result);
        let Some(state) = &mut self.test else {
            return;
        };
        while let (Some(one), Some(other)) = (
            self.games.get(&(2 * state.pairs)),
            self.games.get(&(2 * state.pairs + 1)),
        ) {
            let score = usize::try_from(one.sign + other.sign + 2).expect("0 to 4");
            state.counts[score] += 1;
            state.pairs += 1;
            if state.verdict().is_some() {
                self.games.split_off(&(2 * state.pairs));
                return;
            }
        }
    }

    /// Returns the match.
    pub const fn contest(&self) -> &Match {
        &self.contest
    }

    /// Returns the number of games that count.
    ///
    /// # Panics
    /// If there are more than 4 billion.
    pub fn games(&self) -> u32 {
        u32::try_from(self.games.len()).expect("games are counted in u32")
    }

    /// Returns whether a game has a result.
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.games.contains_key(&number)
    }

    /// Returns whether all games of this part are played, or the sequential test has a verdict.
    pub fn is_complete(&self) -> bool {
        self.verdict().is_some() || self.games() == self.contest.own_games()
    }

    /// Returns the log-likelihood ratio of the sequential test, if there is one.
    pub fn llr(&self) -> Option<f64> {
        self.test.as_ref().map(TestState::llr)
    }

    /// Returns the verdict of the sequential test, if there is one.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.test.as_ref()?.verdict()
    }

    /// Returns the games of a pairing for its first player.
    pub fn tally(&self, pairing: usize) -> Tally {
        let games = self.games.iter();
        let games: Vec<_> = games
            .filter(|(number, _)| self.contest.fixture(**number).pairing == pairing)
            .collect();
        let pairs = games.chunk_by(|(one, _), (other, _)| *one / 2 == *other / 2);
        let results = pairs.map(|pair| pair.iter().map(|(_, result)| **result).collect());
        Tally::of(&results.collect::<Vec<_>>())
    }

    /// Returns the games and points of each player against each other one.
    pub fn crosstable(&self) -> Crosstable {
        self.sum(&self.crosstables())
    }

    /// Adds up tables.
    fn sum<'a>(&self, tables: impl IntoIterator<Item = &'a Crosstable>) -> Crosstable {
        let mut sum = self.no_games();
        for table in tables {
            for (sum, (games, points)) in sum.iter_mut().flatten().zip(table.iter().flatten()) {
                *sum = (sum.0 + games, sum.1 + points);
            }
        }
        sum
    }

    fn no_games(&self) -> Crosstable {
        let players = self.contest.players.len();
        vec![vec![(0, 0.0); players]; players]
    }

    /// Returns the table of each group of openings.
    fn crosstables(&self) -> Vec<Crosstable> {
        let mut groups = vec![self.no_games(); GROUPS];
        for (&number, &result) in &self.games {
            let fixture = self.contest.fixture(number);
            let group = &mut groups[fixture.opening as usize % GROUPS];
            let [first, second] = self.contest.pairing(fixture.pairing);
            for (player, other, result) in
                [(first, second, result), (second, first, result.reversed())]
            {
                let (games, points) = &mut group[player][other];
                *games += 1;
                *points += result.points();
            }
        }
        groups
    }

    /// Returns half the width of a 95 % confidence interval of each rating; `None` if there are too few
    /// openings.
    ///
    /// All pairings play the same openings, so the openings are what is independent: this is the
    /// delete-a-group jackknife over them (Phillip Kott, Journal of Official Statistics 17, 2001).
    fn rating_errors(&self, mut groups: Vec<Crosstable>) -> Option<Vec<f64>> {
        groups.retain(|group| *group != self.no_games());
        if groups.len() < 2 {
            return None;
        }
        let without = (0..groups.len()).map(|left_out| {
            let (before, after) = (&groups[..left_out], &groups[left_out + 1..]);
            ratings(&self.sum(before.iter().chain(after)))
        });
        let without: Vec<_> = without.collect();
        #[allow(clippy::cast_precision_loss)] // a few groups
        let count = groups.len() as f64;
        let error = |player: usize| {
            let mean = without.iter().map(|ratings| ratings[player]).sum::<f64>() / count;
            let squares = without
                .iter()
                .map(|ratings| (ratings[player] - mean).powi(2));
            1.96 * (squares.sum::<f64>() * (count - 1.0) / count).sqrt()
        };
        Some((0..self.contest.players.len()).map(error).collect())
    }

    /// Returns the players by their share of the points, the best first.
    pub fn standings(&self) -> Vec<Standing> {
        let groups = self.crosstables();
        let table = self.sum(&groups);
        let ratings = ratings(&table);
        let errors = self.rating_errors(groups);
        let mut standings: Vec<_> = (0..table.len())
            .map(|player| Standing {
                player,
                games: table[player].iter().map(|(games, _)| games).sum(),
                points: table[player].iter().map(|(_, points)| points).sum(),
                rating: ratings[player],
                error: errors.as_ref().map(|errors| errors[player]),
            })
            .collect();
        let share = |standing: &Standing| standing.points / f64::from(standing.games.max(1));
        standings.sort_by(|one, other| share(other).total_cmp(&share(one)));
        standings
    }
}

/// The greatest change of a rating, in points, at which the iteration ends.
const PRECISION: f64 = 0.01;

/// The most steps of the iteration.
const STEPS: usize = 10_000;

/// Returns the rating of each player on Elo's scale from the games and points against each other one. Their
/// mean is 0.
///
/// This is the model of Bradley and Terry ("Rank analysis of incomplete block designs", Biometrika 39,
/// 1952), on which Elo's scale is based: the most likely ratings are those with which each player is
/// expected to score what it scored. David Hunter's iteration finds them ("MM algorithms for generalized
/// Bradley-Terry models", Annals of Statistics 32, 2004). One more draw in each pairing keeps the ratings
/// finite where a player won or lost every game.
fn ratings(table: &[Vec<(u32, f64)>]) -> Vec<f64> {
    let count = table.len();
    let others = |player: usize| (0..count).filter(move |&other| other != player);
    let mut strengths = vec![1.0; count];
    for _ in 0..STEPS {
        let mut next: Vec<f64> = (0..count)
            .map(|player| {
                let points: f64 = others(player)
                    .map(|other| table[player][other].1 + 0.5)
                    .sum();
                let meetings = others(player).map(|other| {
                    let games = f64::from(table[player][other].0) + 1.0;
                    games / (strengths[player] + strengths[other])
                });
                points / meetings.sum::<f64>()
            })
            .collect();
        let logarithms = next.iter().copied().map(f64::ln).sum::<f64>();
        #[allow(clippy::cast_precision_loss)] // a few players
        let mean = (logarithms / count as f64).exp();
        for strength in &mut next {
            *strength /= mean;
        }
        let change = next
            .iter()
            .zip(&strengths)
            .map(|(new, old)| (400.0 * (new / old).log10()).abs())
            .fold(0.0, f64::max);
        strengths = next;
        if change < PRECISION {
            break;
        }
    }
    // A player of strength s scores s / (s + 1) against the average.
    strengths
        .into_iter()
        .map(|strength| elo_at(strength / (strength + 1.0)))
        .collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn contest(players: &[&str], sprt: Option<Sprt>) -> Match {
        let players = players.iter().map(|name| name.parse().unwrap()).collect();
        Match {
            sprt,
            ..Match::new(players, 200)
        }
    }

    #[test]
    fn a_test_looks_at_the_pairs_in_order_and_forgets_the_games_after_its_end() {
        let sprt = Some(Sprt {
            elo0: 0.0,
            elo1: 200.0,
        });
        let contest = contest(&["greedy", "random"], sprt);
        let result = |number: u32| GameResult::from_margin(if number % 7 == 3 { -2 } else { 2 });
        let mut forward = Results::new(&contest);
        (0..400).for_each(|number| forward.add(number, result(number)));
        assert_eq!(forward.verdict(), Some(SprtVerdict::H1));
        assert!(forward.is_complete() && forward.games() < 100);
        let mut backward = Results::new(&contest);
        (0..400)
            .rev()
            .for_each(|number| backward.add(number, result(number)));
        assert_eq!(backward.tally(0), forward.tally(0));
        assert_eq!(backward.llr(), forward.llr());
    }

    /// Plays a tournament of players of these ratings, without draws.
    fn simulate(ratings: [f64; 3], random: &mut ChaCha8Rng) -> Results {
        let contest = contest(&["random", "greedy", "engine:1"], None);
        let mut results = Results::new(&contest);
        let pairings = contest.pairings();
        for number in 0..contest.games() {
            let [one, other] = pairings[contest.fixture(number).pairing];
            let chance = 1.0 / (1.0 + 10f64.powf((ratings[other] - ratings[one]) / 400.0));
            let margin = if random.random_bool(chance) { 2 } else { -2 };
            results.add(number, GameResult::from_margin(margin));
        }
        results
    }

    #[test]
    fn nineteen_of_twenty_ratings_are_within_their_errors() {
        let truth = [100.0, -20.0, -80.0];
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut within = 0;
        for _ in 0..100 {
            for standing in simulate(truth, &mut random).standings() {
                let off = (standing.rating - truth[standing.player]).abs();
                within += u32::from(off <= standing.error.unwrap());
            }
        }
        assert!((270..=294).contains(&within), "{within} of 300");
    }

    #[test]
    fn one_opening_says_nothing_about_errors() {
        let mut results = Results::new(&contest(&["random", "greedy", "engine:1"], None));
        (0..6).for_each(|number| results.add(number, GameResult::from_margin(2)));
        assert!(
            results
                .standings()
                .iter()
                .all(|standing| standing.error.is_none())
        );
        results.add(6, GameResult::from_margin(-2));
        assert!(
            results
                .standings()
                .iter()
                .all(|standing| standing.error.is_some())
        );
    }

    #[test]
    fn a_crosstable_has_the_points_of_both_sides() {
        let contest = contest(&["random", "greedy", "engine:1"], None);
        let mut results = Results::new(&contest);
        for number in 0..contest.games() {
            // The later player of a pairing wins one game and draws the other.
            let margin = if number % 2 == 0 { -2 } else { 0 };
            results.add(number, GameResult::from_margin(margin));
        }
        let table = results.crosstable();
        assert_eq!(table[0], [(0, 0.0), (400, 100.0), (400, 100.0)]);
        assert_eq!(table[2], [(400, 300.0), (400, 300.0), (0, 0.0)]);
        let standings = results.standings();
        let order: Vec<_> = standings.iter().map(|standing| standing.player).collect();
        assert_eq!(order, [2, 1, 0]);
        let points: Vec<_> = standings.iter().map(|standing| standing.points).collect();
        assert_eq!(points, [600.0, 400.0, 200.0]);
        assert!(results.is_complete());
    }

    /// Returns the table of players who met in this many games and score as their ratings predict.
    fn expected(ratings: &[f64], games: u32) -> Vec<Vec<(u32, f64)>> {
        let score = |one: f64, other: f64| 1.0 / (1.0 + 10f64.powf((other - one) / 400.0));
        let row = |one: &f64| {
            let cells = ratings
                .iter()
                .map(|other| (games, f64::from(games) * score(*one, *other)));
            cells.collect()
        };
        ratings.iter().map(row).collect()
    }

    #[test]
    fn players_who_score_as_predicted_have_the_predicted_ratings() {
        let truth = [120.0, 10.0, -130.0, 0.0];
        let found = ratings(&expected(&truth, 100_000));
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} {truth}");
        }
    }

    #[test]
    fn a_player_who_won_everything_has_a_finite_rating_and_the_mean_is_zero() {
        let table = vec![
            vec![(0, 0.0), (50, 50.0), (50, 50.0)],
            vec![(50, 0.0), (0, 0.0), (50, 25.0)],
            vec![(50, 0.0), (50, 25.0), (0, 0.0)],
        ];
        let ratings = ratings(&table);
        assert!(ratings[0] > 300.0 && ratings[0] < 1500.0, "{ratings:?}");
        assert!((ratings[1] - ratings[2]).abs() < 0.1);
        assert!(ratings.iter().sum::<f64>().abs() < 0.1);
    }

    #[test]
    fn without_games_all_are_equal() {
        assert_eq!(ratings(&vec![vec![(0, 0.0); 3]; 3]), [0.0; 3]);
    }
}
