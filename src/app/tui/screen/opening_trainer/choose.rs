//! The choice of the lines to train: an opening by its name, or a file of lines.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::file_of;
use crate::app::study::openings::practice::LineSource;
use crate::app::tui::keymap::{
    DOWN, ENTER, ESC, Keymap, Meaning, PAGE_DOWN, PAGE_UP, TAB, UP, also, bind, look_up, typed,
};
use crate::app::tui::layout::Slices;
use crate::app::tui::screen::files::FIELD;
use crate::app::tui::screen::window::{draw_frame, is_roomy, widest_inside};
use crate::app::tui::screen::{Canvas, Command, Context, Pasted, Screen, ScreenKind, hints};
use crate::app::tui::text::width;
use crate::app::tui::theme::Role;
use crate::app::tui::widget::field::Field;
use crate::app::tui::widget::list::{ListView, Step};
use crate::app::wording::openings::trainer as wording;
use crate::color::Color;
use crate::opening::Opening;

use Intent::{Choose, Close, Edit, Move, Open, Swap};

/// The widest window, and its longest list.
const WIDEST: u16 = 56;
const ROWS: u16 = 12;

/// The choice of the lines to train.
#[derive(Debug)]
pub(crate) struct ChooseLinesWindow {
    field: Field,
    chosen: usize,
    side: Color,
    notice: Option<String>,
}

impl Default for ChooseLinesWindow {
    fn default() -> Self {
        Self {
            field: Field::default(),
            chosen: 0,
            side: Color::Black,
            notice: None,
        }
    }
}

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Open,
    Close,
    /// Trains the other side.
    Swap,
    Edit(InputRequest),
    Move(Step),
    Choose(usize),
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Open)], "train", 10, ""),
    bind(&[(DOWN, Move(Step::Down)), (UP, Move(Step::Up))], "choose", 8, ""),
    also(&[(PAGE_DOWN, Move(Step::PageDown)), (PAGE_UP, Move(Step::PageUp))]),
    bind(&[(TAB, Swap)], "other side", 7, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
];

impl ChooseLinesWindow {
    /// Returns the lines that match what is typed.
    fn sources(&self) -> Vec<LineSource> {
        let text = self.field.text().trim().to_lowercase();
        if let Some(path) = file_of(self.field.text()) {
            return vec![LineSource::File(path)];
        }
        let matches = |opening: &&Opening| {
            let japanese = opening.japanese.unwrap_or_default();
            opening.english.to_lowercase().contains(&text) || japanese.contains(&text)
        };
        let all = text.is_empty().then_some(LineSource::All);
        let named = Opening::ALL.iter().filter(matches);
        all.into_iter()
            .chain(named.map(LineSource::Opening))
            .collect()
    }
}

/// Returns a line of the list, within a width.
fn line(source: &LineSource, columns: usize) -> String {
    match source {
        LineSource::Opening(opening) => {
            let room = columns.saturating_sub(width(opening.english) + 2);
            let moves = if opening.moves.len() <= room {
                opening.moves
            } else {
                ""
            };
            format!("{}  {moves}", opening.english)
        }
        LineSource::All => source.name(),
        LineSource::File(_) => wording::lines_in(&source.name()),
    }
}

impl Screen for ChooseLinesWindow {
    type Intent = Intent;

    const KIND: ScreenKind = ScreenKind::Window;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        let edit = || match look_up(&[FIELD], key) {
            Some(Meaning::Own(request)) => Some(Meaning::Own(Edit(request))),
            _ => None,
        };
        let letter = || typed(key).map(|c| Meaning::Own(Edit(InputRequest::InsertChar(c))));
        look_up(&[KEYS], key).or_else(edit).or_else(letter)
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Open => {
                let source = self.sources().into_iter().nth(self.chosen);
                if source.is_none() {
                    self.notice = Some(wording::NO_OPENING.to_owned());
                }
                return Some(Command::TrainOpening(source?, self.side));
            }
            Choose(index) => {
                let source = self.sources().into_iter().nth(index)?;
                return Some(Command::TrainOpening(source, self.side));
            }
            Close => return Some(Command::Close),
            Swap => self.side = self.side.opposite(),
            Edit(request) => {
                self.field.edit(request);
                self.chosen = 0;
            }
            Move(step) => self.chosen = step.from(self.chosen, self.sources().len()),
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Move(if down { Step::Down } else { Step::Up }))
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        self.field.paste(text);
        self.chosen = 0;
        Pasted::Taken
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let columns = widest_inside(area).min(WIDEST);
        let gap = u16::from(is_roomy(area));
        // The field, what may be typed, and the side.
        let listed = area.height.saturating_sub(8 + 2 * gap).clamp(1, ROWS);
        let size = (columns, 3 + gap + listed);
        let (inner, footer) = draw_frame(" Train openings ".to_owned(), size, area, canvas);
        let mut rest = Slices(inner);
        self.field.draw(rest.top(1), true, &canvas.look, canvas.buf);
        let (text, role) = match &self.notice {
            Some(notice) => (notice.as_str(), Role::Warning),
            None => (wording::TYPE_NAME, Role::Muted),
        };
        canvas.text(rest.top(1), text, role);
        canvas.text(rest.top(1), wording::side(self.side), Role::Text);
        rest.top(gap);
        let sources = self.sources();
        let list = ListView {
            count: sources.len(),
            chosen: (!sources.is_empty()).then_some(self.chosen),
            look: &canvas.look,
        };
        let line = |index: usize| (line(&sources[index], usize::from(columns)), Role::Text);
        let places = list.draw(line, rest.top(listed), canvas.buf);
        canvas.hits.add_all(places, Choose);
        canvas.keys(footer, hints(&[KEYS], &canvas.context.ui, |_| true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_table_keeps_the_laws_of_keys() {
        check_tables(&[KEYS], false);
    }

    #[test]
    fn openings_are_found_by_a_part_of_their_name() {
        let mut window = ChooseLinesWindow::default();
        assert_eq!(window.sources().len(), Opening::ALL.len() + 1);
        window.field.paste("ROSE-b");
        let names: Vec<String> = window.sources().iter().map(LineSource::name).collect();
        assert_eq!(names, ["Rose-Bill", "Central Rose-Bill", "Rose-Birth"]);
        window.field.edit(InputRequest::DeleteLine);
        window.field.paste("虎");
        assert_eq!(window.sources()[0].name(), "Tiger");
        window.field.edit(InputRequest::DeleteLine);
        window.field.paste("my/lines.txt");
        assert_eq!(window.sources(), [LineSource::File("my/lines.txt".into())]);
    }
}
