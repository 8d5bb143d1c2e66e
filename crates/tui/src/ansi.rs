//! Buffers and cells as text with colour codes.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color as Tint, Modifier};

use reversi_board::parts::basic_number;

/// The code that ends all styles.
const PLAIN: &str = "\x1b[0m";

/// The modifiers with their codes.
const MODIFIERS: [(Modifier, u8); 4] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::UNDERLINED, 4),
    (Modifier::REVERSED, 7),
];

/// Writes cells one after another; a style is written where it changes.
#[derive(Default)]
struct CellWriter {
    out: String,
    style: Option<Shown>,
}

impl CellWriter {
    fn put(&mut self, cell: &Cell) {
        let known = self.style.filter(|style| style.modifier == cell.modifier);
        let has_ink = cell.symbol() != " " || !cell.modifier.is_empty();
        let fg = known.is_none_or(|style| style.fg != cell.fg && has_ink);
        let bg = known.is_none_or(|style| style.bg != cell.bg);
        // A colour that is none needs a new start.
        let is_none = fg && cell.fg == Tint::Reset || bg && cell.bg == Tint::Reset;
        let (fg, bg) = if is_none { (true, true) } else { (fg, bg) };
        if fg || bg {
            self.out.push_str("\x1b[");
            let mut codes = Vec::new();
            if known.is_none() || is_none {
                codes.push("0".to_owned());
                let set = MODIFIERS
                    .iter()
                    .filter(|known| cell.modifier.contains(known.0));
                codes.extend(set.map(|known| known.1.to_string()));
            }
            codes.extend(fg.then(|| code(cell.fg, 30)).flatten());
            codes.extend(bg.then(|| code(cell.bg, 40)).flatten());
            self.out += &codes.join(";");
            self.out.push('m');
            let shown = known.filter(|_| !fg).map_or(cell.fg, |style| style.fg);
            self.style = Some(Shown {
                fg: shown,
                bg: cell.bg,
                modifier: cell.modifier,
            });
        }
        self.out.push_str(cell.symbol());
    }
}

/// Returns the code of a colour; the first of them is that of black.
fn code(tint: Tint, first: u8) -> Option<String> {
    Some(match tint {
        Tint::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", first + 8),
        Tint::Indexed(index) => format!("{};5;{index}", first + 8),
        tint => match basic_number(tint)? {
            number @ 8.. => format!("{}", first + 60 + number - 8),
            number => format!("{}", first + number),
        },
    })
}

/// The style in force.
#[derive(Clone, Copy)]
struct Shown {
    fg: Tint,
    bg: Tint,
    modifier: Modifier,
}

/// Returns a buffer as lines of text.
pub(super) fn lines(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in buffer.area.rows() {
        let mut writer = CellWriter::default();
        for at in row.positions() {
            writer.put(&buffer[at]);
        }
        text += &writer.out;
        text += PLAIN;
        text.push('\n');
    }
    text
}

/// Returns the codes that turn one buffer on a screen into another of the same size.
pub(super) fn changes(before: &Buffer, after: &Buffer) -> String {
    cells(before.diff(after).into_iter())
}

/// Returns the codes that draw cells at their columns and rows.
pub fn cells<'a>(cells: impl Iterator<Item = (u16, u16, &'a Cell)>) -> String {
    let mut writer = CellWriter::default();
    let mut next = None;
    for (x, y, cell) in cells {
        if next != Some((x, y)) {
            let _ = write!(writer.out, "\x1b[{};{}H", y + 1, x + 1);
        }
        writer.put(cell);
        next = Some((x + 1, y));
    }
    if !writer.out.is_empty() {
        writer.out.push_str(PLAIN);
    }
    writer.out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widget::PutText as _;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn a_style_is_written_where_it_changes() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let style = Style::new().fg(Tint::Rgb(1, 2, 3)).bg(Tint::Indexed(65));
        buffer.put_string(0, 0, "ab", style.add_modifier(Modifier::BOLD));
        buffer.put_string(0, 1, "cd", Style::new().fg(Tint::LightRed).bg(Tint::Green));
        assert_eq!(
            lines(&buffer),
            "\x1b[0;1;38;2;1;2;3;48;5;65mab\x1b[0m  \x1b[0m\n\x1b[0;91;42mcd\x1b[0m  \x1b[0m\n"
        );
    }

    #[test]
    fn changes_make_a_screen_equal_to_a_buffer() {
        let area = Rect::new(0, 0, 6, 3);
        let before = Buffer::filled(area, Cell::new("x"));
        let mut after = before.clone();
        let red = Style::new().fg(Tint::Rgb(255, 0, 0));
        after.put_string(1, 0, "ab", red);
        after.put_string(4, 2, "c", red);
        let codes = changes(&before, &after);
        assert_eq!(codes, "\x1b[1;2H\x1b[0;38;2;255;0;0mab\x1b[3;5Hc\x1b[0m");
        assert_eq!(changes(&after, &after), "");
    }
}
