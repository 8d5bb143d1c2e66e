//! The choice of what the boards show about a position, and its legend.

use ratatui::layout::Rect;

use super::window::{Intent, WindowContent, WindowRow, WindowScreen, WindowSpec, WindowState};
use super::{Canvas, Command, Context, ScreenKind};
use crate::app::lesson::Topic;
use crate::app::overlay::Overlay;
use crate::app::tui::keymap::{BACKSPACE, DOWN, ENTER, ESC, Keymap, SPACE, UP, bind};
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::text::{rows, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::list::ListStep;
use crate::position::Position;

use Intent::{Answer, Close, Move};

/// The columns of a sign in a legend.
const SIGN: u16 = 3;

#[rustfmt::skip] // a table
static KEYS: Keymap<Intent> = &[
    bind(&[(ENTER, Answer(0)), (SPACE, Answer(0))], "show", 10, ""),
    bind(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))], "choose", 8, ""),
    bind(&[(ESC, Close), (BACKSPACE, Close)], "back", 9, ""),
];

/// The list of overlays; the first row is for none.
pub(super) struct Overlays;

/// Returns the window with the list of overlays. The current one is marked.
pub(super) fn window(current: Option<Overlay>) -> WindowScreen<Overlays> {
    let spec = WindowSpec {
        kind: ScreenKind::Window,
        widths: (40, 40),
        text_rows: 2,
        picks_at_once: true,
        ..WindowSpec::new(" Overlays ", KEYS)
    };
    let mut window = WindowScreen::new(spec, Overlays);
    let place = |overlay| Overlay::ALL.iter().position(|&other| other == overlay);
    window.state.chosen = current.and_then(place).map_or(0, |index| index + 1);
    window
}

/// Returns the overlay of a row.
fn at(row: usize) -> Option<Overlay> {
    row.checked_sub(1)
        .and_then(|index| Overlay::ALL.get(index))
        .copied()
}

impl WindowContent for Overlays {
    fn text(&self, state: &WindowState, _ascii: bool, limit: usize) -> Vec<WindowRow> {
        let about = at(state.chosen).map_or("Nothing but the discs and the moves.", Overlay::about);
        state.message(about, limit)
    }

    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        let names = Overlay::ALL.into_iter().map(Overlay::name);
        let all = std::iter::once("None").chain(names);
        all.map(|name| WindowRow::new(name, Role::Text)).collect()
    }

    fn answer(
        &mut self,
        _: usize,
        state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command> {
        context.ui.overlay = at(state.chosen);
        Some(Command::Close)
    }
}

/// Returns the lesson on how an overlay is computed, if there is one.
pub(super) const fn lesson(overlay: Overlay) -> Option<Topic> {
    match overlay {
        Overlay::Stable => Some(Topic::StableDiscs),
        Overlay::Frontier | Overlay::Mobility => Some(Topic::Mobility),
        Overlay::Regions | Overlay::Corners => None,
    }
}

/// Returns the first meanings of an overlay, for screens without room for a legend.
pub(super) fn legend_line(overlay: Overlay, position: Position) -> String {
    let groups = overlay.groups(position).into_iter();
    let parts = groups.map(|group| format!("{}: {}", group.sign.text, group.meaning));
    parts.collect::<Vec<_>>().join("; ")
}

/// Draws the legend of an overlay: each sign with its meaning, and the key of the lesson, if the screen has one.
pub(super) fn draw_legend<I: Copy + 'static>(
    overlay: Overlay,
    position: Position,
    key: Option<&str>,
    area: Rect,
    canvas: &mut Canvas<I>,
) {
    let groups = overlay.groups(position).into_iter();
    let signs = groups.map(|group| (group.sign.text, group.meaning));
    let key = key.filter(|_| lesson(overlay).is_some());
    let key = key.map(|key| (key, "how this is computed".to_owned()));
    let mut rest = Slices(area);
    for (sign, meaning) in signs.chain(key) {
        let lines = wrap(&meaning, usize::from(area.width.saturating_sub(SIGN)));
        let place = rest.top(rows(&lines));
        // A meaning is there as a whole or not at all.
        if place.height < rows(&lines) {
            break;
        }
        canvas.text(place, sign, Role::Key);
        canvas.lines(right_of(place, SIGN), lines, Role::Text);
    }
}
