//! The drawing of the choice of players.

use ratatui::layout::Rect;

use super::{Intent, NewGameScreen, Setting};
use crate::app::player::level::{LEVELS, Level};
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::screen::Canvas;
use crate::app::tui::screen::form::FormStep;
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::board::BoardPlace;
use crate::app::tui::widget::tile::{Disc, Mark, Tile};
use crate::color::Color;
use crate::game::Game;

impl NewGameScreen {
    /// Draws the form, beside a board if there is room.
    pub(super) fn draw_all(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let (narrow_form, wide_form) = (39, 54);
        let form_height = match area.height {
            20.. => 15,
            16.. => 12,
            _ => 7,
        };
        let board = (2..=8).rev().find_map(|height| {
            let (columns, lines) = BoardPlace::size(height);
            (columns + narrow_form + 4 <= area.width && lines + 5 <= area.height).then_some((
                height,
                columns + 3,
                lines,
            ))
        });
        // Without a board, the form may be narrower.
        let (height, beside, lines) = board.unwrap_or((0, 0, form_height));
        let form_width = (area.width - beside)
            .saturating_sub(if board.is_some() { 3 } else { 2 })
            .clamp(narrow_form, wide_form);
        let margin = if board.is_some() { 0 } else { 2 };
        let width = (beside + form_width).min(area.width - margin);
        let left = area.x + (area.width - width) / 2;
        let lines = lines.max(form_height);
        let top = area.y + (area.height.saturating_sub(lines + 2)) / 2;
        if height > 0 {
            canvas.board(BoardPlace::at(left, top, height), &self.preview, None, None);
        }
        let form = Rect::new(left + beside, top, width - beside, lines);
        self.draw_form(form, height > 0 || area.height >= 16, canvas);
        let keys = if area.width < 60 { 2 } else { 1 };
        let keys = Rect::new(left, area.bottom() - keys, width, keys);
        canvas.keys(keys, self.hints(self.rows(ui)[self.row], ui));
    }

    fn draw_form(&self, area: Rect, spacious: bool, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let playing_on = self.playing_on.as_ref();
        let heading = playing_on.map_or("Reversi", |(_, heading)| heading);
        let short = heading.split(',').next().unwrap_or(heading);
        let fits = width(heading) + 3 <= usize::from(area.width);
        canvas.line(area, canvas.title(if fits { heading } else { short }));
        let mut y = area.y + if spacious { 3 } else { 2 };
        // Descriptions take one or three lines, so that nothing jumps when another player is selected.
        let described = if area.height >= 16 { 3 } else { 1 };
        for (index, row) in self.rows(ui).into_iter().enumerate() {
            let step = match row {
                Setting::Player(_) if spacious => described + 2,
                _ if spacious && area.height >= 20 => 2,
                _ => 1,
            };
            let active = index == self.row;
            let place = Rect {
                y,
                height: 1,
                ..area
            };
            let field = self.naming.as_ref().filter(|_| active);
            let field = field.map(|(_, field)| field);
            let intent = |option| Intent::Form(FormStep::Choose(index, option));
            let content = self.row_content(row, ui);
            content.draw(place, active, field, intent, canvas);
            if spacious && let Setting::Player(color) = row {
                let below = Rect {
                    y: y + 1,
                    height: described,
                    ..right_of(area, 9)
                };
                self.describe(color, below, canvas);
            }
            y += step;
        }
        let screen = canvas.buf.area;
        let below = |y: u16| Rect {
            y,
            height: (screen.bottom() - 2).saturating_sub(y),
            ..area
        };
        if let Some((notice, role)) = &self.notice {
            let lines = wrap(notice, usize::from(area.width));
            canvas.lines(below(y), lines, *role);
        } else if let (false, Some(&Setting::Player(color))) =
            (spacious, self.rows(ui).get(self.row))
        {
            let area = right_of(below(y + 1), 2);
            self.describe(color, area, canvas);
        }
    }

    /// Draws a slider for the level of an engine, and as many clauses about the player as fit.
    fn describe(&self, color: Color, area: Rect, canvas: &mut Canvas<Intent>) {
        let text = self.players[color].describe();
        let mut rest = Slices(area);
        if let (Some(level), true) = (self.players[color].level(), area.height > 1) {
            draw_slider(color, level, rest.top(1), canvas);
        }
        let area = rest.0;
        let lines = described_in(&text, usize::from(area.width), usize::from(area.height));
        canvas.lines(area, lines, Role::Muted);
    }
}

/// Draws the ten levels in a row, filled up to the chosen one.
fn draw_slider(color: Color, level: Level, area: Rect, canvas: &mut Canvas<Intent>) {
    let cells = area.width / 2;
    for (at, other) in (0..cells).zip(LEVELS) {
        let place = Rect {
            x: area.x + 2 * at,
            width: 2,
            ..area
        };
        let (symbol, role) = if other.number <= level.number {
            (canvas.look.symbol("■", "#"), Role::Key)
        } else {
            (canvas.look.symbol("□", "-"), Role::Muted)
        };
        canvas.text(place, symbol, role);
        canvas.hits.add(place, Intent::Level(color, other));
    }
}

/// Returns as many clauses of a description as fit into the given columns and lines.
fn described_in(text: &str, columns: usize, lines: usize) -> Vec<String> {
    let mut text = text;
    loop {
        let wrapped = wrap(text, columns);
        match text.rsplit_once(", ") {
            Some((shorter, _)) if wrapped.len() > lines => text = shorter,
            _ => return wrapped.into_iter().take(lines).collect(),
        }
    }
}

/// Returns the squares of the board beside the form.
pub(super) fn preview(game: &Game) -> [Tile; 64] {
    let last = game.last_move().map(|(square, _)| square);
    Tile::board(|square| Tile {
        disc: game.position().disc(square).map(Disc::flat),
        mark: if Some(square) == last {
            Mark::Last
        } else if game.legal_moves().contains(square) {
            Mark::Legal
        } else {
            Mark::None
        },
        ..Tile::of(square)
    })
}
