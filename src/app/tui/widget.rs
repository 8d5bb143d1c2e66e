//! The widgets that screens are built from. They take plain data, and know no keys, application or session.

pub(crate) mod bits;
pub(crate) mod board;
pub(crate) mod choice;
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
