//! The inspector on an array: the cells with the walk, and everything else in a panel beside them.

use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::{InspectorScreen, Intent};
use crate::layout::{Frame, Slices, centered, right_of};
use crate::screen::{Canvas, Screen as _};
use crate::text::{columns, rows};
use crate::theme::Role;
use crate::widget::cells::{CellsPlace, CellsView};
use reversi_lessons::{CellGrid, GridFocus, RowLength};

/// The columns between the array and the panel.
const GAP: u16 = 2;

/// The minimum width of the panel beside cells of one row, and of more rows.
const PANEL: [u16; 2] = [16, 24];

/// The largest useful width of the panel.
const WIDEST: u16 = 60;

/// The width of a step in the list of all eight.
const STEP: u16 = 5;

/// The areas of the array and of the panel.
#[derive(Clone, Copy, Debug)]
struct ArrayLayout {
    place: CellsPlace,
    /// Empty if there is no room.
    panel: Rect,
}

impl ArrayLayout {
    /// Lays out the largest cells that leave a panel, or small ones without one.
    fn of(body: Rect, rows: RowLength) -> Self {
        let fits = |&height: &u16| {
            let (width, all) = CellsPlace::size(height, rows.cells());
            let panel = PANEL[usize::from(height > 1)];
            width + GAP + panel <= body.width && all <= body.height
        };
        let height = (1..=20).rev().find(fits);
        let (width, all) = CellsPlace::size(height.unwrap_or(1), rows.cells());
        let panel = match height {
            Some(_) => (body.width - width - GAP).min(WIDEST),
            None => 0,
        };
        let mut rest = Slices(centered(body, width + GAP + panel));
        rest.top(body.height.saturating_sub(all) / 2);
        let array = rest.0;
        let panel = right_of(array, width + GAP);
        Self {
            place: CellsPlace {
                area: Slices(Slices(array).left(width)).top(all),
                height: height.unwrap_or(1),
            },
            panel: Rect {
                // As long as the text needs, from the upper edge of the array.
                height: if panel.width == 0 { 0 } else { array.height },
                ..panel
            },
        }
    }
}

impl InspectorScreen {
    /// Returns whether an area has no room for both an array and the whole text.
    pub(super) fn cuts_text_of_array(&self, grid: CellGrid, area: Rect) -> bool {
        let ArrayLayout { place, panel } = ArrayLayout::of(Frame::of(area).body, grid.rows);
        let needed = rows(&self.sentences(panel.width.max(1)));
        let others = if place.height == 1 { 2 } else { 3 };
        panel.width == 0 || needed > panel.height.saturating_sub(others)
    }

    /// Draws a step of a lesson about an array.
    pub(super) fn draw_array(&self, grid: CellGrid, area: Rect, canvas: &mut Canvas<Intent>) {
        let frame = Frame::of(area);
        let layout = ArrayLayout::of(frame.body, grid.rows);
        let is_small = layout.place.height == 1;
        let footer = self.hints(canvas.context);
        canvas.footer(frame.footer, true, footer);
        if is_small {
            self.draw_short_header(frame.header, canvas);
        } else {
            self.draw_topics(frame.header, canvas);
        }
        if self.is_cut && self.reads {
            self.draw_text(frame.body, true, canvas);
            return;
        }
        let view = CellsView {
            grid,
            place: layout.place,
            side: self.lessons.side_to_move(),
            cursor: self.pane.square(),
            look: &canvas.look,
        };
        view.render(area, canvas.buf);
        canvas.hits.add_squares(layout.place.squares(grid));
        if layout.panel.width > 0 {
            self.draw_array_panel(grid, layout.panel, is_small, canvas);
        }
    }

    fn draw_array_panel(
        &self,
        grid: CellGrid,
        panel: Rect,
        is_small: bool,
        canvas: &mut Canvas<Intent>,
    ) {
        let mut rest = Slices(panel);
        if !is_small {
            self.draw_place(&mut rest, canvas);
            rest.top(1);
        }
        let text = rows(&self.sentences(panel.width));
        self.draw_text(rest.top(text), false, canvas);
        let step = self.walk.step();
        let values = [step.result].into_iter().chain(step.expression.variables());
        rest.top(1);
        for (number, value) in values.enumerate() {
            let (what, role) = match number {
                0 => ("", Role::Strong),
                _ => ("read ", Role::Text),
            };
            let text = format!("{what}{} = {}", value.name, value.amount());
            // A list is its own expression.
            if columns(&text) <= panel.width && text != step.to_string() {
                canvas.text(rest.top(1), text, role);
            }
        }
        if rest.0.height > 4 && panel.width >= 3 * STEP {
            rest.top(1);
            draw_steps_around(grid, rest.top(3), canvas);
        }
        rest.top(1);
        if self.draw_function(rest.0, canvas) {
            return;
        }
        if rest.0.height > 1 {
            let source = step.source;
            let path = source.path_within(rest.0.width.into());
            canvas.text(rest.top(1), path, Role::Muted);
            let text = format!(":{} in {}", source.line, source.symbol);
            canvas.text(rest.top(1), text, Role::Muted);
        }
    }
}

/// Draws what each of the eight steps adds to an index, around the cell that it leaves.
fn draw_steps_around(grid: CellGrid, area: Rect, canvas: &mut Canvas<Intent>) {
    let walked = match grid.focus {
        GridFocus::Walk { direction, .. } => 1 << direction,
        GridFocus::From(_) => u8::MAX,
        GridFocus::Flags { flags, .. } => flags,
        GridFocus::Whole | GridFocus::Placed(_) | GridFocus::Squares(_) => 0,
    };
    // The middle is no direction.
    for (place, direction) in [0, 1, 2, 3, 5, 6, 7, 8].into_iter().zip(0..8) {
        let text = format!("{:+}", grid.rows.step(direction));
        let (x, y) = (place % 3 * STEP, place / 3);
        let role = if walked >> direction & 1 == 1 {
            Role::Key
        } else {
            Role::Muted
        };
        let width = usize::from(STEP) - 1;
        let at = Rect::new(area.x + x, area.y + y, STEP, 1);
        canvas.text(at, format!("{text:>width$}"), role);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{SMALLEST, assert_apart};

    #[test]
    fn an_array_fits_every_screen_and_is_beside_its_text_from_forty_columns_on() {
        for rows in [RowLength::Ten, RowLength::Sixteen] {
            for width in SMALLEST.0..200 {
                for height in SMALLEST.1..70 {
                    let area = Rect::new(0, 0, width, height);
                    let body = Frame::of(area).body;
                    let layout = ArrayLayout::of(body, rows);
                    assert_apart(area, &[layout.place.area, layout.panel], &layout);
                    if width >= 40 && rows == RowLength::Ten {
                        assert!(layout.panel.width > 0, "{width}x{height}");
                    }
                }
            }
            let height = |width, height| {
                let body = Frame::of(Rect::new(0, 0, width, height)).body;
                ArrayLayout::of(body, rows).place.height
            };
            assert_eq!(height(80, 24), 2);
            assert_eq!(height(120, 40), 3);
        }
    }
}
