//! Reversi on an array, as a beginner writes it: one number a cell, walls around the board, and legal moves found
//! by walking in eight directions.
//!
//! A black disc is 1 and a white one -1, so the opponent of a `side` is `-side`, and turning a disc changes its
//! sign. A wall ends every walk, so no step is tested against the edge. The board stands in three kinds of array:
//!
//! - `[[i8; 10]; 10]`: rows of cells; a place is a row and a column.
//! - `[i8; 100]`: rows of ten cells, one after the other; a step adds -11, -10, -9, -1, 1, 9, 10 or 11.
//! - `[i8; 160]`: the same with rows of sixteen, so a step adds -17, -16, -15, -1, 1, 15, 16 or 17.
//!
//! A square is legal if discs turn in any direction. Who asks all eight knows more: the [`flags`] of the directions,
//! which tell [`play`] where to turn discs.
//!
//! The kernel ([`bitboard`](crate::bitboard)) does the same faster and shares nothing with this module. The tests
//! compare the two, a lesson shows this code step by step, and `reversi bench --boards` measures it.
//!
//! ```
//! use reversi::array_board::{BLACK, WALL, flags, play, set_up};
//! use reversi::Board;
//!
//! let start = Board::START;
//! let mut board = set_up([[WALL; 10]; 10], start.player(), start.opponent());
//! let d3 = (3, 4);
//! assert_eq!(flags(&board, d3, BLACK), 0x40); // discs turn downwards
//! play(&mut board, d3, BLACK, 0x40);
//! assert_eq!(board[4][4], BLACK);
//! ```

pub mod bench;

use crate::square::Square;
use crate::squares::SquareSet;

/// A cell with a black disc.
pub const BLACK: i8 = 1;
/// A cell with a white disc.
pub const WHITE: i8 = -1;
/// An empty square.
pub const EMPTY: i8 = 0;
/// A cell beyond the edge.
pub const WALL: i8 = 2;

/// The eight directions in reading order, as the rows and columns of one step. The flag of a direction is `1 <<` its
/// index, 0 to 7: up left 01, up 02, up right 04, left 08, right 10, down left 20, down 40, down right 80 (hexadecimal).
pub const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1), // up left
    (-1, 0),  // up
    (-1, 1),  // up right
    (0, -1),  // left
    (0, 1),   // right
    (1, -1),  // down left
    (1, 0),   // down
    (1, 1),   // down right
];

/// A board in an array whose outer cells are walls.
pub trait ArrayBoard {
    /// The place of a cell.
    type Place: Copy;

    /// Returns the place of a square: rank 1 is row 1, and file a is column 1.
    fn place(square: Square) -> Self::Place;

    /// Returns the place one step away in the direction with this index, 0 to 7.
    #[track_caller] // the lesson shows the line that takes the step, and likewise below
    fn next(&self, place: Self::Place, direction: usize) -> Self::Place;

    /// Returns the value of a cell.
    #[track_caller]
    fn get(&self, place: Self::Place) -> i8;

    /// Changes the value of a cell.
    #[track_caller]
    fn set(&mut self, place: Self::Place, cell: i8);
}

/// Returns the row and the column of a square.
const fn row_and_column(square: Square) -> (usize, usize) {
    let (rank, file) = (square.rank().index(), square.file().index());
    (rank as usize + 1, file as usize + 1)
}

impl ArrayBoard for [[i8; 10]; 10] {
    type Place = (usize, usize);

    fn place(square: Square) -> (usize, usize) {
        row_and_column(square)
    }

    fn next(&self, (row, column): (usize, usize), direction: usize) -> (usize, usize) {
        let (down, right) = DIRECTIONS[direction];
        (
            row.wrapping_add_signed(down),
            column.wrapping_add_signed(right),
        )
    }

    fn get(&self, (row, column): (usize, usize)) -> i8 {
        self[row][column]
    }

    fn set(&mut self, (row, column): (usize, usize), cell: i8) {
        self[row][column] = cell;
    }
}

/// Ten rows of `CELLS / 10` cells, at least ten, in one array.
impl<const CELLS: usize> ArrayBoard for [i8; CELLS] {
    type Place = usize;

    fn place(square: Square) -> usize {
        let (row, column) = row_and_column(square);
        CELLS / 10 * row + column
    }

    fn next(&self, place: usize, direction: usize) -> usize {
        place.wrapping_add_signed(const { steps(CELLS / 10) }[direction])
    }

    fn get(&self, place: usize) -> i8 {
        self[place]
    }

    fn set(&mut self, place: usize, cell: i8) {
        self[place] = cell;
    }
}

/// Returns what a step in each direction adds to a place when a row has this many cells, at least 10.
#[allow(clippy::cast_possible_wrap, clippy::missing_panics_doc)] // a row is short
pub const fn steps(row: usize) -> [isize; 8] {
    assert!(row >= 10, "there is a wall on both sides of a row");
    let row = row as isize;
    [-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1]
}

/// Returns the board with these discs, made from an array of walls.
pub fn set_up<A: ArrayBoard>(mut walls: A, black: SquareSet, white: SquareSet) -> A {
    for square in Square::all() {
        let cell = match square {
            _ if black.contains(square) => BLACK,
            _ if white.contains(square) => WHITE,
            _ => EMPTY,
        };
        walls.set(A::place(square), cell);
    }
    walls
}

/// Returns the discs of a side.
pub fn discs<A: ArrayBoard>(board: &A, side: i8) -> SquareSet {
    let is_own = |square: &Square| board.get(A::place(*square)) == side;
    Square::all().filter(is_own).collect()
}

/// Walks in one direction over the discs of the opponent, and returns how many of them a disc of `side` on `from`
/// would turn: none unless a disc of `side` closes the run.
#[inline]
pub fn run<A: ArrayBoard>(board: &A, from: A::Place, side: i8, direction: usize) -> usize {
    let mut length = 0;
    let mut place = board.next(from, direction);
    loop {
        let cell = board.get(place);
        if cell == side {
            return length;
        }
        if cell != -side {
            return 0; // an empty square or a wall
        }
        length += 1;
        place = board.next(place, direction);
    }
}

/// Returns true if a disc of `side` may be placed here. Stops at the first direction in which discs turn.
#[inline]
pub fn is_legal<A: ArrayBoard>(board: &A, place: A::Place, side: i8) -> bool {
    board.get(place) == EMPTY && (0..8).any(|direction| run(board, place, side, direction) > 0)
}

/// Returns the flags of all directions in which a disc of `side` would turn discs. Zero if the move is not legal.
#[inline]
pub fn flags<A: ArrayBoard>(board: &A, place: A::Place, side: i8) -> u8 {
    let mut flags = 0;
    if board.get(place) != EMPTY {
        return flags;
    }
    for direction in 0..8 {
        if run(board, place, side, direction) > 0 {
            flags |= 1 << direction;
        }
    }
    flags
}

/// Places a disc and turns others in the directions of its [`flags`], which must be those of this move.
#[inline]
pub fn play<A: ArrayBoard>(board: &mut A, place: A::Place, side: i8, flags: u8) {
    board.set(place, side);
    for direction in 0..8 {
        if flags & 1 << direction != 0 {
            turn(board, place, side, direction);
        }
    }
}

/// Turns the run in one direction, up to the disc of `side` that closes it.
#[inline]
pub fn turn<A: ArrayBoard>(board: &mut A, from: A::Place, side: i8, direction: usize) {
    let mut place = board.next(from, direction);
    while board.get(place) == -side {
        board.set(place, -board.get(place));
        place = board.next(place, direction);
    }
}

/// Returns the discs that a move turns; none if it is not legal.
pub fn flips<A: ArrayBoard + Clone>(board: &A, square: Square, side: i8) -> SquareSet {
    let flags = flags(board, A::place(square), side);
    if flags == 0 {
        return SquareSet::EMPTY;
    }
    let mut after = board.clone();
    play(&mut after, A::place(square), side, flags);
    discs(&after, side) - discs(board, side).with(square)
}

/// Returns the legal moves of a side with the flags of each.
pub fn legal_moves<A: ArrayBoard>(board: &A, side: i8) -> impl Iterator<Item = (Square, u8)> {
    Square::all()
        .map(move |square| (square, flags(board, A::place(square), side)))
        .filter(|&(_, flags)| flags != 0)
}

/// Returns the number of leaves `depth` plies below a board, counted like [`perft`](fn@crate::perft) but with every
/// move played, those of the last ply too. Without flags, legality stops at the first direction in which discs turn,
/// and each move tries all eight again.
pub fn perft<A: ArrayBoard + Copy>(board: &A, side: i8, depth: u32, with_flags: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for square in Square::all() {
        let place = A::place(square);
        if with_flags || is_legal(board, place, side) {
            let flags = flags(board, place, side);
            if flags != 0 {
                let mut next = *board;
                play(&mut next, place, side, flags);
                leaves += perft(&next, -side, depth - 1, with_flags);
            }
        }
    }
    match leaves {
        0 if legal_moves(board, -side).next().is_none() => 1,
        0 => perft(board, -side, depth - 1, with_flags),
        _ => leaves,
    }
}

/// This file, which lessons quote, with its text.
#[doc(hidden)]
pub const SOURCE: (&str, &str) = ("src/array_board.rs", include_str!("array_board.rs"));
