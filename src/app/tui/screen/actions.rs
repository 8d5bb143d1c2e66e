//! The list of a screen's actions: all keys with what they do, to search and to choose from. It is the help, too.

use std::iter::{once, repeat};

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenAction};
use crate::app::tui::keymap::{DOWN, ENTER, ESC, Keymap, UP, bind};
use crate::app::tui::text::{cut_with_dots, width, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::ListStep;

use Intent::{Answer, Close, Move};

/// A row of the list.
pub(crate) struct Action {
    /// The keys.
    pub(super) keys: String,
    /// What they do.
    pub(super) text: String,
    /// Does it; `None` for what is only explained.
    pub(super) act: Option<ScreenAction>,
}

impl Action {
    /// Returns the keys for a width: in a narrow list only the first one.
    fn shown_keys(&self, columns: usize) -> &str {
        if columns >= WIDE {
            return &self.keys;
        }
        self.keys.split(' ').next().unwrap_or_default()
    }

    /// Returns whether each of these words, in small letters, is part of it.
    fn has(&self, words: &[String]) -> bool {
        let text = format!("{} {}", self.keys, self.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

/// The fewest columns of a list with all keys.
const WIDE: usize = 48;

/// The actions of a screen.
pub(crate) struct ActionList {
    actions: Vec<Action>,
    /// The indices of those that match what is typed.
    shown: Vec<usize>,
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0))], "do it", 10, ""),
    bind(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
];

/// Returns the window with the list.
pub(crate) fn window(actions: Vec<Action>) -> WindowScreen<ActionList> {
    let spec = WindowSpec {
        widths: (56, 76),
        field: Some(u16::MAX),
        picks_at_once: true,
        takes_pastes: false,
        placeholder: "type to search",
        ..WindowSpec::new(" Actions ", KEYS)
    };
    let shown = (0..actions.len()).collect();
    WindowScreen::new(spec, ActionList { actions, shown })
}

impl WindowContent for ActionList {
    /// Returns the whole text of the marked row if the list has no room for it.
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        let Some(&marked) = self.shown.get(state.chosen) else {
            return state.message("No action has these words.", limit);
        };
        let action = &self.actions[marked];
        let room = limit.saturating_sub(self.column(limit) + 2);
        let whole = if self
            .shown
            .iter()
            .any(|&at| width(&self.actions[at].text) > room)
        {
            action.text.as_str()
        } else {
            ""
        };
        state.message(whole, limit)
    }

    fn list(&self, columns: usize) -> Vec<WindowRow> {
        let room = columns.saturating_sub(self.column(columns) + 2);
        let actions = self.shown.iter().map(|&at| &self.actions[at]);
        let rows = actions.map(|action| WindowRow {
            key: action.shown_keys(columns).to_owned(),
            text: cut_with_dots(&action.text, room),
            role: if action.act.is_some() {
                Role::Text
            } else {
                Role::Muted
            },
        });
        rows.collect()
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        _context: &mut Context,
    ) -> Option<Command> {
        let &marked = self.shown.get(state.chosen)?;
        let act = self.actions[marked].act.take()?;
        Some(Command::Close.then(Command::Act(act)))
    }

    fn edited(&mut self, text: &str) {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let actions = self.actions.iter().enumerate();
        let found = actions.filter(|(_, action)| action.has(&words));
        self.shown = found.map(|(at, _)| at).collect();
    }
}

impl ActionList {
    /// Returns the width of the column of keys.
    fn column(&self, columns: usize) -> usize {
        let keys = self.shown.iter().map(|&at| &self.actions[at]);
        let keys = keys.map(|action| width(action.shown_keys(columns)));
        keys.max().unwrap_or(0)
    }
}

/// Wraps a text into rows.
pub(super) fn plain_rows(text: &str, limit: usize) -> Vec<WindowRow> {
    key_rows("", text, limit)
}

/// Wraps a text into rows, the first one with a key.
fn key_rows(key: &str, text: &str, limit: usize) -> Vec<WindowRow> {
    let keys = once(key).chain(repeat(""));
    let lines = keys.zip(wrap(text, limit));
    lines
        .map(|(key, text)| WindowRow {
            key: key.to_owned(),
            ..WindowRow::new(text, Role::Text)
        })
        .collect()
}

/// Returns as many explanations as fit into the given rows.
pub(super) fn first_steps(steps: &[(&str, &str)], limit: usize, room: usize) -> Vec<WindowRow> {
    let mut count = steps.len();
    loop {
        let rows = step_rows(&steps[..count], limit);
        if rows.len() <= room || count == 0 {
            return rows;
        }
        count -= 1;
    }
}

/// Returns explanations, wrapped, each below its subject on a narrow screen.
pub(super) fn step_rows(steps: &[(&str, &str)], limit: usize) -> Vec<WindowRow> {
    let column = steps.iter().map(|(key, _)| width(key)).max().unwrap_or(0);
    let is_narrow = limit < column + 30;
    let rows = steps.iter().flat_map(|(key, text)| {
        if is_narrow {
            plain_rows(&format!("{key}: {text}"), limit)
        } else {
            key_rows(key, text, limit.saturating_sub(column + 2))
        }
    });
    rows.collect()
}
