//! Owns the exact search of null windows near the end: no evaluation, no depth, only the rules.
//!
//! Three ranges of empty squares with ever less work in a node: the upper one orders moves by the
//! opponent's mobility and uses the shared table, the middle one uses the thread's own small table,
//! and the lower one has nothing but parity. All are fail-soft: the score is a bound beyond alpha.

use super::last_four::{final_score, four};
use super::order::MoveList;
use super::parallel::Task;
use super::parity::Parity;
use super::table::Entry;
use super::worker::Worker;
use crate::bitboard::stability::stable_discs;
use crate::board::Board;
use crate::search::score::Confidence;
use crate::square::Square;

/// Up to so many empty squares a node has no table and no list of moves.
const PLAIN: u32 = 6;

/// Up to so many empty squares the table is the thread's own.
const LOCAL: u32 = 10;

/// From so many empty squares on, the table is asked about all children first.
const ENHANCED: u32 = 11;

/// From so many empty squares on a node is worth sharing with other threads.
const SHARED: u32 = 12;

/// The stable discs of the opponent are worth counting only when alpha is so high that they can
/// matter; from which alpha, by measurement.
#[inline]
pub(super) fn stability_matters(alpha: i32, empties: u32) -> bool {
    alpha >= STABILITY_ALPHA[empties as usize & 63].into()
}

static STABILITY_ALPHA: [i8; 64] = {
    let mut table = [99; 64];
    let mut empties = 4;
    while empties < 64 {
        let alpha = 2 * empties - 4;
        table[empties] = if alpha > 60 { 60 } else { alpha as i8 };
        empties += 1;
    }
    table
};

/// The most that the side to move can reach: it will never own the opponent's stable discs.
#[inline]
pub(super) fn stability_bound(board: Board) -> i32 {
    64 - 2 * stable_discs(board.opponent().bits(), board.player().bits())
        .count_ones()
        .cast_signed()
}

impl Worker<'_> {
    /// Whether the score of a board is above alpha, and by how much at least or below at most.
    pub(super) fn endgame(&mut self, board: Board, alpha: i32) -> i32 {
        let empties = board.empties();
        match board.empty_count() {
            0 => {
                self.nodes += 1;
                board.final_score()
            }
            1..=3 => self.tiny(board, alpha),
            count => self.exact(board, alpha, count, Parity::of(empties)),
        }
    }

    /// One to three empty squares, when a search begins there.
    fn tiny(&mut self, board: Board, alpha: i32) -> i32 {
        self.nodes += 1;
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.swapped();
            return if passed.legal_moves().is_empty() {
                board.final_score()
            } else {
                -self.tiny(passed, -alpha - 1)
            };
        }
        let mut best = -65;
        for square in moves {
            let next = board.play_unchecked(square, board.flips(square));
            best = best.max(-self.endgame(next, -alpha - 1));
            if best > alpha {
                break;
            }
        }
        best
    }

    #[inline]
    pub(super) fn exact(&mut self, board: Board, alpha: i32, empties: u32, parity: Parity) -> i32 {
        if empties > LOCAL {
            self.listed::<false>(board, alpha, empties, parity)
        } else if empties > PLAIN {
            self.listed::<true>(board, alpha, empties, parity)
        } else if empties > 4 {
            self.plain(board, alpha, empties, parity)
        } else {
            self.four(board, alpha, parity)
        }
    }

    fn four(&mut self, board: Board, alpha: i32, parity: Parity) -> i32 {
        let empties = board.empties();
        let odd = empties & parity.odd_squares();
        let mut order = [Square::A1; 4];
        let squares = odd.into_iter().chain(empties ^ odd);
        for (place, square) in order.iter_mut().zip(squares) {
            *place = square;
        }
        four(
            board.player().bits(),
            board.opponent().bits(),
            order,
            alpha,
            &mut self.nodes,
        )
    }

    /// Few empty squares: moves into odd quadrants first.
    fn plain(&mut self, board: Board, alpha: i32, empties: u32, parity: Parity) -> i32 {
        self.nodes += 1;
        if stability_matters(alpha, empties) {
            let bound = stability_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.swapped();
            return if passed.legal_moves().is_empty() {
                final_score(board.player().bits(), empties.cast_signed())
            } else {
                -self.plain(passed, -alpha - 1, empties, parity)
            };
        }
        let odd = parity.odd_squares();
        let mut best = -65;
        for part in [moves & odd, moves & !odd] {
            for square in part {
                let next = board.play_unchecked(square, board.flips(square));
                let parity = parity.placed(square);
                let score = -if empties > 5 {
                    self.plain(next, -alpha - 1, empties - 1, parity)
                } else {
                    self.four(next, -alpha - 1, parity)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// More empty squares: a table, and the moves in order of the opponent's mobility. `OWN` says
    /// which table.
    fn listed<const OWN: bool>(
        &mut self,
        board: Board,
        alpha: i32,
        empties: u32,
        parity: Parity,
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
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.swapped();
            return if passed.legal_moves().is_empty() {
                final_score(board.player().bits(), empties.cast_signed())
            } else {
                -self.listed::<OWN>(passed, -alpha - 1, empties, parity)
            };
        }
        let known = if OWN {
            let bounds = self.local.get(board);
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
        let mut list = MoveList::new(board, moves);
        if list.has_wipeout() {
            return 64;
        }
        if empties >= ENHANCED
            && let Some(score) = self.enhanced_cutoff(&list, alpha, empties - 1)
        {
            return score;
        }
        list.order_for_endgame(known, parity);
        let mut best = -65;
        let mut best_move = None;
        while let Some(candidate) = list.next_best() {
            let score = -self.exact(
                candidate.board,
                -alpha - 1,
                empties - 1,
                parity.placed(candidate.square),
            );
            if score > best {
                best = score;
                best_move = Some(candidate.square);
                if score > alpha {
                    break;
                }
            }
            if !OWN && empties >= SHARED && list.rest().len() > 1 && self.shared.pool.wants_work() {
                let task = Task::Endgame(empties - 1);
                (best, best_move) = self.share(&mut list, alpha, (best, best_move), task);
                break;
            }
        }
        if self.stopped {
            return alpha;
        }
        if OWN {
            self.local.put(board, alpha, best, best_move);
        } else {
            self.shared.table.put(
                board,
                Entry::of_bound(alpha, best, empties, Confidence::Full, best_move),
            );
        }
        best
    }

    /// Enhanced transposition cut-off (Aske Plaat, Research Re: search and Re-search, 1996): a child
    /// whose stored upper bound already refutes the node. Sound: as much as the stored bounds are,
    /// and exact ones hold.
    pub(super) fn enhanced_cutoff(&self, list: &MoveList, alpha: i32, depth: u32) -> Option<i32> {
        list.rest().iter().find_map(|candidate| {
            let entry = self.shared.table.get(candidate.board)?;
            let bound = -i32::from(entry.upper);
            (bound > alpha && entry.proves(depth, self.confidence)).then_some(bound)
        })
    }
}
