//! Operating system signals: termination, suspending and resizing.

use std::time::Duration;

#[cfg(unix)]
pub(super) use unix::{Call, Signals, start_ending, stop, suspend};

#[cfg(not(unix))]
pub(super) use elsewhere::{Call, Signals, start_ending, stop, suspend};

/// How long the program may take to end before it says what it waits for, and another signal ends it at
/// once.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

#[cfg(unix)]
mod unix {
    use std::io;
    use std::process;
    use std::sync::OnceLock;
    use std::thread::{self, JoinHandle};
    use std::time::Instant;

    use crossterm::terminal::disable_raw_mode;
    use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
    use signal_hook::consts::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
        SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::iterator::{Handle, Signals as SignalIterator};
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
    pub(in crate::app::tui) fn start_ending() {
        ENDING_SINCE.get_or_init(Instant::now);
    }

    /// A request made by a signal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app::tui) enum Call {
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
        pub(in crate::app::tui) const HUNG_UP: Self = Self::End(SIGHUP);

        /// Ends the program by the signal's default action, so that a shell or a supervisor sees the cause:
        /// a shell's exit status is 128 plus the signal's number.
        pub(in crate::app::tui) fn end_by_it(self) {
            if let Self::End(signal) = self {
                let _ = emulate_default_handler(signal);
                // It knows the common signals only.
                process::exit(128 + signal);
            }
        }
    }

    /// A thread that forwards signals as messages. It ends on drop.
    pub(in crate::app::tui) struct Signals {
        handle: Handle,
        thread: Option<JoinHandle<()>>,
    }

    impl Signals {
        /// Starts listening and sends signals as long as there is a receiver.
        pub(in crate::app::tui) fn listen(
            send: impl Fn(Call) -> bool + Send + 'static,
        ) -> io::Result<Self> {
            let mut signals = SignalIterator::new(TERMINATION)?;
            let handle = signals.handle();
            for signal in [SIGTSTP, SIGCONT, SIGWINCH] {
                handle.add_signal(signal)?;
            }
            for signal in others() {
                // Where it cannot be caught, it ends the program as before.
                let _ = handle.add_signal(signal);
            }
            let thread = thread::Builder::new()
                .name("signals".to_owned())
                .spawn(move || {
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
                        if let Call::End(_) = call {
                            let since = ENDING_SINCE.get_or_init(Instant::now);
                            if since.elapsed() >= PATIENCE {
                                // The program hangs. Only what cannot block is done.
                                let _ = disable_raw_mode();
                                call.end_by_it();
                            }
                        }
                        if !send(call) {
                            return;
                        }
                    }
                })?;
            Ok(Self {
                handle,
                thread: Some(thread),
            })
        }
    }

    impl Drop for Signals {
        fn drop(&mut self) {
            self.handle.close();
            if let Some(thread) = self.thread.take() {
                // Nothing in it can panic.
                let _ = thread.join();
            }
        }
    }

    /// Suspends the job, like Ctrl-Z in a program that does not read it as a key: this program and
    /// everything started with it. Each gets the signal; here it is [`Call::Stop`].
    pub(in crate::app::tui) fn suspend() {
        let _ = kill_current_process_group(Signal::TSTP);
    }

    /// Stops this program until the shell continues it.
    pub(in crate::app::tui) fn stop() {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    /// There are no signals here.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app::tui) enum Call {
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
        pub(in crate::app::tui) const HUNG_UP: Self = Self::End(1);

        pub(in crate::app::tui) fn end_by_it(self) {}
    }

    /// Listens to nothing.
    pub(in crate::app::tui) struct Signals;

    impl Signals {
        #[allow(clippy::unnecessary_wraps)] // as on the systems that have signals
        pub(in crate::app::tui) fn listen(_: impl Fn(Call) -> bool) -> io::Result<Self> {
            Ok(Self)
        }
    }

    /// Does nothing: no signal asks for patience here.
    pub(in crate::app::tui) fn start_ending() {}

    /// Does nothing: there is no shell to return to here.
    pub(in crate::app::tui) fn suspend() {}

    /// Does nothing, like [`suspend`].
    pub(in crate::app::tui) fn stop() {}
}
