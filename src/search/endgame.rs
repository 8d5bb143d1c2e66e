//! The exact search of null windows near the end: no evaluation, no depth, only the rules.
//!
//! Three searches with ever less work per node, from many empty squares to few: the ordered search
//! sorts moves by the opponent's mobility and has a table, the parity search tries moves into odd
//! quadrants first, and the last four squares are unrolled. All are fail-soft: the score is a bound
//! beyond alpha.
//!
//! All pruning is sound. Alpha-beta and its null windows never change the result. A stable-disc cutoff
//! is a proven bound, and so is a table cutoff, because entries at full confidence were proven by such a
//! search. A move that leaves the opponent without discs wins all 64.

use super::compiled::Compiled;
use super::last_four::final_score;
use super::node::Rest;
use super::order::MoveList;
use super::parameters;
use super::parity::Parity;
use super::pool::{Best, Task};
use super::score::{Confidence, Window};
use super::table::TableEntry;
use super::worker::Worker;
use crate::bitboard::stability::stable_discs;
use crate::board::Board;
use crate::squares::SquareSet;

/// Returns true if alpha is high enough for the opponent's stable discs to matter.
#[inline]
pub(super) fn stability_matters(alpha: i32, empties: u32) -> bool {
    alpha >= parameters::STABILITY_ALPHA[empties as usize & 63].into()
}

/// Returns an upper bound for the side to move, which never gets the opponent's stable discs. Sound:
/// every disc counted is stable, though not every stable disc is counted.
#[inline(always)]
pub(super) fn stability_bound(board: Board) -> i32 {
    64 - 2 * stable_discs(board.opponent().bits(), board.player().bits())
        .count_ones()
        .cast_signed()
}

impl<K: Compiled> Worker<'_, K> {
    /// Returns a bound on the score of a board: above alpha if the score is, at most alpha otherwise.
    pub(super) fn endgame(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = board.empties();
        match board.empty_count() {
            0 => {
                self.nodes += 1;
                board.final_score()
            }
            1..=3 => self.unordered_search(board, alpha),
            count => {
                let moves = board.legal_moves_by(self.kernel);
                self.solve(board, moves, alpha, (count, Parity::of(empties)))
            }
        }
    }

    /// Searches a root position with one to three empty squares.
    fn unordered_search(&mut self, board: Board, alpha: i32) -> i32 {
        self.nodes += 1;
        let moves = board.legal_moves_by(self.kernel);
        if moves.is_empty() {
            let passed = board.swapped();
            return if passed.legal_moves_by(self.kernel).is_empty() {
                board.final_score()
            } else {
                -self.unordered_search(passed, -alpha - 1)
            };
        }
        let mut best = -65;
        for square in moves {
            let next = board.play_unchecked(square, board.flips_by(self.kernel, square));
            best = best.max(-self.endgame(next, -alpha - 1));
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Runs the search for a number of empty squares, at least four. The legal moves do not matter with four.
    #[inline(always)]
    pub(super) fn solve(&mut self, board: Board, moves: SquareSet, alpha: i32, rest: Rest) -> i32 {
        if rest.0 > parameters::THREAD_TABLE_EMPTIES {
            K::shared_table_search(self, board, moves, alpha, rest)
        } else if rest.0 > parameters::PARITY_SEARCH_EMPTIES {
            K::thread_table_search(self, board, moves, alpha, rest)
        } else if rest.0 > 4 {
            K::parity_search(self, board, moves, alpha, rest)
        } else {
            K::four(self, board, alpha, rest.1)
        }
    }

    /// Searches five empty squares and a few more: moves into odd quadrants first.
    #[inline(always)]
    pub(super) fn parity_search(
        &mut self,
        board: Board,
        moves: SquareSet,
        alpha: i32,
        (empties, parity): Rest,
    ) -> i32 {
        self.nodes += 1;
        if stability_matters(alpha, empties) {
            let bound = stability_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        if moves.is_empty() {
            return self.pass(board, alpha, (empties, parity));
        }
        let odd = parity.odd_squares();
        let mut best = -65;
        for part in [moves & odd, moves & !odd] {
            for square in part {
                let next = board.play_unchecked(square, board.flips_by(self.kernel, square));
                let rest = (empties - 1, parity.after_move(square));
                let moves = if rest.0 > 4 {
                    next.legal_moves_by(self.kernel)
                } else {
                    SquareSet::EMPTY
                };
                let score = -self.solve(next, moves, -alpha - 1, rest);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Searches on after a pass, or returns the final score if neither side has a move.
    #[inline(always)]
    fn pass(&mut self, board: Board, alpha: i32, rest: Rest) -> i32 {
        let passed = board.swapped();
        let moves = passed.legal_moves_by(self.kernel);
        if moves.is_empty() {
            final_score(board.player().bits(), rest.0.cast_signed())
        } else {
            -self.solve(passed, moves, -alpha - 1, rest)
        }
    }

    /// [`Self::ordered_search`] with the table of the thread.
    #[inline(always)]
    pub(super) fn thread_table_search(
        &mut self,
        board: Board,
        moves: SquareSet,
        alpha: i32,
        rest: Rest,
    ) -> i32 {
        self.ordered_search::<true>(board, moves, alpha, rest)
    }

    /// [`Self::ordered_search`] with the shared table.
    #[inline(always)]
    pub(super) fn shared_table_search(
        &mut self,
        board: Board,
        moves: SquareSet,
        alpha: i32,
        rest: Rest,
    ) -> i32 {
        self.ordered_search::<false>(board, moves, alpha, rest)
    }

    /// Searches more empty squares, with a table and the moves in order of the opponent's mobility. The
    /// table is that of the thread or the shared one.
    #[inline(always)]
    fn ordered_search<const THREAD_TABLE: bool>(
        &mut self,
        board: Board,
        moves: SquareSet,
        alpha: i32,
        (empties, parity): Rest,
    ) -> i32 {
        self.nodes += 1;
        self.poll();
        if self.stopped {
            return alpha;
        }
        if stability_matters(alpha, empties) {
            let bound = stability_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        if moves.is_empty() {
            return self.pass(board, alpha, (empties, parity));
        }
        let known = if THREAD_TABLE {
            let bounds = self.thread_table.get(board);
            if i32::from(bounds.lower) > alpha {
                return bounds.lower.into();
            }
            if i32::from(bounds.upper) <= alpha {
                return bounds.upper.into();
            }
            [bounds.best, None]
        } else {
            match self.shared.table.get(board) {
                Some(entry) => {
                    if let Some(bound) = entry.cutoff(alpha, empties, Confidence::Full) {
                        return bound;
                    }
                    entry.moves
                }
                None => [None; 2],
            }
        };
        let mut list = MoveList::new();
        list.add(self.kernel, board, moves);
        if list.has_wipeout {
            return 64;
        }
        list.order_for_endgame(self.kernel, known, parity);
        let mut best = -65;
        let mut best_move = None;
        while let Some(candidate) = list.next_best() {
            let rest = (empties - 1, parity.after_move(candidate.square));
            let score = -self.solve(candidate.board, candidate.moves, -alpha - 1, rest);
            if score > best {
                best = score;
                best_move = Some(candidate.square);
                if score > alpha {
                    break;
                }
            }
            if !THREAD_TABLE
                && empties >= parameters::SHARED_ENDGAME_EMPTIES
                && self.can_share(&list)
            {
                let task = Task::Endgame(empties - 1);
                let best_so_far = Best::of((best, best_move));
                let found = self.share(&mut list, Window::null(alpha), best_so_far, task);
                (best, best_move) = (found.score, found.square);
                break;
            }
        }
        if self.stopped {
            return alpha;
        }
        if THREAD_TABLE {
            self.thread_table.put(board, alpha, best, best_move);
        } else {
            self.shared.table.put(
                board,
                TableEntry::new(
                    Window::null(alpha),
                    best,
                    empties,
                    Confidence::Full,
                    best_move,
                ),
            );
        }
        best
    }
}
