//! Serialization with serde (feature `serde`): squares, sides and positions as the text that they are printed as, sets
//! of squares as lists, games as their start and their moves.
//!
//! ```
//! use reversi::Game;
//!
//! let game: Game = "f5d6c3".parse()?;
//! let json = serde_json::to_value(&game)?;
//! assert_eq!(json["moves"], "f5d6c3");
//! assert_eq!(serde_json::from_value::<Game>(json)?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::opening::Opening;
use crate::position::Position;
#[cfg(feature = "search")]
use crate::search::{Certainty, Confidence, MoveScore, Score};
use crate::square::Square;
use crate::squares::SquareSet;
use crate::transcript;

/// Serializes types as the text that they display as and are parsed from.
macro_rules! as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = String::deserialize(from)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Square, Position);

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match &*String::deserialize(from)? {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            other => Err(D::Error::unknown_variant(other, &["black", "white"])),
        }
    }
}

/// A list of squares.
impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Square>::deserialize(from)?.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for ByColor<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("black", &self.black), ("white", &self.white)])
    }
}

/// A game without the entries that were undone. Passes are not written.
#[derive(Serialize, Deserialize)]
struct GameForm {
    start: Position,
    moves: String,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let form = GameForm {
            start: self.start(),
            moves: transcript::print(self),
        };
        form.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let form = GameForm::deserialize(from)?;
        let mut game = Self::from_position(form.start);
        transcript::play(&mut game, &form.moves).map_err(D::Error::custom)?;
        Ok(game)
    }
}

impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("english", Some(self.english)), ("japanese", self.japanese)])
    }
}

#[cfg(feature = "search")]
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i32(self.discs())
    }
}

/// A score of a move as it is stored, in the order of the names.
#[cfg(feature = "search")]
#[derive(Serialize, Deserialize)]
struct MoveScoreForm {
    confidence: Option<u8>,
    depth: u32,
    kind: String,
    #[serde(rename = "move")]
    square: Option<Square>,
    pv: Vec<Square>,
    score: Score,
}

#[cfg(feature = "search")]
impl Serialize for MoveScore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (kind, confidence) = self.certainty.kind_and_confidence();
        let form = MoveScoreForm {
            confidence,
            depth: self.depth,
            kind: kind.to_owned(),
            square: self.square,
            pv: self.pv.clone(),
            score: self.score,
        };
        form.serialize(to)
    }
}

#[cfg(feature = "search")]
impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let discs = i32::deserialize(from)?;
        let is_possible = (-64..=64).contains(&discs);
        let impossible = || D::Error::custom("a score is -64 to 64 discs");
        is_possible.then(|| Self::of(discs)).ok_or_else(impossible)
    }
}

#[cfg(feature = "search")]
impl<'de> Deserialize<'de> for MoveScore {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let form = MoveScoreForm::deserialize(from)?;
        let selective = Confidence::ALL.into_iter().map(Certainty::Selective);
        let all = [
            Certainty::Exact,
            Certainty::WinLossDraw,
            Certainty::Estimate,
        ];
        let stated = (&*form.kind, form.confidence);
        let certainty = (all.into_iter().chain(selective))
            .find(|certainty| certainty.kind_and_confidence() == stated);
        Ok(Self {
            square: form.square,
            score: form.score,
            certainty: certainty.ok_or_else(|| D::Error::custom("an unknown kind of score"))?,
            depth: form.depth,
            pv: form.pv,
        })
    }
}

#[cfg(feature = "search")]
impl Certainty {
    /// Returns the word for a certainty, and the percentage if known.
    pub fn kind_and_confidence(self) -> (&'static str, Option<u8>) {
        match self {
            Self::Exact => ("exact", Some(100)),
            Self::WinLossDraw => ("win_loss_draw", Some(100)),
            Self::Selective(confidence) => ("selective", Some(confidence.percent())),
            Self::Estimate => ("estimate", None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip<T>(value: &T) -> T
    where
        T: Serialize + for<'de> Deserialize<'de>,
    {
        serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same(choices in prop::collection::vec(0usize..64, 0..70)) {
            let mut game = Game::new();
            for choice in choices {
                let legal: Vec<Square> = game.legal_moves().iter().collect();
                if legal.is_empty() {
                    break;
                }
                game.play(legal[choice % legal.len()]).unwrap();
            }
            prop_assert_eq!(&round_trip(&game), &game);
            prop_assert_eq!(round_trip(&game.position()), game.position());
            prop_assert_eq!(round_trip(&game.legal_moves()), game.legal_moves());
            for square in Square::all() {
                prop_assert_eq!(round_trip(&square), square);
            }
        }
    }

    #[cfg(feature = "search")]
    #[test]
    fn a_score_is_read_with_its_certainty() {
        let selective = Confidence::ALL.into_iter().map(Certainty::Selective);
        let all = [
            Certainty::Exact,
            Certainty::WinLossDraw,
            Certainty::Estimate,
        ];
        for certainty in all.into_iter().chain(selective) {
            for square in [None, Square::new(37)] {
                let found = MoveScore {
                    square,
                    score: Score::of(-7),
                    certainty,
                    depth: 12,
                    pv: square.into_iter().collect(),
                };
                assert_eq!(round_trip(&found), found);
            }
        }
        let found = MoveScore::new(Square::new(37), Score::of(-7), Certainty::Exact, 12, vec![]);
        let text = r#"{"confidence":100,"depth":12,"kind":"exact","move":"f5","pv":[],"score":-7}"#;
        assert_eq!(serde_json::to_string(&found).unwrap(), text);
        assert!(serde_json::from_str::<Score>("65").is_err());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| serde_json::from_str::<Game>(text).unwrap_err().to_string();
        let start = Position::START;
        let bad = error(&format!("{{\"start\": \"{start}\", \"moves\": \"f5f5\"}}"));
        assert!(bad.contains("f5 is taken"), "{bad}");
        let bad = error("{\"start\": \"x\", \"moves\": \"\"}");
        assert!(!bad.is_empty());
        assert!(serde_json::from_str::<Color>("\"red\"").is_err());
        assert_eq!(round_trip(&Color::White), Color::White);
    }
}
