//! The drawing of the board screen.

use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::thinking::Evaluation;
use super::{BoardScreen, Intent, seconds};
use crate::app::session::Session;
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::{BoardLayout, Slices};
use crate::app::tui::screen::Canvas;
use crate::app::tui::table::Table;
use crate::app::tui::text::columns;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::evaluation::EvaluationView;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

/// The minimum panel height for messages.
pub(super) const PANEL_WITH_MESSAGES: u16 = 17;

/// The minimum panel height for blank lines between its parts.
pub(super) const PANEL_WITH_GAPS: u16 = 20;

/// A view of the board screen: its state, the game at the table, and the context.
pub(super) struct View<'a> {
    pub(super) screen: &'a BoardScreen,
    pub(super) table: &'a Table,
    pub(super) ui: &'a UiContext,
    pub(super) look: ActiveTheme,
    pub(super) session: &'a Session,
    pub(super) game: &'a Game,
}

impl View<'_> {
    pub(super) fn draw(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let tiles = self.tiles(layout.board.height);
        canvas.board(
            layout.board,
            &tiles,
            self.screen.input.typed,
            self.marked_square(),
        );
        canvas.hits.add_all(layout.board.rects(), Intent::Square);
        self.draw_title(layout.title, canvas);
        if self.ui.settings.evaluation_bar {
            let bar = EvaluationView {
                black: self.screen.thinking.evaluation().map(Evaluation::black),
                look: &self.look,
            };
            bar.render(layout.bar, canvas.buf);
        }
        // In a low panel, openings take the rows of the messages.
        let needed = if self.shows_openings() {
            PANEL_WITH_GAPS
        } else {
            PANEL_WITH_MESSAGES
        };
        let with_messages = layout.panel.height >= needed;
        self.draw_panel(layout.panel, with_messages, canvas);
        self.draw_speech(layout, with_messages, canvas);
        canvas.keys(layout.keys, self.hints());
    }

    /// Returns whether the panel shows openings.
    pub(super) fn shows_openings(&self) -> bool {
        let is_open = self.ui.shows_openings && self.session.remote().is_none();
        is_open && self.game.outcome().is_none()
    }

    /// The square whose coordinates are highlighted.
    fn marked_square(&self) -> Option<Square> {
        let pointer = self.screen.input.square();
        // If the mark on the last move is small, its coordinates help to find it.
        let small = self.look.ascii || !self.look.has_colors();
        let last = self.game.last_move().map(|(square, _)| square);
        pointer.or(last.filter(|_| small && self.screen.input.typed.is_none()))
    }

    /// Returns the square whose move is previewed, with its flips.
    pub(super) fn preview(&self) -> Option<(Square, SquareSet)> {
        let square = self.table.coach.square().or(self.screen.input.square())?;
        let position = self.game.position();
        let legal = self.session.awaits_human() && position.legal_moves().contains(square);
        legal.then(|| (square, position.board().flips(square)))
    }

    fn tiles(&self, height: u16) -> [Tile; 64] {
        let game = self.game;
        if let Some(counted) = self.table.timeline.counted(self.ui.now) {
            return sorted(counted);
        }
        let position = game.position();
        let side = position.side_to_move();
        let choosing = self.session.awaits_human();
        let legal = if choosing {
            game.legal_moves()
        } else {
            SquareSet::EMPTY
        };
        let last = game.last_move().map(|(square, _)| square);
        let preview = self.preview();
        let scores = self.screen.thinking.scores(position);
        let warning = self.table.coach.warning(scores);
        Tile::board(|square| {
            let previewed = preview.is_some_and(|(at, _)| at == square);
            let timeline = &self.table.timeline;
            let disc = position.disc(square);
            let disc = disc.map(|color| timeline.disc(square, color, self.ui.now));
            let disc = if previewed {
                Some(Disc::ghost(side))
            } else {
                disc
            };
            let named = self.screen.input.typed == Some(square.file()) && legal.contains(square);
            let thinking = &self.screen.thinking;
            let label = thinking
                .label(square, self.session)
                .filter(|_| disc.is_none() && !named);
            // A name, a score or a preview replaces the mark.
            let mark = if named || previewed || label.is_some() && height > 1 {
                Mark::None
            } else if preview.is_some_and(|(_, flips)| flips.contains(square)) {
                Mark::WouldTurn(side)
            } else if Some(square) == last {
                Mark::Last
            } else if timeline.glows(square) {
                Mark::Turned
            } else if legal.contains(square) && self.ui.settings.legal_dots {
                Mark::Legal
            } else {
                Mark::None
            };
            Tile {
                disc,
                mark,
                lit: named
                    || self.screen.input.square() == Some(square)
                    || warning
                        .as_ref()
                        .is_some_and(|(_, about)| about.contains(square)),
                named,
                label,
                ..Tile::of(square)
            }
        })
    }

    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        canvas.line(area, canvas.title("Reversi"));
        let mut set = format!("{} theme", self.look.name);
        if self.session.has_cpu() {
            set = format!("{set}, pace {}", seconds(self.ui.settings.pace));
        }
        if columns(&set) + 12 <= area.width {
            canvas.right(area, &set, Role::Muted);
        } else if area.height > 1 {
            canvas.text(Slices(area).bottom(1), &set, Role::Muted);
        }
    }
}

/// Returns the squares with counted discs, sorted from both ends as at a tournament table.
fn sorted(counted: ByColor<u32>) -> [Tile; 64] {
    Tile::board(|square| {
        let index = u32::from(square.index());
        let color = if index < counted.black {
            Some(Color::Black)
        } else {
            (63 - index < counted.white).then_some(Color::White)
        };
        Tile {
            disc: color.map(Disc::flat),
            ..Tile::of(square)
        }
    })
}
