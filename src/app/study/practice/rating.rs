//! Ratings of the player and of puzzles: Glicko-2, with one rating period per attempt.

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// A Glicko-2 rating with its deviation and volatility. The default is the rating of a player without results.
pub(crate) type Rating = Glicko2Rating;

/// The smallest deviation: with less, a rating would hardly move any more.
const LEAST_DEVIATION: f64 = 45.0;

/// Reads a rating of a file.
///
/// # Errors
/// The rating is out of range, so that nothing can be computed with it.
pub(super) fn in_range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rating, D::Error> {
    let found = Rating::deserialize(deserializer)?;
    let is_sane = (-10_000.0..10_000.0).contains(&found.rating)
        && (1.0..10_000.0).contains(&found.deviation)
        && (0.0001..1.0).contains(&found.volatility);
    let out_of_range = || D::Error::custom("the rating is out of range");
    is_sane.then_some(found).ok_or_else(out_of_range)
}

/// Returns the rating of a new puzzle from its estimated difficulty.
pub(crate) const fn estimated(rating: f64) -> Rating {
    Rating {
        rating,
        deviation: 150.0,
        ..Rating::new()
    }
}

/// Returns the ratings of a player and a puzzle after an attempt.
pub(crate) fn after_attempt(player: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
    let after = |own: Rating, other, won| {
        let outcome = if won { Outcomes::WIN } else { Outcomes::LOSS };
        let after = glicko2_rating_period(&own, &[(other, outcome)], &Glicko2Config::new());
        Rating {
            deviation: after.deviation.max(LEAST_DEVIATION),
            ..after
        }
    };
    (
        after(player, puzzle, solved),
        after(puzzle, player, !solved),
    )
}

/// Returns a rating as a whole number.
#[allow(clippy::cast_possible_truncation)] // it is far smaller
pub(crate) fn rounded(rating: Rating) -> i32 {
    rating.rating.round() as i32
}

/// Returns a rating with its deviation: `rating 1500 ± 350`.
pub(crate) fn text(rating: Rating) -> String {
    format!("rating {:.0} ± {:.0}", rating.rating, rating.deviation)
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
