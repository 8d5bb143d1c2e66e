//! Terminal input: a thread that turns bytes into events.
//!
//! The bytes are decoded here, because no library bounds a paste without an end, survives every sequence
//! that a terminal may send, and notices that the terminal is gone.

use std::time::Instant;
use std::{io, thread};

use reversi_table::background::catch;
pub(super) use reversi_table::system::input::{ARE_READ, Bytes, read};
use reversi_tui::{Decoder, Input};

/// Starts the thread that reads input. When it ends before its receiver, it calls `lost`: with `None` if
/// the terminal is gone, otherwise with the error or the panic that ended it.
pub(super) fn listen(
    send: impl FnMut(Input) -> bool + Send + 'static,
    lost: impl FnOnce(Option<io::Error>) + Send + 'static,
) -> io::Result<()> {
    let read = || {
        if ARE_READ {
            read_bytes(send)
        } else {
            elsewhere::read(send)
        }
    };
    listen_to(read, lost)
}

fn listen_to(
    read: impl FnOnce() -> io::Result<()> + Send + 'static,
    lost: impl FnOnce(Option<io::Error>) + Send + 'static,
) -> io::Result<()> {
    let input = thread::Builder::new().name("input".to_owned());
    input.spawn(move || {
        let end = catch(read).unwrap_or_else(|panic| Err(io::Error::other(panic)));
        lost(end.err());
    })?;
    Ok(())
}

/// Events as crossterm reads them, where the system gives no bytes.
mod elsewhere {
    use std::io;

    use crossterm::event as read_event;

    use reversi_tui::event::{
        Input, InputEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    };

    /// Sends events as long as there is a receiver.
    pub(super) fn read(mut send: impl FnMut(Input) -> bool) -> io::Result<()> {
        loop {
            let event = event(read_event::read()?);
            if event.is_some_and(|event| !send(Input::Terminal(event))) {
                return Ok(());
            }
        }
    }

    /// Returns an event for the screens; `None` if it means nothing there, like a key that is released.
    pub(super) fn event(event: read_event::Event) -> Option<InputEvent> {
        Some(match event {
            read_event::Event::Key(key) if key.kind != read_event::KeyEventKind::Release => {
                InputEvent::Key(KeyEvent::new(code(key.code), modifiers(key.modifiers)))
            }
            read_event::Event::Key(_) => return None,
            read_event::Event::Mouse(mouse) => InputEvent::Mouse(MouseEvent {
                kind: mouse_kind(mouse.kind),
                column: mouse.column,
                row: mouse.row,
                modifiers: modifiers(mouse.modifiers),
            }),
            read_event::Event::Paste(text) => InputEvent::Paste(text),
            read_event::Event::Resize(columns, rows) => InputEvent::Resize(columns, rows),
            read_event::Event::FocusGained => InputEvent::FocusGained,
            read_event::Event::FocusLost => InputEvent::FocusLost,
        })
    }

    fn code(code: read_event::KeyCode) -> KeyCode {
        match code {
            read_event::KeyCode::Char(letter) => KeyCode::Char(letter),
            read_event::KeyCode::F(number) => KeyCode::F(number),
            read_event::KeyCode::Backspace => KeyCode::Backspace,
            read_event::KeyCode::Enter => KeyCode::Enter,
            read_event::KeyCode::Left => KeyCode::Left,
            read_event::KeyCode::Right => KeyCode::Right,
            read_event::KeyCode::Up => KeyCode::Up,
            read_event::KeyCode::Down => KeyCode::Down,
            read_event::KeyCode::Home => KeyCode::Home,
            read_event::KeyCode::End => KeyCode::End,
            read_event::KeyCode::PageUp => KeyCode::PageUp,
            read_event::KeyCode::PageDown => KeyCode::PageDown,
            read_event::KeyCode::Tab => KeyCode::Tab,
            read_event::KeyCode::BackTab => KeyCode::BackTab,
            read_event::KeyCode::Delete => KeyCode::Delete,
            read_event::KeyCode::Insert => KeyCode::Insert,
            read_event::KeyCode::Esc => KeyCode::Esc,
            _ => KeyCode::Null,
        }
    }

    fn modifiers(held: read_event::KeyModifiers) -> KeyModifiers {
        let known = [
            (read_event::KeyModifiers::SHIFT, KeyModifiers::SHIFT),
            (read_event::KeyModifiers::CONTROL, KeyModifiers::CONTROL),
            (read_event::KeyModifiers::ALT, KeyModifiers::ALT),
        ];
        let held = known
            .into_iter()
            .filter(|(theirs, _)| held.contains(*theirs));
        held.map(|(_, ours)| ours).collect()
    }

    fn mouse_kind(kind: read_event::MouseEventKind) -> MouseEventKind {
        match kind {
            read_event::MouseEventKind::Down(pressed) => MouseEventKind::Down(button(pressed)),
            read_event::MouseEventKind::Up(released) => MouseEventKind::Up(button(released)),
            read_event::MouseEventKind::Drag(held) => MouseEventKind::Drag(button(held)),
            read_event::MouseEventKind::Moved => MouseEventKind::Moved,
            read_event::MouseEventKind::ScrollDown => MouseEventKind::ScrollDown,
            read_event::MouseEventKind::ScrollUp => MouseEventKind::ScrollUp,
            read_event::MouseEventKind::ScrollLeft => MouseEventKind::ScrollLeft,
            read_event::MouseEventKind::ScrollRight => MouseEventKind::ScrollRight,
        }
    }

    fn button(button: read_event::MouseButton) -> MouseButton {
        match button {
            read_event::MouseButton::Left => MouseButton::Left,
            read_event::MouseButton::Right => MouseButton::Right,
            read_event::MouseButton::Middle => MouseButton::Middle,
        }
    }
}

/// Sends the events that the bytes of the terminal mean, as long as there is a receiver and a terminal.
fn read_bytes(mut send: impl FnMut(Input) -> bool) -> io::Result<()> {
    let mut decoder = Decoder::default();
    let mut bytes = [0; 4096];
    loop {
        let mut event = None;
        let left = decoder
            .deadline()
            .map(|at| at.saturating_duration_since(Instant::now()));
        match read(&mut bytes, left)? {
            Bytes::Some(count) => decoder.feed(&bytes[..count], Instant::now()),
            Bytes::NoneYet => event = decoder.end_sequence(),
            Bytes::Interrupted => {}
            Bytes::Gone => return Ok(()),
        }
        while let Some(next) = event.or_else(|| decoder.next_input()) {
            if !send(next) {
                return Ok(());
            }
            event = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_thread_that_panics_is_noticed() {
        let (sender, receiver) = mpsc::channel();
        let lost = move |error: Option<io::Error>| sender.send(error.unwrap().to_string()).unwrap();
        listen_to(|| panic!("an impossible key"), lost).unwrap();
        let reason = receiver.recv().unwrap();
        assert!(reason.starts_with("internal error: "), "{reason}");
        assert!(reason.contains("an impossible key"), "{reason}");
    }

    #[test]
    fn a_key_that_is_released_means_nothing() {
        use crossterm::event as read_event;

        use reversi_tui::event::{InputEvent, KeyCode, KeyEvent, KeyModifiers};
        let key = |kind| {
            elsewhere::event(read_event::Event::Key(read_event::KeyEvent::new_with_kind(
                read_event::KeyCode::Right,
                read_event::KeyModifiers::CONTROL | read_event::KeyModifiers::ALT,
                kind,
            )))
        };
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let pressed = InputEvent::Key(KeyEvent::new(KeyCode::Right, held));
        assert_eq!(key(read_event::KeyEventKind::Press), Some(pressed.clone()));
        assert_eq!(key(read_event::KeyEventKind::Repeat), Some(pressed));
        assert_eq!(key(read_event::KeyEventKind::Release), None);
    }

    #[test]
    fn the_end_of_the_terminal_is_no_error() {
        let (sender, receiver) = mpsc::channel();
        listen_to(
            || Ok(()),
            move |error| sender.send(error.is_none()).unwrap(),
        )
        .unwrap();
        assert!(receiver.recv().unwrap());
    }
}
