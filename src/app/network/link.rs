//! The connection to the other program, on separate threads: a host waits for its guest, and a guest
//! reconnects when the connection is lost. The owner never waits for the network; it takes
//! [`LinkEvent`]s with [`Link::poll`] after the waker was called.
//!
//! Without the code nobody gets past the handshake, which must end within a few seconds. Strangers cannot block
//! the guest: when too many connections wait, the oldest one is dropped.

mod guest;
mod host;
mod limits;
mod shared;

use std::fmt;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::channel::ChannelError;
use super::code::Code;
use super::message::{GoodbyeReason, Message, VERSION};
use crate::app::background::Waker;
use crate::app::player::name::PersonName;

use guest::Guest;
use host::Host;
use shared::{LinkState, SharedLink};

/// What happens on the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkEvent {
    /// The other program has connected, for the first time or again. Has the guest's name on the host's side.
    Connected(PersonName),
    /// A message.
    Message(Message),
    /// The connection is lost: a clause that says why. The guest reconnects automatically.
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
pub(crate) struct Link {
    shared: Arc<SharedLink>,
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
    pub(crate) fn host(listener: TcpListener, code: Code) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let shared = Arc::new(SharedLink::default());
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
    pub(crate) fn join(address: &str, code: Code, name: PersonName) -> Result<Self, JoinError> {
        let shared = Arc::new(SharedLink::default());
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
    pub(crate) fn set_waker(&self, waker: &Waker) {
        let mut state = self.shared.lock();
        state.waker = Some(Arc::clone(waker));
        let is_due = !state.events.is_empty();
        drop(state);
        if is_due {
            waker();
        }
    }

    /// Takes the oldest event.
    pub(crate) fn poll(&self) -> Option<LinkEvent> {
        self.shared.lock().events.pop_front()
    }

    /// Takes the oldest event, waiting for it until the time is over.
    pub(crate) fn wait(&self, patience: Duration) -> Option<LinkEvent> {
        let nothing = |state: &mut LinkState| state.events.is_empty();
        let mut state = self.shared.lock();
        let changed = &self.shared.changed;
        changed.wait_while_for(&mut state, nothing, patience);
        state.events.pop_front()
    }

    /// Sends a message, unless the connection is lost. A connection that does not take messages is closed.
    pub(crate) fn send(&self, message: Message) {
        let state = self.shared.lock();
        if let Some(peer) = &state.peer
            && peer.outbox.try_send(message).is_err()
        {
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
        let is_connecting = self.shared.lock().is_connecting;
        if let Some(thread) = self.thread.take().filter(|_| !is_connecting) {
            // A panic there was printed there.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::guest::RETRY;
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
            let ended = LinkEvent::Ended(GoodbyeReason::Quit.to_string());
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
        let ended = LinkEvent::Ended(GoodbyeReason::Rules.to_string());
        assert_eq!(guest.wait(PATIENCE), Some(ended));
        assert_eq!(guest.wait(RETRY.0 * 3), None);
        assert_eq!(host.poll(), None);
    }
}
