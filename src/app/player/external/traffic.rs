//! The log of the lines sent to and received from the engines of this process.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::app::player::traffic::{TrafficDirection, TrafficLog};

/// The log of this process.
static LOG: OnceLock<Mutex<TrafficLog>> = OnceLock::new();

/// Writes all traffic from now on to a log. A second log is ignored.
pub(crate) fn log_to(log: TrafficLog) {
    let _ = LOG.set(Mutex::new(log));
}

/// Writes a line of an engine with this name.
pub(super) fn record(name: &str, direction: TrafficDirection, line: &str) {
    if let Some(log) = LOG.get() {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not end the game.
        let _ = log.line(name, direction, line);
    }
}
