//! The window that offers the unfinished games.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::window::{draw_frame, is_roomy, widest_inside};
use super::{Canvas, Command, Context, Pasted, Screen, ScreenKind, hints};
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, DELETE, DOWN, END, ENTER, ESC, HOME, Keymap, Meaning, PAGE_DOWN, PAGE_UP,
    SPACE, TAB, UP, also, bind, ch, look_up, quit_key,
};
use crate::app::tui::layout::Slices;
use crate::app::tui::text::{columns, rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::{ListView, Step};
use crate::app::wording::screens::unfinished::{ASK_DISCARD, ASK_RESUME};
use crate::app::wording::unfinished_game;
use crate::notation::detect;

use Intent::{Choose, Close, Discard, Move, Resume};

/// The least and the largest inner width of the window.
const LEAST: u16 = 20;
const WIDEST: u16 = 72;

/// The offer to resume one of the unfinished games.
#[derive(Debug)]
pub(crate) struct UnfinishedWindow {
    /// Descriptions, the newest first.
    games: Vec<String>,
    chosen: usize,
    /// Set after the key to discard, until it confirms or another key is pressed.
    discards: bool,
}

/// What a key or a click means in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Resume,
    Close,
    Discard,
    Move(Step),
    Choose(usize),
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Resume), (ch('r'), Resume), (ch('y'), Resume), (SPACE, Resume)], "resume", 10, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "no", 9, ""),
    bind(&[(ch('x'), Discard), (DELETE, Discard)], "discard", 6, ""),
    quit_key(7),
    bind(&[(UP, Move(Step::Up)), (DOWN, Move(Step::Down))], "another", 8, ""),
    also(&[(BACKTAB, Move(Step::Up)), (TAB, Move(Step::Down))]),
    also(&[(PAGE_DOWN, Move(Step::PageDown)), (PAGE_UP, Move(Step::PageUp))]),
    also(&[(HOME, Move(Step::First)), (END, Move(Step::Last))]),
];

impl UnfinishedWindow {
    /// Creates the window with the descriptions of the games, at one of them.
    pub(crate) const fn new(games: Vec<String>, chosen: usize) -> Self {
        Self {
            games,
            chosen,
            discards: false,
        }
    }

    /// Returns the text below the list: what the list does not tell, and the question.
    fn text(&self, limit: u16) -> Vec<String> {
        let game = &self.games[self.chosen];
        let question = if self.discards {
            ASK_DISCARD
        } else {
            ASK_RESUME
        };
        let count = self.games.len();
        let question = match count {
            1 => question.to_owned(),
            _ => format!("{question} ({} of {count})", self.chosen + 1),
        };
        let is_listed = count > 1 && columns(game) <= limit;
        let game = (!is_listed).then(|| unfinished_game(game));
        let lines = game.into_iter().chain([question]);
        lines
            .flat_map(|line| wrap(&line, usize::from(limit)))
            .collect()
    }
}

impl Screen for UnfinishedWindow {
    type Intent = Intent;

    const KIND: ScreenKind = ScreenKind::Dialog;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&[KEYS], key)
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        let confirmed = std::mem::replace(&mut self.discards, intent == Discard);
        match intent {
            Resume => return Some(Command::Resume(self.chosen)),
            Close => return Some(Command::LeaveUnfinished),
            Discard if confirmed => return Some(Command::Discard(self.chosen)),
            Discard => {}
            Choose(index) if index == self.chosen => return Some(Command::Resume(index)),
            Choose(index) => self.chosen = index,
            Move(step) => self.chosen = step.from(self.chosen, self.games.len()),
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Move(if down { Step::Down } else { Step::Up }))
    }

    /// Stays until a game replaces it.
    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        match detect::detect(text.as_bytes()) {
            Some(_) => Pasted::Passed,
            None => Pasted::Taken,
        }
    }

    fn say(&mut self, _sentence: String, _context: &mut Context) {}

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let limit = widest_inside(area).min(WIDEST);
        let text = self.text(limit);
        let (title, listed) = match rows(&self.games) {
            1 => (" Unfinished game ", 0),
            count => (" Unfinished games ", count),
        };
        let lines = self.games.iter().take(usize::from(listed)).chain(&text);
        let width = lines.map(|line| columns(line)).max().unwrap_or(0);
        let gap = u16::from(listed > 0 && is_roomy(area));
        let height = listed.saturating_add(gap + rows(&text));
        let size = (width.clamp(LEAST, limit), height);
        let (inner, footer) = draw_frame(title.to_owned(), size, area, canvas);
        let mut rest = Slices(inner);
        canvas.lines(rest.bottom(rows(&text)), &text, Role::Text);
        rest.bottom(gap);
        let list = ListView {
            count: self.games.len(),
            chosen: Some(self.chosen),
            look: &canvas.look,
        };
        let line = |index: usize| (self.games[index].clone(), Role::Text);
        let places = list.draw(line, rest.0, canvas.buf);
        canvas.hits.add_all(places, Choose);
        let items = hints(&[KEYS], &canvas.context.ui, |intent| {
            self.games.len() > 1 || !matches!(intent, Move(_))
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
