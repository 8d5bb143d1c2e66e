//! Processes that tests start: the program with pipes, and others, away from the settings and the games of whoever runs
//! the tests. clippy knows that no other place starts one (`clippy.toml`).

#![allow(dead_code, reason = "each test uses a part")]

use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The time after which a test gives up. No test waits for it otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The variables that name the folders of settings and games: on Unix, and on Windows.
pub(crate) const HOME_VARIABLES: [&str; 6] = [
    "HOME",
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
];

/// What a process inherits: where other programs are, the folder of Windows, where `cargo llvm-cov` collects, and where it
/// notes what it says. Anything else may lead to somebody's files, or change an answer.
const INHERITED: [&str; 4] = ["PATH", "SystemRoot", "LLVM_PROFILE_FILE", "REVERSI_MET"];

/// Returns all variables of a process whose person has this home.
pub(crate) fn environment(home: &Path) -> impl Iterator<Item = (&'static str, OsString)> {
    let inherited = INHERITED.map(|name| std::env::var_os(name).map(|value| (name, value)));
    let home = HOME_VARIABLES.map(|name| (name, home.into()));
    let terminal = [("TERM", "xterm-256color".into())];
    inherited.into_iter().flatten().chain(home).chain(terminal)
}

/// Returns a command of the system, which has a home like the program.
#[expect(clippy::disallowed_methods, reason = "the one place that starts")]
pub(crate) fn command(home: &Path, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.env_clear().envs(environment(home));
    command
}

/// Runs a command that needs no home. Returns whether there is such a command and it succeeds.
pub(crate) fn succeeds<A: AsRef<OsStr>>(name: &str, args: impl IntoIterator<Item = A>) -> bool {
    let mut command = command(Path::new("/nowhere"), name);
    let command = command.args(args).stdin(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Sends a signal, such as `-TERM`, to processes. Every shell can, and a small system has no program for it.
pub(crate) fn signal(name: &str, processes: &[u32]) {
    let numbers: Vec<String> = processes.iter().map(u32::to_string).collect();
    let kill = format!("kill {name} {}", numbers.join(" "));
    assert!(succeeds("sh", ["-c", &kill]), "{kill}");
}

/// Returns the path of the program. Cargo names it to the tests of its own package, and builds it before them.
/// Another package finds it in the folder above that of its tests, where a build of the whole workspace puts it.
pub(crate) fn path() -> PathBuf {
    if let Some(path) = option_env!("CARGO_BIN_EXE_reversi") {
        return PathBuf::from(path);
    }
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().unwrap().parent().unwrap();
    let path = folder.join(format!("reversi{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "{} is missing: build the program first, with `cargo build --workspace`",
        path.display()
    );
    path
}

/// Returns the program with these arguments. Its settings and games are in the folder `reversi` of this home.
pub(crate) fn program<A: AsRef<OsStr>>(home: &Path, args: &[A]) -> Command {
    let mut command = command(home, path());
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns a home whose settings file has this text.
pub(crate) fn home_with_settings(text: &str) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("reversi");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), text).unwrap();
    home
}

/// What the program says of a file that is not there.
pub(crate) const NO_SUCH_FILE: &str = "there is no such file or folder";

/// Runs a command with an input, which may be larger than a pipe holds.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // The program may end before it has read all.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns what a command that succeeds printed. Nothing may be on stderr.
pub(crate) fn printed(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error of a command that fails with an exit code. Nothing may be on stdout.
pub(crate) fn error(output: Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The program while it runs: a test writes lines to it and reads the lines that it prints.
pub(crate) struct Running {
    pub(crate) child: Child,
    name: String,
    lines: Receiver<String>,
    /// The lines read so far.
    read: Vec<String>,
    home: Option<TempDir>,
}

impl Running {
    /// Starts the program in a home of its own.
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), args)
    }

    /// Starts the program in a home that another one has left.
    pub(crate) fn start_in(home: TempDir, args: &[&str]) -> Self {
        let mut child = program(home.path(), args).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self {
            child,
            name: args.join(" "),
            lines,
            read: Vec::new(),
            home: Some(home),
        }
    }

    /// Sends a line, or several.
    pub(crate) fn send(&mut self, lines: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Returns the next line.
    pub(crate) fn line(&mut self) -> String {
        let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
            panic!("{}: nothing after\n{}", self.name, self.read.join("\n"));
        };
        self.read.push(line.clone());
        line
    }

    /// Returns the lines before this one, which is dropped.
    pub(crate) fn lines_before(&mut self, last: &str) -> Vec<String> {
        std::iter::from_fn(|| Some(self.line()).filter(|line| line != last)).collect()
    }

    /// Sends a request of GTP and returns its reply, without the empty line at its end.
    pub(crate) fn ask(&mut self, request: &str) -> String {
        self.send(request);
        self.lines_before("").join("\n")
    }

    /// Reads up to a line with this text, and returns what follows the text.
    pub(crate) fn expect(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!("{}: no {text:?} after\n{}", self.name, self.read.join("\n"));
            };
            let found = line.find(text).map(|at| line[at + text.len()..].to_owned());
            self.read.push(line);
            if let Some(rest) = found {
                return rest;
            }
        }
    }

    /// Reads up to this whole line.
    pub(crate) fn expect_line(&mut self, line: &str) {
        loop {
            self.expect(line);
            if self.read.last().is_some_and(|read| read == line) {
                return;
            }
        }
    }

    /// Returns whether a line with this text has been read.
    pub(crate) fn has_printed(&self, text: &str) -> bool {
        self.read.iter().any(|line| line.contains(text))
    }

    /// Waits for the end. Returns how it ended and what is on stderr.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        self.wait_for_end()
    }

    fn wait_for_end(&mut self) -> (ExitStatus, String) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "{} does not end", self.name);
            thread::sleep(Duration::from_millis(2));
        };
        let mut error = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut error).unwrap();
        (status, error)
    }

    /// Ends the input, and returns the lines that were not read yet, how the program ended and what is on stderr.
    pub(crate) fn finish(mut self) -> (Vec<String>, ExitStatus, String) {
        drop(self.child.stdin.take());
        let (status, error) = self.wait_for_end();
        (self.lines.iter().collect(), status, error)
    }

    /// Ends the input and checks that nothing is left to read and nothing went wrong.
    pub(crate) fn finish_quietly(self) {
        let (rest, status, error) = self.finish();
        assert!(status.success(), "{status}: {error}");
        assert_eq!((rest, error), (Vec::new(), String::new()));
    }

    /// Types `quit`, and checks that nothing went wrong.
    pub(crate) fn quit(mut self) {
        self.send("quit");
        let (status, error) = self.wait();
        assert!(status.success() && error.is_empty(), "{error}");
    }

    /// Kills the program and returns its home.
    pub(crate) fn kill(mut self) -> TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.home.take().unwrap()
    }
}

/// A test that fails leaves no program behind.
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
