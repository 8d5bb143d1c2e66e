//! Large digits, in three rows: of half blocks, or of strokes in ASCII.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Slices;
use crate::text::columns;
use crate::theme::{ActiveTheme, ColorDepth};

/// The rows of a digit.
pub(crate) const ROWS: u16 = 3;

/// The columns of two digits.
pub(crate) const TWO: u16 = 11;

/// The digits from 0 to 9 in half blocks.
#[rustfmt::skip] // a table
const BLOCKS: [[&str; 3]; 10] = [
    ["▄█▀█▄", "██ ██", "▀█▄█▀"],
    [" ▄██", "  ██", " ▄██▄"],
    ["▄█▀█▄", "  ▄█▀", "▄██▄▄"],
    ["▄█▀█▄", "  ▀█▄", "▀█▄█▀"],
    ["██ ██", "██▄██", "   ██"],
    ["██▀▀▀", "▀▀▀█▄", "▀█▄█▀"],
    ["▄█▀▀", "██▀█▄", "▀█▄█▀"],
    ["▀▀▀██", "  ██", " ██"],
    ["▄█▀█▄", "▄█▀█▄", "▀█▄█▀"],
    ["▄█▀█▄", "▀█▄██", " ▄▄█▀"],
];

/// The same in ASCII.
#[rustfmt::skip] // a table
const STROKES: [[&str; 3]; 10] = [
    [" _", "| |", "|_|"],
    ["", "  |", "  |"],
    [" _", " _|", "|_"],
    [" _", " _|", " _|"],
    ["", "|_|", "  |"],
    [" _", "|_", " _|"],
    [" _", "|_", "|_|"],
    [" _", "  |", "  |"],
    [" _", "|_|", "|_|"],
    [" _", "|_|", " _|"],
];

/// Draws a number at the right end of an area of three rows.
pub(crate) fn draw(number: u32, area: Rect, style: Style, look: &ActiveTheme, buf: &mut Buffer) {
    let has_blocks = !look.ascii || look.half_blocks;
    // A console shows bold black as grey.
    let (digits, style) = if has_blocks || look.depth == ColorDepth::Basic {
        (if has_blocks { &BLOCKS } else { &STROKES }, style)
    } else {
        (&STROKES, style.add_modifier(Modifier::BOLD))
    };
    let mut rest = Slices(area);
    for digit in number.to_string().bytes().rev() {
        let rows = digits[usize::from(digit - b'0')];
        let width = rows.iter().map(|row| columns(row)).max().unwrap_or(0);
        let place = rest.right(width);
        rest.right(1);
        for (row, line) in rows.iter().zip(place.rows()) {
            buf.put_stringn(line.x, line.y, row, line.width.into(), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_table::store::settings::ThemeName;

    fn text(number: u32, ascii: bool) -> Vec<String> {
        let look = ActiveTheme::new(ThemeName::Classic, ColorDepth::True, ascii);
        let area = Rect::new(0, 0, TWO, ROWS);
        let mut buf = Buffer::empty(area);
        draw(number, area, Style::new(), &look, &mut buf);
        let row = |y| (0..TWO).map(|x| buf[(x, y)].symbol()).collect();
        (0..ROWS).map(row).collect()
    }

    #[test]
    fn digits_stand_apart_and_end_at_the_right() {
        assert_eq!(
            text(47, false),
            ["██ ██ ▀▀▀██", "██▄██   ██ ", "   ██  ██  "]
        );
        assert_eq!(
            text(6, false),
            ["      ▄█▀▀ ", "      ██▀█▄", "      ▀█▄█▀"]
        );
        assert_eq!(
            text(20, true),
            ["     _   _ ", "     _| | |", "    |_  |_|"]
        );
    }

    #[test]
    fn no_two_digits_look_alike() {
        for digits in [BLOCKS, STROKES] {
            for (index, digit) in digits.iter().enumerate() {
                assert!(!digits[..index].contains(digit), "{index}");
            }
        }
    }
}
