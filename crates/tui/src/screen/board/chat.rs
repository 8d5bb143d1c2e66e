//! The window for a line to the other player of a game over the network.

use crate::keymap::{ENTER, ESC, Keymap, TAB};
use crate::screen::window::{
    Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState,
};
use crate::screen::{Command, Context};
use reversi_text::label;

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Intent::Answer(0))], "say it", 10, ""),
    bind!(&[(TAB, Intent::Answer(1))], "mute", 8, ""),
    bind!(&[(ESC, Intent::Close)], "back", 9, ""),
];

#[rustfmt::skip] // a table
static MUTED: Keymap<Intent> = &[
    bind!(&[(ENTER, Intent::Answer(0))], "say it", 10, ""),
    bind!(&[(TAB, Intent::Answer(1))], "unmute", 8, ""),
    bind!(&[(ESC, Intent::Close)], "back", 9, ""),
];

/// A line to the other player.
pub(crate) struct ChatWindow {
    is_muted: bool,
}

/// Returns the window; `is_muted` is whether what the other player says is not shown.
pub(super) fn window(is_muted: bool) -> WindowScreen<ChatWindow> {
    let spec = WindowSpec {
        widths: (40, 56),
        field: Some(0),
        ..WindowSpec::new(label!("Say"), if is_muted { MUTED } else { KEYS })
    };
    WindowScreen::new(spec, ChatWindow { is_muted })
}

impl WindowContent for ChatWindow {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        let text = if self.is_muted {
            label!("One line to the other player. The chat is muted: you do not see an answer.")
                .text()
        } else {
            label!("One line to the other player. Spectators do not see it.").text()
        };
        state.message(text, limit)
    }

    fn answer(
        &mut self,
        answer: usize,
        state: &mut WindowState,
        _: &mut Context,
    ) -> Option<Command> {
        let command = match answer {
            0 => Command::Say(state.field.text().to_owned()),
            _ => Command::Mute(!self.is_muted),
        };
        Some(Command::Close.then(command))
    }
}
