//! The signals of the system: those that end the program, and suspending.

#[cfg(unix)]
pub(super) use unix::{Call, Signals, suspend};

#[cfg(not(unix))]
pub(super) use elsewhere::{Call, Signals, suspend};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::thread::{self, JoinHandle};
    use std::time::Duration;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals as Iterator};
    use signal_hook::low_level::emulate_default_handler;

    /// What a signal asks for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app::tui) enum Call {
        /// To end; the number of the signal.
        End(i32),
        /// To go on after having been stopped: the terminal may have changed meanwhile.
        Continued,
    }

    impl Call {
        /// Ends the program as the signal does by itself, so that a shell or a supervisor sees what
        /// happened: the exit status is 128 and the signal's number in a shell.
        pub(in crate::app::tui) fn end_by_it(self) -> io::Result<()> {
            match self {
                Self::End(signal) => emulate_default_handler(signal),
                Self::Continued => Ok(()),
            }
        }
    }

    /// A thread that passes signals on as messages. It ends when this is dropped.
    pub(in crate::app::tui) struct Signals {
        handle: Handle,
        thread: Option<JoinHandle<()>>,
    }

    impl Signals {
        /// Begins to listen, and to send what comes as long as somebody takes it.
        pub(in crate::app::tui) fn listen(
            send: impl Fn(Call) -> bool + Send + 'static,
        ) -> io::Result<Self> {
            let mut signals = Iterator::new([SIGTERM, SIGHUP, SIGINT, SIGCONT])?;
            let handle = signals.handle();
            let thread = thread::Builder::new()
                .name("signals".to_owned())
                .spawn(move || {
                    for signal in signals.forever() {
                        let call = match signal {
                            SIGCONT => Call::Continued,
                            signal => Call::End(signal),
                        };
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
                // It does nothing that could panic.
                let _ = thread.join();
            }
        }
    }

    /// Stops the job, as Ctrl-Z does in a program that does not read it as a key: this program and
    /// whatever was started together with it. Returns when the shell continues it.
    pub(in crate::app::tui) fn suspend() {
        use rustix::process::{Signal, kill_current_process_group};
        // Where nobody controls jobs the system ignores it, and nothing has happened.
        let _ = kill_current_process_group(Signal::TSTP);
        // The signal may reach another thread first: the terminal must not be taken again before it
        // stops this one.
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    /// There are no signals here.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app::tui) enum Call {
        /// Never sent.
        Continued,
    }

    impl Call {
        pub(in crate::app::tui) fn end_by_it(self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Nothing to listen to.
    pub(in crate::app::tui) struct Signals;

    impl Signals {
        #[allow(clippy::unnecessary_wraps)] // as on the systems that have signals
        pub(in crate::app::tui) fn listen(_: impl Fn(Call) -> bool) -> io::Result<Self> {
            Ok(Self)
        }
    }

    /// There is no shell to go back to here.
    pub(in crate::app::tui) fn suspend() {}
}
