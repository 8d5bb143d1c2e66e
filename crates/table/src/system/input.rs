//! The bytes of the terminal.

pub use bytes::{ARE_READ, read};

/// The result of reading from the terminal.
#[cfg_attr(not(unix), allow(dead_code))] // nothing is read there
pub enum Bytes {
    /// The number of bytes read.
    Some(usize),
    /// No bytes within the time limit.
    NoneYet,
    /// No bytes yet: try again.
    Interrupted,
    /// The terminal is gone.
    Gone,
}

#[cfg(unix)]
mod bytes {
    use std::io;
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    use super::Bytes;

    /// Whether raw bytes can be read, and with them the terminal's answers to queries.
    pub const ARE_READ: bool = true;

    /// Reads what the terminal has sent. Waits for it, with a limit or without.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read(bytes: &mut [u8], limit: Option<Duration>) -> io::Result<Bytes> {
        let terminal = io::stdin();
        let wait =
            |pause: Option<&Timespec>| poll(&mut [PollFd::new(&terminal, PollFlags::IN)], pause);
        let limit = limit.map(Timespec::try_from).transpose();
        let limit = limit.map_err(io::Error::other)?;
        match limit.map(|limit| wait(Some(&limit))) {
            Some(Ok(0)) => return Ok(Bytes::NoneYet),
            Some(Err(Errno::INTR)) => return Ok(Bytes::Interrupted),
            _ => {}
        }
        Ok(match rustix::io::read(&terminal, bytes) {
            // In raw mode no key ends the input: the terminal is gone.
            Ok(0) | Err(Errno::IO) => Bytes::Gone,
            Ok(count) => Bytes::Some(count),
            Err(Errno::INTR) => Bytes::Interrupted,
            Err(Errno::AGAIN) => {
                // Another program has made the terminal non-blocking.
                wait(None)?;
                Bytes::Interrupted
            }
            Err(error) => return Err(error.into()),
        })
    }
}

#[cfg(not(unix))]
mod bytes {
    use std::io;
    use std::time::Duration;

    use super::Bytes;

    /// The console sends events, not bytes.
    pub const ARE_READ: bool = false;

    /// Never called.
    ///
    /// # Errors
    /// Always: the console sends no bytes.
    pub fn read(_: &mut [u8], _: Option<Duration>) -> io::Result<Bytes> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
