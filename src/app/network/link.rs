//! The connection to the other program, on threads of its own: a host waits for its guest, a guest comes
//! back when the connection is lost. The owner never waits for the network; it takes
//! [`LinkEvent`]s with [`Link::poll`] when the waker was called.
//!
//! Nobody without the code gets further than the handshake, which must be over in a few seconds, and
//! nobody keeps the guest out: when too many strangers wait, the oldest is dropped.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::channel::{Channel, ChannelError};
use super::code::Code;
use super::message::{Farewell, Message, VERSION};
use crate::app::background::Waker;
use crate::app::player::name::PersonName;
use crate::notation::clean;

/// The longest handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// The longest time to connect to a host.
const CONNECT: Duration = Duration::from_secs(5);

/// A side that has nothing to say says so this often.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// A connection without a whole message for so long is lost.
const SILENCE: Duration = Duration::from_secs(15);

/// The longest time to write a message.
const WRITE: Duration = Duration::from_secs(3);

/// How often a waiting host looks for a guest, and for the end.
const LOOK: Duration = Duration::from_millis(100);

/// The pause after a wrong code before its connection is closed.
const WRONG_CODE: Duration = Duration::from_secs(1);

/// The pauses of a guest before it tries again: the first, and the longest.
const RETRY: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// A guest gives up after so many refused handshakes in a row.
const REFUSALS: u32 = 5;

/// The most connections without a finished handshake.
const STRANGERS: usize = 8;

/// The most threads for connections.
const THREADS: usize = 32;

/// The most messages that wait to be sent or to be taken.
const QUEUE: usize = 64;

/// The messages that may come at once, and then each second.
const RATE: (u32, u32) = (40, 10);

/// What happens on the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkEvent {
    /// The other program is there, for the first time or again. For a host, with the guest's name.
    Connected(PersonName),
    /// A message.
    Message(Message),
    /// The connection is lost: a clause that says why. The guest tries to come back by itself.
    Lost(String),
    /// The connection has ended for good: a clause that says why. A host waits for a guest again.
    Ended(String),
}

/// Why a guest cannot join. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The address is wrong or nobody is there.
    #[error("cannot connect to {address}: {why}")]
    Connect {
        /// The address, safe to show.
        address: String,
        /// Why not.
        why: io::Error,
    },
    /// The host closed the connection during the handshake.
    #[error("the host did not accept the code; check it, and that a host is waiting there")]
    Code,
    /// The handshake failed in another way.
    #[error("cannot join: {0}")]
    Channel(ChannelError),
}

/// A connection to the other program. Dropping it says goodbye and ends its threads.
pub struct Link {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("is_connected", &self.shared.lock().peer.is_some())
            .finish_non_exhaustive()
    }
}

impl Link {
    /// Waits for a guest on a thread.
    ///
    /// # Errors
    /// The listener cannot be used, or no thread can be started.
    pub fn host(listener: TcpListener, code: Code) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let shared = Arc::new(Shared::default());
        let host = Host {
            shared: Arc::clone(&shared),
            code,
        };
        let thread = thread::Builder::new()
            .name("host".to_owned())
            .spawn(move || host.listen(&listener))?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Connects to a host, and then keeps the connection on a thread.
    ///
    /// # Errors
    /// [`JoinError`] if the first attempt fails.
    pub fn join(address: &str, code: Code, name: PersonName) -> Result<Self, JoinError> {
        let shared = Arc::new(Shared::default());
        let guest = Guest {
            shared: Arc::clone(&shared),
            address: address.to_owned(),
            code,
            hello: Message::Hello {
                version: VERSION,
                guest: rand::random(),
                name: name.to_string(),
            },
        };
        let first = guest.connect()?;
        let thread = thread::Builder::new()
            .name("guest".to_owned())
            .spawn(move || guest.stay(first))
            .map_err(|why| JoinError::Channel(why.into()))?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Sets who is woken by events, and wakes it if there are some.
    pub fn set_waker(&self, waker: &Waker) {
        let mut state = self.shared.lock();
        state.waker = Some(Arc::clone(waker));
        let is_due = !state.events.is_empty();
        drop(state);
        if is_due {
            waker();
        }
    }

    /// Takes the oldest event.
    #[must_use]
    pub fn poll(&self) -> Option<LinkEvent> {
        self.shared.lock().events.pop_front()
    }

    /// Takes the oldest event, waiting for it until the time is over.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> Option<LinkEvent> {
        let nothing = |state: &mut State| state.events.is_empty();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(self.shared.lock(), patience, nothing);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.events.pop_front()
    }

    /// Sends a message, unless the connection is lost. A connection that does not take messages is closed.
    pub fn send(&self, message: Message) {
        let state = self.shared.lock();
        if let Some(peer) = &state.peer
            && peer.outbox.try_send(message).is_err()
        {
            peer.cut();
        }
    }

    /// Says why and closes the connection. A guest does not come back.
    pub fn close(&self, why: Farewell) {
        self.shared.close(why);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.shared.stop();
        // A guest that waits for the system to connect ends soon by itself.
        let is_connecting = self.shared.lock().is_connecting;
        if let Some(thread) = self.thread.take().filter(|_| !is_connecting) {
            // A panic there was printed there.
            let _ = thread.join();
        }
    }
}

/// The state that the owner and the threads share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_stopped: bool,
    events: VecDeque<LinkEvent>,
    waker: Option<Waker>,
    peer: Option<Peer>,
    /// The connections that are not the peer's yet, the oldest first.
    strangers: VecDeque<(u64, TcpStream)>,
    /// The number of connections so far.
    count: u64,
    /// A guest's thread waits for the system, which cannot be stopped.
    is_connecting: bool,
    /// One side has closed the connection for good, so that a guest does not come back.
    is_over: bool,
}

/// The connection in use.
struct Peer {
    id: u64,
    /// The number of the guest.
    guest: u64,
    stream: TcpStream,
    outbox: SyncSender<Message>,
}

impl Peer {
    /// Ends the connection at once.
    fn cut(&self) {
        // It may have ended already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Shared {
    /// Locks the state, in which every change is a single step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until the time is over or the link is dropped. Returns whether it was dropped.
    fn sleep(&self, time: Duration) -> bool {
        let runs = |state: &mut State| !state.is_stopped;
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), time, runs)
            .unwrap_or_else(PoisonError::into_inner);
        waited.0.is_stopped
    }

    /// Adds an event. Returns `false` if the owner does not take them. There is always room for the end of
    /// a connection.
    fn tell(&self, event: LinkEvent) -> bool {
        let mut state = self.lock();
        let is_end = matches!(event, LinkEvent::Lost(_) | LinkEvent::Ended(_));
        if state.events.len() >= if is_end { 2 * QUEUE } else { QUEUE } {
            return false;
        }
        state.events.push_back(event);
        let waker = state.waker.clone();
        drop(state);
        self.changed.notify_all();
        if let Some(waker) = waker {
            waker();
        }
        true
    }

    /// Takes in a new connection as a stranger. Returns its number.
    fn enter(&self, stream: &TcpStream) -> io::Result<u64> {
        let other = stream.try_clone()?;
        let mut state = self.lock();
        if state.is_stopped {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        state.count += 1;
        let id = state.count;
        state.strangers.push_back((id, other));
        if state.strangers.len() > STRANGERS
            && let Some((_, oldest)) = state.strangers.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
            self.changed.notify_all();
        }
        Ok(id)
    }

    /// Keeps a stranger waiting, unless others come.
    fn hold(&self, id: u64, time: Duration) {
        let waits = |state: &mut State| state.strangers.iter().any(|(other, _)| *other == id);
        drop(self.changed.wait_timeout_while(self.lock(), time, waits));
    }

    fn leave(&self, id: u64) {
        self.lock()
            .strangers
            .retain(|(stranger, _)| *stranger != id);
    }

    /// Says why and closes the connection in use.
    fn close(&self, why: Farewell) {
        let mut state = self.lock();
        // A guest does not come back; a host waits for the next one.
        state.is_over = true;
        // Once the outbox is dropped, the connection ends after the last message.
        if let Some(peer) = state.peer.take() {
            let _ = peer.outbox.try_send(Message::Goodbye { why });
            let _ = peer.stream.shutdown(Shutdown::Read);
        }
    }

    fn stop(&self) {
        self.lock().is_stopped = true;
        self.close(Farewell::Quit);
        for (_, stranger) in self.lock().strangers.drain(..) {
            let _ = stranger.shutdown(Shutdown::Both);
        }
        self.changed.notify_all();
    }

    /// Makes a connection the one in use, unless there is another guest or the link is dropped. A guest that
    /// comes back replaces its old connection. Returns the messages to send.
    fn admit(
        &self,
        id: u64,
        guest: u64,
        stream: &TcpStream,
        name: PersonName,
    ) -> Option<Receiver<Message>> {
        let (outbox, inbox) = mpsc::sync_channel(QUEUE);
        let stream = stream.try_clone().ok()?;
        let mut state = self.lock();
        let is_other = |peer: &Peer| peer.guest != guest;
        if state.is_stopped || state.peer.as_ref().is_some_and(is_other) {
            return None;
        }
        let peer = Peer {
            id,
            guest,
            stream,
            outbox,
        };
        if let Some(old) = state.peer.replace(peer) {
            old.cut();
        }
        state.strangers.retain(|(stranger, _)| *stranger != id);
        drop(state);
        self.tell(LinkEvent::Connected(name)).then_some(inbox)
    }

    /// Receives and sends until the connection ends.
    fn converse(&self, id: u64, stream: &TcpStream, channel: &Channel, inbox: Receiver<Message>) {
        let (end, was_in_use) = thread::scope(|scope| {
            let write = move || write_all(stream, channel, &inbox);
            let writer = thread::Builder::new().name("sender".to_owned());
            let writer = writer.spawn_scoped(scope, write);
            let end = match &writer {
                Ok(_) => self.receive_all(stream, channel),
                Err(error) => LinkEvent::Lost(error.to_string()),
            };
            // Without its outbox the writer ends after the last message.
            let peer = self.lock().peer.take_if(|peer| peer.id == id);
            (end, peer.is_some())
        });
        let _ = stream.shutdown(Shutdown::Both);
        // The owner knows of a connection that it closed or that was replaced.
        if was_in_use {
            self.tell(end);
        }
    }

    /// Receives until the connection ends. Returns why it did.
    fn receive_all(&self, stream: &TcpStream, channel: &Channel) -> LinkEvent {
        let mut rate = Rate::new(Instant::now());
        loop {
            let mut timed = Timed::new(stream, SILENCE);
            let message = match channel.receive(&mut timed) {
                Ok(message) => message,
                Err(error) if error.is_closed() => {
                    return LinkEvent::Lost("the other side is gone".to_owned());
                }
                Err(ChannelError::Io(error)) if error.kind() == ErrorKind::TimedOut => {
                    return LinkEvent::Lost("the other side is silent".to_owned());
                }
                Err(error) => return LinkEvent::Lost(clean(&error.to_string()).into_owned()),
            };
            if !rate.allows(Instant::now()) {
                return LinkEvent::Lost("the other side sends too many messages".to_owned());
            }
            match message {
                Message::Ping => {}
                Message::Goodbye { why } => {
                    self.lock().is_over = true;
                    return LinkEvent::Ended(why.to_string());
                }
                message => {
                    if !self.tell(LinkEvent::Message(message)) {
                        return LinkEvent::Lost("too many messages are waiting".to_owned());
                    }
                }
            }
        }
    }
}

/// Sends messages, and a sign of life when there are none, until the outbox is dropped.
fn write_all(stream: &TcpStream, channel: &Channel, inbox: &Receiver<Message>) {
    loop {
        let message = match inbox.recv_timeout(HEARTBEAT) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => Message::Ping,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let mut timed = Timed::new(stream, WRITE);
        if channel.send(&mut timed, &message).is_err() {
            // The reader notices.
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}

/// The side that waits for a guest.
struct Host {
    shared: Arc<Shared>,
    code: Code,
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
                if self.shared.lock().is_stopped {
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

    /// Lets a guest in, and stays with it until its connection ends.
    fn greet(&self, id: u64, stream: &TcpStream) {
        // On some systems the stream inherits it.
        if stream.set_nonblocking(false).is_err() {
            return;
        }
        // Moves are small and should not wait for each other.
        let _ = stream.set_nodelay(true);
        let mut timed = Timed::new(stream, HANDSHAKE);
        let hello = Channel::host(&mut timed, &self.code)
            .and_then(|channel| Ok((channel.receive(&mut timed)?, channel)));
        let (guest, version, name, channel) = match hello {
            Ok((
                Message::Hello {
                    guest,
                    version,
                    name,
                },
                channel,
            )) => (guest, version, name, channel),
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
            let _ = channel.send(&mut timed, &Message::Goodbye { why });
            let _ = stream.shutdown(Shutdown::Both);
        };
        if version != VERSION {
            return refuse(Farewell::Version);
        }
        // The name of a computer player is no name.
        let name = name.parse().unwrap_or_default();
        match self.shared.admit(id, guest, stream, name) {
            Some(inbox) => self.shared.converse(id, stream, &channel, inbox),
            None => refuse(Farewell::Busy),
        }
    }
}

/// The side that comes, and comes back.
struct Guest {
    shared: Arc<Shared>,
    address: String,
    code: Code,
    hello: Message,
}

impl Guest {
    /// Connects to the host and shows that it knows the code.
    fn connect(&self) -> Result<Connection, JoinError> {
        self.shared.lock().is_connecting = true;
        let connected = connect_to(&self.address);
        self.shared.lock().is_connecting = false;
        // From here on, dropping the link ends the connection.
        let entered = connected.and_then(|stream| Ok((self.shared.enter(&stream)?, stream)));
        let (id, stream) = entered.map_err(|why| JoinError::Connect {
            address: clean(&self.address).into_owned(),
            why,
        })?;
        let _ = stream.set_nodelay(true);
        let mut timed = Timed::new(&stream, HANDSHAKE);
        let channel = Channel::join(&mut timed, &self.code).and_then(|channel| {
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
                Err(if is_wrong {
                    JoinError::Code
                } else {
                    JoinError::Channel(error)
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
            if self.shared.lock().is_over || self.shared.sleep(pause) {
                return;
            }
            pause = (pause * 2).min(RETRY.1);
            match self.connect() {
                Ok(connected) => connection = Some(connected),
                Err(JoinError::Code) => refusals += 1,
                Err(_) => {}
            }
            if refusals == REFUSALS {
                let why = "the host does not accept the code any more; join again with a new one";
                self.shared.tell(LinkEvent::Ended(why.to_owned()));
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
    let mut last = io::Error::new(ErrorKind::NotFound, "there is no such address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A stream whose reads and writes all end by a deadline.
struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    fn new(stream: &'a TcpStream, time: Duration) -> Self {
        Self {
            stream,
            deadline: Instant::now() + time,
        }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }
}

/// Names a timeout the same on every system.
fn timed_out(error: io::Error) -> io::Error {
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

/// The limit of messages in time: a bucket that fills at [`RATE`].
struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    fn new(now: Instant) -> Self {
        Self {
            left: f64::from(RATE.0),
            at: now,
        }
    }

    /// Takes one message from the bucket. Returns `false` if it is empty.
    fn allows(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * f64::from(RATE.1);
        self.at = now;
        self.left = (self.left + gained).min(f64::from(RATE.0)) - 1.0;
        self.left >= 0.0
    }
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
        let host = Link::host(listener, code.clone()).unwrap();
        let guest = Link::join(&address, code, "Bob".parse().unwrap()).unwrap();
        (host, guest)
    }

    #[test]
    fn a_hundred_links_leave_no_thread() {
        for _ in 0..100 {
            let (host, guest) = pair();
            let connected = LinkEvent::Connected("Bob".parse().unwrap());
            assert_eq!(host.wait(PATIENCE), Some(connected));
            assert!(guest.wait(PATIENCE).is_some());
            guest.send(Message::Resign { game: 1 });
            let message = LinkEvent::Message(Message::Resign { game: 1 });
            assert_eq!(host.wait(PATIENCE), Some(message));
            // Every thread holds the state as long as it runs.
            let shared = [&host, &guest].map(|link| Arc::downgrade(&link.shared));
            drop(host);
            let ended = LinkEvent::Ended(Farewell::Quit.to_string());
            assert_eq!(guest.wait(PATIENCE), Some(ended));
            drop(guest);
            assert!(shared.iter().all(|shared| shared.strong_count() == 0));
        }
    }

    #[test]
    fn a_guest_that_is_sent_away_does_not_come_back() {
        let (host, guest) = pair();
        assert!(host.wait(PATIENCE).is_some() && guest.wait(PATIENCE).is_some());
        host.close(Farewell::Rules);
        let ended = LinkEvent::Ended(Farewell::Rules.to_string());
        assert_eq!(guest.wait(PATIENCE), Some(ended));
        assert_eq!(guest.wait(RETRY.0 * 3), None);
        assert_eq!(host.poll(), None);
    }

    #[test]
    fn messages_may_come_at_once_but_not_for_long() {
        let start = Instant::now();
        let mut rate = Rate::new(start);
        assert!((0..RATE.0).all(|_| rate.allows(start)));
        assert!(!rate.allows(start));
        let mut rate = Rate::new(start);
        let second = Duration::from_secs(1);
        assert!((1..1000).all(|index| rate.allows(start + second / RATE.1 * index)));
    }
}
