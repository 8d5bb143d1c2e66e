//! The difficulty of puzzles: chosen by the person, or matched to the rating.

use std::ops::RangeInclusive;

use reversi_text::{Message, label};

/// A difficulty of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleLevel {
    /// Near the end of a game, for a beginner.
    Easy,
    /// For a club player.
    Medium,
    /// For experienced players.
    Hard,
}

impl PuzzleLevel {
    /// All levels, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the level in a word, for screens.
    pub const fn words(self) -> &'static Message {
        match self {
            Self::Easy => label!("easy"),
            Self::Medium => label!("medium"),
            Self::Hard => label!("hard"),
        }
    }

    /// Returns the name, for options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// Returns the numbers of empty squares.
    pub const fn empties(self) -> RangeInclusive<u32> {
        match self {
            Self::Easy => 4..=8,
            Self::Medium => 6..=12,
            Self::Hard => 8..=16,
        }
    }

    /// Returns the typical rating of its puzzles.
    pub(super) const fn rating(self) -> f64 {
        match self {
            Self::Easy => 1000.0,
            Self::Medium => 1450.0,
            Self::Hard => 1850.0,
        }
    }

    /// Returns the level for a player with a rating: the nearest one.
    pub(super) fn of(rating: f64) -> Self {
        let far = |level: &Self| (level.rating() - rating).abs();
        let nearest = Self::ALL.into_iter();
        let nearest = nearest.min_by(|one, other| far(one).total_cmp(&far(other)));
        nearest.unwrap_or(Self::Easy)
    }
}
