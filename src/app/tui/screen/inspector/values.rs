//! The drawing of values in the inspector: as boards, as small squares, and as digits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Intent;
use super::layout::{BYTE, SPACED_BYTE};
use crate::app::lesson::{Expression, Variable, View, grouped};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Meaning::Own;
use crate::app::tui::screen::Hits;
use crate::app::tui::text::wrap;
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::bits::{Bits, BitsBoard, SmallBits, draw_byte};
use crate::app::tui::widget::board::BoardPlace;
use crate::color::ByColor;
use crate::square::{Rank, Square};

/// A view of the values of a step.
pub(super) struct Painter<'a> {
    pub(super) ui: &'a UiContext,
    pub(super) hits: &'a Hits<Intent>,
    pub(super) look: ActiveTheme,
    pub(super) discs: ByColor<u64>,
    pub(super) cursor: Option<Square>,
}

impl Painter<'_> {
    /// Draws the operands as boards like that of the result, or smaller if there are many.
    pub(super) fn draw_operands(
        &self,
        operands: &[Variable],
        expression: &Expression,
        area: Rect,
        like: BoardPlace,
        buf: &mut Buffer,
    ) {
        let (columns, _) = BoardPlace::size(like.height);
        let gap = 3;
        if operands.is_empty() {
            let place = BoardPlace::at(area.x, like.area.y, like.height);
            let style = self.look.style(Role::Muted);
            buf.set_string(place.area.x, area.y, "the board", style);
            self.draw_board(place, None, buf);
            return;
        }
        if operands.len() <= 2 {
            for (&operand, x) in operands
                .iter()
                .zip((area.x..).step_by(usize::from(columns + gap)))
            {
                let place = BoardPlace::at(x, like.area.y, like.height);
                self.draw_name(operand, Role::Text, place.area, buf);
                self.draw_board(place, Some(operand), buf);
                self.draw_bits_below(operand, place.area, buf);
            }
            let signs = Signs::of(expression, operands.len());
            let middle = like.squares.y + like.squares.height / 2;
            let first = area.x + columns;
            let style = self.look.style(Role::Key);
            buf.set_string(area.x - 2, middle, "=", style);
            buf.set_string(first + 1, middle, signs.between, style);
            buf.set_string(first + 2, middle, signs.after, style);
            return;
        }
        let grid = |height: u16| {
            let (columns, rows) = BoardPlace::size(height);
            let across = (area.width + gap) / (columns + gap);
            let down = (area.height + 1) / (rows + 2);
            (usize::from(across * down) >= operands.len())
                .then_some((height, across, columns, rows))
        };
        let Some((height, across, columns, rows)) = (1..=like.height).rev().find_map(grid) else {
            return;
        };
        for (&operand, index) in operands.iter().zip(0..) {
            let x = area.x + index % across * (columns + gap);
            let y = area.y + index / across * (rows + 2);
            let place = BoardPlace::at(x, y + 1, height);
            self.draw_name(operand, Role::Text, place.area, buf);
            self.draw_board(place, Some(operand), buf);
        }
    }

    pub(super) fn draw_board(&self, place: BoardPlace, shown: Option<Variable>, buf: &mut Buffer) {
        let board = BitsBoard {
            place,
            shown: shown.map(bits_of),
            discs: self.discs,
            cursor: self.cursor,
            look: &self.look,
            cache: &self.ui.tiles,
        };
        board.render(buf.area, buf);
        for square in Square::all() {
            self.hits
                .add(place.rect(square), Own(Intent::Square(square)));
        }
    }

    /// Draws the name of a value above its board.
    pub(super) fn draw_name(&self, shown: Variable, role: Role, board: Rect, buf: &mut Buffer) {
        let line = Line::from(vec![
            Span::styled(shown.name, self.look.style(role)),
            Span::styled(
                format!("  {}", size_of(shown)),
                self.look.style(Role::Muted),
            ),
        ]);
        Widget::render(line, Rect::new(board.x, board.y - 1, board.width, 1), buf);
    }

    /// Draws a value below its board: in hexadecimal, and in binary by rows.
    pub(super) fn draw_bits_below(&self, shown: Variable, board: Rect, buf: &mut Buffer) {
        let look = &self.look;
        let left = board.x + 3;
        buf.set_string(
            left,
            board.bottom(),
            grouped(shown.value),
            look.style(Role::Key),
        );
        for (rank, y) in Rank::all().zip(board.bottom() + 1..) {
            buf.set_string(left, y, rank.to_string(), look.style(Role::Muted));
            let area = Rect::new(left + 3, y, SPACED_BYTE, 1);
            draw_byte(shown.value, rank, area, look, buf);
        }
    }
}

fn bits_of(shown: Variable) -> Bits {
    match shown.view {
        View::Squares => Bits::Squares(shown.value),
        View::Fields(width) => Bits::Fields(shown.value, width.clamp(1, 8)),
        View::Number => Bits::Number(shown.value),
    }
}

/// Returns the operators between operands shown side by side, if the expression is simple enough.
#[derive(Default)]
struct Signs {
    between: &'static str,
    /// After a single operand.
    after: String,
}

impl Signs {
    fn of(expression: &Expression, operands: usize) -> Self {
        let (sign, parts) = match expression {
            Expression::Infix(sign, parts) => (*sign, &parts[..]),
            Expression::Method("wrapping_add", parts) => ("+", &parts[..]),
            Expression::Method("wrapping_mul", parts) => ("*", &parts[..]),
            Expression::Method(_, parts) => ("", &parts[..]),
            _ => return Self::default(),
        };
        match parts {
            [Expression::Variable(_), Expression::Variable(_)] if operands == 2 => Self {
                between: sign,
                ..Self::default()
            },
            // The rest of the text: ` << 8`, `.count_ones()`.
            [Expression::Variable(only), ..] if operands == 1 => Self {
                after: expression.to_string()[only.name.len()..].trim().to_owned(),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}

/// Returns a short description of a value.
pub(super) fn size_of(shown: Variable) -> String {
    match shown.view {
        View::Squares => match shown.value.count_ones() {
            0 => "no bits".to_owned(),
            1 => "1 bit".to_owned(),
            count => format!("{count} bits"),
        },
        View::Fields(bits) => format!("{bits}-bit numbers"),
        View::Number => format!("= {}", shown.value),
    }
}

/// Draws the bits of the result beside its board, each rank's at its first row.
pub(super) fn draw_bytes(
    value: u64,
    area: Rect,
    board: BoardPlace,
    look: &ActiveTheme,
    buf: &mut Buffer,
) {
    let muted = look.style(Role::Muted);
    if area.width >= BYTE {
        buf.set_string(area.x, area.y, "abcdefgh", muted);
    }
    for rank in Rank::all() {
        let y = board.rect(Square::at(Square::A1.file(), rank)).y + (board.height - 1) / 2;
        draw_byte(value, rank, Rect::new(area.x, y, area.width, 1), look, buf);
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
    area: Rect,
    brush: &Painter,
    buf: &mut Buffer,
) {
    let look = &brush.look;
    let gap = 2;
    let fits = |spaced: bool| {
        let columns = SmallBits::columns(spaced);
        usize::from((area.width + gap) / (columns + gap))
    };
    let spaced = operands.len() <= fits(true);
    let shown = chosen(operands, fits(spaced));
    let columns = SmallBits::columns(spaced);
    for (&operand, index) in shown.iter().zip(0..) {
        let x = area.x + index * (columns + gap);
        let room = usize::from(columns);
        let mut name = operand.name.to_owned();
        if name.len() > room {
            name.truncate(room - 1);
            name.push(if look.is_ascii() { '~' } else { '…' });
        }
        buf.set_stringn(x, area.y, name, room, look.style(Role::Text));
        let bits = SmallBits {
            shown: bits_of(operand),
            spaced,
            look,
        };
        bits.render(Rect::new(x, area.y + 1, columns, 8), buf);
    }
    if operands.is_empty() {
        let text = "no operands: an initial value";
        let lines = wrap(text, usize::from(area.width));
        for (line, y) in lines.iter().zip(area.y..) {
            buf.set_string(area.x, y, line, look.style(Role::Muted));
        }
    }
}

/// Draws as many operands as fit, at the ranks of a board with squares of one row.
pub(super) fn draw_small(
    operands: &[Variable],
    area: Rect,
    board: BoardPlace,
    brush: &Painter,
    buf: &mut Buffer,
) {
    let (_, rows) = BoardPlace::size(1);
    if area.width < 8 || area.height < rows {
        return;
    }
    let top = if board.height == 1 {
        area.y
    } else {
        board.squares.y
    };
    draw_small_named(
        operands,
        Rect::new(area.x, top, area.width, rows),
        brush,
        buf,
    );
}
