//! The text windows: help, transcript and questions.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::help::{self, Row, plain_rows};
use super::window::{draw_frame, widest_inside};
use super::{Canvas, Command, Context, Hint, Kind, Pasted, Screen, Topic, hints};
use crate::app::tui::keymap::{
    BACKSPACE, BACKTAB, Common, DELETE, DOWN, ENTER, ESC, Keymap, Meaning, PAGE_DOWN, PAGE_UP,
    SPACE, TAB, UP, also, bind, ch, look_up, quit_key,
};
use crate::app::tui::layout::right_of;
use crate::app::tui::text::{columns, rows};
use crate::app::tui::theme::Role;
use crate::app::wording;
use crate::notation::{Record, detect};

use Intent::{Accept, Close, Discard, Down, Learn, Rules, Up};

/// A text window.
#[derive(Debug)]
pub(crate) enum Dialog {
    /// The help, scrolled to a line.
    Help(Topic, u16),
    /// The question before quitting, and whether the game is saved.
    AskQuit(bool),
    /// The question before resigning.
    AskResign,
    /// The moves of a game, which were copied.
    Transcript(String),
    /// Descriptions of the unfinished games, newest first, the selected index, and whether to discard that
    /// game is confirmed by the same key.
    Unfinished(Vec<String>, usize, bool),
    /// The question before a pasted game replaces the one in progress.
    AskPasted(Box<Record>, String),
}

/// What a key or a click means in a text window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Accept,
    Close,
    Discard,
    Up,
    Down,
    /// Shows the rules.
    Rules,
    /// Opens the tutorial.
    Learn,
}

#[rustfmt::skip] // a table
static READING: Keymap<Intent> = &[
    bind(&[(ESC, Close), (ENTER, Close), (ch('?'), Close), (ch('q'), Close), (SPACE, Close), (ch('y'), Close), (BACKSPACE, Close)],
        "close", 9, ""),
    also(&[(UP, Up), (PAGE_UP, Up), (DOWN, Down), (PAGE_DOWN, Down)]),
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
    bind(&[(ENTER, Accept), (ch('z'), Accept), (ch('y'), Accept)], "resign", 9, ""),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "play on", 8, ""),
];

#[rustfmt::skip] // a table
static UNFINISHED: Keymap<Intent> = &[
    bind(&[(ENTER, Accept), (ch('r'), Accept), (ch('y'), Accept), (SPACE, Accept)], "resume", 10, ""),
    also(&[(UP, Up), (BACKTAB, Up), (DOWN, Down), (TAB, Down)]),
    bind(&[(ESC, Close), (ch('n'), Close), (BACKSPACE, Close)], "no", 9, ""),
    bind(&[(ch('x'), Discard), (DELETE, Discard)], "discard", 6, ""),
    quit_key(7),
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
            Self::Unfinished(..) => vec![UNFINISHED],
            Self::AskPasted(..) => vec![ASK_PASTED],
        }
    }

    fn rows(&self, ascii: bool, limit: usize) -> Vec<Row> {
        match self {
            Self::Help(topic, _) => help::rows(*topic, ascii, limit),
            Self::AskQuit(is_saved) => plain_rows(wording::ask_quit(*is_saved), limit),
            Self::AskResign => plain_rows(wording::ASK_RESIGN, limit),
            Self::AskPasted(_, question) => plain_rows(question, limit),
            Self::Unfinished(games, chosen, discards) => {
                let place = format!(" ({} of {})", chosen + 1, games.len());
                let place = if games.len() > 1 { &*place } else { "" };
                let question = if *discards {
                    "Discard it for good? Press x again."
                } else {
                    "Resume it?"
                };
                plain_rows(&format!("{}{place}\n{question}", games[*chosen]), limit)
            }
            Self::Transcript(moves) => {
                let sent = "Copied to the clipboard, if the terminal allows it.";
                plain_rows(&format!("{moves}\n\n{sent}"), limit)
            }
        }
    }

    fn hints(&self, scrolls: bool, context: &Context) -> Vec<Hint<Intent>> {
        let mut items = hints(&self.keys(), &context.ui, |intent| {
            intent != Rules || !matches!(self, Self::Help(Topic::Rules, _))
        });
        let chooses = matches!(self, Self::Unfinished(games, ..) if games.len() > 1);
        if scrolls || chooses {
            let look = context.ui.look();
            let up = look.symbol("↑", "Up/");
            items.push(Hint {
                key: up.to_owned() + look.symbol("↓", "Down"),
                pair: Some((columns(up), [Up, Down].map(Meaning::Own))),
                label: if chooses { "another" } else { "more" },
                target: Meaning::Own(Down),
                weight: 8,
            });
        }
        items
    }
}

impl Screen for Dialog {
    type Intent = Intent;

    const KIND: Kind = Kind::Dialog;

    fn intent(&self, key: KeyEvent, _context: &Context) -> Option<Meaning<Intent>> {
        look_up(&self.keys(), key)
    }

    fn act(&mut self, intent: Intent, _context: &mut Context) -> Option<Command> {
        if let Self::Unfinished(_, chosen, discards) = self {
            let confirmed = std::mem::replace(discards, intent == Discard);
            if confirmed && intent == Discard {
                return Some(Command::Discard(*chosen));
            }
        }
        match (self, intent) {
            (Self::AskQuit(_), Accept) => return Some(Command::Common(Common::QuitNow)),
            (Self::AskResign, Accept) => return Some(Command::Resign),
            (Self::AskPasted(record, _), Accept) => return Some(Command::Show(record.clone())),
            (Self::Unfinished(_, chosen, _), Accept) => return Some(Command::Resume(*chosen)),
            (Self::Unfinished(..), Close) => return Some(Command::LeaveUnfinished),
            (_, Close) => return Some(Command::Close),
            (Self::Unfinished(games, chosen, _), Down) => *chosen = (*chosen + 1) % games.len(),
            (Self::Unfinished(games, chosen, _), Up) => {
                *chosen = chosen.checked_sub(1).unwrap_or(games.len() - 1);
            }
            (_, Learn) => return Some(Command::Learn),
            (Self::Help(topic, line), Rules) => (*topic, *line) = (Topic::Rules, 0),
            (Self::Help(_, line), Up) => *line = line.saturating_sub(1),
            (Self::Help(_, line), Down) => *line = line.saturating_add(1).min(100),
            _ => {}
        }
        None
    }

    fn scroll(down: bool) -> Option<Intent> {
        Some(if down { Down } else { Up })
    }

    /// A window that is only read gives way to a paste; an offer stays until a game replaces it.
    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        let stays = match self {
            Self::AskPasted(..) => true,
            Self::Unfinished(..) => detect::detect(text.as_bytes()).is_none(),
            _ => false,
        };
        if stays { Pasted::Taken } else { Pasted::Passed }
    }

    fn say(&mut self, _sentence: String, _context: &mut Context) {}

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let title = match self {
            Self::Help(Topic::Game, _) => " Help ",
            Self::Help(Topic::Inspector, _) => " Inspector help ",
            Self::Help(Topic::Review, _) => " Review help ",
            Self::Help(Topic::Rules, _) => " Rules ",
            Self::AskQuit(_) => " Quit ",
            Self::AskResign => " Resign ",
            Self::Transcript(_) => " Transcript ",
            Self::Unfinished(..) => " Unfinished game ",
            Self::AskPasted(..) => " Pasted game ",
        };
        let widest = widest_inside(area);
        let (limit, least) = match self {
            Self::AskPasted(..) => (widest.min(76), widest.min(76)),
            _ => (widest.min(72), 20),
        };
        let lines = self.rows(canvas.look.ascii, usize::from(limit));
        let keys = lines.iter().map(|row| columns(&row.key)).max().unwrap_or(0);
        let indent = if keys > 0 { keys + 2 } else { 0 };
        let indent = |row: &Row| if row.heading { 0 } else { indent };
        let widths = lines.iter().map(|row| indent(row) + columns(&row.text));
        let size = (widths.max().unwrap_or(0).clamp(least, widest), rows(&lines));
        let (inner, footer) = draw_frame(title.to_owned(), size, area, canvas);
        let first = match self {
            Self::Help(_, line) => (*line).min(rows(&lines).saturating_sub(inner.height)),
            _ => 0,
        };
        for (line, row) in inner.rows().zip(lines.iter().skip(usize::from(first))) {
            let role = if row.heading {
                Role::Strong
            } else {
                Role::Text
            };
            canvas.text(line, &row.key, Role::Key);
            canvas.text(right_of(line, indent(row)), &row.text, role);
        }
        let scrolls = inner.height < rows(&lines);
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
        for table in [ASK_RESIGN, ASK_QUIT, UNFINISHED, ASK_PASTED] {
            check_tables(&[table], true);
        }
    }
}
