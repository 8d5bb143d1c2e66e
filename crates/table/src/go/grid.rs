//! The points of a board: their bits and their names.

use reversi::{File, Rank, Square};

/// A square board of 2 to 7 points a side.
///
/// A set of points is a word: the top left point has the highest of the lowest `size * size` bits and the
/// bottom right one bit 0, in reading order, so that a binary literal reads like the board. `<< 1` moves
/// every stone to the left, `<< size` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid(u8);

impl Grid {
    /// Returns the board with this many points a side, or `None` if it is not between 2 and 7.
    pub const fn new(size: u8) -> Option<Self> {
        if 2 <= size && size <= 7 {
            Some(Self(size))
        } else {
            None
        }
    }

    /// Returns the number of points a side.
    pub const fn size(self) -> u8 {
        self.0
    }

    /// Returns the number of points.
    pub const fn area(self) -> u32 {
        self.0 as u32 * self.0 as u32
    }

    /// Returns all points.
    pub const fn board(self) -> u64 {
        (1 << self.area()) - 1
    }

    /// Returns the points of the rightmost column.
    pub const fn right_column(self) -> u64 {
        // One bit in every `size` bits: the quotient of a row of ones and its first row.
        self.board() / ((1 << self.0) - 1)
    }

    /// Returns the points of the leftmost column.
    pub const fn left_column(self) -> u64 {
        self.right_column() << (self.0 - 1)
    }

    /// Returns the points outside the rightmost column.
    pub const fn not_right_column(self) -> u64 {
        self.board() & !self.right_column()
    }

    /// Returns the points outside the leftmost column.
    pub const fn not_left_column(self) -> u64 {
        self.board() & !self.left_column()
    }

    /// Returns the points with fewer than four neighbours.
    pub const fn edge(self) -> u64 {
        let bottom = (1 << self.0) - 1;
        let top = bottom << (self.0 * (self.0 - 1));
        self.left_column() | self.right_column() | bottom | top
    }

    /// Returns the bit of a point, or `None` if it is not on this board.
    pub fn bit(self, point: Square) -> Option<u64> {
        let (column, row) = (point.file().index(), point.rank().index());
        (column < self.0 && row < self.0).then(|| 1 << (row * self.0 + self.0 - 1 - column))
    }

    /// Returns the points of a set in reading order, the top row first.
    pub fn points(self, set: u64) -> impl Iterator<Item = Square> {
        let rows = Rank::all().take(usize::from(self.0)).rev();
        let points =
            rows.flat_map(move |row| self.columns().map(move |column| Square::at(column, row)));
        points.filter(move |&point| self.bit(point).is_some_and(|bit| set & bit != 0))
    }

    /// Returns a set of points; those that are not on this board are left out.
    pub fn set(self, points: impl IntoIterator<Item = Square>) -> u64 {
        points
            .into_iter()
            .filter_map(|point| self.bit(point))
            .fold(0, |set, bit| set | bit)
    }

    /// Returns the point of a bit of this board.
    pub fn point(self, bit: u64) -> Option<Square> {
        self.points(bit).next()
    }

    /// Returns the columns from left to right.
    pub fn columns(self) -> impl ExactSizeIterator<Item = File> {
        File::all().take(usize::from(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_own_bit_and_reads_like_the_board() {
        for size in 2..=7 {
            let grid = Grid::new(size).unwrap();
            let bits: Vec<u64> = grid
                .points(grid.board())
                .map(|point| grid.bit(point).unwrap())
                .collect();
            assert_eq!(bits.len(), grid.area() as usize);
            assert!(bits.is_sorted_by(|a, b| *a == 2 * b) && bits.last() == Some(&1));
        }
        let grid = Grid::new(5).unwrap();
        assert_eq!(grid.bit("a1".parse().unwrap()), Some(0b10000));
        assert_eq!(grid.bit("e5".parse().unwrap()), Some(1 << 20));
        assert_eq!(grid.bit("f1".parse().unwrap()), None);
        assert!(Grid::new(1).is_none() && Grid::new(8).is_none());
    }
}
