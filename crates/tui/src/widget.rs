//! The widgets that screens are built from. They take plain data, and know no keys, application or session.

pub(crate) mod bits;
pub(crate) mod cells;
pub(crate) mod chart;
pub(crate) mod cheer;
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

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::text::{clip, width};
use super::theme::ActiveTheme;
pub(crate) use reversi_board::parts::{PutText, clear, put};

/// Returns a text that fits the columns; dots mark what was left out of a longer one.
pub(crate) fn fit<'a>(text: &'a str, columns: usize, look: &ActiveTheme) -> Cow<'a, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let dots = look.symbol("…", ".");
    Cow::Owned(format!("{}{dots}", clip(text, columns.saturating_sub(1))))
}

/// Returns a line of several styles that fits the columns; dots mark what was left out of a longer one.
pub(crate) fn fit_line(line: Line<'static>, columns: usize, look: &ActiveTheme) -> Line<'static> {
    if line.width() <= columns {
        return line;
    }
    // The dots take a column.
    let mut room = columns.saturating_sub(1);
    let mut fitting = Line::default().style(line.style);
    for span in line.spans {
        let shown = clip(&span.content, room);
        room -= width(shown);
        let is_cut = shown.len() < span.content.len();
        let shown = Span::styled(shown.to_owned(), span.style);
        fitting.push_span(shown);
        if is_cut {
            fitting.push_span(Span::styled(look.symbol("…", "."), span.style));
            break;
        }
    }
    fitting
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
