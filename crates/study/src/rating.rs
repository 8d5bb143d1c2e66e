//! Ratings of the player and of puzzles: Glicko-2, with one rating period per attempt.

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::schedule::Recall;
use reversi_table::player::level::LEVELS;
use reversi_text::{Name, Said, tr};

/// A Glicko-2 rating with its deviation and volatility. The default is the rating of a player without results.
pub type Rating = Glicko2Rating;

/// The smallest deviation: with less, a rating would hardly move any more.
const LEAST_DEVIATION: f64 = 45.0;

/// Reads a rating of a file.
///
/// # Errors
/// The rating is out of range, so that nothing can be computed with it.
pub(crate) fn in_range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rating, D::Error> {
    let found = Rating::deserialize(deserializer)?;
    let is_sane = (-10_000.0..10_000.0).contains(&found.rating)
        && (1.0..10_000.0).contains(&found.deviation)
        && (0.0001..1.0).contains(&found.volatility);
    let out_of_range = || D::Error::custom("the rating is out of range");
    is_sane.then_some(found).ok_or_else(out_of_range)
}

/// Returns the rating of a new puzzle from its estimated difficulty.
pub const fn estimated(rating: f64) -> Rating {
    Rating {
        rating,
        deviation: 150.0,
        ..Rating::new()
    }
}

/// The Elo ratings of levels 1 to 10. Measured by matches between neighbouring levels (`reversi match`), which give
/// the differences.
pub(crate) const ELO: [f64; LEVELS.len()] = [
    0.0, 275.0, 535.0, 830.0, 1040.0, 1330.0, 1520.0, 1685.0, 1855.0, 2050.0,
];

/// The level that has the rating of a new player: it plays like an average club player.
const AVERAGE: usize = 5;

/// The deviation of the measured ratings of the levels.
const MEASURED: f64 = 30.0;

/// Returns the rating of a level, 1 to 10 with fractions, interpolated between whole levels. All ratings are on this
/// scale.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)] // 1 to 10
fn scale(level: f64) -> f64 {
    let level = level.clamp(1.0, ELO.len() as f64);
    let below = level as usize;
    let above = (below + 1).min(ELO.len());
    let elo = ELO[below - 1] + level.fract() * (ELO[above - 1] - ELO[below - 1]);
    Rating::new().rating + elo - ELO[AVERAGE - 1]
}

/// Returns the measured rating of a level from 1 to 10.
pub fn of_level(level: u8) -> Rating {
    Rating {
        rating: scale(level.into()),
        deviation: MEASURED,
        ..Rating::new()
    }
}

/// Returns the first rating of a player who plays at about this level, 1 to 10 with fractions.
pub(crate) fn of_player(level: f64) -> Rating {
    Rating {
        rating: scale(level),
        ..Rating::new()
    }
}

/// The deviation of a rating that follows from a level.
const BY_LEVEL_DEVIATION: f64 = 200.0;

/// The rating of a player about whom nothing is known: the puzzles are easy at first.
const UNKNOWN: f64 = 1000.0;

/// Returns the rating with which a player begins, from the level in the player's games, if that is known.
pub(crate) fn first(level: Option<f64>) -> Rating {
    match level {
        Some(level) => Rating {
            rating: scale(level),
            deviation: BY_LEVEL_DEVIATION,
            ..Rating::new()
        },
        None => Rating {
            rating: UNKNOWN,
            ..Rating::new()
        },
    }
}

/// Returns the ratings of a player and a puzzle after an attempt; `None` if both stay the same. Help costs what a
/// right answer would have gained, and an answer that was shown half of what a wrong one costs.
pub(crate) fn after(player: Rating, puzzle: Rating, recall: Recall) -> Option<(Rating, Rating)> {
    let half = |before: Rating, after: Rating| Rating {
        rating: f64::midpoint(before.rating, after.rating),
        ..after
    };
    match recall {
        Recall::Missed => Some(after_attempt(player, puzzle, false)),
        Recall::Shown => {
            let (lost, won) = after_attempt(player, puzzle, false);
            Some((half(player, lost), half(puzzle, won)))
        }
        _ if recall.is_found() => Some(after_attempt(player, puzzle, true)),
        _ => None,
    }
}

/// Returns the ratings of a player and a puzzle after one of them has won.
fn after_attempt(player: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
    let [right, wrong] = [Outcomes::WIN, Outcomes::LOSS];
    let (player_result, puzzle_result) = if solved {
        (right, wrong)
    } else {
        (wrong, right)
    };
    (
        after_result(player, puzzle, player_result),
        after_result(puzzle, player, puzzle_result),
    )
}

/// Returns a rating after a result against another one.
pub(crate) fn after_result(own: Rating, other: Rating, outcome: Outcomes) -> Rating {
    let after = glicko2_rating_period(&own, &[(other, outcome)], &Glicko2Config::new());
    Rating {
        deviation: after.deviation.max(LEAST_DEVIATION),
        ..after
    }
}

/// Returns a rating as a whole number.
#[allow(clippy::cast_possible_truncation)] // it is far smaller
pub fn rounded(rating: Rating) -> i32 {
    rating.rating.round() as i32
}

/// The deviation from which on a rating is only a rough one.
const ROUGH: f64 = 110.0;

/// Returns a rating in words, as far as it is known, and the same without a noun: `rating 1512` and `1512`, `rating about
/// 1500` and `about 1500`.
pub fn texts(rating: Rating) -> [Said; 2] {
    let number = format!("{:.0}", rating.rating);
    let number = Name(&number);
    if rating.deviation < ROUGH {
        [
            tr!("rating {number}", number),
            Said::verbatim(number.0.to_owned()),
        ]
    } else {
        [
            tr!("rating about {number}", number),
            tr!("about {number}"; "a rating", number),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_those_of_the_example_in_glickmans_paper() {
        let rating = |rating, deviation| Rating {
            rating,
            deviation,
            ..Rating::new()
        };
        let results = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let own = rating(1500.0, 200.0);
        let after = glicko2_rating_period(&own, &results, &Glicko2Config::new());
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn a_solved_puzzle_raises_the_player_and_lowers_the_puzzle() {
        let puzzle = estimated(1600.0);
        let (player, easier) = after_attempt(Rating::new(), puzzle, true);
        assert!(player.rating > 1500.0 && easier.rating < 1600.0);
        let (player, harder) = after_attempt(Rating::new(), puzzle, false);
        assert!(player.rating < 1500.0 && harder.rating > 1600.0);
        // A thousand attempts later a rating still moves.
        let mut player = Rating::new();
        for attempt in 0..1000 {
            (player, _) = after_attempt(player, estimated(1500.0), attempt % 2 == 0);
        }
        assert!((player.rating - 1500.0).abs() < 50.0, "{player:?}");
        assert!(after_attempt(player, puzzle, true).0.rating > player.rating + 2.0);
    }

    #[test]
    fn hints_cost_less_than_a_wrong_answer_and_never_more_than_fewer_hints() {
        for rating in [700.0, 1000.0, 1500.0, 2300.0] {
            let puzzle = estimated(rating);
            let after = |recall| {
                let player = first(None);
                let changed = after(player, puzzle, recall);
                changed.map_or(player.rating, |(player, _)| player.rating)
            };
            let [found, helped, shown, missed] =
                [Recall::Found, Recall::Helped, Recall::Shown, Recall::Missed].map(after);
            assert!(
                found > helped && helped > shown && shown > missed,
                "{rating}"
            );
        }
    }

    #[test]
    fn a_player_begins_at_the_level_of_the_games_and_otherwise_low() {
        let rating = |level| first(level).rating;
        assert!(rating(None) < rating(Some(5.0)) && rating(Some(1.0)) < 1250.0);
        assert!((rating(Some(5.0)) - Rating::new().rating).abs() < 1.0);
        // Games and puzzles have one scale.
        for level in 1..=10 {
            let same = [rating(Some(level.into())), of_player(level.into()).rating];
            assert!(
                same.iter()
                    .all(|same| (same - of_level(level).rating).abs() < 1e-9)
            );
        }
        let between = rating(Some(1.5));
        assert!(rating(Some(1.0)) < between && between < rating(Some(2.0)));
        assert!(first(Some(3.0)).deviation < first(None).deviation);
    }

    #[test]
    fn a_rating_out_of_range_is_not_read() {
        let read = |text| in_range(&mut serde_json::Deserializer::from_str(text)).is_ok();
        assert!(read(
            r#"{"rating": 1500.0, "deviation": 350.0, "volatility": 0.06}"#
        ));
        for text in [
            r#"{"rating": 1e9, "deviation": 350.0, "volatility": 0.06}"#,
            r#"{"rating": 1500.0, "deviation": 0.0, "volatility": 0.06}"#,
            r#"{"rating": 1500.0, "deviation": 350.0, "volatility": 5.0}"#,
        ] {
            assert!(!read(text), "{text}");
        }
    }
}
