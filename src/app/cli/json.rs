//! The values of the library in JSON. Objects are sorted by the names of their fields.

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::Opening;
use crate::search::{Certainty, MoveScore, Score};

impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([("english", Some(self.english)), ("japanese", self.japanese)])
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i32(self.discs())
    }
}

impl Serialize for MoveScore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (kind, confidence) = kind_and_confidence(self.certainty);
        let fields = json!({
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

/// Returns the word for a certainty, and the percentage if known.
pub(super) fn kind_and_confidence(certainty: Certainty) -> (&'static str, Option<u8>) {
    match certainty {
        Certainty::Exact => ("exact", Some(100)),
        Certainty::WinLossDraw => ("win_loss_draw", Some(100)),
        Certainty::Selective(confidence) => ("selective", Some(confidence.percent())),
        Certainty::Estimate => ("estimate", None),
    }
}
