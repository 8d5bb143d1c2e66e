//! The drawing of the choice of players.

use ratatui::layout::Rect;

use super::{Intent, NewGameScreen, Setting};
use crate::app::player::level::{LEVELS, Level};
use crate::app::tui::layout::{Slices, centered, right_of};
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
        let lines = lines.max(form_height);
        let mut rest = Slices(centered(area, width));
        let keys = Slices(rest.0).bottom(if area.width < 60 { 2 } else { 1 });
        rest.bottom(2);
        rest.top(rest.0.height.saturating_sub(lines) / 2);
        if height > 0 {
            let board = BoardPlace::at(rest.0.x, rest.0.y, height);
            canvas.board(board, &self.preview, None, None);
        }
        let spacious = height > 0 || area.height >= 16;
        self.draw_form(right_of(rest.0, beside), lines, spacious, canvas);
        canvas.keys(keys, self.hints(self.rows(ui)[self.row], ui));
    }

    /// Draws the form into the first lines of an area, and messages below it.
    fn draw_form(&self, area: Rect, lines: u16, spacious: bool, canvas: &mut Canvas<Intent>) {
        let ui = &canvas.context.ui;
        let playing_on = self.playing_on.as_ref();
        let heading = playing_on.map_or("Reversi", |(_, heading)| heading);
        let short = heading.split(',').next().unwrap_or(heading);
        let fits = width(heading) + 3 <= usize::from(area.width);
        canvas.line(area, canvas.title(if fits { heading } else { short }));
        let mut rest = Slices(area);
        rest.top(if spacious { 3 } else { 2 });
        // Descriptions take one or three lines, so that nothing jumps when another player is selected.
        let described = if lines >= 16 { 3 } else { 1 };
        for (index, row) in self.rows(ui).into_iter().enumerate() {
            let step = match row {
                Setting::Player(_) if spacious => described + 2,
                _ if spacious && lines >= 20 => 2,
                _ => 1,
            };
            let active = index == self.row;
            let mut place = Slices(rest.top(step));
            let field = self.naming.as_ref().filter(|_| active);
            let field = field.map(|(_, field)| field);
            let intent = |option| Intent::Form(FormStep::Choose(index, option));
            let content = self.row_content(row, ui);
            content.draw(place.top(1), active, field, intent, canvas);
            if spacious && let Setting::Player(color) = row {
                self.describe(color, right_of(place.top(described), 9), canvas);
            }
        }
        if let Some((notice, role)) = &self.notice {
            canvas.paragraph(rest.0, notice, *role);
        } else if let (false, Some(&Setting::Player(color))) =
            (spacious, self.rows(ui).get(self.row))
        {
            rest.top(1);
            self.describe(color, right_of(rest.0, 2), canvas);
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
    let mut rest = Slices(area);
    for other in LEVELS.into_iter().take(usize::from(area.width / 2)) {
        let place = rest.left(2);
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
