//! Drawing into a buffer, without a panic outside it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::Style;

use crate::raster::Glyph;
use crate::theme::ActiveTheme;

/// Draws texts, clipped to the buffer. All texts are drawn with it: the methods of ratatui panic outside the buffer.
pub trait PutText {
    /// Draws a text with a style.
    fn put_string(&mut self, x: u16, y: u16, text: impl AsRef<str>, style: impl Into<Style>) {
        self.put_stringn(x, y, text, usize::MAX, style);
    }

    /// Draws a text, cut off after a number of columns. Returns where it ends.
    fn put_stringn(
        &mut self,
        x: u16,
        y: u16,
        text: impl AsRef<str>,
        columns: usize,
        style: impl Into<Style>,
    ) -> (u16, u16);
}

impl PutText for Buffer {
    #[expect(clippy::disallowed_methods, reason = "it is clipped here")]
    fn put_stringn(
        &mut self,
        x: u16,
        y: u16,
        text: impl AsRef<str>,
        columns: usize,
        style: impl Into<Style>,
    ) -> (u16, u16) {
        if self.area.contains(Place::new(x, y)) {
            self.set_stringn(x, y, text, columns, style)
        } else {
            (x, y)
        }
    }
}

/// Draws one character, if it is inside the buffer.
pub fn put(buf: &mut Buffer, at: impl Into<Place>, symbol: &str, style: Style) {
    if let Some(cell) = buf.cell_mut(at) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Applies a style to an empty area.
pub fn clear(area: Rect, style: Style, buf: &mut Buffer) {
    for at in area.positions() {
        put(buf, at, " ", style);
    }
}

/// Draws painted characters, row by row.
pub(crate) fn draw_glyphs(glyphs: &[Glyph], area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    for (at, glyph) in area.positions().zip(glyphs) {
        put(buf, at, glyph.symbol, look.on(glyph.fg, glyph.bg));
    }
}
