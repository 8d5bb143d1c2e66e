//! The log of what is said to and by external engines.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::notation::clean;

/// The log of this process.
static LOG: OnceLock<(Instant, Mutex<File>)> = OnceLock::new();

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// This program.
    Sent,
    /// The other program.
    Received,
    /// The other program, on its standard error.
    Error,
}

/// Writes all traffic from now on to a file, which is created or overwritten.
///
/// # Errors
/// Cannot create the file.
pub(crate) fn log_to(path: &Path) -> io::Result<()> {
    let file = File::create(path)?;
    // The first one stays.
    let _ = LOG.set((Instant::now(), Mutex::new(file)));
    Ok(())
}

/// Writes a line with its time in seconds since the start, its direction and who said or heard it.
pub(crate) fn record(name: &str, direction: Direction, line: &str) {
    let Some((start, file)) = LOG.get() else {
        return;
    };
    let sign = match direction {
        Direction::Sent => "<-",
        Direction::Received => "->",
        Direction::Error => "!!",
    };
    let seconds = start.elapsed().as_secs_f64();
    let text = format!("{seconds:10.3} {} {sign} {}\n", clean(name), clean(line));
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    // A full disk must not end the game.
    let _ = file.write_all(text.as_bytes());
}
