//! Terminal setup, and its restoration however the program ends.

use std::io::{self, Stdout, Write as _, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::{Frame, Terminal};

use reversi_table::background;
use reversi_table::system::signals;
use reversi_tui::{ansi, graphics};

/// Draws cells in the codes of [`ansi`], and leaves everything else to crossterm. Crossterm writes the 16 colours of a
/// console as the first of 256 colours, which a terminal with 16 colours need not know.
struct CellBackend(CrosstermBackend<Stdout>);

impl Backend for CellBackend {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.0.write_all(ansi::cells(content).as_bytes())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        io::Write::flush(&mut self.0)
    }
}

/// The terminal in raw mode. Dropping it restores the previous state.
pub(super) struct RawTerminal {
    /// Never dropped: it would print an error if the terminal is gone, and panic as that fails too.
    terminal: ManuallyDrop<Terminal<CellBackend>>,
    mouse: bool,
}

impl RawTerminal {
    /// Sets up the terminal.
    pub(super) fn enter(mouse: bool) -> io::Result<Self> {
        // If any step fails, dropping undoes the others.
        let guard = Guard;
        take(mouse)?;
        let terminal =
            ManuallyDrop::new(Terminal::new(CellBackend(CrosstermBackend::new(stdout())))?);
        std::mem::forget(guard);
        Ok(Self { terminal, mouse })
    }

    /// Draws a frame; a synchronized update shows it at once. The bytes returned by the drawing are sent first.
    pub(super) fn draw(&mut self, picture: impl FnOnce(&mut Frame) -> Vec<u8>) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        let mut sent = Ok(());
        self.terminal.draw(|frame| {
            let bytes = picture(frame);
            sent = stdout().write_all(&bytes);
        })?;
        sent?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Forgets the terminal's contents, so that the next frame is drawn in full.
    pub(super) fn redraw(&mut self) -> io::Result<()> {
        graphics::delete_all(&mut stdout())?;
        execute!(stdout(), terminal::Clear(terminal::ClearType::All))?;
        // The buffer of the last frame becomes blank.
        self.terminal.swap_buffers();
        Ok(())
    }

    /// Restores the terminal, runs an action, and sets the terminal up again.
    pub(super) fn outside(&mut self, during: impl FnOnce()) -> io::Result<()> {
        give_back();
        during();
        self.reenter()
    }

    /// Sets the terminal up again after another program may have changed it.
    pub(super) fn reenter(&mut self) -> io::Result<()> {
        // Raw mode would not be set again while crossterm believes it to be on.
        let _ = terminal::disable_raw_mode();
        take(self.mouse)?;
        self.redraw()
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Asks for the background colour (xterm's OSC 11). A terminal that knows the question answers with input.
pub(super) const BACKGROUND_QUESTION: &str = "\x1b]11;?\x1b\\";

/// Returns the width and the height of a cell in pixels; 0 if unknown.
pub(super) fn cell() -> (u16, u16) {
    terminal::window_size().map_or((0, 0), |size| {
        let cell = |pixels: u16, cells: u16| pixels.checked_div(cells).unwrap_or(0);
        (cell(size.width, size.columns), cell(size.height, size.rows))
    })
}

/// Returns the columns and rows of the terminal; `None` without one, or if it does not tell.
pub(crate) fn screen_size() -> Option<(u16, u16)> {
    let size = terminal::window_size().ok()?;
    Some((size.columns, size.rows))
}

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether there is something to restore. Leaving the alternate screen twice would move the cursor over
/// text printed in between, such as a panic message.
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

/// Restores the terminal. Every step is tried even if others fail: the terminal may be gone.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    let _ = queue!(out, EndSynchronizedUpdate);
    let _ = graphics::delete_all(&mut out);
    let _ = queue!(out, DisableMouseCapture);
    let _ = queue!(out, DisableBracketedPaste);
    // A terminal that has grown, as in tmux, may show rows of the frame again.
    let _ = queue!(out, terminal::Clear(terminal::ClearType::All));
    let _ = queue!(out, LeaveAlternateScreen);
    let _ = queue!(out, cursor::Show);
    let _ = out.flush();
    let _ = terminal::disable_raw_mode();
}

/// A panic hook that restores the terminal before it prints a panic message of this thread. Messages of
/// other threads, whose panics are caught, are printed when this is dropped.
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
                signals::start_ending();
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
        // The hook cannot be changed while a panic unwinds; the program ends anyway.
        if !thread::panicking() {
            let previous = Arc::clone(&self.previous);
            panic::set_hook(Box::new(move |info| previous(info)));
        }
        let messages = self.late.lock().unwrap_or_else(PoisonError::into_inner);
        for message in messages.iter() {
            // Nothing can be done if stderr is closed.
            let _ = writeln!(
                io::stderr(),
                "reversi: {}",
                reversi_notation::clean(message)
            );
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Not a test: a helper program that the next test runs in its own terminal.
    #[test]
    #[ignore = "run by a_panic_gives_the_terminal_back_and_can_be_read_afterwards"]
    fn a_program_that_panics() {
        let _hook = PanicHook::install();
        let _terminal = RawTerminal::enter(true).unwrap();
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
        let program = std::env::current_exe().unwrap();
        #[expect(
            clippy::disallowed_methods,
            reason = "it is this test, which finds no folder"
        )]
        let mut command = CommandBuilder::new(program);
        let name = "terminal::raw::tests::a_program_that_panics";
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
