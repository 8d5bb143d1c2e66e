//! The window for a line to the other player of a game over the network.

use crate::keymap::{ENTER, ESC, Keymap, bind};
use crate::screen::window::{
    Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState,
};
use crate::screen::{Command, Context};

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Intent::Answer(0))], "say it", 10, ""),
    bind(&[(ESC, Intent::Close)], "back", 9, ""),
];

/// A line to the other player.
pub(crate) struct ChatWindow;

/// Returns the window.
pub(super) fn window() -> WindowScreen<ChatWindow> {
    let spec = WindowSpec {
        widths: (40, 56),
        field: Some(0),
        ..WindowSpec::new(" Say ", KEYS)
    };
    WindowScreen::new(spec, ChatWindow)
}

impl WindowContent for ChatWindow {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        state.message(
            "One line to the other player. Spectators do not see it.",
            limit,
        )
    }

    fn answer(&mut self, _: usize, state: &mut WindowState, _: &mut Context) -> Option<Command> {
        Some(Command::Close.then(Command::Say(state.field.text().to_owned())))
    }
}
