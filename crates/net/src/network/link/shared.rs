//! The state that the owner of a link and its threads share, and a connection in use.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use reversi_table::sync::{Condvar, Mutex};

use super::LinkEvent;
use super::limits::{AddressBlock, Rate, Timed, WRITE};
use super::spectators::Spectators;
use crate::network::channel::{Channel, ChannelError};
use crate::network::message::{GoodbyeReason, NetworkMessage};
use reversi_table::background::Waker;
use reversi_table::phrase::io_reason;
use reversi_table::player::name::PersonName;
use reversi_table::table::{EndReason, LossReason};

/// The interval at which an idle side sends a sign of life.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);

/// The longest time without a complete message before a connection counts as lost.
pub(super) const SILENCE: Duration = Duration::from_secs(15);

/// The most connections without a finished handshake.
const STRANGERS: usize = 8;

/// The most messages that wait to be sent or to be taken.
const QUEUE: usize = 64;

/// The state that the owner and the threads share.
#[derive(Default)]
pub(super) struct SharedLink {
    pub(super) state: Mutex<LinkState>,
    pub(super) changed: Condvar,
}

#[derive(Default)]
pub(super) struct LinkState {
    pub(super) is_stopped: bool,
    pub(super) events: VecDeque<LinkEvent>,
    pub(super) waker: Option<Waker>,
    pub(super) peer: Option<Peer>,
    /// When the other program sent something last, by the clock that also runs while the computer sleeps.
    pub(super) heard: Option<SystemTime>,
    /// How long it had sent nothing when it connected last.
    pub(super) silence: Duration,
    /// The connections that have not completed the handshake, the oldest first.
    pub(super) strangers: VecDeque<Stranger>,
    /// The number of connections so far.
    pub(super) count: u64,
    /// The thread of a guest is connecting, which cannot be interrupted.
    pub(super) is_connecting: bool,
    /// One side has closed the connection for good, so that a guest does not come back.
    pub(super) is_over: bool,
    pub(super) spectators: Spectators,
}

impl LinkState {
    fn add_event(&mut self, event: LinkEvent) -> bool {
        let is_end = matches!(event, LinkEvent::Lost(_) | LinkEvent::Ended(_));
        let has_room = self.events.len() < if is_end { 2 * QUEUE } else { QUEUE };
        if has_room {
            self.events.push_back(event);
        }
        has_room
    }
}

/// A connection that has not completed the handshake.
pub(super) struct Stranger {
    pub(super) id: u64,
    place: AddressBlock,
    stream: TcpStream,
}

/// The connection in use.
pub(super) struct Peer {
    pub(super) id: u64,
    /// The number of the guest.
    pub(super) guest: u64,
    pub(super) stream: TcpStream,
    pub(super) outbox: SyncSender<NetworkMessage>,
}

impl Peer {
    /// Ends the connection at once.
    pub(super) fn cut(&self) {
        // It may have ended already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl SharedLink {
    /// Sleeps until the time is over or the link is dropped. Returns whether it was dropped.
    pub(super) fn sleep(&self, time: Duration) -> bool {
        let runs = |state: &mut LinkState| !state.is_stopped;
        let mut state = self.state.lock();
        self.changed.wait_while_for(&mut state, runs, time);
        state.is_stopped
    }

    /// Adds an event. Returns `false` if the owner does not take them. There is always room for the end of
    /// a connection.
    pub(super) fn add_event(&self, event: LinkEvent) -> bool {
        let is_added = self.state.lock().add_event(event);
        if is_added {
            self.changed.notify_all();
            self.wake();
        }
        is_added
    }

    /// Wakes the owner.
    pub(super) fn wake(&self) {
        let waker = self.state.lock().waker.clone();
        if let Some(waker) = waker {
            waker();
        }
    }

    /// Takes in a new connection as a stranger. Returns its number.
    pub(super) fn enter(&self, stream: &TcpStream) -> io::Result<u64> {
        self.enter_from(AddressBlock::of(stream)?, stream)
    }

    fn enter_from(&self, place: AddressBlock, stream: &TcpStream) -> io::Result<u64> {
        let stream = stream.try_clone()?;
        let mut state = self.state.lock();
        if state.is_stopped {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        state.count += 1;
        let id = state.count;
        state.strangers.push_back(Stranger { id, place, stream });
        if state.strangers.len() > STRANGERS {
            // Whoever has most of them makes room, so that nobody keeps others out.
            let mut places = state.strangers.iter().map(|stranger| stranger.place);
            let most = AddressBlock::most_common(&places).map(|(place, _)| place);
            let oldest = places.position(|place| Some(place) == most);
            if let Some(oldest) = oldest.and_then(|oldest| state.strangers.remove(oldest)) {
                let _ = oldest.stream.shutdown(Shutdown::Both);
                self.changed.notify_all();
            }
        }
        Ok(id)
    }

    /// Keeps a stranger waiting, unless others come.
    pub(super) fn hold(&self, id: u64, time: Duration) {
        let waits = |state: &mut LinkState| state.strangers.iter().any(|other| other.id == id);
        self.changed
            .wait_while_for(&mut self.state.lock(), waits, time);
    }

    pub(super) fn leave(&self, id: u64) {
        self.state
            .lock()
            .strangers
            .retain(|stranger| stranger.id != id);
    }

    /// Says why and closes the connection in use.
    pub(super) fn close(&self, why: GoodbyeReason) {
        let mut state = self.state.lock();
        // A guest does not come back; a host waits for the next one.
        state.is_over = true;
        // Once the outbox is dropped, the connection ends after the last message.
        if let Some(peer) = state.peer.take() {
            let _ = peer.outbox.try_send(NetworkMessage::Goodbye { why });
            let _ = peer.stream.shutdown(Shutdown::Read);
        }
    }

    pub(super) fn stop(&self) {
        self.state.lock().is_stopped = true;
        self.close(GoodbyeReason::Quit);
        let mut state = self.state.lock();
        state.spectators.dismiss();
        for stranger in state.strangers.drain(..) {
            let _ = stranger.stream.shutdown(Shutdown::Both);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Makes a connection the one in use, unless there is another guest or the link is dropped. A guest that
    /// comes back replaces its old connection. Returns the messages to send.
    pub(super) fn admit(
        &self,
        id: u64,
        guest: u64,
        stream: &TcpStream,
        name: PersonName,
    ) -> Option<Receiver<NetworkMessage>> {
        let (outbox, inbox) = mpsc::sync_channel(QUEUE);
        let stream = stream.try_clone().ok()?;
        let mut state = self.state.lock();
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
        let now = SystemTime::now();
        let silence = state
            .heard
            .replace(now)
            .map(|heard| now.duration_since(heard));
        // A clock that was set back tells nothing.
        state.silence = silence.and_then(Result::ok).unwrap_or_default();
        state.strangers.retain(|stranger| stranger.id != id);
        drop(state);
        self.add_event(LinkEvent::Connected(name)).then_some(inbox)
    }

    /// Receives and sends until the connection ends.
    pub(super) fn converse(
        &self,
        id: u64,
        stream: &TcpStream,
        channel: &Channel,
        inbox: Receiver<NetworkMessage>,
    ) {
        thread::scope(|scope| {
            let write = move || write_all(stream, channel, &inbox);
            let writer = thread::Builder::new().name("sender".to_owned());
            let writer = writer.spawn_scoped(scope, write);
            let end = match &writer {
                Ok(_) => self.receive_all(stream, channel),
                Err(error) => LinkEvent::Lost(LossReason::System(io_reason(error))),
            };
            self.end(id, end);
        });
        let _ = stream.shutdown(Shutdown::Both);
    }

    /// Ends a connection in use. The owner needs no event about one that it closed, or that a newer one replaced:
    /// the event and the connection go together, so that it never follows the news of the newer one.
    fn end(&self, id: u64, why: LinkEvent) {
        let mut state = self.state.lock();
        // Dropping the outbox ends the writer after the last message.
        let is_news = state.peer.take_if(|peer| peer.id == id).is_some() && state.add_event(why);
        drop(state);
        if is_news {
            self.changed.notify_all();
            self.wake();
        }
    }

    /// Receives until the connection ends. Returns why it did.
    pub(super) fn receive_all(&self, stream: &TcpStream, channel: &Channel) -> LinkEvent {
        let mut rate = Rate::of_messages(Instant::now());
        loop {
            let mut timed = Timed::new(stream, SILENCE);
            let message = match channel.receive(&mut timed) {
                Ok(message) => message,
                Err(error) if error.is_closed() => {
                    return LinkEvent::Lost(LossReason::Closed);
                }
                Err(ChannelError::Io(error)) if error.kind() == ErrorKind::TimedOut => {
                    return LinkEvent::Lost(LossReason::Silent);
                }
                Err(error) => return LinkEvent::Lost(error.into()),
            };
            if !rate.allows(Instant::now()) {
                return LinkEvent::Lost(LossReason::TooManyMessages);
            }
            self.state.lock().heard = Some(SystemTime::now());
            match message {
                NetworkMessage::Ping => {}
                NetworkMessage::Goodbye { why } => {
                    self.state.lock().is_over = true;
                    return LinkEvent::Ended(EndReason::Goodbye(why));
                }
                message => {
                    if !self.add_event(LinkEvent::NetworkMessage(message)) {
                        return LinkEvent::Lost(LossReason::TooManyWaiting);
                    }
                }
            }
        }
    }
}

/// Sends messages, and a sign of life when there are none, until the outbox is dropped.
pub(super) fn write_all(stream: &TcpStream, channel: &Channel, inbox: &Receiver<NetworkMessage>) {
    loop {
        let message = match inbox.recv_timeout(HEARTBEAT) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => NetworkMessage::Ping,
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

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::net::{IpAddr, TcpListener};

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    #[test]
    fn the_oldest_of_too_many_strangers_is_sent_away() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = SharedLink::default();
        let enter = || {
            let stranger = TcpStream::connect(address).unwrap();
            let (stream, _) = listener.accept().unwrap();
            (stranger, shared.enter(&stream).unwrap(), stream)
        };
        let mut strangers: Vec<_> = (0..STRANGERS).map(|_| enter()).collect();
        let waits = |stranger: &mut TcpStream| {
            stranger.set_read_timeout(Some(SHORT)).unwrap();
            stranger.read(&mut [0]).is_err()
        };
        assert!(waits(&mut strangers[0].0), "there is room for all");
        shared.leave(strangers[1].1);
        strangers.push(enter());
        assert!(waits(&mut strangers[0].0), "one has left");
        strangers.push(enter());
        assert!(!waits(&mut strangers[0].0), "the connection is closed");
        assert!(waits(&mut strangers[2].0));
        // Only a connection that is still waiting is held up.
        shared.hold(strangers[0].1, Duration::from_secs(3600));
        shared.hold(strangers[1].1, Duration::from_secs(3600));
        let start = Instant::now();
        shared.hold(strangers[2].1, SHORT);
        assert!(start.elapsed() >= SHORT);
    }

    #[test]
    fn strangers_of_one_address_do_not_send_away_those_of_another() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = SharedLink::default();
        let [bob, eve] = [1, 2].map(|index: u32| AddressBlock::at(IpAddr::V4(index.into())));
        let enter = |place| {
            let stream = TcpStream::connect(address).unwrap();
            shared.enter_from(place, &stream).unwrap()
        };
        let id = enter(bob);
        for _ in 0..100 {
            enter(eve);
        }
        let waits = |id| shared.state.lock().strangers.iter().any(|one| one.id == id);
        assert!(waits(id), "the guest still has its turn");
        assert_eq!(shared.state.lock().strangers.len(), STRANGERS);
        assert!(
            !waits(2) && waits(101),
            "the oldest of the others have left"
        );
    }
}
