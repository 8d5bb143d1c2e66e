//! The board: its frame with the coordinates, and its 64 squares.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::put;
use super::tile::Tile;
use super::tile::view::{TileCache, TileView};
use crate::app::tui::theme::{ActiveTheme, Palette, Role};
use crate::square::{File, Rank, Square};

/// The width of the left frame with the rank numbers.
const fn left(height: u16) -> u16 {
    if height > 1 { 3 } else { 2 }
}

/// The smallest height of squares whose coordinates are on all four sides.
const ALL_SIDES: u16 = 4;

/// The areas of the board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardPlace {
    /// The whole board with its frame.
    pub(crate) area: Rect,
    /// The squares.
    pub(crate) squares: Rect,
    /// The height of a square in rows; its width is twice that in columns.
    pub(crate) height: u16,
    /// Whether White's side is at the bottom.
    pub(crate) turned: bool,
}

impl BoardPlace {
    /// Returns the size of a board with squares of a height. The smallest boards have no frame at the right
    /// and the bottom.
    pub(crate) const fn size(height: u16) -> (u16, u16) {
        let (right, bottom) = match height {
            1 => (0, 0),
            ALL_SIDES.. => (3, 1),
            _ => (2, 1),
        };
        (left(height) + 16 * height + right, 1 + 8 * height + bottom)
    }

    /// Returns the board with its top left corner at a position.
    pub(crate) const fn at(x: u16, y: u16, height: u16) -> Self {
        let (columns, rows) = Self::size(height);
        Self {
            area: Rect::new(x, y, columns, rows),
            squares: Rect::new(x + left(height), y + 1, 16 * height, 8 * height),
            height,
            turned: false,
        }
    }

    /// Returns the board without a frame above and below; the letters are inside the first rank.
    pub(crate) const fn frameless(x: u16, y: u16, height: u16) -> Self {
        Self {
            area: Rect::new(x, y, 2 + 16 * height, 8 * height),
            squares: Rect::new(x + 2, y, 16 * height, 8 * height),
            height,
            turned: false,
        }
    }

    const fn has_frame(&self) -> bool {
        self.squares.y > self.area.y
    }

    /// Returns the areas of all squares.
    pub(crate) fn rects(self) -> impl Iterator<Item = (Rect, Square)> {
        Square::all().map(move |square| (self.rect(square), square))
    }

    /// Returns the area of a square.
    pub(crate) fn rect(&self, square: Square) -> Rect {
        let place = |index: u8| u16::from(if self.turned { 7 - index } else { index });
        Rect::new(
            self.squares.x + 2 * self.height * place(square.file().index()),
            self.squares.y + self.height * place(square.rank().index()),
            2 * self.height,
            self.height,
        )
    }
}

/// A board to draw.
#[derive(Debug)]
pub(crate) struct BoardView<'a> {
    pub(crate) place: BoardPlace,
    /// The squares by index.
    pub(crate) tiles: &'a [Tile; 64],
    /// The highlighted coordinate: the typed file.
    pub(crate) lit_file: Option<File>,
    /// The square whose coordinates are highlighted: the cursor's, or that of the last move.
    pub(crate) lit_square: Option<Square>,
    pub(crate) look: &'a ActiveTheme,
    pub(crate) cache: &'a TileCache,
}

impl Widget for &BoardView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let place = &self.place;
        if place.area.intersection(area) != place.area {
            return;
        }
        self.draw_frame(buf);
        for square in Square::all() {
            let tile = self.tiles[usize::from(square.index())];
            let view = TileView {
                tile,
                square,
                look: self.look,
                cache: self.cache,
            };
            view.render(place.rect(square), buf);
        }
        self.draw_coordinates(buf);
    }
}

impl BoardView<'_> {
    fn draw_frame(&self, buf: &mut Buffer) {
        let place = &self.place;
        let frame = self.look.style(Role::Frame);
        let text = self.look.style(Role::Text);
        buf.set_style(place.area, frame);
        if place.has_frame() && (2..ALL_SIDES).contains(&place.height) {
            // The bottom of the frame is half a row high, to match the sides.
            let y = place.area.bottom() - 1;
            let row = Rect::new(place.area.x, y, place.area.width, 1);
            if self.look.paints().is_some() {
                let style = Style {
                    fg: frame.bg,
                    ..text
                };
                buf.set_string(row.x, y, "▀".repeat(usize::from(row.width)), style);
            } else {
                buf.set_style(row, text);
            }
        }
    }

    fn draw_coordinates(&self, buf: &mut Buffer) {
        let place = &self.place;
        let all_sides = place.height >= ALL_SIDES;
        for file in File::all() {
            let rect = place.rect(Square::at(file, FIRST_RANK));
            let lit = self.lit_file == Some(file)
                || self.lit_square.is_some_and(|square| square.file() == file);
            // Above the middle of the square, or above the disc if it is in the right column.
            let x = rect.x + self.middle();
            if place.has_frame() {
                self.draw_label((x, place.area.y), file.letter(), lit, buf);
            } else {
                // In a corner that no disc fills.
                let at = (rect.x, place.area.y);
                let label = file.letter();
                match self.look.palette() {
                    Some(colors) if !lit => {
                        let style = self.letter_style(at, colors);
                        put(buf, at, label.encode_utf8(&mut [0; 4]), style);
                    }
                    _ => self.draw_label(at, label, lit, buf),
                }
            }
            if all_sides {
                self.draw_label((x, place.area.bottom() - 1), file.letter(), lit, buf);
            }
        }
        for rank in Rank::all() {
            let rect = place.rect(Square::at(FIRST_FILE, rank));
            let lit = self.lit_square.is_some_and(|square| square.rank() == rank);
            let y = rect.y + (rect.height - 1) / 2;
            let left = place.squares.x - 2;
            self.draw_label((left, y), rank.digit(), lit, buf);
            if all_sides {
                self.draw_label((place.squares.right() + 1, y), rank.digit(), lit, buf);
            }
        }
    }

    /// Returns the column of a disc's middle within its square.
    fn middle(&self) -> u16 {
        match self.place.height {
            1 => 1,
            2 if self.look.paints().is_none() => 2,
            height => height - 1,
        }
    }

    /// Draws a coordinate in the frame.
    fn draw_label(&self, at: (u16, u16), label: char, lit: bool, buf: &mut Buffer) {
        let role = if lit { Role::FrameLit } else { Role::Frame };
        put(
            buf,
            at,
            label.encode_utf8(&mut [0; 4]),
            self.look.style(role),
        );
    }

    /// Returns the style of a coordinate drawn on a square, beside its disc.
    fn letter_style(&self, at: (u16, u16), colors: &Palette) -> Style {
        let mut squares = self.place.rects();
        let (_, square) = squares
            .find(|(rect, _)| rect.contains(at.into()))
            .expect("the letters are in the first rank");
        let tile = self.tiles[usize::from(square.index())];
        letter_style(tile, self.place.height, self.look, colors)
    }
}

/// Returns the style of a letter in the corner of a square.
pub(crate) fn letter_style(tile: Tile, height: u16, look: &ActiveTheme, colors: &Palette) -> Style {
    let own = colors.squares[usize::from(tile.dark)];
    let ground = tile.ground(height, colors);
    match tile.disc {
        // The other tone differs little, and may allow an ink that differs from the disc.
        Some(disc) if ground == own => {
            let other = colors.squares[usize::from(!tile.dark)];
            look.ink_beside(colors.discs[disc.color].face, [own, other])
        }
        Some(disc) => look.ink_beside(colors.discs[disc.color].face, [ground; 2]),
        None => look.ink_on(ground),
    }
}

const FIRST_RANK: Rank = Square::A1.rank();
const FIRST_FILE: File = Square::A1.file();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_fill_the_board_without_gap_or_overlap() {
        for (height, turned) in (1..8).flat_map(|height| [(height, false), (height, true)]) {
            let place = BoardPlace {
                turned,
                ..BoardPlace::at(5, 3, height)
            };
            for at in place.squares.positions() {
                let holders = Square::all().filter(|&square| place.rect(square).contains(at));
                assert_eq!(holders.count(), 1);
            }
            assert_eq!(place.area.union(place.squares), place.area);
        }
    }
}
