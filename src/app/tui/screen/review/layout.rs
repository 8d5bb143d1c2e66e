//! The layout of the review, for every screen size.

use ratatui::layout::{Layout, Rect};

use crate::app::tui::layout::{Slices, Spare, centered, right_of};
use crate::app::tui::widget::board::BoardPlace;

/// The width of a pair of entries in the list of moves, with spaces.
pub(super) const PAIR: u16 = 24;

/// The width of the totals.
pub(super) const TOTALS: u16 = 17;

/// Columns between the board and the panel.
const GAP: u16 = 2;

/// The minimum width of a panel with more than a short summary.
const PANEL: u16 = 20;

/// The largest panel width: the list and the totals beside a large board.
const WIDEST: u16 = 96;

/// The height of the graph: its minimum, and enough for one of full width.
const GRAPH: (u16, u16) = (5, 15);

/// The height of the details: minimum and sufficient.
const DETAILS: (u16, u16) = (3, 6);

/// The areas of the review. Those that do not fit are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReviewLayout {
    /// Players, result, and progress of the review.
    pub(super) title: Rect,
    /// The board.
    pub(super) board: BoardPlace,
    /// The evaluation graph.
    pub(super) graph: Rect,
    /// The moves with their losses.
    pub(super) list: Rect,
    /// The totals of each side.
    pub(super) totals: Rect,
    /// A short summary beside a small board, if there is no room for a graph.
    pub(super) brief: Rect,
    /// The details of the current entry.
    pub(super) details: Rect,
    /// The key line.
    pub(super) keys: Rect,
}

impl ReviewLayout {
    /// Lays out a screen of at least [`SMALLEST`](crate::app::tui::layout::SMALLEST).
    pub(super) fn of(area: Rect) -> Self {
        let beside = (2..=20).rev().find_map(|height| Self::beside(area, height));
        let mut heights = (2..=20).rev();
        beside
            .or_else(|| heights.find_map(|height| Self::above(area, height)))
            .unwrap_or_else(|| Self::small(area))
    }

    /// Lays out the panel to the right of a board with squares of this height.
    fn beside(area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = BoardPlace::size(height);
        // One row of keys, and the details.
        let mut spare = Spare(area.height.checked_sub(rows + 1 + DETAILS.0)?);
        let panel = area.width.checked_sub(columns + GAP)?.min(WIDEST);
        // Leave a margin column at each side if it costs nothing.
        let panel = match panel.checked_sub(PAIR + TOTALS)? {
            0 | 1 => panel,
            _ => panel - 2,
        };
        let title = spare.take(1);
        let mut details = DETAILS.0 + spare.take(1);
        // A full-width graph, if there are rows for it below the board.
        let below = spare.take(if spare.0 >= GRAPH.0 + 3 { GRAPH.1 } else { 0 });
        let gap = spare.take(1);
        let title_gap = spare.take(title);
        details += spare.take(DETAILS.1 - details);
        let last_gap = spare.take(1);
        let width = columns + GAP + panel;
        let mut rest = Slices(centered(area, width));
        rest.top(spare.0 / 3);
        let keys = rest.bottom(1);
        let title = rest.top(title);
        rest.top(title_gap);
        let middle = rest.top(rows);
        let board = BoardPlace::at(middle.x, middle.y, height);
        let wide = rest.top(below);
        rest.top(gap);
        let details = rest.top(details);
        rest.top(last_gap);
        let mut side = Slices(right_of(middle, columns + GAP));
        let graph = if wide.is_empty() {
            // The list takes a few rows; the graph shares the rest.
            let graph = side.top((rows * 11 / 20).max(GRAPH.0));
            side.top(u16::from(rows > 20));
            graph
        } else {
            wide
        };
        let (list, totals) = beside_list(side.0);
        Some(Self {
            title,
            board,
            graph,
            list,
            totals,
            brief: Rect::ZERO,
            details,
            keys,
        })
    }

    /// Lays everything out below a board with squares of this height.
    fn above(area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = BoardPlace::size(height);
        let keys = if area.width < 60 { 2 } else { 1 };
        let mut spare = Spare(
            area.height
                .checked_sub(rows + keys + DETAILS.0 + 1 + GRAPH.0)?,
        );
        if columns > area.width {
            return None;
        }
        let title = spare.take(1);
        let details = DETAILS.0 + 1 + spare.take(1);
        let room = spare.0 + GRAPH.0;
        // The list needs this many rows.
        let list = if room >= 11 && area.width >= PAIR {
            room / 2
        } else {
            0
        };
        let width = area.width.min(columns.max(PAIR + TOTALS + PAIR));
        let x = centered(area, columns).x;
        let mut rest = Slices(centered(area, width));
        let keys = rest.bottom(keys);
        let title = rest.top(title);
        let board = BoardPlace::at(x, rest.top(rows).y, height);
        let graph = rest.top((room - list).min(GRAPH.1));
        let (list, totals) = beside_list(rest.top(list));
        Some(Self {
            title,
            board,
            graph,
            list,
            totals,
            brief: Rect::ZERO,
            details: rest.top(details),
            keys,
        })
    }

    /// Lays out the smallest board: with a graph beside it if it fits, otherwise a short summary.
    fn small(area: Rect) -> Self {
        let (columns, rows) = BoardPlace::size(1);
        let mut spare = Spare(area.height - rows - 1 - 2);
        let mut details = 2 + spare.take(2);
        let title = spare.take(1);
        let keys = 1 + spare.take(u16::from(area.width < 60));
        details += spare.take(1);
        let panel = area.width - columns - 1;
        let wide = panel >= PANEL;
        // Spare rows make the panel higher, or hold a graph below the board.
        let stretch = spare.take(if wide { 16 } else { 0 });
        let has_graph = !wide && spare.0 >= GRAPH.0;
        let below = spare.take(if has_graph { GRAPH.1 } else { 0 });
        let mut rest = Slices(area);
        let keys = rest.bottom(keys);
        let title = rest.top(title);
        let middle = rest.top(rows + stretch);
        let side = right_of(middle, columns + 1);
        let under = rest.top(below);
        let mut parts = Slices(side);
        let (graph, list) = if panel >= 2 * PAIR {
            let [graph, list] = Layout::horizontal([panel / 2 - 1, panel - panel / 2 - 1])
                .spacing(2)
                .areas(side);
            (graph, list)
        } else if side.height >= 16 && panel >= PAIR {
            (parts.top(side.height / 2), parts.0)
        } else if wide {
            (side, Rect::ZERO)
        } else {
            (under, Rect::ZERO)
        };
        let (list, totals) = beside_list(list);
        Self {
            title,
            board: BoardPlace::at(area.x, middle.y, 1),
            graph,
            list,
            totals,
            brief: if wide { Rect::ZERO } else { side },
            details: rest.top(details),
            keys,
        }
    }
}

/// Splits off the totals beside the list, if both fit.
fn beside_list(area: Rect) -> (Rect, Rect) {
    if area.width < PAIR + TOTALS {
        return (area, Rect::ZERO);
    }
    let mut rest = Slices(area);
    let list = rest.left((area.width - TOTALS) / PAIR * PAIR);
    (list, Slices(rest.left(TOTALS)).top(6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::layout::{SMALLEST, assert_apart};

    #[test]
    fn every_screen_holds_everything_without_overlap() {
        for width in SMALLEST.0..240 {
            for height in SMALLEST.1..80 {
                let area = Rect::new(0, 0, width, height);
                let layout = ReviewLayout::of(area);
                let parts = [
                    layout.title,
                    layout.board.area,
                    layout.graph,
                    layout.list,
                    layout.totals,
                    layout.brief,
                    layout.details,
                    layout.keys,
                ];
                assert_apart(area, &parts, &layout);
                assert!(layout.details.height >= 2, "{width}x{height} {layout:?}");
                assert!(
                    !layout.graph.is_empty() || !layout.brief.is_empty(),
                    "{width}x{height} {layout:?}"
                );
            }
        }
    }

    #[test]
    fn everything_is_seen_from_eighty_columns_on() {
        let of = |width, height| ReviewLayout::of(Rect::new(0, 0, width, height));
        for (width, height, squares) in [(80, 24, 2), (120, 40, 4), (200, 60, 6), (80, 40, 2)] {
            let layout = of(width, height);
            assert_eq!(layout.board.height, squares, "{width}x{height}");
            assert!(!layout.title.is_empty() && !layout.totals.is_empty());
            assert!(layout.graph.height >= 8);
            assert!(layout.list.height >= 7);
            assert!(layout.details.height >= 4);
        }
        assert!(!of(40, 16).graph.is_empty());
        assert!(!of(24, 12).brief.is_empty());
        assert_eq!(of(40, 40).board.height, 2);
    }
}
