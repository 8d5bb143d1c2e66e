//! The key line at the bottom of a screen or window.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};

use crate::text::columns;
use crate::theme::{ActiveTheme, Role};

/// A key and what it does.
#[derive(Clone, Debug)]
pub(crate) struct KeyHint<T> {
    /// The key: `Enter`.
    pub(crate) key: String,
    /// What it does, in a word or two.
    pub(crate) label: &'static str,
    /// The target of a click.
    pub(crate) target: T,
    /// The targets of a pair of keys, and the width of the left one.
    pub(crate) pair: Option<(u16, [T; 2])>,
    /// The priority: when space runs out, the lowest goes first.
    pub(crate) weight: u8,
}

impl<T> KeyHint<T> {
    fn columns(&self) -> u16 {
        columns(&self.key)
            .saturating_add(1)
            .saturating_add(columns(self.label))
    }
}

/// The most keys in a line.
const MOST: usize = 7;

/// Removes the key that is missed least; of equal weights the last one.
fn drop_least<T>(hints: &mut Vec<KeyHint<T>>) {
    let least = (0..hints.len()).rev().min_by_key(|&i| hints[i].weight);
    hints.remove(least.expect("no hints fit everywhere"));
}

/// Returns the labels of as many keys as a line has, without their names, and what a click means. Of a pair of keys each one
/// has a label, with its sign.
pub(crate) fn buttons<T: Copy>(mut hints: Vec<KeyHint<T>>) -> Vec<(String, T)> {
    while hints.len() > MOST {
        drop_least(&mut hints);
    }
    let labels = hints.into_iter().flat_map(|hint| {
        let label = hint.label;
        let Some((width, [first, second])) = hint.pair else {
            return vec![(label.to_owned(), hint.target)];
        };
        let mut signs = hint.key.chars();
        let left: String = signs.by_ref().take(usize::from(width)).collect();
        let named = |sign: &str| format!("{} {label}", sign.trim_matches('/'));
        vec![(named(&left), first), (named(signs.as_str()), second)]
    });
    labels.collect()
}

/// Draws as many keys as fit into an area, by weight. Returns the area of each key and its click target.
pub(crate) fn draw<T>(
    mut hints: Vec<KeyHint<T>>,
    area: Rect,
    look: &ActiveTheme,
    buf: &mut Buffer,
) -> Vec<(Rect, T)> {
    let places = loop {
        if hints.len() <= MOST
            && let Some(places) = place(&hints, area)
        {
            break places;
        }
        // The empty list fits.
        drop_least(&mut hints);
    };
    for (hint, rect) in hints.iter().zip(&places) {
        let room = usize::from(rect.width);
        let (x, _) = buf.put_stringn(rect.x, rect.y, &hint.key, room, look.style(Role::Key));
        buf.put_string(x + 1, rect.y, hint.label, look.style(Role::Muted));
    }
    let targets = hints.into_iter().zip(places).flat_map(|(hint, place)| {
        let width = columns(&hint.key);
        let [keys, label] = split(place, width);
        let pair = hint.pair.map_or_else(Vec::new, |(width, targets)| {
            split(keys, width).into_iter().zip(targets).collect()
        });
        let rest = if pair.is_empty() { place } else { label };
        pair.into_iter().chain([(rest, hint.target)])
    });
    targets.collect()
}

/// Splits an area after this many columns.
fn split(area: Rect, columns: u16) -> [Rect; 2] {
    Layout::horizontal([Constraint::Length(columns), Constraint::Fill(1)]).areas(area)
}

/// Returns the position of each key, or `None` if they do not all fit.
fn place<T>(hints: &[KeyHint<T>], area: Rect) -> Option<Vec<Rect>> {
    // One tight line is better than two.
    let line = Rect { height: 1, ..area };
    let in_rows = |areas: [(Rect, u16); 2]| {
        let mut areas = areas.into_iter();
        areas.find_map(|(area, gap)| place_with(hints, area, gap))
    };
    in_rows([(line, 3), (line, 2)])
        .or_else(|| place_in_columns(hints, area))
        .or_else(|| in_rows([(area, 3), (area, 2)]))
}

/// Returns the position of each key in two rows whose keys stand below each other, or `None` if they do not all fit.
fn place_in_columns<T>(hints: &[KeyHint<T>], area: Rect) -> Option<Vec<Rect>> {
    const GAP: u16 = 2;
    let in_row = hints.len().div_ceil(2);
    if area.height < 2 || in_row == 0 {
        return None;
    }
    let (upper, lower) = hints.split_at(in_row);
    let widths: Vec<u16> = (0..in_row)
        .map(|at| {
            let both = [upper.get(at), lower.get(at)].into_iter().flatten();
            both.map(KeyHint::columns).max().unwrap_or(0)
        })
        .collect();
    let spare = (area.width + GAP).checked_sub(widths.iter().map(|width| width + GAP).sum())?;
    let gap = GAP + (spare / u16::try_from(in_row).ok()?).min(2);
    let starts: Vec<u16> = widths
        .iter()
        .scan(area.x, |x, width| {
            let start = *x;
            *x += width + gap;
            Some(start)
        })
        .collect();
    let rows = [upper, lower].into_iter().zip(area.y..);
    let places = rows.flat_map(|(row, y)| {
        let starts = starts.clone();
        let keys = row.iter().zip(starts);
        keys.map(move |(hint, x)| Rect::new(x, y, hint.columns(), 1))
    });
    Some(places.collect())
}

fn place_with<T>(hints: &[KeyHint<T>], area: Rect, gap: u16) -> Option<Vec<Rect>> {
    let (mut x, mut y) = (area.x, area.y);
    let mut places = Vec::new();
    for columns in hints.iter().map(KeyHint::columns) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_two_rows_stand_below_each_other_and_none_is_left_out() {
        let hint = |key: &str, label| KeyHint {
            key: key.to_owned(),
            label,
            target: (),
            pair: None,
            weight: 1,
        };
        let hints = [
            hint("k", "hint"),
            hint("v", "values"),
            hint("u", "undo"),
            hint("m", "coach"),
            hint("w", "review"),
            hint("?", "more"),
        ];
        let places = place(&hints, Rect::new(51, 22, 29, 2)).unwrap();
        let at: Vec<_> = places.iter().map(|place| (place.x, place.y)).collect();
        assert_eq!(
            at,
            [(51, 22), (61, 22), (72, 22), (51, 23), (61, 23), (72, 23)]
        );
        assert!(place(&hints, Rect::new(0, 0, 20, 2)).is_none());
    }
}
