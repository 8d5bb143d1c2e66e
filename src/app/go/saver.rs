//! Saves the current game after every change, on a background thread, and appends finished games to an SGF
//! file.

use std::path::{Path, PathBuf};

use super::Game;
use super::player::PlayerKind;
use super::sgf::{self, GameRecord};
use crate::app::background::{Background, Report, Waker};
use crate::app::store::StorageError;
use crate::app::store::history::append_line;
use crate::app::store::saved_game::{Found, GameFiles, ReadError, SavedGame, SavedText, claim};
use crate::app::store::state::{StartTime, StateFolder};
use crate::app::wording::line::cannot_open;
use crate::app::wording::{about_unfinished, cannot, cannot_save, not_saved, path_text};
use crate::color::ByColor;

impl SavedText for GameRecord {
    const EXTENSION: &'static str = "sgf";

    fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        sgf::parse(bytes).map_err(|why| ReadError::Damaged(why.to_string()))
    }
}

/// An unfinished game that was found at the start.
#[derive(Debug)]
pub(crate) struct UnfinishedGame {
    pub(crate) game: Game,
    pub(crate) players: ByColor<PlayerKind>,
    date: String,
    path: PathBuf,
}

impl UnfinishedGame {
    /// Returns a clause about the game: its start, its players and its number of moves.
    pub(crate) fn describe(&self) -> String {
        let minute = self.date.get(..16).unwrap_or(&self.date);
        about_unfinished(minute, &self.players, self.game.entries().len())
    }

    /// Removes the game for good.
    ///
    /// # Errors
    /// Any error of the system.
    pub(crate) fn discard(&self) -> Result<(), StorageError> {
        match claim::<GameRecord>(&self.path)? {
            Some((_, files)) => files.remove(),
            None => Ok(()),
        }
    }
}

impl From<Found<GameRecord>> for UnfinishedGame {
    fn from(found: Found<GameRecord>) -> Self {
        let record = found.contents;
        Self {
            players: kinds(&record.players),
            game: record.game,
            date: record.date,
            path: found.path,
        }
    }
}

/// Returns the players of a file; those that are not known are people.
pub(crate) fn kinds(names: &ByColor<String>) -> ByColor<PlayerKind> {
    let kind = |name: &String| name.parse().unwrap_or(PlayerKind::Human);
    names.as_ref().map(kind)
}

/// Reads the first game of an SGF file, and its players.
///
/// # Errors
/// The file cannot be read, or holds no such game: a clause.
pub(crate) fn open(path: &Path) -> Result<(Game, ByColor<PlayerKind>), String> {
    let cannot = |why: String| cannot_open(format_args!("{}: {why}", path_text(path)));
    let record = sgf::open(path).map_err(|error| cannot(error.to_string()))?;
    let record = record.map_err(|why| cannot(why.to_string()))?;
    Ok((record.game, kinds(&record.players)))
}

/// Returns a game as SGF.
pub(crate) fn to_sgf(game: &Game, players: ByColor<PlayerKind>, started_at: StartTime) -> String {
    sgf::to_string(&GameRecord {
        game: game.clone(),
        players: players.map(|kind| kind.to_string()),
        date: started_at.to_string(),
    })
}

/// A job of the thread.
enum Job {
    Save { text: String, is_over: bool },
    Adopt(GameFiles),
    SetAside,
}

/// Saves the games of one face.
#[derive(Debug)]
pub(crate) struct Saver {
    /// `None` where nothing is saved. The answers are notices.
    task: Option<Background<Job, (), Option<String>>>,
    started_at: StartTime,
    /// The next game to start is a resumed one.
    resuming: bool,
}

impl Saver {
    /// Starts to save games in a folder; with `None`, saves nothing. Also returns the newest unfinished game,
    /// and a notice about each problem.
    pub(crate) fn start(
        state: Option<&StateFolder>,
        waker: Waker,
    ) -> (Self, Option<UnfinishedGame>, Vec<String>) {
        let mut saver = Self {
            task: None,
            started_at: StartTime::now(),
            resuming: false,
        };
        let Some(state) = state else {
            return (saver, None, Vec::new());
        };
        let log = state.path().join("go.sgf");
        let (mut file, found, notices) = SavedGame::open(state.path().join("go"));
        let newest = found.into_iter().next().map(UnfinishedGame::from);
        // What was told last, so that it is not told again after every move.
        let mut told = None;
        let mut work = move |job| match job {
            Job::Save {
                text,
                is_over: true,
            } => {
                append_line(&log, text.trim_end(), true)
                    .map_err(StorageError::when(cannot::LOG_GAME, &log))?;
                file.finish()
            }
            Job::Save { text, .. } => file.save(&text),
            Job::Adopt(files) => file.adopt(files),
            Job::SetAside => {
                file.set_aside();
                Ok(())
            }
        };
        let answer = move |job, _: &_| {
            let trouble = work(job).err().map(|error: StorageError| error.to_string());
            let is_new = trouble != told;
            told.clone_from(&trouble);
            trouble.filter(|_| is_new).map(|why| not_saved(&why))
        };
        saver.task = Some(Background::start("saver", waker, answer));
        (saver, newest, notices)
    }

    /// Records the start of a game; the one before is left for the next start if it is unfinished.
    pub(crate) fn game_started(&mut self) {
        if !std::mem::take(&mut self.resuming) {
            self.started_at = StartTime::now();
            self.send(Job::SetAside);
        }
    }

    /// Saves a game that has changed. A finished one is added to the history.
    pub(crate) fn save(&self, game: &Game, players: ByColor<PlayerKind>) {
        if self.task.is_some() && !(game.entries().is_empty() && game.undone().is_empty()) {
            self.send(Job::Save {
                text: self.to_sgf(game, players),
                is_over: game.outcome().is_some(),
            });
        }
    }

    /// Returns the game as SGF, with its date.
    pub(crate) fn to_sgf(&self, game: &Game, players: ByColor<PlayerKind>) -> String {
        to_sgf(game, players, self.started_at)
    }

    /// Claims an unfinished game; from now on it is saved in its old file. `None` if another program has
    /// resumed it in the meantime.
    ///
    /// # Errors
    /// Any error of the system.
    pub(crate) fn resume(
        &mut self,
        unfinished: &UnfinishedGame,
    ) -> Result<Option<UnfinishedGame>, StorageError> {
        let Some((found, files)) = claim::<GameRecord>(&unfinished.path)? else {
            return Ok(None);
        };
        let game = UnfinishedGame::from(found);
        self.started_at = game.date.parse().unwrap_or(self.started_at);
        self.resuming = true;
        self.send(Job::Adopt(files));
        Ok(Some(game))
    }

    /// Returns whether games are saved.
    pub(crate) const fn is_on(&self) -> bool {
        self.task.is_some()
    }

    /// Returns a notice if saving has failed.
    pub(crate) fn trouble(&self) -> Option<String> {
        let task = self.task.as_ref()?;
        let reports = std::iter::from_fn(|| task.poll());
        let trouble = reports.filter_map(|report| match report {
            Report::Answer(Ok(trouble)) => trouble,
            Report::Answer(Err(error)) => Some(cannot_save(error)),
            Report::Progress(()) => None,
        });
        trouble.last()
    }

    /// Waits until everything is on the disk.
    pub(crate) fn flush(&self) {
        if let Some(task) = &self.task {
            task.finish();
        }
    }

    fn send(&self, job: Job) {
        if let Some(task) = &self.task {
            task.queue(job);
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.flush();
    }
}
