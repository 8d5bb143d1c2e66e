//! A program in a pseudo-terminal, as a person sees it.

#![allow(dead_code)] // each test binary uses a part

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::MouseProtocolMode;

use crate::program;

/// How long anything may take on a machine that does other things as well.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_reversi");

/// Returns a program for a pseudo-terminal with colours, whose person has this home.
#[expect(clippy::disallowed_methods, reason = "the one place that starts")]
pub(crate) fn command<A: AsRef<OsStr>>(home: &Path, name: &str, args: &[A]) -> CommandBuilder {
    let mut command = CommandBuilder::new(name);
    command.args(args);
    command.env_clear();
    let colored = [("COLORTERM", "truecolor"), ("LC_ALL", "C.UTF-8")];
    for (name, value) in program::environment(home) {
        command.env(name, value);
    }
    for (name, value) in colored {
        command.env(name, value);
    }
    command
}

/// A program in a pseudo-terminal, and what it shows there.
pub(crate) struct Terminal {
    pub(crate) master: Box<dyn MasterPty + Send>,
    /// A thread writes, because a terminal whose program has ended blocks.
    keyboard: SyncSender<Vec<u8>>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) screen: Arc<Mutex<vt100::Parser>>,
    /// All that it sent to the terminal.
    pub(crate) sent: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
    is_closed: Arc<AtomicBool>,
    /// The settings of the terminal before the program began.
    before: String,
    /// The home that it was started in, unless others use it, too.
    home: Option<tempfile::TempDir>,
}

impl Terminal {
    /// Starts a program at a screen of 80x24.
    pub(crate) fn start(program: &str, args: &[&str]) -> Self {
        Self::start_with(program, args, &[])
    }

    /// The same with other variables.
    pub(crate) fn start_with(program: &str, args: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::start_as(program, args, |command| {
            for (name, value) in environment {
                command.env(name, value);
            }
        })
    }

    /// The same with a change to the command.
    pub(crate) fn start_as(
        program: &str,
        args: &[&str],
        change: impl FnOnce(&mut CommandBuilder),
    ) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut command = command(home.path(), program, args);
        change(&mut command);
        let mut terminal = Self::spawn(command);
        terminal.home = Some(home);
        terminal
    }

    /// Starts a [`command`].
    pub(crate) fn spawn(command: CommandBuilder) -> Self {
        let pty = native_pty_system().openpty(size(80, 24)).unwrap();
        let before = settings_of(pty.master.as_ref());
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(count(24), count(80), 0)));
        let mut output = pty.master.try_clone_reader().unwrap();
        let sent = Arc::new(Mutex::new(Vec::new()));
        let is_closed = Arc::new(AtomicBool::new(false));
        let (shown, log, closed) = (screen.clone(), sent.clone(), is_closed.clone());
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes)
                && !closed.load(Ordering::SeqCst)
            {
                log.lock().unwrap().extend_from_slice(&bytes[..count]);
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Self {
            keyboard: keyboard(pty.master.as_ref()),
            master: pty.master,
            child,
            screen,
            sent,
            reader: Some(reader),
            is_closed,
            before,
            home: None,
        }
    }

    /// Closes the window.
    pub(crate) fn hang_up(&mut self) {
        // The last reader of the terminal ends with the next frame.
        self.is_closed.store(true, Ordering::SeqCst);
        self.master.resize(size(90, 30)).unwrap();
        self.reader.take().unwrap().join().unwrap();
        let other = native_pty_system().openpty(size(80, 24)).unwrap();
        self.keyboard = keyboard(other.master.as_ref());
        self.master = other.master;
    }

    /// The time that the program has computed so far, in ticks of (nearly everywhere) 10 ms.
    #[cfg(target_os = "linux")]
    pub(crate) fn ticks(&self) -> u64 {
        ticks_of(&self.process().join("stat"))
    }

    /// The time that its main thread, the interface, has computed so far.
    #[cfg(target_os = "linux")]
    pub(crate) fn main_ticks(&self) -> u64 {
        let process = self.process();
        let id = process.file_name().unwrap();
        ticks_of(&process.join("task").join(id).join("stat"))
    }

    #[cfg(target_os = "linux")]
    fn process(&self) -> PathBuf {
        Path::new("/proc").join(self.child.process_id().unwrap().to_string())
    }

    /// The autosaves in the home, one after another.
    pub(crate) fn autosaves(&self) -> String {
        autosaves(self.home.as_ref().unwrap().path())
    }

    /// Makes the picture larger or smaller.
    pub(crate) fn show(&self, columns: u16, rows: u16) {
        let mut parser = self.screen.lock().unwrap();
        parser.screen_mut().set_size(count(rows), count(columns));
    }

    pub(crate) fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the list of moves has the answer to a move.
    pub(crate) fn wait_for_answer(&self, to: &str) {
        self.wait_for("answer", |screen| has_answer(screen, to));
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        assert!(self.try_type(keys.as_bytes()));
    }

    /// Types bytes. Returns `false` if the program has ended instead of reading them.
    pub(crate) fn try_type(&mut self, bytes: &[u8]) -> bool {
        let end = Instant::now() + PATIENCE;
        let mut bytes = bytes.to_vec();
        while let Err(back) = self.keyboard.try_send(bytes) {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            assert!(Instant::now() < end, "no key is read at\n{}", self.text());
            std::thread::sleep(Duration::from_millis(1));
            let (TrySendError::Full(same) | TrySendError::Disconnected(same)) = back;
            bytes = same;
        }
        true
    }

    /// Waits until something holds for the screen.
    pub(crate) fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(&self.text()) {
            assert!(
                Instant::now() < end,
                "no {what} on\n{}\nafter {}",
                self.text(),
                self.last_output()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The end of what the program has sent, with its escape sequences.
    fn last_output(&self) -> String {
        let sent = self.sent.lock().unwrap();
        let last = &sent[sent.len().saturating_sub(600)..];
        String::from_utf8_lossy(last).escape_debug().to_string()
    }

    pub(crate) fn wait_for_text(&self, text: &str) {
        self.wait_for(text, |screen| {
            // Beside the board a sentence may take several lines.
            let beside = screen.lines().flat_map(|line| {
                let (at, _) = line.char_indices().nth(50).unwrap_or((line.len(), ' '));
                line[at..].split_whitespace()
            });
            screen.contains(text) || beside.collect::<Vec<_>>().join(" ").contains(text)
        });
    }

    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let status = self.wait_for_exit();
        // What it wrote last is still on its way.
        self.wait_for("main screen", |_| !self.is_taken());
        status
    }

    pub(crate) fn wait_for_exit(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "it goes on:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the program has the alternate screen.
    pub(crate) fn is_taken(&self) -> bool {
        self.screen.lock().unwrap().screen().alternate_screen()
    }

    /// The terminal is as it was before.
    pub(crate) fn assert_given_back(&self) {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(settings_of(self.master.as_ref()), self.before);
    }

    pub(crate) fn assert_taken(&self) {
        self.wait_for("taken terminal", |_| {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            screen.alternate_screen()
                && screen.hide_cursor()
                && screen.bracketed_paste()
                && screen.mouse_protocol_mode() != MouseProtocolMode::None
        });
        // A program that goes on sets the terminal up twice: when it is told to, and when it sees that it went on.
        self.wait_for("settings of a taken terminal", |_| {
            settings_of(self.master.as_ref()) != self.before
        });
    }

    pub(crate) fn signal(&self, name: &str) {
        program::signal(name, &[self.child.process_id().unwrap()]);
    }
}

/// Starts a thread that types.
fn keyboard(master: &dyn MasterPty) -> SyncSender<Vec<u8>> {
    let mut writer = master.take_writer().unwrap();
    let (keyboard, keys) = mpsc::sync_channel::<Vec<u8>>(4);
    std::thread::spawn(move || {
        // A failure means that the program has ended.
        while let Ok(bytes) = keys.recv()
            && writer.write_all(&bytes).is_ok()
        {}
    });
    keyboard
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
    }
}

#[cfg(target_os = "linux")]
fn ticks_of(stat: &Path) -> u64 {
    let stat = std::fs::read_to_string(stat).unwrap();
    // The name is in parentheses and may hold anything.
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let times = fields.split(' ').skip(11).take(2);
    times.map(|time| time.parse::<u64>().unwrap()).sum()
}

/// What the autosaves in a folder for state say, one after another.
pub(crate) fn autosaves(home: &Path) -> String {
    let Ok(entries) = std::fs::read_dir(home.join("reversi/autosave")) else {
        return String::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    // It may have been replaced or removed just now.
    games
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}

/// Returns whether the list of moves on a screen has the answer to a move, or a move after its number.
pub(crate) fn has_answer(screen: &str, to: &str) -> bool {
    screen.lines().any(|line| {
        let mut words = line.split_whitespace().skip_while(|word| *word != to);
        words.next();
        // The card beside the list explains squares as well.
        let mut words = words.take_while(|word| *word != "│");
        words.any(|word| word.parse::<reversi::Square>().is_ok())
    })
}

pub(crate) fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn count(cells: u16) -> NonZero<u16> {
    NonZero::new(cells).unwrap()
}

/// Canonical mode, echo and the rest, as the system describes them.
fn settings_of(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}
