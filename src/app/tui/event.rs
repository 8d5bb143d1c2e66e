//! What a person does at the keyboard and with the mouse, whatever the screens are drawn on: a terminal, a page, or a
//! test.

use bitflags::bitflags;

/// An event of the person, or of the screen that they look at.
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
    /// The screen has come to the front.
    FocusGained,
    /// Another screen has come to the front.
    FocusLost,
}

/// A key that was pressed, and the keys held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyEvent {
    /// The key.
    pub code: KeyCode,
    /// The keys held with it.
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
    /// A key that means nothing here.
    Null,
}

bitflags! {
    /// Keys that are held while another is pressed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct KeyModifiers: u8 {
        /// Shift.
        const SHIFT = 1;
        /// Ctrl.
        const CONTROL = 2;
        /// Alt.
        const ALT = 4;
        /// None of them.
        const NONE = 0;
    }
}

/// Something that was done with the mouse at a character of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MouseEvent {
    /// What was done.
    pub kind: MouseEventKind,
    /// The column, from 0.
    pub column: u16,
    /// The row, from 0.
    pub row: u16,
    /// The keys held with it.
    pub modifiers: KeyModifiers,
}

/// What was done with the mouse.
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
#[allow(missing_docs)] // they speak for themselves
pub enum MouseButton {
    Left,
    Right,
    Middle,
}

/// An answer of a terminal to a question at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its background colour: red, green and blue.
    Background([u8; 3]),
    /// It knows the graphics protocol of kitty.
    Graphics,
    /// Whether a terminal of its name and version draws the placeholders of that protocol.
    Placeholders(bool),
}
