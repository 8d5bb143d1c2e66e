//! What reviews found in the player's games: `reviews.json` in the [state folder](StateFolder).
//!
//! The file is private and replaced as a whole. A file that is damaged or from a later version is reported and
//! left alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::OwnGame;
use super::losses::ReviewedMove;
use crate::app::store::state::StateFolder;
use crate::app::store::{StorageError, json_file};
use crate::app::wording::cannot;

/// The version of the file. It changes with the limits and the reasons of the reviews, too.
const VERSION: u32 = 2;

/// The moves of the player in reviewed games, by the side, the start and the moves of the game.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reviews {
    version: u32,
    games: BTreeMap<String, Vec<ReviewedMove>>,
}

impl Reviews {
    /// Reads the file; a missing one is empty, and so is one of an earlier version, so that its games are reviewed
    /// again.
    pub(super) fn load(state: &StateFolder) -> Result<Self, StorageError> {
        let path = state.reviews();
        let read = json_file::read(&path, VERSION);
        let reviews = read.map_err(StorageError::when(cannot::READ_REVIEWS, &path))?;
        let reviews = reviews.filter(|reviews: &Self| reviews.version == VERSION);
        Ok(reviews.unwrap_or(Self {
            version: VERSION,
            games: BTreeMap::new(),
        }))
    }

    /// Saves the file, with what another program has added to it.
    pub(super) fn save(&self, state: &StateFolder) -> Result<(), StorageError> {
        let mut all = Self::load(state)?;
        if self.games.keys().all(|game| all.games.contains_key(game)) {
            return Ok(());
        }
        all.games.extend(self.games.clone());
        let path = state.reviews();
        json_file::write(&path, &all).map_err(StorageError::when(cannot::SAVE_REVIEWS, &path))
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
