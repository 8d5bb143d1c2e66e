//! Files of unfinished games, which survive any end of the program.
//!
//! Each game is a file of one folder, replaced atomically after every change. Its program holds a lock on
//! `ID.lock` while it plays; once the lock is free, the game can be resumed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::atomic::{create_folder, write_file};
use super::{StorageError, is_missing};
use crate::app::wording::{cannot, cannot_read_game, renamed, sentence};
use crate::notation::input::{check_regular, open_regular, read_bounded};

/// The largest autosave, in bytes.
const MAX_SIZE: usize = 64 * 1024;

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
pub(crate) enum ReadError {
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
    /// The lock, held until the file is closed, where the file system supports locks.
    _lock: File,
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
        let _ = lock.try_lock();
        Ok(Self {
            path: lock_path.with_extension(extension),
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

    /// Removes them.
    ///
    /// # Errors
    /// Any error of the system.
    pub(crate) fn remove(self) -> Result<(), StorageError> {
        let removed = match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        // The lock goes last, and its name before the lock is released.
        let _ = fs::remove_file(&self.lock_path);
        removed.map_err(StorageError::when(cannot::REMOVE_GAME, &self.path))
    }
}

/// The file of the game that one program plays.
#[derive(Debug)]
pub(crate) struct SavedGame<T> {
    folder: PathBuf,
    files: Option<GameFiles>,
    contents: PhantomData<fn() -> T>,
}

impl<T: SavedText> SavedGame<T> {
    /// Finds the games whose programs have ended, the newest first. Damaged files are renamed, with a
    /// notice about each. Nothing is written before the first [`SavedGame::save`].
    pub(crate) fn open(folder: PathBuf) -> (Self, Vec<Found<T>>, Vec<String>) {
        let mut notices = Vec::new();
        let found = look_into(&folder, &mut notices).unwrap_or_else(|error| {
            notices.push(sentence(error));
            Vec::new()
        });
        let saved = Self {
            folder,
            files: None,
            contents: PhantomData,
        };
        (saved, found, notices)
    }

    /// Saves a text over the last one. On return it is on the disk.
    ///
    /// # Errors
    /// [`StorageError`]; the last save is unchanged.
    pub(crate) fn save(&mut self, text: &str) -> Result<(), StorageError> {
        let files = match &mut self.files {
            Some(files) => files,
            none => none.insert(
                GameFiles::new(&self.folder, T::EXTENSION)
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
    pub(crate) fn adopt(&mut self, files: GameFiles) -> Result<(), StorageError> {
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
    pub(crate) fn finish(&mut self) -> Result<(), StorageError> {
        self.files.take().map_or(Ok(()), GameFiles::remove)
    }
}

impl<T> Drop for SavedGame<T> {
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
fn look_into<T: SavedText>(
    folder: &Path,
    notices: &mut Vec<String>,
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
        let is_game = path
            .extension()
            .is_some_and(|ending| ending == T::EXTENSION);
        if is_game && !name.starts_with('.') {
            match look_at(&path, notices) {
                Ok(game) => found.extend(game.map(|(game, _)| game)),
                Err(error) => notices.push(sentence(failed(&path)(error))),
            }
        } else if name.starts_with('.') || name.ends_with(".lock") {
            remove_if_stale(&path, T::EXTENSION);
        }
    }
    found.sort_by_key(|found| std::cmp::Reverse(found.saved));
    notices.sort();
    Ok(found)
}

/// Claims and reads one autosave; `None` while its program is running. A damaged file is renamed, with a
/// notice, so that it is not read again.
fn look_at<T: SavedText>(
    path: &Path,
    notices: &mut Vec<String>,
) -> io::Result<Option<(Found<T>, GameFiles)>> {
    let files = match GameFiles::take(path) {
        Ok(Some(files)) => files,
        Ok(None) => return Ok(None),
        // Its program has just removed it.
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let file = open_regular(path)?;
    let saved = file.metadata()?.modified()?;
    let why = match T::read(&read_bounded(file, MAX_SIZE)?) {
        Ok(contents) => {
            let path = path.to_owned();
            let found = Found {
                contents,
                saved,
                path,
            };
            return Ok(Some((found, files)));
        }
        Err(why) => why,
    };
    let mut notice = cannot_read_game(path, &why);
    // A newer program can still read it.
    if !matches!(why, ReadError::Newer(_)) {
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
        && !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    {
        let _ = fs::remove_file(path);
    }
}
