//! The events of crossterm as events for the screens.

use crossterm::event as theirs;

use super::{InputEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

impl InputEvent {
    /// Returns an event of crossterm as one for the screens; `None` for a key that is released, which means nothing there.
    pub fn from_crossterm(event: theirs::Event) -> Option<Self> {
        Some(match event {
            theirs::Event::Key(key) if key.kind != theirs::KeyEventKind::Release => {
                Self::Key(KeyEvent::new(code(key.code), modifiers(key.modifiers)))
            }
            theirs::Event::Key(_) => return None,
            theirs::Event::Mouse(mouse) => Self::Mouse(MouseEvent {
                kind: mouse_kind(mouse.kind),
                column: mouse.column,
                row: mouse.row,
                modifiers: modifiers(mouse.modifiers),
            }),
            theirs::Event::Paste(text) => Self::Paste(text),
            theirs::Event::Resize(columns, rows) => Self::Resize(columns, rows),
            theirs::Event::FocusGained => Self::FocusGained,
            theirs::Event::FocusLost => Self::FocusLost,
        })
    }
}

const fn code(code: theirs::KeyCode) -> KeyCode {
    match code {
        theirs::KeyCode::Char(letter) => KeyCode::Char(letter),
        theirs::KeyCode::F(number) => KeyCode::F(number),
        theirs::KeyCode::Backspace => KeyCode::Backspace,
        theirs::KeyCode::Enter => KeyCode::Enter,
        theirs::KeyCode::Left => KeyCode::Left,
        theirs::KeyCode::Right => KeyCode::Right,
        theirs::KeyCode::Up => KeyCode::Up,
        theirs::KeyCode::Down => KeyCode::Down,
        theirs::KeyCode::Home => KeyCode::Home,
        theirs::KeyCode::End => KeyCode::End,
        theirs::KeyCode::PageUp => KeyCode::PageUp,
        theirs::KeyCode::PageDown => KeyCode::PageDown,
        theirs::KeyCode::Tab => KeyCode::Tab,
        theirs::KeyCode::BackTab => KeyCode::BackTab,
        theirs::KeyCode::Delete => KeyCode::Delete,
        theirs::KeyCode::Insert => KeyCode::Insert,
        theirs::KeyCode::Esc => KeyCode::Esc,
        _ => KeyCode::Null,
    }
}

fn modifiers(held: theirs::KeyModifiers) -> KeyModifiers {
    let known = [
        (theirs::KeyModifiers::SHIFT, KeyModifiers::SHIFT),
        (theirs::KeyModifiers::CONTROL, KeyModifiers::CONTROL),
        (theirs::KeyModifiers::ALT, KeyModifiers::ALT),
    ];
    let held = known
        .into_iter()
        .filter(|(theirs, _)| held.contains(*theirs));
    held.map(|(_, ours)| ours).collect()
}

const fn mouse_kind(kind: theirs::MouseEventKind) -> MouseEventKind {
    match kind {
        theirs::MouseEventKind::Down(pressed) => MouseEventKind::Down(button(pressed)),
        theirs::MouseEventKind::Up(released) => MouseEventKind::Up(button(released)),
        theirs::MouseEventKind::Drag(held) => MouseEventKind::Drag(button(held)),
        theirs::MouseEventKind::Moved => MouseEventKind::Moved,
        theirs::MouseEventKind::ScrollDown => MouseEventKind::ScrollDown,
        theirs::MouseEventKind::ScrollUp => MouseEventKind::ScrollUp,
        theirs::MouseEventKind::ScrollLeft => MouseEventKind::ScrollLeft,
        theirs::MouseEventKind::ScrollRight => MouseEventKind::ScrollRight,
    }
}

const fn button(button: theirs::MouseButton) -> MouseButton {
    match button {
        theirs::MouseButton::Left => MouseButton::Left,
        theirs::MouseButton::Right => MouseButton::Right,
        theirs::MouseButton::Middle => MouseButton::Middle,
    }
}
