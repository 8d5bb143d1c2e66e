//! The limits of a connection in time.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest handshake.
pub(super) const HANDSHAKE: Duration = Duration::from_secs(5);

/// The longest time to write a message.
pub(super) const WRITE: Duration = Duration::from_secs(3);

/// The messages that may come at once, and then each second.
const MESSAGES: (f64, f64) = (40.0, 10.0);

/// The spectators that may come at once, and then each second: coming and going is news for the players.
const SPECTATORS: (f64, f64) = (20.0, 0.2);

/// A stream whose reads and writes all end by a deadline.
pub(super) struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    pub(super) fn new(stream: &'a TcpStream, time: Duration) -> Self {
        Self {
            stream,
            deadline: Instant::now() + time,
        }
    }

    pub(super) fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }
}

/// Names a timeout the same on every system.
pub(super) fn timed_out(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::WouldBlock => ErrorKind::TimedOut.into(),
        _ => error,
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes).map_err(timed_out)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A limit in time: a bucket that fills at a rate.
pub(super) struct Rate {
    left: f64,
    at: Instant,
    /// What the bucket holds, and what it gains each second.
    size: (f64, f64),
}

impl Rate {
    /// Limits the messages of a connection.
    pub(super) const fn of_messages(now: Instant) -> Self {
        Self::new(MESSAGES, now)
    }

    /// Limits how often spectators come.
    pub(super) const fn of_spectators(now: Instant) -> Self {
        Self::new(SPECTATORS, now)
    }

    const fn new(size: (f64, f64), now: Instant) -> Self {
        Self {
            left: size.0,
            at: now,
            size,
        }
    }

    /// Takes one from the bucket. Returns `false` if it is empty.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.size.1;
        self.at = now;
        self.left = (self.left + gained).min(self.size.0);
        let is_allowed = self.left >= 1.0;
        self.left -= if is_allowed { 1.0 } else { 0.0 };
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_over_and_a_read_that_would_block_are_timeouts() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let over = Timed::new(&stream, Duration::ZERO).left().unwrap_err();
        assert_eq!(over.kind(), ErrorKind::TimedOut);
        let hour = Duration::from_secs(3600);
        let left = Timed::new(&stream, hour).left().unwrap().unwrap();
        assert!(left <= hour && !left.is_zero());
        let named = |kind: ErrorKind| timed_out(kind.into()).kind();
        assert_eq!(named(ErrorKind::WouldBlock), ErrorKind::TimedOut);
        assert_eq!(named(ErrorKind::BrokenPipe), ErrorKind::BrokenPipe);
    }

    #[test]
    fn what_is_refused_delays_nobody_else() {
        let start = Instant::now();
        let mut rate = Rate::of_spectators(start);
        assert_eq!((0..1000).filter(|_| rate.allows(start)).count(), 20);
        assert!(rate.allows(start + Duration::from_secs(6)));
    }

    #[test]
    fn messages_may_come_at_once_but_not_for_long() {
        let start = Instant::now();
        let mut rate = Rate::of_messages(start);
        assert!((0..40).all(|_| rate.allows(start)));
        assert!(!rate.allows(start));
        let mut rate = Rate::of_messages(start);
        let tenth = Duration::from_millis(100);
        assert!((1..1000).all(|index| rate.allows(start + tenth * index)));
    }
}
