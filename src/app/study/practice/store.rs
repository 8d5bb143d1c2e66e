//! What the player has practised, in the practice file or in memory.

use super::attempt::{AttemptResult, RatingChange};
use super::progress::Progress;
use super::rating::Rating;
use crate::app::background::{Background, Reporter, Waker};
use crate::app::store::StorageError;
use crate::app::store::state::{self, StateFolder};

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
        let Some(RatingChange { player, puzzle }) = self.change else {
            return "Solved with a hint, so your rating stays the same.".to_owned();
        };
        let [[from, to], [puzzle_from, puzzle_to]] =
            [player, puzzle].map(|ratings| ratings.map(Rating::rounded));
        format!("Your rating: {from} to {to}. The puzzle's: {puzzle_from} to {puzzle_to}.")
    }
}

/// What the player has practised: in the practice file, or in memory where nothing is kept.
#[derive(Debug, Default)]
pub(crate) struct PracticeStore {
    state: Option<StateFolder>,
    /// The progress of this run, where nothing is kept.
    memory: Progress,
}

/// A store on its own thread.
pub(crate) type PracticeStoreTask =
    Background<Option<AttemptResult>, (), Result<Noted, StorageError>>;

impl PracticeStore {
    /// Creates a store; without a folder, everything is forgotten at the end.
    pub(crate) fn new(state: Option<StateFolder>) -> Self {
        Self {
            state,
            memory: Progress::default(),
        }
    }

    /// Reads what was practised.
    ///
    /// # Errors
    /// [`StorageError`] if the file cannot be used; from then on the results are kept in memory.
    pub(crate) fn read(&mut self) -> Result<Progress, StorageError> {
        let Some(folder) = &self.state else {
            return Ok(self.memory.clone());
        };
        Progress::load(folder).inspect_err(|_| self.state = None)
    }

    /// Changes what was practised.
    ///
    /// # Errors
    /// [`StorageError`] if the file cannot be used; from then on the results are kept in memory, this one among
    /// them.
    pub(crate) fn update<T>(
        &mut self,
        change: impl Fn(&mut Progress) -> T,
    ) -> Result<T, StorageError> {
        let Some(folder) = &self.state else {
            return Ok(change(&mut self.memory));
        };
        Progress::update(folder, &change).inspect_err(|_| {
            self.state = None;
            change(&mut self.memory);
        })
    }

    /// Notes the result of an attempt, or reads the rating without one.
    ///
    /// # Errors
    /// As [`PracticeStore::update`].
    pub(crate) fn note(&mut self, result: Option<&AttemptResult>) -> Result<Noted, StorageError> {
        let Some(result) = result else {
            let Progress { rating, .. } = self.read()?;
            let change = None;
            return Ok(Noted { rating, change });
        };
        self.update(|progress| Noted {
            change: progress.note(result, state::date()),
            rating: progress.rating,
        })
    }

    /// Starts to note results on a thread.
    pub(crate) fn start(mut self, waker: Waker) -> PracticeStoreTask {
        Background::start(
            "practice",
            waker,
            move |result: Option<AttemptResult>, _: &Reporter<()>| self.note(result.as_ref()),
        )
    }
}
