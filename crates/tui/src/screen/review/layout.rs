//! The layout of the review, for every screen size.
//!
//! Beside or below the board there is a column of cards: the graph, the moves, and what is said about the current
//! move. A small screen has the board, or the cards.

use ratatui::layout::Rect;

use crate::layout::{BoardLayout, Frame, Slices};
use crate::widget::players::HUGE;
use reversi_board::parts::BoardPlace;

/// The smallest column beside or below a board: columns and rows.
const COLUMN: (u16, u16) = (20, 10);

/// The rows of the card of the current move: without a box, and the fewest and the most in one.
const CARD: u16 = 7;
const BOXED_CARD: (u16, u16) = (8, 13);

/// The rows of the card with the graph: its fewest, and the most without a box and in one, where the graph has 16.
const GRAPH: (u16, u16, u16) = (5, 12, 19);

/// The fewest rows of the card with the moves.
const MOVES: u16 = 4;

/// The columns of the card with the moves beside other cards: those of a pair of moves with what they lost.
const NARROW_MOVES: u16 = 26;

/// The fewest columns of a legend beside the moves, and of the cards that stand there without an overlay.
const BESIDE: (u16, u16) = (20, 30);

/// What is asked of a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// A small screen shows the cards, not the board.
    pub(super) cards: bool,
    /// The legend of an overlay.
    pub(super) legend: bool,
}

/// The areas of the review. Those that do not fit are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReviewLayout {
    /// The game, and the progress of the review. In two rows the second one is for the players.
    pub(super) header: Rect,
    /// The board, unless a small screen shows the cards.
    pub(super) board: Option<BoardPlace>,
    /// The card with the graph of the evaluation.
    pub(super) graph: Rect,
    /// The evaluation bar beside the board.
    pub(super) bar: Rect,
    /// The card with the moves and their losses.
    pub(super) moves: Rect,
    /// Beside the moves, the cards that a large screen has room for; a legend is the first of them.
    pub(super) beside: Rect,
    /// The legend of an overlay, in place of the card of the current move or of the moves if there is no other room.
    pub(super) legend: Rect,
    /// The card of the current move.
    pub(super) card: Rect,
    /// Lines below a small board.
    pub(super) lines: Rect,
    /// The space beside a small board without room for a card.
    pub(super) margin: Rect,
    /// The key line.
    pub(super) keys: Rect,
    /// Whether the header and the key line are bars over the whole width.
    pub(super) has_bars: bool,
    /// Whether the cards have boxes.
    pub(super) is_boxed: bool,
    /// Whether the screen is too small for the board and all cards.
    pub(super) is_small: bool,
}

impl ReviewLayout {
    /// Lays out a screen, a small one with the cards or with the board; `None` if it is too small.
    pub(super) fn of(area: Rect, wanted: Wanted) -> Option<Self> {
        let board = BoardLayout::of(area)?;
        let with_column = Self::with_column(area, &board);
        let layout = with_column.unwrap_or_else(|| {
            if wanted.cards {
                Self::only_cards(area)
            } else {
                Self::only_board(&board)
            }
        });
        Some(layout.with_beside(wanted.legend))
    }

    /// Divides the area of the moves if there is room beside them, and finds that of a legend.
    fn with_beside(mut self, has_legend: bool) -> Self {
        let fewest = if has_legend { BESIDE.0 } else { BESIDE.1 };
        if self.is_boxed && self.moves.width > NARROW_MOVES + fewest {
            let mut rest = Slices(self.moves);
            self.moves = rest.left(NARROW_MOVES);
            rest.left(1);
            self.beside = rest.0;
        }
        if has_legend {
            self.legend = if self.beside.width >= BESIDE.1 {
                // With all the other cards.
                Rect::ZERO
            } else if !self.beside.is_empty() {
                std::mem::take(&mut self.beside)
            } else if self.graph.is_empty() && !self.moves.is_empty() {
                std::mem::take(&mut self.moves)
            } else {
                // The graph and the moves stay.
                std::mem::take(&mut self.card)
            };
        }
        self
    }

    /// Lays out a board with a column of cards; `None` without room for it.
    fn with_column(area: Rect, board: &BoardLayout) -> Option<Self> {
        let squares = board.board.area;
        let (header, column) = if let Some(side) = board.side() {
            let header = if board.has_bars {
                board.title
            } else {
                Slices(side).top(2)
            };
            (header, side)
        } else if board.panel.y >= squares.bottom() {
            let below = board.panel.union(board.notice).union(board.prompt);
            let above = Rect {
                y: area.y,
                height: (squares.y - area.y).min(1),
                ..below
            };
            (above, below)
        } else {
            let beside = Rect {
                height: board.keys.y - board.panel.y,
                ..board.panel
            };
            (board.title, beside)
        };
        if board.board.height < 2 || column.width < COLUMN.0 || column.height < COLUMN.1 {
            return None;
        }
        let mut rest = Slices(column);
        let header = if header.is_empty() {
            rest.top(1)
        } else {
            rest.top(header.intersection(column).height);
            header
        };
        let is_boxed = board.has_bars && column.width >= HUGE.width && column.height >= HUGE.height;
        Some(Self {
            header,
            board: Some(board.board),
            bar: board.bar,
            keys: board.keys,
            has_bars: board.has_bars,
            is_boxed,
            ..Self::cards(rest, is_boxed)
        })
    }

    /// Lays out a small screen without the board.
    fn only_cards(area: Rect) -> Self {
        let frame = Frame::of(area);
        Self {
            header: frame.header,
            keys: frame.footer,
            is_small: true,
            ..Self::cards(Slices(frame.body), false)
        }
    }

    /// Lays out a small screen with the board.
    fn only_board(board: &BoardLayout) -> Self {
        let has_card = board.panel.width >= COLUMN.0;
        let lines = match (board.notice.is_empty(), board.prompt.is_empty()) {
            (false, false) => board.notice.union(board.prompt),
            (false, true) => board.notice,
            (true, _) => board.prompt,
        };
        Self {
            header: board.title,
            board: Some(board.board),
            bar: board.bar,
            card: if has_card { board.panel } else { Rect::ZERO },
            margin: if has_card { Rect::ZERO } else { board.panel },
            lines,
            keys: board.keys,
            is_small: true,
            ..Self::default()
        }
    }

    /// Lays out the cards, one below the other. What is said about the current move comes first, then the graph,
    /// then the moves.
    fn cards(mut rest: Slices, is_boxed: bool) -> Self {
        let rows = rest.0.height;
        let (card, graph) = if is_boxed {
            let card = (rows / 4).clamp(BOXED_CARD.0, BOXED_CARD.1);
            (card, ((rows - card) / 2).clamp(GRAPH.0, GRAPH.2))
        } else if rows >= CARD + GRAPH.0 + MOVES {
            (CARD, ((rows - CARD) * 5 / 8).clamp(GRAPH.0, GRAPH.1))
        } else if rows >= CARD - 1 + GRAPH.0 {
            (CARD - 1, rows - (CARD - 1))
        } else if rows >= CARD - 1 + MOVES {
            (CARD - 1, 0)
        } else {
            (rows, 0)
        };
        let card = rest.bottom(card);
        Self {
            card,
            graph: rest.top(graph),
            moves: rest.0,
            ..Self::default()
        }
    }

    /// Returns the area for what was played in other games, in place of some cards.
    pub(super) fn openings(&self) -> Rect {
        const ENOUGH: u16 = 10;
        match (self.graph.is_empty(), self.moves.is_empty()) {
            _ if !self.beside.is_empty() => self.beside,
            (true, true) => self.card,
            (false, true) => self.graph,
            _ if self.graph.is_empty() || self.moves.height >= ENOUGH => self.moves,
            _ => self.graph.union(self.moves),
        }
    }
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
                for (cards, legend) in [(false, false), (true, false), (false, true), (true, true)]
                {
                    let layout = ReviewLayout::of(area, Wanted { cards, legend }).unwrap();
                    let parts = [
                        layout.header,
                        layout.board.map_or(Rect::ZERO, |board| board.area),
                        layout.bar,
                        layout.graph,
                        layout.moves,
                        layout.beside,
                        layout.legend,
                        layout.card,
                        layout.lines,
                        layout.margin,
                        layout.keys,
                    ];
                    assert_apart(area, &parts, &layout);
                    let legends = [layout.legend, layout.beside].map(|area| area.height);
                    let rows = if legend {
                        legends
                    } else {
                        [layout.card.height, 0]
                    };
                    let says = rows[0].max(rows[1]) >= 4 || !layout.lines.is_empty();
                    assert!(says, "{width}x{height} {layout:?}");
                    // A legend hides neither the graph nor the moves beside it.
                    let without = Wanted {
                        cards,
                        legend: false,
                    };
                    let without = ReviewLayout::of(area, without).unwrap();
                    assert_eq!(layout.graph, without.graph);
                    assert!(
                        without.graph.is_empty() || layout.moves.height == without.moves.height
                    );
                    assert!(
                        layout.moves.is_empty() || layout.moves.height >= MOVES,
                        "{width}x{height} {layout:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn everything_is_seen_from_sixty_columns_and_twenty_rows_on() {
        let screen = |width, height, cards| {
            let wanted = Wanted {
                cards,
                legend: false,
            };
            ReviewLayout::of(Rect::new(0, 0, width, height), wanted).unwrap()
        };
        let of = |width, height| screen(width, height, false);
        for (width, height, squares, graph) in [
            (60, 20, 2, 6),
            (80, 24, 3, 8),
            (120, 40, 4, 13),
            (200, 60, 6, 19),
            (80, 40, 3, 12),
        ] {
            let layout = of(width, height);
            assert_eq!(layout.board.unwrap().height, squares, "{width}x{height}");
            assert_eq!(layout.graph.height, graph, "{width}x{height}");
            assert!(!layout.header.is_empty() && !layout.is_small);
            assert!(layout.moves.height >= MOVES && layout.card.height >= CARD);
        }
        for (width, height) in [(40, 15), (24, 12)] {
            let layout = of(width, height);
            assert!(layout.is_small && layout.graph.is_empty());
            let cards = screen(width, height, true);
            assert!(cards.is_small && cards.board.is_none());
        }
        assert_eq!(of(40, 40).board.unwrap().height, 2);
    }
}
