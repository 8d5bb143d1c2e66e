//! The layout of the game screen, for every size.

use ratatui::layout::Rect;

use super::widget::board::BoardPlace;

/// The smallest screen: columns and rows.
pub(crate) const SMALLEST: (u16, u16) = (24, 12);

/// Columns between the board and the panel beside it.
const GAP: u16 = 3;

/// The minimum and the sufficient width of the panel beside the board.
const PANEL: (u16, u16) = (20, 44);

/// The minimum height of the panel below the board.
const PANEL_BELOW: u16 = 8;

/// The areas of the game screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    /// The program name and the current settings.
    pub(crate) title: Option<Rect>,
    /// The board.
    pub(crate) board: BoardPlace,
    /// Players, counts and moves.
    pub(crate) panel: Rect,
    /// A pass or the result; the last message if the panel has no room for messages.
    pub(crate) notice: Option<Rect>,
    /// The prompt. Without its own line it shares the notice's.
    pub(crate) prompt: Option<Rect>,
    /// The key line.
    pub(crate) keys: Rect,
}

impl BoardLayout {
    /// Lays out the screen; `None` if it is too small.
    pub(crate) fn of(area: Rect) -> Option<Self> {
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return None;
        }
        let beside = (1..=20).rev().find_map(|height| Self::beside(area, height));
        let above = (2..=20).rev().find_map(|height| Self::above(area, height));
        match (beside, above) {
            (Some(beside), Some(above)) if above.board.height > beside.board.height => Some(above),
            (None, above) => above,
            (beside, _) => beside,
        }
    }

    /// Lays out the panel to the right of a board with squares of this height.
    fn beside(area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = BoardPlace::size(height);
        let extra = area.height.checked_sub(rows)?;
        // The smallest board accepts a narrow column if there is no room for more.
        let narrow = height == 1 && area.width < columns + 1 + PANEL.0;
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
        let left = area.x + (area.width - columns - gap - panel_width) / 2;
        let width = columns + gap + panel_width;
        let stack = Stack::share(extra, height, area.width, narrow);
        let mut y = area.y + stack.margin;
        let mut take = |rows: u16| {
            let slice = Rect::new(left, y, width, rows);
            y += rows;
            (rows > 0).then_some(slice)
        };
        let title = take(stack.title);
        take(stack.title_gap);
        let board_rows = take(rows)?;
        take(stack.gap);
        let notice = take(stack.notice);
        let prompt = take(stack.prompt);
        let board = BoardPlace::at(left, board_rows.y, height);
        Some(Self {
            title,
            board,
            panel: Rect::new(board.area.right() + gap, board.area.y, panel_width, rows),
            notice,
            prompt,
            keys: Rect::new(left, area.bottom() - stack.keys, width, stack.keys),
        })
    }

    /// Lays out the panel below a board with squares of this height.
    fn above(area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = BoardPlace::size(height);
        let extra = area.height.checked_sub(rows + PANEL_BELOW + 4)?;
        let width = area.width.min(columns.max(PANEL.1));
        if columns > area.width {
            return None;
        }
        let left = area.x + (area.width - width) / 2;
        let margin = extra / 4;
        let y = area.y + margin;
        let board = BoardPlace::at(area.x + (area.width - columns) / 2, y, height);
        let keys = Rect::new(left, area.bottom() - 2, width, 2);
        let prompt = Rect::new(left, keys.y - 1, width, 1);
        let notice = Rect::new(left, prompt.y - 1, width, 1);
        let top = board.area.bottom() + u16::from(extra > 0);
        Some(Self {
            title: None,
            board,
            panel: Rect::new(left, top, width, notice.y.saturating_sub(top)),
            notice: Some(notice),
            prompt: Some(prompt),
            keys,
        })
    }
}

/// How the rows around the board are allotted.
#[derive(Default)]
struct Stack {
    margin: u16,
    title: u16,
    title_gap: u16,
    gap: u16,
    notice: u16,
    prompt: u16,
    keys: u16,
}

impl Stack {
    fn share(extra: u16, height: u16, width: u16, narrow: bool) -> Self {
        let mut stack = Self {
            keys: 1,
            ..Self::default()
        };
        let mut left = extra - 1;
        let mut give = |part: &mut u16, rows: u16| {
            let rows = rows.min(left);
            *part += rows;
            left -= rows;
        };
        if narrow {
            give(&mut stack.notice, 2);
            give(&mut stack.prompt, 1);
        } else {
            give(&mut stack.prompt, 1);
            give(&mut stack.notice, if height == 1 { 2 } else { 1 });
        }
        if width < 110 {
            give(&mut stack.keys, 1);
        }
        give(&mut stack.title, 1);
        give(&mut stack.gap, 1);
        give(&mut stack.title_gap, 1);
        stack.margin = left / 3;
        stack
    }
}

/// The rest of an area while slices are cut off.
pub(crate) struct Slices(pub(crate) Rect);

impl Slices {
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

/// Checks that the areas are inside the screen and do not overlap.
#[cfg(test)]
pub(crate) fn assert_apart(area: Rect, parts: &[Rect], layout: &impl std::fmt::Debug) {
    for (index, &part) in parts.iter().enumerate() {
        assert_eq!(part.intersection(area), part, "{area} {layout:?}");
        for &other in &parts[index + 1..] {
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
                let layout = BoardLayout::of(area).unwrap();
                let parts: Vec<Rect> = [
                    layout.title,
                    Some(layout.board.area),
                    Some(layout.panel),
                    layout.notice,
                    layout.prompt,
                    Some(layout.keys),
                ]
                .into_iter()
                .flatten()
                .collect();
                assert_apart(area, &parts, &layout);
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
        assert_eq!(height(80, 24), Some(2));
        assert_eq!(height(40, 40), Some(2));
        assert_eq!(height(120, 40), Some(4));
        assert_eq!(height(200, 60), Some(6));
    }
}
