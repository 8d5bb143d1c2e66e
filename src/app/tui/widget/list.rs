//! A list of lines that scrolls with the one that is chosen.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::tui::theme::{ActiveTheme, Role};

/// A list to draw.
#[derive(Debug)]
pub(crate) struct ListView<'a> {
    /// How many lines there are.
    pub(crate) count: usize,
    pub(crate) chosen: Option<usize>,
    pub(crate) look: &'a ActiveTheme,
}

impl ListView<'_> {
    /// Returns which lines are seen: the chosen one in the middle, where there are more than fit.
    pub(crate) fn visible(&self, area: Rect) -> Range<usize> {
        let rows = usize::from(area.height);
        let first = self.chosen.unwrap_or(0).saturating_sub(rows / 2);
        let first = first.min(self.count.saturating_sub(rows));
        first..self.count.min(first + rows)
    }

    /// Draws the lines that are seen. Returns where each one stands, by its index.
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
                buf.set_stringn(row.x, row.y, text, usize::from(row.width), style);
            })
            .collect()
    }
}
