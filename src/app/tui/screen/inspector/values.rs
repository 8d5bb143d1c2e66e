//! The drawing of values in the inspector: as boards, as small squares, and as digits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Intent;
use super::layout::{BYTE, SPACED_BYTE};
use crate::app::lesson::{Expression, TracedBoard, Variable, View, grouped};
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::screen::Canvas;
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::bits::{Bits, BitsBoard, SmallBits, draw_row};
use crate::app::tui::widget::board::{BoardPlace, BoardShape};
use crate::app::wording::plural;
use crate::color::ByColor;
use crate::square::{File, Square};

/// A canvas for the values of a step.
pub(super) struct Values<'a, 'b> {
    pub(super) canvas: &'a mut Canvas<'b, Intent>,
    pub(super) board: &'a TracedBoard,
    pub(super) discs: ByColor<u64>,
    pub(super) cursor: Option<Square>,
}

impl Values<'_, '_> {
    /// Draws the operands as boards like that of the result, or smaller if there are many. Returns the area that
    /// they leave free.
    pub(super) fn draw_operands(
        &mut self,
        operands: &[Variable],
        expression: &Expression,
        area: Rect,
        like: BoardPlace,
    ) -> Rect {
        let (columns, _) = like.shape.size(like.height);
        let gap = 3;
        if operands.is_empty() {
            let place = like.shape.at(area.x, like.area.y, like.height);
            self.canvas.text(area, "the board", Role::Muted);
            self.draw_board(place, None);
            return right_of(area, columns + gap);
        }
        if operands.len() <= 2 {
            for (&operand, x) in operands
                .iter()
                .zip((area.x..).step_by(usize::from(columns + gap)))
            {
                let place = like.shape.at(x, like.area.y, like.height);
                self.draw_named(operand, Role::Text, place);
                self.draw_bits_below(operand, place.area);
            }
            let (between, after) = signs(expression, operands.len());
            let middle = like.squares.y + like.squares.height / 2;
            let first = area.x + columns;
            let style = self.canvas.look.style(Role::Key);
            for (x, sign) in [
                (area.x - 2, "="),
                (first + 1, between),
                (first + 2, &*after),
            ] {
                self.canvas.buf.set_string(x, middle, sign, style);
            }
            if operands.len() == 2 {
                return Rect::ZERO;
            }
            let sign = if after.is_empty() {
                0
            } else {
                width(&after) + 1
            };
            return right_of(area, columns + gap + u16::try_from(sign).unwrap_or(0));
        }
        let grid = |height: u16| {
            let (columns, rows) = like.shape.size(height);
            let across = (area.width + gap) / (columns + gap);
            let down = (area.height + 1) / (rows + 2);
            (usize::from(across * down) >= operands.len())
                .then_some((height, across, columns, rows))
        };
        let Some((height, across, columns, rows)) = (1..=like.height).rev().find_map(grid) else {
            return Rect::ZERO;
        };
        for (&operand, index) in operands.iter().zip(0..) {
            let x = area.x + index % across * (columns + gap);
            let y = area.y + index / across * (rows + 2);
            self.draw_named(operand, Role::Text, like.shape.at(x, y + 1, height));
        }
        let lines = u16::try_from(operands.len()).map_or(0, |count| count.div_ceil(across));
        let mut rest = Slices(area);
        rest.top(lines * (rows + 2));
        rest.0
    }

    pub(super) fn draw_board(&mut self, place: BoardPlace, shown: Option<Variable>) {
        let board = BitsBoard {
            place,
            shown: shown.map(|shown| bits_of(shown, self.board)),
            discs: self.discs,
            cursor: self.cursor,
            look: &self.canvas.look,
            cache: &self.canvas.context.ui.tiles,
        };
        board.render(self.canvas.buf.area, self.canvas.buf);
        self.canvas.hits.add_squares(place.rects());
    }

    /// Draws a value as a board below its name.
    pub(super) fn draw_named(&mut self, shown: Variable, role: Role, place: BoardPlace) {
        let look = &self.canvas.look;
        let name = Rect {
            y: place.area.y - 1,
            ..place.area
        };
        self.canvas.line(name, named(shown, role, look));
        self.draw_board(place, Some(shown));
    }

    /// Draws a value below its board: in hexadecimal, and in binary by rows.
    pub(super) fn draw_bits_below(&mut self, shown: Variable, board: Rect) {
        let Canvas { look, buf, .. } = self.canvas;
        let left = board.x + 3;
        buf.set_string(
            left,
            board.bottom(),
            grouped(shown.value),
            look.style(Role::Key),
        );
        for ((rank, bits), y) in self.board.rows(shown.value).zip(board.bottom() + 1..) {
            buf.set_string(left, y, rank.to_string(), look.style(Role::Muted));
            let area = Rect::new(left + 3, y, SPACED_BYTE, 1);
            draw_row(bits, self.board.size(), area, look, buf);
        }
    }
}

/// Returns the shape of the board of a trace on the screen.
pub(super) fn shape_of(board: &TracedBoard) -> BoardShape {
    let first = board.rows(0).next();
    BoardShape {
        side: u8::try_from(board.size()).unwrap_or(8),
        upward: first.is_some_and(|(rank, _)| rank.index() > 0),
    }
}

/// Returns the name of a value and a short description of it.
pub(super) fn named(shown: Variable, role: Role, look: &ActiveTheme) -> Line<'static> {
    let size = match shown.view {
        View::Squares if shown.value == 0 => "no bits".to_owned(),
        View::Squares => plural(shown.value.count_ones(), "bit"),
        View::Fields(bits) => format!("{bits}-bit numbers"),
        View::Number => format!("= {}", shown.value),
    };
    Line::from(vec![
        Span::styled(shown.name, look.style(role)),
        Span::styled(format!("  {size}"), look.style(Role::Muted)),
    ])
}

fn bits_of(shown: Variable, board: &TracedBoard) -> Bits {
    match shown.view {
        View::Squares => Bits::Squares(board.square_set(shown.value).bits()),
        View::Fields(width) => Bits::Fields(shown.value, width.clamp(1, 8)),
        View::Number => Bits::Number(shown.value),
    }
}

/// Returns the sign between two operands side by side, and what follows a single one, if the expression is
/// simple enough.
fn signs(expression: &Expression, operands: usize) -> (&'static str, String) {
    let (sign, parts) = match expression {
        Expression::Infix(sign, parts) => (*sign, &parts[..]),
        Expression::Method("wrapping_add", parts) => ("+", &parts[..]),
        Expression::Method("wrapping_mul", parts) => ("*", &parts[..]),
        Expression::Method(_, parts) => ("", &parts[..]),
        _ => ("", &[][..]),
    };
    match (operands, parts) {
        (2, [Expression::Variable(_), Expression::Variable(_)]) => (sign, String::new()),
        // The rest of the text: ` << 8`, `.count_ones()`.
        (1, [Expression::Variable(only), ..]) => {
            let text = expression.to_string();
            ("", text[only.name.len()..].trim().to_owned())
        }
        _ => ("", String::new()),
    }
}

/// Draws the bits of the result beside its board, each rank's at its first row.
pub(super) fn draw_rows(
    value: u64,
    board: &TracedBoard,
    (area, place): (Rect, BoardPlace),
    look: &ActiveTheme,
    buf: &mut Buffer,
) {
    let muted = look.style(Role::Muted);
    if area.width >= BYTE {
        let files: String = board.files().map(File::letter).collect();
        buf.set_string(area.x, area.y, files, muted);
    }
    for (rank, bits) in board.rows(value) {
        let y = place.rect(Square::at(Square::A1.file(), rank)).y + (place.height - 1) / 2;
        let row = Rect::new(area.x, y, area.width, 1);
        draw_row(bits, board.size(), row, look, buf);
    }
}

/// Returns as many operands as fit; the discs are left out because the board shows them.
fn chosen(operands: &[Variable], room: usize) -> Vec<Variable> {
    let mut shown = operands.to_vec();
    for name in ["opponent", "own"] {
        if shown.len() > room {
            shown.retain(|operand| operand.name != name);
        }
    }
    shown.truncate(room);
    shown
}

/// Draws the operands as small squares, each below its name.
pub(super) fn draw_small_named(
    operands: &[Variable],
    board: &TracedBoard,
    area: Rect,
    canvas: &mut Canvas<Intent>,
) {
    let gap = 2;
    let shape = shape_of(board);
    let fits = |spaced: bool| {
        let columns = SmallBits::columns(shape, spaced);
        usize::from((area.width + gap) / (columns + gap))
    };
    let spaced = operands.len() <= fits(true);
    let shown = chosen(operands, fits(spaced));
    let columns = SmallBits::columns(shape, spaced);
    for (&operand, index) in shown.iter().zip(0..) {
        let x = area.x + index * (columns + gap);
        let room = usize::from(columns);
        let mut name = operand.name.to_owned();
        if name.len() > room {
            name.truncate(room - 1);
            name += canvas.look.symbol("…", "~");
        }
        canvas.text(Rect::new(x, area.y, columns, 1), name, Role::Text);
        let bits = SmallBits {
            shown: bits_of(operand, board),
            shape,
            spaced,
            look: &canvas.look,
        };
        bits.render(Rect::new(x, area.y + 1, columns, 8), canvas.buf);
    }
    if operands.is_empty() {
        let lines = wrap("no operands: an initial value", usize::from(area.width));
        canvas.lines(area, lines, Role::Muted);
    }
}

/// Draws as many operands as fit, at the ranks of a board with squares of one row.
pub(super) fn draw_small(
    operands: &[Variable],
    board: &TracedBoard,
    (area, place): (Rect, BoardPlace),
    canvas: &mut Canvas<Intent>,
) {
    let (_, height) = place.shape.size(1);
    if area.width < place.shape.side.into() || area.height < height {
        return;
    }
    let y = if place.height == 1 {
        area.y
    } else {
        place.squares.y
    };
    draw_small_named(operands, board, Rect { y, height, ..area }, canvas);
}
