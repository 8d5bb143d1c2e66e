//! The window in which a filter of games is typed, for the panel of openings and the record.

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context};
use crate::keymap::{ENTER, ESC, Keymap};
use crate::widget::field::Field;
use reversi_table::phrase::sentence;
use reversi_table::store::filter::FilterError;
use reversi_text::{Message, label};

/// What can be typed.
const ADVICE: &Message = label!(
    "Words, or player:ann opponent:bo opening:tiger year:2020.. result:loss tag:blitz. Nothing \
                      counts all games."
);

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Intent::Answer(0))], "choose", 10, ""),
    bind!(&[(ESC, Intent::Close)], "back", 9, ""),
];

/// Counts the games of a typed filter. Returns what follows.
type SetFilter = fn(&str, &mut Context) -> Result<Option<Command>, FilterError>;

/// What is done with the filter.
pub(crate) struct GameFilterWindow(SetFilter);

/// Returns the window with the filter so far.
pub(super) fn window(filter: &str, set: SetFilter) -> WindowScreen<GameFilterWindow> {
    let spec = WindowSpec {
        widths: (56, 56),
        field: Some(0),
        text_rows: 2,
        ..WindowSpec::new(label!("Games to count"), KEYS)
    };
    let mut window = WindowScreen::new(spec, GameFilterWindow(set));
    window.state.field = Field::new(filter);
    window
}

impl WindowContent for GameFilterWindow {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        state.message(ADVICE.text(), limit)
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command> {
        match (self.0)(state.field.text(), context) {
            Ok(None) => Some(Command::Close),
            Ok(Some(next)) => Some(Command::Close.then(next)),
            Err(error) => {
                state.notice = Some(sentence(error));
                None
            }
        }
    }
}
