//! The layout of the review, for every screen size.

use ratatui::layout::Rect;

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

/// The areas of the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReviewLayout {
    /// Players, result, and progress of the review.
    pub(super) title: Option<Rect>,
    /// The board.
    pub(super) board: BoardPlace,
    /// The evaluation graph.
    pub(super) graph: Option<Rect>,
    /// The moves with their losses.
    pub(super) list: Option<Rect>,
    /// The totals of each side.
    pub(super) totals: Option<Rect>,
    /// A short summary beside a small board, if there is no room for a graph.
    pub(super) brief: Option<Rect>,
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
        let mut extra = area.height.checked_sub(rows + 1 + DETAILS.0)?;
        let panel = area.width.checked_sub(columns + GAP)?.min(WIDEST);
        if panel < PAIR + TOTALS {
            return None;
        }
        // Leave a margin column at each side if it costs nothing.
        let panel = if panel >= PAIR + TOTALS + 2 {
            panel - 2
        } else {
            panel
        };
        let mut take = |most: u16| {
            let rows = most.min(extra);
            extra -= rows;
            rows
        };
        let title = take(1);
        let mut details = DETAILS.0 + take(1);
        // A full-width graph, if there are rows for it below the board.
        let below = if extra >= GRAPH.0 + 3 {
            extra.min(GRAPH.1)
        } else {
            0
        };
        extra -= below;
        let mut take = |most: u16| {
            let rows = most.min(extra);
            extra -= rows;
            rows
        };
        let gap = take(1);
        let title_gap = take(title);
        details += take(DETAILS.1 - details);
        let last_gap = take(1);
        let margin = extra / 3;
        let width = columns + GAP + panel;
        let left = area.x + (area.width - width) / 2;
        let mut y = area.y + margin;
        let mut slice = |rows: u16| {
            let slice = Rect::new(left, y, width, rows);
            y += rows;
            slice
        };
        let title = Some(slice(title)).filter(|title| title.height > 0);
        slice(title_gap);
        let middle = slice(rows);
        let wide = Some(slice(below)).filter(|graph| graph.height > 0);
        slice(gap);
        let details = slice(details);
        slice(last_gap);
        let board = BoardPlace::at(left, middle.y, height);
        let side = Rect::new(board.area.right() + GAP, middle.y, panel, rows);
        let (graph, rest) = if let Some(wide) = wide {
            (wide, side)
        } else {
            // The list takes a few rows; the graph shares the rest.
            let graph = (side.height * 11 / 20).max(GRAPH.0);
            split(side, graph, u16::from(side.height > 20))
        };
        let list = Rect {
            width: (rest.width - TOTALS) / PAIR * PAIR,
            ..rest
        };
        let totals = Rect::new(list.right(), rest.y, TOTALS, rest.height.min(6));
        Some(Self {
            title,
            board,
            graph: Some(graph),
            list: Some(list),
            totals: Some(totals),
            brief: None,
            details,
            keys: Rect::new(left, area.bottom() - 1, width, 1),
        })
    }

    /// Lays everything out below a board with squares of this height.
    fn above(area: Rect, height: u16) -> Option<Self> {
        let (columns, rows) = BoardPlace::size(height);
        let keys = if area.width < 60 { 2 } else { 1 };
        let fixed = rows + keys + DETAILS.0 + 1 + GRAPH.0;
        let extra = area.height.checked_sub(fixed)?;
        if columns > area.width {
            return None;
        }
        let title = extra.min(1);
        let details = DETAILS.0 + 1 + (extra - title).min(1);
        let rest = extra - title - (extra - title).min(1) + GRAPH.0;
        // The list needs this many rows.
        let list = if rest >= 11 && area.width >= PAIR {
            rest / 2
        } else {
            0
        };
        let graph = (rest - list).min(GRAPH.1);
        let width = area.width.min(columns.max(PAIR + TOTALS + PAIR));
        let left = area.x + (area.width - width) / 2;
        let mut y = area.y;
        let mut slice = |rows: u16| {
            let slice = Rect::new(left, y, width, rows);
            y += rows;
            slice
        };
        let title = Some(slice(title)).filter(|title| title.height > 0);
        let middle = slice(rows);
        let graph = slice(graph);
        let list = Some(slice(list)).filter(|list| list.height > 2);
        let x = area.x + (area.width - columns) / 2;
        let keys = Rect::new(left, area.bottom() - keys, width, keys);
        let (list, totals) = list.map_or((None, None), beside_list);
        Some(Self {
            title,
            board: BoardPlace::at(x, middle.y, height),
            graph: Some(graph),
            list,
            totals,
            brief: None,
            details: Rect::new(left, y, width, details.min(keys.y - y)),
            keys,
        })
    }

    /// Lays out the smallest board: with a graph beside it if it fits, otherwise a short summary.
    fn small(area: Rect) -> Self {
        let (columns, rows) = BoardPlace::size(1);
        let mut extra = area.height - rows - 1 - 2;
        let mut take = |most: u16| {
            let rows = most.min(extra);
            extra -= rows;
            rows
        };
        let mut details = 2 + take(2);
        let title = take(1);
        let keys = 1 + if area.width < 60 { take(1) } else { 0 };
        details += take(1);
        let panel = area.width - columns - 1;
        let wide = panel >= PANEL;
        // Spare rows make the panel higher, or hold a graph below the board.
        let below = if !wide && extra >= GRAPH.0 {
            extra.min(GRAPH.1)
        } else {
            0
        };
        let stretch = if wide { extra.min(16) } else { 0 };
        let title = Rect::new(area.x, area.y, area.width, title);
        let board = BoardPlace::at(area.x, title.bottom(), 1);
        let side = Rect::new(columns + 1 + area.x, board.area.y, panel, rows + stretch);
        let under = Rect::new(area.x, side.bottom(), area.width, below);
        let keys = Rect::new(area.x, area.bottom() - keys, area.width, keys);
        let details = Rect::new(area.x, under.bottom(), area.width, details);
        let (graph, list) = if wide && panel >= 2 * PAIR {
            let graph = Rect {
                width: panel / 2 - 1,
                ..side
            };
            let x = graph.right() + 2;
            let list = Rect::new(x, side.y, side.right() - x, side.height);
            (Some(graph), Some(list))
        } else if wide && side.height >= 16 && panel >= PAIR {
            let (graph, list) = split(side, side.height / 2, 0);
            (Some(graph), Some(list))
        } else if wide {
            (Some(side), None)
        } else {
            (Some(under).filter(|under| under.height > 0), None)
        };
        let (list, totals) = list.map_or((None, None), beside_list);
        Self {
            title: Some(title).filter(|title| title.height > 0),
            board,
            graph,
            list,
            totals,
            brief: (!wide).then_some(side),
            details,
            keys,
        }
    }
}

/// Splits off the totals beside the list, if both fit.
fn beside_list(area: Rect) -> (Option<Rect>, Option<Rect>) {
    if area.width < PAIR + TOTALS {
        return (Some(area), None);
    }
    let list = Rect {
        width: (area.width - TOTALS) / PAIR * PAIR,
        ..area
    };
    let totals = Rect::new(list.right(), area.y, TOTALS, area.height.min(6));
    (Some(list), Some(totals))
}

/// Splits off the first rows of an area, and returns the rest after a gap.
fn split(area: Rect, rows: u16, gap: u16) -> (Rect, Rect) {
    let first = Rect {
        height: rows,
        ..area
    };
    let y = first.bottom() + gap;
    let rest = Rect {
        y,
        height: area.bottom() - y,
        ..area
    };
    (first, rest)
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
                let parts: Vec<Rect> = [
                    layout.title,
                    Some(layout.board.area),
                    layout.graph,
                    layout.list,
                    layout.totals,
                    layout.brief,
                    Some(layout.details),
                    Some(layout.keys),
                ]
                .into_iter()
                .flatten()
                .collect();
                assert_apart(area, &parts, &layout);
                assert!(layout.details.height >= 2, "{width}x{height} {layout:?}");
                assert!(
                    layout.graph.is_some() || layout.brief.is_some(),
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
            assert!(layout.title.is_some() && layout.totals.is_some());
            assert!(layout.graph.unwrap().height >= 8);
            assert!(layout.list.unwrap().height >= 7);
            assert!(layout.details.height >= 4);
        }
        assert!(of(40, 16).graph.is_some());
        assert!(of(24, 12).brief.is_some());
        assert_eq!(of(40, 40).board.height, 2);
    }
}
