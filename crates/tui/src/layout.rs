//! The layout of the screens, for every size: a header, a body and a key line; in the body a board, with a panel
//! beside it or below.

use ratatui::layout::Rect;

use super::text::rows;
use reversi_board::parts::{BoardPlace, BoardShape};

pub(crate) use super::widget::{Slices, centered, right_of};

/// The smallest screen: columns and rows.
pub(crate) const SMALLEST: (u16, u16) = (24, 12);

/// Columns between the board and the panel beside it.
const GAP: u16 = 3;

/// The minimum and the sufficient width of the panel beside the board.
const PANEL: (u16, u16) = (20, 60);

/// The largest content: columns and rows. It is in the middle of a larger screen.
const LARGEST: (u16, u16) = (150, 54);

/// The most columns of a screen with a board.
const WITH_BOARD: u16 = 166;

/// The smallest screen with a margin at its sides, and blank rows below the header and above the key line.
const ROOMY: (u16, u16) = (60, 20);

/// The rows for a message and for the prompt at the end of a panel beside a board.
const NOTICE: u16 = 3;

/// The minimum width of the panel beside a small board with squares of two rows.
const NARROW_PANEL: u16 = 14;

/// The minimum width of the panel beside a board as high as the screen.
const FULL_HEIGHT_PANEL: u16 = 26;

/// The width of the panel beside a board as high as the screen up to which the gap between them is a column.
const WIDEST_GLUED: u16 = 29;

/// The minimum height of the panel below the board.
const PANEL_BELOW: u16 = 8;

/// The areas of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// What the screen is, in one row.
    pub(crate) header: Rect,
    pub(crate) body: Rect,
    /// The key line.
    pub(crate) footer: Rect,
}

impl Frame {
    /// Lays out a screen.
    pub(crate) fn of(area: Rect) -> Self {
        Self::within(area, LARGEST.0)
    }

    /// Lays out a screen of at most this many columns.
    fn within(area: Rect, columns: u16) -> Self {
        let roomy = area.width >= ROOMY.0 && area.height >= ROOMY.1;
        let margin = u16::from(roomy);
        let mut rest = Slices(centered(area, columns.min(area.width - 2 * margin)));
        let header = rest.top(1);
        let footer = rest.bottom(1);
        rest.top(margin);
        rest.bottom(margin);
        let rows = rest.0.height.min(LARGEST.1);
        rest.top((rest.0.height - rows) / 2);
        Self {
            header,
            body: rest.top(rows),
            footer,
        }
    }
}

/// The areas of a screen with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    /// The program name and the current settings; may be empty.
    pub(crate) title: Rect,
    /// The board.
    pub(crate) board: BoardPlace,
    /// The evaluation bar to its right; empty if there is no column for it.
    pub(crate) bar: Rect,
    /// Players, counts and moves.
    pub(crate) panel: Rect,
    /// A pass or the result; the last message if the panel has no room for messages.
    pub(crate) notice: Rect,
    /// The prompt. If either is empty, both share the other's lines.
    pub(crate) prompt: Rect,
    /// The key line.
    pub(crate) keys: Rect,
    /// Whether the title and the key line are bars over the whole width.
    pub(crate) has_bars: bool,
}

impl BoardLayout {
    /// Returns the whole column beside the board, if everything but the title bar and the key line is there.
    pub(crate) fn side(&self) -> Option<Rect> {
        let is_beside = self.notice.x > self.board.area.x && self.panel.width >= PANEL.0;
        let title = if self.has_bars {
            self.panel
        } else {
            self.title
        };
        is_beside.then(|| title.union(self.panel).union(self.prompt))
    }

    /// Returns where the header is drawn, and the rest of the column beside the board; `None` without a column. Without a
    /// bar, the header takes rows of the column.
    pub(crate) fn column(&self, header: u16) -> Option<(Rect, Slices)> {
        let mut rest = Slices(self.side()?);
        let header = if self.has_bars {
            self.title
        } else {
            rest.top(header)
        };
        Some((header, rest))
    }

    /// Takes a row for the names of players whose panel has no room for them; otherwise an empty one.
    pub(crate) fn take_names(&mut self) -> Rect {
        let rows = u16::from(self.panel.width < NARROW_PANEL);
        let lines = if self.notice.is_empty() {
            &mut self.prompt
        } else {
            &mut self.notice
        };
        if lines.y > self.board.area.bottom() {
            // The blank row between them and the board is free.
            return Rect {
                y: lines.y - 1,
                height: rows,
                ..*lines
            };
        }
        let mut rest = Slices(*lines);
        let names = rest.top(rows);
        *lines = rest.0;
        names
    }

    /// Returns everything between a board and the key line, if that is below it.
    pub(crate) fn below(&self) -> Option<Rect> {
        let is_below = self.panel.y >= self.board.area.bottom();
        is_below.then(|| self.panel.union(self.notice).union(self.prompt))
    }

    /// Lays out the screen with a board of 64 squares; `None` if it is too small.
    pub(crate) fn of(area: Rect) -> Option<Self> {
        Self::with(BoardShape::EIGHT, area)
    }

    /// Lays out the screen with a board of a shape; `None` if it is too small.
    pub(crate) fn with(shape: BoardShape, area: Rect) -> Option<Self> {
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return None;
        }
        // Stones of two rows are not round.
        let suits = |height| shape.suits(height) && !(shape.upward && height == 2);
        let heights = |least: u16| (least..=20).rev().filter(move |&height| suits(height));
        let framed = heights(3).find_map(|height| Self::framed(shape, area, height));
        let beside = || heights(1).find_map(|height| Self::beside(shape, area, height));
        let beside = framed.or_else(beside);
        let above = heights(2).find_map(|height| Self::above(shape, area, height));
        let beside = match &beside {
            Some(layout) if layout.board.height < 3 => Self::full_height(shape, area).or(beside),
            _ => beside,
        };
        match (beside, above) {
            (Some(beside), Some(above)) if above.board.height > beside.board.height => Some(above),
            (None, above) => above,
            (beside, _) => beside,
        }
    }

    /// Lays out the panel to the right of a board, between a title bar and a key line.
    fn framed(shape: BoardShape, area: Rect, height: u16) -> Option<Self> {
        let Frame {
            header,
            body,
            footer,
        } = Frame::within(area, WITH_BOARD);
        let (columns, rows) = shape.size(height);
        let panel = body.width.checked_sub(columns + GAP)?;
        if panel < FULL_HEIGHT_PANEL || body.height < rows {
            return None;
        }
        let panel = panel.min(PANEL.1);
        let body = centered(body, columns + GAP + panel);
        let mut rest = Slices(body);
        rest.top((body.height - rows) / 2);
        let middle = rest.top(rows);
        let board = shape.at(middle.x, middle.y, height);
        // A board of lines, whose squares have odd heights, may leave much room above and below.
        let beside = if shape.upward { body } else { middle };
        let mut rest = Slices(right_of(beside, columns + GAP));
        let prompt = rest.bottom(1);
        let notice = rest.bottom(NOTICE);
        let bar = |row: Rect| Rect {
            x: middle.x,
            width: middle.width,
            ..row
        };
        Some(Self {
            title: bar(header),
            board,
            bar: bar_beside(&board, GAP),
            panel: rest.0,
            notice,
            prompt,
            keys: bar(footer),
            has_bars: true,
        })
    }

    /// Lays out the panel to the right of a board with squares of this height.
    fn beside(shape: BoardShape, area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = shape.size(height);
        let extra = area.height.checked_sub(rows)?;
        // The smallest boards accept a narrow column if there is no room for more.
        let least = if height == 1 { 0 } else { NARROW_PANEL };
        let room = (columns + 1 + least..columns + 1 + PANEL.0).contains(&area.width);
        let narrow = height == 1 && room;
        let gap = if narrow {
            1
        } else {
            GAP.min(area.width.checked_sub(columns + PANEL.0)?)
        };
        let least = if height > 2 { 3 } else { 2 };
        if extra < least {
            return None;
        }
        let rest = area.width - columns - gap;
        // Leave a margin column at each side if it costs nothing.
        let panel_width = if rest >= PANEL.0 + 2 { rest - 2 } else { rest }.min(PANEL.1);
        let width = columns + gap + panel_width;
        // The most important rows get theirs first.
        let mut spare = Spare(extra);
        let keys = spare.take(1);
        let (notice, prompt) = if narrow {
            (spare.take(2), spare.take(1))
        } else {
            let prompt = spare.take(1);
            (spare.take(if height == 1 { 2 } else { 1 }), prompt)
        };
        let title = spare.take(1);
        let below = spare.take(1);
        let title_gap = spare.take(1);
        let margin = spare.0 / 3;
        let mut rest = Slices(centered(area, width));
        rest.top(margin);
        let keys = rest.bottom(keys);
        let title = rest.top(title);
        rest.top(title_gap);
        let middle = rest.top(rows);
        let board = shape.at(middle.x, middle.y, height);
        rest.top(below);
        Some(Self {
            title,
            board,
            bar: bar_beside(&board, gap),
            panel: right_of(middle, columns + gap),
            notice: rest.top(notice),
            prompt: rest.top(prompt),
            keys,
            has_bars: false,
        })
    }

    /// Lays out a board as high as the screen, with everything else beside it.
    fn full_height(shape: BoardShape, area: Rect) -> Option<Self> {
        const HEIGHT: u16 = 3;
        let at = |x, y| match shape {
            BoardShape::EIGHT => BoardPlace::frameless(x, y, HEIGHT),
            _ => shape.at(x, y, HEIGHT),
        };
        let board = at(area.x, area.y);
        let extra = area.height.checked_sub(board.area.height)?;
        // A free column at each side of the panel.
        let panel_width = area.width.checked_sub(board.area.width + 2)?;
        if panel_width < FULL_HEIGHT_PANEL {
            return None;
        }
        // Beside a smaller board there is room for more gap.
        let more = u16::from(panel_width > WIDEST_GLUED);
        let panel_width = (panel_width - more).min(PANEL.1);
        let gap = 1 + more;
        let mut rest = Slices(centered(area, board.area.width + gap + panel_width + 1));
        rest.right(1);
        rest.top(extra / 2);
        let middle = rest.top(board.area.height);
        let board = at(middle.x, middle.y);
        let mut rest = Slices(right_of(middle, board.area.width + gap));
        let title = rest.top(2);
        let keys = rest.bottom(2);
        let prompt = rest.bottom(1);
        let notice = rest.bottom(NOTICE);
        Some(Self {
            title,
            board,
            bar: bar_beside(&board, gap),
            panel: rest.0,
            notice,
            prompt,
            keys,
            has_bars: false,
        })
    }

    /// Lays out the panel below a board with squares of this height.
    fn above(shape: BoardShape, area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = shape.size(height);
        let extra = area.height.checked_sub(rows + PANEL_BELOW + 4)?;
        let width = area.width.min(columns.max(PANEL.1));
        if columns > area.width {
            return None;
        }
        let x = centered(area, columns).x;
        let mut rest = Slices(centered(area, width));
        let title = Slices(rest.top(extra / 4)).top(1);
        let board = shape.at(x, rest.top(rows).y, height);
        rest.top(u16::from(extra > 0));
        let keys = rest.bottom(2);
        let prompt = rest.bottom(1);
        let notice = rest.bottom(1);
        Some(Self {
            title,
            board,
            bar: bar_beside(&board, area.right() - board.area.right()),
            panel: rest.0,
            notice,
            prompt,
            keys,
            has_bars: false,
        })
    }
}

/// Returns the column of the evaluation bar in the gap beside a board.
fn bar_beside(board: &BoardPlace, gap: u16) -> Rect {
    Rect {
        x: board.area.right() + gap.min(GAP).saturating_sub(1) / 2,
        width: gap.min(1),
        ..board.squares
    }
}

/// Rows that are still to be allotted.
pub(crate) struct Spare(pub(crate) u16);

impl Spare {
    /// Allots at most this many rows.
    pub(crate) fn take(&mut self, most: u16) -> u16 {
        let rows = most.min(self.0);
        self.0 -= rows;
        rows
    }

    /// Allots a row to each line, or leaves out all lines if there are too few rows.
    pub(crate) fn keep(&mut self, lines: Vec<String>) -> Vec<String> {
        let needed = rows(&lines);
        let kept = if needed <= self.0 { lines } else { Vec::new() };
        self.take(rows(&kept));
        kept
    }
}

/// Checks that the areas are inside the screen and do not overlap.
#[cfg(test)]
pub(crate) fn assert_apart(area: Rect, parts: &[Rect], layout: &impl std::fmt::Debug) {
    let parts: Vec<_> = parts.iter().filter(|part| !part.is_empty()).collect();
    for (index, &&part) in parts.iter().enumerate() {
        assert_eq!(part.intersection(area), part, "{area} {layout:?}");
        for &&other in &parts[index + 1..] {
            assert!(!part.intersects(other), "{area} {layout:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_screen_from_the_smallest_on_holds_everything_without_overlap() {
        for width in SMALLEST.0..240 {
            for height in SMALLEST.1..80 {
                let area = Rect::new(0, 0, width, height);
                for (side, upward) in [(8, false), (5, true), (7, true)] {
                    let shape = BoardShape { side, upward };
                    let layout = BoardLayout::with(shape, area).unwrap();
                    let parts = [
                        layout.title,
                        layout.board.area,
                        layout.bar,
                        layout.panel,
                        layout.notice,
                        layout.prompt,
                        layout.keys,
                    ];
                    assert_apart(area, &parts, &layout);
                }
            }
        }
    }

    #[test]
    fn a_board_grows_with_the_screen() {
        let height = |width, height| {
            BoardLayout::of(Rect::new(0, 0, width, height)).map(|layout| layout.board.height)
        };
        assert_eq!(height(23, 12), None);
        assert_eq!(height(24, 11), None);
        assert_eq!(height(24, 12), Some(1));
        assert_eq!(height(40, 15), Some(1));
        assert_eq!(height(60, 20), Some(2));
        assert_eq!(height(80, 24), Some(3));
        assert_eq!(height(40, 40), Some(2));
        assert_eq!(height(120, 40), Some(4));
        assert_eq!(height(200, 60), Some(6));
    }
}
