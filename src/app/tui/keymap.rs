//! Owns which key does what, as data. The help and the line of keys below each screen are made from it.

mod review;
mod tables;
mod windows;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::square::{File, Rank};

pub(crate) use review::REVIEW;
pub(crate) use tables::*;
pub(crate) use windows::*;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The first half of a square's name.
    File(File),
    /// The second half.
    Rank(Rank),
    /// Backspace: takes a typed letter back.
    TakeBack,
    /// Esc: takes back what is begun, closes what is open.
    Leave,
    /// Enter.
    Accept,
    /// Space.
    Choose,
    /// An arrow key.
    Up,
    /// An arrow key.
    Down,
    /// An arrow key.
    Left,
    /// An arrow key.
    Right,
    /// To the next legal move, the next row, the next topic.
    Next,
    /// To the previous one.
    Previous,
    /// To the first step.
    First,
    /// To the last step.
    Last,
    /// Takes moves back.
    Undo,
    /// Plays them again.
    Redo,
    /// Opens the inspector.
    Inspect,
    /// Opens the review of the game.
    Review,
    /// The mask against wrapping, on or off.
    Mask,
    /// Opens the choice of players.
    NewGame,
    /// The same players play again.
    Rematch,
    /// Exchanges the players.
    Swap,
    /// Dots legal moves or not.
    Dots,
    /// The next theme.
    Theme,
    /// Pauses the CPUs or lets them go on.
    Pause,
    /// A longer pause before a CPU's move.
    Slower,
    /// A shorter one.
    Faster,
    /// Shows the best move and what it is worth, or stops to.
    Hint,
    /// Shows what every legal move is worth, or stops to.
    Values,
    /// A stronger engine.
    Stronger,
    /// A weaker one.
    Weaker,
    /// Copies the transcript.
    Copy,
    /// Saves the game.
    Save,
    /// Opens a game.
    Open,
    /// A character that is typed into a text.
    Insert(char),
    /// Takes the character behind the cursor out of a text.
    Delete,
    /// Takes the word before the cursor out of a text.
    EraseWord,
    /// Takes all of a text away.
    EraseLine,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// Puts a new file in the place of the old one.
    Replace,
    /// Adds to the end of a file.
    Append,
    /// A line of a list, by its number from 0.
    Item(usize),
    /// Opens the help.
    Help,
    /// Quits, after a question where a game would be lost.
    Quit,
    /// Quits without a question.
    QuitNow,
    /// Gives the terminal back to the shell for a while.
    Suspend,
    /// Draws everything again.
    Redraw,
}

/// A key, as a table names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    code: KeyCode,
    ctrl: bool,
}

const fn key(code: KeyCode) -> Key {
    Key { code, ctrl: false }
}

const fn ch(letter: char) -> Key {
    key(KeyCode::Char(letter))
}

const fn ctrl(letter: char) -> Key {
    Key {
        code: KeyCode::Char(letter),
        ctrl: true,
    }
}

impl Key {
    fn matches(self, event: KeyEvent) -> bool {
        let same = match (self.code, event.code) {
            // Capitals are the same keys: Caps Lock is no reason to fail.
            (KeyCode::Char(own), KeyCode::Char(other)) => own == other.to_ascii_lowercase(),
            (own, other) => own == other,
        };
        same && self.ctrl == event.modifiers.contains(KeyModifiers::CONTROL)
    }

    /// How the key is written.
    pub(crate) fn label(self, ascii: bool) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space",
            KeyCode::Char(letter) if self.ctrl => {
                return format!("Ctrl-{}", letter.to_ascii_uppercase());
            }
            KeyCode::Char(letter) => return letter.to_string(),
            KeyCode::Enter => "Enter",
            KeyCode::Esc => "Esc",
            KeyCode::Tab => "Tab",
            KeyCode::BackTab => "Shift-Tab",
            KeyCode::Backspace => "Backspace",
            KeyCode::Up => return if ascii { "Up" } else { "↑" }.to_owned(),
            KeyCode::Down => return if ascii { "Down" } else { "↓" }.to_owned(),
            KeyCode::Left => return if ascii { "Left" } else { "←" }.to_owned(),
            KeyCode::Right => return if ascii { "Right" } else { "→" }.to_owned(),
            KeyCode::Home => "Home",
            KeyCode::End => "End",
            KeyCode::PageUp => "Page Up",
            KeyCode::PageDown => "Page Down",
            KeyCode::Delete => "Delete",
            _ => "",
        };
        name.to_owned()
    }
}

/// What some keys do on a screen.
#[derive(Debug)]
pub(crate) struct Binding {
    /// The keys, the one that is shown first.
    pub(crate) keys: &'static [Key],
    /// What they ask for.
    pub(crate) action: Action,
    /// For the line of keys; empty where it has no place there.
    pub(crate) short: &'static str,
    /// For the help; empty where another binding says it.
    pub(crate) long: &'static str,
    /// How soon it leaves a line of keys that is too short: the lowest first.
    pub(crate) weight: u8,
}

const fn bind(
    keys: &'static [Key],
    action: Action,
    short: &'static str,
    long: &'static str,
    weight: u8,
) -> Binding {
    Binding {
        keys,
        action,
        short,
        long,
        weight,
    }
}

/// Looks a key up in tables, the first one first.
pub(crate) fn look_up(tables: &[&'static [Binding]], event: KeyEvent) -> Option<Action> {
    if event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    // An arrow key is listed with its siblings to be shown with them: the binding whose first key it is
    // comes before one that only lists it.
    let bindings = || tables.iter().flat_map(|table| table.iter());
    bindings()
        .find(|binding| binding.keys[0].matches(event))
        .or_else(|| bindings().find(|binding| binding.keys.iter().any(|key| key.matches(event))))
        .map(|binding| binding.action)
}

/// The letters and digits that name squares, in any case.
pub(crate) fn coordinate(event: KeyEvent) -> Option<Action> {
    let modifiers = KeyModifiers::ALT | KeyModifiers::CONTROL;
    let KeyCode::Char(letter) = event.code else {
        return None;
    };
    if event.modifiers.intersects(modifiers) {
        return None;
    }
    File::from_letter(letter)
        .map(Action::File)
        .or_else(|| Rank::from_digit(letter).map(Action::Rank))
}

/// A character that a key types into a text.
pub(crate) fn typed(event: KeyEvent) -> Option<Action> {
    let KeyCode::Char(letter) = event.code else {
        return None;
    };
    // Control and Alt together are how some keyboards write characters.
    let command = KeyModifiers::CONTROL | KeyModifiers::ALT;
    let held = event.modifiers.intersection(command);
    (held.is_empty() || held == command).then_some(Action::Insert(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: [&[Binding]; 17] = [
        ANYWHERE,
        MOVES,
        GAME,
        GAME_OVER,
        NEW_GAME,
        INSPECTOR,
        REVIEW,
        ASK_QUIT,
        UNFINISHED,
        READING,
        FIELD,
        SAVE,
        SAVE_PRESENT,
        OPEN,
        GAMES,
        BUSY,
        ASK_PASTED,
    ];

    #[test]
    fn letters_and_digits_of_squares_are_free_of_commands() {
        for binding in TABLES.iter().flat_map(|table| table.iter()) {
            for key in binding.keys {
                if let (KeyCode::Char(letter), false) = (key.code, key.ctrl) {
                    assert!(!"abcdefghABCDEFGH12345678".contains(letter), "{binding:?}");
                }
            }
        }
    }

    #[test]
    fn every_first_key_finds_its_own_action() {
        for table in TABLES {
            for binding in table {
                let key = binding.keys[0];
                let modifiers = if key.ctrl {
                    KeyModifiers::CONTROL
                } else {
                    KeyModifiers::NONE
                };
                let event = KeyEvent::new(key.code, modifiers);
                assert_eq!(look_up(&[table], event), Some(binding.action));
                assert!(!key.label(true).is_empty());
                assert!(key.label(true).is_ascii());
            }
        }
    }
}
