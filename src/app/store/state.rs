//! The state folder, and dates.

use std::fmt;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use etcetera::BaseStrategy as _;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// The folder of the games: `reversi` in the platform's state folder (`$XDG_STATE_HOME` or
/// `~/.local/state`; on platforms without one, in the data folder). It is created by the first save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// Returns this user's folder; `None` without a home folder.
    pub(crate) fn of_this_person() -> Option<Self> {
        let folders = etcetera::choose_base_strategy().ok()?;
        let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
        Some(Self(folder.join("reversi")))
    }

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

    /// Returns the folder of the index of the games in files.
    pub fn openings(&self) -> PathBuf {
        self.0.join("openings")
    }

    /// Returns the file of the history.
    pub fn log(&self) -> PathBuf {
        self.0.join("games.ggf")
    }

    /// Returns the file of what reviews found in the games of the history.
    pub fn reviews(&self) -> PathBuf {
        self.0.join("reviews.json")
    }

    /// Returns the file of what was practised.
    pub fn practice(&self) -> PathBuf {
        self.0.join("practice.json")
    }
}

/// The start of a game in local time: `2024-05-17 20:15:03.207`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartTime(DateTime);

impl StartTime {
    /// Returns the current date and time to the millisecond.
    pub fn now() -> Self {
        Self(local(SystemTime::now()))
    }

    /// Returns the date and time to the minute, for display.
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

/// Returns a time in the local time zone. A clock beyond the year 9999 is taken for its end.
fn local(now: SystemTime) -> DateTime {
    let now = Timestamp::try_from(now).unwrap_or(Timestamp::MAX);
    now.to_zoned(zone()).datetime()
}

/// Returns the local time zone; UTC if `TZ` names a device or a pipe, which would be read to its end.
fn zone() -> TimeZone {
    let path = std::env::var("TZ").unwrap_or_default();
    let is_endless = |file: Metadata| !file.is_file() && !file.is_dir();
    if fs::metadata(path.trim_start_matches(':')).is_ok_and(is_endless) {
        TimeZone::UTC
    } else {
        TimeZone::system()
    }
}

/// Returns the local date.
pub(crate) fn date() -> Date {
    local(SystemTime::now()).date()
}

/// Returns the local date: year, month, day.
pub(crate) fn today() -> (u16, u8, u8) {
    let today = date();
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
        let far = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 40);
        assert!(local(far).year() >= 9998);
        let (year, ..) = today();
        assert!(year >= 2024, "{year}");
    }
}
