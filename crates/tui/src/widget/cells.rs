//! An array of cells: its walls, what its squares hold, and the walk that is marked on it.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::clear;
use crate::text::columns;
use crate::theme::{ActiveTheme, Role};
use reversi::{Color, Square};
use reversi_board::parts::Tile;
use reversi_lessons::{CellGrid, CellMark, GridCell, GridFocus};

/// The cells of a row up to the walls on both sides of the squares.
const INNER: u16 = 10;

/// The width of each wall beyond them.
const EXTRA: u16 = 2;

/// The area of an array on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellsPlace {
    /// The whole array.
    pub(crate) area: Rect,
    /// The height of a cell in rows; its width is twice that in columns.
    pub(crate) height: u16,
}

impl CellsPlace {
    /// Returns the size of an array with `cells` in a row. Only the walls next to the squares are as wide as them.
    pub(crate) fn size(height: u16, cells: usize) -> (u16, u16) {
        let extra = u16::try_from(cells).unwrap_or(INNER).saturating_sub(INNER);
        (INNER * 2 * height + EXTRA * extra, 10 * height)
    }

    /// Returns the area of a cell. Walls for which there is no room have none.
    pub(crate) fn rect(&self, grid: CellGrid, index: usize) -> Rect {
        let cells = grid.rows.cells();
        let [row, column] =
            [index / cells, index % cells].map(|place| u16::try_from(place).unwrap_or(0));
        let width = 2 * self.height;
        let (x, width) = match column.checked_sub(INNER) {
            None => (column * width, width),
            Some(extra) => (INNER * width + extra * EXTRA, EXTRA),
        };
        let cell = Rect::new(
            self.area.x + x,
            self.area.y + row * self.height,
            width,
            self.height,
        );
        cell.intersection(self.area)
    }

    /// Returns the areas of the squares.
    pub(crate) fn squares(self, grid: CellGrid) -> impl Iterator<Item = (Rect, Square)> {
        Square::all().map(move |square| (self.rect(grid, grid.rows.index_of(square)), square))
    }
}

/// An array to draw.
#[derive(Debug)]
pub(crate) struct CellsView<'a> {
    pub(crate) grid: CellGrid,
    pub(crate) place: CellsPlace,
    /// The side whose discs are 1.
    pub(crate) side: Color,
    /// The square under the cursor.
    pub(crate) cursor: Option<Square>,
    pub(crate) look: &'a ActiveTheme,
}

impl Widget for &CellsView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        for cell in self.grid.cells().concat() {
            let rect = self.place.rect(self.grid, cell.index).intersection(area);
            if !rect.is_empty() {
                self.draw_cell(cell, rect, buf);
            }
        }
    }
}

impl CellsView<'_> {
    /// Returns the colour of the disc in a cell.
    fn disc(&self, cell: GridCell) -> Option<Color> {
        match cell.content {
            1 => Some(self.side),
            -1 => Some(self.side.opposite()),
            _ => None,
        }
    }

    fn draw_cell(&self, cell: GridCell, rect: Rect, buf: &mut Buffer) {
        let look = self.look;
        let is_marked = cell.mark.is_some() || cell.square.is_some() && cell.square == self.cursor;
        let small = self.ground(cell, is_marked, rect.height);
        clear(rect, small, buf);
        let mut style = match (self.disc(cell), look.palette()) {
            // There is no other place for the mark.
            (Some(color), Some(colors)) if is_marked && rect.height == 1 => {
                small.fg(look.tint(colors.discs[color].face))
            }
            (Some(color), Some(colors)) => look.ink_on(colors.discs[color].face),
            _ => small,
        };
        if look.palette().is_none() && is_marked {
            style = style.add_modifier(Modifier::REVERSED);
        }
        // A disc is a field of its colour below the index, with ground between it and the next one.
        let x = rect.x + rect.width.saturating_sub(2) / 2;
        let middle = rect.y
            + match rect.height {
                2 => 1,
                height => (height - 1) / 2,
            };
        if self.disc(cell).is_some() && rect.height > 1 {
            let rows = rect.height.saturating_sub(2).max(1);
            let columns = rect.width.saturating_sub(2).max(3);
            clear(Rect::new(rect.x + 1, rect.y + 1, columns, rows), style, buf);
        }
        let text = format!("{:>2}", cell.text(look.symbol("∞", "#")));
        let style = style.add_modifier(Modifier::BOLD);
        buf.put_stringn(x, middle, text, rect.width.into(), style);
        if rect.height > 1 && rect.width > EXTRA {
            self.draw_small_print(cell, rect, small, buf);
        }
    }

    /// Returns the style of the square or the wall under what a cell of a height holds.
    fn ground(&self, cell: GridCell, is_marked: bool, height: u16) -> Style {
        let look = self.look;
        let Some(square) = cell.square else {
            return look.style(match cell.mark {
                Some(CellMark::Here) => Role::Banner,
                Some(_) => Role::FrameLit,
                None => Role::Frame,
            });
        };
        let tile = Tile {
            lit: is_marked && look.has_colors(),
            ..Tile::of(square)
        };
        let colored = |colors| look.ink_on(tile.ground(height, colors));
        look.palette().map_or_else(Style::new, colored)
    }

    /// Writes the index of a cell into its upper left corner, and the step that leads to it.
    fn draw_small_print(&self, cell: GridCell, rect: Rect, style: Style, buf: &mut Buffer) {
        let index = self.grid.rows.short_index(cell.index);
        let step = cell.step.map(|step| format!("{step:+}"));
        let strong = style.add_modifier(Modifier::BOLD);
        let look = self.look;
        let is_start = matches!(self.grid.focus, GridFocus::From(_));
        let (top, bottom) = match step {
            // There is room for one of them.
            Some(step) if rect.height == 2 && is_start => (step, None),
            Some(step) if rect.height > 2 => (index, Some(step)),
            _ => (index, None),
        };
        let style = match (cell.mark, look.palette()) {
            (Some(_), _) => strong,
            (None, Some(colors)) if cell.square.is_some() => {
                let faint = colors.squares[1].mix(colors.discs.white.face, 0.45);
                style.fg(look.tint(faint))
            }
            (None, _) => style,
        };
        let room = usize::from(rect.width);
        buf.put_stringn(rect.x, rect.y, top, room, style);
        if let Some(step) = bottom {
            let x = rect.right() - columns(&step).min(rect.width);
            buf.put_stringn(x, rect.bottom() - 1, step, room, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::SquareSet;
    use reversi_lessons::RowLength;

    #[test]
    fn no_cell_of_an_array_covers_another_and_every_square_has_room() {
        for rows in [RowLength::Ten, RowLength::Sixteen] {
            let grid = CellGrid {
                own: 0,
                opponent: 0,
                rows,
                focus: GridFocus::Squares(SquareSet::EMPTY),
            };
            for height in 1..6 {
                let (width, all) = CellsPlace::size(height, rows.cells());
                let place = CellsPlace {
                    area: Rect::new(3, 2, width, all),
                    height,
                };
                let mut taken = 0;
                for cell in grid.cells().concat() {
                    let rect = place.rect(grid, cell.index);
                    assert!(rect.height == height && rect.width >= EXTRA);
                    taken += rect.area();
                }
                assert_eq!(taken, place.area.area());
            }
        }
    }
}
