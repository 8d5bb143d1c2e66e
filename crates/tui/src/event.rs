//! The inputs of the interface: events as boards take them, answers of the terminal, and time.

pub use reversi_board::event::{
    InputEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

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

/// An input of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key, the mouse, a paste, or a resize of the terminal.
    Terminal(InputEvent),
    /// An answer of the terminal to a question at the start.
    Answer(Answer),
    /// A background task has an answer: the session's waker was called.
    Wake,
    /// The time returned by [`App::deadline`](super::App::deadline) has come.
    Tick,
}
