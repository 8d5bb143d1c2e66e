//! The text windows: help, transcript and questions.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::help::{self, HelpRow, plain_rows};
use super::window::{draw_frame, widest_inside};
use super::{Canvas, Command, Context, Hint, Pasted, Screen, ScreenKind, Topic, hints};
use crate::app::tui::keymap::{
    BACKSPACE, Common, DOWN, END, ENTER, ESC, HOME, Keymap, Meaning, PAGE_DOWN, PAGE_UP, SPACE, UP,
    also, bind, ch, look_up,
};
use crate::app::tui::layout::right_of;
use crate::app::tui::text::{columns, rows};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::Step;
use crate::app::wording::{self, screens};
use crate::notation::Record;

use Intent::{Accept, Close, Forfeit, Learn, Rules, Scroll, TakeOver};

/// More lines than any help has.
const MAX_LINES: usize = 1000;

/// A text window.
#[derive(Debug)]
pub(crate) enum Dialog {
    /// The help, scrolled to a line.
    Help(Topic, Cell<usize>),
    /// The question before quitting.
    AskQuit(&'static str),
    /// The question before resigning.
    AskResign,
    /// The question what to do about a CPU that failed to move, with the reason.
    AskFailed(String),
    /// The moves of a game, which were copied.
    Transcript(String),
    /// The question before a pasted game replaces the one in progress.
    AskPasted(Box<Record>, String),
}

/// What a key or a click means in a text window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Accept,
    Close,
    Scroll(Step),
    /// Plays for the CPU that failed.
    TakeOver,
    /// Resigns for the CPU that failed.
    Forfeit,
    /// Shows the rules.
    Rules,
    /// Opens the tutorial.
    Learn,
}

#[rustfmt::skip] // a table
static READING: Keymap<Intent> = &[
    bind(&[(ESC, Close), (ENTER, Close), (ch('?'), Close), (ch('q'), Close), (SPACE, Close), (ch('y'), Close), (BACKSPACE, Close)],
        "close", 9, ""),
    also(&[(UP, Scroll(Step::Up)), (DOWN, Scroll(Step::Down))]),
    also(&[(PAGE_UP, Scroll(Step::PageUp)), (PAGE_DOWN, Scroll(Step::PageDown))]),
    also(&[(HOME, Scroll(Step::First)), (END, Scroll(Step::Last))]),
];

/// The keys of the help, besides those for reading.
#[rustfmt::skip] // a table
static HELP: Keymap<Intent> = &[
    bind(&[(ch('r'), Rules)], "rules", 8, ""),
    bind(&[(ch('l'), Learn)], "learn to play", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_QUIT: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('q'), Accept), (ch('y'), Accept)], "quit", 9, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "stay", 8, ""),
];

#[rustfmt::skip] // a table
static ASK_RESIGN: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('j'), Accept), (ch('y'), Accept)], "resign", 9, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "play on", 8, ""),
];

#[rustfmt::skip] // a table
static ASK_FAILED: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('r'), Accept), (ch('y'), Accept)], "try again", 10, ""),
    bind(&[(ch('t'), TakeOver)], "play for it", 9, ""),
    bind(&[(ch('j'), Forfeit)], "resign for it", 8, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "wait", 7, ""),
];

#[rustfmt::skip] // a table
static ASK_PASTED: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('y'), Accept)], "open it", 10, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "stay", 9, ""),
];

impl Dialog {
    fn keys(&self) -> Vec<Keymap<Intent>> {
        match self {
            Self::Help(..) => vec![HELP, READING],
            Self::Transcript(_) => vec![READING],
            Self::AskQuit(_) => vec![ASK_QUIT],
            Self::AskResign => vec![ASK_RESIGN],
            Self::AskPasted(..) => vec![ASK_PASTED],
            Self::AskFailed(_) => vec![ASK_FAILED],
        }
    }

    fn rows(&self, ascii: bool, limit: usize) -> Vec<HelpRow> {
        match self {
            Self::Help(topic, _) => help::rows(*topic, ascii, limit),
            Self::AskQuit(question) => plain_rows(question, limit),
            Self::AskResign => plain_rows(wording::ASK_RESIGN, limit),
            Self::AskFailed(question) | Self::AskPasted(_, question) => plain_rows(question, limit),
            Self::Transcript(moves) => {
                plain_rows(&format!("{moves}\n\n{}", screens::COPIED), limit)
            }
        }
    }

    fn hints(&self, scrolls: bool, context: &Context) -> Vec<Hint<Intent>> {
        let mut items = hints(&self.keys(), &context.ui, |intent| {
            match self {
                // Its rules are in its help.
                Self::Help(Topic::Go, _) => intent == Close,
                Self::Help(Topic::Rules, _) => intent != Rules,
                _ => true,
            }
        });
        if scrolls {
            let look = context.ui.look();
            let up = look.symbol("↑", "Up/");
            items.push(Hint {
                key: up.to_owned() + look.symbol("↓", "Down"),
                pair: Some((
                    columns(up),
                    [Step::Up, Step::Down].map(|to| Meaning::Own(Scroll(to))),
                )),
                label: "more",
                target: Meaning::Own(Scroll(Step::Down)),
                weight: 8,
            });
        }
        items
    }
}

impl Screen for Dialog {
    type Intent = Intent;

    const KIND: ScreenKind = ScreenKind::Dialog;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&self.keys(), key)
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        match (self, intent) {
            (Self::AskQuit(_), Accept) => return Some(Command::Common(Common::QuitNow)),
            (Self::AskResign, Accept) => return Some(Command::Resign),
            (Self::AskFailed(_), Accept) => return Some(Command::Retry),
            (Self::AskFailed(_), TakeOver) => return Some(Command::TakeOver),
            (Self::AskFailed(_), Forfeit) => return Some(Command::Forfeit),
            (Self::AskPasted(record, _), Accept) => return Some(Command::Show(record.clone())),
            (_, Close) => return Some(Command::Close),
            (_, Learn) => return Some(Command::Learn),
            (Self::Help(topic, line), Rules) => {
                *topic = Topic::Rules;
                line.set(0);
            }
            (Self::Help(_, line), Scroll(step)) => line.set(step.from(line.get(), MAX_LINES)),
            _ => {}
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(Scroll(if down { Step::Down } else { Step::Up }))
    }

    /// A window that is only read gives way to a paste.
    fn paste(&mut self, _text: &str, _context: &mut Context) -> Pasted {
        match self {
            Self::AskPasted(..) | Self::AskFailed(_) => Pasted::Taken,
            _ => Pasted::Passed,
        }
    }

    fn say(&mut self, _sentence: String, _context: &mut Context) {}

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let title = match self {
            Self::Help(Topic::Game, _) => " Help ",
            Self::Help(Topic::Inspector, _) => " Inspector help ",
            Self::Help(Topic::Review, _) => " Review help ",
            Self::Help(Topic::Match, _) => " Match help ",
            Self::Help(Topic::Puzzles, _) => " Puzzle help ",
            Self::Help(Topic::Openings, _) => " Opening help ",
            Self::Help(Topic::Record, _) => " Record help ",
            Self::Help(Topic::Go, _) => " Go help ",
            Self::Help(Topic::Rules, _) => " Rules ",
            Self::AskQuit(_) => " Quit ",
            Self::AskResign => " Resign ",
            Self::Transcript(_) => " Transcript ",
            Self::AskPasted(..) => " Pasted game ",
            Self::AskFailed(_) => " No move ",
        };
        let widest = widest_inside(area);
        let (limit, least) = match self {
            Self::AskPasted(..) => (widest.min(76), widest.min(76)),
            _ => (widest.min(72), 20),
        };
        let lines = self.rows(canvas.look.ascii, usize::from(limit));
        let keys = lines.iter().map(|row| columns(&row.key)).max().unwrap_or(0);
        let indent = if keys > 0 { keys + 2 } else { 0 };
        let indent = |row: &HelpRow| if row.heading { 0 } else { indent };
        let widths = lines.iter().map(|row| indent(row) + columns(&row.text));
        let size = (widths.max().unwrap_or(0).clamp(least, widest), rows(&lines));
        let (inner, footer) = draw_frame(title.to_owned(), size, area, canvas);
        let last_page = lines.len().saturating_sub(usize::from(inner.height));
        let first = match self {
            Self::Help(_, line) => {
                line.set(line.get().min(last_page));
                line.get()
            }
            _ => 0,
        };
        for (line, row) in inner.rows().zip(lines.iter().skip(first)) {
            let role = if row.heading {
                Role::Strong
            } else {
                Role::Text
            };
            canvas.text(line, &row.key, Role::Key);
            canvas.text(right_of(line, indent(row)), &row.text, role);
        }
        let scrolls = last_page > 0;
        canvas.keys(footer, self.hints(scrolls, canvas.context));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tui::keymap::check_tables;

    #[test]
    fn the_tables_keep_the_laws_of_keys() {
        check_tables(&[HELP, READING], true);
        for table in [ASK_RESIGN, ASK_QUIT, ASK_PASTED, ASK_FAILED] {
            check_tables(&[table], true);
        }
    }
}
