//! Files of unfinished games, which survive any end of the program.
//!
//! Each game is a file of one folder, replaced atomically after every change. That takes as long as the
//! disk needs, so it is done on a thread, and each change is first added to `ID.lock`, which takes
//! microseconds: whatever ends the program, no change is lost; a power failure may cost those that the
//! thread had not written yet. The program holds a lock on `ID.lock` while it plays; once the lock is free,
//! the game can be resumed.
//!
//! What `ID.lock` holds is never older than the file: it is flushed to the disk before the file is
//! replaced, and emptied afterwards. So its last complete state is the game, and without one the file is.

mod journal;

use std::fs::{self, File, TryLockError};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::atomic::{create_folder, write_file};
use super::{FileCheck, StorageError, is_missing};
use crate::phrase::{io_reason, path_text};
use crate::store::cannot;
use crate::system::files::try_lock;
use journal::Journal;
use reversi_notation::input::{check_regular, open_regular, read_bounded};
use reversi_text::{Name, Said, tr};

/// The largest autosave, in bytes.
const MAX_SIZE: usize = 64 * 1024;

/// The ending of the name of a damaged file that was set aside.
const DAMAGED: &str = "damaged";

/// The age at which temporary files of a killed program are removed.
pub(super) const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// The contents of the files of one kind of game.
pub(crate) trait SavedText: Sized {
    /// The ending of the names of the files.
    const EXTENSION: &'static str;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`ReadError`].
    fn read(bytes: &[u8]) -> Result<Self, ReadError>;
}

/// Why a text is not a saved game. Displays as a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It was written by a newer program: a clause that says so.
    #[error("{0}")]
    Newer(String),
    /// It cannot be read or played: a clause that says why.
    #[error("{0}")]
    Damaged(String),
}

/// A game that was found in a folder.
pub(crate) struct Found<T> {
    pub(crate) contents: T,
    /// The time of the last save.
    pub(crate) saved: SystemTime,
    pub(crate) path: PathBuf,
}

/// Claims a saved game for this program, and reads it again. Returns `None` if another program has resumed or
/// discarded it since it was found.
///
/// # Errors
/// Any error of the system.
pub(crate) fn claim<T: SavedText>(
    path: &Path,
) -> Result<Option<(Found<T>, GameFiles)>, StorageError> {
    look_at(path, &mut Vec::new()).map_err(StorageError::when(cannot::FIND_GAMES, path))
}

/// The files of one unfinished game, which no other program can claim meanwhile.
#[derive(Debug)]
pub(crate) struct GameFiles {
    path: PathBuf,
    lock_path: PathBuf,
    /// The file that is locked until it is closed, where the file system supports locks.
    journal: Journal,
}

impl GameFiles {
    /// Creates files under a new name.
    fn new(folder: &Path, extension: &str) -> io::Result<Self> {
        create_folder(folder)?;
        // The name must be new: an old one may belong to a damaged game.
        let (lock, lock_path) = tempfile::Builder::new()
            .prefix("game-")
            .suffix(".lock")
            .rand_bytes(12)
            .tempfile_in(folder)?
            .keep()?;
        // No other program takes this lock: programs only try the locks of existing games.
        let _ = try_lock(&lock);
        Ok(Self {
            path: lock_path.with_extension(extension),
            lock_path,
            journal: Journal::open(lock)?.0,
        })
    }

    /// Opens the files of a saved game, and returns the states in its journal, the newest last; `None` while
    /// its program is running.
    fn take(path: &Path) -> io::Result<Option<(Self, Vec<Vec<u8>>)>> {
        let lock_path = path.with_extension("lock");
        if !path.exists() && !lock_path.exists() {
            return Ok(None);
        }
        for path in [path, &lock_path] {
            if path.exists() {
                check_regular(path)?;
            }
        }
        let lock = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)?;
        if let Err(TryLockError::WouldBlock) = try_lock(&lock) {
            return Ok(None);
        }
        let (journal, states) = Journal::open(lock)?;
        if !path.exists() && journal.is_empty() {
            // Its program has just removed it.
            let _ = fs::remove_file(&lock_path);
            return Ok(None);
        }
        let files = Self {
            path: path.to_owned(),
            lock_path,
            journal,
        };
        Ok(Some((files, states)))
    }

    /// Returns whether the next start finds the newest state.
    fn hold_newest(&self) -> bool {
        let are_here = if self.journal.is_empty() {
            self.path.exists()
        } else {
            // The folder may have been removed or replaced.
            self.journal.is_at(&self.lock_path)
        };
        are_here && self.journal.has_saved_newest()
    }

    /// Removes them.
    ///
    /// # Errors
    /// Any error of the system.
    pub(crate) fn remove(&self) -> Result<(), StorageError> {
        let removed = match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        // The newest state goes after older ones, and the name of the lock before the lock is released.
        self.journal.erase();
        let _ = fs::remove_file(&self.lock_path);
        removed.map_err(StorageError::when(cannot::REMOVE_GAME, &self.path))
    }
}

impl Drop for GameFiles {
    fn drop(&mut self) {
        // Nothing could be saved.
        if self.journal.is_empty() && !self.path.exists() {
            let _ = fs::remove_file(&self.lock_path);
        }
    }
}

/// A state of a game that survives the end of the program, and is yet to be written to the file.
#[derive(Debug)]
pub(crate) struct PendingSave {
    files: Arc<GameFiles>,
    /// The number of the state in the journal.
    number: u64,
    text: String,
}

impl PendingSave {
    /// Replaces the file. On return the state is on the disk, unless a newer one waits for it.
    ///
    /// # Errors
    /// [`StorageError`]; the file is unchanged.
    pub(crate) fn commit(&self) -> Result<(), StorageError> {
        let GameFiles { path, journal, .. } = &*self.files;
        if !journal.is_newest(self.number) {
            return Ok(());
        }
        // After a power failure the journal must not be older than the file. A disk that refuses this may
        // still take the file.
        let _ = journal.sync();
        write_file(path, self.text.as_bytes())
            .map_err(StorageError::when(cannot::SAVE_GAME, path))?;
        journal.clear_up_to(self.number);
        Ok(())
    }

    /// Removes the files, because the game is over; unless it has changed since.
    ///
    /// # Errors
    /// Any error of the system.
    pub(crate) fn finish(&self) -> Result<(), StorageError> {
        if self.files.journal.close_at(self.number) {
            self.files.remove()
        } else {
            Ok(())
        }
    }

    /// Returns whether it is of the same game as another one.
    pub(crate) fn is_of_game_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.files, &other.files)
    }
}

/// The saved game that one program plays.
#[derive(Debug)]
pub(crate) struct SavedGame<T> {
    folder: PathBuf,
    files: Option<Arc<GameFiles>>,
    contents: PhantomData<fn() -> T>,
}

impl<T: SavedText> SavedGame<T> {
    /// Finds the games whose programs have ended, the newest first. Damaged files are renamed, with a
    /// notice about each. Nothing is written before the first [`SavedGame::save`].
    pub(crate) fn open(folder: PathBuf) -> (Self, Vec<Found<T>>, Vec<Said>) {
        let mut notices = Vec::new();
        let found = look_into(&folder, &mut notices).unwrap_or_else(|error| {
            notices.push(Said::display(error).sentence());
            Vec::new()
        });
        let saved = Self {
            folder,
            files: None,
            contents: PhantomData,
        };
        (saved, found, notices)
    }

    /// Saves a state of the game, so that it survives the end of the program. It is to be
    /// [committed](PendingSave::commit) on a thread.
    ///
    /// # Errors
    /// [`StorageError`] if there are no files yet and they cannot be created.
    pub(crate) fn save(&mut self, text: String) -> Result<PendingSave, StorageError> {
        let failed = StorageError::when(cannot::SAVE_GAME, &self.folder);
        // The folder may have been removed: its files could be written, and nobody would find them.
        let open = self.files.take();
        let open = open.filter(|files| files.journal.is_at(&files.lock_path));
        let open = open.and_then(|files| Some((files.journal.add(&text)?, files)));
        let (number, files) = if let Some(open) = open {
            open
        } else {
            let files = GameFiles::new(&self.folder, T::EXTENSION).map_err(failed)?;
            let number = files.journal.add(&text);
            (number.expect("a new journal is open"), Arc::new(files))
        };
        self.files = Some(Arc::clone(&files));
        Ok(PendingSave {
            files,
            number,
            text,
        })
    }

    /// Returns whether many states wait to be [committed](PendingSave::commit).
    pub(crate) fn is_far_behind(&self) -> bool {
        let journal = self.files.as_ref().map(|files| &files.journal);
        journal.is_some_and(Journal::is_half_full)
    }

    /// Returns whether the next start finds the state that was given to [`SavedGame::save`] last.
    pub(crate) fn holds_newest(&self) -> bool {
        self.files.as_ref().is_some_and(|files| files.hold_newest())
    }

    /// Continues in the files of a resumed game. Returns those of the game before, which is unwanted.
    pub(crate) fn adopt(&mut self, files: GameFiles) -> Option<Arc<GameFiles>> {
        self.files.replace(Arc::new(files))
    }

    /// Leaves the saved game for the next program to find; the next game gets new files.
    pub(crate) fn set_aside(&mut self) {
        self.files = None;
    }
}

/// Finds the games in a folder, with a notice about each that cannot be read.
fn look_into<T: SavedText>(
    folder: &Path,
    notices: &mut Vec<Said>,
) -> Result<Vec<Found<T>>, StorageError> {
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
        let is_hidden = name.starts_with('.');
        let mut is_game = false;
        if let Some(game_path) = game_of::<T>(&path) {
            match look_at(&game_path, notices) {
                Ok(game) => {
                    is_game = game.is_some();
                    found.extend(game.map(|(game, _)| game));
                }
                Err(error) => notices.push(Said::display(failed(&path)(error)).sentence()),
            }
        }
        if !is_game && (is_hidden || ends_in(&path, "lock")) {
            remove_if_stale(&path, T::EXTENSION);
        }
    }
    found.sort_by_key(|found| std::cmp::Reverse(found.saved));
    notices.sort();
    Ok(found)
}

fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|other| other == ending)
}

/// Returns the path of the game that is found by this file of its folder; `None` for another file.
fn game_of<T: SavedText>(path: &Path) -> Option<PathBuf> {
    let game_path = path.with_extension(T::EXTENSION);
    // A program that is killed at the first move of a game leaves only its journal.
    let is_journal = || {
        let is_filled = |file: fs::Metadata| file.is_file() && file.len() > 0;
        ends_in(path, "lock") && !game_path.exists() && path.metadata().is_ok_and(is_filled)
    };
    let is_hidden = path.file_name()?.as_encoded_bytes().starts_with(b".");
    (!is_hidden && (ends_in(path, T::EXTENSION) || is_journal())).then_some(game_path)
}

/// Reads every game in a folder without claiming it, also those that are being played.
///
/// # Errors
/// The folder cannot be read.
pub(crate) fn check<T: SavedText>(folder: &Path) -> io::Result<FileCheck> {
    FileCheck::of_folder(folder, |path| {
        if ends_in(path, DAMAGED) {
            return Some(Err("it was damaged and set aside".to_owned()));
        }
        let path = game_of::<T>(path)?;
        let journal = open_regular(&path.with_extension("lock"));
        let states = journal.and_then(|file| journal::read(&file));
        let newest = states.map_or(None, |(states, ..)| newest::<T>(&states));
        let read = || {
            let bytes = open_regular(&path).and_then(|file| read_bounded(file, MAX_SIZE));
            let bytes = bytes.map_err(|error| io_reason(&error).to_string())?;
            T::read(&bytes).map_err(|why| why.to_string())
        };
        Some(newest.map_or_else(read, Ok))
    })
}

/// Returns the newest state of a journal that can be read.
fn newest<T: SavedText>(states: &[Vec<u8>]) -> Option<T> {
    states.iter().rev().find_map(|state| T::read(state).ok())
}

/// Claims and reads one autosave; `None` while its program is running. A damaged file is renamed, with a
/// notice, so that it is not read again.
fn look_at<T: SavedText>(
    path: &Path,
    notices: &mut Vec<Said>,
) -> io::Result<Option<(Found<T>, GameFiles)>> {
    let (files, states) = match GameFiles::take(path) {
        Ok(Some(taken)) => taken,
        Ok(None) => return Ok(None),
        // Its program has just removed it.
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let found = |contents, saved| Found {
        contents,
        saved,
        path: path.to_owned(),
    };
    if let Some(contents) = newest(&states) {
        let saved = files.journal.modified()?;
        return Ok(Some((found(contents, saved), files)));
    }
    let file = match open_regular(path) {
        Ok(file) => file,
        // Its program was killed before anything was saved.
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let saved = file.metadata()?.modified()?;
    let why = match T::read(&read_bounded(file, MAX_SIZE)?) {
        Ok(contents) => return Ok(Some((found(contents, saved), files))),
        Err(why) => why,
    };
    let text = why.to_string();
    let (path_name, text) = (path_text(path), Name(&text));
    let path_name = Name(&path_name);
    let mut notice = tr!(
        "Cannot read the saved game {path}: {why}.",
        path = path_name,
        why = text
    );
    // A newer program can still read it.
    if !matches!(why, ReadError::Newer(_)) {
        let aside = path.with_extension(DAMAGED);
        fs::rename(path, &aside)?;
        let name = path_text(aside.file_name().unwrap_or_default().as_ref());
        let renamed = tr!("It was renamed to {name}.", name = Name(&name));
        notice = Said::sentences([notice, renamed]);
        let _ = fs::remove_file(&files.lock_path);
    }
    notices.push(notice);
    Ok(None)
}

/// Removes an old temporary file or a lock without a game. New ones may belong to a starting program.
fn remove_if_stale(path: &Path, extension: &str) {
    let is_lock = path.extension().is_some_and(|ending| ending == "lock");
    let has_game = is_lock && path.with_extension(extension).exists();
    let old = |path: &Path| {
        let age = fs::metadata(path)?.modified()?.elapsed();
        Ok::<_, io::Error>(age.is_ok_and(|age| age > STALE))
    };
    if has_game || !path.is_file() || !old(path).is_ok_and(|old| old) {
        return;
    }
    if let Ok(file) = File::options().write(true).open(path)
        && !matches!(try_lock(&file), Err(TryLockError::WouldBlock))
    {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_game_that_cannot_be_removed_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let files = GameFiles::new(folder.path(), "game").unwrap();
        fs::create_dir(&files.path).unwrap();
        let error = files.remove().unwrap_err().to_string();
        assert!(
            error.starts_with("cannot remove the saved game "),
            "{error}"
        );
    }
}
