//! A board and the side to move, in absolute colours.

use crate::board::{Board, OverlapError};
use crate::color::{ByColor, Color};
use crate::square::Square;
use crate::squares::SquareSet;

/// A board and whose turn it is. Reads and prints as board text, see [`crate::notation::board_text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    side_to_move: Color,
}

impl Position {
    /// The standard start: Black d5 e4, White d4 e5, Black to move.
    pub const START: Self = Self {
        board: Board::START,
        side_to_move: Color::Black,
    };

    /// A position from a board as the side to move sees it.
    #[must_use]
    pub const fn new(board: Board, side_to_move: Color) -> Self {
        Self {
            board,
            side_to_move,
        }
    }

    /// A position from the discs of each colour.
    ///
    /// # Errors
    /// [`OverlapError`] when both colours claim a square.
    pub fn from_discs(
        discs: ByColor<SquareSet>,
        side_to_move: Color,
    ) -> Result<Self, OverlapError> {
        let board = Board::new(discs[side_to_move], discs[side_to_move.opposite()])?;
        Ok(Self::new(board, side_to_move))
    }

    /// The board as the side to move sees it.
    #[must_use]
    pub const fn board(self) -> Board {
        self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(self) -> Color {
        self.side_to_move
    }

    /// The discs of a colour.
    #[must_use]
    pub fn discs(self, color: Color) -> SquareSet {
        if color == self.side_to_move {
            self.board.player()
        } else {
            self.board.opponent()
        }
    }

    /// How many discs each colour has.
    #[must_use]
    pub fn counts(self) -> ByColor<u32> {
        ByColor::from_fn(|color| self.discs(color).bits().count_ones())
    }

    /// The disc on a square, `None` when it is empty.
    #[must_use]
    pub fn disc(self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.discs(color).contains(square))
    }

    /// The squares where the side to move may place a disc.
    #[must_use]
    pub fn legal_moves(self) -> SquareSet {
        self.board.legal_moves()
    }

    /// The position after a move; `None` when it is not legal.
    #[must_use]
    pub fn play(self, square: Square) -> Option<Self> {
        let board = self.board.play(square)?;
        Some(Self::new(board, self.side_to_move.opposite()))
    }

    /// The position after a forced pass; `None` when a pass is not forced.
    #[must_use]
    pub fn pass(self) -> Option<Self> {
        let board = self.board.pass()?;
        Some(Self::new(board, self.side_to_move.opposite()))
    }
}
