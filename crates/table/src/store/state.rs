//! The state folder.

use std::path::{Path, PathBuf};

use crate::phrase::path_text;
use crate::system::files::not_saved_in;
use reversi_text::{Name, Said, tr};

/// Returns why nothing is saved when a path is not a folder, as a clause.
pub fn not_saved_because(path: &Path) -> Said {
    let name = path_text(path);
    let path_name = Name(&name);
    if let Ok(data) = std::fs::metadata(path) {
        return not_saved_in(data.file_type(), path_name);
    }
    tr!(
        "nothing is saved, because {path} is no folder",
        path = path_name
    )
}

/// The folder of the games, which the front end names. It is created by the first save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// Returns a folder at a given path.
    pub const fn at(path: PathBuf) -> Self {
        Self(path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the folder of unfinished games.
    pub fn autosaves(&self) -> PathBuf {
        self.0.join("autosave")
    }

    /// Returns the folder of analyses.
    pub fn analyses(&self) -> PathBuf {
        self.0.join("analyses")
    }

    /// Returns the folder of the index of the games in files.
    pub fn openings(&self) -> PathBuf {
        self.0.join("openings")
    }

    /// Returns the file of the history.
    pub fn log(&self) -> PathBuf {
        self.0.join("games.ggf")
    }

    /// Returns the folder of the games that were removed from the history.
    pub fn removed(&self) -> PathBuf {
        self.0.join("removed")
    }

    /// Returns the folder of the analyses of games.
    pub fn reviews(&self) -> PathBuf {
        self.0.join("reviews")
    }

    /// Returns the file of the tags and notes of games.
    pub fn labels(&self) -> PathBuf {
        self.0.join("labels.json")
    }

    /// Returns the file with the names of the files of games that were opened lately.
    pub fn recent(&self) -> PathBuf {
        self.0.join("recent.json")
    }

    /// Returns the file of the lines of openings that the player trains.
    pub fn lines(&self) -> PathBuf {
        self.0.join("lines.json")
    }

    /// Returns the file of how games over the network were played.
    pub fn friend(&self) -> PathBuf {
        self.0.join("friend.json")
    }

    /// Returns the file of what was practised.
    pub fn practice(&self) -> PathBuf {
        self.0.join("practice.json")
    }
}
