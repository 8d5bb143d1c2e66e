//! Operating system signals: termination, suspending and resizing.

use std::time::Duration;

#[cfg(unix)]
pub(crate) use unix::is_ignored;
#[cfg(unix)]
pub(crate) use unix::{Call, listen, start_ending, stop, suspend};

#[cfg(not(unix))]
pub(crate) use elsewhere::{Call, listen, start_ending, stop, suspend};

/// How long the program may take to end before it says what it waits for. Another signal then ends it at once,
/// wherever it writes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

#[cfg(unix)]
mod unix {
    use std::io;
    use std::process;
    use std::sync::OnceLock;
    use std::thread;
    use std::time::Instant;

    use crossterm::terminal::disable_raw_mode;
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
        SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::PATIENCE;

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

    /// When the program began to end.
    static ENDING_SINCE: OnceLock<Instant> = OnceLock::new();

    /// Notes that the program is ending.
    pub(crate) fn start_ending() {
        ENDING_SINCE.get_or_init(Instant::now);
    }

    /// A request made by a signal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Call {
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
        pub(crate) const HUNG_UP: Self = Self::End(SIGHUP);

        /// What the system says when Ctrl-C is typed and nobody reads it as a key.
        pub(crate) const INTERRUPTED: Self = Self::End(SIGINT);

        /// Ends the program by the signal's default action, so that a shell or a supervisor sees the cause:
        /// a shell's exit status is 128 plus the signal's number.
        pub(crate) fn end_by_it(self) {
            if let Self::End(signal) = self {
                let _ = emulate_default_handler(signal);
                // It knows the common signals only.
                process::exit(128 + signal);
            }
        }
    }

    impl Call {
        /// Does what the system does in a program without handlers.
        pub(crate) fn act_by_default(self) {
            match self {
                Self::End(_) => self.end_by_it(),
                Self::Stop => stop(),
                Self::Continued | Self::Resized => {}
            }
        }

        /// If this is to end the program and it is ending already, waits until it has had time enough. Returns
        /// whether it did: then the program hangs, perhaps because nobody reads what it writes. A closed window
        /// often sends two signals at once, and what is saved between them must not be lost.
        pub(crate) fn wait_for_end(self) -> bool {
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

        /// Ends the program by the signal. Does only what cannot block.
        pub(crate) fn end_at_once(self) {
            let _ = disable_raw_mode();
            self.end_by_it();
        }
    }

    /// Catches signals from now on. Returns the work of a thread that passes them on. Those that `send` does not
    /// take act by default: a handler cannot be removed.
    pub(crate) fn listen(
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
    pub(crate) fn is_ignored(signal: i32) -> bool {
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
    pub(crate) fn suspend() {
        let _ = kill_current_process_group(Signal::TSTP);
    }

    /// Stops this program until the shell continues it.
    pub(crate) fn stop() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    /// There are no signals here.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Call {
        /// Never sent.
        End(i32),
        /// Never sent.
        Stop,
        /// Never sent.
        Continued,
        /// Never sent.
        Resized,
    }

    impl Call {
        pub(crate) const HUNG_UP: Self = Self::End(1);

        pub(crate) const INTERRUPTED: Self = Self::End(2);

        pub(crate) fn end_by_it(self) {}

        pub(crate) fn act_by_default(self) {}

        pub(crate) fn wait_for_end(self) -> bool {
            false
        }

        pub(crate) fn end_at_once(self) {}
    }

    /// Listens to nothing.
    #[allow(clippy::unnecessary_wraps)] // as on the systems that have signals
    pub(crate) fn listen(
        _: impl Fn(Call) -> bool + Send + 'static,
    ) -> io::Result<impl FnOnce() + Send + 'static> {
        Ok(|| ())
    }

    /// Does nothing: no signal asks for patience here.
    pub(crate) fn start_ending() {}

    /// Does nothing: there is no shell to return to here.
    pub(crate) fn suspend() {}

    /// Does nothing, like [`suspend`].
    pub(crate) fn stop() {}
}
