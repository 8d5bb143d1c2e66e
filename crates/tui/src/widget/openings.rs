//! The table of the moves of a position: how often each was played, and how well that went.

use crate::widget::{PutText as _, fit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Slices, right_of};
use crate::text::{columns, width};
use crate::theme::{ActiveTheme, Role};
use reversi::Square;
use reversi::search::Certainty;
use reversi_study::openings::table::{OpeningMove, OpeningTable};
use reversi_table::phrase::{opening_name, signed};
use reversi_text::label;
use reversi_wording::score::score_cell;

/// The shortest useful part of a name.
const SHORTEST_NAME: usize = 9;

/// The first column, and the last one.
const MOVE: usize = 0;
const NAME: usize = 7;

/// A column of the table.
struct Column {
    head: &'static str,
    cells: Vec<String>,
    /// The place among the columns when they are drawn; the first ones in the list are the most important.
    place: usize,
}

impl Column {
    const fn is_name(&self) -> bool {
        self.place == NAME
    }

    /// Returns the smallest width. Only names can be cut.
    fn least(&self) -> usize {
        let cells = self.cells.iter().map(|cell| width(cell));
        let full = cells.chain([width(self.head)]).max().unwrap_or(0);
        if self.is_name() {
            full.min(SHORTEST_NAME)
        } else {
            full
        }
    }
}

/// A table to draw.
pub(crate) struct OpeningsView<'a> {
    pub(crate) table: &'a OpeningTable,
    /// Whether openings have their Japanese names, too.
    pub(crate) japanese: bool,
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
            Some(score_cell(found.certainty, found.score).into())
        };
        let depth = |known: &OpeningMove| {
            let found = known.evaluation.as_ref()?;
            Some(match found.certainty {
                Certainty::Exact | Certainty::WinLossDraw | Certainty::Selective(_) => {
                    label!("end"; "the depth of a search to the end")
                        .text()
                        .to_owned()
                }
                _ => found.depth.to_string(),
            })
        };
        let name = |known: &OpeningMove| {
            known
                .opening
                .map(|opening| opening_name(opening, self.japanese).into())
        };
        let columns = [
            column(MOVE, "", &|known| Some(move_name(known))),
            column(1, label!("games"; "a column of openings").text(), &games),
            column(2, label!("won"; "a column of openings").text(), &wins),
            column(
                5,
                label!("eval"; "a column of openings").text(),
                &evaluation,
            ),
            column(
                3,
                label!("score"; "a column of openings").text(),
                &|known| known.counts.mean_score().map(|discs| signed(discs, 1)),
            ),
            column(NAME, "", &name),
            column(
                4,
                label!("theory"; "a column of openings").text(),
                &|known| known.counts.mean_theory().map(|discs| signed(discs, 1)),
            ),
            column(6, label!("depth"; "a column of openings").text(), &depth),
        ];
        columns.into_iter().flatten().collect()
    }

    /// Draws as many rows and columns as fit. Returns the place of each move.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Vec<(Rect, Square)> {
        let all = self.columns();
        let room = usize::from(area.width);
        let wide: usize = all.iter().map(|column| column.least() + 2).sum();
        let gap = if wide <= room + 2 { 2 } else { 1 };
        let mut free = room + gap;
        let mut shown = Vec::new();
        for column in all {
            if let Some(rest) = free.checked_sub(column.least() + gap) {
                free = rest;
                shown.push(column);
            }
        }
        shown.sort_by_key(|column| column.place);
        let mut rest = Slices(area);
        for column in &shown {
            let extra = if column.is_name() { free } else { 0 };
            let width = column.least() + extra;
            self.draw_column(column, rest.left(screen_length(width)), buf);
            rest.left(screen_length(gap));
        }
        let moves = self.table.moves.iter().map(|known| known.squares[0]);
        area.rows().skip(1).zip(moves).collect()
    }

    fn draw_column(&self, column: &Column, area: Rect, buf: &mut Buffer) {
        let cells = column.cells.iter().map(String::as_str);
        let lines = std::iter::once(column.head).chain(cells);
        for (line, (row, text)) in area.rows().zip(lines).enumerate() {
            let role = match column.place {
                MOVE if line > 0 => Role::Strong,
                1..NAME if line > 0 => Role::Text,
                _ => Role::Muted,
            };
            let text = &*fit(text, usize::from(area.width), self.look);
            let indent = if matches!(column.place, MOVE | NAME) {
                0
            } else {
                area.width.saturating_sub(columns(text))
            };
            let at = right_of(row, indent);
            buf.put_stringn(
                at.x,
                at.y,
                text,
                usize::from(at.width),
                self.look.style(role),
            );
        }
    }
}

fn screen_length(columns: usize) -> u16 {
    u16::try_from(columns).unwrap_or(u16::MAX)
}

/// Returns the name of a move, and how many are symmetric to it: `f4`, `c4 +3`.
fn move_name(known: &OpeningMove) -> String {
    let name = known.squares[0].to_string();
    match known.squares.len() - 1 {
        0 => name,
        others => format!("{name} +{others}"),
    }
}
