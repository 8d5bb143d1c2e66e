//! Terminal input: a thread that turns bytes into events.
//!
//! The bytes are decoded here, because no library bounds a paste without an end, survives every sequence
//! that a terminal may send, and notices that the terminal is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{io, thread};

use reversi_table::background::catch;
use reversi_table::store::document::wait_for;
pub(super) use reversi_table::system::input::{ARE_READ, Bytes, read};
use reversi_tui::event::InputEvent;
use reversi_tui::{Decoder, Input};

/// The answers of the terminal that the program waits for: how many are still owed, and until when it waits.
#[derive(Clone, Debug)]
pub(super) struct Owed {
    answers: Arc<AtomicUsize>,
    until: Instant,
}

impl Owed {
    /// Waits for this many answers from now on.
    pub(super) fn new(answers: usize) -> Self {
        Self {
            answers: Arc::new(AtomicUsize::new(answers)),
            until: Instant::now() + ANSWER_PATIENCE,
        }
    }

    /// Waits until the answers that are owed have been read, so that the shell does not read them; not for long.
    pub(super) fn wait(&self) {
        let patience = self.until.saturating_duration_since(Instant::now());
        let is_read = || self.answers.load(Ordering::Relaxed) == 0;
        let _ = wait_for(patience.min(LATE), &is_read, || None::<()>);
    }
}

/// How long an answer may take. A later one is taken as well, but Esc does not wait for it.
const ANSWER_PATIENCE: Duration = Duration::from_secs(1);

/// How long the end of the program is held up for answers of the terminal.
const LATE: Duration = Duration::from_millis(300);

/// Starts the thread that reads input. When it ends before its receiver, it calls `lost`: with `None` if
/// the terminal is gone, otherwise with the error or the panic that ended it.
pub(super) fn listen(
    owed: Owed,
    send: impl FnMut(Input) -> bool + Send + 'static,
    lost: impl FnOnce(Option<io::Error>) + Send + 'static,
) -> io::Result<()> {
    let read = move || {
        if ARE_READ {
            read_bytes(&owed, send)
        } else {
            read_events(send)
        }
    };
    listen_to(read, lost)
}

fn listen_to(
    read: impl FnOnce() -> io::Result<()> + Send + 'static,
    lost: impl FnOnce(Option<io::Error>) + Send + 'static,
) -> io::Result<()> {
    let input = thread::Builder::new().name("input".to_owned());
    input.spawn(move || {
        let end = catch(read).unwrap_or_else(|panic| Err(io::Error::other(panic)));
        lost(end.err());
    })?;
    Ok(())
}

/// Sends events as crossterm reads them, where the system gives no bytes, as long as there is a receiver.
fn read_events(mut send: impl FnMut(Input) -> bool) -> io::Result<()> {
    loop {
        let event = InputEvent::from_crossterm(crossterm::event::read()?);
        if event.is_some_and(|event| !send(Input::Terminal(event))) {
            return Ok(());
        }
    }
}

/// Sends the events that the bytes of the terminal mean, as long as there is a receiver and a terminal.
fn read_bytes(owed: &Owed, mut send: impl FnMut(Input) -> bool) -> io::Result<()> {
    let mut decoder = Decoder::default();
    decoder.expect(owed.answers.load(Ordering::Relaxed), owed.until);
    let mut bytes = [0; 4096];
    loop {
        let mut event = None;
        let left = decoder
            .deadline()
            .map(|at| at.saturating_duration_since(Instant::now()));
        match read(&mut bytes, left)? {
            Bytes::Some(count) => decoder.feed(&bytes[..count], Instant::now()),
            Bytes::NoneYet => event = decoder.end_sequence(),
            Bytes::Interrupted => {}
            Bytes::Gone => return Ok(()),
        }
        while let Some(next) = event.or_else(|| decoder.next_input()) {
            if !send(next) {
                return Ok(());
            }
            event = None;
        }
        owed.answers.store(decoder.owed(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_thread_that_panics_is_noticed() {
        let (sender, receiver) = mpsc::channel();
        let lost = move |error: Option<io::Error>| sender.send(error.unwrap().to_string()).unwrap();
        listen_to(|| panic!("an impossible key"), lost).unwrap();
        let reason = receiver.recv().unwrap();
        assert!(reason.starts_with("internal error: "), "{reason}");
        assert!(reason.contains("an impossible key"), "{reason}");
    }

    #[test]
    fn the_end_of_the_terminal_is_no_error() {
        let (sender, receiver) = mpsc::channel();
        listen_to(
            || Ok(()),
            move |error| sender.send(error.is_none()).unwrap(),
        )
        .unwrap();
        assert!(receiver.recv().unwrap());
    }
}
