//! The files of games that were opened lately.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::StorageError;
use super::document::Document;
use super::state::StateFolder;
use reversi_text::tr;

/// The version of the file.
const VERSION: u32 = 1;

/// The most files that are kept.
const MOST: usize = 20;

/// The files of games that were opened lately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentFiles {
    version: u32,
    /// Absolute paths, the last one opened first.
    files: Vec<String>,
}

impl Default for RecentFiles {
    fn default() -> Self {
        Self {
            version: VERSION,
            files: Vec::new(),
        }
    }
}

/// The file with their names.
const RECENT: Document<RecentFiles> = Document::json::<VERSION>(
    |at| tr!("cannot read the list of files opened lately {at}", at),
    |at| tr!("cannot save the list of files opened lately {at}", at),
);

impl RecentFiles {
    /// Reads the list; a missing one is empty.
    ///
    /// # Errors
    /// [`StorageError`] if the file exists and cannot be used.
    pub fn load(state: &StateFolder) -> Result<Self, StorageError> {
        RECENT.load(&state.recent())
    }

    /// Returns those that still exist, the last one opened first.
    pub fn existing(&self) -> impl Iterator<Item = PathBuf> {
        let paths = self.files.iter().map(PathBuf::from);
        paths.filter(|path| path.is_file())
    }

    /// Puts a file that was opened at the beginning of the list. One whose name is no text is left out.
    ///
    /// # Errors
    /// [`StorageError`]; the list is unchanged.
    pub fn note(state: &StateFolder, path: &Path) -> Result<(), StorageError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let Some(name) = path.to_str().filter(|_| path != state.log()) else {
            return Ok(());
        };
        RECENT.update(&state.recent(), |list| {
            list.files.retain(|file| file != name);
            list.files.insert(0, name.to_owned());
            list.files.truncate(MOST);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_file_comes_first_once_and_one_that_is_gone_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let state = StateFolder::at(folder.path().join("state"));
        let paths: Vec<PathBuf> = (0..MOST + 2)
            .map(|number| folder.path().join(format!("{number}.ggf")))
            .collect();
        for path in &paths {
            std::fs::write(path, "").unwrap();
            RecentFiles::note(&state, path).unwrap();
        }
        RecentFiles::note(&state, &paths[5]).unwrap();
        RecentFiles::note(&state, &state.log()).unwrap();
        let listed = || -> Vec<PathBuf> { RecentFiles::load(&state).unwrap().existing().collect() };
        assert_eq!(listed().len(), MOST);
        assert_eq!(listed()[..2], [paths[5].clone(), paths[MOST + 1].clone()]);
        std::fs::remove_file(&paths[5]).unwrap();
        assert_eq!(listed()[0], paths[MOST + 1]);
    }
}
