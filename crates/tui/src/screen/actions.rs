//! The list of a screen's actions: all keys with what they do, to search and to choose from. It is the help, too.

use std::iter::{once, repeat};

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenAction};
use crate::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Key, Keymap, LEFT, RIGHT, SPACE, Shortcut, TAB, UP, bind,
    ctrl, key,
};
use crate::text::{width, wrap};
use crate::theme::Role;
use crate::widget::list::ListStep;
use reversi_table::phrase::has_words;

use Intent::{Answer, Close, Move};

/// A row of the list.
pub(crate) struct Action {
    /// The keys.
    pub(super) keys: String,
    /// The first one.
    pub(super) key: Option<Key>,
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

    /// Returns whether the action matches all typed words.
    fn has(&self, typed: &str) -> bool {
        has_words(&format!("{} {}", self.keys, self.text), typed)
    }
}

/// The fewest columns of a list with all keys.
const WIDE: usize = 48;

/// The least width of a description beside its keys. With less room it is below them.
const LEAST_TEXT: usize = 20;

/// The groups of the list: a title, and the keys of its actions. What a newcomer needs comes first, such as what has no
/// key; what is in no other group is in the second one.
#[rustfmt::skip] // a table
const GROUPS: [(&str, &[Key]); 5] = [
    ("Basics", &[
        ENTER, SPACE, UP, DOWN, LEFT, RIGHT, TAB, BACKTAB, ESC, BACKSPACE,
        key(Shortcut::Hint), key(Shortcut::Undo), key(Shortcut::Redo), key(Shortcut::Next),
    ]),
    ("On this screen", &[]),
    ("Scores and lessons", &[
        key(Shortcut::Values), key(Shortcut::Evaluation), key(Shortcut::Openings), key(Shortcut::OpeningGames),
        key(Shortcut::Overlays), key(Shortcut::Inspect), key(Shortcut::Analyse), key(Shortcut::Coach),
    ]),
    ("Files", &[key(Shortcut::Save), key(Shortcut::Open), key(Shortcut::Copy)]),
    ("Program", &[
        key(Shortcut::Theme), key(Shortcut::Quit), key(Shortcut::Actions), ctrl('c'), ctrl('z'), ctrl('l'),
    ]),
];

/// Returns the index of the group of an action.
fn group(action: &Action) -> usize {
    let place = |key| GROUPS.iter().position(|(_, keys)| keys.contains(&key));
    action.key.map_or(0, |key| place(key).unwrap_or(1))
}

/// Returns the order of an action in the list: explanations first.
fn order(action: &Action) -> (usize, bool) {
    (group(action), action.act.is_some())
}

/// The actions of a screen.
pub(crate) struct ActionList {
    /// Group by group.
    actions: Vec<Action>,
    /// The indices of those that match what is typed.
    shown: Vec<usize>,
    /// Whether the groups have their titles: not while one searches.
    has_titles: bool,
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActionLine {
    /// The title of a group.
    Title,
    /// The first line of an action, by its index.
    First(usize),
    /// Another one.
    More,
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
    let mut actions = actions;
    actions.sort_by_key(order);
    let list = ActionList {
        shown: (0..actions.len()).collect(),
        actions,
        has_titles: true,
    };
    let mut window = WindowScreen::new(spec, list);
    window.mark(ListStep::First);
    window
}

impl WindowContent for ActionList {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        if self.shown.is_empty() {
            state.message("No action has these words.", limit)
        } else {
            Vec::new()
        }
    }

    fn list(&self, columns: usize) -> Vec<WindowRow> {
        self.lines(columns)
            .into_iter()
            .map(|(_, row)| row)
            .collect()
    }

    fn can_mark(&self, row: usize, columns: usize) -> bool {
        let lines = self.lines(columns);
        matches!(lines.get(row), Some((ActionLine::First(_), _)))
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        _context: &mut Context,
    ) -> Option<Command> {
        let lines = self.lines(state.columns);
        let Some(&(ActionLine::First(marked), _)) = lines.get(state.chosen) else {
            return None;
        };
        let act = self.actions[marked].act.take()?;
        Some(Command::Close.then(Command::Act(act)))
    }

    fn edited(&mut self, text: &str) {
        self.has_titles = text.trim().is_empty();
        let actions = self.actions.iter().enumerate();
        let found = actions.filter(|(_, action)| action.has(text));
        self.shown = found.map(|(at, _)| at).collect();
    }
}

impl ActionList {
    /// Returns the lines of the list: each action in as many as it takes, below the title of its group.
    fn lines(&self, columns: usize) -> Vec<(ActionLine, WindowRow)> {
        let room = columns.saturating_sub(self.column(columns) + 2);
        let (mut lines, mut last) = (Vec::new(), None);
        for &at in &self.shown {
            let action = &self.actions[at];
            let group = group(action);
            if self.has_titles && last.replace(group) != Some(group) {
                lines.push((
                    ActionLine::Title,
                    WindowRow::new(GROUPS[group].0, Role::Strong),
                ));
            }
            let role = if action.act.is_some() {
                Role::Text
            } else {
                Role::Muted
            };
            let keys = action.shown_keys(columns);
            let (room, key, text) = if room >= LEAST_TEXT || keys.is_empty() {
                (room, keys, action.text.clone())
            } else {
                (columns, "", format!("{}: {}", action.keys, action.text))
            };
            for (index, text) in wrap(&text, room).into_iter().enumerate() {
                let (line, key) = match index {
                    0 => (ActionLine::First(at), key),
                    _ => (ActionLine::More, ""),
                };
                let key = key.to_owned();
                lines.push((line, WindowRow { key, text, role }));
            }
        }
        lines
    }

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
