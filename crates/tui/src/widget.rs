//! The widgets that screens are built from. They take plain data, and know no keys, application or session.

pub(crate) mod bits;
pub(crate) mod board;
pub(crate) mod cells;
pub(crate) mod choice;
pub(crate) mod digits;
pub(crate) mod evaluation;
pub(crate) mod field;
pub(crate) mod graph;
pub(crate) mod keys;
pub(crate) mod list;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod players;
pub(crate) mod tile;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::Style;

use super::raster::Glyph;
use super::theme::ActiveTheme;

/// Draws texts, clipped to the buffer. All texts are drawn with it: the methods of ratatui panic outside the buffer.
pub(crate) trait PutText {
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
fn put(buf: &mut Buffer, at: impl Into<Place>, symbol: &str, style: Style) {
    if let Some(cell) = buf.cell_mut(at) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Applies a style to an empty area.
fn clear(area: Rect, style: Style, buf: &mut Buffer) {
    for at in area.positions() {
        put(buf, at, " ", style);
    }
}

/// Draws painted characters, row by row.
fn draw_glyphs(glyphs: &[Glyph], area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    for (at, glyph) in area.positions().zip(glyphs) {
        put(buf, at, glyph.symbol, look.on(glyph.fg, glyph.bg));
    }
}

/// Returns an area without its first columns.
pub(crate) fn right_of(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect {
        x: area.x + columns,
        width: area.width - columns,
        ..area
    }
}

/// Returns columns in the middle of an area.
pub(crate) fn centered(area: Rect, columns: u16) -> Rect {
    Slices(right_of(area, area.width.saturating_sub(columns) / 2)).left(columns)
}

/// The rest of an area while slices are cut off.
pub(crate) struct Slices(pub(crate) Rect);

impl Slices {
    /// Cuts off columns at the left.
    pub(crate) fn left(&mut self, columns: u16) -> Rect {
        let width = columns.min(self.0.width);
        let slice = Rect { width, ..self.0 };
        self.0 = right_of(self.0, width);
        slice
    }

    /// Cuts off columns at the right.
    pub(crate) fn right(&mut self, columns: u16) -> Rect {
        let width = self.0.width.saturating_sub(columns);
        let slice = right_of(self.0, width);
        self.0.width = width;
        slice
    }

    /// Cuts off rows at the top.
    pub(crate) fn top(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.0.height);
        let slice = Rect {
            height: rows,
            ..self.0
        };
        self.0.y += rows;
        self.0.height -= rows;
        slice
    }

    /// Cuts off rows at the bottom.
    pub(crate) fn bottom(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.0.height);
        self.0.height -= rows;
        Rect {
            y: self.0.bottom(),
            height: rows,
            ..self.0
        }
    }
}
