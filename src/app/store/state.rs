//! The folder of games, and the dates in it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use etcetera::BaseStrategy as _;
use jiff::civil::DateTime;

/// The folder in which games are kept: `reversi` in the platform's folder for state
/// (`$XDG_STATE_HOME` or `~/.local/state`; where a platform has none, in its folder for data). It is
/// made when something is kept for the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// The folder of this user; `None` without a home folder.
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

/// When a game began, in local time: `2024-05-17 20:15:03.207`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartTime(DateTime);

impl StartTime {
    /// The date and the time now, to the millisecond.
    #[must_use]
    pub fn now() -> Self {
        Self(jiff::Zoned::now().datetime())
    }

    /// The date and the time to the minute, for a person.
    #[must_use]
    pub fn minute(self) -> String {
        self.0.strftime("%Y-%m-%d %H:%M").to_string()
    }
}

impl fmt::Display for StartTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.strftime("%Y-%m-%d %H:%M:%S%.3f").fmt(f)
    }
}

impl FromStr for StartTime {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, jiff::Error> {
        text.parse().map(Self)
    }
}

/// The local date: year, month, day.
#[must_use]
pub fn today() -> (u16, u8, u8) {
    let today = jiff::Zoned::now().date();
    (
        today.year().unsigned_abs(),
        today.month().unsigned_abs(),
        today.day().unsigned_abs(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_written_largest_unit_first() {
        let time = StartTime::now().to_string();
        let shape: String = time
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        assert_eq!(shape, "0000-00-00 00:00:00.000");
        assert_eq!(time.parse::<StartTime>().unwrap().to_string(), time);
        let (year, ..) = today();
        assert!(year >= 2024, "{year}");
    }
}
