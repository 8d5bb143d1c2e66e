//! The list of a screen's actions: all keys with what they do, to search and to choose from. It is the help, too.

use std::iter::{once, repeat};

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenAction};
use crate::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Key, Keymap, LEFT, RIGHT, SPACE, Shortcut, TAB, UP, ctrl,
    key,
};
use crate::text::{named, width, wrap};
use crate::theme::Role;
use crate::widget::list::ListStep;
use reversi_table::phrase::has_words;

use Intent::{Answer, Close, Move};
use reversi_text::{Message, label};

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
    /// Whether it opens a place of the program, which is the same on every screen.
    pub(super) is_place: bool,
}

impl Action {
    /// Returns the keys for a width: in a narrow list only the first one.
    fn shown_keys(&self, columns: usize) -> &str {
        if columns >= WIDE {
            return &self.keys;
        }
        self.keys.split(' ').next().unwrap_or_default()
    }

    /// Returns the action that opens a place of the program: its name, and what it is.
    pub(super) fn place(
        name: &str,
        about: &str,
        open: impl FnOnce(&mut Context) -> Option<Command> + 'static,
    ) -> Self {
        Self {
            keys: String::new(),
            key: None,
            text: named(name, about).into(),
            act: Some(Box::new(|_, context| open(context))),
            is_place: true,
        }
    }

    /// Returns whether the action has all typed words.
    fn has(&self, typed: &str) -> bool {
        has_words(&format!("{} {}", self.keys, self.text), typed)
    }

    /// Returns how well the words that it has fit what is typed, the best first: it begins with it, its name has it, or
    /// another part. In the latter cases, what has no key comes first, because it is found here alone.
    fn fit(&self, typed: &str) -> (u8, bool) {
        let typed = typed.trim().to_lowercase();
        let text = self.text.to_lowercase();
        if text.starts_with(&typed) {
            return (0, false);
        }
        let name = text.split(':').next().unwrap_or_default();
        let is_in_name = has_words(name, &typed);
        (if is_in_name { 1 } else { 2 }, !self.keys.is_empty())
    }

    /// Returns whether people call it by what is typed.
    fn is_called(&self, typed: &str) -> bool {
        let typed = typed.trim().to_lowercase();
        let is_begun = |names: &str| names.split(", ").any(|name| name.starts_with(&typed));
        let mut called = OTHER_NAMES.iter().filter(|(names, _)| is_begun(names));
        // Whole words: a preview is no review.
        let text = format!(" {}", self.text.to_lowercase());
        typed.len() >= LEAST_NAME && called.any(|(_, words)| text.contains(&format!(" {words}")))
    }
}

/// The fewest letters by which another name is found, so that a few letters do not find too much.
const LEAST_NAME: usize = 3;

/// What people type for something that the list calls by other words: the names, and words of the list one after the other.
#[rustfmt::skip] // a table
const OTHER_NAMES: &[(&str, &str)] = &[
    ("level, difficulty, strength, stronger, weaker, harder, easy, easier, computer, engine, ai", "choose the opponent"),
    ("play white, play black, colour, color, side", "your colour"),
    ("time control, timer, minutes", "and the clock"),
    ("sound, sounds, volume, mute, bell, music, beep", "settings: themes"),
    ("color, colors, colours, dark mode, light mode, appearance, background, font", "themes, sounds"),
    ("animation, speed, options, preferences, configuration, config, language, japanese", "settings: themes"),
    ("speed, faster, slower, pace, delay", "pause before"),
    ("help, keys, shortcuts, commands, menu", "this list"),
    ("help, how to play, tutorial, beginner, instructions", "learn to play"),
    ("help, how to play, manual, instructions", "the rules"),
    ("exit, close, bye", "quit"),
    ("record, statistics, stats, history, rating, elo, score", "your record"),
    ("history, old games, my games, saved games, library", "open a game"),
    ("history, old games, my games, saved games, load, last games, share, export", "all your games"),
    ("load, import, file, database", "open a game"),
    ("export, write, store, download", "save the game"),
    ("share, clipboard, image, picture", "copy"),
    ("daily, today", "puzzle of the day"),
    ("practice, practise, exercise, training, tactics", "puzzles:"),
    ("mistake, error, blunder", "your mistakes"),
    ("blunder, error", "mistake"),
    ("stronger, weaker, restart, again, rematch", "new game"),
    ("play white, play black, other side, swap colours, change sides", "swap sides"),
    ("give up, surrender, concede, forfeit, lose", "resign"),
    ("takeback, take back, oops, undo", "undo"),
    ("suggest, best move, advice, tip, cheat, what now", "hint:"),
    ("suggest, best move, advice, tip, cheat, what now, hint", "a good move"),
    ("advisor, warn, assistant, trainer", "coach"),
    ("who is winning, advantage, balance", "evaluation bar"),
    ("evaluation, values, numbers, scores", "a score for each move"),
    ("analysis, analyze, study, computer", "analyse"),
    ("analysis, analyze, replay, annotate", "review"),
    ("joseki, book, library, database, theory", "openings"),
    ("online, multiplayer, network, internet, lan, remote, two players, human, hotseat", "friend:"),
    ("demo, spectate, cpu, engine match", "watch:"),
    ("set up, setup, position, custom", "edit the position"),
    ("stop, wait, hold", "pause or resume"),
    ("bits, bitboard, algorithm, hex, binary, course, inspector", "how it works"),
    ("legal, allowed, possible moves, dots", "dots on legal moves"),
    ("legal, allowed, possible moves", "next legal move"),
    ("baduk, weiqi", "go:"),
];

/// The fewest columns of a list with all keys.
const WIDE: usize = 48;

/// The least width of a description beside its keys. With less room it is below them.
const LEAST_TEXT: usize = 20;

/// The groups of the list: a title, and the keys of its actions. What a newcomer needs comes first, such as what has no
/// key; what is in no other group is in the second one.
#[rustfmt::skip] // a table
const GROUPS: [(&Message, &[Key]); 6] = [
    (label!("Basics"), &[
        ENTER, SPACE, UP, DOWN, LEFT, RIGHT, TAB, BACKTAB, ESC, BACKSPACE,
        key(Shortcut::Hint), key(Shortcut::Undo), key(Shortcut::Redo), key(Shortcut::Next),
    ]),
    (label!("On this screen"), &[]),
    (label!("Scores and lessons"), &[
        key(Shortcut::Values), key(Shortcut::Evaluation), key(Shortcut::Openings), key(Shortcut::OpeningGames),
        key(Shortcut::Overlays), key(Shortcut::Inspect), key(Shortcut::Analyse), key(Shortcut::Coach),
    ]),
    (label!("Files"), &[key(Shortcut::Save), key(Shortcut::Open), key(Shortcut::Copy)]),
    (label!("Program"), &[
        key(Shortcut::Theme), key(Shortcut::Quit), key(Shortcut::Actions), ctrl('c'), ctrl('z'), ctrl('l'),
    ]),
    (label!("Go to"), &[]),
];

/// Returns the index of the group of an action.
fn group(action: &Action) -> usize {
    if action.is_place {
        return GROUPS.len() - 1;
    }
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
    bind!(&[(ENTER, Answer(0))], "do it", 10, ""),
    bind!(&[(DOWN, Move(ListStep::Down)), (UP, Move(ListStep::Up))], "choose", 8, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
];

/// Returns the window with the list of what can be done on a screen, and of all places of the program.
pub(crate) fn window(
    actions: Vec<Action>,
    places: impl Iterator<Item = Action>,
) -> WindowScreen<ActionList> {
    let spec = WindowSpec {
        // It stays where it is while one types.
        widths: (76, 76),
        field: Some(u16::MAX),
        picks_at_once: true,
        takes_pastes: false,
        placeholder: (label!("type to search"), label!("search")),
        ..WindowSpec::new(label!("Actions"), KEYS)
    };
    let mut actions = actions;
    actions.extend(places);
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
    fn text(&self, _state: &WindowState, _ascii: bool, _limit: usize) -> Vec<WindowRow> {
        Vec::new()
    }

    fn list(&self, columns: usize) -> Vec<WindowRow> {
        if self.shown.is_empty() {
            return vec![WindowRow::new(
                label!("Nothing fits these words.").text(),
                Role::Muted,
            )];
        }
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
        let all = 0..self.actions.len();
        let (mut found, others): (Vec<_>, Vec<_>) = all.partition(|&at| self.actions[at].has(text));
        found.sort_by_key(|&at| self.actions[at].fit(text));
        let called = others.into_iter();
        found.extend(called.filter(|&at| self.actions[at].is_called(text)));
        self.shown = found;
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
                    WindowRow::new(GROUPS[group].0.text(), Role::Strong),
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
                (columns, "", named(&action.keys, &action.text).into())
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

/// The least width of explanations beside their subjects.
const BESIDE: usize = 12;

/// Returns explanations in the current language.
pub(super) fn said(
    explained: &[(&'static Message, &'static Message)],
) -> Vec<(&'static str, &'static str)> {
    let said = explained
        .iter()
        .map(|(subject, text)| (subject.text(), text.text()));
    said.collect()
}

/// Returns explanations, wrapped, each after its subject on a narrow screen.
pub(super) fn step_rows(steps: &[(&str, &str)], limit: usize) -> Vec<WindowRow> {
    let column = steps.iter().map(|(key, _)| width(key)).max().unwrap_or(0);
    let is_narrow = limit < column + 2 + BESIDE;
    let rows = steps.iter().flat_map(|(key, text)| {
        if is_narrow {
            plain_rows(&named(key, text), limit)
        } else {
            key_rows(key, text, limit.saturating_sub(column + 2))
        }
    });
    rows.collect()
}
