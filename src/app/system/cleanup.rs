//! What a command does when a signal ends the program.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI32;

#[cfg(unix)]
pub(crate) use unix::{on_signal, on_signal_after_screen, remove_when_ended};

#[cfg(not(unix))]
pub(crate) use elsewhere::{on_signal, on_signal_after_screen, remove_when_ended};

/// The signal that asked the program to end; 0 if none did.
#[derive(Default)]
pub(crate) struct CaughtSignal(Arc<AtomicI32>);

impl CaughtSignal {
    /// Ends the program by the signal's default action, so that a shell sees the cause. Does nothing without a
    /// signal.
    #[cfg(unix)]
    pub(crate) fn end_by_it(&self) {
        let signal = self.0.load(std::sync::atomic::Ordering::Relaxed);
        if signal != 0 {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }

    /// Does nothing: there are no such signals.
    #[cfg(not(unix))]
    pub(crate) fn end_by_it(&self) {
        let Self(_never_caught) = self;
    }
}

#[cfg(unix)]
mod unix {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI32, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{CaughtSignal, Path, io};
    use crate::app::background::TaskError;
    use crate::app::system::signals::is_ignored;

    /// The signals that usually end a program.
    const CAUGHT: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

    /// Removes the temporary file of an output, if it has one, if a signal ends the program first. Ignored signals
    /// stay ignored.
    pub(crate) fn remove_when_ended(file: Option<&Path>) -> io::Result<()> {
        let Some(path) = file.map(ToOwned::to_owned) else {
            return Ok(());
        };
        let mut signals = caught_signals()?;
        let remove = move || {
            for signal in signals.forever() {
                // It may have got its name already.
                let _ = std::fs::remove_file(&path);
                let _ = emulate_default_handler(signal);
            }
        };
        let thread = std::thread::Builder::new().spawn(remove);
        let failed = |error: io::Error| io::Error::other(TaskError::NotStarted(error.to_string()));
        thread.map(drop).map_err(failed)
    }

    /// Runs `stop` when a signal asks the program to end; a second signal ends it at once. Ignored signals
    /// stay ignored. Where no thread can be started, the first signal ends it.
    pub(crate) fn on_signal(stop: impl FnOnce() + Send + 'static) -> CaughtSignal {
        let (caught, mut take) = on_signal_after_screen(stop);
        let _ = std::thread::Builder::new().spawn(move || {
            let Ok(mut signals) = caught_signals() else {
                return;
            };
            for signal in signals.forever() {
                if !take(signal) {
                    let _ = emulate_default_handler(signal);
                }
            }
        });
        caught
    }

    /// Like [`on_signal`], for signals that a screen has caught before. Also returns what takes a signal; it
    /// returns `false` for the default action.
    pub(crate) fn on_signal_after_screen(
        stop: impl FnOnce() + Send + 'static,
    ) -> (CaughtSignal, impl FnMut(i32) -> bool + Send + 'static) {
        let caught = Arc::new(AtomicI32::new(0));
        let noted = Arc::clone(&caught);
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
        (CaughtSignal(caught), take)
    }

    /// Catches the signals that usually end a program, unless its caller, such as `nohup`, lets it ignore
    /// them.
    fn caught_signals() -> io::Result<Signals> {
        Signals::new(CAUGHT.into_iter().filter(|&signal| !is_ignored(signal)))
    }
}

/// There are no such signals.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)] // as on the systems that have signals
mod elsewhere {
    use super::{CaughtSignal, Path, io};

    /// Does nothing.
    pub(crate) fn remove_when_ended(_: Option<&Path>) -> io::Result<()> {
        Ok(())
    }

    /// Never calls `stop`.
    pub(crate) fn on_signal(_: impl FnOnce() + Send + 'static) -> CaughtSignal {
        CaughtSignal::default()
    }

    /// Never calls `stop`.
    pub(crate) fn on_signal_after_screen(
        _: impl FnOnce() + Send + 'static,
    ) -> (CaughtSignal, impl FnMut(i32) -> bool + Send + 'static) {
        (CaughtSignal::default(), |_| false)
    }
}
