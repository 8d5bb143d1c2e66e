//! Owns the line of keys that work right now.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::tui::keymap::{Action, Binding};
use crate::app::tui::text::width;
use crate::app::tui::theme::{ActiveTheme, Role};

/// One key of the line.
#[derive(Clone, Debug)]
pub(crate) struct KeyItem {
    pub(crate) label: String,
    pub(crate) text: String,
    pub(crate) action: Action,
    pub(crate) weight: u8,
}

impl KeyItem {
    /// The item of a binding; `None` where it has no place in the line.
    pub(crate) fn of(binding: &Binding, look: &ActiveTheme) -> Option<Self> {
        (!binding.short.is_empty()).then(|| Self {
            label: binding.keys[0].label(look.is_ascii()),
            text: binding.short.to_owned(),
            action: binding.action,
            weight: binding.weight,
        })
    }

    fn columns(&self) -> u16 {
        u16::try_from(width(&self.label) + 1 + width(&self.text)).unwrap_or(u16::MAX)
    }
}

/// Draws keys into an area, as many as it holds; those with the least weight are left out first. Tells
/// where each one stands, so that it can be clicked.
pub(crate) fn draw(
    mut items: Vec<KeyItem>,
    area: Rect,
    look: &ActiveTheme,
    buf: &mut Buffer,
) -> Vec<(Rect, Action)> {
    let places = loop {
        if let Some(places) = place(&items, area) {
            break places;
        }
        let least = (0..items.len())
            .rev()
            .min_by_key(|&index| items[index].weight);
        let Some(least) = least else {
            return Vec::new();
        };
        items.remove(least);
    };
    for (item, rect) in items.iter().zip(&places) {
        let room = usize::from(rect.width);
        let (x, _) = buf.set_stringn(rect.x, rect.y, &item.label, room, look.style(Role::Key));
        buf.set_string(x + 1, rect.y, &item.text, look.style(Role::Muted));
    }
    places
        .into_iter()
        .zip(items)
        .map(|(rect, item)| (rect, item.action))
        .collect()
}

/// Where each key stands; `None` when they do not all fit.
fn place(items: &[KeyItem], area: Rect) -> Option<Vec<Rect>> {
    // One line, if need be a narrow one, is better than two.
    let line = Rect { height: 1, ..area };
    place_with(items, line, 3)
        .or_else(|| place_with(items, line, 2))
        .or_else(|| place_with(items, area, 3))
        .or_else(|| place_with(items, area, 2))
}

fn place_with(items: &[KeyItem], area: Rect, gap: u16) -> Option<Vec<Rect>> {
    let (mut x, mut y) = (area.x, area.y);
    let mut places = Vec::new();
    for item in items {
        let columns = item.columns();
        if x > area.x && x.saturating_add(columns) > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() || columns > area.width {
            return None;
        }
        places.push(Rect::new(x, y, columns, 1));
        x = x.saturating_add(columns + gap);
    }
    Some(places)
}
