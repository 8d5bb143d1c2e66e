//! Operating system signals: termination, suspending and resizing. On Windows, the events of the console.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(not(unix))]
use elsewhere as here;
#[cfg(unix)]
use unix as here;

pub use here::{CAUGHT, Caught, end_by, is_ignored, listen, stop, suspend};

/// How long the program may take to end before it says what it waits for. Another signal then ends it at once,
/// wherever it writes.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// When the program began to end.
static ENDING_SINCE: OnceLock<Instant> = OnceLock::new();

/// Notes that the program is ending.
pub fn start_ending() {
    ENDING_SINCE.get_or_init(Instant::now);
}

/// A request made by a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))] // there is no job control, and a new size is an event
pub enum Call {
    /// Terminate; holds the signal's number.
    End(i32),
    /// Give the terminal back and [`stop`].
    Stop,
    /// Continue after a stop: the terminal may have changed.
    Continued,
    /// The terminal has a new size.
    Resized,
}

impl Call {
    /// What the system says when the terminal is closed.
    pub const HUNG_UP: Self = Self::End(here::HUNG_UP);

    /// What the system says when Ctrl-C is typed and nobody reads it as a key.
    pub const INTERRUPTED: Self = Self::End(here::INTERRUPTED);

    /// Ends the program by the signal's default action, so that a shell or a supervisor sees the cause:
    /// a shell's exit status is 128 plus the signal's number.
    pub fn end_by_it(self) {
        if let Self::End(signal) = self {
            end_by(signal);
        }
    }

    /// Does what the system does in a program without handlers.
    pub fn act_by_default(self) {
        match self {
            Self::End(_) => self.end_by_it(),
            Self::Stop => stop(),
            Self::Continued | Self::Resized => {}
        }
    }

    /// If this is to end the program and it is ending already, waits until it has had time enough. Returns
    /// whether it did: then the program hangs, perhaps because nobody reads what it writes. A closed window
    /// often sends two signals at once, and what is saved between them must not be lost.
    pub fn wait_for_end(self) -> bool {
        let Self::End(_) = self else {
            return false;
        };
        let mut is_first = false;
        let since = ENDING_SINCE.get_or_init(|| {
            is_first = true;
            Instant::now()
        });
        if !is_first {
            thread::sleep(PATIENCE.saturating_sub(since.elapsed()));
        }
        !is_first
    }
}

#[cfg(unix)]
mod unix {
    use std::{io, process};

    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
        SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::Call;

    pub(super) const HUNG_UP: i32 = SIGHUP;
    pub(super) const INTERRUPTED: i32 = SIGINT;

    /// The signals that usually end a program.
    pub const CAUGHT: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

    /// The signals that usually end a program, caught: unless its caller, such as `nohup`, lets it ignore them.
    pub struct Caught(Signals);

    impl Caught {
        /// Catches them from now on.
        pub(crate) fn new() -> io::Result<Self> {
            Signals::new(CAUGHT.into_iter().filter(|&signal| !is_ignored(signal))).map(Self)
        }

        /// Waits for each.
        pub(crate) fn each(mut self, work: impl FnMut(i32)) {
            self.0.forever().for_each(work);
        }
    }

    /// Ends the program by a signal's default action.
    pub fn end_by(signal: i32) {
        let _ = emulate_default_handler(signal);
        // It knows the common signals only.
        process::exit(128 + signal);
    }

    /// All that end a program from outside and can be caught everywhere.
    const TERMINATION: [i32; 12] = [
        SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ,
        SIGVTALRM, SIGPROF,
    ];

    /// Those that end a program on Linux only: I/O is possible, power failure, and the real-time signals,
    /// of which the C library keeps some for itself.
    #[cfg(target_os = "linux")]
    fn others() -> impl Iterator<Item = i32> {
        [Signal::IO, Signal::POWER]
            .map(Signal::as_raw)
            .into_iter()
            .chain(34..=64)
    }

    #[cfg(not(target_os = "linux"))]
    fn others() -> impl Iterator<Item = i32> {
        std::iter::empty()
    }

    /// Catches signals from now on. Returns the work of a thread that passes them on. Those that `send` does not
    /// take act by default: a handler cannot be removed.
    ///
    /// # Errors
    /// Signals cannot be caught.
    pub fn listen(
        send: impl Fn(Call) -> bool + Send + 'static,
    ) -> io::Result<impl FnOnce() + Send + 'static> {
        let ignored = ignored();
        let mut signals = Signals::new(TERMINATION)?;
        let handle = signals.handle();
        for signal in [SIGTSTP, SIGCONT, SIGWINCH] {
            handle.add_signal(signal)?;
        }
        for signal in others() {
            // Where it cannot be caught, it ends the program as before.
            let _ = handle.add_signal(signal);
        }
        Ok(move || {
            for signal in signals.forever() {
                let call = match signal {
                    // Without job control the processes of a session are one group, and nobody
                    // would continue this one.
                    SIGTSTP if getsid(None) == Ok(getpgrp()) => continue,
                    SIGTSTP => Call::Stop,
                    SIGCONT => Call::Continued,
                    SIGWINCH => Call::Resized,
                    signal => Call::End(signal),
                };
                if !send(call) && !contains(ignored, signal) {
                    call.act_by_default();
                }
            }
        })
    }

    /// Returns whether the caller of the program lets it ignore a signal, as `nohup` does. Without `/proc`, and
    /// once the signal is caught, that is unknown.
    pub fn is_ignored(signal: i32) -> bool {
        contains(ignored(), signal)
    }

    const fn contains(signals: u64, signal: i32) -> bool {
        signals >> (signal - 1) & 1 != 0
    }

    /// Returns the ignored signals: bit 0 is signal 1.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or(0)
    }

    /// Suspends the job, like Ctrl-Z in a program that does not read it as a key: this program and
    /// everything started with it. Each gets the signal; here it is [`Call::Stop`].
    pub fn suspend() {
        let _ = kill_current_process_group(Signal::TSTP);
    }

    /// Stops this program until the shell continues it.
    pub fn stop() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::sync::mpsc::Receiver;

    use super::Call;
    use crate::system::windows;

    pub(super) const HUNG_UP: i32 = windows::CLOSED;
    pub(super) const INTERRUPTED: i32 = windows::INTERRUPTED;

    /// The events that end a program.
    pub const CAUGHT: [i32; 5] = windows::ENDING;

    /// The events of the console that end a program, caught.
    pub struct Caught(Receiver<i32>);

    impl Caught {
        /// Catches them from now on.
        pub(crate) fn new() -> io::Result<Self> {
            windows::console_events().map(Self)
        }

        /// Waits for each.
        pub(crate) fn each(self, work: impl FnMut(i32)) {
            self.0.into_iter().for_each(work);
        }
    }

    /// Ends the program as the system does after such an event.
    pub fn end_by(_: i32) {
        windows::end_by_console();
    }

    /// Catches events from now on. Returns the work of a thread that passes them on. Those that `send` does not take
    /// act by default.
    ///
    /// # Errors
    /// Events cannot be caught.
    pub fn listen(
        send: impl Fn(Call) -> bool + Send + 'static,
    ) -> io::Result<impl FnOnce() + Send + 'static> {
        let events = Caught::new()?;
        Ok(move || {
            events.each(|event| {
                let call = Call::End(event);
                if !send(call) {
                    call.act_by_default();
                }
            });
        })
    }

    /// Returns `false`: nothing lets a program ignore these events.
    pub const fn is_ignored(_: i32) -> bool {
        false
    }

    /// Does nothing: there is no shell to return to here.
    pub fn suspend() {}

    /// Does nothing: there is no shell to return to here.
    pub fn stop() {}
}
