//! The programs of a host and a guest, and a connection that can be cut.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long anything may take on a machine that does other things as well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A program in line mode.
pub(crate) struct Program {
    pub(crate) child: Child,
    name: String,
    lines: Receiver<String>,
    heard: Vec<String>,
    home: Option<tempfile::TempDir>,
}

impl Program {
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), args)
    }

    /// Starts it in a home that another one has left.
    pub(crate) fn start_in(home: tempfile::TempDir, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reversi"))
            .args(args)
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .env("XDG_STATE_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let said = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self {
            child,
            name: args.join(" "),
            lines,
            heard: Vec::new(),
            home: Some(home),
        }
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
    }

    /// Reads on to a line with this text, and returns what follows the text.
    pub(crate) fn expect(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!(
                    "{}: no {text:?} after\n{}",
                    self.name,
                    self.heard.join("\n")
                );
            };
            let found = line.find(text).map(|at| line[at + text.len()..].to_owned());
            self.heard.push(line);
            if let Some(rest) = found {
                return rest;
            }
        }
    }

    /// Whether a line with this text has been read.
    pub(crate) fn has_said(&self, text: &str) -> bool {
        self.heard.iter().any(|line| line.contains(text))
    }

    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "{} goes on", self.name);
            std::thread::sleep(Duration::from_millis(5));
        };
        let mut complaint = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut complaint).unwrap();
        (status, complaint)
    }

    /// Kills it, and returns its home.
    pub(crate) fn kill(mut self) -> tempfile::TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.home.take().unwrap()
    }

    pub(crate) fn quit(mut self) {
        self.type_line("quit");
        let (status, complaint) = self.wait();
        assert!(status.success() && complaint.is_empty(), "{complaint}");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A host at a free port, its address and its code.
pub(crate) fn host(args: &[&str]) -> (Program, String, String) {
    host_in(tempfile::tempdir().unwrap(), args)
}

pub(crate) fn host_in(home: tempfile::TempDir, args: &[&str]) -> (Program, String, String) {
    let args = [&["host", "--port", "0", "--name", "Ann"], args].concat();
    let mut host = Program::start_in(home, &args);
    let address = host.expect("reversi join ");
    let code = host.expect("Code: ");
    (host, address, code)
}

pub(crate) fn guest(address: &str, code: &str) -> Program {
    Program::start(&["join", address, "--code", code, "--name", "Bob"])
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
