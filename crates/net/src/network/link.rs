//! The connection to the other program, on separate threads: a host waits for its guest, and a guest
//! reconnects when the connection is lost. The owner never waits for the network; it takes
//! [`LinkEvent`]s with [`Link::poll`] after the waker was called.
//!
//! Without the code nobody gets past the handshake, which must end within a few seconds. Strangers cannot block
//! the guest: when too many connections wait, the oldest one is dropped.

mod limits;
mod shared;
mod spectating;
mod spectators;

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::channel::{Channel, ChannelError};
use super::code::{Code, Purpose};
use super::message::{GoodbyeReason, NetworkMessage, VERSION};
use reversi_notation::clean;
use reversi_table::background::Waker;
use reversi_table::phrase::io_reason;
use reversi_table::player::name::PersonName;
use reversi_table::table::{EndReason, LossReason};

use limits::{HANDSHAKE, Timed, WRITE};
use reversi_text::label;
use shared::{LinkState, SharedLink};

/// What happens on the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkEvent {
    /// The other program has connected, for the first time or again. Has the guest's name on the host's side.
    Connected(PersonName),
    /// A message.
    NetworkMessage(NetworkMessage),
    /// The connection is lost. The guest reconnects automatically.
    Lost(LossReason),
    /// The connection has ended for good. A host waits for a guest again.
    Ended(EndReason),
}

/// Why a guest cannot join.
#[derive(Debug)]
pub enum JoinError {
    /// The address is wrong or nobody is there.
    Connect {
        /// The address, safe to show.
        address: String,
        /// Why not.
        why: io::Error,
    },
    /// The host closed the connection during the handshake.
    Code,
    /// The host closed the connection to a spectator during the handshake.
    WatchCode,
    /// The handshake failed in another way.
    Channel(LossReason),
}

/// A connection to the other program. Dropping it says goodbye and ends its threads.
pub(crate) struct Link {
    shared: Arc<SharedLink>,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("is_connected", &self.shared.state.lock().peer.is_some())
            .finish_non_exhaustive()
    }
}

impl Link {
    /// Waits for a guest on a thread, and for spectators if they have a code.
    ///
    /// # Errors
    /// The listener cannot be used, or no thread can be started.
    pub(crate) fn host(
        listener: TcpListener,
        code: Code,
        spectators: Option<Code>,
    ) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let shared = Arc::new(SharedLink::default());
        let host = Host {
            shared: Arc::clone(&shared),
            code,
            spectators,
        };
        let thread = thread::Builder::new()
            .name("host".to_owned())
            .spawn(move || host.listen(&listener))?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Connects to a host, to play or to watch, and then keeps the connection on a thread.
    ///
    /// # Errors
    /// [`JoinError`] if the first attempt fails.
    pub(crate) fn join(
        address: &str,
        code: Code,
        name: PersonName,
        purpose: Purpose,
    ) -> Result<Self, JoinError> {
        let shared = Arc::new(SharedLink::default());
        let guest = Guest {
            shared: Arc::clone(&shared),
            address: address.to_owned(),
            code,
            purpose,
            hello: NetworkMessage::Hello {
                version: VERSION,
                guest: rand::random(),
                name: name.to_string(),
            },
        };
        let first = guest.connect()?;
        let thread = thread::Builder::new()
            .name("guest".to_owned())
            .spawn(move || guest.stay(first))
            .map_err(|why| JoinError::Channel(LossReason::System(io_reason(&why))))?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Sets who is woken by events, and wakes it if there are some.
    pub(crate) fn set_waker(&self, waker: &Waker) {
        let mut state = self.shared.state.lock();
        state.waker = Some(Arc::clone(waker));
        let is_due = !state.events.is_empty();
        drop(state);
        if is_due {
            waker();
        }
    }

    /// Takes the oldest event.
    pub(crate) fn poll(&self) -> Option<LinkEvent> {
        self.shared.state.lock().events.pop_front()
    }

    /// Takes the oldest event, waiting for it until the time is over.
    pub(crate) fn wait(&self, patience: Duration) -> Option<LinkEvent> {
        let nothing = |state: &mut LinkState| state.events.is_empty();
        let mut state = self.shared.state.lock();
        let changed = &self.shared.changed;
        changed.wait_while_for(&mut state, nothing, patience);
        state.events.pop_front()
    }

    /// Sends a message, unless the connection is lost. A connection that does not take messages is closed.
    pub(crate) fn send(&self, message: NetworkMessage) {
        let state = self.shared.state.lock();
        if let Some(peer) = &state.peer
            && peer.outbox.try_send(message).is_err()
        {
            peer.cut();
        }
    }

    /// Returns how long nothing came from the other program before it connected last.
    pub(crate) fn silence(&self) -> Duration {
        self.shared.state.lock().silence
    }

    /// Lets the last message of the other program seem older.
    #[cfg(test)]
    pub(crate) fn age(&self, by: Duration) {
        let heard = &mut self.shared.state.lock().heard;
        *heard = heard.map(|heard| heard - by);
    }

    /// Returns the names of the spectators.
    pub(crate) fn watching(&self) -> Vec<PersonName> {
        self.shared.state.lock().spectators.names()
    }

    /// Returns whether a spectator came since the last call.
    pub(crate) fn take_new_spectators(&self) -> bool {
        self.shared.state.lock().spectators.take_new()
    }

    /// Replaces what the spectators see. Never waits for one of them.
    pub(crate) fn show(&self, view: &NetworkMessage) {
        self.shared.show(view);
    }

    /// Ends the connection at once, as a network that fails.
    #[cfg(test)]
    pub(crate) fn cut(&self) {
        if let Some(peer) = &self.shared.state.lock().peer {
            peer.cut();
        }
    }

    /// Sends the reason and closes the connection. A guest does not reconnect.
    pub(crate) fn close(&self, why: GoodbyeReason) {
        self.shared.close(why);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.shared.stop();
        // A guest that is still connecting ends when the system gives up.
        let is_connecting = self.shared.state.lock().is_connecting;
        if let Some(thread) = self.thread.take().filter(|_| !is_connecting) {
            // A panic there was printed there.
            let _ = thread.join();
        }
    }
}

/// How often a waiting host looks for a guest, and for the end.
const LOOK: Duration = Duration::from_millis(100);

/// The pause after a wrong code before its connection is closed.
const WRONG_CODE: Duration = Duration::from_secs(1);

/// The most threads for connections: those of the guest, the spectators and strangers.
const THREADS: usize = 48;

/// The side that waits for a guest.
struct Host {
    shared: Arc<SharedLink>,
    code: Code,
    /// The code for spectators; `None` if nobody may watch.
    spectators: Option<Code>,
}

impl Host {
    fn listen(&self, listener: &TcpListener) {
        thread::scope(|scope| {
            let mut threads: Vec<thread::ScopedJoinHandle<()>> = Vec::new();
            loop {
                threads.retain(|thread| !thread.is_finished());
                let has_room = threads.len() < THREADS;
                // Nobody is there, or a connection ended before it was accepted.
                let Some(Ok((stream, _))) = has_room.then(|| listener.accept()) else {
                    if self.shared.sleep(LOOK) {
                        return;
                    }
                    continue;
                };
                if self.shared.state.lock().is_stopped {
                    return;
                }
                let Ok(id) = self.shared.enter(&stream) else {
                    continue;
                };
                let thread = thread::Builder::new().name("connection".to_owned());
                let greet = move || {
                    self.greet(id, &stream);
                    self.shared.leave(id);
                };
                match thread.spawn_scoped(scope, greet) {
                    Ok(thread) => threads.push(thread),
                    Err(_) => self.shared.leave(id),
                }
            }
        });
    }

    /// Accepts a guest, and serves it until its connection ends.
    fn greet(&self, id: u64, stream: &TcpStream) {
        // On some systems the stream inherits it.
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        // Moves are small and should not wait for each other.
        let _ = stream.set_nodelay(true);
        let mut timed = Timed::new(stream, HANDSHAKE);
        let spectators = self.spectators.iter().map(|code| (Purpose::Watch, code));
        let codes: Vec<_> = [(Purpose::Play, &self.code)]
            .into_iter()
            .chain(spectators)
            .collect();
        let hello = Channel::host_any(&mut timed, &codes)
            .and_then(|(channel, purpose)| Ok((channel.receive(&mut timed)?, channel, purpose)));
        let (guest, version, name, channel, purpose) = match hello {
            Ok((
                NetworkMessage::Hello {
                    guest,
                    version,
                    name,
                },
                channel,
                purpose,
            )) => (guest, version, name, channel, purpose),
            Ok(_) => return,
            Err(error) => {
                if !error.is_closed() {
                    self.shared.hold(id, WRONG_CODE);
                }
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
        };
        let refuse = |why| {
            let mut timed = Timed::new(stream, WRITE);
            let _ = channel.send(&mut timed, &NetworkMessage::Goodbye { why });
            let _ = stream.shutdown(Shutdown::Both);
        };
        if version != VERSION {
            return refuse(GoodbyeReason::Version);
        }
        // The name of a computer player is no name.
        let name = name.parse().unwrap_or_default();
        if purpose == Purpose::Watch {
            let spectator = (guest, name);
            if let Err(why) = self.shared.serve_spectator(id, spectator, stream, &channel) {
                refuse(why);
            }
            return;
        }
        match self.shared.admit(id, guest, stream, name) {
            Some(inbox) => self.shared.converse(id, stream, &channel, inbox),
            None => refuse(GoodbyeReason::Busy),
        }
    }
}

/// The longest time to connect to a host.
const CONNECT: Duration = Duration::from_secs(5);

/// The pauses of a guest before it tries again: the first, and the longest.
const RETRY: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// The number of refused handshakes in a row after which a guest stops trying.
const REFUSALS: u32 = 5;

/// The side that connects, and reconnects.
struct Guest {
    shared: Arc<SharedLink>,
    address: String,
    code: Code,
    purpose: Purpose,
    hello: NetworkMessage,
}

impl Guest {
    /// Connects to the host and shows that it knows the code.
    fn connect(&self) -> Result<Connection, JoinError> {
        self.shared.state.lock().is_connecting = true;
        let connected = connect_to(&self.address);
        self.shared.state.lock().is_connecting = false;
        // From here on, dropping the link ends the connection.
        let entered = connected.and_then(|stream| Ok((self.shared.enter(&stream)?, stream)));
        let (id, stream) = entered.map_err(|why| JoinError::Connect {
            address: clean(&self.address).into_owned(),
            why,
        })?;
        let _ = stream.set_nodelay(true);
        let mut timed = Timed::new(&stream, HANDSHAKE);
        let channel = Channel::join_as(&mut timed, &self.code, self.purpose).and_then(|channel| {
            channel.send(&mut timed, &self.hello)?;
            Ok(channel)
        });
        match channel {
            Ok(channel) => Ok(Connection {
                id,
                stream,
                channel,
            }),
            Err(error) => {
                self.shared.leave(id);
                let is_wrong = error.is_closed() || matches!(error, ChannelError::NotEncrypted);
                Err(match self.purpose {
                    _ if !is_wrong => JoinError::Channel(error.into()),
                    Purpose::Play => JoinError::Code,
                    Purpose::Watch => JoinError::WatchCode,
                })
            }
        }
    }

    /// Stays connected until the link is dropped or the host says goodbye.
    fn stay(&self, first: Connection) {
        let mut connection = Some(first);
        let (mut pause, mut refusals) = (RETRY.0, 0);
        loop {
            if let Some(Connection {
                id,
                stream,
                channel,
            }) = connection.take()
            {
                (pause, refusals) = (RETRY.0, 0);
                if let Some(inbox) = self.shared.admit(id, 0, &stream, PersonName::EMPTY) {
                    self.shared.converse(id, &stream, &channel, inbox);
                }
                self.shared.leave(id);
            }
            if self.shared.state.lock().is_over || self.shared.sleep(pause) {
                return;
            }
            pause = (pause * 2).min(RETRY.1);
            match self.connect() {
                Ok(connected) => connection = Some(connected),
                Err(JoinError::Code | JoinError::WatchCode) => refusals += 1,
                Err(_) => {}
            }
            if refusals == REFUSALS {
                self.shared
                    .add_event(LinkEvent::Ended(EndReason::CodeRefused));
                return;
            }
        }
    }
}

/// A connection after its handshake.
struct Connection {
    id: u64,
    stream: TcpStream,
    channel: Channel,
}

fn connect_to(address: &str) -> io::Result<TcpStream> {
    // Each system says it in its own way.
    let not_found = || {
        let clause = label!("this address cannot be found");
        io::Error::new(ErrorKind::NotFound, clause.text())
    };
    let mut last = not_found();
    for address in address.to_socket_addrs().map_err(|_| not_found())? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Two links to each other.
    fn pair() -> (Link, Link) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let code = Code::random();
        let host = Link::host(listener, code.clone(), None).unwrap();
        let guest = Link::join(&address, code, "Bob".parse().unwrap(), Purpose::Play).unwrap();
        (host, guest)
    }

    #[test]
    fn a_hundred_links_leave_no_thread() {
        for _ in 0..100 {
            let (host, guest) = pair();
            let connected = LinkEvent::Connected("Bob".parse().unwrap());
            assert_eq!(host.wait(PATIENCE), Some(connected));
            assert!(guest.wait(PATIENCE).is_some());
            guest.send(NetworkMessage::Resign { game: 1 });
            let message = LinkEvent::NetworkMessage(NetworkMessage::Resign { game: 1 });
            assert_eq!(host.wait(PATIENCE), Some(message));
            // Every thread holds the state as long as it runs.
            let shared = [&host, &guest].map(|link| Arc::downgrade(&link.shared));
            drop(host);
            let ended = LinkEvent::Ended(EndReason::Goodbye(GoodbyeReason::Quit));
            assert_eq!(guest.wait(PATIENCE), Some(ended));
            drop(guest);
            assert!(shared.iter().all(|shared| shared.strong_count() == 0));
        }
    }

    #[test]
    fn a_guest_that_is_sent_away_does_not_come_back() {
        let (host, guest) = pair();
        assert!(host.wait(PATIENCE).is_some() && guest.wait(PATIENCE).is_some());
        host.close(GoodbyeReason::Rules);
        let ended = LinkEvent::Ended(EndReason::Goodbye(GoodbyeReason::Rules));
        assert_eq!(guest.wait(PATIENCE), Some(ended));
        assert_eq!(guest.wait(RETRY.0 * 3), None);
        assert_eq!(host.poll(), None);
    }
}
