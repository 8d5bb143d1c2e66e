//! The game saver of a front end: saves the game being played, and offers the unfinished games found at
//! the start.
//!
//! A save survives the end of the program at once, without waiting for the disk. A thread then flushes the
//! newest save to the disk and adds finished games to the history.
//!
//! A [table](crate::table) saves its game through it. By hand, save after every change:
//!
//! ```
//! use std::sync::Arc;
//! use reversi_table::player::PlayerKind;
//! use reversi_table::session::{Session, Setup};
//! use reversi_table::store::{saver::GameSaver, state::StateFolder};
//! use reversi::ByColor;
//! # let folder = tempfile::tempdir()?;
//! # let state = StateFolder::at(folder.path().to_owned());
//! // At the start: unfinished games, and notices about problems.
//! let (mut saver, notices) = GameSaver::start(Some(state), Arc::new(|| ()));
//! assert!(saver.unfinished().is_empty() && notices.is_empty());
//! let humans = ByColor::new(PlayerKind::Human, PlayerKind::Human);
//! let mut session = Session::new(Setup::new(humans, 0), Arc::new(|| ()));
//! // An entry was played, undone or redone.
//! session.play("f5".parse()?).expect("a legal move");
//! saver.save(&session);
//! // Now and then, or when the waker was called.
//! assert_eq!(saver.take_notice(), None);
//! // Dropping it writes what is pending. The next start finds the unfinished game.
//! drop(saver);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::PathBuf;
use std::sync::Arc;

use crate::sync::Mutex;

use super::autosave::{self, Autosave, StoredGame, UnfinishedGame};
use super::saved_game::{GameFiles, PendingSave, ReadError};
use super::standing::standing;
use super::state::StateFolder;
use super::{StorageError, history};
use crate::background::TaskError;
use crate::background::{Background, Reporter, Waker};
use crate::clock::StartTime;

use crate::player::PlayerKind;
use crate::session::{GameMeta, Session};
use crate::store::cannot;
use reversi::{ByColor, Game};
use reversi_text::{Message, Name, Said, label, tr};

/// The maximum number of unfinished games; older ones are moved to the history.
const MOST_UNFINISHED: usize = 50;

/// Why an unfinished game cannot be resumed or discarded. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub enum NotClaimed {
    /// There is no such game.
    #[error("{}", tr!("there is no unfinished game"))]
    None,
    /// Another program has taken it in the meantime.
    #[error("{}", tr!("another program has resumed or discarded this game"))]
    Taken,
    /// An error of the system.
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// A job of the thread.
enum SaveRequest<G: StoredGame> {
    /// Commits a save, or reports why there is none.
    Commit(Result<PendingSave, StorageError>),
    /// Adds a finished game to the history, and removes its save.
    Log(Box<(G, GameMeta<G>)>, Option<PendingSave>),
    /// Removes an unwanted game.
    Remove(Arc<GameFiles>),
}

impl<G: StoredGame> SaveRequest<G> {
    /// Returns whether a newer request makes this one superfluous.
    fn is_replaced_by(&self, newer: Option<&Self>) -> bool {
        let Self::Commit(old) = self else {
            return false;
        };
        match (old, newer) {
            (Ok(old), Some(Self::Commit(Ok(new)) | Self::Log(_, Some(new)))) => {
                old.is_of_game_of(new)
            }
            (Err(_), Some(Self::Commit(Err(_)))) => true,
            _ => false,
        }
    }
}

/// The progress of a front end's game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameProgress {
    /// The number of games started.
    pub games: u32,
    /// The number of changes since then: entries, undo and redo.
    pub changes: u32,
}

/// Why the last save failed, as a clause. The thread sets it.
type Failure = Arc<Mutex<Option<String>>>;

/// The thread. Its answers are notices.
type SaveTask<G> = Background<SaveRequest<G>, (), Option<Said>>;

/// Saves the games of one front end. See the [module](self).
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // independent facts
pub struct GameSaver<G: StoredGame = Game> {
    /// `None` where nothing can be saved.
    task: Option<(SaveTask<G>, Autosave<G>)>,
    state: Option<StateFolder>,
    /// Why the last save of the game failed, if it did.
    failure: Failure,
    /// Unfinished games, the newest first.
    unfinished: Vec<UnfinishedGame<G>>,
    /// The next game to start is a resumed one.
    resuming: bool,
    /// The front end's game is a resumed one.
    resumed: bool,
    /// The front end's game has been saved.
    saved: bool,
    /// The progress of the game when it was last checked.
    seen: GameProgress,
    /// The start of that game.
    seen_start: Option<StartTime>,
    /// Whether games that this program only watched are added to the history.
    pub keeps_watched: bool,
}

impl StoredGame for Game {
    const EXTENSION: &'static str = "toml";

    fn folder(state: &StateFolder) -> PathBuf {
        state.autosaves()
    }

    fn history(state: &StateFolder) -> PathBuf {
        state.log()
    }

    fn read(bytes: &[u8]) -> Result<(Self, GameMeta), ReadError> {
        autosave::read(bytes)
    }

    fn write(&self, meta: &GameMeta) -> String {
        autosave::write(self, meta)
    }

    fn history_line(&self, meta: &GameMeta) -> String {
        history::line_of(&meta.record(self))
    }

    fn standing(
        state: &StateFolder,
        players: &ByColor<PlayerKind>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Said> {
        standing(state, players, stop)
    }
}

/// Finds unfinished games. Moves to the history those that were over when their program was killed, and
/// the oldest if there are too many. Returns the others, the newest first, and notices.
fn find<G: StoredGame>(state: &StateFolder) -> (Autosave<G>, Vec<UnfinishedGame<G>>, Vec<Said>) {
    let (autosave, found, mut notices) = Autosave::<G>::open(state);
    let (over, mut found): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|found| found.game.outcome().is_some());
    let oldest = found.split_off(found.len().min(MOST_UNFINISHED));
    if !oldest.is_empty() {
        notices.push(moved_to_history(oldest.len()));
    }
    for found in over.into_iter().chain(oldest) {
        if let Err(error) = move_to_history(state, &found) {
            notices.push(Said::display(error).sentence());
        }
    }
    (autosave, found, notices)
}

fn move_to_history<G: StoredGame>(
    state: &StateFolder,
    found: &UnfinishedGame<G>,
) -> Result<(), StorageError> {
    let Some((game, files)) = found.claim()? else {
        return Ok(());
    };
    append::<G>(state, &game.game.history_line(&game.meta))?;
    files.remove()
}

/// Adds a line to the history of a game, unless it is there already: a guest may learn twice that a game has ended.
fn append<G: StoredGame>(state: &StateFolder, line: &str) -> Result<(), StorageError> {
    let log = G::history(state);
    history::append_line(&log, line, true).map_err(StorageError::when(cannot::LOG_GAME, &log))
}

/// Adds games that were over when their program was killed to the history, for a command that reads it.
/// Returns a notice about each problem.
pub fn log_what_was_over(state: &StateFolder) -> Vec<Said> {
    find::<Game>(state).2
}

impl<G: StoredGame> GameSaver<G> {
    /// Starts to save games in a folder; with `None`, saves nothing. Also returns a notice about each
    /// problem. The waker is called when there may be a [notice](GameSaver::take_notice).
    pub fn start(state: Option<StateFolder>, waker: Waker) -> (Self, Vec<Said>) {
        let mut saver = Self {
            task: None,
            state,
            failure: Failure::default(),
            unfinished: Vec::new(),
            resuming: false,
            resumed: false,
            saved: false,
            seen: GameProgress::default(),
            seen_start: None,
            keeps_watched: true,
        };
        let Some(state) = saver.state.clone() else {
            return (saver, Vec::new());
        };
        let (autosave, unfinished, notices) = find(&state);
        saver.unfinished = unfinished;
        let mut writer = SaveWriter {
            state,
            logged: None,
            failure: Arc::clone(&saver.failure),
            standing: None,
        };
        let work =
            move |job, reporter: &Reporter<()>| writer.answer(job, &|| reporter.is_stopped());
        let task = Background::start("saver", waker, work);
        saver.task = Some((task, autosave));
        (saver, notices)
    }

    /// Returns the folder of the games, if games are saved.
    pub const fn state(&self) -> Option<&StateFolder> {
        self.state.as_ref()
    }

    /// Returns the unfinished games, the newest first.
    pub fn unfinished(&self) -> &[UnfinishedGame<G>] {
        &self.unfinished
    }

    /// Leaves the unfinished games for the next program to find.
    pub fn leave(&mut self) {
        self.unfinished.clear();
    }

    /// Puts an unfinished game before all others.
    pub fn put_first(&mut self, index: usize) {
        self.unfinished[..=index].rotate_right(1);
    }

    /// Looks for unfinished games again.
    pub fn look_again(&mut self) {
        if let Some(state) = &self.state {
            self.unfinished = find(state).1;
        }
    }

    /// Resumes an unfinished game in a session; from now on it is saved in its old file.
    ///
    /// # Errors
    /// [`NotClaimed`]; the session is unchanged, and the game is no longer offered.
    pub fn resume(&mut self, index: usize, session: &mut Session<G>) -> Result<(), NotClaimed> {
        let (chosen, files) = self.claim(index)?;
        chosen.resume(session);
        self.resuming = true;
        if let Some((task, autosave)) = &mut self.task
            && let Some(unwanted) = autosave.adopt(files)
        {
            task.queue(SaveRequest::Remove(unwanted));
        }
        self.forget_failure();
        Ok(())
    }

    /// Resumes the newest unfinished game over the network in a session over the network.
    ///
    /// # Errors
    /// [`NotClaimed`], as for [`GameSaver::resume`].
    pub(crate) fn resume_remote(&mut self, session: &mut Session<G>) -> Result<(), NotClaimed> {
        let newest = self.unfinished.iter().position(UnfinishedGame::is_remote);
        self.resume(newest.ok_or(NotClaimed::None)?, session)
    }

    /// Removes an unfinished game for good.
    ///
    /// # Errors
    /// [`NotClaimed`]; the game is no longer offered.
    pub fn discard(&mut self, index: usize) -> Result<(), NotClaimed> {
        Ok(self.claim(index)?.1.remove()?)
    }

    fn claim(&mut self, index: usize) -> Result<(UnfinishedGame<G>, GameFiles), NotClaimed> {
        if index >= self.unfinished.len() {
            return Err(NotClaimed::None);
        }
        self.unfinished
            .remove(index)
            .claim()?
            .ok_or(NotClaimed::Taken)
    }

    /// Records the start of a game.
    fn game_started(&mut self) {
        self.resumed = std::mem::take(&mut self.resuming);
        self.saved = false;
    }

    /// Saves the game if it has changed.
    pub(crate) fn look_at(&mut self, session: &Session<G>, progress: GameProgress) {
        let started_at = Some(session.started_at);
        // The games of another table are counted anew.
        let is_new = progress.games != self.seen.games || started_at != self.seen_start;
        if is_new {
            self.game_started();
        }
        let has_changes = progress.changes > 0;
        if has_changes && (is_new || progress != self.seen) {
            self.save(session);
        }
        self.saved &= has_changes;
        (self.seen, self.seen_start) = (progress, started_at);
    }

    /// Saves the game now, without waiting for the disk: on return it survives the end of the program. If
    /// saves come faster than the disk, only the newest is flushed; every finished game is added to the
    /// history. A game without entries leaves the last save untouched.
    pub fn save(&mut self, session: &Session<G>) {
        self.save_game(session.game(), &self.meta(session));
    }

    fn save_game(&mut self, game: &G, meta: &GameMeta<G>) {
        let Some((task, autosave)) = &mut self.task else {
            return;
        };
        if game.entries().is_empty() && game.undone().is_empty() {
            return;
        }
        if autosave.is_far_behind() {
            task.finish();
        }
        self.saved = true;
        let saved = autosave.add(game, meta);
        let mut request = Some(if game.outcome().is_some() {
            SaveRequest::Log(Box::new((game.clone(), meta.clone())), saved.ok())
        } else {
            SaveRequest::Commit(saved)
        });
        task.change_last(|last| {
            let replaces = last.is_replaced_by(request.as_ref());
            if replaces {
                *last = request.take().expect("it was there");
            }
            replaces
        });
        if let Some(request) = request {
            task.queue(request);
        }
    }

    /// Saves the game again with the current clocks.
    pub(crate) fn save_clocks(&mut self, session: &Session<G>) {
        let is_saved = (self.saved || self.resumed) && session.game().outcome().is_none();
        if is_saved && session.timing.clock().is_some() {
            self.save(session);
        }
    }

    /// Returns whether the game is saved, so that the next start finds it. Waits for the last save.
    pub fn keeps(&self, session: &Session<G>) -> bool {
        let is_saved = self.seen.changes > 0 || self.resumed;
        is_saved && session.game().outcome().is_none() && self.holds_newest()
    }

    /// Returns why the game as it was saved last, finished or not, is lost if the program ends now, as a clause;
    /// `None` if it is not. Waits for the last save.
    pub fn loses(&self) -> Option<String> {
        if self.holds_newest() {
            return None;
        }
        self.failure.lock().clone()
    }

    /// Returns why the last save failed, as a clause, if it did and the game as it was saved last is lost; without
    /// waiting.
    pub fn failure(&self) -> Option<String> {
        let (_, autosave) = self.task.as_ref()?;
        let failure = self.failure.lock().clone();
        failure.filter(|_| !autosave.holds_newest())
    }

    /// Returns whether the next start finds the state that was saved last.
    fn holds_newest(&self) -> bool {
        self.flush();
        let autosave = self.task.as_ref().map(|(_, autosave)| autosave);
        autosave.is_some_and(Autosave::holds_newest)
    }

    /// Returns why the game is lost if the program ends now, and its text, as a clause; `None` if it is not lost.
    pub fn lost_game(&self, session: &Session<G>) -> Option<Said> {
        let why = self.loses()?;
        let text = session.game().history_line(&self.meta(session));
        let (why, text) = (Name(&why), Name(&text));
        Some(tr!("{why}; this game is not saved:\n{text}", why, text))
    }

    /// Forgets that the last save failed, because another game replaces the one that was saved.
    pub fn forget_failure(&self) {
        self.flush();
        *self.failure.lock() = None;
    }

    /// Leaves the saved game for the next start, because another game replaces it.
    pub(crate) fn set_aside(&mut self, session: &Session<G>) {
        self.save_clocks(session);
        if let Some((_, autosave)) = &mut self.task {
            autosave.set_aside();
        }
        self.forget_failure();
    }

    /// Returns the data of a session's game.
    pub fn meta(&self, session: &Session<G>) -> GameMeta<G> {
        GameMeta::of(session, session.started_at)
    }

    /// Returns a notice if saving has failed since the last call. Repeats it only after a save has
    /// succeeded.
    pub fn take_notice(&self) -> Option<Said> {
        let (task, _) = self.task.as_ref()?;
        let failed = |error: TaskError| {
            Some(tr!(
                "Cannot save games: {why}.",
                why = Name(&error.to_string())
            ))
        };
        std::iter::from_fn(|| task.next_answer())
            .filter_map(|notice| notice.unwrap_or_else(failed))
            .last()
    }

    /// Waits until everything is on the disk.
    pub fn flush(&self) {
        if let Some((task, _)) = &self.task {
            task.finish();
        }
    }
}

impl<G: StoredGame> Drop for GameSaver<G> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// What is said when a game is reopened, and after a notice that it could not be saved.
pub const GAME_CONTINUES: &Message = label!("The game continues.");

/// The state of the thread.
struct SaveWriter {
    state: StateFolder,
    /// The last line added to the history: a finished game may be saved more than once.
    logged: Option<String>,
    /// The last failure, so that it is not reported again.
    failure: Failure,
    /// How the game that was just added compares with earlier ones; not reported yet.
    standing: Option<Said>,
}

impl SaveWriter {
    /// Runs a job. Returns a notice if it failed, unless it would repeat the last one, or about a finished
    /// game.
    fn answer<G: StoredGame>(
        &mut self,
        job: SaveRequest<G>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Said> {
        let trouble = self.work(job, stop).err().map(|error| error.to_string());
        let mut failure = self.failure.lock();
        let is_new = trouble != *failure;
        *failure = trouble;
        match failure.as_ref() {
            Some(clause) if is_new => {
                let clause = Said::display(clause).sentence();
                Some(Said::sentences([clause, GAME_CONTINUES.into()]))
            }
            None if is_new => {
                let standing = self.standing.take().unwrap_or_default();
                Some(Said::sentences([tr!("The game is saved again."), standing]))
            }
            _ => self.standing.take(),
        }
    }

    fn work<G: StoredGame>(
        &mut self,
        job: SaveRequest<G>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), StorageError> {
        match job {
            SaveRequest::Commit(saved) => saved?.commit(),
            SaveRequest::Log(game, saved) => self.log(&game.0, &game.1, saved.as_ref(), stop),
            SaveRequest::Remove(files) => files.remove(),
        }
    }

    fn log<G: StoredGame>(
        &mut self,
        game: &G,
        meta: &GameMeta<G>,
        saved: Option<&PendingSave>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), StorageError> {
        let line = game.history_line(meta);
        if self.logged.as_ref() != Some(&line) {
            if let Err(error) = append::<G>(&self.state, &line) {
                // The next start finds it and tries again.
                let _ = saved.map(PendingSave::commit);
                return Err(error);
            }
            self.logged = Some(line);
            self.standing = G::standing(&self.state, &meta.players, stop);
        }
        // Only now: killed in between, the next start finds the game in the log.
        saved.map_or(Ok(()), PendingSave::finish)
    }
}

/// Returns the sentence about the unfinished games that were too many to keep.
fn moved_to_history(count: usize) -> Said {
    tr!(
        "The oldest unfinished game was moved to the history."
            | "The {count} oldest unfinished games were moved to the history.",
        count
    )
}

#[cfg(test)]
mod tests;
