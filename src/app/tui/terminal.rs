//! Owns the state of the terminal: it is taken over, and given back in every way a program can end.

use std::io::{self, Stdout, Write as _, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::cursor;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::style::force_color_output;
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use super::app::App;
use crate::app::background;

/// The terminal while it is ours. Dropped, it is as it was.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        // Whatever of this fails, dropping gives back what was taken.
        let guard = Guard;
        take(mouse)?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        std::mem::forget(guard);
        Ok(Self { terminal, mouse })
    }

    /// Draws a frame; the terminal shows it at once, not line by line.
    pub(super) fn draw(&mut self, app: &App) -> io::Result<()> {
        // Without colours not even "the default colour" is sent. With them, the program was told to send
        // some, and crossterm's own look at NO_COLOR does not count.
        force_color_output(app.is_colored());
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| app.draw(frame))?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Forgets what the terminal shows, so that the next frame is drawn whole.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        execute!(stdout(), terminal::Clear(terminal::ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }

    /// Gives the terminal back, lets something happen, and takes it again.
    pub(super) fn outside(&mut self, during: impl FnOnce()) -> io::Result<()> {
        give_back();
        during();
        self.reenter()
    }

    /// Takes the terminal again after somebody else may have changed it.
    pub(super) fn reenter(&mut self) -> io::Result<()> {
        // Raw mode that we believe to be in force would not be asked for again.
        let _ = terminal::disable_raw_mode();
        take(self.mouse)?;
        self.redraw()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether there is something to give back. Leaving the alternate screen a second time would put the
/// cursor back over what was printed since the first time, such as the message of a panic.
static TAKEN: AtomicBool = AtomicBool::new(false);

fn take(mouse: bool) -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableBracketedPaste,
        cursor::Hide
    )?;
    if mouse {
        execute!(stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

/// Gives the terminal back. Each step is tried whatever became of the others: the terminal may be gone.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    let _ = queue!(out, EndSynchronizedUpdate);
    let _ = queue!(out, DisableMouseCapture);
    let _ = queue!(out, DisableBracketedPaste);
    // A window that has grown meanwhile may bring rows of the frame back, as in tmux.
    let _ = queue!(out, terminal::Clear(terminal::ClearType::All));
    let _ = queue!(out, LeaveAlternateScreen);
    let _ = queue!(out, cursor::Show);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

/// A panic hook that keeps panics readable: the terminal is given back before the message of a panic
/// of this thread is printed. Messages of other threads, whose panics are caught, are kept off the
/// screen and printed when this is dropped.
pub(super) struct PanicHook {
    late: Arc<Mutex<Vec<String>>>,
    previous: Arc<Hook>,
}

type Hook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync>;

impl PanicHook {
    pub(super) fn install() -> Self {
        background::install_hook();
        let own: ThreadId = thread::current().id();
        let late = Arc::new(Mutex::new(Vec::new()));
        let previous = Arc::new(panic::take_hook());
        let (messages, hook) = (Arc::clone(&late), Arc::clone(&previous));
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == own {
                give_back();
                hook(info);
            } else {
                let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
                messages.push(info.to_string());
                if background::is_catching() {
                    hook(info);
                }
            }
        }));
        Self { late, previous }
    }
}

impl Drop for PanicHook {
    fn drop(&mut self) {
        // A hook cannot be changed while a panic unwinds; then the program ends anyway.
        if !thread::panicking() {
            let previous = Arc::clone(&self.previous);
            panic::set_hook(Box::new(move |info| previous(info)));
        }
        let messages = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        for message in messages.iter() {
            eprintln!("reversi: {}", crate::notation::clean(message));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Not a test: the program of the next one, run by it in a terminal of its own.
    #[test]
    #[ignore = "run by a_panic_gives_the_terminal_back_and_can_be_read_afterwards"]
    fn a_program_that_panics() {
        let _hook = PanicHook::install();
        let _screen = Screen::enter(true).unwrap();
        panic!("something impossible happened");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_and_can_be_read_afterwards() {
        let size = PtySize {
            rows: 24,
            cols: 100,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        let name = "app::tui::terminal::tests::a_program_that_panics";
        // A backtrace would push the message off the screen.
        command.env("RUST_BACKTRACE", "0");
        command.args(["--ignored", "--exact", "--nocapture", name]);
        command.env("TERM", "xterm-256color");
        let settings = || format!("{:?}", pty.master.get_termios().unwrap());
        let before = settings();
        let mut output = pty.master.try_clone_reader().unwrap();
        let mut child = pty.slave.spawn_command(command).unwrap();
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        // Read while it runs: a terminal holds little.
        let reader = thread::spawn(move || {
            while let Ok(count @ 1..) = output.read(&mut chunk) {
                bytes.extend_from_slice(&chunk[..count]);
            }
            bytes
        });
        assert!(!child.wait().unwrap().success());
        assert_eq!(settings(), before);
        drop(pty);
        let bytes = reader.join().unwrap();
        assert!(bytes.windows(8).any(|seen| seen == b"\x1b[?1049h"));
        let [rows, columns] = [24, 100].map(|cells| std::num::NonZero::new(cells).unwrap());
        let mut parser = vt100::Parser::new(rows, columns, 0);
        parser.process(&bytes);
        let screen = parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let text = screen.contents();
        assert!(text.contains("something impossible happened"), "{text}");
    }
}
