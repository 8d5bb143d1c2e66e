//! A list to pick from, for a row of a form with more options than one looks through.

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenKind};
use crate::app::tui::keymap::{DOWN, ENTER, ESC, Keymap, UP, bind};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::{self, ListStep};

use Intent::{Answer, Close, Move};

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0))], "choose", 10, ""),
    bind(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "another", 8, ""),
    bind(&[(ESC, Close)], "back", 9, ""),
];

/// The options of a row.
pub(crate) struct PickList {
    options: Vec<String>,
    /// Chooses an option on the screen below.
    choose: fn(usize) -> Command,
}

/// Opens the list of the options of a row, one of which may be chosen; `None` if the row itself shows them well enough.
/// `choose` chooses an option on the screen below.
pub(super) fn open(
    options: &[String],
    chosen: Option<usize>,
    choose: fn(usize) -> Command,
) -> Option<Command> {
    if !list::filters(options.len()) {
        return None;
    }
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (30, 60),
        picks_at_once: true,
        ..WindowSpec::new(" Choose ", KEYS)
    };
    let options = options.to_vec();
    let mut window = WindowScreen::new(spec, PickList { options, choose });
    window.state.chosen = chosen.unwrap_or(0);
    Some(Command::open(window))
}

impl WindowContent for PickList {
    fn text(&self, _state: &WindowState, _ascii: bool, _limit: usize) -> Vec<WindowRow> {
        Vec::new()
    }

    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        let options = self.options.iter();
        let rows = options.map(|option| WindowRow::new(option, Role::Text));
        rows.collect()
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        _context: &mut Context,
    ) -> Option<Command> {
        Some(Command::Close.then((self.choose)(state.chosen)))
    }
}
