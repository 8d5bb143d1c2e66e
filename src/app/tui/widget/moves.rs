//! Owns the list of moves: Black's and White's side by side, in as many columns as there is room for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::Color;

/// An entry of the list.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Which disc it placed, from 1; a pass places none.
    pub(crate) number: Option<usize>,
    /// Whose it is.
    pub(crate) color: Color,
    /// `f5`, or `--` for a pass.
    pub(crate) text: String,
    /// How it is shown.
    pub(crate) state: State,
}

/// How an entry is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It was played.
    Played,
    /// It was played last.
    Last,
    /// It was taken back.
    Undone,
}

/// Moves to draw.
#[derive(Debug)]
pub(crate) struct MovesView<'a> {
    pub(crate) items: &'a [Item],
    pub(crate) look: &'a ActiveTheme,
}

/// Columns of an entry with its number, and of a pair of them with the space after it.
const ENTRY: u16 = 8;
const PAIR: u16 = 2 * ENTRY + 4;

/// A row of the list: Black's entry and White's.
type Row<'a> = [Option<&'a Item>; 2];

fn rows(items: &[Item]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for item in items {
        match (item.color, rows.last_mut()) {
            (Color::White, Some(row)) if row[1].is_none() => row[1] = Some(item),
            (Color::White, _) => rows.push([None, Some(item)]),
            (Color::Black, _) => rows.push([Some(item), None]),
        }
    }
    rows
}

impl Widget for &MovesView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let rows = rows(self.items);
        let columns = usize::from(((area.width + 4) / PAIR).max(1));
        let height = usize::from(area.height);
        let room = columns * height;
        if room == 0 {
            return;
        }
        // The last move played stays in sight, and of what was taken back as much as there is room for.
        let last = rows
            .iter()
            .rposition(|row| row.iter().flatten().any(|item| item.state != State::Undone))
            .unwrap_or(0);
        let first = (last + 1).max(rows.len().min(room)).saturating_sub(room);
        for (index, row) in rows.iter().skip(first).take(room).enumerate() {
            let (column, line) = (index / height, index % height);
            #[allow(clippy::cast_possible_truncation)] // within the area
            let (x, y) = (area.x + column as u16 * PAIR, area.y + line as u16);
            for (x, item) in [x, x + ENTRY].into_iter().zip(row) {
                if let Some(item) = item {
                    self.draw_item(item, x, y, area, buf);
                }
            }
        }
    }
}

impl MovesView<'_> {
    fn draw_item(&self, item: &Item, x: u16, y: u16, area: Rect, buf: &mut Buffer) {
        let room = usize::from(area.right().saturating_sub(x));
        let number = item
            .number
            .map_or_else(String::new, |number| number.to_string());
        let muted = self.look.style(Role::Muted);
        buf.set_stringn(x, y, format!("{number:>3}"), room, muted);
        let style = match item.state {
            State::Played => self.look.style(Role::Text),
            State::Last => self.look.style(Role::Chosen),
            State::Undone => muted,
        };
        let text = format!(" {} ", item.text);
        buf.set_stringn(x + 3, y, text, room.saturating_sub(3), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_keeps_each_side_in_its_own_column() {
        let item = |color, text: &str| Item {
            number: None,
            color,
            text: text.to_owned(),
            state: State::Played,
        };
        let items = [
            item(Color::White, "d3"),
            item(Color::Black, "--"),
            item(Color::White, "c3"),
            item(Color::Black, "f5"),
        ];
        let rows: Vec<[&str; 2]> = rows(&items)
            .iter()
            .map(|row| row.map(|item| item.map_or("", |item| item.text.as_str())))
            .collect();
        assert_eq!(rows, [["", "d3"], ["--", "c3"], ["f5", ""]]);
    }
}
