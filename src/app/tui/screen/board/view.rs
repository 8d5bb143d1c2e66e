//! The drawing of the board screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{BoardScreen, Intent, seconds};
use crate::app::session::Session;
use crate::app::tui::context::UiContext;
use crate::app::tui::hits::Hits;
use crate::app::tui::layout::BoardLayout;
use crate::app::tui::screen::draw_keys;
use crate::app::tui::table::Table;
use crate::app::tui::text::width;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::board::BoardView;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::Color;
use crate::game::Game;
use crate::square::Square;
use crate::squares::SquareSet;

/// The minimum panel height for messages.
pub(super) const PANEL_WITH_MESSAGES: u16 = 14;

/// A view of the board screen: its state, the game at the table, and the context.
pub(super) struct View<'a> {
    pub(super) screen: &'a BoardScreen,
    pub(super) table: &'a Table,
    pub(super) ui: &'a UiContext,
    pub(super) look: ActiveTheme,
}

impl<'a> View<'a> {
    pub(super) fn new(screen: &'a BoardScreen, table: &'a Table, ui: &'a UiContext) -> Self {
        Self {
            screen,
            table,
            ui,
            look: ui.look(),
        }
    }

    pub(super) fn session(&self) -> &'a Session {
        self.table.session()
    }

    pub(super) fn game(&self) -> &'a Game {
        self.table.session().game()
    }

    pub(super) fn draw(&self, layout: &BoardLayout, hits: &Hits<Intent>, buf: &mut Buffer) {
        let view = BoardView {
            place: layout.board,
            tiles: self.tiles(layout.board.height),
            lit_file: self.screen.input.typed(),
            lit_square: self.marked_square(),
            look: &self.look,
            cache: &self.ui.tiles,
        };
        view.render(buf.area, buf);
        hits.add_all(layout.board.rects(), Intent::Square);
        if let Some(title) = layout.title {
            self.draw_title(title, buf);
        }
        let with_messages = layout.panel.height >= PANEL_WITH_MESSAGES;
        self.draw_panel(layout.panel, with_messages, buf);
        self.draw_speech(layout, with_messages, buf);
        draw_keys(self.hints(), layout.keys, &self.look, hits, buf);
    }

    /// The square whose coordinates are highlighted.
    fn marked_square(&self) -> Option<Square> {
        let pointer = self.screen.input.square();
        // If the mark on the last move is small, its coordinates help to find it.
        let small = self.look.is_ascii() || !self.look.has_colors();
        let last = self.game().last_move().map(|(square, _)| square);
        pointer.or(last.filter(|_| small && self.screen.input.typed().is_none()))
    }

    /// Returns the square whose move is previewed, with its flips.
    pub(super) fn preview(&self) -> Option<(Square, SquareSet)> {
        let square = self.screen.input.square()?;
        let position = self.game().position();
        let legal = self.session().awaits_human() && position.legal_moves().contains(square);
        legal.then(|| (square, position.board().flips(square)))
    }

    fn tiles(&self, height: u16) -> [Tile; 64] {
        let game = self.game();
        let position = game.position();
        let side = position.side_to_move();
        let choosing = self.session().awaits_human();
        let legal = if choosing {
            game.legal_moves()
        } else {
            SquareSet::EMPTY
        };
        let last = game.last_move().map(|(square, _)| square);
        let preview = self.preview();
        let mut tiles = [Tile::default(); 64];
        for square in Square::all() {
            let tile = &mut tiles[usize::from(square.index())];
            *tile = Tile::of(square);
            let turning = self.table.timeline.turning(square, self.ui.now);
            tile.disc = position.disc(square).map(|color| Disc {
                color: turning.map_or(color, |turning| turning.color),
                step: turning.map_or(0, |turning| turning.step),
                ghost: false,
            });
            tile.mark = if preview.is_some_and(|(_, flips)| flips.contains(square)) {
                Mark::WouldTurn(side)
            } else if Some(square) == last {
                Mark::Last
            } else if self.table.timeline.glows(square) {
                Mark::Turned
            } else if legal.contains(square) && self.ui.settings.legal_dots {
                Mark::Legal
            } else {
                Mark::None
            };
            if preview.is_some_and(|(at, _)| at == square) {
                tile.mark = Mark::None;
                tile.disc = Some(Disc {
                    color: side,
                    step: 0,
                    ghost: true,
                });
            }
            let of_file =
                self.screen.input.typed() == Some(square.file()) && legal.contains(square);
            tile.named = of_file;
            if of_file {
                // The name replaces the mark.
                tile.mark = Mark::None;
            }
            tile.label = self
                .screen
                .thinking
                .label(square, self.session())
                .filter(|_| tile.disc.is_none() && !of_file);
            if tile.label.is_some() && height > 1 {
                // The score replaces the mark.
                tile.mark = Mark::None;
            }
            tile.lit = of_file || self.screen.input.square() == Some(square);
        }
        tiles
    }

    fn draw_title(&self, area: Rect, buf: &mut Buffer) {
        let look = &self.look;
        let title = Line::from(vec![
            Span::styled(look.disc(Color::Black), look.disc_style(Color::Black)),
            Span::styled(look.disc(Color::White), look.disc_style(Color::White)),
            Span::styled(" Reversi", look.style(Role::Strong)),
        ]);
        buf.set_line(area.x, area.y, &title, area.width);
        let players = self.session().players();
        let mut set = format!("{} theme", look.name());
        if !players.black.is_human() || !players.white.is_human() {
            set = format!("{set}, pace {}", seconds(self.ui.settings.pace));
        }
        let columns = u16::try_from(width(&set)).unwrap_or(area.width);
        if columns + 12 <= area.width {
            buf.set_string(area.right() - columns, area.y, set, look.style(Role::Muted));
        }
    }
}
