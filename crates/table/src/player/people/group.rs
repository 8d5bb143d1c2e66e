//! Groups of players by strength, and how likely their players are to choose a move.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::survey::Survey;
use super::{People, Strength};
use crate::variants;
use reversi::SquareSet;

/// A group of players. Displays as its name: `club players`.
///
/// Casual players and beginners lose more than anybody in the games that the model is fitted to: what it says of them
/// is extrapolated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::VariantArray)]
pub enum PlayerGroup {
    /// Players who lose less than 1.8 discs a move.
    Tournament,
    /// Players who lose less than 2.8 discs a move. They stand for people whose strength is not known.
    #[default]
    Club,
    /// Players who lose less than 4 discs a move.
    Casual,
    /// Players who lose more.
    Beginners,
}

impl PlayerGroup {
    /// All groups, the strongest first.
    pub const ALL: [Self; 4] = variants::all();

    /// Returns the group of players of a strength.
    pub const fn of(strength: Strength) -> Self {
        match strength.0 {
            0..180 => Self::Tournament,
            180..280 => Self::Club,
            280..400 => Self::Casual,
            400.. => Self::Beginners,
        }
    }

    /// Returns the strength of an average player of the group.
    pub const fn strength(self) -> Strength {
        Strength(match self {
            Self::Tournament => 150,
            Self::Club => 220,
            Self::Casual => 330,
            Self::Beginners => 450,
        })
    }

    /// Returns how likely an average player of the group is to choose one of these moves.
    pub fn chance(self, survey: &Survey, moves: SquareSet) -> Chance {
        let chances = People::standard().chances(survey, self.strength());
        let each = survey.moves().zip(chances);
        let chosen = each.filter(|&(square, _)| moves.contains(square));
        Chance::of(chosen.map(|(_, chance)| chance).sum())
    }
}

/// Displays as in JSON.
impl fmt::Display for PlayerGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tournament => "tournament players",
            Self::Club => "club players",
            Self::Casual => "casual players",
            Self::Beginners => "beginners",
        })
    }
}

/// A probability in hundredths of a percent, rounded down. Serializes as a number from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(u16);

impl Chance {
    /// Returns a probability, rounded down.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 10,000
    pub fn of(probability: f32) -> Self {
        Self((probability.clamp(0.0, 1.0) * 10_000.0) as u16)
    }

    /// Returns the probability, from 0 to 1.
    pub fn probability(self) -> f64 {
        f64::from(self.0) / 10_000.0
    }

    /// Returns whether it is more than one half.
    pub const fn is_more_than_half(self) -> bool {
        self.0 > 5_000
    }

    /// Returns how many players it is of those of a group, rounded down; `None` unless it is more than one half.
    pub const fn share(self) -> Option<Share> {
        Some(match self.0 {
            9_000.. => Share::NineOfTen,
            7_500.. => Share::ThreeOfFour,
            6_667.. => Share::TwoOfThree,
            _ if self.is_more_than_half() => Share::MoreThanHalf,
            _ => return None,
        })
    }
}

/// How many players do something, at least about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Nine of ten.
    NineOfTen,
    /// Three of four.
    ThreeOfFour,
    /// Two of three.
    TwoOfThree,
    /// More than half of them.
    MoreThanHalf,
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let probability = f64::deserialize(from)?.clamp(0.0, 1.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 10,000
        Ok(Self((probability * 10_000.0).round() as u16))
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.probability().serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::Board;

    #[test]
    fn an_average_player_of_a_group_belongs_to_it_and_the_groups_go_from_strong_to_weak() {
        for group in PlayerGroup::ALL {
            assert_eq!(PlayerGroup::of(group.strength()), group);
        }
        let places = (0..=u16::MAX).map(|strength| PlayerGroup::of(Strength(strength)) as u8);
        assert!(places.is_sorted());
    }

    #[test]
    fn a_share_in_words_is_never_more_than_the_chance() {
        let mut said = Vec::new();
        for hundredths in 0..=10_000 {
            let chance = Chance(hundredths);
            let least = match chance.share() {
                None => {
                    assert!(chance.probability() <= 0.5, "{chance:?}");
                    continue;
                }
                Some(words) => {
                    let least = match words {
                        Share::MoreThanHalf => 0.5,
                        Share::TwoOfThree => 2.0 / 3.0,
                        Share::ThreeOfFour => 0.75,
                        Share::NineOfTen => 0.9,
                    };
                    if said.last() != Some(&words) {
                        said.push(words);
                    }
                    least
                }
            };
            assert!(chance.probability() >= least, "{chance:?} {least}");
        }
        assert_eq!(
            said.len(),
            4,
            "each once, the smallest share first: {said:?}"
        );
    }

    #[test]
    fn a_chance_is_a_number_of_four_digits_rounded_down() {
        let written = |probability| serde_json::to_string(&Chance::of(probability)).unwrap();
        assert_eq!(written(0.741_29), "0.7412");
        assert_eq!(written(0.999_99), "0.9999");
        assert_eq!([written(0.0), written(1.0)], ["0.0", "1.0"]);
    }

    #[test]
    fn the_chance_of_all_moves_is_that_of_each_together() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let survey = Survey::of(board, None, &mut || false).unwrap();
        for group in PlayerGroup::ALL {
            let of = |moves| i32::from(group.chance(&survey, moves).0);
            let all = of(board.legal_moves());
            let each: i32 = board
                .legal_moves()
                .iter()
                .map(|square| of(square.into()))
                .sum();
            assert!((9_999..=10_000).contains(&all), "{all}");
            assert!((all - each).abs() <= 3, "{all} {each}");
            assert_eq!(of(SquareSet::EMPTY), 0);
        }
    }
}
