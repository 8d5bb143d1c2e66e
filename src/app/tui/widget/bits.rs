//! Owns how the 64 bits of a value are shown: on a board among the discs, small beside one, and as
//! rows of digits.

mod number;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::board::{BoardPlace, BoardView};
use super::tile::{Disc, Mark, Tile, TileCache};
use crate::app::lesson::{Variable, View};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::color::{ByColor, Color};
use crate::square::{File, Rank, Square};

/// The eight bits of a rank, file a the highest.
const fn byte(value: u64, rank: Rank) -> u64 {
    (value >> (56 - 8 * rank.index())) & 0xff
}

/// The number in a field of so many bits, counted from file a.
const fn field(value: u64, rank: Rank, width: u32, place: u32) -> u64 {
    (byte(value, rank) >> (8 - width * (place + 1))) & ((1 << width) - 1)
}

/// A value on a board: a set of squares among the discs, fields of bits as numbers, or one number.
#[derive(Debug)]
pub(crate) struct BitsBoard<'a> {
    pub(crate) place: BoardPlace,
    /// The value; the discs alone where there is none.
    pub(crate) shown: Option<Variable>,
    pub(crate) discs: ByColor<u64>,
    /// The square that stands out.
    pub(crate) cursor: Option<Square>,
    pub(crate) look: &'a ActiveTheme,
    pub(crate) cache: &'a TileCache,
}

impl Widget for &BitsBoard<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let (set, width) = match self.shown.map(|shown| (shown.value, shown.view)) {
            None => (0, None),
            Some((value, View::Squares)) => (value, None),
            Some((value, View::Fields(width))) => (value, Some(width.clamp(1, 8))),
            Some((value, View::Number)) => (value, Some(64)),
        };
        let view = BoardView {
            place: self.place,
            tiles: self.tiles(if width.is_none() { set } else { 0 }, width.is_some()),
            lit_file: None,
            lit_square: self.cursor.filter(|_| width.is_none()),
            look: self.look,
            cache: self.cache,
        };
        view.render(area, buf);
        match width {
            Some(64) => number::draw(set, self.place.squares, self.look, buf),
            Some(width) => self.draw_fields(set, width, buf),
            None => {}
        }
    }
}

impl BitsBoard<'_> {
    /// The squares with their bits and discs; bare where numbers go over them.
    fn tiles(&self, set: u64, bare: bool) -> [Tile; 64] {
        let mut tiles = [Tile::default(); 64];
        if bare {
            return tiles;
        }
        for square in Square::all() {
            let bit = square.bit();
            let color = Color::ALL
                .into_iter()
                .find(|&color| self.discs[color] & bit != 0);
            let tile = &mut tiles[usize::from(square.index())];
            *tile = Tile {
                // Fewer marks than on the board of a game: the bits are what is looked at.
                stars: 0,
                ..Tile::of(square)
            };
            tile.disc = color.map(|color| Disc {
                color,
                step: 0,
                ghost: false,
            });
            if set & bit != 0 {
                tile.mark = Mark::Bit;
            }
            let pointed = self.cursor == Some(square);
            if self.look.has_colors() {
                tile.lit = pointed;
            } else if pointed && tile.mark == Mark::None {
                // What is reversed is a bit, where there are no colours.
                tile.mark = Mark::Last;
            }
        }
        tiles
    }

    /// Each field is one block: its number in the middle, its bits below.
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
                let ground = ground(dark, self.look);
                for at in area.positions() {
                    if let Some(cell) = buf.cell_mut(at) {
                        cell.set_symbol(" ").set_style(ground);
                    }
                }
                // Where no colour parts the fields, a line does.
                if self.look.board().is_none() || self.look.is_ascii() {
                    for y in area.top()..area.bottom() {
                        let bar = if self.look.is_ascii() { "|" } else { "▏" };
                        let style = ground.patch(faint(self.look));
                        buf.set_string(area.x, y, bar, style);
                    }
                }
                let bits = format!("{number:0digits$b}", digits = width as usize);
                let strong = if number == 0 {
                    ground.patch(faint(self.look))
                } else {
                    ground.patch(bright(self.look))
                };
                let middle = area.y + (height - 1) / 2;
                centered(&number.to_string(), middle, area, strong, buf);
                if height > 1 {
                    let style = ground.patch(faint(self.look));
                    centered(&bits, middle + 1, area, style, buf);
                }
            }
        }
    }
}

/// The style of an empty square.
fn ground(dark: bool, look: &ActiveTheme) -> Style {
    look.board().map_or_else(Style::new, |colors| {
        Style::new().bg(look.tint(colors.squares[usize::from(dark)]))
    })
}

/// What is written on squares and stands out.
fn bright(look: &ActiveTheme) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    match look.board() {
        Some(colors) => style.fg(look.tint(colors.discs.white.light)),
        None => style,
    }
}

/// What is written on squares and stands back.
fn faint(look: &ActiveTheme) -> Style {
    match look.board() {
        Some(colors) => {
            let fg = colors.squares[1].mix(colors.discs.white.face, 0.45);
            Style::new().fg(look.tint(fg))
        }
        None => Style::new().add_modifier(Modifier::DIM),
    }
}

fn centered(text: &str, y: u16, area: Rect, style: Style, buf: &mut Buffer) {
    let columns = u16::try_from(text.len()).unwrap_or(area.width);
    if columns <= area.width {
        // On an even field the right one of the two columns in the middle.
        let x = area.x + (area.width - columns).div_ceil(2);
        buf.set_string(x, y, text, style);
    }
}

/// The bits of a value as eight small rows without a frame, for an operand beside the result.
#[derive(Debug)]
pub(crate) struct SmallBits<'a> {
    pub(crate) shown: Variable,
    /// Two columns for a bit in place of one.
    pub(crate) spaced: bool,
    pub(crate) look: &'a ActiveTheme,
}

impl SmallBits<'_> {
    /// Its columns. It has eight rows.
    pub(crate) const fn columns(spaced: bool) -> u16 {
        if spaced { 16 } else { 8 }
    }

    fn cell(&self, file: File, rank: Rank) -> (char, Style) {
        let look = self.look;
        let value = self.shown.value;
        let set = Square::at(file, rank).bit() & value != 0;
        let dark = (file.index() + rank.index()) % 2 == 1;
        let zero = if look.is_ascii() { '.' } else { '·' };
        match self.shown.view {
            View::Fields(width) => {
                let width = width.clamp(1, 8);
                let place = u32::from(file.index()) / width;
                let number = field(value, rank, width, place);
                let style = ground((place + u32::from(rank.index())) % 2 == 1, look);
                let text = format!("{number:>digits$}", digits = width as usize);
                let letter = text.chars().nth(usize::from(file.index()) % width as usize);
                let shade = if number == 0 { faint } else { bright };
                (letter.unwrap_or(' '), style.patch(shade(look)))
            }
            View::Squares | View::Number if set => (
                '1',
                match look.board() {
                    Some(colors) => {
                        let tile = Tile {
                            dark,
                            mark: Mark::Bit,
                            ..Tile::default()
                        };
                        Style::new()
                            .fg(look.tint(colors.discs.black.face))
                            .bg(look.tint(tile.ground(&colors)))
                            .add_modifier(Modifier::BOLD)
                    }
                    None => Style::new().add_modifier(Modifier::BOLD),
                },
            ),
            View::Squares | View::Number => (zero, ground(dark, look).patch(faint(look))),
        }
    }
}

impl Widget for &SmallBits<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let step = if self.spaced { 2 } else { 1 };
        for (rank, y) in Rank::all().zip(area.top()..area.bottom()) {
            for (file, x) in File::all().zip((area.left()..area.right()).step_by(step)) {
                let (letter, style) = self.cell(file, rank);
                for (x, letter) in (x..area.right()).zip([letter, ' ']).take(step) {
                    if let Some(cell) = buf.cell_mut((x, y)) {
                        cell.set_char(letter).set_style(style);
                    }
                }
            }
        }
    }
}

/// Draws the bits of one rank as eight binary and two hexadecimal digits, with spaces between the
/// binary ones or without, as many as there is room for.
pub(crate) fn draw_byte(value: u64, rank: Rank, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
    let spaced = area.width >= 20;
    let byte = byte(value, rank);
    let strong = look.style(Role::Key);
    let muted = look.style(Role::Muted);
    let mut x = area.x;
    let mut put = |text: &str, style: Style| {
        if x < area.right() {
            let room = usize::from(area.right() - x);
            (x, _) = buf.set_stringn(x, area.y, text, room, style);
        }
    };
    if area.width >= 8 {
        for digit in format!("{byte:08b}").chars() {
            let style = if digit == '1' { strong } else { muted };
            put(digit.encode_utf8(&mut [0; 4]), style);
            put(if spaced { " " } else { "" }, style);
        }
        put("  ", muted);
    }
    let hex = format!("{byte:02x}");
    put(
        &hex,
        if byte == 0 {
            muted
        } else {
            look.style(Role::Text)
        },
    );
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
}
