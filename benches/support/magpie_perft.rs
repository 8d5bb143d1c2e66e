//! The reference: the same count by the crate `magpie`, with its own board, moves and iterator.
//!
//! The shape is that of the perft among magpie's own benches: moves for a colour, a copy of the board
//! for each, the last ply counted by popcount.

use magpie::othello::{Board, Stone};

/// Returns the number of leaves `depth` plies below the start.
pub(crate) fn from_start(depth: u32) -> u64 {
    below(&Board::standard(), Stone::Black, false, depth)
}

fn below(board: &Board, stone: Stone, passed: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return if passed {
            1
        } else {
            below(board, stone.flip(), true, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.count_set());
    }
    moves
        .hot_bits()
        .map(|position| {
            let mut next = board.clone();
            next.play(stone, position);
            below(&next, stone.flip(), false, depth - 1)
        })
        .sum()
}
