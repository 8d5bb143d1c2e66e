//! The files that last from one run to the next.
//!
//! A [`document`] is a file that is read and replaced as a whole, such as the settings in [`config`]. Games are in
//! the [`state`] folder: unfinished games as [`autosave`]
//! files, finished games in the [`history`]. A front end uses both through [`saver`], which writes on
//! its own thread. A game saved under a name of the user's choice is a `game_file`; a `game_list`
//! lists the games of a file to choose from.

pub(crate) mod analysis_file;
pub(crate) mod atomic;
pub mod autosave;
pub mod config;
pub(crate) mod document;
pub(crate) mod game_file;
pub(crate) mod game_list;
pub(crate) mod go_file;
pub mod history;
pub(crate) mod match_file;
pub(crate) mod saved_game;
pub mod saver;
pub mod settings;
mod standing;
pub mod state;

use std::io;
use std::path::{Path, PathBuf};

use crate::app::wording::{io_reason, path_text};

/// An operation on the state folder that failed. Displays as a clause; the game continues.
#[derive(Debug, thiserror::Error)]
#[error("{operation} {}: {}", path_text(.path), io_reason(.reason))]
pub struct StorageError {
    /// What failed.
    pub operation: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the system.
    #[source]
    pub reason: io::Error,
}

impl StorageError {
    /// Returns a function that adds the operation and the path to an error of the system.
    pub(crate) fn when(
        operation: &'static str,
        path: &Path,
    ) -> impl FnOnce(io::Error) -> Self + use<> {
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

/// Returns whether an error means that the file or folder does not exist.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
