//! The board: its frame with the coordinates, and its squares.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::draw::{PutText as _, clear, put};
use crate::theme::{ActiveTheme, Palette, Role};
use crate::tile::Tile;
use crate::tile::view::{TileCache, TileView, middle};
use reversi::{File, Rank, Square};

/// The width of the left frame with the rank numbers.
const fn left(height: u16) -> u16 {
    if height > 1 { 3 } else { 2 }
}

/// The smallest height of squares whose coordinates are on all four sides.
const ALL_SIDES: u16 = 4;

/// The smallest height of squares with room for the letter of a file beside a disc.
const LETTERS_INSIDE: u16 = 3;

/// The number of rows and columns of a board, and the order of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// The number of rows, and of columns: at most 8.
    pub side: u8,
    /// Whether rank 1 is at the bottom, and lines cross in the middle of the squares.
    pub upward: bool,
}

impl BoardShape {
    /// Eight ranks, the first one at the top.
    pub const EIGHT: Self = Self {
        side: 8,
        upward: false,
    };

    /// Returns the size of a board with squares of a height. The smallest boards have no frame at the right
    /// and the bottom.
    pub const fn size(self, height: u16) -> (u16, u16) {
        let (right, bottom) = match height {
            1 => (0, 0),
            ALL_SIDES.. => (3, 1),
            _ => (2, 1),
        };
        let (columns, rows) = self.squares(height);
        (left(height) + columns + right, 1 + rows + bottom)
    }

    const fn squares(self, height: u16) -> (u16, u16) {
        let rows = self.side as u16 * height;
        (2 * rows, rows)
    }

    /// Returns the board with its top left corner at a position.
    pub const fn at(self, x: u16, y: u16, height: u16) -> BoardPlace {
        let (columns, rows) = self.size(height);
        let squares = self.squares(height);
        BoardPlace {
            shape: self,
            area: Rect::new(x, y, columns, rows),
            squares: Rect::new(x + left(height), y + 1, squares.0, squares.1),
            height,
            turned: false,
        }
    }

    /// Returns an empty square of the board.
    pub fn tile(self, square: Square) -> Tile {
        if self.upward {
            Tile::point(square, self.side)
        } else {
            Tile::of(square)
        }
    }

    /// Returns whether squares of this height look right: lines have a middle in odd ones.
    pub const fn suits(self, height: u16) -> bool {
        !self.upward || height % 2 == 1 || height == 2
    }
}

/// The areas of the board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPlace {
    /// The form of the board.
    pub shape: BoardShape,
    /// The whole board with its frame.
    pub area: Rect,
    /// The squares.
    pub squares: Rect,
    /// The height of a square in rows; its width is twice that in columns.
    pub height: u16,
    /// Whether White's side is at the bottom.
    pub turned: bool,
}

impl BoardPlace {
    /// Returns the size of a board of 64 squares of a height.
    pub const fn size(height: u16) -> (u16, u16) {
        BoardShape::EIGHT.size(height)
    }

    /// Returns a board of 64 squares with its top left corner at a position.
    pub const fn at(x: u16, y: u16, height: u16) -> Self {
        BoardShape::EIGHT.at(x, y, height)
    }

    /// Returns a board of 64 squares without a frame above and below; the letters are inside the first rank.
    pub const fn frameless(x: u16, y: u16, height: u16) -> Self {
        Self {
            shape: BoardShape::EIGHT,
            area: Rect::new(x, y, 2 + 16 * height, 8 * height),
            squares: Rect::new(x + 2, y, 16 * height, 8 * height),
            height,
            turned: false,
        }
    }

    /// Returns the largest board of 64 squares that fits an area, in its middle; without a frame above and below if only
    /// that one has squares of its size.
    pub(crate) fn fitting(area: Rect) -> Option<Self> {
        let middle = |place: fn(u16, u16, u16) -> Self, height| {
            let Rect {
                width,
                height: rows,
                ..
            } = place(0, 0, height).area;
            let x = area.x + area.width.checked_sub(width)? / 2;
            let y = area.y + area.height.checked_sub(rows)? / 2;
            Some(place(x, y, height))
        };
        (1..=area.height / 8).rev().find_map(|height| {
            let inside = (height >= LETTERS_INSIDE).then_some(Self::frameless as fn(_, _, _) -> _);
            middle(Self::at, height).or_else(|| middle(inside?, height))
        })
    }

    const fn has_frame(&self) -> bool {
        self.squares.y > self.area.y
    }

    /// Returns the areas of all squares.
    pub fn rects(self) -> impl Iterator<Item = (Rect, Square)> {
        let side = self.shape.side;
        let on_board =
            move |square: &Square| square.file().index() < side && square.rank().index() < side;
        let squares = Square::all().filter(on_board);
        squares.map(move |square| (self.rect(square), square))
    }

    /// Returns the area of a square.
    pub fn rect(&self, square: Square) -> Rect {
        let place = |index: u8, reversed: bool| {
            let last = self.shape.side - 1;
            u16::from(if reversed { last - index } else { index })
        };
        let upward = self.turned != self.shape.upward;
        Rect::new(
            self.squares.x + 2 * self.height * place(square.file().index(), self.turned),
            self.squares.y + self.height * place(square.rank().index(), upward),
            2 * self.height,
            self.height,
        )
    }
}

/// A board to draw.
#[derive(Debug)]
pub struct BoardView<'a> {
    /// Its areas.
    pub place: BoardPlace,
    /// The squares by index, those beyond a smaller board too.
    pub tiles: &'a [Tile; 64],
    /// The highlighted coordinate: the typed file.
    pub lit_file: Option<File>,
    /// The square whose coordinates are highlighted: the cursor's, or that of the last move.
    pub lit_square: Option<Square>,
    /// The theme.
    pub look: &'a ActiveTheme,
    /// The drawings of squares.
    pub cache: &'a TileCache,
}

impl Widget for &BoardView<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let place = &self.place;
        if place.area.intersection(area) != place.area {
            return;
        }
        self.draw_frame(buf);
        for (rect, square) in place.rects() {
            let tile = self.tiles[usize::from(square.index())];
            let view = TileView {
                tile,
                square,
                look: self.look,
                cache: self.cache,
            };
            view.render(rect, buf);
        }
        self.draw_coordinates(buf);
    }
}

impl BoardView<'_> {
    fn draw_frame(&self, buf: &mut Buffer) {
        let place = &self.place;
        let frame = self.look.style(Role::Frame);
        let text = self.look.style(Role::Text);
        clear(place.area, frame, buf);
        if place.has_frame() && (2..ALL_SIDES).contains(&place.height) {
            // The bottom of the frame is half a row high, to match the sides.
            let y = place.area.bottom() - 1;
            let row = Rect::new(place.area.x, y, place.area.width, 1);
            if self.look.paints().is_some() {
                let style = Style {
                    fg: frame.bg,
                    ..text
                };
                buf.put_string(row.x, y, "▀".repeat(usize::from(row.width)), style);
            } else {
                buf.set_style(row, text);
            }
        }
    }

    fn draw_coordinates(&self, buf: &mut Buffer) {
        let place = &self.place;
        let all_sides = place.has_frame() && place.height >= ALL_SIDES;
        let side = usize::from(place.shape.side);
        for file in File::all().take(side) {
            let rect = place.rect(Square::at(file, FIRST_RANK));
            let lit = self.lit_file == Some(file)
                || self.lit_square.is_some_and(|square| square.file() == file);
            // Above the middle of the square, or above the disc if it is in the right column.
            let x = rect.x + self.middle();
            if place.has_frame() {
                self.draw_label((x, place.area.y), file.letter(), lit, buf);
            } else {
                // In the left corner of the square, which no disc reaches.
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
        for rank in Rank::all().take(side) {
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

    fn middle(&self) -> u16 {
        middle(self.place.height, self.look)
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

    /// Returns the style of a coordinate drawn on a square.
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
    look.ink_on(tile.ground(height, colors))
}

const FIRST_RANK: Rank = Square::A1.rank();
const FIRST_FILE: File = Square::A1.file();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_fill_the_board_without_gap_or_overlap() {
        let shapes = [(8, false), (5, true), (7, true)];
        for (side, upward) in shapes {
            let shape = BoardShape { side, upward };
            for (height, turned) in (1..8).flat_map(|height| [(height, false), (height, true)]) {
                let place = BoardPlace {
                    turned,
                    ..shape.at(5, 3, height)
                };
                for at in place.squares.positions() {
                    let holders = place.rects().filter(|(rect, _)| rect.contains(at));
                    assert_eq!(holders.count(), 1);
                }
                assert_eq!(place.area.union(place.squares), place.area);
            }
        }
    }

    #[test]
    fn rank_1_is_at_the_top_or_at_the_bottom() {
        let top = |side, upward, square: &str| {
            let place = BoardShape { side, upward }.at(0, 0, 1);
            let rect = place.rect(square.parse().unwrap());
            (rect.x - place.squares.x, rect.y - place.squares.y)
        };
        assert_eq!(top(8, false, "a1"), (0, 0));
        assert_eq!(top(5, true, "a1"), (0, 4));
        assert_eq!(top(5, true, "e5"), (8, 0));
    }
}
