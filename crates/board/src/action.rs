//! What a key or a click does on a board.

use crate::event::{KeyCode, KeyEvent, KeyModifiers};
use reversi::{File, Rank, Square, typed_key};

/// An action on a board on which squares are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardAction {
    /// Types half of a square's name.
    Type(Coordinate),
    /// Chooses the square that is clicked.
    Click(Square),
    /// Moves the cursor by columns to the right and rows down, as seen on the screen.
    MoveCursor(i8, i8),
    /// Moves the cursor to the next legal move, or to the previous one.
    NextMove(bool),
    /// Chooses the square under the cursor or the mouse.
    Enter,
    /// Deletes the typed letter, or hides the cursor.
    GiveUp,
}

impl BoardAction {
    /// Returns what a key without a character does, or Space.
    pub const fn of_code(code: KeyCode) -> Option<Self> {
        Some(match code {
            KeyCode::Up => Self::MoveCursor(0, -1),
            KeyCode::Down => Self::MoveCursor(0, 1),
            KeyCode::Left => Self::MoveCursor(-1, 0),
            KeyCode::Right => Self::MoveCursor(1, 0),
            KeyCode::Tab => Self::NextMove(true),
            KeyCode::BackTab => Self::NextMove(false),
            KeyCode::Enter | KeyCode::Char(' ') => Self::Enter,
            KeyCode::Backspace | KeyCode::Esc => Self::GiveUp,
            _ => return None,
        })
    }

    /// Returns what a key does: letters and digits name squares.
    pub fn of_key(key: KeyEvent) -> Option<Self> {
        let modifiers = KeyModifiers::ALT | KeyModifiers::CONTROL;
        if key.modifiers.intersects(modifiers) {
            return None;
        }
        let typed = Coordinate::of_key(key).or_else(|| Coordinate::off_board(key));
        typed.map(Self::Type).or_else(|| Self::of_code(key.code))
    }
}

/// Half of a square's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// The letter of a file.
    File(File),
    /// The digit of a rank.
    Rank(Rank),
    /// A digit that is no rank.
    OffBoard(char),
}

impl Coordinate {
    /// Returns the file letter or rank digit of a key, in either case.
    pub fn of_key(key: KeyEvent) -> Option<Self> {
        let letter = typed_key(character(key)?);
        File::from_letter(letter)
            .map(Self::File)
            .or_else(|| Rank::from_digit(letter).map(Self::Rank))
    }

    /// Returns the digit of a key if it is no rank.
    pub fn off_board(key: KeyEvent) -> Option<Self> {
        let digit = character(key).filter(|&digit| matches!(digit, '0' | '9'));
        digit.map(Self::OffBoard)
    }
}

/// Returns the character of a key without Control and Alt.
fn character(key: KeyEvent) -> Option<char> {
    let modifiers = KeyModifiers::ALT | KeyModifiers::CONTROL;
    match key.code {
        KeyCode::Char(letter) if !key.modifiers.intersects(modifiers) => Some(letter),
        _ => None,
    }
}
