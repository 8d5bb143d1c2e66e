//! The 64 bits of a value: on a board among the discs, small beside one, and as rows of digits.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::{clear, put};
use crate::text::columns;
use crate::theme::{ActiveTheme, Role};
use reversi::{ByColor, Color, File, Rank, Square};
use reversi_board::parts::{
    BoardPlace, BoardShape, BoardView, Disc, Mark, Sides, Tile, TileCache, ink,
};

/// A value and the meaning of its bits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bits {
    /// A set of squares.
    Squares(u64),
    /// Numbers of this many bits, 1 to 8.
    Fields(u64, u32),
    /// One number.
    Number(u64),
}

/// Returns the eight bits of a rank, file a the highest.
const fn byte(value: u64, rank: Rank) -> u64 {
    (value >> (56 - 8 * rank.index())) & 0xff
}

/// Returns the number in a field of this many bits, counted from file a.
const fn field(value: u64, rank: Rank, width: u32, place: u32) -> u64 {
    (byte(value, rank) >> (8 - width * (place + 1))) & ((1 << width) - 1)
}

/// A value on a board: a set of squares among the discs, bit fields as numbers, or one number.
#[derive(Debug)]
pub(crate) struct BitsBoard<'a> {
    pub(crate) place: BoardPlace,
    /// The value; `None` shows the discs alone.
    pub(crate) shown: Option<Bits>,
    pub(crate) discs: ByColor<u64>,
    /// Whether neighbours of one colour are joined.
    pub(crate) joined: bool,
    /// The highlighted square.
    pub(crate) cursor: Option<Square>,
    pub(crate) look: &'a ActiveTheme,
    pub(crate) cache: &'a TileCache,
}

impl Widget for &BitsBoard<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        // Numbers are drawn over bare squares.
        let set = match self.shown {
            None => Some(0),
            Some(Bits::Squares(set)) => Some(set),
            Some(Bits::Fields(..) | Bits::Number(_)) => None,
        };
        let view = BoardView {
            place: self.place,
            tiles: &set.map_or([Tile::default(); 64], |set| self.tiles(set)),
            lit_file: None,
            lit_square: self.cursor.filter(|_| set.is_some()),
            look: self.look,
            cache: self.cache,
        };
        view.render(area, buf);
        match self.shown {
            Some(Bits::Fields(value, width)) => self.draw_fields(value, width, buf),
            Some(Bits::Number(value)) => self.draw_number(value, buf),
            Some(Bits::Squares(_)) | None => {}
        }
    }
}

impl BitsBoard<'_> {
    /// Returns the squares with their bits and discs.
    fn tiles(&self, set: u64) -> [Tile; 64] {
        Tile::board(|square| {
            let mut colors = Color::ALL.into_iter();
            let color = colors.find(|&color| self.discs[color] & square.bit() != 0);
            let is_set = set & square.bit() != 0;
            let pointed = self.cursor == Some(square);
            let joined =
                |color: Color| Sides::around(square, |other| self.discs[color] & other.bit() != 0);
            Tile {
                joined: color
                    .filter(|_| self.joined)
                    .map(joined)
                    .unwrap_or_default(),
                disc: color.map(Disc::flat),
                mark: match (is_set, pointed && !self.look.has_colors()) {
                    (true, _) => Mark::Bit,
                    // Without colours, reversed squares are bits.
                    (false, true) => Mark::Last,
                    (false, false) => Mark::None,
                },
                lit: pointed && self.look.has_colors(),
                ..self.place.shape.tile(square)
            }
        })
    }

    /// Draws each field as one block: its number in the middle, its bits below.
    fn draw_fields(&self, value: u64, width: u32, buf: &mut Buffer) {
        let height = self.place.height;
        for rank in Rank::all() {
            for place in 0..8 / width {
                let number = field(value, rank, width, place);
                let rects = File::all()
                    .filter(|file| u32::from(file.index()) / width == place)
                    .map(|file| self.place.rect(Square::at(file, rank)));
                let Some(area) = rects.reduce(Rect::union) else {
                    continue;
                };
                let dark = (place + u32::from(rank.index())) % 2 == 1;
                let style = ground(dark, self.look);
                clear(area, style, buf);
                let [faint, bright] = [faint, bright].map(|shade| style.patch(shade(self.look)));
                // If no colour separates the fields, a line does.
                if ground(true, self.look) == ground(false, self.look) {
                    for row in area.rows() {
                        buf.put_string(row.x, row.y, self.look.symbol("▏", "|"), faint);
                    }
                }
                let bits = format!("{number:0digits$b}", digits = width as usize);
                let strong = if number == 0 { faint } else { bright };
                let middle = area.y + (height - 1) / 2;
                centered(&number.to_string(), middle, area, strong, buf);
                if height > 1 {
                    centered(&bits, middle + 1, area, faint, buf);
                }
            }
        }
    }

    /// Draws a number in large digits in the middle of a plain board.
    fn draw_number(&self, number: u64, buf: &mut Buffer) {
        let area = self.place.squares;
        let style = ground(false, self.look);
        clear(area, style, buf);
        let style = style.patch(bright(self.look));
        let text = number.to_string();
        // A point is twice as many columns wide as it is rows high, and so looks square.
        let points = u16::try_from(4 * text.len() - 1).unwrap_or(u16::MAX);
        let scale = (area.height / 2 / 5).min(area.width / points.saturating_mul(2));
        if scale == 0 {
            centered(&text, area.y + (area.height - 1) / 2, area, style, buf);
            return;
        }
        let symbol = if self.look.ascii { '#' } else { '█' };
        let lines = point_text(&text, symbol, usize::from(2 * scale));
        let left = area.x + (area.width - points * 2 * scale) / 2;
        let top = area.y + (area.height - 5 * scale) / 2;
        for (row, y) in (top..top + 5 * scale).enumerate() {
            let line = &lines[row / usize::from(scale)];
            buf.put_string(left, y, line, style);
        }
    }
}

/// Returns the style of an empty square.
fn ground(dark: bool, look: &ActiveTheme) -> Style {
    look.palette().map_or_else(Style::new, |colors| {
        Style::new().bg(look.tint(colors.squares[usize::from(dark)]))
    })
}

/// Returns the style of highlights on squares.
fn bright(look: &ActiveTheme) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    match look.palette() {
        Some(colors) => style.fg(look.tint(colors.discs.white.light)),
        None => style,
    }
}

/// Returns the style of less important text on squares.
fn faint(look: &ActiveTheme) -> Style {
    match look.palette() {
        Some(colors) => {
            let fg = colors.squares[1].mix(colors.discs.white.face, 0.45);
            Style::new().fg(look.tint(fg))
        }
        None => Style::new().add_modifier(Modifier::DIM),
    }
}

fn centered(text: &str, y: u16, area: Rect, style: Style, buf: &mut Buffer) {
    let columns = columns(text);
    if columns <= area.width {
        // In an even field, the right one of the two middle columns.
        let x = area.x + (area.width - columns).div_ceil(2);
        buf.put_string(x, y, text, style);
    }
}

/// The bits of a value as small rows without a frame, for an operand beside the result.
#[derive(Debug)]
pub(crate) struct SmallBits<'a> {
    pub(crate) shown: Bits,
    pub(crate) shape: BoardShape,
    /// Uses two columns per bit instead of one.
    pub(crate) spaced: bool,
    pub(crate) look: &'a ActiveTheme,
}

impl SmallBits<'_> {
    /// Returns its width; its height is a row for each rank.
    pub(crate) const fn columns(shape: BoardShape, spaced: bool) -> u16 {
        let side = shape.side as u16;
        if spaced { 2 * side } else { side }
    }

    fn cell(&self, file: File, rank: Rank) -> (char, Style) {
        let look = self.look;
        let dark = (file.index() + rank.index()) % 2 == 1;
        match self.shown {
            Bits::Fields(value, width) => {
                let place = u32::from(file.index()) / width;
                let number = field(value, rank, width, place);
                let style = ground((place + u32::from(rank.index())) % 2 == 1, look);
                let text = format!("{number:>digits$}", digits = width as usize);
                let letter = text.chars().nth(usize::from(file.index()) % width as usize);
                let shade = if number == 0 { faint } else { bright };
                (letter.unwrap_or(' '), style.patch(shade(look)))
            }
            Bits::Squares(value) if Square::at(file, rank).bit() & value != 0 => {
                let tile = Tile {
                    dark,
                    mark: Mark::Bit,
                    ..Tile::default()
                };
                ('1', ink(tile, 1, look))
            }
            Bits::Squares(_) => (
                if look.ascii { '.' } else { '·' },
                ground(dark, look).patch(faint(look)),
            ),
            // A number has no squares.
            Bits::Number(_) => (' ', Style::new()),
        }
    }
}

impl Widget for &SmallBits<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        if let Bits::Number(number) = self.shown {
            let style = self.look.style(Role::Strong);
            buf.put_stringn(area.x, area.y, number.to_string(), area.width.into(), style);
            return;
        }
        let step = if self.spaced { 2 } else { 1 };
        let place = self.shape.at(0, 0, 1);
        for (rect, square) in place.rects() {
            let (file, rank) = (square.file(), square.rank());
            let (column, row) = ((rect.x - place.squares.x) / 2, rect.y - place.squares.y);
            let (x, y) = (area.x + column * step, area.y + row);
            if x < area.right() && y < area.bottom() {
                let (letter, style) = self.cell(file, rank);
                for (x, letter) in (x..area.right()).zip([letter, ' ']).take(step.into()) {
                    put(buf, (x, y), letter.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
    }
}

/// Draws the bits of a rank, `digits` in number, as binary and two hexadecimal digits, as many as fit, with or
/// without spaces between the binary ones.
pub(crate) fn draw_row(bits: u64, digits: usize, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let spaced = area.width >= 20;
    let strong = look.style(Role::Key);
    let muted = look.style(Role::Muted);
    let mut x = area.x;
    let mut write = |text: &str, style: Style| {
        if x < area.right() {
            let room = usize::from(area.right() - x);
            (x, _) = buf.put_stringn(x, area.y, text, room, style);
        }
    };
    if usize::from(area.width) >= digits {
        for digit in format!("{bits:0digits$b}").chars() {
            let style = if digit == '1' { strong } else { muted };
            write(digit.encode_utf8(&mut [0; 4]), style);
            write(if spaced { " " } else { "" }, style);
        }
        write("  ", muted);
    }
    let role = if bits == 0 { Role::Muted } else { Role::Text };
    write(&format!("{bits:02x}"), look.style(role));
}

/// The large characters, in five rows of three points, the highest bit first.
const LARGE: [(char, u16); 10] = [
    ('0', 0b111_101_101_101_111),
    ('1', 0b010_110_010_010_111),
    ('2', 0b111_001_111_100_111),
    ('3', 0b111_001_111_001_111),
    ('4', 0b101_101_111_001_001),
    ('5', 0b111_100_111_001_111),
    ('6', 0b111_100_111_101_111),
    ('7', 0b111_001_010_010_010),
    ('8', 0b111_101_111_101_111),
    ('9', 0b111_101_111_001_111),
];

/// Returns a text in large characters: five lines of points, drawn with a symbol, this many columns wide. Other
/// characters are left out.
fn point_text(text: &str, symbol: char, width: usize) -> [String; 5] {
    let known = |letter| LARGE.iter().find(|(known, _)| *known == letter);
    let letters: Vec<u16> = text
        .chars()
        .filter_map(known)
        .map(|known| known.1)
        .collect();
    std::array::from_fn(|row| {
        let letters = letters.iter().map(|&letter| {
            let points = (0..3).map(|column| {
                let is_set = letter >> (14 - 3 * row - column) & 1 == 1;
                let point = if is_set { symbol } else { ' ' };
                point.to_string().repeat(width)
            });
            points.collect::<String>()
        });
        letters.collect::<Vec<_>>().join(&" ".repeat(width))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_from_file_a_on() {
        let value = 0b0001_1011 << 56 | 0xf5;
        let [first, .., last] = [Rank::all().next(), Rank::all().last()].map(Option::unwrap);
        let pairs: Vec<u64> = (0..4).map(|place| field(value, first, 2, place)).collect();
        assert_eq!(pairs, [0, 1, 2, 3]);
        assert_eq!(field(value, last, 4, 0), 0xf);
        assert_eq!(field(value, last, 4, 1), 5);
        assert_eq!(field(value, last, 8, 0), 0xf5);
    }

    #[test]
    fn a_large_number_is_read_in_five_lines() {
        let lines = [" @  @@@", "@@    @", " @   @ ", " @   @ ", "@@@  @ "];
        assert_eq!(point_text("17", '@', 1), lines);
    }
}
