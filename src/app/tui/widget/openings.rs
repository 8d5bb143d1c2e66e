//! The table of the moves of a position: how often each was played, and how well that went.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::openings::table::{OpeningMove, OpeningTable};
use crate::app::tui::text::{clip, columns, width};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::wording::openings::mean;
use crate::app::wording::score_cell;
use crate::square::Square;

/// The space between two columns.
const GAP: usize = 1;

/// The shortest useful part of a name.
const SHORTEST_NAME: usize = 9;

/// A column of the table.
struct Column {
    head: &'static str,
    cells: Vec<String>,
    /// The place among the columns when they are drawn; the first ones in the list are the most important.
    place: usize,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| width(cell));
        cells.chain([self.head.len()]).max().unwrap_or(0)
    }
}

/// A table to draw.
pub(crate) struct OpeningsView<'a> {
    pub(crate) table: &'a OpeningTable,
    pub(crate) look: &'a ActiveTheme,
}

impl OpeningsView<'_> {
    /// Returns the columns, the most important ones first. What is known of no move has none.
    fn columns(&self) -> Vec<Column> {
        let table = self.table;
        let column = |place, head, cell: &dyn Fn(&OpeningMove) -> Option<String>| {
            let cells = table
                .moves
                .iter()
                .map(|known| cell(known).unwrap_or_default());
            let cells: Vec<String> = cells.collect();
            let is_known = cells.iter().any(|cell| !cell.is_empty());
            is_known.then_some(Column { head, cells, place })
        };
        let games = |known: &OpeningMove| table.games.map(|_| known.counts.games.to_string());
        let wins = |known: &OpeningMove| {
            let [wins, ..] = known.counts.percents()?;
            Some(format!("{wins:.0}%"))
        };
        let evaluation = |known: &OpeningMove| {
            let found = known.evaluation.as_ref()?;
            Some(score_cell(found.certainty, found.score))
        };
        let name = |known: &OpeningMove| known.opening.map(|opening| opening.english.to_owned());
        let columns = [
            column(0, "", &|known| Some(move_name(known))),
            column(1, "games", &games),
            column(2, "won", &wins),
            column(5, "eval", &evaluation),
            column(3, "score", &|known| known.counts.mean_score().map(mean)),
            column(6, "", &name),
            column(4, "theory", &|known| known.counts.mean_theory().map(mean)),
        ];
        columns.into_iter().flatten().collect()
    }

    /// Draws as many rows and columns as fit. Returns the place of each move.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, Square)> {
        let mut free = usize::from(area.width) + GAP;
        let mut shown = Vec::new();
        for column in self.columns() {
            let full = column.width();
            // Only names, which have no heading, can be cut.
            let least = if column.place == 6 {
                full.min(SHORTEST_NAME)
            } else {
                full
            };
            if free >= least + GAP {
                free -= least + GAP;
                shown.push((column, least));
            }
        }
        shown.sort_by_key(|(column, _)| column.place);
        let mut x = area.x;
        for (column, least) in &shown {
            let is_text = matches!(column.place, 0 | 6);
            let room = if column.place == 6 {
                least + free
            } else {
                *least
            };
            let lines = std::iter::once(column.head).chain(column.cells.iter().map(String::as_str));
            for (line, (row, text)) in area.rows().zip(lines).enumerate() {
                let role = match (line, column.place) {
                    (0, _) | (_, 6) => Role::Muted,
                    (_, 0) => Role::Strong,
                    _ => Role::Text,
                };
                let text = clip(text, room);
                let indent = if is_text { 0 } else { room - width(text) };
                let at = x + columns(&" ".repeat(indent));
                buf.set_stringn(at, row.y, text, room, self.look.style(role));
            }
            x += columns(&" ".repeat(room + GAP));
        }
        let moves = self.table.moves.iter().map(|known| known.squares[0]);
        area.rows().skip(1).zip(moves).collect()
    }
}

/// Returns the name of a move, and how many are symmetric to it: `f4`, `c4 +3`.
fn move_name(known: &OpeningMove) -> String {
    let name = known.squares[0].to_string();
    match known.squares.len() - 1 {
        0 => name,
        others => format!("{name} +{others}"),
    }
}
