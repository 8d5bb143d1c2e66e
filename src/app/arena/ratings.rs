//! Ratings of the players of a tournament.

use super::tally::elo_at;

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
pub(super) fn ratings(table: &[Vec<(u32, f64)>]) -> Vec<f64> {
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
    use super::*;

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
