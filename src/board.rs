//! The board: the discs of the side to move and of its opponent, without colours.

use std::fmt;

use crate::bitboard::kernel::Kernel;
use crate::bitboard::{self};
use crate::square::Square;
use crate::squares::{SquareSet, draw};
use crate::symmetry::Symmetry;

/// The discs on the board as the side to move sees them. 16 bytes; everything else is derived.
///
/// `{:?}` prints the squares as `X` (the side to move), `O` and `-`; `{:#?}` draws them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    player: u64,
    opponent: u64,
}

/// The start.
impl Default for Board {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = |square| {
            if self.player().contains(square) {
                'X'
            } else if self.opponent().contains(square) {
                'O'
            } else {
                '-'
            }
        };
        if f.alternate() {
            return draw(f, character);
        }
        let squares: String = Square::all().map(character).collect();
        f.debug_tuple("Board").field(&squares).finish()
    }
}

/// An error: both sides have discs on the same squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OverlapError {
    /// The squares that both sides occupy.
    pub squares: SquareSet,
}

impl fmt::Display for OverlapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "both sides have a disc on {}", self.squares)
    }
}

impl std::error::Error for OverlapError {}

impl Board {
    /// The standard start, Black to move: player d5 e4, opponent d4 e5.
    pub const START: Self = Self {
        player: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
    };

    /// Creates a board from the discs of the side to move and those of its opponent.
    ///
    /// # Errors
    /// [`OverlapError`] if a square is in both sets.
    pub const fn new(player: SquareSet, opponent: SquareSet) -> Result<Self, OverlapError> {
        Self::from_bits(player.bits(), opponent.bits())
    }

    /// Creates a board from the bits of two sets, as in [`SquareSet::from_bits`].
    ///
    /// # Errors
    /// [`OverlapError`] if a bit is set in both.
    pub const fn from_bits(player: u64, opponent: u64) -> Result<Self, OverlapError> {
        let both = player & opponent;
        if both == 0 {
            Ok(Self { player, opponent })
        } else {
            Err(OverlapError {
                squares: SquareSet::from_bits(both),
            })
        }
    }

    /// Creates a board from discs that are known not to overlap.
    #[inline]
    pub(crate) const fn new_unchecked(player: u64, opponent: u64) -> Self {
        debug_assert!(player & opponent == 0);
        Self { player, opponent }
    }

    /// Returns the discs of the side to move.
    #[inline]
    pub const fn player(self) -> SquareSet {
        SquareSet::from_bits(self.player)
    }

    /// Returns the discs of the other side.
    #[inline]
    pub const fn opponent(self) -> SquareSet {
        SquareSet::from_bits(self.opponent)
    }

    /// Returns all discs.
    #[inline]
    pub const fn occupied(self) -> SquareSet {
        SquareSet::from_bits(self.player | self.opponent)
    }

    /// Returns the empty squares.
    #[inline]
    pub const fn empties(self) -> SquareSet {
        SquareSet::from_bits(!(self.player | self.opponent))
    }

    /// Returns the number of empty squares, 0 to 64.
    #[inline]
    pub const fn empty_count(self) -> u32 {
        (self.player | self.opponent).count_zeros()
    }

    /// Returns the legal moves of the side to move.
    ///
    /// ```
    /// use reversi::Board;
    ///
    /// assert_eq!(Board::START.legal_moves().to_string(), "d3 c4 f5 e6");
    /// ```
    #[inline]
    pub fn legal_moves(self) -> SquareSet {
        SquareSet::from_bits(bitboard::legal_moves(self.player, self.opponent))
    }

    /// Returns the discs that a move would turn; none if it is not legal.
    ///
    /// ```
    /// use reversi::{Board, Square};
    ///
    /// assert_eq!(Board::START.flips("f5".parse()?).to_string(), "e5");
    /// assert!(Board::START.flips(Square::A1).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn flips(self, square: Square) -> SquareSet {
        SquareSet::from_bits(bitboard::flips(self.player, self.opponent, square))
    }

    /// Returns the empty corner that a square touches; `None` if there is none.
    ///
    /// ```
    /// use reversi::{Board, Square};
    ///
    /// assert_eq!(Board::START.empty_corner_beside("b2".parse()?), Some(Square::A1));
    /// assert_eq!(Board::START.empty_corner_beside("c3".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn empty_corner_beside(self, square: Square) -> Option<Square> {
        let beside = SquareSet::from_bits(bitboard::neighbours(square.bit()));
        (beside & SquareSet::CORNERS & self.empties()).first()
    }

    /// Returns the legal moves of the side to move, computed by a kernel.
    #[inline]
    pub(crate) fn legal_moves_by(self, kernel: impl Kernel) -> SquareSet {
        SquareSet::from_bits(kernel.legal_moves(self.player, self.opponent))
    }

    /// Returns the legal moves of both sides, computed by a kernel.
    #[inline]
    pub(crate) fn legal_moves_of_both_by(self, kernel: impl Kernel) -> [SquareSet; 2] {
        kernel
            .legal_moves_of_both(self.player, self.opponent)
            .map(SquareSet::from_bits)
    }

    /// Returns the discs that a move would turn, computed by a kernel.
    #[inline]
    pub(crate) fn flips_by(self, kernel: impl Kernel, square: Square) -> SquareSet {
        SquareSet::from_bits(kernel.flips(self.player, self.opponent, square))
    }

    /// Returns the board after a move, from the next side's view; `None` if the move is not legal.
    ///
    /// ```
    /// use reversi::Board;
    ///
    /// let board = Board::START.play("f5".parse()?).expect("a legal move");
    /// assert_eq!((board.player().len(), board.opponent().len()), (1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn play(self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        (!flips.is_empty()).then(|| self.play_unchecked(square, flips))
    }

    /// Returns the board after a move whose flips are already known, from the next side's view.
    ///
    /// `flips` must be the result of [`Board::flips`] for `square` and must not be empty; otherwise the
    /// result is a board that no game contains.
    #[inline]
    pub const fn play_unchecked(self, square: Square, flips: SquareSet) -> Self {
        Self {
            player: self.opponent ^ flips.bits(),
            opponent: self.player ^ (flips.bits() | square.bit()),
        }
    }

    /// Returns the board before a move, from the view of the side that made it: the inverse of
    /// [`Board::play_unchecked`], with the same conditions.
    pub const fn unplay(self, square: Square, flips: SquareSet) -> Self {
        Self {
            player: self.opponent ^ (flips.bits() | square.bit()),
            opponent: self.player ^ flips.bits(),
        }
    }

    /// Returns the board with the other side to move, even if a pass is not allowed.
    #[inline]
    pub const fn swapped(self) -> Self {
        Self {
            player: self.opponent,
            opponent: self.player,
        }
    }

    /// Returns the board after a forced pass; `None` if the side to move has a move or neither side has.
    #[inline]
    pub fn pass(self) -> Option<Self> {
        (self.legal_moves().is_empty() && !self.swapped().legal_moves().is_empty())
            .then_some(self.swapped())
    }

    /// Returns true if neither side can move.
    #[inline]
    pub fn is_game_over(self) -> bool {
        self.legal_moves().is_empty() && self.swapped().legal_moves().is_empty()
    }

    /// Returns the official score if the game ended now, for the side to move: own minus opponent discs,
    /// with the empty squares given to the side that has more discs. -64..=64.
    pub const fn final_score(self) -> i32 {
        let own = self.player.count_ones().cast_signed();
        let other = self.opponent.count_ones().cast_signed();
        let empties = 64 - own - other;
        let difference = own - other;
        difference + difference.signum() * empties
    }

    /// Returns the board transformed by a symmetry.
    pub const fn transformed(self, symmetry: Symmetry) -> Self {
        Self {
            player: symmetry.apply(self.player()).bits(),
            opponent: symmetry.apply(self.opponent()).bits(),
        }
    }

    /// Returns a hash of the board, for tables and files: the same in every run, on every machine and in every version
    /// 1.x. The search uses it.
    ///
    /// Folds the two halves of a 128-bit product, so that each bit of the board moves all of them. There is nothing to
    /// update with a move, as with Zobrist's hashes: this is one multiplication.
    ///
    /// ```
    /// use reversi::Board;
    ///
    /// assert_ne!(Board::START.hash64(), Board::START.swapped().hash64());
    /// ```
    #[doc(alias = "zobrist_hash")]
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the lower half is meant
    pub const fn hash64(self) -> u64 {
        let product = (self.player ^ 0x9e37_79b9_7f4a_7c15) as u128
            * (self.opponent ^ 0xc2b2_ae3d_27d4_eb4f) as u128;
        (product >> 64) as u64 ^ product as u64
    }

    /// Returns the smallest of the eight symmetric boards, which all symmetric boards share.
    ///
    /// ```
    /// use reversi::Board;
    ///
    /// let moves = Board::START.legal_moves();
    /// let mut after = moves.iter().filter_map(|square| Board::START.play(square));
    /// let first = after.next().expect("four moves");
    /// assert!(after.all(|board| board.canonical() == first.canonical()));
    /// ```
    pub fn canonical(self) -> Self {
        Symmetry::ALL.into_iter().fold(self, |least, symmetry| {
            least.min(self.transformed(symmetry))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_sides_are_refused_with_their_squares_named() {
        let error = Board::from_bits(0b11, 0b10).unwrap_err();
        assert_eq!(error.to_string(), "both sides have a disc on g8");
    }

    #[test]
    fn the_empties_go_to_the_winner() {
        let score = |player, opponent| Board::from_bits(player, opponent).unwrap().final_score();
        assert_eq!(score(0x1fff, 0), 64);
        assert_eq!(score(0, 1), -64);
        assert_eq!(score(0x3fff, 1 << 40), 62); // 63-1
        assert_eq!(score(0x7fff_ffff, 0x7fff_ffff_0000_0000), 0);
        assert_eq!(score(0, 0), 0);
        assert_eq!(score(u64::MAX << 31, (1 << 31) - 1), 2); // 33-31
    }

    #[test]
    fn symmetric_boards_have_one_canonical_form() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(board.transformed(symmetry).canonical(), board.canonical());
        }
    }
}
