//! The guard of an external engine: a second process of this program that starts the engine, passes
//! its input on, and ends it and everything that it started when the input ends.
//!
//! The input ends when the owner closes it, and also when the owner is killed, which it cannot
//! announce. So engines never keep running after the program has ended. The guard runs in a separate
//! session: a Ctrl-C in the terminal does not reach the engine, and the engine cannot use the terminal.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::OnceLock;
use std::time::Duration;

/// The command of this program that runs a guard.
pub(crate) const COMMAND: &str = "guard-engine";

/// The time that a program has to end after the end of its input.
pub(super) const GRACE: Duration = Duration::from_millis(300);

/// The exit code of a guard that cannot start its program; the reason is on its standard error.
const NOT_STARTED: i32 = 127;

/// This program, if it has the command.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Starts engines under guards from now on, which are this program.
pub(crate) fn enable() {
    if let Ok(program) = std::env::current_exe() {
        // It is the same each time.
        let _ = PROGRAM.set(program);
    }
}

/// Prepares to start a program, under a guard if possible.
pub(super) fn command(words: &[String]) -> io::Result<Command> {
    let Some(program) = PROGRAM.get().filter(|_| cfg!(unix)) else {
        return in_own_group(words);
    };
    let mut command = Command::new(program);
    command.arg(COMMAND).arg("--").args(words);
    Ok(command)
}

/// Prepares to start a program in a new process group.
fn in_own_group(words: &[String]) -> io::Result<Command> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let mut command = Command::new(program);
    command.args(arguments);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Returns how long to wait for the end of a program, or of its guard, after the end of its input.
pub(super) fn patience() -> Duration {
    /// A guard kills its program in much less, but its end must not be missed on a busy machine.
    const GUARD: Duration = Duration::from_secs(5);
    if PROGRAM.get().is_some() {
        GUARD
    } else {
        GRACE
    }
}

/// Returns whether this is the end of a guard that could not start its program.
pub(super) fn not_started(status: ExitStatus) -> bool {
    PROGRAM.get().is_some() && status.code() == Some(NOT_STARTED)
}

/// Kills a program, or its guard, and its group.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

/// Runs a program under this guard, and returns the exit code when both have ended.
#[cfg(unix)]
pub(crate) fn run(words: &[OsString]) -> i32 {
    use std::fs::OpenOptions;
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Stdio;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Pid, Signal, kill_process_group, setsid};

    use crate::app::wording;
    use crate::notation::clean;

    let words: Vec<String> = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    // Fails only for the leader of a group, which this is not unless someone types the command.
    let _ = setsid();
    let started =
        in_own_group(&words).and_then(|mut command| command.stdin(Stdio::piped()).spawn());
    let mut engine = match started {
        Ok(engine) => engine,
        Err(error) => {
            let program = words.first().map_or("", String::as_str);
            eprintln!("{}", clean(&wording::cannot_start(program, &error)));
            return NOT_STARTED;
        }
    };
    // The engine's output ends when the engine closes it.
    if let Ok(nowhere) = OpenOptions::new().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&nowhere);
        let _ = rustix::stdio::dup2_stderr(&nowhere);
    }
    let group = Pid::from_raw(engine.id().cast_signed());
    let mut input = engine.stdin.take();
    // Ends with the process: an engine that does not read must not hold up the guard.
    thread::spawn(move || {
        if let Some(mut input) = input.take() {
            let _ = io::copy(&mut io::stdin().lock(), &mut input);
        }
    });
    let end = move || {
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
    };
    // Without events asked for, the poll ends when the other side of the pipe is closed.
    thread::spawn(move || {
        let stdin = io::stdin();
        let mut pipe = [PollFd::new(&stdin, PollFlags::empty())];
        while poll(&mut pipe, None).is_err() {}
        thread::sleep(GRACE);
        end();
    });
    let status = engine.wait();
    // What the engine started ends with it.
    end();
    match status {
        Ok(status) => status
            .code()
            .unwrap_or_else(|| 128 + status.signal().unwrap_or(0)),
        Err(_) => 1,
    }
}

/// There are no process groups here.
#[cfg(not(unix))]
pub(crate) fn run(_words: &[OsString]) -> i32 {
    NOT_STARTED
}
