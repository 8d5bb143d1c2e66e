//! Sets of squares.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::bitboard::neighbours;
use crate::square::{File, Rank, Square};

/// A set of squares: one bit per square, a1 the highest and h8 the lowest, so that a literal reads like
/// the printed board.
///
/// ```
/// use reversi::{Board, Square, SquareSet};
/// let moves = Board::START.legal_moves();
/// assert_eq!(moves.to_string(), "d3 c4 f5 e6");
/// assert!((moves & SquareSet::CORNERS).is_empty());
/// let squares: Vec<Square> = moves.into_iter().collect();
/// assert_eq!(squares.len(), moves.len());
/// ```
///
/// `{:?}` prints the squares, `{:#?}` draws them on a board.
#[doc(alias = "Bitboard")]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareSet(u64);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(u64::MAX);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);

    /// Creates a set from its bits: bit 63 is a1, bit 0 is h8.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the bits of the set: bit 63 is a1, bit 0 is h8.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// Returns the first square in reading order, or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        #[allow(clippy::cast_possible_truncation)] // at most 64, which is no square
        Square::new(self.0.leading_zeros() as u8)
    }

    /// Returns the last square in reading order, or `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        #[allow(clippy::cast_possible_truncation)] // at most 63
        Square::new(63 - self.0.trailing_zeros() as u8)
    }

    /// Removes the first square in reading order and returns it, or `None` if the set is empty.
    #[doc(alias = "pop_front")]
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        if let Some(square) = first {
            self.remove(square);
        }
        first
    }

    /// Returns true if every square of this set is in the other one.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if no square is in both sets.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the set with a square added.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.bit())
    }

    /// Returns the set with a square removed.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.bit())
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        *self = self.with(square);
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        *self = self.without(square);
    }

    /// Returns the regions of the set: squares that touch along ranks, files or diagonals.
    ///
    /// ```
    /// use reversi::SquareSet;
    /// let corners: Vec<String> = SquareSet::CORNERS.regions().iter().map(ToString::to_string).collect();
    /// assert_eq!(corners, ["a1", "h1", "a8", "h8"]);
    /// assert_eq!(SquareSet::ALL.regions(), [SquareSet::ALL]);
    /// ```
    pub fn regions(self) -> Vec<Self> {
        let mut rest = self;
        let mut regions = Vec::new();
        while let Some(first) = rest.first() {
            let mut region = Self::from(first);
            loop {
                let larger = region | Self(neighbours(region.0)) & self;
                if larger == region {
                    break;
                }
                region = larger;
            }
            regions.push(region);
            rest -= region;
        }
        regions
    }

    /// Returns an iterator over the squares in reading order.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }
}

/// An iterator over the squares of a [`SquareSet`], in reading order.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.last()?;
        self.0.remove(last);
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.insert(square));
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(squares);
        set
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> Self {
        Self(square.bit())
    }
}

/// The squares of a file.
impl From<File> for SquareSet {
    #[inline]
    fn from(file: File) -> Self {
        Self(file.mask())
    }
}

/// The squares of a rank.
impl From<Rank> for SquareSet {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self(rank.mask())
    }
}

impl From<u64> for SquareSet {
    #[inline]
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

impl From<SquareSet> for u64 {
    #[inline]
    fn from(set: SquareSet) -> Self {
        set.0
    }
}

/// Prints the squares in reading order with spaces between them: `d3 c4 f5 e6`.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, square) in self.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{square}")?;
        }
        Ok(())
    }
}

/// Writes a character for each square, a rank in a line.
pub(crate) fn draw(f: &mut fmt::Formatter<'_>, character: impl Fn(Square) -> char) -> fmt::Result {
    for rank in Rank::all() {
        let line: String = File::all()
            .map(|file| character(Square::at(file, rank)))
            .collect();
        writeln!(f, "{line}")?;
    }
    Ok(())
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return draw(f, |square| if self.contains(square) { '#' } else { '-' });
        }
        f.debug_set().entries(*self).finish()
    }
}

/// The squares that are not in the set.
impl Not for SquareSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Implements an operator and its assignment form with a function on the bits.
macro_rules! operator {
    ($doc:literal, $op:ident :: $method:ident, $assign:ident :: $assign_method:ident, $bits:expr) => {
        #[doc = $doc]
        impl $op for SquareSet {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let bits: fn(u64, u64) -> u64 = $bits;
                Self(bits(self.0, other.0))
            }
        }

        #[doc = $doc]
        impl $assign for SquareSet {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $op::$method(*self, other);
            }
        }
    };
}

operator!(
    "The squares in both sets.",
    BitAnd::bitand,
    BitAndAssign::bitand_assign,
    |a, b| a & b
);
operator!(
    "The squares in either set.",
    BitOr::bitor,
    BitOrAssign::bitor_assign,
    |a, b| a | b
);
operator!(
    "The squares in exactly one of the sets.",
    BitXor::bitxor,
    BitXorAssign::bitxor_assign,
    |a, b| a ^ b
);
operator!(
    "The squares of the first set that are not in the second.",
    Sub::sub,
    SubAssign::sub_assign,
    |a, b| a & !b
);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// The same set as the standard library holds it. The index of a square runs in reading order.
    fn plain(set: SquareSet) -> BTreeSet<Square> {
        Square::all()
            .filter(|&square| set.contains(square))
            .collect()
    }

    fn set() -> impl Strategy<Value = SquareSet> {
        any::<u64>().prop_map(SquareSet::from_bits)
    }

    proptest! {
        #[test]
        fn operators_are_those_of_sets(a in set(), b in set()) {
            prop_assert_eq!(plain(a & b), &plain(a) & &plain(b));
            prop_assert_eq!(plain(a | b), &plain(a) | &plain(b));
            prop_assert_eq!(plain(a ^ b), &plain(a) ^ &plain(b));
            prop_assert_eq!(plain(a - b), &plain(a) - &plain(b));
            prop_assert_eq!(plain(!a), &plain(SquareSet::ALL) - &plain(a));
            prop_assert_eq!(a.is_disjoint(b), plain(a).is_disjoint(&plain(b)));
            prop_assert_eq!(a.is_subset(b), plain(a).is_subset(&plain(b)));
            prop_assert!((a & b).is_subset(a) && (a - b).is_disjoint(b));
            let mut c = a;
            c &= b;
            prop_assert_eq!(c, a & b);
            c |= a;
            prop_assert_eq!(c, a);
            c ^= b;
            prop_assert_eq!(c, a ^ b);
            c -= a;
            prop_assert_eq!(c, b - a);
        }

        #[test]
        fn squares_come_in_reading_order_and_make_the_same_set_again(a in set()) {
            let listed: Vec<Square> = a.into_iter().collect();
            prop_assert!(listed.iter().copied().eq(plain(a)));
            prop_assert_eq!(a.iter().len(), a.len());
            prop_assert!(a.iter().rev().eq(listed.iter().rev().copied()));
            prop_assert_eq!((a.first(), a.last()), (listed.first().copied(), listed.last().copied()));
            let mut rest = a;
            let taken: Vec<Square> = std::iter::from_fn(|| rest.pop_first()).collect();
            prop_assert!(taken == listed && rest.is_empty());
            prop_assert_eq!(a.is_empty(), listed.is_empty());
            prop_assert_eq!(listed.into_iter().rev().collect::<SquareSet>(), a);
        }

        #[test]
        fn bits_and_text_round_trip(a in set()) {
            prop_assert_eq!(SquareSet::from_bits(a.bits()), a);
            prop_assert_eq!(SquareSet::from(u64::from(a)), a);
            let read: Result<SquareSet, _> = a.to_string().split_whitespace().map(str::parse).collect();
            prop_assert_eq!(read, Ok(a));
        }

        #[test]
        fn a_square_goes_in_and_out(a in set(), index in 0u8..64) {
            let square = Square::new(index).unwrap();
            let (mut with, mut without) = (a, a);
            with.insert(square);
            without.remove(square);
            prop_assert!(with.contains(square) && !without.contains(square));
            prop_assert_eq!(with - SquareSet::from(square), without);
            prop_assert_eq!((with, without), (a.with(square), a.without(square)));
        }
    }

    #[test]
    fn bits_read_like_the_board() {
        let set = SquareSet::from_bits(0x8000_0010_0000_0001);
        assert_eq!(set.to_string(), "a1 d4 h8");
        assert_eq!(format!("{set:?}"), "{a1, d4, h8}");
        let drawn =
            "#-------\n--------\n--------\n---#----\n--------\n--------\n--------\n-------#\n";
        assert_eq!(format!("{set:#?}"), drawn);
        let lines = [
            SquareSet::from(Square::D4.file()),
            SquareSet::from(Square::D4.rank()),
        ];
        assert_eq!(lines[0].to_string(), "d1 d2 d3 d4 d5 d6 d7 d8");
        assert_eq!(lines[1].to_string(), "a4 b4 c4 d4 e4 f4 g4 h4");
        assert_eq!(SquareSet::CORNERS.to_string(), "a1 h1 a8 h8");
        assert_eq!((SquareSet::ALL.len(), SquareSet::EMPTY.first()), (64, None));
    }
}
