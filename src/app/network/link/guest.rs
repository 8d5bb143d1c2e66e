//! The side that comes, and comes back.

use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

use super::limits::{HANDSHAKE, Timed};
use super::shared::SharedLink;
use super::{JoinError, LinkEvent};
use crate::app::network::channel::{Channel, ChannelError};
use crate::app::network::code::Code;
use crate::app::network::message::Message;
use crate::app::player::name::PersonName;
use crate::notation::clean;

/// The longest time to connect to a host.
const CONNECT: Duration = Duration::from_secs(5);

/// The pauses of a guest before it tries again: the first, and the longest.
pub(super) const RETRY: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// The number of refused handshakes in a row after which a guest stops trying.
const REFUSALS: u32 = 5;

/// The side that connects, and reconnects.
pub(super) struct Guest {
    pub(super) shared: Arc<SharedLink>,
    pub(super) address: String,
    pub(super) code: Code,
    pub(super) hello: Message,
}

impl Guest {
    /// Connects to the host and shows that it knows the code.
    pub(super) fn connect(&self) -> Result<Connection, JoinError> {
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
    pub(super) fn stay(&self, first: Connection) {
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
                let why =
                    "the host no longer accepts the code; join again with a new one".to_owned();
                self.shared.tell(LinkEvent::Ended(why));
                return;
            }
        }
    }
}

/// A connection after its handshake.
pub(super) struct Connection {
    pub(super) id: u64,
    pub(super) stream: TcpStream,
    pub(super) channel: Channel,
}

pub(super) fn connect_to(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "there is no such address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
