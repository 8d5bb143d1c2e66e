//! The log of what a host and an engine say to each other: a file with a line for each of theirs.
//!
//! `2026-11-22T06:14:58.123Z > go`: the time in UTC, `>` to the engine, `<` from it or `!` for its standard
//! error, and the line, in which control characters are escaped. A host writes the name of the engine
//! before the sign.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::OnceLock;

use crate::sync::Mutex;
use jiff::Timestamp;

use reversi_notation::clean;

/// Where a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrafficDirection {
    /// From the host to the engine.
    ToEngine,
    /// From the engine to the host.
    FromEngine,
    /// What the engine complains about on its standard error.
    Complaint,
}

/// The log file. Each line is written at once.
#[derive(Debug)]
pub struct TrafficLog {
    /// `None` after an error.
    file: Option<File>,
}

impl TrafficLog {
    /// Opens a log to append to.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn append_to(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file: Some(file) })
    }

    /// Writes a line, with the name of the engine if there may be several. After an error, which is returned once, the log writes no more.
    ///
    /// # Errors
    /// Any error of the system.
    pub fn line(&mut self, name: &str, direction: TrafficDirection, line: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.3fZ");
        let sign = match direction {
            TrafficDirection::ToEngine => '>',
            TrafficDirection::FromEngine => '<',
            TrafficDirection::Complaint => '!',
        };
        // In one piece, so that several writers do not mix their lines.
        let space = if name.is_empty() { "" } else { " " };
        let text = format!("{time}{space}{} {sign} {}\n", clean(name), clean(line));
        file.write_all(text.as_bytes())
            .inspect_err(|_| self.file = None)
    }
}

/// The log of the engines of this process.
static LOG: OnceLock<Mutex<TrafficLog>> = OnceLock::new();

/// Writes all traffic from now on to a log. A second log is ignored.
pub fn log_to(log: TrafficLog) {
    let _ = LOG.set(Mutex::new(log));
}

/// Writes a line of an engine with this name.
pub(crate) fn record(name: &str, direction: TrafficDirection, line: &str) {
    if let Some(log) = LOG.get() {
        // A full disk must not end the game.
        let _ = log.lock().line(name, direction, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_says_when_and_where_to_and_nothing_that_controls_a_terminal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        for _ in 0..2 {
            let mut log = TrafficLog::append_to(&path).unwrap();
            log.line("", TrafficDirection::ToEngine, "go").unwrap();
            log.line("", TrafficDirection::FromEngine, "=== \u{1b}[2Jf5\n")
                .unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let digits = text.replace(|c: char| c.is_ascii_digit(), "0");
        let time = "0000-00-00T00:00:00.000Z";
        let once = format!("{time} > go\n{time} < === \\u{{0b}}[0Jf0\\n\n");
        assert_eq!(digits, once.repeat(2));
    }
}
