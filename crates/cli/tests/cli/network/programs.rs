//! The programs of a host and a guest, and a connection that can be cut.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use crate::program::Running;

/// A host at a free port, its address and its code.
pub(crate) fn host(args: &[&str]) -> (Running, String, String) {
    host_in(tempfile::tempdir().unwrap(), args)
}

pub(crate) fn host_in(home: tempfile::TempDir, args: &[&str]) -> (Running, String, String) {
    let args = [&["host", "--port", "0", "--name", "Ann"], args].concat();
    let mut host = Running::start_in(home, &args);
    let address = host.expect("reversi join ");
    let code = host.expect("Code: ");
    (host, address, code)
}

/// A host that admits spectators at a free port, its address, its code, and that of the spectators.
pub(crate) fn watched_host(args: &[&str]) -> (Running, String, String, String) {
    let (mut host, address, code) = host(&[args, &["--spectators"]].concat());
    let spectators = host.expect("Their code: ");
    (host, address, code, spectators)
}

/// A spectator in line mode.
pub(crate) fn spectator(address: &str, code: &str) -> Running {
    Running::start(&["join", address, "--watch", "--code", code])
}

pub(crate) fn guest(address: &str, code: &str) -> Running {
    Running::start(&["join", address, "--code", code, "--name", "Bob"])
}

/// A connection between a guest and its host that can be cut and mended.
pub(crate) struct Wire {
    pub(crate) address: String,
    state: Arc<Mutex<WireState>>,
}

struct WireState {
    host: String,
    is_cut: bool,
    is_deaf: bool,
    streams: Vec<TcpStream>,
}

impl Wire {
    pub(crate) fn to(host: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let state = Arc::new(Mutex::new(WireState {
            host: host.to_owned(),
            is_cut: false,
            is_deaf: false,
            streams: Vec::new(),
        }));
        let wire = Arc::clone(&state);
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let mut state = wire.lock().unwrap();
                let far = (!state.is_cut).then(|| TcpStream::connect(&state.host));
                let Some(Ok(far)) = far else {
                    continue;
                };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    state.streams.push(from.try_clone().unwrap());
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let wire = Arc::clone(&wire);
                    std::thread::spawn(move || carry(from, to, &wire));
                }
            }
        });
        Self { address, state }
    }

    /// Leads to another host from now on.
    pub(crate) fn lead_to(&self, host: &str) {
        host.clone_into(&mut self.state.lock().unwrap().host);
    }

    /// Takes bytes and loses them.
    pub(crate) fn lose_everything(&self) {
        self.state.lock().unwrap().is_deaf = true;
    }

    pub(crate) fn cut(&self) {
        let mut state = self.state.lock().unwrap();
        state.is_cut = true;
        for stream in state.streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn mend(&self) {
        let mut state = self.state.lock().unwrap();
        (state.is_cut, state.is_deaf) = (false, false);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, wire: &Mutex<WireState>) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if !wire.lock().unwrap().is_deaf && to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
