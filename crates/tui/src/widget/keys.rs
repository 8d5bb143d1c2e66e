//! The key line at the bottom of a screen or window.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use std::cmp::Reverse;

use crate::text::columns;
use crate::theme::{ActiveTheme, Role};
use reversi_text::Message;

/// A key and what it does.
#[derive(Clone, Debug)]
pub(crate) struct KeyHint<T> {
    /// The key: `Enter`.
    pub(crate) key: String,
    /// What it does, in a word or two.
    pub(crate) label: &'static Message,
    /// The target of a click.
    pub(crate) target: T,
    /// The targets of a pair of keys, and the width of the left one.
    pub(crate) pair: Option<(u16, [T; 2])>,
    /// The priority: when space runs out, the lowest goes first.
    pub(crate) weight: u8,
    /// Whether it does nothing now and only keeps its place.
    pub(crate) is_off: bool,
    /// Whether it answers a question, while the others wait.
    pub(crate) is_answer: bool,
}

/// What a button of a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonKind {
    /// It always has its place.
    Usual,
    /// It keeps its place, and does nothing now.
    Off,
    /// An answer to a question. These have a row of their own.
    Answer,
}

/// A button of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageButton {
    /// What it does, in a word or two.
    pub label: String,
    /// What it is now.
    pub kind: ButtonKind,
}

impl<T> KeyHint<T> {
    /// Returns what stands in a key line as long as it is true. Everything else gives way to it, and of two marks that of
    /// the higher rank number.
    pub(crate) const fn mark(label: &'static Message, target: T, rank: u8) -> Self {
        Self {
            key: String::new(),
            label,
            target,
            pair: None,
            weight: u8::MAX - rank,
            is_off: false,
            is_answer: false,
        }
    }

    fn columns(&self) -> u16 {
        if self.key.is_empty() {
            return columns(self.label.text());
        }
        columns(&self.key)
            .saturating_add(1)
            .saturating_add(columns(self.label.text()))
    }
}

/// The most keys in a line.
const MOST: usize = 7;

/// Returns as many keys as a line has as buttons, without their names, and what a click means. Of a pair of keys each one has
/// a label, with its sign. The answers to a question come first, and the others wait in their places.
pub(crate) fn buttons<T: Copy>(hints: Vec<KeyHint<T>>) -> Vec<(PageButton, T)> {
    let (answers, mut usual): (Vec<_>, Vec<_>) = hints.into_iter().partition(|hint| hint.is_answer);
    let is_asked = !answers.is_empty();
    while usual.len() > MOST {
        // Of equal weights the last one goes.
        let least = (0..usual.len()).rev().min_by_key(|&i| usual[i].weight);
        usual.remove(least.expect("there are more than none"));
    }
    let all = answers.into_iter().chain(usual).flat_map(|hint| {
        let kind = match (hint.is_answer, hint.is_off || is_asked) {
            (true, _) => ButtonKind::Answer,
            (false, true) => ButtonKind::Off,
            (false, false) => ButtonKind::Usual,
        };
        let button = |label, target| (PageButton { label, kind }, target);
        let label = hint.label.text();
        let Some((width, [first, second])) = hint.pair else {
            return vec![button(label.to_owned(), hint.target)];
        };
        let mut signs = hint.key.chars();
        let left: String = signs.by_ref().take(usize::from(width)).collect();
        let named = |sign: &str| format!("{} {label}", sign.trim_matches('/'));
        vec![
            button(named(&left), first),
            button(named(signs.as_str()), second),
        ]
    });
    all.collect()
}

/// Draws as many keys as fit into an area, by weight. Returns the area of each key and its click target.
pub(crate) fn draw<T>(
    hints: Vec<KeyHint<T>>,
    area: Rect,
    look: &ActiveTheme,
    buf: &mut Buffer,
) -> Vec<(Rect, T)> {
    let (hints, places) = fitting(hints, area);
    for (hint, rect) in hints.iter().zip(&places) {
        let room = usize::from(rect.width);
        if hint.key.is_empty() {
            buf.put_string(rect.x, rect.y, hint.label.text(), look.style(Role::Strong));
            continue;
        }
        let role = if hint.is_off { Role::Muted } else { Role::Key };
        let (x, _) = buf.put_stringn(rect.x, rect.y, &hint.key, room, look.style(role));
        buf.put_string(x + 1, rect.y, hint.label.text(), look.style(Role::Muted));
    }
    let active = hints.into_iter().zip(places);
    let active = active.filter(|(hint, _)| !hint.is_off);
    let targets = active.flat_map(|(hint, place)| {
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

/// Chooses keys by weight, of equal weights the first one: each that fits into the area beside those before it. Returns
/// them in their order, with their positions.
fn fitting<T>(hints: Vec<KeyHint<T>>, area: Rect) -> (Vec<KeyHint<T>>, Vec<Rect>) {
    let mut by_weight: Vec<_> = hints.into_iter().enumerate().collect();
    by_weight.sort_by_key(|(_, hint)| Reverse(hint.weight));
    let (mut chosen, mut places) = (Vec::new(), Vec::new());
    for (index, hint) in by_weight {
        let at = chosen.partition_point(|&(before, _)| before < index);
        chosen.insert(at, (index, hint));
        let widths: Vec<u16> = chosen.iter().map(|(_, hint)| hint.columns()).collect();
        match place(&widths, area).filter(|_| chosen.len() <= MOST) {
            Some(found) => places = found,
            None => {
                chosen.remove(at);
            }
        }
    }
    (chosen.into_iter().map(|(_, hint)| hint).collect(), places)
}

/// Splits an area after this many columns.
fn split(area: Rect, columns: u16) -> [Rect; 2] {
    Layout::horizontal([Constraint::Length(columns), Constraint::Fill(1)]).areas(area)
}

/// Returns the position of each key of these widths, or `None` if they do not all fit.
fn place(widths: &[u16], area: Rect) -> Option<Vec<Rect>> {
    // One tight line is better than two.
    let line = Rect { height: 1, ..area };
    let in_rows = |areas: [(Rect, u16); 2]| {
        let mut areas = areas.into_iter();
        areas.find_map(|(area, gap)| place_with(widths, area, gap))
    };
    in_rows([(line, 3), (line, 2)])
        .or_else(|| place_in_columns(widths, area))
        .or_else(|| in_rows([(area, 3), (area, 2)]))
}

/// Returns the position of each key in two rows whose keys stand below each other, or `None` if they do not all fit.
fn place_in_columns(all: &[u16], area: Rect) -> Option<Vec<Rect>> {
    const GAP: u16 = 2;
    let in_row = all.len().div_ceil(2);
    if area.height < 2 || in_row == 0 {
        return None;
    }
    let (upper, lower) = all.split_at(in_row);
    let widths: Vec<u16> = (0..in_row)
        .map(|at| {
            let both = [upper.get(at), lower.get(at)].into_iter().flatten();
            both.copied().max().unwrap_or(0)
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
        keys.map(move |(&width, x)| Rect::new(x, y, width, 1))
    });
    Some(places.collect())
}

fn place_with(widths: &[u16], area: Rect, gap: u16) -> Option<Vec<Rect>> {
    let (mut x, mut y) = (area.x, area.y);
    let mut places = Vec::new();
    for &columns in widths {
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
    use reversi_text::label;

    #[test]
    fn keys_in_two_rows_stand_below_each_other_and_none_is_left_out() {
        let labels = [
            "k hint", "v values", "u undo", "m coach", "w review", "? more",
        ];
        let widths = labels.map(columns);
        let places = place(&widths, Rect::new(51, 22, 29, 2)).unwrap();
        let at: Vec<_> = places.iter().map(|place| (place.x, place.y)).collect();
        assert_eq!(
            at,
            [(51, 22), (61, 22), (72, 22), (51, 23), (61, 23), (72, 23)]
        );
        assert!(place(&widths, Rect::new(0, 0, 20, 2)).is_none());
    }

    #[test]
    fn a_key_that_does_not_fit_leaves_its_room_to_shorter_ones() {
        let hints = [
            (label!("undo"), 9),
            (label!("how it works"), 7),
            (label!("save"), 5),
            (label!("more"), u8::MAX),
        ];
        let hints = hints.map(|(label, weight)| KeyHint {
            key: "x".to_owned(),
            label,
            target: (),
            pair: None,
            weight,
            is_off: false,
            is_answer: false,
        });
        let (chosen, places) = fitting(hints.into(), Rect::new(0, 0, 22, 1));
        let labels: Vec<_> = chosen.iter().map(|hint| hint.label.text()).collect();
        assert_eq!(labels, ["undo", "save", "more"]);
        assert_eq!(places.last().map(|place| place.x), Some(16));
    }
}
