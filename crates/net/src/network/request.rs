//! What a person asks for: to wait for a friend, or to join one.

use std::net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::{io, thread};

use reversi_table::sync::Mutex;

use super::code::{Code, Purpose};
use super::game::{HostOptions, NetworkGame, NotJoined};
use super::{DEFAULT_PORT, OnlineGame};
use reversi::Color;
use reversi_table::background::Waker;
use reversi_table::clock::TimeControl;
use reversi_table::game_opening::GameOpening;
use reversi_table::player::name::PersonName;

/// To wait for a guest.
#[derive(Clone, Debug)]
pub struct HostRequest {
    /// The address to wait at.
    pub bind: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// The host's side in the first game.
    pub color: Color,
    /// The host's name.
    pub name: PersonName,
    /// The time control, that of the host first; `None` for no clocks.
    pub time: Option<TimeControl>,
    /// Whether others may watch.
    pub admits_spectators: bool,
    /// How the games begin.
    pub opening: GameOpening,
    /// Whether to resume the last unfinished game over the network.
    pub resumes: bool,
}

/// A host cannot wait at an address.
#[derive(Debug)]
pub struct CannotHost {
    /// The address.
    pub address: SocketAddr,
    /// Why not.
    pub why: io::Error,
}

impl HostRequest {
    /// Starts to wait for a guest, in the background.
    ///
    /// # Errors
    /// [`CannotHost`].
    pub fn start(&self) -> Result<OnlineGame, CannotHost> {
        let asked = SocketAddr::new(self.bind, self.port);
        let fails_at = |address| move |why| CannotHost { address, why };
        let listener = TcpListener::bind(asked).map_err(fails_at(asked))?;
        let address = listener.local_addr().map_err(fails_at(asked))?;
        let code = Code::random();
        let spectators = self.admits_spectators.then(Code::random);
        let invitation = Some(Invitation::new(address, code.clone(), spectators.clone()));
        let options = HostOptions {
            color: self.color,
            name: self.name,
            time: self.time,
            spectators,
            opening: self.opening.clone(),
        };
        let network = NetworkGame::host(listener, code, options).map_err(fails_at(address))?;
        Ok(OnlineGame {
            network,
            invitation,
            resumes: self.resumes,
            joined: None,
        })
    }
}

/// What a host tells its guest and its spectators.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The address at which it waits; one that is unspecified stands for all of this computer.
    pub address: SocketAddr,
    /// The address to which they connect, if it is known.
    pub reached_at: Option<SocketAddr>,
    /// The code of the guest.
    pub code: Code,
    /// The code of the spectators; `None` if nobody may watch.
    pub spectators: Option<Code>,
}

impl Invitation {
    /// Creates the invitation of a host that waits at this address.
    pub fn new(address: SocketAddr, code: Code, spectators: Option<Code>) -> Self {
        let reached_at = if address.ip().is_unspecified() {
            own_address(address).map(|ip| SocketAddr::new(ip, address.port()))
        } else {
            Some(address)
        };
        Self {
            address,
            reached_at,
            code,
            spectators,
        }
    }
}

/// Returns the address of this computer from which it would reach others. Sends nothing.
fn own_address(bound: SocketAddr) -> Option<IpAddr> {
    // Addresses for documentation, which no computer has.
    let far = if bound.is_ipv4() {
        "192.0.2.1:9"
    } else {
        "[2001:db8::1]:9"
    };
    let socket = UdpSocket::bind(SocketAddr::new(bound.ip(), 0)).ok()?;
    socket.connect(far).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified() && !own.is_loopback()).then_some(own)
}

/// To join a host.
#[derive(Clone, Debug)]
pub struct JoinRequest {
    /// The address of the host, with or without a port.
    pub address: String,
    /// The code.
    pub code: Code,
    /// The person's name.
    pub name: PersonName,
    /// Whether to play or to watch.
    pub purpose: Purpose,
}

impl JoinRequest {
    /// Joins the host, which may take several seconds.
    ///
    /// # Errors
    /// [`NotJoined`].
    pub fn run(self) -> Result<OnlineGame, NotJoined> {
        let address = with_port(self.address.trim());
        let network = NetworkGame::join_as(&address, self.code.clone(), self.name, self.purpose)?;
        Ok(OnlineGame {
            network,
            invitation: None,
            resumes: false,
            joined: Some(self),
        })
    }

    /// Joins the host on a thread. The waker is called when it has joined or failed.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn start(self, waker: Waker) -> io::Result<JoinTask> {
        let slot = Arc::new(Mutex::new(None));
        let answer = Arc::clone(&slot);
        let join = move || {
            let joined = self.run();
            // If nobody waits any more, this drops the connection, which says goodbye.
            *answer.lock() = Some(joined);
            drop(answer);
            waker();
        };
        thread::Builder::new().name("join".to_owned()).spawn(join)?;
        Ok(JoinTask(slot))
    }
}

/// A host that is being joined. Dropping it cancels: the connection is closed once it stands.
#[derive(Debug)]
pub struct JoinTask(Arc<Mutex<Option<Result<OnlineGame, NotJoined>>>>);

impl JoinTask {
    /// Takes the answer, if it has come.
    pub fn poll(&self) -> Option<Result<OnlineGame, NotJoined>> {
        self.0.lock().take()
    }
}

/// Adds the usual port to an address without one.
fn with_port(address: &str) -> String {
    let has_port = match address.rsplit_once(':') {
        // A bare IPv6 address contains colons too.
        Some((host, port)) => {
            let is_number = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
            is_number && (!host.contains(':') || host.ends_with(']'))
        }
        None => false,
    };
    let bare = address.parse::<Ipv6Addr>();
    match (has_port, bare) {
        (true, _) => address.to_owned(),
        (false, Ok(bare)) => format!("[{bare}]:{DEFAULT_PORT}"),
        (false, Err(_)) => format!("{address}:{DEFAULT_PORT}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_port_gets_the_usual_one() {
        for (address, full) in [
            ("localhost", "localhost:8864"),
            ("localhost:1", "localhost:1"),
            ("192.168.0.7", "192.168.0.7:8864"),
            ("::1", "[::1]:8864"),
            ("[::1]", "[::1]:8864"),
            ("[::1]:80", "[::1]:80"),
            ("localhost:", "localhost::8864"),
        ] {
            assert_eq!(with_port(address), full);
        }
    }
}
