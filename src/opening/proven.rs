//! A perfect game: each of its positions is a draw with best play.
//!
//! Hiroki Takizawa, *Othello is Solved* (2023, arXiv 2310.19387), proved that the game is a draw, and gives this
//! game as one in which neither side loses anything. So its positions are draws, too, and all that are symmetric to
//! them or have the colours swapped.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::board::Board;
use crate::game::Game;
use crate::opening::game_of;

/// The moves of the perfect game.
pub const PERFECT_GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7\
                            a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

/// Returns the perfect game.
fn perfect_game() -> Game {
    game_of(PERFECT_GAME)
}

static DRAWN: LazyLock<HashSet<Board>> = LazyLock::new(|| {
    let game = perfect_game();
    let boards = game
        .positions()
        .map(|position| position.board().canonical());
    boards.collect()
});

/// Returns whether a board is known to be a draw with best play because it is one of the perfect game that Takizawa
/// published (2023, arXiv 2310.19387), up to symmetry. Of any other board it returns false, drawn or not.
///
/// ```
/// use reversi::{Board, is_proven_draw};
/// assert!(is_proven_draw(Board::START));
/// ```
pub fn is_proven_draw(board: Board) -> bool {
    DRAWN.contains(&board.canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, Searcher};
    use crate::symmetry::Symmetry;

    #[test]
    fn the_perfect_game_is_legal_and_ends_in_a_draw() {
        let game = perfect_game();
        let outcome = game.outcome().unwrap();
        assert_eq!(
            (outcome.winner, outcome.discs.black, outcome.discs.white),
            (None, 32, 32)
        );
        // 60 moves and no pass.
        assert_eq!(game.entries().len(), 60);
    }

    #[test]
    fn the_solver_proves_the_last_20_empty_squares_of_the_perfect_game() {
        let mut searcher = Searcher::new(64);
        for position in perfect_game().positions().skip(40) {
            let board = position.board();
            assert!(board.empty_count() <= 20);
            if board.is_game_over() {
                assert_eq!(board.final_score(), 0);
                continue;
            }
            let info = searcher.search(board, &Limits::solve(), &mut ());
            let found = &info.moves[0];
            assert!(found.is_exact() && found.score.discs() == 0, "{position}");
        }
    }

    #[test]
    fn every_position_of_the_perfect_game_is_drawn_in_all_symmetries_and_no_other_is_known() {
        let mut others = 0;
        for position in perfect_game().positions() {
            let board = position.board();
            for symmetry in Symmetry::ALL {
                assert!(is_proven_draw(board.transformed(symmetry)));
            }
            // With the other side to move it is another position.
            let is_same = position.board().swapped().canonical() == board.canonical();
            assert!(is_same || board.is_game_over() || !is_proven_draw(board.swapped()));
            others += board
                .legal_moves()
                .iter()
                .filter_map(|square| board.play(square))
                .filter(|&after| !is_proven_draw(after))
                .count();
        }
        assert!(others > 200, "{others}");
    }
}
