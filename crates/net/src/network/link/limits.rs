//! The limits of a connection in time.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv6Addr, TcpStream};
use std::time::{Duration, Instant};

/// The longest handshake.
pub(super) const HANDSHAKE: Duration = Duration::from_secs(5);

/// The longest time to write a message.
pub(super) const WRITE: Duration = Duration::from_secs(3);

/// The messages that may come at once, and then each second.
const MESSAGES: (f64, f64) = (40.0, 10.0);

/// The spectators that may come from one address at once, and then each second: coming and going is news for the
/// players.
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

    /// Limits how often spectators come from one address.
    const fn of_spectators(now: Instant) -> Self {
        Self::new(SPECTATORS, now)
    }

    const fn new(size: (f64, f64), now: Instant) -> Self {
        Self {
            left: size.0,
            at: now,
            size,
        }
    }

    /// Fills the bucket for the time since the last call. Returns whether it is full.
    fn fill(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.size.1;
        self.at = now;
        self.left = (self.left + gained).min(self.size.0);
        self.left >= self.size.0
    }

    /// Takes one from the bucket. Returns `false` if it is empty.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        self.fill(now);
        let is_allowed = self.left >= 1.0;
        self.left -= if is_allowed { 1.0 } else { 0.0 };
        is_allowed
    }
}

/// A place on the network that others share limits with: an address, or a network of IPv6, whose addresses one
/// computer can all have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AddressBlock(IpAddr);

impl AddressBlock {
    /// Returns the place at the other end of a connection.
    pub(super) fn of(stream: &TcpStream) -> io::Result<Self> {
        Ok(Self::at(stream.peer_addr()?.ip()))
    }

    pub(super) const fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            address @ IpAddr::V4(_) => address,
        })
    }

    /// Returns the place that comes most often among these, of several the first, and how often.
    pub(super) fn most_common(
        places: &(impl Iterator<Item = Self> + Clone),
    ) -> Option<(Self, usize)> {
        let count = |place| places.clone().filter(|&other| other == place).count();
        let mut most: Option<(Self, usize)> = None;
        for place in places.clone() {
            let count = count(place);
            if most.is_none_or(|(_, most)| count > most) {
                most = Some((place, count));
            }
        }
        most
    }
}

/// The most places that are remembered.
const PLACES: usize = 256;

/// How often spectators came from each place, the first to come first.
#[derive(Default)]
pub(super) struct Arrivals(Vec<(AddressBlock, Rate)>);

impl Arrivals {
    /// Counts an arrival. Returns `false` if they come too often from there.
    pub(super) fn allows(&mut self, place: AddressBlock, now: Instant) -> bool {
        // Nothing is known about a place whose bucket is full.
        self.0.retain_mut(|(_, rate)| !rate.fill(now));
        let at = self.0.iter().position(|(known, _)| *known == place);
        let at = at.unwrap_or_else(|| {
            if self.0.len() == PLACES {
                self.0.remove(0);
            }
            self.0.push((place, Rate::of_spectators(now)));
            self.0.len() - 1
        });
        self.0[at].1.allows(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(address: &str) -> AddressBlock {
        AddressBlock::at(address.parse().unwrap())
    }

    #[test]
    fn spectators_from_one_address_do_not_use_up_the_arrivals_of_others() {
        let start = Instant::now();
        let mut arrivals = Arrivals::default();
        let eve = place("192.0.2.7");
        assert_eq!(
            (0..1000).filter(|_| arrivals.allows(eve, start)).count(),
            20
        );
        assert!(arrivals.allows(place("192.0.2.8"), start));
        assert!(!arrivals.allows(eve, start));
        let later = start + Duration::from_secs(6);
        assert!(arrivals.allows(eve, later) && !arrivals.allows(eve, later));
        // A computer has many addresses of IPv6.
        let far = |index: u32| place(&format!("2001:db8::{index:x}"));
        let count = (0..1000)
            .filter(|&index| arrivals.allows(far(index), later))
            .count();
        assert_eq!(count, 20);
        assert!(arrivals.allows(place("2001:db8:0:1::1"), later));
    }

    #[test]
    fn places_are_forgotten_in_time_and_never_use_much_memory() {
        let start = Instant::now();
        let mut arrivals = Arrivals::default();
        let nth = |index: u32| AddressBlock::at(IpAddr::V4(index.into()));
        assert!((0..1000).all(|index| arrivals.allows(nth(index), start)));
        assert_eq!(arrivals.0.len(), PLACES);
        assert!(arrivals.allows(nth(0), start + Duration::from_secs(100)));
        assert_eq!(arrivals.0.len(), 1);
    }

    #[test]
    fn the_first_of_the_most_common_places_is_found() {
        let [a, b, c] = ["192.0.2.1", "::ffff:192.0.2.2", "192.0.2.2"].map(place);
        assert_eq!(AddressBlock::most_common(&[].into_iter()), None);
        assert_eq!(AddressBlock::most_common(&[a, b].into_iter()), Some((a, 1)));
        assert_eq!(
            AddressBlock::most_common(&[a, b, c].into_iter()),
            Some((c, 2))
        );
    }

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
