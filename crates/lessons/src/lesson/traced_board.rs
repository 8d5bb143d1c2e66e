//! The board of a trace: the names of its bits, and of what stands on it.

use reversi::{File, Rank, Square, SquareSet};

/// A square board. In reading order, the first square has the highest bit of a set and the last square
/// bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedBoard {
    squares: Vec<Square>,
    /// The number of squares in a row.
    size: usize,
    /// Whether stones stand on it, not discs.
    pub(super) has_stones: bool,
}

impl TracedBoard {
    /// Creates a board with these squares in reading order, `size` in a row, and discs or stones on it.
    pub fn new(squares: impl Iterator<Item = Square>, size: u8, has_stones: bool) -> Self {
        Self {
            squares: squares.collect(),
            size: size.into(),
            has_stones,
        }
    }

    /// Returns the board of Reversi.
    pub fn reversi() -> Self {
        Self::new(Square::all(), 8, false)
    }

    /// Returns the number of squares in a row.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the squares of a set in reading order.
    pub fn squares(&self, set: u64) -> impl Iterator<Item = Square> {
        let bits = (0..self.squares.len()).rev();
        let squares = self.squares.iter().zip(bits);
        squares.filter_map(move |(&square, bit)| (set >> bit & 1 == 1).then_some(square))
    }

    /// Returns a set as squares of the board of 64 squares.
    pub fn square_set(&self, set: u64) -> SquareSet {
        self.squares(set).fold(SquareSet::EMPTY, SquareSet::with)
    }

    /// Returns the files from left to right.
    pub fn files(&self) -> impl Iterator<Item = File> {
        self.squares[..self.size].iter().map(|square| square.file())
    }

    /// Returns the ranks from top to bottom with their bits of a set, the leftmost one highest.
    pub fn rows(&self, set: u64) -> impl Iterator<Item = (Rank, u64)> {
        let rows = self.squares.chunks(self.size).enumerate();
        rows.map(move |(row, squares)| {
            let below = self.squares.len() - (row + 1) * self.size;
            (squares[0].rank(), set >> below & ((1 << self.size) - 1))
        })
    }
}
