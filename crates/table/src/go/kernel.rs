//! The kernel of Go: neighbours, dead stones, legal moves and areas of whole sets of points at once.
//!
//! Every function works on any [`Word`]: on `u64` to compute, on a recording word to explain.

use super::Grid;
use reversi::bitboard::word::Word;

/// Returns the points next to a set, up, down, left and right; points of the set may be among them.
#[inline]
pub fn neighbours<W: Word>(grid: Grid, set: W) -> W {
    let size = u32::from(grid.size());
    let up = set << size & grid.board();
    let down = set >> size;
    // Excluding the column on the other side stops a stone from wrapping to the next row.
    let left = set << 1 & grid.not_right_column();
    let right = set >> 1 & grid.not_left_column();
    up | down | left | right
}

/// Returns the stones of a side that have no liberty, all at once.
///
/// `own` and `opponent` must not overlap.
#[inline]
pub fn dead_stones<W: Word>(grid: Grid, own: W, opponent: W) -> W {
    let empty = !(own | opponent) & grid.board();
    // Stones without an empty neighbour may be dead.
    let mut dead = own & !neighbours(grid, empty);
    loop {
        // One next to a living stone of its colour lives too.
        let living = own & !dead;
        let saved = dead & neighbours(grid, living);
        if saved == 0 {
            return dead;
        }
        dead &= !saved;
    }
}

/// Returns the points where a side may play, before the rule of repetition: empty points that are no
/// suicide.
///
/// `own` and `opponent` must not overlap.
#[inline]
pub fn legal_moves<W: Word>(grid: Grid, own: W, opponent: W) -> W {
    let empty = !(own | opponent) & grid.board();
    // A point next to an empty one gives the new stone a liberty.
    let mut moves = empty & neighbours(grid, empty);
    let enclosed = empty & !moves;
    for index in 0..grid.area() {
        // Every other point is tried.
        let point = enclosed & (W::from(1) << index);
        if point != 0 && !is_suicide(grid, own, opponent, point) {
            moves |= point;
        }
    }
    moves
}

/// Returns whether a stone on this point has no liberty, captures nothing and joins no living stone.
fn is_suicide<W: Word>(grid: Grid, own: W, opponent: W, point: W) -> bool {
    let placed = own | point;
    let captured = dead_stones(grid, opponent, placed);
    if captured != 0 {
        return false;
    }
    let lost = dead_stones(grid, placed, opponent);
    lost != 0
}

/// Returns the points that are reached from a set by steps through another set; the first set among them.
#[inline]
pub fn reached<W: Word>(grid: Grid, from: W, through: W) -> W {
    let mut reached = from;
    loop {
        let more = neighbours(grid, reached) & through & !reached;
        if more == 0 {
            return reached;
        }
        reached |= more;
    }
}

/// Returns the area of a side: its stones, and the empty points that only its stones reach.
///
/// `own` and `opponent` must not overlap.
pub fn area<W: Word>(grid: Grid, own: W, opponent: W) -> W {
    let empty = !(own | opponent) & grid.board();
    reached(grid, own, empty) & !reached(grid, opponent, empty)
}

/// Returns the stones of the opponent that a new stone on this point captures. The point must be empty.
#[inline]
pub fn captures(grid: Grid, own: u64, opponent: u64, point: u64) -> u64 {
    if neighbours(grid, point) & opponent == 0 {
        0
    } else {
        dead_stones(grid, opponent, own | point)
    }
}

/// Returns the liberties of the chain that contains a stone: the empty points next to it.
pub fn liberties(grid: Grid, own: u64, opponent: u64, stone: u64) -> u64 {
    let chain = reached(grid, stone, own);
    neighbours(grid, chain) & !(own | opponent)
}

/// Returns the eyes of a side: the empty points whose neighbours are all its stones, except false eyes.
///
/// An eye is false if the opponent holds two of the points diagonal to it, or one if it is at the edge:
/// the stones around it may then be captured one by one.
#[inline]
pub fn eyes(grid: Grid, own: u64, opponent: u64) -> u64 {
    let size = u32::from(grid.size());
    let board = grid.board();
    let enclosed = board & !(own | opponent) & !neighbours(grid, board & !own);
    if enclosed == 0 {
        return 0;
    }
    let left = opponent << 1 & !grid.right_column() & board;
    let right = opponent >> 1 & !grid.left_column();
    let (mut one, mut two) = (0, 0);
    for diagonal in [
        left << size & board,
        left >> size,
        right << size & board,
        right >> size,
    ] {
        two |= one & diagonal;
        one |= diagonal;
    }
    enclosed & !(two | one & grid.edge())
}
