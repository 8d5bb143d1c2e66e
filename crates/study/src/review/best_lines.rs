//! All lines of best play from a position, for what must hold on each of them.
//!
//! A search finds one line. Often several moves have the same score, and what happens on one line need not
//! happen on the others.

use std::collections::{HashMap, HashSet};

use reversi::search::MoveScore;
use reversi::{Board, Square, SquareSet};

/// The most positions that are solved for one move or puzzle. What would take more counts as not proven: few proofs
/// need more than a hundred.
const MOST_SOLVED: usize = 250;

/// The lines of best play: both sides choose any move with the best score. Remembers what was solved.
#[derive(Debug)]
pub(crate) struct BestLines {
    best_moves: HashMap<Board, SquareSet>,
    /// The most positions to solve.
    most: usize,
}

impl Default for BestLines {
    fn default() -> Self {
        Self::within(MOST_SOLVED)
    }
}

impl BestLines {
    fn within(most: usize) -> Self {
        Self {
            best_moves: HashMap::new(),
            most,
        }
    }

    /// Returns whether an allowed side plays last in some squares on every line of best play after a legal move:
    /// `Some(true)` is the side that moves first, and `None` is nobody, as in
    /// [`last_mover`](super::last_mover).
    ///
    /// `solve` returns the best moves of a board, this many, with exact scores, or `None` if it was stopped; then
    /// this returns `None`, too. Returns `Some(false)` if too many positions would have to be solved.
    pub(crate) fn all_after(
        &mut self,
        board: Board,
        square: Square,
        squares: SquareSet,
        allowed: &[Option<bool>],
        mut solve: impl FnMut(Board, usize) -> Option<Vec<MoveScore>>,
    ) -> Option<bool> {
        let Some(after) = board.play(square) else {
            return Some(false);
        };
        let mut seen = HashSet::new();
        // Boards with whether the first side is to move, and who played last in the squares.
        let mut open = vec![(after, false, squares.contains(square).then_some(true))];
        while let Some((board, own, last)) = open.pop() {
            if let Some(passed) = board.pass() {
                open.push((passed, !own, last));
                continue;
            }
            let moves = board.legal_moves();
            if moves.is_empty() || (board.empties() & squares).is_empty() {
                if !allowed.contains(&last) {
                    return Some(false);
                }
                continue;
            }
            if !seen.insert((board, own, last)) {
                continue;
            }
            let best = match moves.len() {
                1 => moves,
                _ => match self.best_moves.get(&board) {
                    Some(&best) => best,
                    None if self.best_moves.len() == self.most => return Some(false),
                    None => {
                        let best = best_moves(board, &mut solve)?;
                        self.best_moves.insert(board, best);
                        best
                    }
                },
            };
            for square in best {
                let last = if squares.contains(square) {
                    Some(own)
                } else {
                    last
                };
                open.extend(board.play(square).map(|after| (after, !own, last)));
            }
        }
        Some(true)
    }
}

/// Returns the moves of a board with the best score; `None` if it was stopped.
fn best_moves(
    board: Board,
    solve: &mut impl FnMut(Board, usize) -> Option<Vec<MoveScore>>,
) -> Option<SquareSet> {
    let legal = board.legal_moves().len();
    let mut count = 2;
    loop {
        // Mostly few moves are best, and the exact scores of the others would cost more.
        let moves = solve(board, count)?;
        let best = moves.iter().map(|found| found.score).max();
        let is_best = |found: &&MoveScore| Some(found.score) == best;
        if count >= legal || !moves.iter().all(|found| is_best(&found)) {
            let best = moves.iter().filter(is_best);
            return Some(best.filter_map(|found| found.square).collect());
        }
        count *= 2;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::rngs::ChaCha8Rng;
    use rand::seq::IteratorRandom as _;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use reversi::search::{Limits, Searcher};

    /// Returns the score of a board by a plain search.
    fn score(board: Board) -> i32 {
        let after = board
            .legal_moves()
            .iter()
            .filter_map(|square| board.play(square));
        let best = after.map(|after| -score(after)).max();
        let passed = || board.pass().map(|passed| -score(passed));
        best.or_else(passed).unwrap_or_else(|| board.final_score())
    }

    /// Adds who plays last in some squares on each line of best play.
    fn add_last(
        (board, own, last): (Board, bool, Option<bool>),
        squares: SquareSet,
        found: &mut BTreeSet<Option<bool>>,
    ) {
        if let Some(passed) = board.pass() {
            return add_last((passed, !own, last), squares, found);
        }
        if board.is_game_over() {
            found.insert(last);
            return;
        }
        let best = score(board);
        for square in board.legal_moves() {
            let after = board.play(square).unwrap();
            if -score(after) == best {
                let last = if squares.contains(square) {
                    Some(own)
                } else {
                    last
                };
                add_last((after, !own, last), squares, found);
            }
        }
    }

    fn random_board(rng: &mut ChaCha8Rng, empties: u32) -> Board {
        let mut board = Board::START;
        while board.empty_count() > empties {
            let next = match board.legal_moves().iter().choose(rng) {
                Some(square) => board.play(square),
                None => board.pass(),
            };
            board = next.unwrap_or(Board::START);
        }
        board
    }

    #[test]
    fn a_claim_holds_exactly_if_it_does_on_each_line() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut searcher = Searcher::new(1);
        let mut kinds = BTreeSet::new();
        for _ in 0..400 {
            let empties = rng.random_range(3..=6);
            let board = random_board(&mut rng, empties);
            let mut lines = BestLines::default();
            for square in board.legal_moves() {
                let corners = board.empties() & SquareSet::CORNERS;
                let corners = corners.iter().map(SquareSet::from);
                for squares in board.empties().regions().into_iter().chain(corners) {
                    let first = squares.contains(square).then_some(true);
                    let mut expected = BTreeSet::new();
                    let after = board.play(square).unwrap();
                    add_last((after, false, first), squares, &mut expected);
                    for allowed in [&[Some(true)][..], &[Some(false)], &[Some(true), None]] {
                        let solve = |board, count| {
                            let info = searcher.analyse(board, count, &Limits::solve(), &mut ());
                            Some(info.moves)
                        };
                        let found = lines.all_after(board, square, squares, allowed, solve);
                        let holds = expected.iter().all(|last| allowed.contains(last));
                        assert_eq!(
                            found,
                            Some(holds),
                            "{board:?} {square} {squares:?} {allowed:?}"
                        );
                    }
                    kinds.insert(expected);
                }
            }
        }
        for kind in [
            &[Some(true)][..],
            &[Some(false)],
            &[None],
            &[Some(true), Some(false)],
        ] {
            let kind: BTreeSet<_> = kind.iter().copied().collect();
            assert!(kinds.contains(&kind), "{kinds:?}");
        }
    }

    #[test]
    fn a_claim_that_takes_too_many_positions_is_not_made_and_one_that_is_stopped_has_no_answer() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut searcher = Searcher::new(1);
        let mut proven = 0;
        for _ in 0..100 {
            let board = random_board(&mut rng, 6);
            for square in board.legal_moves() {
                for region in board.empties().regions() {
                    let mut ask = |lines: &mut BestLines| {
                        let solve = |board, count| {
                            let info = searcher.analyse(board, count, &Limits::solve(), &mut ());
                            Some(info.moves)
                        };
                        lines.all_after(board, square, region, &[Some(true)], solve)
                    };
                    let mut lines = BestLines::default();
                    let solved = ask(&mut lines).map(|holds| (holds, lines.best_moves.len()));
                    let Some((true, solved @ 1..)) = solved else {
                        continue;
                    };
                    proven += 1;
                    assert_eq!(ask(&mut BestLines::within(solved)), Some(true));
                    assert_eq!(ask(&mut BestLines::within(solved - 1)), Some(false));
                    let stopped = BestLines::default().all_after(
                        board,
                        square,
                        region,
                        &[Some(true)],
                        |_, _| None,
                    );
                    assert_eq!(stopped, None);
                }
            }
        }
        assert!(proven > 10, "{proven}");
    }
}
