//! An engine in its own process, as a host starts it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which a test gives up. No test waits for it otherwise.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts `reversi engine` with these arguments.
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::start_command(&[&["engine"], args].concat())
    }

    /// Starts the program with these arguments.
    pub(crate) fn start_command(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reversi"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Sends lines.
    pub(crate) fn send(&mut self, lines: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Returns the next line.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// Returns the lines before one, which is dropped.
    pub(crate) fn lines_before(&mut self, last: &str) -> Vec<String> {
        std::iter::from_fn(|| Some(self.line()).filter(|line| line != last)).collect()
    }

    /// Sends a request of GTP and returns its reply, without the empty line at its end.
    pub(crate) fn ask(&mut self, request: &str) -> String {
        self.send(request);
        self.lines_before("").join("\n")
    }

    /// Ends the input, and returns the lines that were not read yet, how the process ended and what it
    /// said on stderr.
    pub(crate) fn finish(mut self) -> (Vec<String>, ExitStatus, String) {
        drop(self.input.take());
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end");
            thread::sleep(Duration::from_millis(2));
        };
        let rest = self.lines.iter().collect();
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        (rest, status, said)
    }

    /// Ends the input and checks that nothing is left to read and nothing went wrong.
    pub(crate) fn finish_quietly(self) {
        let (rest, status, said) = self.finish();
        assert!(status.success(), "{status}: {said}");
        assert_eq!((rest, said), (Vec::new(), String::new()));
    }
}

/// A test that fails leaves no engine behind.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a session with `reversi engine`.
pub(crate) fn session(args: &[&str], script: &str) {
    session_with(Engine::start(args), script);
}

/// Plays a session: each line `> text` is sent, and each line `< text` must come back; before `~ text` other
/// lines may come, which depend on the speed of the search. In expected lines, `#` stands for a number.
pub(crate) fn session_with(mut engine: Engine, script: &str) {
    for (number, step) in (1..).zip(script.lines()) {
        let (sign, text) = step.split_at_checked(2).unwrap_or((step, ""));
        match sign.trim_end() {
            ">" => engine.send(text),
            "<" => {
                let line = engine.line();
                assert!(
                    matches(&line, text),
                    "line {number}: {text:?}, not {line:?}"
                );
            }
            "~" => while !matches(&engine.line(), text) {},
            _ => panic!("line {number} of the script: {step:?}"),
        }
    }
    engine.finish_quietly();
}

fn matches(line: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('#') else {
        return line == pattern;
    };
    let Some(after) = line.strip_prefix(start) else {
        return false;
    };
    let tail = after.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
    tail.len() < after.len() && matches(tail, rest)
}
