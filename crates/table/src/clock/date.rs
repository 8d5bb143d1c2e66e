//! Local dates and times.

use std::fmt;
use std::fs::{self, Metadata};
use std::str::FromStr;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// The start of a game in local time: `2024-05-17 20:15:03.207`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartTime(DateTime);

impl StartTime {
    /// Returns the current date and time to the millisecond.
    pub fn now() -> Self {
        Self(local(SystemTime::now()))
    }

    /// Returns the milliseconds since 1970, the same in all time zones.
    pub fn millis(self) -> i64 {
        let zoned = self.0.to_zoned(zone());
        zoned.map_or(0, |zoned| zoned.timestamp().as_millisecond())
    }

    /// Returns the local time of these milliseconds since 1970; `None` if no date is so far away.
    pub fn from_millis(millis: i64) -> Option<Self> {
        let time = Timestamp::from_millisecond(millis).ok()?;
        Some(Self(time.to_zoned(zone()).datetime()))
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
pub fn today() -> Date {
    local(SystemTime::now()).date()
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
        let start: StartTime = time.parse().unwrap();
        assert_eq!(StartTime::from_millis(start.millis()), Some(start));
        assert_eq!(StartTime::from_millis(i64::MAX), None);
        let far = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 39);
        assert!(local(far).year() >= 9998);
        let year = today().year();
        assert!(year >= 2024, "{year}");
    }
}
