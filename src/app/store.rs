//! What is kept between two starts, and where.
//!
//! Settings are in [`config`]. Games are in the [`state`] folder: the game under way as an
//! [`autosave`], finished games in the log of [`history`]. A front end uses both through [`saver`], which
//! writes on a thread of its own. A game that is saved under a name of the user's choice is a
//! [`game_file`]; a [`game_list`] shows the games of a file before one of them is chosen.

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

/// What could not be done with a file of the state folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// To look for games that were under way.
    LookForGames,
    /// To save the game under way.
    SaveGame,
    /// To remove a game that needs to be kept no longer.
    RemoveGame,
    /// To put a finished game into the log of games.
    LogGame,
    /// To read the log of games.
    ReadLog,
}

/// Why something could not be kept or found again. Prints as a sentence without its full stop; the game
/// goes on.
#[derive(Debug)]
pub struct StorageError {
    /// What was to be done.
    pub operation: Operation,
    /// With which file or folder.
    pub path: PathBuf,
    /// What the system says.
    pub reason: io::Error,
}

impl StorageError {
    /// A function that puts an error of the system into its context.
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

/// Returns whether an error says that there is no such file or folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
