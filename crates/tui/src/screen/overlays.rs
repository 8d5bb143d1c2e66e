//! The choice of what the boards show about a position, and its legend.

use ratatui::layout::Rect;

use super::pick::{self, PickList, PickRow, pick_keys};
use super::window::{Intent, WindowScreen, WindowSpec};
use super::{Canvas, Command};
use crate::keymap::Keymap;
use crate::layout::{Slices, right_of};
use crate::text::{rows, wrap};
use crate::theme::Role;
use reversi::Position;
use reversi_lessons::Topic;
use reversi_study::overlay::Overlay;
use reversi_table::phrase::about;
use reversi_text::{Said, label};

/// The columns of a sign in a legend.
const SIGN: u16 = 3;

static KEYS: Keymap<Intent> = &pick_keys(label!("show"));

/// Returns the window with the list of overlays, the first row of which is for none. The current one is marked.
pub(super) fn window(current: Option<Overlay>) -> WindowScreen<PickList> {
    let spec = WindowSpec {
        widths: (40, 40),
        text_rows: 2,
        picks_at_once: true,
        ..WindowSpec::new(label!("Overlays"), KEYS)
    };
    let row = |overlay: Option<Overlay>| {
        let name = overlay.map_or(label!("None"), Overlay::name);
        let about = overlay.map_or(
            label!("Nothing but the discs and the moves."),
            Overlay::about,
        );
        PickRow::new(name, about, move |context| {
            context.ui.overlay = overlay;
            Command::Close
        })
    };
    let overlays = [None].into_iter().chain(Overlay::ALL.map(Some));
    let chosen = overlays.clone().position(|overlay| overlay == current);
    pick::window(spec, overlays.map(row), chosen.unwrap_or(0))
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
pub(super) fn legend_parts(overlay: Overlay, position: Position) -> Vec<Said> {
    let groups = overlay.groups(position).into_iter();
    let parts = groups.map(|group| about(group.sign.text, group.meaning));
    parts.collect()
}

/// Returns the signs of an overlay with their meanings, the key of the lesson last, if the screen has one.
fn legend(overlay: Overlay, position: Position, key: Option<&str>) -> Vec<(&str, Said)> {
    let groups = overlay.groups(position).into_iter();
    let signs = groups.map(|group| (group.sign.text, group.meaning));
    let key = key.filter(|_| lesson(overlay).is_some());
    let key = key.map(|key| (key, label!("how this is computed").into()));
    signs.chain(key).collect()
}

/// Wraps a meaning for a legend of this width.
fn wrapped(meaning: &str, columns: u16) -> Vec<String> {
    wrap(meaning, usize::from(columns.saturating_sub(SIGN)))
}

/// Returns the rows of a legend of this width.
pub(super) fn legend_rows(
    overlay: Overlay,
    position: Position,
    key: Option<&str>,
    columns: u16,
) -> u16 {
    let legend = legend(overlay, position, key);
    let lines = legend
        .iter()
        .map(|(_, meaning)| rows(&wrapped(meaning, columns)));
    lines.sum()
}

/// Draws the legend of an overlay: each sign with its meaning, and the key of the lesson, if the screen has one.
/// Returns how many rows are free.
pub(super) fn draw_legend<I: Copy + 'static>(
    overlay: Overlay,
    position: Position,
    key: Option<&str>,
    area: Rect,
    canvas: &mut Canvas<I>,
) -> u16 {
    let mut rest = Slices(area);
    for (sign, meaning) in legend(overlay, position, key) {
        let lines = wrapped(&meaning, area.width);
        // A meaning is there as a whole or not at all.
        if rest.0.height < rows(&lines) {
            return 0;
        }
        let place = rest.top(rows(&lines));
        canvas.text(place, sign, Role::Key);
        canvas.lines(right_of(place, SIGN), lines, Role::Text);
    }
    rest.0.height
}
