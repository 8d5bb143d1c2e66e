//! The fixed positions of the kernel benchmarks: all positions of a dozen tournament games.
//!
//! The games are from the WTHOR database of the Fédération Française d'Othello, with the file and number
//! of each.

use reversi::transcript;
use reversi::{Board, Position, Square};

const GAMES: [(&str, &str); 12] = [
    (
        "WTH_1986, no. 548",
        "f5d6c5f4e3c6d3f6e6d7g3c4e7f7g5c3b4g4g6h4h5h6h3h2f3b3d2b5a3c2a4a5e2a2b6a6c7d8e8c1f2c8b8f8g8d1g2e1f1b7a8a7a1h1g7g1b2b1",
    ),
    (
        "WTH_1996, no. 4152",
        "f5d6c5f4e3c6d3f6e6d7g4g3g6f3g5h6f7f8c8e8e7c7c4h4d8b8g7h5b6b3c3b5a3b4f2f1h7a5a4a2a7c2h3e2d2g2d1h2h1g1e1c1b1b2a6a8b7g8",
    ),
    (
        "WTH_1997, no. 2551",
        "f5d6c3d3c4f4f6f3e6e7d7g6g5f7e8h6d2c5c6c8c7b4b5b3g4e3g3a6h4d8b8f8g8b6h5h3f2e2c2c1d1f1e1b2a4a2a3a5a1b1a7h7h2h1g2g1g7b7",
    ),
    (
        "WTH_1999, no. 4485",
        "f5d6c3d3c4f4c5b3c2e3d2c6b4a3g3g4f3c1b5f2e2a4e1b6a6a5a2g1e7d7d8e6g6g5a7c8b8e8f8c7f6h4d1f1b2h7h5h6h2f7g7h3g8h1g2b7b1a1",
    ),
    (
        "WTH_2000, no. 4082",
        "f5d6c5f4d3e3g4g3e6c4e2f2f3c3d2d1c1e1h3b1g1c6c2b3b4b5a4a3a2f7a5g5h5b6e7g6f6h6h4h2f8c7d7c8e8d8g7a6a7b2a1f1g2h1b8h7g8b7",
    ),
    (
        "WTH_2004, no. 6741",
        "f5f6e6f4e3d6c4e2f7e7g5g6f3g3g4h6h4e8d1c3d3c2d2c1f8c6d8c5h3f1c7d7h5h2b1b8b6f2c8g8b3a6b5a3b2b7e1h7g1a4b4a2a5g2a1g7a7a8",
    ),
    (
        "WTH_1999, no. 1404",
        "f5f6e6f4g3g4g5g6g7h8c4h7g8f8f7h6d6e7e8d8h5h4c6d7c7b8c8b7a8h3h2a7b6c5b4",
    ),
    (
        "WTH_1999, no. 317",
        "f5f4e3d6f3g3g4g5h3d3h6h5h4h2h1e2g6f2g2h7g7f7g8h8e1f1g1f6f8d1d2e6d7",
    ),
    (
        "WTH_1981, no. 137",
        "f5f6e6f4g5g6e7f7h6e8f8h4d8d6d7c8b8h7h5g7h3h2e3d2g8f3h8h1g4g3c7d3d1",
    ),
    (
        "WTH_1999, no. 7319",
        "f5f6e6f4g5g6g4d6f7h4h6e7h5f8h3h7h8g3e8d8g2g7g8h2c8g1h1f1f2f3d7e3d3",
    ),
    (
        "WTH_1998, no. 626",
        "f5f6e6f4g6e7g5d6d8h6h4e8f8g7f7g4d7c8h8g8h7b8c7h5c6b7c5b6a8a6a7b5a5a4c4",
    ),
    (
        "WTH_2002, no. 1449",
        "f5f6e6f4g5e7d7g6e8c5h6h5h4c8c7f7d6g7g4d8b8h3h2b7a6h7h8a7a8g8b6c6f8b5c4",
    ),
];

/// Returns every board of the games on which the side to move has a legal move.
pub(crate) fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    for (source, moves) in GAMES {
        let game = transcript::parse(moves).unwrap_or_else(|error| panic!("{source}: {error}"));
        boards.extend(
            game.positions()
                .map(Position::board)
                .filter(|board| !board.legal_moves().is_empty()),
        );
    }
    boards
}

/// Returns every legal move on each board.
pub(crate) fn moves(boards: &[Board]) -> Vec<(Board, Square)> {
    boards
        .iter()
        .flat_map(|&board| {
            board
                .legal_moves()
                .iter()
                .map(move |square| (board, square))
        })
        .collect()
}
