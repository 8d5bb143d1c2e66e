//! Owns keeping games on behalf of a front end: a thread that saves the game under way and logs the
//! finished one, so that no screen and no player ever waits for a disk.
//!
//! A front end calls [`GameSaver::keep`] whenever the game has changed, and nothing else while it plays:
//!
//! ```
//! use reversi::app::store::{autosave::GameMeta, keeper::GameSaver, state::StateFolder};
//! use reversi::{ByColor, Game};
//! # let folder = tempfile::tempdir()?;
//! # let state = StateFolder::at(folder.path().to_owned());
//! // At the start: games whose program has ended, and sentences about what is wrong.
//! let (keeper, found, notices) = GameSaver::start(Some(state), || ());
//! assert!(found.is_empty() && notices.is_empty());
//! // A game begins.
//! let players = ByColor::new("human".to_owned(), "greedy".to_owned());
//! let meta = GameMeta::starting_now(players);
//! let mut game = Game::new();
//! // An entry was played, taken back or played again.
//! game.play("f5".parse()?)?;
//! keeper.keep(&game, &meta);
//! // Once in a while, or when the waker was called.
//! assert_eq!(keeper.trouble(), None);
//! // The end: what is pending is written. The unfinished game is found at the next start.
//! keeper.close();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::StorageError;
use super::autosave::{Autosave, Found, GameMeta};
use super::history;
use super::state::StateFolder;
use crate::app::clock::TimeControl;
use crate::color::ByColor;
use crate::game::Game;
use crate::notation::Record;

/// What the thread is to do.
enum Job {
    Keep(Box<(Game, GameMeta)>),
    Adopt(Box<Found>),
    SetAside,
    Forget,
}

#[derive(Default)]
struct Inbox {
    jobs: VecDeque<Job>,
    /// Whether a job is being done.
    busy: bool,
    closed: bool,
    /// What went wrong and was not told yet.
    trouble: Option<String>,
}

#[derive(Default)]
struct Shared {
    inbox: Mutex<Inbox>,
    /// There is a job, or the end.
    more: Condvar,
    /// A job was done.
    done: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the games of one front end. See the [module](self).
pub struct GameSaver {
    shared: Arc<Shared>,
    /// `None` where there is nowhere to keep anything.
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for GameSaver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameSaver").finish_non_exhaustive()
    }
}

/// The finished game as it goes into the log.
#[must_use]
pub fn record(game: &Game, meta: &GameMeta) -> Record {
    let mut record = Record::from_game(game);
    record.players = meta.players.clone();
    record.date.clone_from(&meta.begun);
    if let Some(Ok(time)) = meta.time.as_deref().map(str::parse) {
        let text = clock_text(time);
        record.time_control = ByColor::new(text.clone(), text);
    }
    for (recorded, note) in record.moves.iter_mut().zip(&meta.notes) {
        recorded.seconds = note.time.map(|time| rounded(time.as_secs_f64()));
        recorded.evaluation = note.score.map(|score| f64::from(score.discs()));
    }
    record
}

/// Seconds to the hundredth: more is noise.
fn rounded(seconds: f64) -> f64 {
    (seconds * 100.0).round() / 100.0
}

/// A time control in the words of GGF: `05:00/3` are five minutes and three seconds a move.
fn clock_text(time: TimeControl) -> String {
    let units = |time: Duration| {
        let seconds = time.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            format!("{hours:02}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes:02}:{seconds:02}")
        }
    };
    if time.increment.is_zero() {
        units(time.initial)
    } else {
        format!("{}/{}", units(time.initial), units(time.increment))
    }
}

/// Looks for games that were under way and puts those that were over into the log: their program ended
/// just then. Gives the others, the newest first, and a sentence for each thing that is wrong.
fn find(state: &StateFolder) -> (Autosave, Vec<Found>, Vec<String>) {
    let (autosave, found, mut notices) = Autosave::open(state);
    let (over, found): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|found| found.game.outcome().is_some());
    for found in over {
        let logged = history::append_unless_there(state, &record(&found.game, &found.meta));
        if let Err(error) = logged.and_then(|()| found.discard()) {
            notices.push(format!("{error}."));
        }
    }
    (autosave, found, notices)
}

/// Puts games that were over when their program was killed into the log, for a command that reads it.
/// Gives a sentence for each thing that is wrong.
#[must_use]
pub fn log_what_was_over(state: &StateFolder) -> Vec<String> {
    find(state).2
}

impl GameSaver {
    /// Begins to keep games in a folder; with `None`, nothing is kept. Gives the games that can be gone
    /// on with, the newest first, and a sentence for each thing that is wrong. `waker` is called from
    /// the thread when there is [trouble](GameSaver::trouble).
    #[must_use]
    pub fn start(
        state: Option<StateFolder>,
        waker: impl Fn() + Send + 'static,
    ) -> (Self, Vec<Found>, Vec<String>) {
        let shared = Arc::new(Shared::default());
        let Some(state) = state else {
            let thread = None;
            return (Self { shared, thread }, Vec::new(), Vec::new());
        };
        let (autosave, found, mut notices) = find(&state);
        let mut writer = Writer {
            shared: Arc::clone(&shared),
            state,
            autosave,
            logged: None,
            told: None,
        };
        let thread = std::thread::Builder::new()
            .name("keeper".to_owned())
            .spawn(move || writer.run(&waker))
            .inspect_err(|error| notices.push(format!("Games are not saved: {error}.")))
            .ok();
        (Self { shared, thread }, found, notices)
    }

    /// Keeps the game as it is now. Never waits. A game under way is saved, and only its newest state
    /// if several come faster than the disk; a game that is over goes into the log, every one. A game
    /// in which nothing was played yet leaves what was saved before it alone.
    pub fn keep(&self, game: &Game, meta: &GameMeta) {
        let mut inbox = self.shared.lock();
        if let Some(Job::Keep(last)) = inbox.jobs.back_mut()
            && last.1.begun == meta.begun
            && last.0.outcome().is_none()
        {
            **last = (game.clone(), meta.clone());
            return;
        }
        self.send(inbox, Job::Keep(Box::new((game.clone(), meta.clone()))));
    }

    /// Goes on with a game that was found: from now on it is saved where it was.
    pub fn adopt(&self, found: Found) {
        self.send(self.shared.lock(), Job::Adopt(Box::new(found)));
    }

    /// Leaves the game that was saved as it is, to be offered at the next start: the next one is saved
    /// elsewhere.
    pub fn set_aside(&self) {
        self.send(self.shared.lock(), Job::SetAside);
    }

    /// Removes what was saved: nobody wants to go on with the game.
    pub fn forget(&self) {
        self.send(self.shared.lock(), Job::Forget);
    }

    fn send(&self, mut inbox: MutexGuard<'_, Inbox>, job: Job) {
        if self.thread.is_some() {
            inbox.jobs.push_back(job);
            self.shared.more.notify_one();
        }
    }

    /// A sentence about what went wrong since it was asked last. The same trouble is told once, until
    /// something could be kept again.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.shared.lock().trouble.take()
    }

    /// Waits until all that was to be kept is on the disk.
    pub fn flush(&self) {
        let mut inbox = self.shared.lock();
        while self
            .thread
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
            && (inbox.busy || !inbox.jobs.is_empty())
        {
            inbox = self
                .shared
                .done
                .wait(inbox)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends: what is pending is written. A game under way stays saved, to be found at the next start.
    pub fn close(self) {
        drop(self);
    }
}

impl Drop for GameSaver {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.more.notify_one();
        if let Some(thread) = self.thread.take() {
            // Had it panicked, there would be nothing left to do for it.
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct Writer {
    shared: Arc<Shared>,
    state: StateFolder,
    autosave: Autosave,
    /// What was logged last: a game that is over may be kept more than once.
    logged: Option<Record>,
    /// The trouble that was told last.
    told: Option<String>,
}

impl Writer {
    fn run(&mut self, waker: &impl Fn()) {
        while let Some(job) = self.next() {
            let error = self.work(job).err().map(|error| error.to_string());
            let news = error.is_some() && error != self.told;
            self.told = error;
            let mut inbox = self.shared.lock();
            inbox.busy = false;
            if news && let Some(sentence) = &self.told {
                inbox.trouble = Some(format!("{sentence}. The game continues."));
            }
            drop(inbox);
            self.shared.done.notify_all();
            if news {
                waker();
            }
        }
    }

    fn next(&self) -> Option<Job> {
        let mut inbox = self.shared.lock();
        loop {
            if let Some(job) = inbox.jobs.pop_front() {
                inbox.busy = true;
                return Some(job);
            }
            if inbox.closed {
                return None;
            }
            inbox = self
                .shared
                .more
                .wait(inbox)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&mut self, job: Job) -> Result<(), StorageError> {
        match job {
            Job::Adopt(found) => self.autosave.adopt(*found),
            Job::SetAside => {
                self.autosave.set_aside();
                Ok(())
            }
            Job::Forget => self.autosave.finish(),
            Job::Keep(kept) => {
                let (game, meta) = *kept;
                if game.outcome().is_some() {
                    self.log(&game, &meta)
                } else if game.entries().is_empty() && game.undone().is_empty() {
                    Ok(())
                } else {
                    self.autosave.save(&game, &meta)
                }
            }
        }
    }

    fn log(&mut self, game: &Game, meta: &GameMeta) -> Result<(), StorageError> {
        let record = record(game, meta);
        if self.logged.as_ref() != Some(&record) {
            if let Err(error) = history::append(&self.state, &record) {
                // The next start finds it and tries again.
                let _ = self.autosave.save(game, meta);
                return Err(error);
            }
            self.logged = Some(record);
        }
        // Only now: killed in between, the next start finds the game in the log.
        self.autosave.finish()
    }
}

#[cfg(test)]
mod tests;
