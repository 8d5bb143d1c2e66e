//! The terminal of the page, as ratatui draws on it.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use reversi_tui::{ButtonKind, PageButton, ansi};

/// A terminal of a known size at the other end of standard output.
pub(crate) struct Screen {
    size: Size,
    out: io::Stdout,
}

impl Screen {
    /// Creates a screen of this size.
    pub(crate) fn new(columns: u16, rows: u16) -> Self {
        Self {
            size: Size::new(columns, rows),
            out: io::stdout(),
        }
    }

    /// Sends a text to the terminal in one piece.
    pub(crate) fn send(&self, text: impl AsRef<[u8]>) -> io::Result<()> {
        let mut out = self.out.lock();
        out.write_all(text.as_ref())?;
        out.flush()
    }

    /// Passes a text without control characters to a reader of the screen.
    pub(crate) fn speak(&self, text: &str) -> io::Result<()> {
        self.send(format!("\x1b]9;{text}\x07"))
    }

    /// Shows the keys as buttons of the page, which are clicked in a row below the screen: `-` stands before one that waits,
    /// and `?` before an answer. No label has a `|`.
    pub(crate) fn show_buttons(&self, buttons: &[PageButton]) -> io::Result<()> {
        let signed = buttons.iter().map(|PageButton { label, kind }| match kind {
            ButtonKind::Usual => format!(" {label}"),
            ButtonKind::Off => format!("-{label}"),
            ButtonKind::Answer => format!("?{label}"),
        });
        let signed: Vec<_> = signed.collect();
        self.send(format!("\x1b]7000;{}\x07", signed.join("|")))
    }

    /// Tells the page the code of the language that is spoken.
    pub(crate) fn tell_language(&self, code: &str) -> io::Result<()> {
        self.send(format!("\x1b]7002;{code}\x07"))
    }

    /// Lets the page vibrate.
    pub(crate) fn vibrate(&self) -> io::Result<()> {
        self.send("\x1b]7001;\x07")
    }

    /// Copies a text to the clipboard.
    pub(crate) fn copy(&self, text: &str) -> io::Result<()> {
        self.send(format!("\x1b]52;c;{}\x07", STANDARD.encode(text)))
    }
}

impl Backend for Screen {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.send(ansi::cells(content))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.send("\x1b[?25l")
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.send("\x1b[?25h")
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        self.send(format!("\x1b[{};{}H", y + 1, x + 1))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.send("\x1b[2J")
    }

    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let pixels = Size::default();
        Ok(WindowSize {
            columns_rows: self.size,
            pixels,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
