//! The autosave: the game being played, in a file that survives any end of the program.
//!
//! Each unfinished game is `autosave/ID.toml` in the [state folder](super::state), replaced atomically
//! after every entry. Its program holds a lock on `ID.lock` while it plays; once the lock is free, the
//! game can be resumed. So two programs never write the same file or resume the same game. A game that
//! is only listed is not locked: it is claimed when it is resumed or discarded.
//!
//! On a file system without locks, games of running programs are found too. Resuming one does no harm:
//! each program writes its own file.

mod text;

use std::borrow::Cow;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::atomic::{create_folder, write_file};
use super::state::{StartTime, StateFolder};
use super::{StorageError, is_missing};
use crate::app::clock::{FlagRule, Remaining, TimeControl};
use crate::app::player::PlayerKind;
use crate::app::player::name::PersonName;
use crate::app::session::{MoveNote, Session};
use crate::app::wording::{
    about_unfinished, cannot, cannot_read_game, continued_game, renamed, sentence,
};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game};
use crate::notation::input::{check_regular, open_regular, read_bounded};

pub(crate) use text::{entries_text, play_entries};

use text::ReadError;

/// The largest autosave, in bytes.
const MAX_SIZE: usize = 64 * 1024;

/// The age at which temporary files of a killed program are removed.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// Everything about a game except its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMeta {
    /// The start of the game. Distinguishes the games of one program.
    pub started_at: StartTime,
    /// The player of each side.
    pub players: ByColor<PlayerKind>,
    /// The names of the people among them.
    pub names: ByColor<PersonName>,
    /// The clocks, if any.
    pub clocks: Option<SavedClocks>,
    /// Notes by entry, including undone entries. May be shorter than the game.
    pub notes: Vec<MoveNote>,
}

/// The clocks of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedClocks {
    /// The time control.
    pub control: TimeControl,
    /// What happens when a side runs out of time.
    pub rule: FlagRule,
    /// The time left in milliseconds; negative when exceeded.
    pub left_ms: ByColor<i64>,
}

impl GameMeta {
    /// Creates the data of a game without clocks or notes.
    #[must_use]
    pub const fn new(started_at: StartTime, players: ByColor<PlayerKind>) -> Self {
        Self {
            started_at,
            players,
            names: ByColor::new(PersonName::EMPTY, PersonName::EMPTY),
            clocks: None,
            notes: Vec::new(),
        }
    }

    /// Returns the players as people know them.
    fn shown_players(&self) -> ByColor<Cow<'_, str>> {
        ByColor::from_fn(|color| self.names[color].or_kind(&self.players[color]))
    }

    /// Returns the data of a session's game.
    #[must_use]
    pub fn of(session: &Session, started_at: StartTime) -> Self {
        let timing = session.timing();
        let clocks = timing.clock().zip(timing.remaining());
        Self {
            clocks: clocks.map(|(clock, left)| SavedClocks {
                control: clock.control(),
                rule: clock.rule(),
                left_ms: left.map(Remaining::millis),
            }),
            notes: timing.notes().to_vec(),
            names: session.names(),
            ..Self::new(started_at, session.players().clone())
        }
    }
}

/// An unfinished game whose program had ended when it was found.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// The game, including undone entries.
    pub game: Game,
    /// Everything else about it.
    pub meta: GameMeta,
    /// The time of the last save.
    pub saved: SystemTime,
    path: PathBuf,
}

impl UnfinishedGame {
    /// Returns a clause about the game: its start, its players and its number of moves.
    pub(crate) fn describe(&self) -> String {
        let minute = self.meta.started_at.minute();
        about_unfinished(minute, &self.meta.shown_players(), self.moves())
    }

    /// Returns the players, the number of moves and the start in a few words.
    pub(crate) fn headline(&self) -> String {
        let minute = self.meta.started_at.minute();
        let (date, time) = minute.split_at(10);
        let today = StartTime::now().minute();
        let day = if today.starts_with(date) {
            "today"
        } else {
            date
        };
        continued_game(
            &self.meta.shown_players(),
            self.moves(),
            format_args!("{day}{time}"),
        )
    }

    fn moves(&self) -> usize {
        let is_move = |entry: &&Entry| matches!(entry, Entry::Move { .. });
        self.game.entries().iter().filter(is_move).count()
    }

    /// Returns whether it was played over the network.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        Color::ALL.iter().any(|&c| self.meta.players[c].is_remote())
    }

    /// Puts the game into a session, with its players, and its clocks as of the last save. A game over the
    /// network continues between two people here, unless this session is also over the network.
    pub(super) fn resume(&self, session: &mut Session) {
        let meta = &self.meta;
        session.set_names(meta.names);
        let is_remote = session.remote().is_some();
        session.set_players(meta.players.clone().map(|kind| match kind {
            PlayerKind::Remote if !is_remote => PlayerKind::Human,
            kind => kind,
        }));
        session.restart(self.game.clone());
        session.set_notes(meta.notes.clone());
        let control = meta.clocks.as_ref().map(|clocks| clocks.control);
        let rule = meta.clocks.as_ref().map(|clocks| clocks.rule);
        session.set_time(control, rule.unwrap_or_default());
        if let Some(clocks) = &meta.clocks {
            session.set_left(clocks.left_ms);
        }
        session.set_paused(false);
    }

    /// Claims the game for this program, and reads it again. Returns `None` if another program has
    /// resumed or discarded it since it was found.
    ///
    /// # Errors
    /// Any error of the system.
    pub(super) fn claim(&self) -> Result<Option<(Self, GameFiles)>, StorageError> {
        look_at(&self.path, &mut Vec::new())
            .map_err(StorageError::when(cannot::FIND_GAMES, &self.path))
    }
}

/// The files of one unfinished game, which no other program can claim meanwhile.
#[derive(Debug)]
pub(super) struct GameFiles {
    path: PathBuf,
    lock_path: PathBuf,
    /// The lock, held until the file is closed, where the file system supports locks.
    _lock: File,
}

impl GameFiles {
    /// Creates files under a new name.
    fn new(folder: &Path) -> io::Result<Self> {
        create_folder(folder)?;
        // The name must be new: an old one may belong to a damaged game.
        let (lock, lock_path) = tempfile::Builder::new()
            .prefix("game-")
            .suffix(".lock")
            .rand_bytes(12)
            .tempfile_in(folder)?
            .keep()?;
        // No other program takes this lock: programs only try the locks of existing games.
        let _ = lock.try_lock();
        Ok(Self {
            path: lock_path.with_extension("toml"),
            lock_path,
            _lock: lock,
        })
    }

    /// Opens the files of a saved game; `None` while its program is running.
    fn take(path: &Path) -> io::Result<Option<Self>> {
        let lock_path = path.with_extension("lock");
        check_regular(path)?;
        if lock_path.exists() {
            check_regular(&lock_path)?;
        }
        let lock = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            return Ok(None);
        }
        if !path.exists() {
            // Its program has just removed it.
            let _ = fs::remove_file(&lock_path);
            return Ok(None);
        }
        Ok(Some(Self {
            path: path.to_owned(),
            lock_path,
            _lock: lock,
        }))
    }

    pub(super) fn remove(self) -> Result<(), StorageError> {
        let removed = match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        // The lock goes last, and its name before the lock is released.
        let _ = fs::remove_file(&self.lock_path);
        removed.map_err(StorageError::when(cannot::REMOVE_GAME, &self.path))
    }
}

/// The autosave of one program.
#[derive(Debug)]
pub struct Autosave {
    folder: PathBuf,
    files: Option<GameFiles>,
}

impl Autosave {
    /// Finds the games whose programs have ended, the newest first. Damaged files are renamed, with a
    /// notice about each. Nothing is written before the first [`Autosave::save`].
    #[must_use]
    pub fn open(state: &StateFolder) -> (Self, Vec<UnfinishedGame>, Vec<String>) {
        let folder = state.autosaves();
        let mut notices = Vec::new();
        let found = look_into(&folder, &mut notices).unwrap_or_else(|error| {
            notices.push(sentence(error));
            Vec::new()
        });
        let files = None;
        (Self { folder, files }, found, notices)
    }

    /// Saves the game over the last save. On return it is on the disk.
    ///
    /// # Errors
    /// [`StorageError`]; the last save is unchanged.
    pub fn save(&mut self, game: &Game, meta: &GameMeta) -> Result<(), StorageError> {
        let text = text::write(game, meta);
        let files = match &mut self.files {
            Some(files) => files,
            none => none.insert(
                GameFiles::new(&self.folder)
                    .map_err(StorageError::when(cannot::SAVE_GAME, &self.folder))?,
            ),
        };
        write_file(&files.path, text.as_bytes())
            .map_err(StorageError::when(cannot::SAVE_GAME, &files.path))
    }

    /// Continues in the file of a resumed game, and removes what this program saved before.
    ///
    /// # Errors
    /// Cannot remove the old file. The game is resumed anyway.
    pub(super) fn adopt(&mut self, files: GameFiles) -> Result<(), StorageError> {
        let done = self.finish();
        self.files = Some(files);
        done
    }

    /// Leaves the saved game for the next program to find; the next game gets a new file.
    pub(crate) fn set_aside(&mut self) {
        self.files = None;
    }

    /// Removes the saved game, because it is over or unwanted.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn finish(&mut self) -> Result<(), StorageError> {
        self.files.take().map_or(Ok(()), GameFiles::remove)
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        // Removes the lock too: the first save may have failed.
        if let Some(files) = &self.files
            && !files.path.exists()
        {
            let _ = fs::remove_file(&files.lock_path);
        }
    }
}

/// Finds the games in a folder, with a notice about each that cannot be read.
fn look_into(
    folder: &Path,
    notices: &mut Vec<String>,
) -> Result<Vec<UnfinishedGame>, StorageError> {
    let failed = |path: &Path| StorageError::when(cannot::FIND_GAMES, path);
    let mut found = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // No folder, no games. A file in its place is reported by the first save.
        Err(error) if is_missing(&error) => return Ok(found),
        Err(error) => return Err(failed(folder)(error)),
    };
    for entry in entries {
        let path = entry.map_err(failed(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".toml") && !name.starts_with('.') {
            match look_at(&path, notices) {
                Ok(game) => found.extend(game.map(|(game, _)| game)),
                Err(error) => notices.push(sentence(failed(&path)(error))),
            }
        } else if name.starts_with('.') || name.ends_with(".lock") {
            remove_if_stale(&path);
        }
    }
    found.sort_by_key(|found| std::cmp::Reverse(found.saved));
    notices.sort();
    Ok(found)
}

/// Claims and reads one autosave; `None` while its program is running. A damaged file is renamed, with a
/// notice, so that it is not read again.
fn look_at(
    path: &Path,
    notices: &mut Vec<String>,
) -> io::Result<Option<(UnfinishedGame, GameFiles)>> {
    let files = match GameFiles::take(path) {
        Ok(Some(files)) => files,
        Ok(None) => return Ok(None),
        // Its program has just removed it.
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let file = open_regular(path)?;
    let saved = file.metadata()?.modified()?;
    let why = match text::read(&read_bounded(file, MAX_SIZE)?) {
        Ok((game, meta)) => {
            let path = path.to_owned();
            let found = UnfinishedGame {
                game,
                meta,
                saved,
                path,
            };
            return Ok(Some((found, files)));
        }
        Err(why) => why,
    };
    let mut notice = cannot_read_game(path, &why);
    // A newer program can still read it.
    if !matches!(why, ReadError::Version(_)) {
        let aside = path.with_extension("damaged");
        fs::rename(path, &aside)?;
        let name = aside.file_name().unwrap_or_default().to_string_lossy();
        notice += &renamed(&name);
        let _ = fs::remove_file(&files.lock_path);
    }
    notices.push(notice);
    Ok(None)
}

/// Removes an old temporary file or a lock without a game. New ones may belong to a starting program.
fn remove_if_stale(path: &Path) {
    let is_lock = path.extension().is_some_and(|ending| ending == "lock");
    let has_game = is_lock && path.with_extension("toml").exists();
    let old = |path: &Path| {
        let age = fs::metadata(path)?.modified()?.elapsed();
        Ok::<_, io::Error>(age.is_ok_and(|age| age > STALE))
    };
    if has_game || !path.is_file() || !old(path).is_ok_and(|old| old) {
        return;
    }
    if let Ok(file) = File::options().write(true).open(path)
        && !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests;
