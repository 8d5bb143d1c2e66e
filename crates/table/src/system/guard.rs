//! The guard of an external engine: a second process of this program that starts the engine, passes
//! its input on, and ends it and everything that it started when the input ends.
//!
//! The input ends when the owner closes it, and also when the owner is killed, which it cannot
//! announce. So engines never keep running after the program has ended. The guard runs in a separate
//! session: a Ctrl-C in the terminal does not reach the engine, and the engine cannot use the terminal.
//!
//! On Linux a guard adopts what the engine started and left behind, so that nothing escapes it, whatever
//! session it runs in. A guard has a guard too, so that one of them remains if the other is killed. If both are,
//! the system kills the engine.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::OnceLock;
use std::time::Duration;

/// The command of this program that runs a guard.
const COMMAND: &str = "guard-engine";

/// The command of this program that becomes an engine.
const BECOME: &str = "become-engine";

/// The time that a program has to end after the end of its input.
pub(crate) const GRACE: Duration = Duration::from_millis(300);

/// The exit code of a guard that cannot start its program; the reason is on its standard error.
const NOT_STARTED: i32 = 127;

/// This program, if it has the command.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Starts engines under guards from now on. A guard is another process of this program. Windows uses jobs instead.
pub fn enable() {
    if cfg!(unix)
        && let Ok(program) = std::env::current_exe()
    {
        // It is the same each time.
        let _ = PROGRAM.set(program);
    }
}

/// Runs the guard, or becomes the engine, that [`command`] starts by these arguments. Returns the exit code when it has
/// ended; `None` if the arguments ask for something else.
pub fn exit_code(args: &[OsString]) -> Option<i32> {
    let [_, command, separator, words @ ..] = args else {
        return None;
    };
    match command.to_str()? {
        _ if separator != "--" => None,
        COMMAND => Some(run(words)),
        BECOME => Some(become_engine(words)),
        _ => None,
    }
}

/// Prepares to start a program, under a guard if possible.
#[expect(
    clippy::disallowed_methods,
    reason = "a program that the person has chosen"
)]
pub(crate) fn command(words: &[String]) -> io::Result<Command> {
    let Some(program) = PROGRAM.get() else {
        return in_own_group(words);
    };
    let mut command = Command::new(program);
    command.args([COMMAND, "--"]);
    if cfg!(target_os = "linux") {
        command.arg(program).args([COMMAND, "--"]);
        command.arg(program).args([BECOME, "--"]);
    }
    command.args(words);
    Ok(command)
}

/// Prepares to start a program in a new process group, or without a console, so that a Ctrl-C does not reach it.
fn in_own_group(words: &[impl AsRef<OsStr>]) -> io::Result<Command> {
    #[cfg_attr(not(any(unix, windows)), expect(unused_mut))]
    let mut command = command_of(words)?;
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    {
        /// Runs the process in a new, hidden console.
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NO_WINDOW);
    }
    Ok(command)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program that the person has chosen"
)]
fn command_of(words: &[impl AsRef<OsStr>]) -> io::Result<Command> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Says that a program cannot be started, and returns the exit code.
#[cfg(unix)]
fn refuse(words: &[OsString], error: &io::Error) -> i32 {
    use crate::phrase::{cannot_start, io_reason};

    let program = words
        .first()
        .map_or("".into(), |word| word.to_string_lossy());
    let sentence = cannot_start(&program, &io_reason(error));
    eprintln!("{}", reversi_notation::clean(&sentence));
    NOT_STARTED
}

/// Returns how long to wait for the end of a program, or of its guard, after the end of its input.
pub(crate) fn patience() -> Duration {
    /// A guard kills its program in much less, but its end must not be missed on a busy machine.
    const GUARD: Duration = Duration::from_secs(5);
    if PROGRAM.get().is_some() {
        GUARD
    } else {
        GRACE
    }
}

/// Returns whether this is the end of a guard that could not start its program.
pub(crate) fn not_started(status: ExitStatus) -> bool {
    PROGRAM.get().is_some() && status.code() == Some(NOT_STARTED)
}

/// Returns the signal that ended a program, where there are signals.
pub(crate) fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    {
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        // A guard cannot end by the same signal as its program.
        signal.or_else(|| {
            status
                .code()
                .filter(|code| *code > 128)
                .map(|code| code - 128)
        })
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}

/// The group of a started program. Dropping it ends the program and everything that the program started, unless a guard
/// does that.
#[derive(Debug)]
pub(crate) struct Hold {
    /// `None` if the system refuses. An engine that ignores the end of its input then keeps running.
    #[cfg(windows)]
    _job: Option<super::windows::Job>,
}

/// Adds a started program to a group.
pub(crate) fn hold(child: &Child) -> Hold {
    #[cfg(not(windows))]
    let _ = child;
    Hold {
        #[cfg(windows)]
        _job: super::windows::Job::hold(child).ok(),
    }
}

/// Kills a program, or its guard, and its group.
pub(crate) fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

/// Runs a program under this guard, and returns the exit code when both have ended.
#[cfg(unix)]
fn run(words: &[OsString]) -> i32 {
    use std::fs::OpenOptions;
    use std::process::Stdio;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, setsid, wait};

    // Fails only for the leader of a group, which this is not unless someone types the command, or for the
    // guard of a guard, which is in a session of its own.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    orphans::adopt();
    let started = in_own_group(words).and_then(|mut command| command.stdin(Stdio::piped()).spawn());
    let mut engine = match started {
        Ok(engine) => engine,
        Err(error) => return refuse(words, &error),
    };
    let group = Pid::from_raw(engine.id().cast_signed());
    let end = move || {
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        #[cfg(target_os = "linux")]
        orphans::kill_descendants();
    };
    let mut input = engine.stdin.take();
    // Ends with the process: an engine that does not read must not hold up the guard.
    let pass_on = move || {
        if let Some(mut input) = input.take() {
            let _ = io::copy(&mut io::stdin().lock(), &mut input);
        }
    };
    // Without events asked for, the poll ends when the other side of the pipe is closed.
    let watch = move || {
        let stdin = io::stdin();
        let mut pipe = [PollFd::new(&stdin, PollFlags::empty())];
        while poll(&mut pipe, None).is_err() {}
        thread::sleep(GRACE);
        end();
    };
    let threads = thread::Builder::new()
        .spawn(pass_on)
        .and_then(|_| thread::Builder::new().spawn(watch));
    if let Err(error) = threads {
        end();
        return refuse(words, &error);
    }
    // The engine's output ends when the engine closes it.
    if let Ok(nowhere) = OpenOptions::new().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&nowhere);
        let _ = rustix::stdio::dup2_stderr(&nowhere);
    }
    let status = loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if Some(ended) == group => break Some(status),
            // An adopted process has ended.
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => break None,
        }
    };
    // What the engine started ends with it.
    end();
    #[cfg(target_os = "linux")]
    orphans::end_all();
    let code = status.and_then(|status| {
        let signal = status.terminating_signal();
        status.exit_status().or(signal.map(|signal| 128 + signal))
    });
    code.unwrap_or(1)
}

/// There are no process groups here.
#[cfg(not(unix))]
fn run(_words: &[OsString]) -> i32 {
    NOT_STARTED
}

/// Becomes an engine that the system kills when its guard is killed. Returns the exit code if it cannot be
/// started.
#[cfg(unix)]
fn become_engine(words: &[OsString]) -> i32 {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        // Every system has had it for decades.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
    let error = match command_of(words) {
        Ok(mut command) => std::os::unix::process::CommandExt::exec(&mut command),
        Err(error) => error,
    };
    refuse(words, &error)
}

/// Nothing can replace itself by another program here.
#[cfg(not(unix))]
fn become_engine(_words: &[OsString]) -> i32 {
    NOT_STARTED
}

/// The processes that descend from this one.
#[cfg(target_os = "linux")]
mod orphans {
    use std::time::{Duration, Instant};
    use std::{fs, thread};

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, wait,
    };

    /// How long to wait for the end of processes that were killed, which only the system delays.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Becomes the parent of every descendant whose own parent ends.
    pub(super) fn adopt() {
        // Without it, orphans are out of reach, as elsewhere.
        let _ = set_child_subreaper(Some(getpid()));
    }

    pub(super) fn kill_descendants() {
        let mut family = vec![getpid().as_raw_nonzero().get()];
        let processes = processes();
        let mut known = 0;
        while known < family.len() {
            let parent = family[known];
            let children = processes.iter().filter(|(_, of)| *of == parent);
            family.extend(children.map(|&(child, _)| child));
            known += 1;
        }
        for pid in family.into_iter().skip(1).filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    /// Kills and waits for all descendants, and for what they start meanwhile.
    pub(super) fn end_all() {
        let end = Instant::now() + PATIENCE;
        loop {
            kill_descendants();
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                // There are no more.
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Returns the numbers of all processes and of their parents.
    fn processes() -> Vec<(i32, i32)> {
        let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
        let status = folders.filter_map(|folder| {
            let process = folder.file_name().to_str()?.parse().ok()?;
            let status = fs::read_to_string(folder.path().join("stat")).ok()?;
            // The name is in parentheses and may hold anything.
            let (_, fields) = status.rsplit_once(')')?;
            let parent = fields.split_whitespace().nth(1)?;
            Some((process, parent.parse().ok()?))
        });
        status.collect()
    }
}
