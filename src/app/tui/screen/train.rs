//! The list of what can be practised.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::window::{draw_frame, is_roomy, widest_inside};
use super::{Canvas, Command, Context, Screen, ScreenKind, hints};
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Keymap, Meaning, SPACE, TAB, UP, also, bind, ch, look_up,
    quit_key,
};
use crate::app::tui::layout::Slices;
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::{ListView, Step};
use crate::app::wording::screens::train;

use Intent::{Choose, Close, Move, Open};

/// What can be practised: its name, what it is, and the command that opens it.
const ROWS: [(&str, &str, Command); 3] = [
    ("Puzzles", train::PUZZLES, Command::Puzzles),
    ("Openings", train::OPENINGS, Command::Openings),
    ("Your record", train::RECORD, Command::Record),
];

/// The widest window.
const WIDEST: u16 = 48;

/// The list of what can be practised.
#[derive(Debug, Default)]
pub(crate) struct TrainWindow {
    chosen: usize,
    notice: Option<String>,
}

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Open,
    Close,
    Move(Step),
    Choose(usize),
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Open), (SPACE, Open)], "open", 10, ""),
    bind(&[(UP, Move(Step::Up)), (DOWN, Move(Step::Down))], "choose", 8, ""),
    also(&[(BACKTAB, Move(Step::Up)), (TAB, Move(Step::Down))]),
    bind(&[(ESC, Close), (BACKSPACE, Close), (ch('n'), Close)], "back", 9, ""),
    quit_key(7),
];

impl Screen for TrainWindow {
    type Intent = Intent;

    const KIND: ScreenKind = ScreenKind::Window;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&[KEYS], key)
    }

    fn touch(&mut self, _context: &mut Context) {
        self.notice = None;
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match intent {
            Open => return Some(ROWS[self.chosen].2.clone()),
            Close => return Some(Command::Close),
            Move(step) => self.chosen = step.from(self.chosen, ROWS.len()),
            Choose(index) => {
                self.chosen = index;
                return Some(ROWS[index].2.clone());
            }
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Move(if down { Step::Down } else { Step::Up }))
    }

    fn say(&mut self, sentence: String, _context: &mut Context) {
        self.notice = Some(sentence);
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let width = widest_inside(area).min(WIDEST);
        let (_, about, _) = &ROWS[self.chosen];
        let (text, role) = match &self.notice {
            Some(notice) => (notice.as_str(), Role::Warning),
            None => (*about, Role::Muted),
        };
        let said = wrap(text, usize::from(width));
        let gap = u16::from(is_roomy(area));
        let height = rows(&ROWS) + gap + rows(&said).max(2);
        let (inner, footer) = draw_frame(" Train ".to_owned(), (width, height), area, canvas);
        let mut rest = Slices(inner);
        let list = ListView {
            count: ROWS.len(),
            chosen: Some(self.chosen),
            look: &canvas.look,
        };
        let line = |index: usize| (ROWS[index].0.to_owned(), Role::Text);
        let places = list.draw(line, rest.top(rows(&ROWS)), canvas.buf);
        canvas.hits.add_all(places, Choose);
        rest.top(gap);
        canvas.lines(rest.0, &said, role);
        let items = hints(&[KEYS], &canvas.context.ui, |intent| {
            ROWS.len() > 1 || !matches!(intent, Move(_))
        });
        canvas.keys(footer, items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_table_keeps_the_laws_of_keys() {
        check_tables(&[KEYS], true);
    }
}
