//! The drawing of the file window.

use std::ops::Range;

use ratatui::layout::Rect;

use super::games::{describe, describe_own, own_heading};
use super::keys::Intent;
use super::{FilePurpose, FileState, FileWindow};
use crate::layout::{Slices, right_of};
use crate::screen::window::{draw_frame, is_roomy, widest_inside};
use crate::screen::{Canvas, Screen as _};
use crate::text::{rows, width, wrap};
use crate::theme::Role;
use crate::widget::list::{ListView, TO_FILTER};
use reversi_table::store::game_list::{GameLine, LATEST};
use reversi_wording::{GAMES_NOT_SAVED, NO_FINISHED_GAMES, reading};

/// The largest inner width of the window.
const WIDEST: u16 = 76;

/// The maximum height of the list below a file name.
const ROWS: u16 = 12;

impl FileWindow {
    pub(super) fn draw_window(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let columns = widest_inside(area).min(WIDEST);
        let is_low = area.height < 16;
        let (text, role) = match (&self.state, &self.sentence) {
            (FileState::Disk(sentence), _) => (sentence.clone(), Role::Muted),
            (FileState::Overwrite { .. }, Some(sentence)) => (sentence.clone(), Role::Strong),
            (_, Some(sentence)) => (sentence.clone(), Role::Warning),
            (_, None) => (self.advice(is_low), Role::Muted),
        };
        let said = wrap(&text, usize::from(columns));
        let names = rows(&self.names);
        let (gap, count) = (
            u16::from(is_roomy(area)),
            names + rows(&self.listed_games()),
        );
        // Below a list the message area keeps its height, so that nothing jumps.
        let below = rows(&said).max(if is_low { 1 } else { 2 });
        let above = if text.is_empty() { 0 } else { rows(&said) };
        let height = match self.purpose {
            FilePurpose::Save => 1 + gap + above.max(2),
            FilePurpose::Open | FilePurpose::OpenGo | FilePurpose::Games => {
                1 + above + 2 * gap + 1 + count.clamp(1, ROWS)
            }
            // A list that filters keeps its height.
            FilePurpose::Choose if self.filters() => {
                let all = rows(self.lines());
                all.saturating_add(below + 1).max(5)
            }
            FilePurpose::Choose => count.saturating_add(below).max(4),
        };
        let (inner, footer) = draw_frame(&self.title(), (columns, height), area, canvas);
        let mut rest = Slices(inner);
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
        let mut shown = 0..self.count();
        if !matches!(self.purpose, FilePurpose::Save | FilePurpose::Choose) {
            rest.top(gap);
            if self.purpose == FilePurpose::Games {
                // The heading stands above the games.
                shown.start = self.names.len();
                let places = self.draw_list(rest.top(names), 0..shown.start, canvas);
                canvas.hits.add_all(places, Intent::Game);
            }
            let line = rest.top(1);
            let heading = self.heading(usize::from(line.width));
            canvas.text(line, heading, Role::Muted);
        }
        let places = self.draw_list(rest.0, shown, canvas);
        canvas.hits.add_all(places, Intent::Game);
        canvas.keys(footer, self.hints(canvas.context));
    }

    /// Returns the longest heading of the latest games that fits the columns.
    pub(super) fn heading(&self, columns: usize) -> String {
        match &self.games {
            Some(games) if self.purpose == FilePurpose::Games && !games.lines.is_empty() => {
                own_heading(columns)
            }
            Some(_) if self.purpose == FilePurpose::Games => NO_FINISHED_GAMES.to_owned(),
            None if self.purpose == FilePurpose::Games && self.source.is_some() => reading(None),
            _ if self.purpose == FilePurpose::OpenGo || !self.field.text().is_empty() => {
                "Folders and files".to_owned()
            }
            None if self.source.is_none() => GAMES_NOT_SAVED.to_owned(),
            None => "Loading finished games.".to_owned(),
            Some(games) if games.lines.is_empty() && !self.names.is_empty() => {
                "Folders and files".to_owned()
            }
            Some(games) if games.lines.is_empty() => NO_FINISHED_GAMES.to_owned(),
            Some(games) if games.more => format!("Files, and the latest {LATEST} finished games"),
            Some(_) => "Files, and finished games".to_owned(),
        }
    }

    /// Draws the field with the label, the name, or what filters the list.
    pub(super) fn draw_field(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let filters = self.filters();
        let field = self.label.as_ref().unwrap_or(&self.field);
        let active = self.is_typing() && (filters || self.chosen.is_none());
        field.draw(area, active, &canvas.look, canvas.buf);
        if filters && self.label.is_none() && field.text().is_empty() {
            canvas.text(right_of(area, 2), TO_FILTER, Role::Muted);
        }
    }

    /// Draws the visible part of some rows of the list around the selected one. Returns the area of each row.
    pub(super) fn draw_list<I: Copy + 'static>(
        &self,
        area: Rect,
        shown: Range<usize>,
        canvas: &mut Canvas<I>,
    ) -> Vec<(Rect, usize)> {
        let (names, lines) = (&self.names, self.listed_games());
        let view = ListView {
            count: shown.len(),
            chosen: (self.chosen)
                .filter(|row| shown.contains(row))
                .map(|row| row - shown.start),
            look: &canvas.look,
        };
        // Numbers, dates and results are aligned.
        let last = (shown.start + view.visible(area).end).checked_sub(names.len() + 1);
        let seen = last.and_then(|last| lines.get(last));
        let digits = seen.map_or(0, |line| line.number.to_string().len());
        let japanese = canvas.look.japanese;
        let text = |row: usize| {
            let index = shown.start + row;
            if let Some(name) = names.get(index) {
                return (name.clone(), Role::Text);
            }
            let line: &GameLine = lines[index - names.len()];
            let number = if self.purpose == FilePurpose::Choose {
                format!("{:>digits$}  ", line.number)
            } else {
                String::new()
            };
            let room = usize::from(area.width).saturating_sub(width(&number));
            match &line.game {
                Ok(about) if self.purpose == FilePurpose::Games => (
                    describe_own(about, self.loss(line.number), room, japanese),
                    Role::Text,
                ),
                Ok(about) => (number + &describe(about, room, japanese), Role::Text),
                Err(why) => (format!("{number}{why}"), Role::Warning),
            }
        };
        let marked = view.chosen.map(|chosen| text(chosen).0);
        let places = view.draw(text, area, canvas.buf).into_iter();
        if let Some(marked) = marked {
            canvas.say(marked);
        }
        places
            .map(|(place, row)| (place, shown.start + row))
            .collect()
    }
}
