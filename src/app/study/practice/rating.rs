//! Ratings of the player and of puzzles: Glicko-2, with one rating period per attempt.

use std::fmt;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
#[allow(clippy::struct_field_names)] // the words of the paper
pub struct Rating {
    /// The rating; 1500 is the average.
    pub rating: f64,
    /// The rating deviation: the true rating is within twice this with a probability of 95 %.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

/// A rating as it is read from a file.
#[derive(Deserialize)]
struct Fields {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

/// A rating out of all bounds, with which nothing can be computed.
#[derive(Debug, thiserror::Error)]
#[error("the rating is out of range")]
struct OutOfRange;

impl TryFrom<Fields> for Rating {
    type Error = OutOfRange;

    fn try_from(fields: Fields) -> Result<Self, OutOfRange> {
        let Fields {
            rating,
            deviation,
            volatility,
        } = fields;
        let is_sane = (-10_000.0..10_000.0).contains(&rating)
            && (1.0..10_000.0).contains(&deviation)
            && (0.0001..1.0).contains(&volatility);
        is_sane
            .then_some(Self {
                rating,
                deviation,
                volatility,
            })
            .ok_or(OutOfRange)
    }
}

impl Rating {
    /// The rating of a player without results.
    pub(crate) const START: Self = Self {
        rating: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
    };

    /// The smallest deviation: with less, a rating would hardly move any more.
    const LEAST_DEVIATION: f64 = 45.0;

    /// Returns the rating of a new puzzle from its estimated difficulty.
    pub(crate) const fn estimated(rating: f64) -> Self {
        Self {
            rating,
            deviation: 150.0,
            ..Self::START
        }
    }

    /// Returns the rating after a rating period: each opponent, and whether this side won.
    pub(crate) fn after(self, results: &[(Self, bool)]) -> Self {
        let results: Vec<_> = results
            .iter()
            .map(|&(opponent, won)| {
                let outcome = if won { Outcomes::WIN } else { Outcomes::LOSS };
                (Glicko2Rating::from(opponent), outcome)
            })
            .collect();
        glicko2_rating_period(&self.into(), &results, &Glicko2Config::new()).into()
    }

    /// Returns the ratings of a player and a puzzle after an attempt.
    pub(crate) fn attempt(player: Self, puzzle: Self, solved: bool) -> (Self, Self) {
        let bounded = |rating: Self| Self {
            deviation: rating.deviation.max(Self::LEAST_DEVIATION),
            ..rating
        };
        (
            bounded(player.after(&[(puzzle, solved)])),
            bounded(puzzle.after(&[(player, !solved)])),
        )
    }

    /// Returns the rating as a whole number.
    #[allow(clippy::cast_possible_truncation)] // it is far smaller
    pub(crate) fn rounded(self) -> i32 {
        self.rating.round() as i32
    }
}

/// The rating with its deviation: `rating 1500 ± 350`.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rating {:.0} ± {:.0}", self.rating, self.deviation)
    }
}

impl Default for Rating {
    fn default() -> Self {
        Self::START
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Self {
        let Rating {
            rating,
            deviation,
            volatility,
        } = rating;
        Self {
            rating,
            deviation,
            volatility,
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Self {
        let Glicko2Rating {
            rating,
            deviation,
            volatility,
        } = rating;
        Self {
            rating,
            deviation,
            volatility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating {
            rating,
            deviation,
            ..Rating::START
        }
    }

    #[test]
    fn ratings_are_those_of_the_example_in_glickmans_paper() {
        let results = [
            (rating(1400.0, 30.0), true),
            (rating(1550.0, 100.0), false),
            (rating(1700.0, 300.0), false),
        ];
        let after = rating(1500.0, 200.0).after(&results);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn a_solved_puzzle_raises_the_player_and_lowers_the_puzzle() {
        let puzzle = Rating::estimated(1600.0);
        let (player, easier) = Rating::attempt(Rating::START, puzzle, true);
        assert!(player.rating > 1500.0 && easier.rating < 1600.0);
        let (player, harder) = Rating::attempt(Rating::START, puzzle, false);
        assert!(player.rating < 1500.0 && harder.rating > 1600.0);
        // A thousand attempts later a rating still moves.
        let mut player = Rating::START;
        for attempt in 0..1000 {
            (player, _) = Rating::attempt(player, Rating::estimated(1500.0), attempt % 2 == 0);
        }
        assert!((player.rating - 1500.0).abs() < 50.0, "{player:?}");
        assert!(Rating::attempt(player, puzzle, true).0.rating > player.rating + 2.0);
    }

    #[test]
    fn a_rating_out_of_range_is_not_read() {
        let read = |text: &str| serde_json::from_str::<Rating>(text).is_ok();
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
