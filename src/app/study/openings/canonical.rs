//! Positions up to symmetry, so that symmetric games count together.

use arrayvec::ArrayVec;

use crate::app::player::level::mixed;
use crate::bitboard::symmetry::Symmetry;
use crate::board::Board;
use crate::square::Square;

/// A position up to symmetry.
pub(super) struct Canonical {
    /// The smallest of its eight symmetric boards.
    board: Board,
    /// The symmetries that lead to that board: several if the position is symmetric itself.
    symmetries: ArrayVec<Symmetry, 8>,
}

impl Canonical {
    pub(super) fn of(board: Board) -> Self {
        let mut canonical = Self {
            board,
            symmetries: ArrayVec::new(),
        };
        for symmetry in Symmetry::ALL {
            let image = board.transformed(symmetry);
            if image < canonical.board {
                canonical.board = image;
                canonical.symmetries.clear();
            }
            if image == canonical.board {
                canonical.symmetries.push(symmetry);
            }
        }
        canonical
    }

    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// Returns a number for the position. Two positions of an index practically never share one.
    pub(super) fn key(&self) -> u64 {
        let Self { board, .. } = self;
        mixed(board.player().bits() ^ mixed(board.opponent().bits()))
    }

    /// Returns the move on the canonical board. Moves that are symmetric to each other have the same one.
    pub(super) fn square(&self, square: Square) -> Square {
        let images = self.symmetries.iter().map(|image| image.square(square));
        images.min().unwrap_or(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_positions_and_moves_are_the_same() {
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let one = Canonical::of(board);
        for symmetry in Symmetry::ALL {
            let other = Canonical::of(board.transformed(symmetry));
            assert_eq!((one.board(), one.key()), (other.board(), other.key()));
            for square in board.legal_moves() {
                assert_eq!(one.square(square), other.square(symmetry.square(square)));
            }
        }
    }

    #[test]
    fn the_four_first_moves_are_one() {
        let start = Canonical::of(Board::START);
        assert_eq!(start.symmetries.len(), 4);
        let moves = Board::START.legal_moves();
        let first = start.square(moves.first().unwrap());
        assert!(moves.iter().all(|square| start.square(square) == first));
    }
}
