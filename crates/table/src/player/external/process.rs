//! A child process that is read and written line by line, and that ends when its owner is dropped.
//!
//! The program runs under a [guard] if there is one, otherwise in a new process group. Reading
//! and writing happen on threads, so that a program that neither reads nor writes blocks nobody.

use std::fmt;
use std::io::{self, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::engine::{ExternalEngine, WaitFor, WaitLimits};
use crate::phrase;
use crate::phrase::io_reason;
use crate::player::PlayerError;
use crate::player::traffic::{self, TrafficDirection};
use crate::system::guard::{self, GRACE, Hold};
pub(super) use reversi_notation::input::{LineEnd, read_line};
use reversi_notation::{clean, clip};
use reversi_text::{Name, Said, tr};

/// The lines that wait to be read. The program waits while there are more.
const BACKLOG: usize = 64;

/// The longest line, in bytes.
const LINE_LIMIT: usize = 1 << 16;

/// The most lines that an engine may print before it answers.
const FLOOD: u32 = 100_000;

/// The interval at which a wait asks whether to stop.
const POLL: Duration = Duration::from_millis(5);

/// How long to wait, and for what.
pub(super) struct Wait<'a> {
    /// Returns whether to stop waiting.
    stopped: &'a dyn Fn() -> bool,
    what: WaitFor,
    limit: Duration,
    started: Instant,
    until: Instant,
    lines_left: u32,
    /// The program's last warning, if it has said nothing since.
    warning: Option<String>,
}

impl<'a> Wait<'a> {
    /// Waits within the limits, or until `stopped` returns `true`.
    pub(super) fn new(what: WaitFor, limits: WaitLimits, stopped: &'a dyn Fn() -> bool) -> Self {
        let limit = limits.of(what);
        let started = Instant::now();
        Self {
            stopped,
            what,
            limit,
            started,
            until: started + limit,
            lines_left: FLOOD,
            warning: None,
        }
    }

    /// Waits for the next line no longer than for a start: an engine that warns and then falls silent seldom answers.
    pub(super) fn warn(&mut self, warning: String, limits: WaitLimits) {
        self.warning = Some(warning);
        self.until = self.until.min(Instant::now() + limits.of(WaitFor::Start));
    }
}

/// What a thread read.
enum Output {
    Line(Vec<u8>),
    TooLong,
}

/// A running program. Dropping it ends the program and everything that it started.
pub(super) struct Process {
    name: String,
    /// The name that the settings give it.
    given_name: Option<String>,
    child: Child,
    /// `None` once it is ended.
    hold: Option<Hold>,
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    /// The last line of its standard error.
    last_words: Receiver<String>,
    threads: Vec<JoinHandle<()>>,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process")
            .field("child", &self.child)
            .finish_non_exhaustive()
    }
}

impl Process {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// [`PlayerError::Failed`] if it cannot be started.
    pub(super) fn start(engine: &ExternalEngine) -> Result<Self, PlayerError> {
        let (name, words) = (engine.name(), engine.words());
        let failed = |error: io::Error| {
            let program = words.first().map_or("", String::as_str);
            PlayerError::failed(phrase::cannot_start(program, &io_reason(&error)))
        };
        let mut command = guard::command(&words).map_err(failed)?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            unreachable!("all three are pipes");
        };
        let (input, lines) = mpsc::channel();
        let (sink, output) = mpsc::sync_channel(BACKLOG);
        let (last, last_words) = mpsc::channel();
        let mut process = Self {
            name: name.to_owned(),
            given_name: engine.given_name().map(str::to_owned),
            hold: Some(guard::hold(&child)),
            child,
            input: Some(input),
            output,
            last_words,
            threads: Vec::new(),
        };
        let log_name = name.to_owned();
        process
            .spawn(move || write_lines(stdin, &lines))
            .map_err(failed)?;
        process
            .spawn(move || read_lines(stdout, &sink))
            .map_err(failed)?;
        process
            .spawn(move || read_errors(stderr, &log_name, &last))
            .map_err(failed)?;
        Ok(process)
    }

    fn spawn(&mut self, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let thread = thread::Builder::new().name(format!("{} pipe", self.name));
        self.threads.push(thread.spawn(work)?);
        Ok(())
    }

    /// Sends a line. Never blocks; that the program has ended is found by reading.
    pub(super) fn send(&self, line: &str) {
        traffic::record(&self.name, TrafficDirection::ToEngine, line);
        if let Some(input) = &self.input {
            // Nobody receives it once writing has failed.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for the next line, without its end.
    ///
    /// # Errors
    /// [`PlayerError::Stopped`], or [`PlayerError::Failed`] if the program ends, prints too much, or
    /// is silent for too long.
    pub(super) fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, PlayerError> {
        loop {
            if (wait.stopped)() {
                return Err(PlayerError::Stopped);
            }
            let left = wait.until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(Output::Line(line)) => {
                    let line = String::from_utf8_lossy(&line);
                    let line = line.trim_end_matches('\r').to_owned();
                    traffic::record(&self.name, TrafficDirection::FromEngine, &line);
                    wait.lines_left = wait.lines_left.saturating_sub(1);
                    wait.warning = None;
                    wait.until = wait.started + wait.limit;
                    if wait.lines_left == 0 {
                        return Err(PlayerError::failed(tr!(
                            "it printed {count} lines without an answer",
                            count = FLOOD
                        )));
                    }
                    return Ok(line);
                }
                Ok(Output::TooLong) => {
                    return Err(PlayerError::failed(tr!(
                        "it printed a line of more than {count} bytes",
                        count = LINE_LIMIT
                    )));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.no_answer(wait));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns that the program is silent, and how to give it more time.
    fn no_answer(&self, wait: &Wait<'_>) -> PlayerError {
        if let Some(warning) = &wait.warning {
            let warning = clip(&clean(warning));
            let warning = Name(&warning);
            return PlayerError::failed(tr!(
                "it warned \"{warning}\", and did not answer",
                warning
            ));
        }
        let setting = match wait.what {
            WaitFor::Start => "start-limit",
            WaitFor::Move => "move-limit",
        };
        let setting = Name(setting);
        let how = &if let Some(name) = self.given_name.as_deref() {
            let name = Name(name);
            tr!(
                "raise {setting} of [engines.{name}] in the settings file",
                setting,
                name
            )
        } else {
            tr!(
                "name it in the settings file and set its {setting}",
                setting
            )
        };
        let time = &tr!(
            "{count} second" | "{count} seconds",
            count = wait.limit.as_secs()
        );
        PlayerError::failed(tr!(
            "it did not answer within {time}; if it needs longer, {how}",
            time,
            how
        ))
    }

    /// Returns why a program whose output has ended can no longer play.
    fn ended(&mut self) -> PlayerError {
        let Some(status) = self.wait_for_end(GRACE) else {
            return PlayerError::failed(tr!("it closed its output"));
        };
        let words = self.last_words.recv_timeout(GRACE).ok();
        let words = std::iter::from_fn(|| self.last_words.try_recv().ok())
            .last()
            .or(words);
        PlayerError::failed(match (guard::not_started(status), words) {
            (true, Some(words)) => Said::verbatim(words),
            (_, words) => program_ended(end(status), words.as_deref()),
        })
    }

    fn wait_for_end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(POLL);
        }
    }
}

/// Asks the program to end, and ends it and its children if it does not.
impl Drop for Process {
    fn drop(&mut self) {
        // The end of the input follows the lines sent so far.
        self.input = None;
        // Unblocks a program, or the thread that reads it, whose output nobody takes.
        for _ in self.output.try_iter() {}
        if self.wait_for_end(guard::patience()).is_none() {
            guard::kill(&mut self.child);
            // It was killed: nothing but the system delays its end.
            let _ = self.child.wait();
        }
        self.hold = None;
        // A program that left its group may hold the pipes open. Its threads end when it does.
        let until = Instant::now() + GRACE;
        for thread in self.threads.drain(..) {
            while !thread.is_finished() && Instant::now() < until {
                for _ in self.output.try_iter() {}
                thread::sleep(Duration::from_millis(1));
            }
            if thread.is_finished() {
                // It does not panic.
                let _ = thread.join();
            }
        }
    }
}

/// Writes lines until the owner has no more, or the program stops reading.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Reads lines until the output ends or nobody takes them.
fn read_lines(stdout: impl Read, sink: &SyncSender<Output>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = match read_line(&mut stdout, &mut line, LINE_LIMIT) {
            Ok(LineEnd::EndOfInput) | Err(_) => return,
            Ok(LineEnd::Complete) => Output::Line(line),
            Ok(LineEnd::TooLong) => Output::TooLong,
        };
        if sink.send(read).is_err() {
            return;
        }
    }
}

/// Reads the standard error into the log, and keeps its lines for the message about the end.
fn read_errors(stderr: impl Read, name: &str, last: &Sender<String>) {
    /// The longest line, in bytes.
    const LONGEST: usize = 200;
    let mut stderr = BufReader::new(stderr);
    let mut kept: u32 = 0;
    loop {
        let mut line = Vec::new();
        match read_line(&mut stderr, &mut line, LONGEST) {
            Ok(LineEnd::EndOfInput) | Err(_) => return,
            Ok(LineEnd::Complete | LineEnd::TooLong) => {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                traffic::record(name, TrafficDirection::Complaint, &line);
                kept = kept.saturating_add(1);
                // The first lines of an engine that prints without end are enough.
                if !line.is_empty() && kept < 10_000 && last.send(line).is_err() {
                    return;
                }
            }
        }
    }
}

/// Returns the exit code, or the signal that ended a program.
fn end(status: ExitStatus) -> Result<i32, i32> {
    if let Some(signal) = guard::signal(status) {
        return Err(signal);
    }
    match status.code() {
        Some(code) => Ok(code),
        None => Ok(0),
    }
}

/// Returns a clause about a program that ended with an exit code, or by a signal, and the last line that it
/// wrote to stderr.
fn program_ended(end: Result<i32, i32>, words: Option<&str>) -> Said {
    let end = match end {
        Ok(0) => tr!("it ended"),
        Ok(code) => tr!("it ended with exit code {code}", code),
        Err(signal) => tr!("it was ended by signal {signal}", signal),
    };
    match words {
        Some(words) => {
            let words = clean(words);
            let words = Name(words.trim_end_matches('.'));
            tr!("{end}: {words}", end = &end, words)
        }
        None => end,
    }
}
