//! The files that last from one run to the next.
//!
//! A [`document`] is a file that is read and replaced as a whole, such as the settings in [`config`]. Games are in
//! the [`state`] folder: unfinished games as [`autosave`]
//! files, finished games in the [`history`]. A front end uses both through [`saver`], which writes on
//! its own thread. A game saved under a name of the user's choice is a `game_file`; a `game_list`
//! lists the games of a file to choose from. A `filter` chooses among games by what `game_facts` says of them, `labels`
//! keeps their tags and notes, and `recent` the files that were opened lately.

pub mod analysis_file;
pub mod atomic;
pub mod autosave;
pub mod config;
pub mod document;
pub mod filter;
pub mod game_facts;
pub mod game_file;
pub mod game_list;
pub mod go_file;
pub mod history;
pub mod labels;
pub mod rated;
pub mod recent;
pub(crate) mod saved_game;
pub mod saver;
pub mod settings;
mod standing;
pub mod state;
pub mod summary;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::phrase::{about, io_reason, path_text, plural};
use reversi_text::{Name, Said, tr};

/// Says that an operation on a file failed, as a clause, from the path with the reason.
pub type Cannot = fn(&Said) -> Said;

/// Returns the path of a file, and why an operation on it failed.
pub(crate) fn at(path: &str, why: &io::Error) -> Said {
    about(path, io_reason(why))
}

/// An operation on the state folder that failed. Displays as a clause; the game continues.
#[derive(Debug, thiserror::Error)]
#[error("{}", (.operation)(&at(&path_text(.path), .reason)))]
pub struct StorageError {
    /// What failed.
    pub operation: Cannot,
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    #[source]
    pub reason: io::Error,
}

impl StorageError {
    /// Returns a function that adds the operation and the path to an error of the system.
    pub fn when(operation: Cannot, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| Self {
            operation,
            path,
            reason,
        }
    }
}

/// Creates a socket, which is not a regular file. Creating a named pipe would take another process, which
/// would hold the locks of the other tests while it starts.
#[cfg(all(test, unix))]
fn make_socket(path: &Path) {
    std::os::unix::net::UnixListener::bind(path).expect("the path is short and new");
}

/// What is in a file or folder of this program, read without changing anything.
#[derive(Debug, Default)]
pub struct FileCheck {
    /// What could be read, in a few words.
    pub summary: String,
    /// What could not be read: a clause about each entry.
    pub faults: Vec<String>,
}

impl FileCheck {
    /// Counts the entries that can be read. Each has a name; a fault is a clause.
    pub(crate) fn of_entries<T, E: Display>(
        noun: &str,
        entries: impl IntoIterator<Item = (String, Result<T, E>)>,
    ) -> Self {
        let (mut count, mut faults) = (0u64, Vec::new());
        for (name, entry) in entries {
            match entry {
                Ok(_) => count += 1,
                Err(why) => faults.push(format!("{name}: {why}")),
            }
        }
        let summary = plural(count, noun);
        Self { summary, faults }
    }

    /// Reads the files of a folder; `read` returns `None` for other kinds of files.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn of_folder<T, E: Display>(
        folder: &Path,
        read: impl Fn(&Path) -> Option<Result<T, E>>,
    ) -> io::Result<Self> {
        let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
        paths.sort();
        let entries = paths.iter().filter_map(|path| {
            let name = path_text(path.file_name()?.as_ref());
            Some((name, read(path)?))
        });
        Ok(Self::of_entries("file", entries))
    }
}

/// Returns whether an error means that the file or folder does not exist.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// The file operations that can fail.
pub mod cannot {
    use super::{Cannot, tr};

    /// Look for unfinished games.
    pub(crate) const FIND_GAMES: Cannot = |at| tr!("cannot look for unfinished games in {at}", at);
    /// Save the game being played.
    pub(crate) const SAVE_GAME: Cannot = |at| tr!("cannot save the game to {at}", at);
    /// Add a finished game to the history.
    pub(crate) const LOG_GAME: Cannot = |at| tr!("cannot add the game to the history {at}", at);
    /// Change the history.
    pub(crate) const CHANGE_LOG: Cannot = |at| tr!("cannot change the history {at}", at);
    /// Read the history.
    pub(crate) const READ_LOG: Cannot = |at| tr!("cannot read the history {at}", at);
    /// Remove a saved game.
    pub(crate) const REMOVE_GAME: Cannot = |at| tr!("cannot remove the saved game {at}", at);
    /// Delete a file.
    pub const DELETE: Cannot = |at| tr!("cannot delete {at}", at);
}

/// A file cannot be opened: a clause.
pub fn cannot_open(why: impl Display) -> Said {
    tr!("cannot open the game: {why}", why = Name(&why.to_string()))
}
