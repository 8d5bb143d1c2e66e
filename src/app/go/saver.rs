//! Saves the current game after every change, and appends finished games to an SGF file on a background
//! thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::GoGame;
use super::player::GoPlayerKind;
use super::sgf::{self, GameRecord};
use crate::app::background::{Background, Report, Waker};
use crate::app::store::StorageError;
use crate::app::store::history::append_line;
use crate::app::store::saved_game::{
    Found, GameFiles, PendingSave, ReadError, SavedGame, SavedText, claim,
};
use crate::app::store::state::{StartTime, StateFolder};
use crate::app::wording::line::cannot_open;
use crate::app::wording::{about_unfinished, cannot, cannot_save, not_saved, path_text, sentence};
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
    pub(crate) game: GoGame,
    pub(crate) players: ByColor<GoPlayerKind>,
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
pub(crate) fn kinds(names: &ByColor<String>) -> ByColor<GoPlayerKind> {
    let kind = |name: &String| name.parse().unwrap_or(GoPlayerKind::Human);
    names.as_ref().map(kind)
}

/// Reads the first game of an SGF file, and its players.
///
/// # Errors
/// The file cannot be read, or holds no such game: a clause.
pub(crate) fn open(path: &Path) -> Result<(GoGame, ByColor<GoPlayerKind>), String> {
    let cannot = |why: String| cannot_open(format_args!("{}: {why}", path_text(path)));
    let record = sgf::open(path).map_err(|error| cannot(error.to_string()))?;
    let record = record.map_err(|why| cannot(why.to_string()))?;
    Ok((record.game, kinds(&record.players)))
}

/// Returns a game as SGF.
pub(crate) fn to_sgf(
    game: &GoGame,
    players: ByColor<GoPlayerKind>,
    started_at: StartTime,
) -> String {
    sgf::to_string(&GameRecord {
        game: game.clone(),
        players: players.map(|kind| kind.to_string()),
        date: started_at.to_string(),
    })
}

/// Adds a finished game to the history, unless it is there already.
fn add_to_log(log: &Path, text: &str) -> Result<(), StorageError> {
    append_line(log, text.trim_end(), true).map_err(StorageError::when(cannot::LOG_GAME, log))
}

fn move_to_log(log: &Path, found: &Found<GameRecord>) -> Result<(), StorageError> {
    let Some((found, files)) = claim::<GameRecord>(&found.path)? else {
        return Ok(());
    };
    add_to_log(log, &sgf::to_string(&found.contents))?;
    files.remove()
}

/// A job of the thread.
enum Job {
    /// Commits a save, or reports why there is none.
    Commit(Result<PendingSave, StorageError>),
    /// Adds a finished game to the history, and removes its save.
    Log(String, Option<PendingSave>),
    /// Removes an unwanted game.
    Remove(Arc<GameFiles>),
}

/// The thread. Its answers are notices.
type SaveTask = Background<Job, (), Option<String>>;

/// Saves the games of one face.
#[derive(Debug)]
pub(crate) struct Saver {
    /// `None` where nothing is saved.
    task: Option<(SaveTask, SavedGame<GameRecord>)>,
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
        let (file, found, mut notices) = SavedGame::<GameRecord>::open(state.path().join("go"));
        let (over, found): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|found| found.contents.game.outcome().is_some());
        for found in over {
            // Its program was killed before it was added to the history.
            if let Err(error) = move_to_log(&log, &found) {
                notices.push(sentence(error));
            }
        }
        let newest = found.into_iter().next().map(UnfinishedGame::from);
        // What was told last, so that it is not told again after every move.
        let mut told = None;
        let work = move |job| match job {
            Job::Commit(pending) => pending?.commit(),
            Job::Log(text, pending) => {
                if let Err(error) = add_to_log(&log, &text) {
                    // The next start finds it and tries again.
                    let _ = pending.as_ref().map(PendingSave::commit);
                    return Err(error);
                }
                pending.as_ref().map_or(Ok(()), PendingSave::finish)
            }
            Job::Remove(files) => files.remove(),
        };
        let answer = move |job, _: &_| {
            let trouble = work(job).err().map(|error: StorageError| error.to_string());
            let is_new = trouble != told;
            told.clone_from(&trouble);
            trouble.filter(|_| is_new).map(|why| not_saved(&why))
        };
        saver.task = Some((Background::start("saver", waker, answer), file));
        (saver, newest, notices)
    }

    /// Records the start of a game; the one before is left for the next start if it is unfinished.
    pub(crate) fn game_started(&mut self) {
        if !std::mem::take(&mut self.resuming) {
            self.started_at = StartTime::now();
            if let Some((_, file)) = &mut self.task {
                file.set_aside();
            }
        }
    }

    /// Saves a game that has changed, so that it survives the end of the program. A finished one is added
    /// to the history.
    pub(crate) fn save(&mut self, game: &GoGame, players: ByColor<GoPlayerKind>) {
        if game.entries().is_empty() && game.undone().is_empty() {
            return;
        }
        let text = self.to_sgf(game, players);
        let Some((task, file)) = &mut self.task else {
            return;
        };
        if file.is_far_behind() {
            task.finish();
        }
        let saved = file.save(text.clone());
        task.queue(if game.outcome().is_some() {
            Job::Log(text, saved.ok())
        } else {
            Job::Commit(saved)
        });
    }

    /// Returns the game as SGF, with its date.
    pub(crate) fn to_sgf(&self, game: &GoGame, players: ByColor<GoPlayerKind>) -> String {
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
        if let Some((task, file)) = &mut self.task
            && let Some(unwanted) = file.adopt(files)
        {
            task.queue(Job::Remove(unwanted));
        }
        Ok(Some(game))
    }

    /// Returns whether games are saved.
    pub(crate) const fn is_on(&self) -> bool {
        self.task.is_some()
    }

    /// Returns a notice if saving has failed.
    pub(crate) fn trouble(&self) -> Option<String> {
        let (task, _) = self.task.as_ref()?;
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
        if let Some((task, _)) = &self.task {
            task.finish();
        }
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::go::{GoMove, Grid, Komi};

    fn state() -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("reversi"));
        (folder, state)
    }

    fn game(moves: &[&str]) -> GoGame {
        let grid = Grid::new(5).unwrap();
        let mut game = GoGame::new(grid, Komi::usual(grid));
        for text in moves {
            game.play(text.parse::<GoMove>().unwrap()).unwrap();
        }
        game
    }

    /// Saves a game in the name of a program that is killed before its thread does anything.
    fn killed(state: &StateFolder, game: &GoGame) {
        let (mut file, ..) = SavedGame::<GameRecord>::open(state.path().join("go"));
        let people = ByColor::new(GoPlayerKind::Human, GoPlayerKind::Human);
        file.save(to_sgf(game, people, StartTime::now())).unwrap();
    }

    fn start(state: &StateFolder) -> (Saver, Option<UnfinishedGame>) {
        let (saver, found, notices) = Saver::start(Some(state), Arc::new(|| ()));
        assert_eq!(notices, Vec::<String>::new());
        (saver, found)
    }

    #[test]
    fn a_game_is_found_as_it_was_when_its_program_was_killed() {
        let (_folder, state) = state();
        killed(&state, &game(&["c3", "b2"]));
        let (mut saver, found) = start(&state);
        assert_eq!(found.as_ref().unwrap().game.entries().len(), 2);
        saver.resume(&found.unwrap()).unwrap().unwrap();
        let people = ByColor::new(GoPlayerKind::Human, GoPlayerKind::Human);
        saver.save(&game(&["c3", "b2", "d4"]), people);
        drop(saver);
        let found = start(&state).1.unwrap();
        assert_eq!(found.game.entries().len(), 3);
        found.discard().unwrap();
        assert!(start(&state).1.is_none());
        assert_eq!(
            std::fs::read_dir(state.path().join("go")).unwrap().count(),
            0
        );
    }

    #[test]
    fn a_game_that_was_over_when_its_program_was_killed_is_logged_once() {
        let (_folder, state) = state();
        let over = game(&["c3", "pass", "pass"]);
        assert!(over.outcome().is_some());
        killed(&state, &over);
        for _ in 0..2 {
            assert!(start(&state).1.is_none());
            let log = std::fs::read_to_string(state.path().join("go.sgf")).unwrap();
            assert_eq!(log.lines().count(), 1);
        }
    }
}
