//! Key bindings as data: each screen has its own tables, from which its list of actions and its key line are
//! made. [`everywhere`] holds what is the same on every screen.
//!
//! A row names the command whose key it binds, so a key has one meaning: no table has a character. The settings can give
//! commands other keys than the usual ones.

use crate::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::InputRequest;

use super::text::columns;
use reversi::narrow;
pub(crate) use reversi_board::parts::{BoardAction, Coordinate};
use reversi_table::store::settings::keys::OwnKeys;
pub(crate) use reversi_table::store::settings::keys::Shortcut;
use reversi_text::{Message, label};

/// An action that is the same on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Common {
    /// Opens the list of the screen's actions.
    Actions,
    /// Opens the tutorial.
    Learn,
    /// Shows the rules.
    Rules,
    /// Switches to the next theme.
    Theme,
    /// Copies a link to the game on the screen.
    Link,
    /// Quits, after a question if a game would be lost.
    Quit,
    /// Quits without a question.
    QuitNow,
    /// Suspends the program.
    Suspend,
    /// Redraws the screen.
    Redraw,
}

/// The meaning of a key or a click: a common action, one on the board, or an intent of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning<I> {
    Common(Common),
    Board(BoardAction),
    Own(I),
}

/// A key, as named in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(KeyKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyKind {
    /// The key of a command.
    Command(Shortcut),
    /// A key without a character, or Space.
    Named(KeyCode),
    /// A character with Control.
    Ctrl(char),
}

pub(crate) const UP: Key = named(KeyCode::Up);
pub(crate) const DOWN: Key = named(KeyCode::Down);
pub(crate) const LEFT: Key = named(KeyCode::Left);
pub(crate) const RIGHT: Key = named(KeyCode::Right);
pub(crate) const HOME: Key = named(KeyCode::Home);
pub(crate) const END: Key = named(KeyCode::End);
pub(crate) const PAGE_UP: Key = named(KeyCode::PageUp);
pub(crate) const PAGE_DOWN: Key = named(KeyCode::PageDown);
pub(crate) const ENTER: Key = named(KeyCode::Enter);
pub(crate) const ESC: Key = named(KeyCode::Esc);
pub(crate) const TAB: Key = named(KeyCode::Tab);
pub(crate) const BACKTAB: Key = named(KeyCode::BackTab);
pub(crate) const BACKSPACE: Key = named(KeyCode::Backspace);
pub(crate) const DELETE: Key = named(KeyCode::Delete);
pub(crate) const SPACE: Key = named(KeyCode::Char(' '));

/// Returns the key of a command.
pub(crate) const fn key(command: Shortcut) -> Key {
    Key(KeyKind::Command(command))
}

/// Returns a key that has a name.
///
/// # Panics
/// When it is compiled, since keys are constants: a character is the key of a command, or belongs to a coordinate.
const fn named(code: KeyCode) -> Key {
    assert!(
        matches!(code, KeyCode::Char(' ')) || !matches!(code, KeyCode::Char(_)),
        "name the command of this key"
    );
    Key(KeyKind::Named(code))
}

/// Returns the key of a character with Control.
pub(crate) const fn ctrl(letter: char) -> Key {
    Key(KeyKind::Ctrl(letter))
}

impl Key {
    /// Returns what the key does on a board.
    ///
    /// # Panics
    /// When it is compiled, since keys are constants: a board has no use for the key.
    const fn on_board(self) -> BoardAction {
        let KeyKind::Named(code) = self.0 else {
            panic!("a key without a character");
        };
        BoardAction::of_code(code).expect("a key of a board")
    }

    fn matches(self, event: KeyEvent, own: &OwnKeys) -> bool {
        let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        match (self.0, event.code) {
            // Capitals are the same keys, so that Caps Lock does no harm.
            (KeyKind::Command(command), KeyCode::Char(typed)) => {
                !has_ctrl && own.of(command).any(|key| typed.to_lowercase().eq([key]))
            }
            (KeyKind::Ctrl(letter), KeyCode::Char(typed)) => {
                has_ctrl && letter == typed.to_ascii_lowercase()
            }
            (KeyKind::Named(code), pressed) => !has_ctrl && code == pressed,
            _ => false,
        }
    }

    /// Returns the name of the key; nothing for a command that has none.
    fn label(self, names: KeyNames) -> String {
        let ascii = names.ascii;
        let code = match self.0 {
            KeyKind::Command(command) => return names.own.of(command).take(1).collect(),
            KeyKind::Ctrl(letter) => return format!("Ctrl-{}", letter.to_ascii_uppercase()),
            KeyKind::Named(code) => code,
        };
        let name = match code {
            KeyCode::Char(' ') => label!("Space").text(),
            KeyCode::Up if !ascii => "↑",
            KeyCode::Down if !ascii => "↓",
            KeyCode::Left if !ascii => "←",
            KeyCode::Right if !ascii => "→",
            KeyCode::BackTab => "Shift-Tab",
            KeyCode::PageUp => label!("Page Up").text(),
            KeyCode::PageDown => label!("Page Down").text(),
            code => return format!("{code:?}"),
        };
        name.to_owned()
    }
}

/// How keys are named on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyNames<'a> {
    pub(crate) own: &'a OwnKeys,
    pub(crate) ascii: bool,
}

#[derive(Debug)]
enum Keys<I: 'static> {
    Common(Option<Key>, Common),
    Board(&'static [Key]),
    Own(&'static [(Key, I)]),
    /// An intent without a key.
    Listed(&'static I),
}

/// A row of a table: keys and what they do.
#[derive(Debug)]
pub(crate) struct Binding<I: 'static> {
    keys: Keys<I>,
    /// The label in the key line; empty if the row is not shown there.
    pub(crate) short: &'static Message,
    /// The priority in the key line; when space runs out, the lowest goes first.
    pub(crate) weight: u8,
    /// The text in the list of actions; empty if the row is not shown there.
    pub(crate) long: &'static Message,
    /// Whether it keeps its place in the key line while it does nothing, so that the others do not move.
    pub(crate) stays: bool,
}

/// The width of the left key of a pair, and the meanings of both.
type Pair<I> = (u16, [Meaning<I>; 2]);

/// The rows of a keymap.
pub(crate) type Keymap<I> = &'static [Binding<I>];

/// A row of a table by one of the functions of this module. Its texts are messages: a label for the key line with its weight,
/// and a text for the list of actions.
macro_rules! row {
    ($function:ident, $keys:expr, $short:literal, $weight:expr, $long:literal) => {
        $crate::keymap::$function(
            $keys,
            ::reversi_text::label!($short),
            $weight,
            ::reversi_text::label!($long),
        )
    };
    ($function:ident, $intent:expr, $long:literal) => {
        $crate::keymap::$function($intent, ::reversi_text::label!($long))
    };
}

/// [`bind`](fn@bind) with messages.
macro_rules! bind {
    ($($row:tt)*) => { row!(bind, $($row)*) };
}

/// [`bind_in_place`](fn@bind_in_place) with messages.
macro_rules! bind_in_place {
    ($($row:tt)*) => { row!(bind_in_place, $($row)*) };
}

/// [`on_board`](fn@on_board) with messages.
macro_rules! on_board {
    ($($row:tt)*) => { row!(on_board, $($row)*) };
}

/// [`listed`](fn@listed) with messages.
macro_rules! listed {
    ($($row:tt)*) => { row!(listed, $($row)*) };
}

/// Binds keys of a screen, with a label and a weight for the key line and a text for the list of actions.
pub(crate) const fn bind<I>(
    keys: &'static [(Key, I)],
    short: &'static Message,
    weight: u8,
    long: &'static Message,
) -> Binding<I> {
    Binding {
        keys: Keys::Own(keys),
        short,
        weight,
        long,
        stays: false,
    }
}

/// Binds keys like [`bind`], for what is often of use: it keeps its place in the key line while it does nothing.
pub(crate) const fn bind_in_place<I>(
    keys: &'static [(Key, I)],
    short: &'static Message,
    weight: u8,
    long: &'static Message,
) -> Binding<I> {
    Binding {
        stays: true,
        ..bind(keys, short, weight, long)
    }
}

/// Puts an intent without a key in the list of actions.
pub(crate) const fn listed<I>(intent: &'static I, long: &'static Message) -> Binding<I> {
    Binding {
        keys: Keys::Listed(intent),
        short: label!(""),
        weight: 0,
        long,
        stays: false,
    }
}

/// Binds keys that are not shown, because another row describes them.
pub(crate) const fn also<I>(keys: &'static [(Key, I)]) -> Binding<I> {
    bind(keys, label!(""), 0, label!(""))
}

/// Binds keys for the board of a screen, like [`bind`]. Letters and digits then name squares.
pub(crate) const fn on_board<I>(
    keys: &'static [Key],
    short: &'static Message,
    weight: u8,
    long: &'static Message,
) -> Binding<I> {
    let mut at = 0;
    while at < keys.len() {
        keys[at].on_board();
        at += 1;
    }
    Binding {
        keys: Keys::Board(keys),
        short,
        weight,
        long,
        stays: false,
    }
}

/// The arrow keys, which move the cursor on a board.
pub(crate) const CURSOR: &[Key] = &[UP, DOWN, LEFT, RIGHT];

/// Returns the keys of a board. A table before this one can replace some of them.
#[rustfmt::skip] // a table
pub(crate) const fn board_keys<I>() -> Keymap<I> {
    const {
        &[
            on_board!(CURSOR, "", 0, "move the cursor and preview the flips"),
            on_board!(&[TAB], "", 0, "next legal move; Shift-Tab for the previous one"),
            on_board!(&[BACKTAB], "", 0, ""),
            on_board!(&[ENTER, SPACE], "", 0, "play at the cursor"),
            on_board!(&[BACKSPACE, ESC], "", 0, "delete the typed letter, hide the cursor"),
        ]
    }
}

const fn common<I>(
    key: Option<Key>,
    meaning: Common,
    short: &'static Message,
    weight: u8,
    long: &'static Message,
) -> Binding<I> {
    Binding {
        keys: Keys::Common(key, meaning),
        short,
        weight,
        long,
        stays: false,
    }
}

/// The weight of the key to the list of actions, which no key line goes without.
pub(crate) const PINNED: u8 = u8::MAX;

/// Returns what is the same on every screen, for keys that the screen itself does not bind.
#[rustfmt::skip] // a table
pub(crate) const fn everywhere<I>() -> Keymap<I> {
    const {
        &[
            common(Some(key(Shortcut::Quit)), Common::Quit, label!("quit"), 1, label!("quit; the game is saved")),
            common(Some(key(Shortcut::Actions)), Common::Actions, label!("more"), PINNED, label!("this list")),
            common(Some(key(Shortcut::Theme)), Common::Theme, label!(""), 0, label!("next theme")),
            common(None, Common::Link, label!(""), 0, label!("copy a link to this game")),
            common(None, Common::Rules, label!(""), 0, label!("the rules of the game")),
            common(None, Common::Learn, label!(""), 0, label!("learn to play: a tutorial on the board")),
        ]
    }
}

/// Returns the keys that work even while typing or answering a question.
#[rustfmt::skip] // a table
pub(crate) const fn always<I>() -> Keymap<I> {
    const {
        &[
            common(Some(ctrl('c')), Common::QuitNow, label!(""), 0, label!("quit without a question")),
            common(Some(ctrl('z')), Common::Suspend, label!(""), 0, label!("suspend; fg resumes")),
            common(Some(ctrl('l')), Common::Redraw, label!(""), 0, label!("redraw the screen")),
        ]
    }
}

impl<I: Copy + PartialEq> Binding<I> {
    /// Returns the keys, the shown one first.
    fn keys(&self) -> Vec<(Key, Meaning<I>)> {
        match self.keys {
            Keys::Common(key, meaning) => {
                let key = key.into_iter();
                key.map(|key| (key, Meaning::Common(meaning))).collect()
            }
            Keys::Board(keys) => {
                let action = |&key: &Key| (key, Meaning::Board(key.on_board()));
                keys.iter().map(action).collect()
            }
            Keys::Own(keys) => keys.iter().map(|&(k, i)| (k, Meaning::Own(i))).collect(),
            Keys::Listed(_) => Vec::new(),
        }
    }

    /// Returns the meaning of the first key.
    pub(crate) fn first(&self) -> Meaning<I> {
        match self.keys {
            Keys::Common(_, meaning) => Meaning::Common(meaning),
            Keys::Board(keys) => Meaning::Board(keys[0].on_board()),
            Keys::Own(keys) => Meaning::Own(keys[0].1),
            Keys::Listed(intent) => Meaning::Own(*intent),
        }
    }

    /// Returns whether a key that is pressed does it.
    pub(crate) fn has_key(&self, names: KeyNames) -> bool {
        self.first_key()
            .is_some_and(|key| !key.label(names).is_empty())
    }

    /// Returns whether an earlier table also binds the first key.
    pub(crate) fn is_overridden(&self, by: &[Keymap<I>]) -> bool {
        let own = self.first_key();
        let mut others = by.iter().copied().flatten().flat_map(Binding::keys);
        others.any(|(key, _)| Some(key) == own)
    }

    /// Returns the label for the key line, the meaning of a click on the row, and for a pair of keys for
    /// two directions, which are both shown, the width of the left one and their meanings.
    pub(crate) fn hint(&self, names: KeyNames) -> (String, Meaning<I>, Option<Pair<I>>) {
        let keys = self.keys();
        let (first, meaning) = keys[0];
        if let Some(&(second, other)) = keys.get(1)
            && other != meaning
        {
            let is_forward = |key| matches!(key, RIGHT | DOWN);
            let [left, right] = if is_forward(first) {
                [(second, other), (first, meaning)]
            } else {
                [(first, meaning), (second, other)]
            };
            let label = left.0.label(names) + if names.ascii { "/" } else { "" };
            let pair = (columns(&label), [left.1, right.1]);
            let target = if is_forward(second) { other } else { meaning };
            return (label + &right.0.label(names), target, Some(pair));
        }
        (first.label(names), meaning, None)
    }

    /// Returns the first key.
    pub(crate) fn first_key(&self) -> Option<Key> {
        self.keys().first().map(|&(key, _)| key)
    }

    /// Returns the names of the keys for the list of actions.
    pub(crate) fn labels(&self, names: KeyNames) -> String {
        let labels: Vec<String> = self.keys().iter().map(|(k, _)| k.label(names)).collect();
        labels.join(" ")
    }
}

/// Looks up a key in tables, in order. With keys for a board among them, letters and digits name squares.
pub(crate) fn look_up<I: Copy + PartialEq>(
    tables: &[Keymap<I>],
    event: KeyEvent,
    own: &OwnKeys,
) -> Option<Meaning<I>> {
    debug_assert!(tables.iter().all(|table| binds_keys_once(table)));
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let rows = || tables.iter().copied().flatten();
    let has_board = rows().any(|row| matches!(row.keys, Keys::Board(_)));
    let half = Coordinate::of_key(event).filter(|_| has_board);
    let bound = || {
        let keys = || rows().flat_map(Binding::keys);
        let find = |event| keys().find(|(key, _)| key.matches(event, own));
        find(event).or_else(|| find(narrowed(event)))
    };
    let off_board = || Coordinate::off_board(event).filter(|_| has_board);
    let typed = |half| Meaning::Board(BoardAction::Type(half));
    half.map(typed)
        .or_else(|| bound().map(|(_, meaning)| meaning))
        .or_else(|| off_board().map(typed))
}

/// Returns the key that a full-width character stands for: `u` for `ｕ`.
fn narrowed(event: KeyEvent) -> KeyEvent {
    let code = match event.code {
        KeyCode::Char(c) => KeyCode::Char(narrow(c)),
        code => code,
    };
    KeyEvent { code, ..event }
}

/// Returns what a key of tables means, in order.
pub(crate) fn meaning_of<I: Copy + PartialEq>(
    tables: &[Keymap<I>],
    key: Key,
) -> Option<Meaning<I>> {
    let mut keys = tables.iter().copied().flatten().flat_map(Binding::keys);
    keys.find(|&(bound, _)| bound == key)
        .map(|(_, meaning)| meaning)
}

/// Returns whether a table binds each of its keys once, so that no row is out of reach.
fn binds_keys_once<I: Copy + PartialEq>(table: Keymap<I>) -> bool {
    let keys: Vec<Key> = table.iter().flat_map(Binding::keys).map(|k| k.0).collect();
    (1..keys.len()).all(|at| !keys[..at].contains(&keys[at]))
}

/// Returns the character that a key types.
pub(crate) fn typed(event: KeyEvent) -> Option<char> {
    let KeyCode::Char(letter) = event.code else {
        return None;
    };
    // Some keyboards type characters with Control and Alt together.
    let is_held = |modifier| event.modifiers.contains(modifier);
    (is_held(KeyModifiers::CONTROL) == is_held(KeyModifiers::ALT)).then_some(letter)
}

/// The editing keys of a text field. Other keys type.
#[rustfmt::skip] // a table
pub(crate) static FIELD: Keymap<InputRequest> = &[
    also(&[(LEFT, InputRequest::GoToPrevChar), (RIGHT, InputRequest::GoToNextChar)]),
    also(&[(HOME, InputRequest::GoToStart), (END, InputRequest::GoToEnd)]),
    also(&[(BACKSPACE, InputRequest::DeletePrevChar), (DELETE, InputRequest::DeleteNextChar)]),
    also(&[(ctrl('w'), InputRequest::DeletePrevWord), (ctrl('u'), InputRequest::DeleteLine)]),
];

/// Returns what a key does in a text field.
pub(crate) fn field_request(key: KeyEvent) -> Option<InputRequest> {
    match look_up(&[FIELD], key, OwnKeys::NONE) {
        Some(Meaning::Own(request)) => Some(request),
        _ => typed(key).map(InputRequest::InsertChar),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panics<T>(work: impl FnOnce() -> T + std::panic::UnwindSafe) -> bool {
        std::panic::catch_unwind(work).is_err()
    }

    #[test]
    fn letters_and_digits_of_coordinates_are_no_keys_for_commands() {
        for letter in "abcdefghABCDEFGH12345678".chars() {
            assert!(panics(|| named(KeyCode::Char(letter))), "{letter}");
        }
    }

    #[test]
    #[should_panic(expected = "binds_keys_once")]
    fn a_table_that_binds_a_key_twice_is_found_when_it_is_used() {
        static TWICE: Keymap<u8> = &[bind!(&[(ENTER, 1), (ESC, 2)], "", 0, ""), also(&[(ESC, 3)])];
        let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        look_up(&[TWICE], enter, OwnKeys::NONE);
    }

    /// Keys are constants, so one that panics here does not compile in a table.
    #[test]
    fn a_key_of_a_command_is_made_from_its_name_alone() {
        for &command in Shortcut::ALL {
            for letter in command.keys().chars() {
                assert!(panics(|| named(KeyCode::Char(letter))), "{letter}");
            }
            let usual: String = command.keys().chars().take(1).collect();
            let own = OwnKeys::NONE;
            let label = key(command).label(KeyNames { own, ascii: true });
            assert_eq!(label, usual);
        }
    }

    #[test]
    fn every_row_of_a_table_is_found_by_its_keys() {
        for (key, meaning) in FIELD.iter().flat_map(Binding::keys) {
            let event = match key.0 {
                KeyKind::Named(code) => KeyEvent::new(code, KeyModifiers::NONE),
                KeyKind::Ctrl(letter) => {
                    KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)
                }
                KeyKind::Command(command) => panic!("{command:?} while one types"),
            };
            assert_eq!(look_up(&[FIELD], event, OwnKeys::NONE), Some(meaning));
            assert_eq!(meaning_of(&[FIELD], key), Some(meaning));
        }
    }

    #[test]
    fn own_keys_replace_the_usual_ones_where_tables_bind_them() {
        static TABLE: Keymap<u8> = &[
            bind!(&[(key(Shortcut::Undo), 1)], "undo", 0, ""),
            bind!(&[(key(Shortcut::Evaluation), 2)], "evaluation", 0, ""),
            on_board!(CURSOR, "", 0, ""),
        ];
        let own: OwnKeys = toml_edit::de::from_str("undo = \"ö\"\nevaluation = \"9\"").unwrap();
        let press = |letter, own: &OwnKeys| {
            let event = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
            look_up(&[TABLE], event, own)
        };
        for (letter, meaning) in [('ö', 1), ('Ö', 1), ('9', 2)] {
            assert_eq!(press(letter, &own), Some(Meaning::Own(meaning)), "{letter}");
        }
        for letter in ['u', '|', '\\'] {
            assert_eq!(press(letter, &own), None, "{letter}");
            assert!(press(letter, OwnKeys::NONE).is_some(), "{letter}");
        }
        let names = KeyNames {
            own: &own,
            ascii: true,
        };
        assert_eq!(TABLE[0].labels(names), "ö");
        assert_eq!(TABLE[1].hint(names).0, "9");
    }
}
