//! What reviews found in the player's games: `reviews.json` in the [state folder](StateFolder).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::OwnGame;
use super::losses::ReviewedMove;
use crate::app::store::StorageError;
use crate::app::store::document::{Document, MAX_JSON, from_json, to_json};
use crate::app::store::state::StateFolder;

/// The version of the file. It changes with the limits and the reasons of the reviews, too.
const VERSION: u32 = 2;

/// The file of reviews.
const REVIEWS: Document<Reviews> = Document {
    cannot_read: "cannot read the reviews of your games",
    cannot_save: "cannot save the reviews of your games",
    limit: MAX_JSON,
    has_lock: true,
    decode: |bytes| {
        // The games of a file of an earlier version are reviewed again.
        let reviews: Reviews = from_json::<_, VERSION>(bytes)?;
        let is_current = reviews.version == VERSION;
        Ok(if is_current {
            reviews
        } else {
            Reviews::default()
        })
    },
    encode: to_json,
};

/// The moves of the player in reviewed games, by the side, the start and the moves of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Reviews {
    version: u32,
    games: BTreeMap<String, Vec<ReviewedMove>>,
}

impl Default for Reviews {
    fn default() -> Self {
        Self {
            version: VERSION,
            games: BTreeMap::new(),
        }
    }
}

impl Reviews {
    /// Reads the file; a missing one is empty.
    pub(super) fn load(state: &StateFolder) -> Result<Self, StorageError> {
        REVIEWS.load(&state.reviews())
    }

    /// Saves the file, with what another program has added to it.
    pub(super) fn save(&self, state: &StateFolder) -> Result<(), StorageError> {
        REVIEWS.update(&state.reviews(), |all| {
            all.games.extend(self.games.clone());
        })
    }

    /// Returns the moves of the player in a game; `None` if it has not been reviewed.
    pub(super) fn of(&self, own: &OwnGame) -> Option<&Vec<ReviewedMove>> {
        self.games.get(&key(own))
    }

    pub(super) fn add(&mut self, own: &OwnGame, moves: Vec<ReviewedMove>) {
        self.games.insert(key(own), moves);
    }
}

fn key(own: &OwnGame) -> String {
    let squares = own.record.moves.iter().filter_map(|played| played.square);
    let moves: String = squares.map(|square| square.to_string()).collect();
    format!("{} {} {moves}", own.side, own.record.start)
}
