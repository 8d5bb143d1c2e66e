//! Best play by plain enumeration, for few empty squares.

use std::collections::{BTreeSet, HashMap};

use reversi::{Board, Square, SquareSet};

/// The scores of boards for the side to move, as far as they were needed.
#[derive(Default)]
pub(crate) struct BestPlay {
    scores: HashMap<Board, i32>,
}

impl BestPlay {
    /// The score of a board with best play.
    pub(crate) fn score(&mut self, board: Board) -> i32 {
        if let Some(&known) = self.scores.get(&board) {
            return known;
        }
        let replies = board.legal_moves().iter();
        let score = replies.map(|square| self.score_after(board, square)).max();
        let score = match (score, board.pass()) {
            (Some(score), _) => score,
            (None, Some(passed)) => -self.score(passed),
            (None, None) => board.final_score(),
        };
        self.scores.insert(board, score);
        score
    }

    /// The score of a move for the side that makes it.
    pub(crate) fn score_after(&mut self, board: Board, square: Square) -> i32 {
        -self.score(board.play(square).unwrap())
    }

    /// Who plays last in these squares on the lines of best play after a move: whether it is the side that makes the
    /// move, or `None` for nobody.
    pub(crate) fn last_players(
        &mut self,
        board: Board,
        square: Square,
        squares: SquareSet,
    ) -> BTreeSet<Option<bool>> {
        let mut found = BTreeSet::new();
        let mut done = BTreeSet::new();
        let after = board.play(square).unwrap();
        let mut open = vec![(after, false, squares.contains(square).then_some(true))];
        while let Some((board, own, last)) = open.pop() {
            let key = (board.player().bits(), board.opponent().bits(), own, last);
            if !done.insert(key) {
                continue;
            }
            if board.is_game_over() {
                found.insert(last);
            } else if let Some(passed) = board.pass() {
                open.push((passed, !own, last));
            } else {
                let best = self.score(board);
                for square in board.legal_moves() {
                    if self.score_after(board, square) == best {
                        let is_inside = squares.contains(square);
                        let last = if is_inside { Some(own) } else { last };
                        open.push((board.play(square).unwrap(), !own, last));
                    }
                }
            }
        }
        found
    }
}
