//! Owns the folder of games: where it is and how its files are called.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

/// The folder in which games are kept: `reversi` in the platform's folder for state
/// (`$XDG_STATE_HOME` or `~/.local/state`; where a platform has none, in its folder for data). It is
/// made when something is kept for the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// The folder of this person; `None` without a home.
    #[must_use]
    pub fn of_this_person() -> Option<Self> {
        let folders = etcetera::choose_base_strategy().ok()?;
        let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
        Some(Self(folder.join("reversi")))
    }

    /// A folder at a given place.
    #[must_use]
    pub const fn at(path: PathBuf) -> Self {
        Self(path)
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The folder of the games under way.
    #[must_use]
    pub fn autosaves(&self) -> PathBuf {
        self.0.join("autosave")
    }

    /// The log of finished games.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.0.join("games.ggf")
    }
}

/// The date and the time now, where this computer is, to the millisecond:
/// `2024-05-17 20:15:03.207`.
#[must_use]
pub fn local_time() -> String {
    jiff::Zoned::now()
        .strftime("%Y-%m-%d %H:%M:%S%.3f")
        .to_string()
}

/// The date today, where this computer is: year, month, day.
#[must_use]
pub fn today() -> (u16, u8, u8) {
    let now = jiff::Zoned::now();
    let small = |number: i8| u8::try_from(number).unwrap_or(1);
    (
        u16::try_from(now.year()).unwrap_or(1970),
        small(now.month()),
        small(now.day()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_written_largest_unit_first() {
        let time = local_time();
        let shape: String = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(shape, "0000-00-00 00:00:00.000");
        let (year, ..) = today();
        assert!(year >= 2024, "{year}");
    }
}
