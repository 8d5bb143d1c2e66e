//! Serialization with serde (feature `serde`): squares, sides and positions as the text that they are printed as, games
//! as their start and their moves.
//!
//! ```
//! use reversi::{Game, notation::transcript};
//!
//! let game = transcript::parse("f5d6c3")?;
//! let json = serde_json::to_value(&game)?;
//! assert_eq!(json["moves"], "f5d6c3");
//! assert_eq!(serde_json::from_value::<Game>(json)?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::notation::transcript;
use crate::opening::Opening;
use crate::position::Position;
#[cfg(feature = "search")]
use crate::search::{Certainty, MoveScore, Score};
use crate::square::Square;

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

#[cfg(feature = "search")]
impl Serialize for MoveScore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (kind, confidence) = self.certainty.kind_and_confidence();
        let fields = serde_json::json!({
            "move": self.square,
            "score": self.score,
            "kind": kind,
            "confidence": confidence,
            "depth": self.depth,
            "pv": self.pv,
        });
        fields.serialize(to)
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
            for square in Square::all() {
                prop_assert_eq!(round_trip(&square), square);
            }
        }
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
