//! The drawing of the board screen.

use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::thinking::Evaluation;
use super::{BoardScreen, Intent, seconds};
use crate::app::session::Session;
use crate::app::tui::context::UiContext;
use crate::app::tui::layout::BoardLayout;
use crate::app::tui::screen::Canvas;
use crate::app::tui::screen::board_pane::BoardScene;
use crate::app::tui::table::Table;
use crate::app::tui::theme::ActiveTheme;
use crate::app::tui::widget::evaluation::EvaluationView;
use crate::app::tui::widget::tile::{Disc, Tile};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

/// The minimum panel height for messages.
pub(super) const PANEL_WITH_MESSAGES: u16 = 17;

/// The minimum panel height for blank lines between its parts.
pub(super) const PANEL_WITH_GAPS: u16 = 20;

/// A view of the board screen: its state, the game at the table, and the context.
pub(super) struct GameView<'a> {
    pub(super) screen: &'a BoardScreen,
    pub(super) table: &'a Table,
    pub(super) ui: &'a UiContext,
    pub(super) look: ActiveTheme,
    pub(super) session: &'a Session,
    pub(super) game: &'a Game,
}

impl GameView<'_> {
    pub(super) fn draw(&self, layout: &BoardLayout, canvas: &mut Canvas<Intent>) {
        let tiles = self.tiles(layout.board.height);
        let last = self.game.last_move().map(|(square, _)| square);
        self.screen.pane.draw(layout.board, &tiles, last, canvas);
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

    /// Returns the moves that the user can choose now.
    fn legal(&self) -> SquareSet {
        if self.session.awaits_human() {
            self.game.legal_moves()
        } else {
            SquareSet::EMPTY
        }
    }

    /// Returns the move that is previewed, with its flips: the one that the coach judges, or that under the
    /// cursor.
    pub(super) fn preview(&self) -> Option<(Square, SquareSet)> {
        let mut pane = self.screen.pane;
        if let Some(square) = self.table.coach.square() {
            pane.point_at(square);
        }
        pane.preview(self.game.position(), self.legal())
    }

    fn tiles(&self, height: u16) -> [Tile; 64] {
        let (pane, thinking) = (self.screen.pane, &self.screen.thinking);
        let timeline = &self.table.timeline;
        if let Some(counted) = timeline.counted(self.ui.now) {
            return sorted(counted);
        }
        let warning = (self.table.coach).warning(thinking.scores(self.game.position()));
        let scene = BoardScene {
            preview: self.preview(),
            dots: self.ui.settings.legal_dots,
            pointed: warning.map_or(SquareSet::EMPTY, |(_, about)| about),
            ..pane.scene(self.game, self.legal())
        };
        Tile::board(|square| {
            let tile = pane.tile(square, &scene, Some((timeline, self.ui.now)));
            let label = thinking.label(square, self.session);
            tile.labelled(label.filter(|_| tile.disc.is_none()), height)
        })
    }

    fn draw_title(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let mut set = format!("{} theme", self.look.name);
        if self.session.has_cpu() {
            set = format!("{set}, pace {}", seconds(self.ui.settings.pace));
        }
        canvas.title_with_settings(area, "Reversi", &set);
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
