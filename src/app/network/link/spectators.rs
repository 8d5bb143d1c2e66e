//! The spectators of a host: they get the newest state of the game and can send nothing.
//!
//! The owner only replaces the newest state. Each spectator has a thread that sends it when it can, so that a
//! slow one misses states in between and keeps nobody waiting.

use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::limits::{Arrivals, Place, Rate, Timed, WRITE};
use super::shared::{HEARTBEAT, LinkState, SILENCE, SharedLink};
use crate::app::network::channel::Channel;
use crate::app::network::message::{GoodbyeReason, Message};

/// The least time between two states, within what a connection may receive.
const PAUSE: Duration = Duration::from_millis(120);

/// The most spectators at once.
const MOST: usize = 16;

/// The spectators, and what they see.
pub(super) struct Spectators {
    list: Vec<Spectator>,
    /// The newest state of the game, as a message.
    view: Arc<str>,
    /// Counts the states.
    version: u64,
    arrivals: Arrivals,
    /// Somebody came since the owner last asked, and needs the times of now.
    has_new: bool,
}

impl Default for Spectators {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            view: Message::Ping.print().into(),
            version: 0,
            arrivals: Arrivals::default(),
            has_new: false,
        }
    }
}

impl Spectators {
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns whether somebody came since the last call.
    pub(super) fn take_new(&mut self) -> bool {
        std::mem::take(&mut self.has_new)
    }

    fn has(&self, id: u64) -> bool {
        self.list.iter().any(|spectator| spectator.id == id)
    }

    fn remove(&mut self, id: u64) {
        self.list.retain(|spectator| spectator.id != id);
    }

    /// Makes room for a spectator from there. If all places are taken, the newest spectator of the place that has
    /// most leaves, as long as that place still has as many as the new one's. Returns whether there is room.
    fn make_room(&mut self, place: Place) -> bool {
        if self.count() < MOST {
            return true;
        }
        let places = self.list.iter().map(|spectator| spectator.place);
        let own = places.clone().filter(|&other| other == place).count();
        let most = Place::most_common(&places).filter(|&(_, count)| count > own + 1);
        let newest = most.and_then(|(most, _)| {
            let mut places = self.list.iter().map(|spectator| spectator.place);
            places.rposition(|place| place == most)
        });
        let Some(newest) = newest else {
            return false;
        };
        let _ = self.list.remove(newest).stream.shutdown(Shutdown::Both);
        true
    }

    /// Ends all connections after a last message.
    pub(super) fn dismiss(&mut self) {
        for spectator in self.list.drain(..) {
            let _ = spectator.stream.shutdown(Shutdown::Read);
        }
    }
}

/// A connection to a spectator.
struct Spectator {
    id: u64,
    /// The number of the guest, the same when it comes back.
    guest: u64,
    place: Place,
    stream: TcpStream,
}

impl SharedLink {
    /// Replaces what spectators see.
    pub(super) fn show(&self, view: &Message) {
        let view = view.print().into();
        let mut state = self.state.lock();
        state.spectators.view = view;
        state.spectators.version += 1;
        drop(state);
        self.changed.notify_all();
    }

    /// Serves a spectator until its connection ends. Returns the reason if it cannot be admitted.
    pub(super) fn serve_spectator(
        &self,
        id: u64,
        guest: u64,
        stream: &TcpStream,
        channel: &Channel,
    ) -> Result<(), GoodbyeReason> {
        let Ok(other) = stream.try_clone() else {
            return Ok(());
        };
        if !self.admit_spectator(id, guest, other)? {
            return Ok(());
        }
        thread::scope(|scope| {
            let show = move || self.show_all(id, stream, channel);
            let writer = thread::Builder::new().name("spectator".to_owned());
            if writer.spawn_scoped(scope, show).is_ok() {
                self.expect_nothing(id, stream, channel);
            }
            self.state.lock().spectators.remove(id);
            self.changed.notify_all();
        });
        let _ = stream.shutdown(Shutdown::Both);
        self.wake();
        Ok(())
    }

    /// Adds a spectator; one that comes back replaces its old connection. Returns `false` if spectators come too
    /// often.
    fn admit_spectator(
        &self,
        id: u64,
        guest: u64,
        stream: TcpStream,
    ) -> Result<bool, GoodbyeReason> {
        let Ok(place) = Place::of(&stream) else {
            return Ok(false);
        };
        let mut state = self.state.lock();
        let LinkState {
            is_stopped,
            spectators,
            strangers,
            ..
        } = &mut *state;
        if *is_stopped || !spectators.arrivals.allows(place, Instant::now()) {
            return Ok(false);
        }
        for old in spectators.list.extract_if(.., |old| old.guest == guest) {
            let _ = old.stream.shutdown(Shutdown::Both);
        }
        if !spectators.make_room(place) {
            return Err(GoodbyeReason::Full);
        }
        spectators.list.push(Spectator {
            id,
            guest,
            place,
            stream,
        });
        spectators.has_new = true;
        strangers.retain(|stranger| stranger.id != id);
        drop(state);
        // One that had to leave notices.
        self.changed.notify_all();
        self.wake();
        Ok(true)
    }

    /// Sends each new state, and a sign of life when there is none, until the spectator is removed.
    fn show_all(&self, id: u64, stream: &TcpStream, channel: &Channel) {
        let mut seen = 0;
        loop {
            let mut state = self.state.lock();
            let is_current = |state: &mut LinkState| {
                state.spectators.has(id) && state.spectators.version == seen
            };
            self.changed
                .wait_while_for(&mut state, is_current, HEARTBEAT);
            let (is_here, is_stopped) = (state.spectators.has(id), state.is_stopped);
            let message: Arc<str> = if is_stopped {
                let why = GoodbyeReason::HostQuit;
                Message::Goodbye { why }.print().into()
            } else if !is_here {
                return;
            } else if state.spectators.version == seen {
                Message::Ping.print().into()
            } else {
                seen = state.spectators.version;
                Arc::clone(&state.spectators.view)
            };
            drop(state);
            let mut timed = Timed::new(stream, WRITE);
            let sent = channel.send_bytes(&mut timed, message.as_bytes());
            if sent.is_err() || is_stopped {
                // The reader notices.
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
            let stays = |state: &mut LinkState| state.spectators.has(id);
            self.changed
                .wait_while_for(&mut self.state.lock(), stays, PAUSE);
        }
    }

    /// Receives signs of life until the connection ends, or the spectator sends anything else.
    fn expect_nothing(&self, id: u64, stream: &TcpStream, channel: &Channel) {
        let mut rate = Rate::of_messages(Instant::now());
        loop {
            let mut timed = Timed::new(stream, SILENCE);
            let received = channel.receive(&mut timed);
            let is_fine = matches!(received, Ok(Message::Ping)) && rate.allows(Instant::now());
            if !is_fine || !self.state.lock().spectators.has(id) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, TcpListener};

    use super::*;

    #[test]
    fn one_address_cannot_take_every_place_of_the_spectators() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let [eve, cid, dan] = [1, 2, 3].map(|index: u32| Place::at(IpAddr::V4(index.into())));
        let mut spectators = Spectators::default();
        let mut come = |place: Place| {
            let has_room = spectators.make_room(place);
            if has_room {
                let id = spectators.list.len() as u64;
                let stream = TcpStream::connect(address).unwrap();
                spectators.list.push(Spectator {
                    id,
                    guest: id,
                    place,
                    stream,
                });
            }
            let count = |place| {
                spectators
                    .list
                    .iter()
                    .filter(|one| one.place == place)
                    .count()
            };
            (has_room, [eve, cid, dan].map(count))
        };
        for _ in 0..MOST {
            assert!(come(eve).0);
        }
        assert_eq!(come(eve), (false, [16, 0, 0]), "no room for its own");
        assert_eq!(come(cid), (true, [15, 1, 0]));
        assert_eq!(come(eve), (false, [15, 1, 0]), "it does not take it back");
        for _ in 0..100 {
            come(cid);
        }
        assert_eq!(come(dan), (true, [7, 8, 1]));
        assert_eq!(come(dan), (true, [7, 7, 2]));
    }
}
