//! The drawing of the file window.

use ratatui::layout::Rect;

use super::games::{describe, describe_own, own_heading};
use super::keys::Intent;
use super::own_games::GameOrder;
use super::{FilePurpose, FileState, FileWindow};
use crate::layout::{Slices, right_of};
use crate::screen::window::{draw_frame, is_roomy, widest_inside};
use crate::screen::{Canvas, Screen as _};
use crate::text::{columns, rows, width, wrap};
use crate::theme::Role;
use crate::widget::list::{ListView, TO_FILTER};
use reversi::{Game, SquareSet};
use reversi_board::parts::{BoardPane, BoardPlace, Tile};
use reversi_table::store::game_list::GameLine;
use reversi_text::label;
use reversi_wording::{GAMES_NOT_SAVED, NO_FINISHED_GAMES};

/// The largest inner width of the window, and of one with the player's games.
const WIDEST: u16 = 76;
const WIDEST_GAMES: u16 = 140;

/// The columns between the games and the board of the selected one, and the fewest of the games beside it.
const GAP: u16 = 3;
const BESIDE: u16 = 84;

/// The rows of the frame of the window and of its keys.
const FRAME: u16 = 6;

/// The maximum height of the list below a file name.
const ROWS: u16 = 12;

/// The sign of a marked game, and the width of its column.
const MARK_SIGN: char = '*';
const MARK: u16 = 2;

impl FileWindow {
    pub(super) fn draw_window(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let has_games = self.purpose == FilePurpose::Games;
        let widest = if has_games { WIDEST_GAMES } else { WIDEST };
        let columns = widest_inside(area).min(widest);
        let board = self.board_beside(columns, area.height);
        let beside = board.map_or(0, |height| BoardPlace::size(height).0 + GAP);
        let whole = columns;
        let columns = whole - beside;
        let is_low = area.height < 16;
        let (text, role) = match (&self.state, &self.sentence) {
            (FileState::Disk(sentence), _) => (sentence.clone(), Role::Muted),
            (FileState::Overwrite { .. }, Some(sentence)) => (sentence.clone(), Role::Strong),
            (_, Some(sentence)) => (sentence.clone(), Role::Warning),
            (_, None) => (self.advice(is_low), Role::Muted),
        };
        let said = wrap(&text, usize::from(columns));
        let names = rows(&self.names);
        let gap = u16::from(is_roomy(area));
        // The list of games keeps its height while words are typed.
        let games = match self.purpose {
            FilePurpose::Games => {
                let all = self.lines().len() + self.list.most;
                u16::try_from(all).unwrap_or(u16::MAX)
            }
            _ => rows(&self.listed_games()),
        };
        let count = names.saturating_add(games);
        // Below a list the message area keeps its height, so that nothing jumps.
        let below = rows(&said).max(if is_low { 1 } else { 2 });
        let above = if text.is_empty() { 0 } else { rows(&said) };
        let height = match self.purpose {
            FilePurpose::Save => 1 + gap + above.max(2),
            FilePurpose::OpenGo | FilePurpose::Games => {
                1 + above + 2 * gap + 1 + count.clamp(1, ROWS.max(area.height / 2))
            }
            // A list that filters keeps its height.
            FilePurpose::Choose if self.filters() => {
                let all = rows(self.lines());
                all.saturating_add(below + 1).max(5)
            }
            FilePurpose::Choose => count.saturating_add(below).max(4),
        };
        let lines = board.map_or(0, |height| BoardPlace::size(height).1);
        let (inner, footer) = draw_frame(&self.title(), (whole, height.max(lines)), area, canvas);
        let mut rest = Slices(inner);
        let beside = rest.right(beside);
        if let Some((height, about)) = board.zip(self.chosen_game()) {
            let pane = BoardPane::default();
            let scene = pane.scene(&Game::from_position(about.end), SquareSet::EMPTY);
            let tiles = Tile::board(|square| pane.tile(square, &scene));
            let place = BoardPlace::at(beside.x + GAP, beside.y, height);
            canvas.board(place, &tiles, None, None);
        }
        if self.purpose == FilePurpose::Choose {
            let below = rest.bottom(below);
            canvas.lines(Slices(below).bottom(rows(&said)), &said, role);
            if self.filters() {
                self.draw_field(rest.top(1), canvas);
            }
        } else {
            self.draw_field(rest.top(1), canvas);
            rest.top(gap);
            canvas.lines(rest.top(above), &said, role);
        }
        if !matches!(self.purpose, FilePurpose::Save | FilePurpose::Choose) {
            rest.top(gap);
            self.draw_heading(rest.top(1), canvas);
        }
        let places = self.draw_list(rest.0, canvas);
        canvas.hits.add_all(places, Intent::Game);
        canvas.keys(footer, self.hints(canvas.context));
    }

    /// Returns the height of the squares of the board beside the list, which shows how the selected game ended; `None`
    /// without room for it.
    fn board_beside(&self, columns: u16, rows: u16) -> Option<u16> {
        let fits = |&height: &u16| {
            let (board, lines) = BoardPlace::size(height);
            board + GAP + BESIDE <= columns && lines + FRAME <= rows
        };
        let is_list = self.purpose == FilePurpose::Games && self.filters();
        (1..=2).rev().find(fits).filter(|_| is_list)
    }

    /// Draws the heading of the list: of games with their columns, which sort them.
    fn draw_heading(&self, line: Rect, canvas: &mut Canvas<Intent>) {
        let has_games = !self.lines().is_empty() || !self.list.lines().is_empty();
        let text = match &self.games {
            _ if !self.filters() => label!("Folders and files").text(),
            _ if has_games => {
                let line = right_of(line, MARK);
                let heading = own_heading(usize::from(line.width), &canvas.look);
                canvas.text(line, &heading, Role::Muted);
                for (order, word) in GameOrder::ALL {
                    let Some(at) = heading.find(word.text()) else {
                        continue;
                    };
                    let place = right_of(line, columns(&heading[..at]));
                    let place = Slices(place).left(columns(word.text()));
                    if order == self.list.order {
                        canvas.text(place, word.text(), Role::Strong);
                    }
                    canvas.hits.add(place, Intent::Sort(Some(order)));
                }
                return;
            }
            None if self.source.is_none() => GAMES_NOT_SAVED.text(),
            None => label!("Loading finished games.").text(),
            Some(_) => NO_FINISHED_GAMES.text(),
        };
        canvas.text(line, text, Role::Muted);
    }

    /// Draws the field with the label, the name, or what filters the list.
    pub(super) fn draw_field(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let filters = self.filters();
        let field = self.label.as_ref().unwrap_or(&self.field);
        let active = self.is_typing() && (filters || self.chosen.is_none());
        field.draw(area, active, &canvas.look, canvas.buf);
        if filters && self.label.is_none() && field.text().is_empty() {
            let text = canvas
                .context
                .ui
                .words(TO_FILTER.0.text(), TO_FILTER.1.text());
            canvas.text(right_of(area, 2), text, Role::Muted);
        }
    }

    /// Draws the visible part of the list around the selected row. Returns the area of each row.
    pub(super) fn draw_list<I: Copy + 'static>(
        &self,
        area: Rect,
        canvas: &mut Canvas<I>,
    ) -> Vec<(Rect, usize)> {
        let (names, lines) = (&self.names, self.listed_games());
        let view = ListView {
            count: self.count(),
            chosen: self.chosen.filter(|&row| row < self.count()),
            look: &canvas.look,
        };
        // Numbers, dates and results are aligned.
        let last = view.visible(area).end.checked_sub(names.len() + 1);
        let seen = last.and_then(|last| lines.get(last));
        let digits = seen.map_or(0, |line| line.number.to_string().len());
        let (japanese, look) = (canvas.context.ui.has_japanese(), &canvas.look.clone());
        let text = |index: usize| {
            if let Some(name) = names.get(index) {
                let is_above_games = self.purpose == FilePurpose::Games && self.filters();
                let before = if is_above_games { MARK } else { 0 };
                let before = " ".repeat(usize::from(before));
                return (before + name, Role::Text);
            }
            let line: &GameLine = lines[index - names.len()];
            let number = match self.purpose {
                FilePurpose::Choose => format!("{:>digits$}  ", line.number),
                _ if self.list.is_marked(line) => format!("{MARK_SIGN} "),
                _ => " ".repeat(usize::from(MARK)),
            };
            let room = usize::from(area.width).saturating_sub(width(&number));
            match &line.game {
                Ok(about) if self.purpose == FilePurpose::Games => (
                    number + &describe_own(about, self.list.loss(line), room, japanese, look),
                    Role::Text,
                ),
                Ok(about) => (number + &describe(about, room, japanese, look), Role::Text),
                Err(why) => (format!("{number}{why}"), Role::Warning),
            }
        };
        let marked = view.chosen.map(|chosen| text(chosen).0);
        let places = view.draw(text, area, canvas.buf);
        if let Some(marked) = marked {
            canvas.say(marked);
        }
        places
    }
}
