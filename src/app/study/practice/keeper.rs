//! Notes results in the practice file, or in memory where nothing is kept.

use super::attempt::{AttemptResult, RatingChange};
use super::progress::Progress;
use super::rating::Rating;
use crate::app::background::{Background, Reporter, Waker};
use crate::app::store::StorageError;
use crate::app::store::state::{self, StateFolder};
use crate::app::wording::practice as wording;

/// The player's rating, and its last change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noted {
    /// The rating now.
    pub(crate) rating: Rating,
    /// The change by the result; `None` after help, or without a result.
    pub(crate) change: Option<RatingChange>,
}

impl Noted {
    /// Returns the sentence about the ratings after an attempt.
    pub(crate) fn sentence(&self) -> String {
        let rounded = |ratings: [Rating; 2]| ratings.map(Rating::rounded);
        self.change.map_or(
            "Solved with a hint, so your rating stays the same.".to_owned(),
            |change| wording::ratings(rounded(change.player), rounded(change.puzzle)),
        )
    }
}

/// Notes results.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    state: Option<StateFolder>,
    /// The progress of this run, where nothing is kept.
    memory: Progress,
}

/// A keeper on its own thread.
pub(crate) type KeeperTask = Background<Option<AttemptResult>, (), Result<Noted, StorageError>>;

impl Keeper {
    /// Creates a keeper; without a folder, everything is forgotten at the end.
    pub(crate) fn new(state: Option<StateFolder>) -> Self {
        Self {
            state,
            memory: Progress::default(),
        }
    }

    /// Starts the keeper on its own thread.
    pub(crate) fn start(mut self, waker: Waker) -> KeeperTask {
        Background::start(
            "practice",
            waker,
            move |result: Option<AttemptResult>, _: &Reporter<()>| self.note(result.as_ref()),
        )
    }

    /// Notes a result, or reads the rating without one.
    ///
    /// # Errors
    /// [`StorageError`] if the file cannot be used; from then on the results are kept in memory.
    pub(crate) fn note(&mut self, result: Option<&AttemptResult>) -> Result<Noted, StorageError> {
        let note = |progress: &mut Progress| Noted {
            change: result.and_then(|result| progress.note(result, state::date())),
            rating: progress.rating,
        };
        let Some(folder) = &self.state else {
            return Ok(note(&mut self.memory));
        };
        let noted = match result {
            Some(_) => Progress::update(folder, note),
            None => Progress::load(folder).map(|mut progress| note(&mut progress)),
        };
        if noted.is_err() {
            self.state = None;
            note(&mut self.memory);
        }
        noted
    }
}
