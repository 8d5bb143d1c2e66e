//! What a command does when a signal ends the program.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::{io, thread};

use super::signals::{CAUGHT, Caught, end_by, is_ignored};
use crate::background::TaskError;

/// No signal has asked the program to end. No system has a signal with this number.
const NONE: i32 = -1;

/// The signal that asked the program to end, if one did.
pub struct CaughtSignal(Arc<AtomicI32>);

impl Default for CaughtSignal {
    fn default() -> Self {
        Self(Arc::new(AtomicI32::new(NONE)))
    }
}

impl CaughtSignal {
    /// Ends the program by the signal's default action, so that a shell sees the cause. Does nothing without a
    /// signal.
    pub fn end_by_it(&self) {
        let signal = self.0.load(Ordering::Relaxed);
        if signal != NONE {
            end_by(signal);
        }
    }
}

/// Removes the temporary file of an output, if it has one, if a signal ends the program first. Ignored signals stay
/// ignored.
///
/// # Errors
/// Signals cannot be caught.
pub fn remove_when_ended(file: Option<&Path>) -> io::Result<()> {
    let Some(path) = file.map(ToOwned::to_owned) else {
        return Ok(());
    };
    let signals = Caught::new()?;
    let remove = move || {
        signals.each(|signal| {
            // It may already have its final name.
            let _ = std::fs::remove_file(&path);
            end_by(signal);
        });
    };
    let thread = thread::Builder::new().spawn(remove);
    let failed = |error: io::Error| io::Error::other(TaskError::not_started(&error));
    thread.map(drop).map_err(failed)
}

/// Runs `stop` when a signal asks the program to end; a second signal ends it at once. Ignored signals
/// stay ignored. Where no thread can be started, the first signal ends it.
pub fn on_signal(stop: impl FnOnce() + Send + 'static) -> CaughtSignal {
    let (caught, mut take) = on_signal_after_screen(stop);
    let _ = thread::Builder::new().spawn(move || {
        let Ok(signals) = Caught::new() else {
            return;
        };
        signals.each(|signal| {
            if !take(signal) {
                end_by(signal);
            }
        });
    });
    caught
}

/// Returns a flag that is set when a signal asks the program to end, and that signal. See [`on_signal`].
pub fn flag_on_signal() -> (Arc<AtomicBool>, CaughtSignal) {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let signal = on_signal(move || set.store(true, Ordering::Relaxed));
    (flag, signal)
}

/// Like [`on_signal`], for signals that a screen has caught. Also returns a handler for them, which returns `false`
/// to request the default action.
pub fn on_signal_after_screen(
    stop: impl FnOnce() + Send + 'static,
) -> (CaughtSignal, impl FnMut(i32) -> bool + Send + 'static) {
    let caught = CaughtSignal::default();
    let noted = Arc::clone(&caught.0);
    let ignored = CAUGHT.map(is_ignored);
    let mut stop = Some(stop);
    let take = move |signal| {
        let Some(index) = CAUGHT.iter().position(|&caught| caught == signal) else {
            return false;
        };
        if !ignored[index] {
            noted.store(signal, Ordering::Relaxed);
            match stop.take() {
                Some(stop) => stop(),
                None => return false,
            }
        }
        true
    };
    (caught, take)
}
