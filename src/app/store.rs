//! The files that last from one run to the next.
//!
//! Settings are in [`config`]. Games are in the [`state`] folder: unfinished games as [`autosave`]
//! files, finished games in the [`history`]. A front end uses both through [`saver`], which writes on
//! its own thread. A game saved under a name of the user's choice is a [`game_file`]; a [`game_list`]
//! lists the games of a file to choose from.

pub mod atomic;
pub mod autosave;
pub mod config;
pub mod game_file;
pub mod game_list;
pub mod history;
pub mod saver;
pub mod state;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::app::wording::{cannot, storage_error};

/// An operation on the state folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Looks for unfinished games.
    LookForGames,
    /// Saves the game being played.
    SaveGame,
    /// Removes a saved game.
    RemoveGame,
    /// Adds a finished game to the history.
    LogGame,
    /// Reads the history.
    ReadLog,
}

/// An operation on the state folder that failed. Displays as a sentence without a full stop; the game
/// continues.
#[derive(Debug)]
pub struct StorageError {
    /// The operation.
    pub operation: Operation,
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    pub reason: io::Error,
}

impl StorageError {
    /// Returns a function that adds the operation and the path to an error of the system.
    fn when(operation: Operation, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| Self {
            operation,
            path,
            reason,
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = match self.operation {
            Operation::LookForGames => cannot::FIND_GAMES,
            Operation::SaveGame => cannot::SAVE_GAME,
            Operation::RemoveGame => cannot::REMOVE_GAME,
            Operation::LogGame => cannot::LOG_GAME,
            Operation::ReadLog => cannot::READ_LOG,
        };
        let path = self.path.display().to_string();
        f.write_str(&storage_error(operation, &path, &self.reason.to_string()))
    }
}

impl std::error::Error for StorageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Returns whether an error means that the file or folder does not exist.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
