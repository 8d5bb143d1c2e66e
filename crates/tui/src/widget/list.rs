//! A list of lines that scrolls with its selection.

use crate::widget::{PutText as _, fit};
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{ActiveTheme, Role};
use reversi_text::{Message, label};

/// The longest list that does not filter as one types.
const SHORT: usize = 10;

/// What the empty field of a list that filters shows, with a keyboard and without one.
pub(crate) const TO_FILTER: (&Message, &Message) = (label!("type to filter"), label!("filter"));

/// Returns whether a list of this many rows filters as one types.
pub(crate) const fn filters(rows: usize) -> bool {
    rows > SHORT
}

/// The number of lines in a page.
const PAGE: usize = 10;

/// A movement of the selection in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListStep {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

impl ListStep {
    /// Returns the movement of a mouse wheel.
    pub(crate) const fn by_wheel(down: bool) -> Self {
        if down { Self::Down } else { Self::Up }
    }

    /// Returns the line that it leads to.
    pub(crate) fn from(self, chosen: usize, count: usize) -> usize {
        let last = count.saturating_sub(1);
        match self {
            Self::Up => chosen.saturating_sub(1),
            Self::Down => (chosen + 1).min(last),
            Self::PageUp => chosen.saturating_sub(PAGE),
            Self::PageDown => (chosen + PAGE).min(last),
            Self::First => 0,
            Self::Last => last,
        }
    }
}

/// A list to draw.
#[derive(Debug)]
pub(crate) struct ListView<'a> {
    /// The number of lines.
    pub(crate) count: usize,
    pub(crate) chosen: Option<usize>,
    pub(crate) look: &'a ActiveTheme,
}

impl ListView<'_> {
    /// Returns the visible lines: with the selected one in the middle, if they do not all fit.
    pub(crate) fn visible(&self, area: Rect) -> Range<usize> {
        let rows = usize::from(area.height);
        let first = self.chosen.unwrap_or(0).saturating_sub(rows / 2);
        let first = first.min(self.count.saturating_sub(rows));
        first..self.count.min(first + rows)
    }

    /// Draws the visible lines. Returns the area of each one, by its index.
    pub(crate) fn draw(
        &self,
        line: impl Fn(usize) -> (String, Role),
        area: Rect,
        buf: &mut Buffer,
    ) -> Vec<(Rect, usize)> {
        let places = area.rows().zip(self.visible(area));
        places
            .inspect(|&(row, index)| {
                let (text, role) = line(index);
                let is_chosen = self.chosen == Some(index);
                let style = self.look.style(if is_chosen { Role::Chosen } else { role });
                buf.set_style(row, style);
                let room = usize::from(row.width);
                buf.put_stringn(row.x, row.y, fit(&text, room, self.look), room, style);
            })
            .collect()
    }
}
