//! The features of the evaluation: counts and classes computed from a position.
//!
//! All are classical: on the edges, runs of five squares from each corner (corner, C-square, A-square
//! and both B-squares); at the corners, blocks of corner, X-square and C-squares; inside, the kinds of
//! squares that each side holds; and mobility, potential mobility, frontier discs, corners and
//! dangerous squares open to each side, and parity. The ideas are
//! Paul Rosenbloom's (IAGO, "A World-Championship-Level Othello Program", Artificial Intelligence 19,
//! 1982) and Kai-Fu Lee's and Sanjoy Mahajan's (BILL, "The development of a world class Othello
//! program", Artificial Intelligence 43, 1990).

use crate::bitboard::{legal_moves, neighbours};
use crate::board::Board;
use crate::squares::SquareSet;

const CORNERS: u64 = SquareSet::CORNERS.bits();

/// The number of states of a run of five squares.
pub(super) const RUNS: usize = 243;
/// The number of states of a corner block of four squares.
pub(super) const BLOCKS: usize = 81;
/// The highest move count that is distinguished; larger ones are clamped to it.
pub(super) const MOST_MOBILITY: usize = 23;
/// The number of kinds of inner squares, without the X-squares, which belong to the blocks.
pub(super) const KINDS: usize = 5;

/// The inner squares of each kind: C2 and its like, D2, C3, D3, D4.
pub(super) const INNER_KINDS: [u64; KINDS] = [
    0x0024_4200_0042_2400,
    0x0018_0042_4200_1800,
    0x0000_2400_0024_0000,
    0x0000_1824_2418_0000,
    0x0000_0018_1800_0000,
];

/// The counts of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// Legal moves, at most [`MOST_MOBILITY`].
    pub(super) mobility: usize,
    /// Corners among them.
    pub(super) corners: u32,
    /// C- and X-squares beside an empty corner among them.
    pub(super) dangers: u32,
    /// Empty squares beside a disc of the other side.
    pub(super) potential: u32,
    /// Discs beside an empty square.
    pub(super) frontier: u32,
}

impl Side {
    #[inline]
    pub(super) fn of(own: u64, other: u64) -> Self {
        let empties = !(own | other);
        let moves = legal_moves(own, other);
        let danger = neighbours(empties & CORNERS);
        Self {
            mobility: (moves.count_ones() as usize).min(MOST_MOBILITY),
            corners: (moves & CORNERS).count_ones(),
            dangers: (moves & danger).count_ones(),
            potential: (neighbours(other) & empties).count_ones(),
            frontier: (neighbours(empties) & own).count_ones(),
        }
    }
}

/// Returns the discs of the side to move minus those of the opponent within a set.
#[inline]
pub(super) fn difference(board: Board, set: u64) -> i32 {
    (board.player().bits() & set).count_ones().cast_signed()
        - (board.opponent().bits() & set).count_ones().cast_signed()
}

/// Returns the number of quadrants with an odd number of empty squares, 0 to 4.
#[inline]
pub(super) fn odd_quadrants(empties: u64) -> usize {
    let odd = |quadrant: u64| (empties & quadrant).count_ones() & 1;
    (odd(0xf0f0_f0f0_0000_0000)
        + odd(0x0f0f_0f0f_0000_0000)
        + odd(0x0000_0000_f0f0_f0f0)
        + odd(0x0000_0000_0f0f_0f0f)) as usize
}

/// Returns a base-three state with the colours exchanged.
pub(super) const fn swapped_colors(state: usize) -> usize {
    let (mut rest, mut digit, mut swapped) = (state, 1, 0);
    while rest > 0 {
        swapped += digit * [0, 2, 1][rest % 3];
        digit *= 3;
        rest /= 3;
    }
    swapped
}

/// Returns a corner block's state with its C-squares exchanged. Digits from the highest: corner, X, C, C.
pub(super) const fn swapped_c_squares(state: usize) -> usize {
    state / 9 * 9 + state % 3 * 3 + state / 3 % 3
}

/// Returns the four corner blocks of a set as nibbles: corner, X-square, and the two C-squares.
#[inline]
pub(super) fn corner_blocks(set: u64) -> [u8; 4] {
    let pick = |corner: u32, x: u32, c: u32, d: u32| {
        ((set >> corner & 1) << 3 | (set >> x & 1) << 2 | (set >> c & 1) << 1 | set >> d & 1) as u8
    };
    [
        pick(63, 54, 62, 55),
        pick(56, 49, 57, 48),
        pick(7, 14, 6, 15),
        pick(0, 9, 1, 8),
    ]
}

/// Returns the four edges of a set as bytes: rank 1, rank 8, file a, file h, starting from a or 1.
#[inline]
pub(super) fn edges(set: u64) -> [u8; 4] {
    use crate::bitboard::stability::file_to_byte;
    [
        (set >> 56) as u8,
        set as u8,
        file_to_byte(set >> 7) as u8,
        file_to_byte(set) as u8,
    ]
}
