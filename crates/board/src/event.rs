//! Keyboard, mouse and paste events, without a dependency on a terminal: a page in a browser or a test makes them too.

#[cfg(feature = "crossterm")]
mod from_crossterm;

use std::ops::BitOr;

/// An input event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The screen has another size: columns and rows.
    Resize(u16, u16),
    /// The window has got the focus.
    FocusGained,
    /// The window has lost the focus.
    FocusLost,
}

/// A key press with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyEvent {
    /// The key.
    pub code: KeyCode,
    /// The modifier keys.
    pub modifiers: KeyModifiers,
}

impl KeyEvent {
    /// Creates the event of a key.
    pub const fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        Self { code, modifiers }
    }
}

impl From<KeyCode> for KeyEvent {
    fn from(code: KeyCode) -> Self {
        Self::new(code, KeyModifiers::NONE)
    }
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // keys are named after what is printed on them
pub enum KeyCode {
    /// A character.
    Char(char),
    /// A function key.
    F(u8),
    Backspace,
    Enter,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Tab,
    /// Shift and Tab.
    BackTab,
    Delete,
    Insert,
    Esc,
    /// Any other key.
    Null,
}

/// Modifier keys that are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyModifiers(u8);

impl KeyModifiers {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// Shift.
    pub const SHIFT: Self = Self(1);

    /// Ctrl.
    pub const CONTROL: Self = Self(2);

    /// Alt.
    pub const ALT: Self = Self(4);

    /// Returns whether all of these are held.
    pub const fn contains(self, keys: Self) -> bool {
        self.0 & keys.0 == keys.0
    }

    /// Returns whether one of these is held.
    pub const fn intersects(self, keys: Self) -> bool {
        self.0 & keys.0 != 0
    }
}

impl BitOr for KeyModifiers {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl FromIterator<Self> for KeyModifiers {
    fn from_iter<I: IntoIterator<Item = Self>>(held: I) -> Self {
        held.into_iter().fold(Self::NONE, Self::bitor)
    }
}

/// A mouse event, with its position in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MouseEvent {
    /// The kind of event.
    pub kind: MouseEventKind,
    /// The column, from 0.
    pub column: u16,
    /// The row, from 0.
    pub row: u16,
    /// The modifier keys.
    pub modifiers: KeyModifiers,
}

/// A kind of mouse event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseEventKind {
    /// A button was pressed.
    Down(MouseButton),
    /// A button was released.
    Up(MouseButton),
    /// The mouse was moved with a button held.
    Drag(MouseButton),
    /// The mouse was moved.
    Moved,
    /// The wheel was turned down.
    ScrollDown,
    /// The wheel was turned up.
    ScrollUp,
    /// The wheel was turned to the left.
    ScrollLeft,
    /// The wheel was turned to the right.
    ScrollRight,
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it all
pub enum MouseButton {
    Left,
    Right,
    Middle,
    Back,
    Forward,
}
