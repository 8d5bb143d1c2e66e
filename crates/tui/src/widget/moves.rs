//! The list of moves as a score sheet: a row for each pair, Black's move at the left and White's at the right.

use crate::widget::PutText as _;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Slices, fit, right_of};
use crate::text::{self, columns};
use crate::theme::{ActiveTheme, Role};
use reversi::{Color, Entry, Game};
use reversi_table::phrase::time_cell;
use reversi_text::{Message, label};

/// The title of the card with the moves of a game.
pub(crate) const MOVES_TITLE: &Message = label!("Moves"; "the record of a game");

/// How a game ends before its end on the board, in a list of moves.
pub(crate) const RESIGNS: &Message = label!("resigns");
pub(crate) const DRAW: &Message = label!("draw"; "how a game ended");

/// An entry of the list.
#[derive(Clone, Debug)]
pub(crate) struct MoveItem {
    /// The number of the move, from 1; a pass has none.
    pub(crate) number: Option<usize>,
    /// The side that moved.
    pub(crate) color: Color,
    /// `f5`, or `--` for a pass.
    pub(crate) text: String,
    pub(crate) role: Role,
    /// A note in its own style; leading spaces keep a column free.
    pub(crate) note: Option<(String, Style)>,
}

/// Returns the role of an entry from its number and the number of entries played. Undone entries are muted.
pub(crate) const fn role_of(number: usize, played: usize) -> Role {
    if number < played {
        Role::Text
    } else if number == played {
        Role::Chosen
    } else {
        Role::Muted
    }
}

/// Returns the entries of a game, those played and then those undone, with the time of each by its index.
pub(crate) fn items_of(
    game: &Game,
    time: impl Fn(usize) -> Option<Duration>,
    look: &ActiveTheme,
) -> Vec<MoveItem> {
    let played = game.entries().len();
    let mut number = 0;
    let muted = look.style(Role::Muted);
    game.entries()
        .iter()
        .chain(game.undone())
        .enumerate()
        .map(|(index, entry)| {
            let (text, counts) = match entry {
                Entry::Move { square, .. } => (square.to_string(), true),
                Entry::Pass { .. } => ("--".to_owned(), false),
                Entry::Resignation { .. } => (RESIGNS.to_string(), false),
                Entry::Timeout { .. } => (label!("out of time").text().to_owned(), false),
                Entry::Agreement { .. } => (DRAW.to_string(), false),
            };
            number += usize::from(counts);
            MoveItem {
                number: counts.then_some(number),
                color: entry.color(),
                text,
                role: role_of(index + 1, played),
                // A column more than the longest time, so that none touches the mark of the last move.
                note: time(index).map(|time| (format!("{:>5}", time_cell(time)), muted)),
            }
        })
        .collect()
}

/// The note after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notes {
    None,
    /// The time that each took.
    Times,
    /// What each lost. The focus is then in the middle of a list that is too long, otherwise at its end.
    Losses,
}

/// A variation, in a row below the move that it replaces.
#[derive(Clone, Debug)]
pub(crate) struct SheetBranch {
    /// The item below which it stands.
    pub(crate) item: usize,
    /// How far it is indented, from 1.
    pub(crate) depth: usize,
    /// Its moves.
    pub(crate) text: String,
    pub(crate) role: Role,
}

/// Moves to draw.
#[derive(Debug)]
pub(crate) struct MovesView<'a> {
    pub(crate) items: &'a [MoveItem],
    /// The branches, in the order of their items.
    pub(crate) branches: &'a [SheetBranch],
    /// The item that stays visible.
    pub(crate) focus: usize,
    /// How many rows the list is scrolled up from there; at most as many as there are above.
    pub(crate) scroll: usize,
    pub(crate) notes: Notes,
    pub(crate) look: &'a ActiveTheme,
}

/// The indices of Black's and White's entries in a row.
type MoveRow = [Option<usize>; 2];

/// A row of the list.
enum SheetLine {
    Moves(MoveRow),
    /// The index of a branch.
    Branch(usize),
}

fn rows(items: &[MoveItem]) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match (item.color, rows.last_mut()) {
            (Color::White, Some(row)) if row[1].is_none() => row[1] = Some(index),
            (Color::White, _) => rows.push([None, Some(index)]),
            (Color::Black, _) => rows.push([Some(index), None]),
        }
    }
    rows
}

/// Says in place of the last item, a resignation, that the side left.
pub(crate) fn note_departure(items: &mut [MoveItem]) {
    if let Some(last) = items.last_mut() {
        label!("left"; "a player left the game")
            .text()
            .clone_into(&mut last.text);
    }
}

/// Returns the first item of the row with an item, or the number of items if it is none of them.
pub(crate) fn row_start(items: &[MoveItem], item: usize) -> usize {
    let mut rows = rows(items).into_iter();
    let row = rows.find(|row| row.contains(&Some(item)));
    row.into_iter()
        .flatten()
        .flatten()
        .min()
        .unwrap_or(items.len())
}

impl Notes {
    /// Returns the times of moves, if a pair of moves with them fits a width.
    pub(crate) const fn times(width: u16) -> Self {
        if width >= 23 { Self::Times } else { Self::None }
    }
}

/// The columns for the number of a row and the gap behind it.
const NUMBER: u16 = 4;

/// The columns of an entry with a loss.
const LOSS: u16 = 9;

impl MovesView<'_> {
    /// Returns the height of the whole list.
    pub(crate) fn rows(&self) -> u16 {
        text::rows(&self.lines())
    }

    /// Returns the rows: each pair of moves, then the branches from it.
    fn lines(&self) -> Vec<SheetLine> {
        let mut branches = self.branches.iter().map(|branch| branch.item).enumerate();
        let mut branches = branches.by_ref().peekable();
        let mut lines = Vec::new();
        for row in rows(self.items) {
            lines.push(SheetLine::Moves(row));
            let last = row.into_iter().flatten().max();
            while let Some((branch, _)) = branches.next_if(|&(_, item)| Some(item) <= last) {
                lines.push(SheetLine::Branch(branch));
            }
        }
        lines
    }

    /// Returns the columns left of the entries in a list of this width.
    const fn indent(&self, columns: u16) -> u16 {
        if matches!(self.notes, Notes::Losses) && columns < NUMBER - 1 + 2 * LOSS {
            NUMBER - 2
        } else {
            NUMBER - 1
        }
    }

    /// Returns the width of an entry with its note, in a list of this width.
    fn entry(&self, columns: u16) -> u16 {
        match self.notes {
            Notes::None => (columns.saturating_sub(NUMBER - 1) / 2).clamp(4, 7),
            Notes::Times => 10,
            Notes::Losses => {
                (columns.saturating_sub(self.indent(columns)) / 2).clamp(LOSS, 2 * LOSS)
            }
        }
    }

    /// Returns the first row shown, without scrolling.
    fn first(&self, rows: &[SheetLine], room: usize) -> usize {
        let has_focus = |line: &SheetLine| match line {
            SheetLine::Moves(row) => row.contains(&Some(self.focus)),
            SheetLine::Branch(_) => false,
        };
        let focus = rows.iter().position(has_focus);
        let focus = focus.unwrap_or(rows.len().saturating_sub(1));
        let first = if self.notes == Notes::Losses {
            focus.saturating_sub(room / 2)
        } else {
            (focus + 1).saturating_sub(room)
        };
        first.min(rows.len().saturating_sub(room))
    }

    /// Returns how many rows are above the first one shown without scrolling, in an area of this height.
    pub(crate) fn rows_above(&self, height: u16) -> usize {
        self.first(&self.lines(), usize::from(height))
    }

    /// Draws the list. Returns the area of each item, by its index; the indices of the branches follow.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, usize)> {
        let lines = self.lines();
        let last = self.first(&lines, usize::from(area.height));
        let first = last.saturating_sub(self.scroll);
        let mut places = Vec::new();
        for (place, line) in area.rows().zip(lines.iter().skip(first)) {
            match line {
                SheetLine::Moves(row) => self.draw_row(*row, place, &mut places, buf),
                SheetLine::Branch(index) => {
                    let branch = &self.branches[*index];
                    let indent = [4, 6, 8, 10][branch.depth.clamp(1, 4) - 1];
                    let place = right_of(place, indent);
                    let shown = text::cut_with_dots(&branch.text, place.width.into());
                    buf.put_stringn(
                        place.x,
                        place.y,
                        shown,
                        place.width.into(),
                        self.look.style(branch.role),
                    );
                    places.push((place, self.items.len() + index));
                }
            }
        }
        places
    }

    /// Draws a pair of moves with its number, and adds their areas.
    fn draw_row(
        &self,
        row: MoveRow,
        line: Rect,
        places: &mut Vec<(Rect, usize)>,
        buf: &mut Buffer,
    ) {
        let mut numbers = row.iter().flatten();
        if let Some(number) = numbers.find_map(|&item| self.items[item].number) {
            let style = self.look.style(Role::Muted);
            let number = format!("{number:>2}");
            buf.put_stringn(line.x, line.y, number, line.width.into(), style);
        }
        let entry = self.entry(line.width);
        let mut rest = Slices(right_of(line, self.indent(line.width)));
        for (column, item) in row.iter().enumerate() {
            // Nothing follows the last entry.
            let is_last = row[column + 1..].iter().all(Option::is_none);
            let width = item
                .filter(|_| is_last)
                .map_or(entry, |item| entry.max(columns(&self.items[item].text) + 2));
            let place = Slices(rest.0).left(width);
            rest.left(entry);
            if let Some(item) = item.filter(|_| place.width > 0) {
                self.draw_item(&self.items[item], place, buf);
                places.push((place, item));
            }
        }
    }

    fn draw_item(&self, item: &MoveItem, place: Rect, buf: &mut Buffer) {
        let room = usize::from(place.width);
        let text = fit(&item.text, room.saturating_sub(1), self.look);
        let (text, style) = (format!(" {text} "), self.look.style(item.role));
        buf.put_stringn(place.x, place.y, text, room, style);
        if let Some((note, style)) = &item.note
            && self.notes != Notes::None
        {
            let shown = note.trim_start();
            let at = right_of(place, 4 + columns(note) - columns(shown));
            buf.put_stringn(at.x, at.y, shown, at.width.into(), *style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorDepth;
    use reversi_board::BuiltInTheme;

    #[test]
    fn a_list_too_narrow_for_the_times_shows_none_of_them() {
        let item = MoveItem {
            number: Some(1),
            color: Color::Black,
            text: "f5".to_owned(),
            role: Role::Text,
            note: Some((" 12s".to_owned(), Style::new())),
        };
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, true);
        for width in 1..40 {
            let view = MovesView {
                items: std::slice::from_ref(&item),
                branches: &[],
                focus: 0,
                scroll: 0,
                notes: Notes::times(width),
                look: &look,
            };
            let area = Rect::new(0, 0, width, 1);
            let mut buf = Buffer::empty(area);
            view.draw(area, &mut buf);
            let text: String = buf
                .content()
                .iter()
                .map(ratatui::buffer::Cell::symbol)
                .collect();
            assert_eq!(text.contains("12s"), width >= 23, "{width}: {text:?}");
            assert_eq!(text.contains('2'), width >= 23, "{width}: {text:?}");
        }
    }

    #[test]
    fn branches_further_away_than_the_height_are_not_seen() {
        let look = ActiveTheme::new(BuiltInTheme::Monochrome, ColorDepth::None, true);
        let item = |index: usize| MoveItem {
            number: Some(index + 1),
            // A pass in between: one side moves twice.
            color: if index < 5 || index.is_multiple_of(2) {
                Color::Black
            } else {
                Color::White
            },
            text: format!("m{index}"),
            role: Role::Text,
            note: None,
        };
        let items: Vec<MoveItem> = (0..12).map(item).collect();
        let branch = |index: usize| SheetBranch {
            item: index / 9 * 2,
            depth: 1 + index % 4,
            text: format!("branch {index}"),
            role: Role::Muted,
        };
        let all: Vec<SheetBranch> = (0..50).map(branch).collect();
        let area = |height| Rect::new(0, 0, 30, height);
        let drawn = |branches: &[SheetBranch], focus, height| {
            let (items, mut buf) = (items.as_slice(), Buffer::empty(area(height)));
            let (scroll, notes) = (0, Notes::Losses);
            let view = MovesView {
                items,
                branches,
                focus,
                scroll,
                notes,
                look: &look,
            };
            view.draw(area(height), &mut buf);
            buf
        };
        for (focus, height) in (0..14).flat_map(|focus| (1..30).map(move |height| (focus, height)))
        {
            let start = row_start(&items, focus);
            let (above, below) = all.split_at(all.partition_point(|branch| branch.item < start));
            let near = usize::from(height);
            let above = &above[above.len().saturating_sub(near)..];
            let below = &below[..below.len().min(near)];
            let near = [above, below].concat();
            assert_eq!(
                drawn(&near, focus, height),
                drawn(&all, focus, height),
                "{focus} {height}"
            );
        }
    }

    #[test]
    fn a_pass_keeps_each_side_in_its_own_column() {
        let item = |color, text: &str| MoveItem {
            number: None,
            color,
            text: text.to_owned(),
            role: Role::Text,
            note: None,
        };
        let items = [
            item(Color::White, "d3"),
            item(Color::Black, "--"),
            item(Color::White, "c3"),
            item(Color::Black, "f5"),
        ];
        let rows: Vec<[&str; 2]> = rows(&items)
            .iter()
            .map(|row| row.map(|item| item.map_or("", |item| items[item].text.as_str())))
            .collect();
        assert_eq!(rows, [["", "d3"], ["--", "c3"], ["f5", ""]]);
    }
}
