//! Boards for laws.

use proptest::prelude::*;
use reversi::Board;

/// A board that a game reaches: random moves from the start.
pub(crate) fn reachable() -> impl Strategy<Value = Board> {
    prop::collection::vec(any::<u8>(), 0..61).prop_map(|choices| {
        let mut board = Board::START;
        for choice in choices {
            let moves: Vec<_> = board.legal_moves().iter().collect();
            let next = if moves.is_empty() {
                board.pass()
            } else {
                board.play(moves[usize::from(choice) % moves.len()])
            };
            match next {
                Some(next) => board = next,
                None => break,
            }
        }
        board
    })
}

/// Any board: each square own, the opponent's or empty, from crowded to bare.
pub(crate) fn arbitrary() -> impl Strategy<Value = Board> {
    (any::<[u64; 3]>(), 0..3).prop_map(|([a, b, c], how)| {
        let (own, opponent) = match how {
            0 => (a, b & !a),
            1 => (a & b, c & !(a & b)),
            _ => (a & b & c, !(a | b) & c),
        };
        Board::from_bits(own, opponent).expect("sides that share no square")
    })
}
