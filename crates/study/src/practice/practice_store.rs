//! The store of practice results: the practice file, or memory.

use std::cell::OnceCell;

use crate::progress::{AttemptResult, Progress, RatingChange};
use crate::rating::{self, Rating};
use crate::stats::Sources;
use reversi_lessons::course::CourseProgress;
use reversi_table::background::{Background, Reporter, ValueTask, Waker};
use reversi_table::clock::today;
use reversi_table::player::name::PersonName;
use reversi_table::store::StorageError;
use reversi_table::store::state::StateFolder;

/// The player's rating and streak, and their last change.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    /// The rating now.
    pub rating: Rating,
    /// How many puzzles in a row were solved on the first try.
    pub streak: u32,
    /// The most puzzles that were solved in a storm.
    pub storm: u32,
    /// The change by the result; `None` after help, or without a result.
    pub change: Option<RatingChange>,
}

impl Noted {
    const fn of(progress: &Progress, change: Option<RatingChange>) -> Self {
        Self {
            rating: progress.rating,
            streak: progress.streak,
            storm: progress.storm,
            change,
        }
    }
}

/// The progress of the player: in the practice file, or in memory if nothing is saved.
#[derive(Debug, Default)]
pub struct PracticeStore {
    state: Option<StateFolder>,
    /// The player's name, which tells their games between two people from others.
    name: PersonName,
    /// The rating with which the player starts, computed when it is first needed.
    first: OnceCell<Rating>,
    /// The progress of this run, if nothing is saved.
    memory: Progress,
}

/// What a store on its own thread does.
#[derive(Clone, Debug)]
pub(crate) enum PracticeJob {
    /// Reads the rating and the streak.
    Read,
    /// Records the result of an attempt.
    Attempt(AttemptResult),
    /// Records how many puzzles were solved in a storm.
    Storm(u32),
}

/// A store on its own thread.
pub(crate) type PracticeStoreTask = ValueTask<PracticeJob, Noted, StorageError>;

impl PracticeStore {
    /// Creates a store; without a folder, everything is forgotten at the end.
    pub fn new(state: Option<StateFolder>) -> Self {
        Self {
            state,
            ..Self::default()
        }
    }

    /// Sets the player whose level is the first rating.
    pub fn of_player(self, name: PersonName) -> Self {
        Self { name, ..self }
    }

    /// Returns the first rating of the player, from the games of the history. Games that cannot be read are ignored here;
    /// the record reports them. If it is stopped, the rating of somebody without games.
    fn first_rating(&self, stop: &dyn Fn() -> bool) -> Rating {
        if let Some(&first) = self.first.get() {
            return first;
        }
        let (state, name) = (self.state.clone(), self.name);
        let record = state.and_then(|state| Sources::of_history(state, name).record(stop).ok());
        let level = record.and_then(|record| record.level);
        if stop() {
            return rating::first(None);
        }
        *self
            .first
            .get_or_init(|| rating::first(level.map(|level| level.level())))
    }

    /// Reads the progress. Without a rating, the player gets the first one.
    ///
    /// # Errors
    /// As [`PracticeStore::read`].
    pub(crate) fn read_rated(&mut self, stop: &dyn Fn() -> bool) -> Result<Progress, StorageError> {
        let mut progress = self.read()?;
        if progress.rating == Rating::new() {
            progress.begin(self.first_rating(stop));
        }
        Ok(progress)
    }

    /// Reads the progress.
    ///
    /// # Errors
    /// [`StorageError`] if the file cannot be used; from then on the results are kept in memory.
    pub fn read(&mut self) -> Result<Progress, StorageError> {
        let Some(folder) = &self.state else {
            return Ok(self.memory.clone());
        };
        Progress::load(folder).inspect_err(|_| self.state = None)
    }

    /// Changes the progress.
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

    /// Records the result of an attempt; without one, reads the rating.
    ///
    /// # Errors
    /// As [`PracticeStore::update`].
    pub fn note(
        &mut self,
        result: Option<&AttemptResult>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Noted, StorageError> {
        let Some(result) = result else {
            return Ok(Noted::of(&self.read_rated(stop)?, None));
        };
        let first = self.first_rating(stop);
        self.update(|progress| {
            progress.begin(first);
            let change = progress.note(result, today());
            Noted::of(progress, change)
        })
    }

    /// Opens the progress in the course. A file that cannot be used is left alone, and reported where puzzles are asked.
    pub fn course(mut self, waker: Waker) -> CourseProgress {
        let chapters = self.read().map_or(0, |progress| progress.chapters);
        let keep = move |chapters| self.update(|progress| progress.chapters = chapters);
        CourseProgress::new(chapters, keep, waker)
    }

    /// Starts to record results on a thread.
    pub(crate) fn start(mut self, waker: Waker) -> PracticeStoreTask {
        Background::start(
            "practice",
            waker,
            move |job: PracticeJob, reporter: &Reporter<_>| {
                let stop = || reporter.is_stopped();
                match job {
                    PracticeJob::Read => self.note(None, &stop),
                    PracticeJob::Attempt(result) => self.note(Some(&result), &stop),
                    PracticeJob::Storm(solved) => {
                        self.update(|progress| progress.storm = progress.storm.max(solved))?;
                        self.note(None, &stop)
                    }
                }
            },
        )
    }
}
