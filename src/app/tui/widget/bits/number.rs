//! Owns one number in digits as large as the squares of a board allow.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{bright, centered, ground};
use crate::app::tui::theme::ActiveTheme;

/// The ten digits, five rows of three points each.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b011, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// Draws a number in the middle of an area that becomes one plain ground.
pub(super) fn draw(number: u64, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let style = ground(false, look);
    for at in area.positions() {
        if let Some(cell) = buf.cell_mut(at) {
            cell.set_symbol(" ").set_style(style);
        }
    }
    let style = style.patch(bright(look));
    let text = number.to_string();
    let digits: Vec<usize> = text
        .bytes()
        .map(|digit| usize::from(digit - b'0'))
        .collect();
    // A point is twice as many columns wide as it is rows high, and so looks square.
    let points = u16::try_from(4 * digits.len() - 1).unwrap_or(u16::MAX);
    let scale = (area.height / 2 / 5).min(area.width / points.saturating_mul(2));
    if scale == 0 {
        centered(&text, area.y + (area.height - 1) / 2, area, style, buf);
        return;
    }
    let left = area.x + (area.width - points * 2 * scale) / 2;
    let top = area.y + (area.height - 5 * scale) / 2;
    for (place, digit) in (0..).zip(digits) {
        let corner = (left + place * 8 * scale, top);
        draw_digit(DIGITS[digit], corner, scale, style, look, buf);
    }
}

fn draw_digit(
    rows: [u8; 5],
    (left, top): (u16, u16),
    scale: u16,
    style: Style,
    look: &ActiveTheme,
    buf: &mut Buffer,
) {
    let symbol = if look.is_ascii() { "#" } else { "█" };
    for (row, points) in (0..).zip(rows) {
        for column in 0..3 {
            if points >> (2 - column) & 1 == 0 {
                continue;
            }
            let point = Rect::new(
                left + column * 2 * scale,
                top + row * scale,
                2 * scale,
                scale,
            );
            for at in point.positions() {
                if let Some(cell) = buf.cell_mut(at) {
                    cell.set_symbol(symbol).set_style(style);
                }
            }
        }
    }
}
