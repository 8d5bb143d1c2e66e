//! The side that waits for a guest.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::limits::{HANDSHAKE, Timed, WRITE};
use super::shared::SharedLink;
use crate::app::network::channel::Channel;
use crate::app::network::code::Code;
use crate::app::network::message::{GoodbyeReason, Message, VERSION};

/// How often a waiting host looks for a guest, and for the end.
const LOOK: Duration = Duration::from_millis(100);

/// The pause after a wrong code before its connection is closed.
const WRONG_CODE: Duration = Duration::from_secs(1);

/// The most threads for connections.
const THREADS: usize = 32;

/// The side that waits for a guest.
pub(super) struct Host {
    pub(super) shared: Arc<SharedLink>,
    pub(super) code: Code,
}

impl Host {
    pub(super) fn listen(&self, listener: &TcpListener) {
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

    /// Accepts a guest, and serves it until its connection ends.
    pub(super) fn greet(&self, id: u64, stream: &TcpStream) {
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
            return refuse(GoodbyeReason::Version);
        }
        // The name of a computer player is no name.
        let name = name.parse().unwrap_or_default();
        match self.shared.admit(id, guest, stream, name) {
            Some(inbox) => self.shared.converse(id, stream, &channel, inbox),
            None => refuse(GoodbyeReason::Busy),
        }
    }
}
