//! The connections of the spectators of a host: they get the newest state of the game and can send nothing.
//!
//! The owner only replaces the newest state. Each spectator has a thread that sends it when it can, so that a
//! slow one misses states in between and keeps nobody waiting.

use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::limits::{AddressBlock, Rate, Timed, WRITE};
use super::shared::{HEARTBEAT, LinkState, SILENCE, SharedLink};
use super::spectators::Spectator;
use crate::network::channel::Channel;
use crate::network::message::{GoodbyeReason, NetworkMessage};
use reversi_table::player::name::PersonName;

/// The least time between two states, within what a connection may receive.
const PAUSE: Duration = Duration::from_millis(120);

impl SharedLink {
    /// Replaces what spectators see.
    pub(super) fn show(&self, view: &NetworkMessage) {
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
        spectator: (u64, PersonName),
        stream: &TcpStream,
        channel: &Channel,
    ) -> Result<(), GoodbyeReason> {
        let Ok(other) = stream.try_clone() else {
            return Ok(());
        };
        if !self.admit_spectator(id, spectator, other)? {
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
        (guest, name): (u64, PersonName),
        stream: TcpStream,
    ) -> Result<bool, GoodbyeReason> {
        let Ok(place) = AddressBlock::of(&stream) else {
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
            name,
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
                NetworkMessage::Goodbye { why }.print().into()
            } else if !is_here {
                return;
            } else if state.spectators.version == seen {
                NetworkMessage::Ping.print().into()
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
            let is_fine =
                matches!(received, Ok(NetworkMessage::Ping)) && rate.allows(Instant::now());
            if !is_fine || !self.state.lock().spectators.has(id) {
                return;
            }
        }
    }
}
