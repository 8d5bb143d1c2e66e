//! A board and the side to move, in absolute colours, and its text: 64 characters from a1 to h8 and the
//! side to move.
//!
//! Read: Black is one of `X x * B b`, White one of `O o W w`, an empty square `-` or `.`; white space
//! and `/` are skipped everywhere, and the side may follow without a space. Written: `X`, `O`, `-`, a
//! space and the side, as in OBF files.

mod oddity;

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, OverlapError};
use crate::color::{ByColor, Color};
use crate::square::Square;
use crate::squares::{SquareSet, draw};
use crate::symmetry::Symmetry;

pub use oddity::Oddity;

/// A board and the side to move.
///
/// ```
/// use reversi::Position;
/// let text = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(text.parse(), Ok(Position::START));
/// assert_eq!(Position::START.to_string(), text);
/// ```
///
/// `{:?}` prints this text, `{:#?}` draws the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    side_to_move: Color,
}

/// The standard starting position.
impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl Position {
    /// The standard start: Black d5 e4, White d4 e5, Black to move.
    pub const START: Self = Self {
        board: Board::START,
        side_to_move: Color::Black,
    };

    /// Creates a position from a board and the side to move.
    pub const fn new(board: Board, side_to_move: Color) -> Self {
        Self {
            board,
            side_to_move,
        }
    }

    /// Creates a position from the discs of each colour.
    ///
    /// # Errors
    /// [`OverlapError`] if both colours occupy a square.
    ///
    /// ```
    /// use reversi::{Color, Position};
    ///
    /// let discs = reversi::ByColor::from_fn(|color| Position::START.discs(color));
    /// assert_eq!(Position::from_discs(discs, Color::Black)?, Position::START);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_discs(
        discs: ByColor<SquareSet>,
        side_to_move: Color,
    ) -> Result<Self, OverlapError> {
        let board = Board::new(discs[side_to_move], discs[side_to_move.opposite()])?;
        Ok(Self::new(board, side_to_move))
    }

    /// Returns the board from the view of the side to move.
    pub const fn board(self) -> Board {
        self.board
    }

    /// Returns the side to move.
    #[doc(alias = "turn")]
    pub const fn side_to_move(self) -> Color {
        self.side_to_move
    }

    /// Returns the discs of a colour.
    pub fn discs(self, color: Color) -> SquareSet {
        if color == self.side_to_move {
            self.board.player()
        } else {
            self.board.opponent()
        }
    }

    /// Returns the number of discs of each colour.
    pub fn counts(self) -> ByColor<u32> {
        ByColor::from_fn(|color| self.discs(color).bits().count_ones())
    }

    /// Returns the colour of the disc on a square, or `None` if it is empty.
    #[doc(alias = "piece_at")]
    pub fn disc(self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.discs(color).contains(square))
    }

    /// Returns the legal moves of the side to move.
    #[inline]
    pub fn legal_moves(self) -> SquareSet {
        self.board.legal_moves()
    }

    /// Returns a hash of the position, for tables and files: the same in every run, on every machine and in every version
    /// 1.x. Positions that differ in the side to move alone have different hashes.
    ///
    /// ```
    /// use reversi::{Color, Position};
    ///
    /// let other_side = Position::START.with_side_to_move(Color::White);
    /// assert_ne!(other_side.hash64(), Position::START.hash64());
    /// ```
    #[doc(alias = "zobrist_hash")]
    pub const fn hash64(self) -> u64 {
        match self.side_to_move {
            Color::Black => self.board.hash64(),
            Color::White => !self.board.hash64(),
        }
    }

    /// Returns the discs that a move would turn; none if it is not legal.
    #[inline]
    pub fn flips(self, square: Square) -> SquareSet {
        self.board.flips(square)
    }

    /// Returns true if neither side can move.
    #[inline]
    pub fn is_game_over(self) -> bool {
        self.board.is_game_over()
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    ///
    /// ```
    /// use reversi::{Color, MoveError, Position, Square};
    ///
    /// let position = Position::START.play(Square::F5)?;
    /// assert_eq!(position.side_to_move(), Color::White);
    /// assert_eq!(position.play(Square::A1), Err(MoveError::NothingToTurn { square: Square::A1 }));
    /// # Ok::<(), MoveError>(())
    /// ```
    #[inline]
    pub fn play(self, square: Square) -> Result<Self, MoveError> {
        match self.board.play(square) {
            Some(board) => Ok(Self::new(board, self.side_to_move.opposite())),
            None => Err(self.why_illegal(square)),
        }
    }

    /// Returns why a move that turns no discs is not legal.
    pub(crate) fn why_illegal(self, square: Square) -> MoveError {
        match self.disc(square) {
            _ if self.is_game_over() => MoveError::GameOver,
            Some(by) => MoveError::Occupied { square, by },
            None => MoveError::NothingToTurn { square },
        }
    }

    /// Returns the position with another side to move.
    #[doc(alias = "swap_turn")]
    pub const fn with_side_to_move(self, color: Color) -> Self {
        match (self.side_to_move, color) {
            (Color::Black, Color::Black) | (Color::White, Color::White) => self,
            _ => Self::new(self.board.swapped(), color),
        }
    }

    /// Returns the position with a disc on a square, or with the square cleared for `None`.
    pub const fn with_disc(self, square: Square, disc: Option<Color>) -> Self {
        let player = self.board.player().without(square);
        let opponent = self.board.opponent().without(square);
        let black_moves = matches!(self.side_to_move, Color::Black);
        let (player, opponent) = match disc {
            None => (player, opponent),
            Some(color) if matches!(color, Color::Black) == black_moves => {
                (player.with(square), opponent)
            }
            Some(_) => (player, opponent.with(square)),
        };
        Self::new(
            Board::new_unchecked(player.bits(), opponent.bits()),
            self.side_to_move,
        )
    }

    /// Returns the position with every disc turned. The side to move stays.
    pub const fn with_colors_swapped(self) -> Self {
        Self::new(self.board.swapped(), self.side_to_move)
    }

    /// Returns the position transformed by a symmetry.
    pub const fn transformed(self, symmetry: Symmetry) -> Self {
        Self::new(self.board.transformed(symmetry), self.side_to_move)
    }

    /// Returns the position after a forced pass; `None` if no pass is forced.
    #[inline]
    pub fn pass(self) -> Option<Self> {
        let board = self.board.pass()?;
        Some(Self::new(board, self.side_to_move.opposite()))
    }
}

/// An error of playing a move. The game or the position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The square is occupied.
    Occupied {
        /// Where.
        square: Square,
        /// The colour of the disc on it.
        by: Color,
    },
    /// The square is empty, but the move would turn no disc.
    NothingToTurn {
        /// Where.
        square: Square,
    },
    /// The game is over.
    GameOver,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Occupied { square, by } => write!(f, "{square} is taken by {by}"),
            Self::NothingToTurn { square } => write!(f, "{square} would turn no discs"),
            Self::GameOver => write!(f, "the game is over"),
        }
    }
}

impl std::error::Error for MoveError {}

/// An error of parsing a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// A character that is neither a disc nor an empty square.
    UnknownCharacter {
        /// The character.
        found: char,
        /// Its place in the text, counted in characters from 1.
        at: usize,
    },
    /// The text ends before the 64 squares do.
    TooFewSquares {
        /// The number of squares found.
        found: usize,
    },
    /// The side to move is missing after the 64 squares.
    NoSide,
    /// The last character does not name a side.
    BadSide {
        /// The character.
        found: char,
    },
    /// There is more text after the side to move.
    TooLong {
        /// Where it begins, counted in characters from 1.
        at: usize,
    },
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCharacter { found, at } => write!(
                f,
                "character {at} of the position is {found:?}, but a square must be X, O or -"
            ),
            Self::TooFewSquares { found } => write!(
                f,
                "the position has {found} squares, but it needs 64, followed by the side to move, X or O"
            ),
            Self::NoSide => write!(
                f,
                "the position does not name the side to move: add X (Black) or O (White) after the squares"
            ),
            Self::BadSide { found } => write!(
                f,
                "the side to move is {found:?}, but it must be X for Black or O for White"
            ),
            Self::TooLong { at } => write!(
                f,
                "unexpected text after the side to move, at character {at} of the position"
            ),
        }
    }
}

impl std::error::Error for ParsePositionError {}

const fn color(character: char) -> Option<Color> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let mut characters = (1..)
            .zip(text.chars())
            .filter(|&(_, c)| !c.is_whitespace() && c != '/');
        let mut discs = ByColor::<SquareSet>::default();
        for (count, square) in Square::all().enumerate() {
            match characters.next() {
                None => return Err(ParsePositionError::TooFewSquares { found: count }),
                Some((_, '-' | '.')) => {}
                Some((at, found)) => match color(found) {
                    Some(color) => discs[color].insert(square),
                    None => return Err(ParsePositionError::UnknownCharacter { found, at }),
                },
            }
        }
        let side = match characters.next() {
            None => return Err(ParsePositionError::NoSide),
            Some((_, found)) => color(found).ok_or(ParsePositionError::BadSide { found })?,
        };
        if let Some((at, _)) = characters.next() {
            return Err(ParsePositionError::TooLong { at });
        }
        Ok(Self::from_discs(discs, side).expect("each square was read once"))
    }
}

/// Prints the 64 squares as `X`, `O` and `-`, a space and the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for square in Square::all() {
            f.write_char(self.disc(square).map_or('-', Color::letter))?;
        }
        write!(f, " {}", self.side_to_move().letter())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            draw(f, |square| self.disc(square).map_or('-', Color::letter))?;
            return write!(f, "{} to move", self.side_to_move.letter());
        }
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_is_written_in_the_usual_way() {
        assert_eq!(Position::START.to_string(), START);
    }

    #[test]
    fn every_spelling_of_the_start_is_read() {
        let rows = "-------- /-------- /-------- /...ob.../...*W.../\n--------/--------/-------- b";
        for text in [START, &START.replace(' ', ""), &START.to_lowercase(), rows] {
            assert_eq!(text.parse(), Ok(Position::START), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let error = |text: &str| text.parse::<Position>().unwrap_err();
        assert_eq!(error(""), ParsePositionError::TooFewSquares { found: 0 });
        assert_eq!(
            error(&START[..60]),
            ParsePositionError::TooFewSquares { found: 60 }
        );
        assert_eq!(error(&START[..64]), ParsePositionError::NoSide);
        assert_eq!(
            error(&START.replacen('O', "\u{7}", 1)),
            ParsePositionError::UnknownCharacter {
                found: '\u{7}',
                at: 28
            }
        );
        assert_eq!(
            error(&START.replace(" X", " -")),
            ParsePositionError::BadSide { found: '-' }
        );
        assert_eq!(
            error(&format!("{START} X")),
            ParsePositionError::TooLong { at: 68 }
        );
        let shown = error(&START.replacen('O', "\u{1b}", 1)).to_string();
        assert!(!shown.chars().any(char::is_control), "{shown}");
    }

    #[test]
    fn a_position_is_set_up_square_by_square() {
        let empty = Position::new(Board::from_bits(0, 0).unwrap(), Color::White);
        let discs = [
            ("d4", Color::White),
            ("e4", Color::Black),
            ("d5", Color::Black),
            ("e5", Color::White),
        ];
        let built = discs.into_iter().fold(empty, |position, (square, color)| {
            let square = square.parse().unwrap();
            let wrong = position.with_disc(square, Some(color.opposite()));
            assert_eq!(wrong.disc(square), Some(color.opposite()));
            assert_eq!(wrong.with_disc(square, None), position);
            wrong.with_disc(square, Some(color))
        });
        assert_eq!(built.side_to_move(), Color::White);
        assert_eq!(built.with_side_to_move(Color::Black), Position::START);
    }

    #[test]
    fn swapping_turning_and_mirroring_keep_the_side_and_undo_themselves() {
        let position = Position::START.play("f5".parse().unwrap()).unwrap();
        let swapped = position.with_colors_swapped();
        assert_eq!(swapped.side_to_move(), Color::White);
        assert_eq!(swapped.discs(Color::White), position.discs(Color::Black));
        assert_eq!(swapped.with_colors_swapped(), position);
        for symmetry in Symmetry::ALL {
            let turned = position.transformed(symmetry);
            assert_eq!(
                turned.discs(Color::Black),
                symmetry.apply(position.discs(Color::Black))
            );
            assert_eq!(turned.side_to_move(), Color::White);
            assert_eq!(turned.transformed(symmetry.inverse()), position);
        }
        let other = position.with_side_to_move(Color::Black);
        assert_eq!(
            (other.counts(), other.side_to_move()),
            (position.counts(), Color::Black)
        );
    }
}
