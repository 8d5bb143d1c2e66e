//! Large digits: of half blocks in three rows, or of letters in five.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::Slices;
use crate::text::columns;
use crate::theme::ActiveTheme;

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
const LETTERS: [[&str; 5]; 10] = [
    ["#####", "## ##", "## ##", "## ##", "#####"],
    [" ###", "  ##", "  ##", "  ##", "#####"],
    ["#####", "   ##", "#####", "##", "#####"],
    ["#####", "   ##", " ####", "   ##", "#####"],
    ["## ##", "## ##", "#####", "   ##", "   ##"],
    ["#####", "##", "#####", "   ##", "#####"],
    ["#####", "##", "#####", "## ##", "#####"],
    ["#####", "   ##", "  ##", "  ##", "  ##"],
    ["#####", "## ##", "#####", "## ##", "#####"],
    ["#####", "## ##", "#####", "   ##", "#####"],
];

/// Returns the rows of a digit from 0 to 9.
fn lines(digit: usize, look: &ActiveTheme) -> &'static [&'static str] {
    if look.ascii && !look.half_blocks {
        &LETTERS[digit]
    } else {
        &BLOCKS[digit]
    }
}

/// Returns the number of rows of a digit.
pub(crate) fn rows(look: &ActiveTheme) -> u16 {
    crate::text::rows(lines(0, look))
}

/// Draws a number at the right end of an area with the rows of a digit.
pub(crate) fn draw(number: u32, area: Rect, style: Style, look: &ActiveTheme, buf: &mut Buffer) {
    let mut rest = Slices(area);
    for digit in number.to_string().bytes().rev() {
        let lines = lines(usize::from(digit - b'0'), look);
        let width = lines.iter().map(|line| columns(line)).max().unwrap_or(0);
        let place = rest.right(width);
        rest.right(1);
        for (text, line) in lines.iter().zip(place.rows()) {
            buf.put_stringn(line.x, line.y, text, line.width.into(), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ColorDepth;
    use reversi_board::BuiltInTheme;

    fn text(number: u32, ascii: bool) -> Vec<String> {
        let look = ActiveTheme::new(BuiltInTheme::Classic, ColorDepth::True, ascii);
        let area = Rect::new(0, 0, TWO, rows(&look));
        let mut buf = Buffer::empty(area);
        draw(number, area, Style::new(), &look, &mut buf);
        let row = |y| (0..TWO).map(|x| buf[(x, y)].symbol()).collect();
        (0..area.height).map(row).collect()
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
            [
                "##### #####",
                "   ## ## ##",
                "##### ## ##",
                "##    ## ##",
                "##### #####"
            ]
        );
    }

    #[test]
    fn no_two_digits_look_alike() {
        for ascii in [false, true] {
            let digits: Vec<_> = (0..10).map(|digit| text(digit, ascii)).collect();
            for (index, digit) in digits.iter().enumerate() {
                assert!(!digits[..index].contains(digit), "{index}");
            }
        }
    }
}
