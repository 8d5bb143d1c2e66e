//! The layout of the inspector, for every screen size.

use ratatui::layout::Rect;

use crate::layout::{Slices, centered, right_of};
use reversi_board::parts::{BoardPlace, BoardShape};

/// The width of eight binary digits and, after a gap of two, the hexadecimal ones.
pub(super) const BYTE: u16 = 12;

/// The same with a space after each binary digit.
pub(super) const SPACED_BYTE: u16 = 20;

/// The minimum and the sufficient width of the panel.
const PANEL: (u16, u16) = (27, 44);

/// Columns between boards side by side.
const GAP: u16 = 3;

/// The areas of the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InspectorLayout {
    /// The topics.
    pub(super) header: Rect,
    /// The result.
    pub(super) result: BoardPlace,
    /// The bits of the result, each row at its rank; 2 columns of hexadecimal digits if binary ones do not
    /// fit.
    pub(super) bytes: Option<Rect>,
    pub(super) shape: InspectorShape,
    /// The expression and the sentence.
    pub(super) text: Rect,
    /// The key line.
    pub(super) keys: Rect,
}

/// The layout variants by available space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InspectorShape {
    /// Operands and result side by side as boards of the same size.
    Wide {
        /// The chapters.
        chapters: Rect,
        /// The steps.
        steps: Rect,
        /// The operands, with lines for their names.
        operands: Rect,
        /// The source location.
        source: Rect,
    },
    /// Small operands in a panel beside the result.
    Panel(Rect),
    /// Operands only if there are columns for them.
    Compact(Rect),
}

/// Returns the heights of squares to try, the largest first.
fn heights(board: BoardShape) -> impl Iterator<Item = u16> {
    (2..=20).rev().filter(move |&height| board.suits(height))
}

impl InspectorLayout {
    /// Lays out a screen of at least [`SMALLEST`](crate::layout::SMALLEST).
    pub(super) fn of(area: Rect, board: BoardShape) -> Self {
        heights(board)
            .find_map(|height| Self::wide(area, board, height))
            .or_else(|| heights(board).find_map(|height| Self::panel(area, board, height)))
            .unwrap_or_else(|| Self::compact(area, board))
    }

    fn wide(area: Rect, board: BoardShape, height: u16) -> Option<Self> {
        let (columns, rows) = board.size(height);
        let width = 3 * columns + 2 * GAP;
        // Topics, chapters, steps, a blank line; names; hexadecimal and eight binary rows; a blank line,
        // the text, the source, the keys.
        let extra = area.height.checked_sub(4 + 1 + rows + 9 + 1 + 4 + 1 + 1)?;
        if width > area.width {
            return None;
        }
        // Spare lines are below the header, and half of them at the end.
        let mut rest = Slices(centered(area, width));
        let header = rest.top(1);
        let keys = rest.bottom(1);
        rest.top(u16::from(extra > 1) + extra.saturating_sub(4) / 2);
        let chapters = rest.top(1);
        let steps = rest.top(1);
        rest.top(1);
        let middle = rest.top(1 + rows + 9);
        rest.top(1);
        let text = rest.top(4);
        rest.top(u16::from(extra > 3));
        let result = board.at(middle.x, middle.y + 1, height);
        Some(Self {
            header,
            result,
            bytes: None,
            shape: InspectorShape::Wide {
                chapters,
                steps,
                operands: right_of(middle, columns + GAP),
                source: rest.top(1),
            },
            text,
            keys,
        })
    }

    fn panel(area: Rect, board: BoardShape, height: u16) -> Option<Self> {
        let (columns, rows) = board.size(height);
        let room = area.width.checked_sub(columns + 1 + BYTE + 2)?;
        let extra = area.height.checked_sub(1 + rows + 4 + 1)?;
        if room < PANEL.0 {
            return None;
        }
        let panel = room.saturating_sub(2).clamp(PANEL.0, PANEL.1);
        let width = columns + 1 + BYTE + 2 + panel;
        let margin = u16::from(extra > 1) + extra.saturating_sub(4) / 2;
        let gaps = [margin, u16::from(extra > 0)];
        let ([keys, header, middle], mut rest) = parts(centered(area, width), rows, gaps);
        let bytes = Slices(right_of(middle, columns + 1)).left(BYTE);
        Some(Self {
            header: indented(header),
            result: board.at(middle.x, middle.y, height),
            bytes: Some(bytes),
            shape: InspectorShape::Panel(right_of(middle, columns + 1 + BYTE + 2)),
            text: indented(rest.top(6)),
            keys: indented(keys),
        })
    }

    fn compact(area: Rect, board: BoardShape) -> Self {
        let fits = |height: u16| {
            let (columns, rows) = board.size(height);
            columns + 1 + BYTE <= area.width && rows + 7 <= area.height
        };
        let height = heights(board).find(|&height| fits(height)).unwrap_or(1);
        let (columns, rows) = board.size(height);
        let extra = area.height - rows - 3;
        let margin = extra.saturating_sub(6) / 3;
        let gaps = [margin, u16::from(extra > 5)];
        // A margin, if it takes no column from the operands.
        let spare = u16::from(area.width > columns + BYTE + 10);
        let area = right_of(area, spare);
        let ([keys, header, middle], mut rest) = parts(area, rows, gaps);
        let digits = if area.width - columns > BYTE { BYTE } else { 2 };
        let bytes = Slices(right_of(middle, columns + 1)).left(digits);
        Self {
            header,
            result: board.at(area.x, middle.y, height),
            bytes: Some(bytes),
            shape: InspectorShape::Compact(right_of(middle, columns + 1 + digits + 1)),
            text: rest.top(10),
            keys,
        }
    }
}

/// Returns a row with a margin at the left edge of the screen.
fn indented(row: Rect) -> Rect {
    right_of(row, u16::from(row.x == 0))
}

/// Splits an area into the header, the key line at its bottom, `rows` rows for the board, and the rest. The gaps
/// are above the board and the rest.
fn parts(area: Rect, rows: u16, [above, below]: [u16; 2]) -> ([Rect; 3], Slices) {
    let mut rest = Slices(area);
    let header = rest.top(1);
    let keys = rest.bottom(1);
    rest.top(above);
    let board = rest.top(rows);
    rest.top(below);
    ([keys, header, board], rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{SMALLEST, assert_apart};

    #[test]
    fn every_screen_holds_everything_without_overlap() {
        for width in SMALLEST.0..240 {
            for height in SMALLEST.1..80 {
                let area = Rect::new(0, 0, width, height);
                let layout = InspectorLayout::of(area, BoardShape::EIGHT);
                let mut parts = vec![layout.header, layout.result.area, layout.text, layout.keys];
                parts.extend(layout.bytes);
                match layout.shape {
                    InspectorShape::Wide {
                        chapters,
                        steps,
                        operands,
                        source,
                    } => parts.extend([chapters, steps, operands, source]),
                    InspectorShape::Panel(panel) | InspectorShape::Compact(panel) => {
                        parts.push(panel);
                    }
                }
                assert_apart(area, &parts, &layout);
                assert!(layout.text.height > 0, "{width}x{height} {layout:?}");
            }
        }
    }

    #[test]
    fn operands_stand_beside_the_result_as_soon_as_there_is_room() {
        let of =
            |width, height| InspectorLayout::of(Rect::new(0, 0, width, height), BoardShape::EIGHT);
        assert!(matches!(of(24, 12).shape, InspectorShape::Compact(_)));
        assert!(matches!(of(40, 15).shape, InspectorShape::Compact(_)));
        assert!(matches!(of(80, 24).shape, InspectorShape::Panel(_)));
        assert!(matches!(of(120, 40).shape, InspectorShape::Wide { .. }));
        assert!(matches!(of(200, 60).shape, InspectorShape::Wide { .. }));
        assert_eq!(of(80, 24).result.height, 2);
        assert_eq!(of(120, 40).result.height, 2);
        assert_eq!(of(200, 60).result.height, 3);
    }
}
