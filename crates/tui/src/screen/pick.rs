//! Lists to pick from.

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Command, Context, ScreenKind};
use crate::keymap::{BACKSPACE, Binding, DOWN, ENTER, ESC, Keymap, SPACE, UP};
use crate::theme::Role;
use crate::widget::list::{self, ListStep};

use Intent::{Answer, Close, Move};
use reversi_text::{Message, label};

/// Returns the keys of a list: a verb says what picking a row does.
#[rustfmt::skip] // a table
pub(super) const fn pick_keys(verb: &'static Message) -> [Binding<Intent>; 3] {
    [
        crate::keymap::bind(&[(ENTER, Answer(0)), (SPACE, Answer(0))], verb, 10, label!("")),
        bind!(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "choose", 8, ""),
        bind!(&[(ESC, Close), (BACKSPACE, Close)], "back", 9, ""),
    ]
}

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind!(&[(ENTER, Answer(0))], "choose", 10, ""),
    bind!(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "another", 8, ""),
    bind!(&[(ESC, Close)], "back", 9, ""),
];

/// A row of a list.
pub(crate) struct PickRow {
    name: String,
    /// What it is; may be empty.
    about: String,
    pick: Box<dyn Fn(&mut Context) -> Command>,
}

impl PickRow {
    pub(super) fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        pick: impl Fn(&mut Context) -> Command + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            pick: Box::new(pick),
        }
    }
}

/// The rows of a list.
pub(crate) struct PickList(Vec<PickRow>);

/// Returns the window with a list, one row of which is marked.
pub(super) fn window(
    spec: WindowSpec,
    rows: impl IntoIterator<Item = PickRow>,
    chosen: usize,
) -> WindowScreen<PickList> {
    let mut window = WindowScreen::new(spec, PickList(rows.into_iter().collect()));
    window.spec.kind = ScreenKind::Window;
    window.state.chosen = chosen;
    window
}

/// Opens the list of the options of a row of a form, one of which may be chosen; `None` if the row itself shows them well
/// enough. `choose` chooses an option on the screen below.
pub(super) fn open(
    options: &[String],
    chosen: Option<usize>,
    choose: fn(usize) -> Command,
) -> Option<Command> {
    if !list::filters(options.len()) {
        return None;
    }
    let spec = WindowSpec {
        widths: (30, 60),
        picks_at_once: true,
        ..WindowSpec::new(label!("Choose"), KEYS)
    };
    let rows = options
        .iter()
        .enumerate()
        .map(|(option, name)| PickRow::new(name, "", move |_| Command::Close.then(choose(option))));
    Some(Command::open(window(spec, rows, chosen.unwrap_or(0))))
}

impl WindowContent for PickList {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        match self.0.get(state.chosen) {
            Some(row) if !row.about.is_empty() => state.message(&row.about, limit),
            _ => Vec::new(),
        }
    }

    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        let rows = self.0.iter();
        let rows = rows.map(|row| WindowRow::new(&row.name, Role::Text));
        rows.collect()
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command> {
        let row = self.0.get(state.chosen)?;
        Some((row.pick)(context))
    }
}
