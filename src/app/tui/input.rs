//! Terminal input: a thread that turns bytes into events.
//!
//! The bytes are decoded here, because no library bounds a paste without an end, survives every sequence
//! that a terminal may send, and notices that the terminal is gone.

use std::io;
use std::thread;

use crossterm::event::Event;

use crate::app::background::catch;

#[cfg(not(unix))]
use elsewhere::read;
#[cfg(unix)]
use unix::read;

/// What the terminal sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// A key, the mouse or a paste.
    Event(Event),
    /// The answer to a question.
    #[cfg_attr(not(unix), allow(dead_code))] // nothing is asked there
    Answer(Answer),
}

/// An answer of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its background colour: red, green and blue.
    Background([u8; 3]),
    /// It knows the graphics protocol of kitty.
    Graphics,
    /// Whether a terminal of its name and version draws the placeholders of that protocol.
    Placeholders(bool),
}

/// Starts the thread that reads input. When it ends before its receiver, it calls `lost`: with `None` if
/// the terminal is gone, otherwise with the error or the panic that ended it.
pub(super) fn listen(
    send: impl FnMut(Received) -> bool + Send + 'static,
    lost: impl FnOnce(Option<io::Error>) + Send + 'static,
) -> io::Result<()> {
    listen_to(|| read(send), lost)
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

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    use super::Received;

    /// Sends events as long as there is a receiver.
    pub(super) fn read(mut send: impl FnMut(Received) -> bool) -> io::Result<()> {
        while send(Received::Event(crossterm::event::read()?)) {}
        Ok(())
    }
}

#[cfg(unix)]
mod decoder;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    use super::Received;
    use super::decoder::Decoder;

    /// Sends events as long as there is a receiver and a terminal.
    pub(super) fn read(mut send: impl FnMut(Received) -> bool) -> io::Result<()> {
        let terminal = io::stdin();
        let wait =
            |pause: Option<&Timespec>| poll(&mut [PollFd::new(&terminal, PollFlags::IN)], pause);
        let mut decoder = Decoder::default();
        let mut bytes = [0; 4096];
        loop {
            let mut event = None;
            let left = decoder
                .deadline()
                .map(|at| at.saturating_duration_since(Instant::now()));
            let left = left.map(Timespec::try_from).transpose();
            let left = left.map_err(io::Error::other)?;
            match left.map(|left| wait(Some(&left))) {
                Some(Ok(0)) => event = decoder.end_sequence(),
                Some(Err(Errno::INTR)) => {}
                _ => match rustix::io::read(&terminal, &mut bytes) {
                    // In raw mode no key ends the input: the terminal is gone.
                    Ok(0) | Err(Errno::IO) => return Ok(()),
                    Ok(count) => decoder.feed(&bytes[..count], Instant::now()),
                    Err(Errno::INTR) => {}
                    // Another program has made the terminal non-blocking.
                    Err(Errno::AGAIN) => drop(wait(None)?),
                    Err(error) => return Err(error.into()),
                },
            }
            while let Some(next) = event.or_else(|| decoder.next()) {
                if !send(next) {
                    return Ok(());
                }
                event = None;
            }
        }
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
