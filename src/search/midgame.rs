//! The search with an evaluation at its leaves: principal variation search and its null windows.
//!
//! A search as deep as the number of empty squares is an endgame search: it uses the evaluation only
//! for move ordering, and with few enough empty squares the endgame module takes over.
//! All scores are fail-soft, in discs.

use super::compiled::Compiled;
use super::endgame::{stability_bound, stability_matters};
use super::node::{Line, Node, Subtree};
use super::order::{BEST_SQUARES, Candidate, MoveList};
use super::parameters::{
    ENDGAME_EMPTIES, ENHANCED_CUTOFF_DEPTH, FULL_NODE_DEPTH, LATE_MOVE_REDUCTION, LATE_MOVES,
    LATE_MOVES_TO_THE_END, MIDGAME_MOBILITY, ORDERING_MARGIN, SHARED_MIDGAME_DEPTH, SOLVE_MOBILITY,
    ordering_plies,
};
use super::pool::{Best, Task};
use super::score::{Confidence, Window};
use super::table::TableEntry;
use super::worker::Worker;
use crate::eval::Estimate;
use crate::square::Square;

impl<K: Compiled> Worker<'_, K> {
    /// Returns the evaluation in discs.
    #[inline(always)]
    pub(super) fn estimate(&self, node: &Node) -> i32 {
        self.evaluate(node).discs()
    }

    #[inline(always)]
    fn evaluate(&self, node: &Node) -> Estimate {
        let Node {
            board,
            moves,
            states,
            estimate,
        } = node;
        estimate.unwrap_or_else(|| {
            self.shared
                .weights
                .evaluate(self.kernel, *board, *moves, states)
        })
    }

    /// Returns a bound on the score at a depth: above alpha if the score is, at most alpha otherwise.
    ///
    /// Sound pruning: stable discs bound the score, and so does a table entry of at least this depth and confidence.
    /// [`Self::static_cut`], [`Self::probcut`] and the reductions of [`Self::null_window_move`] are unsound.
    #[inline(always)]
    pub(super) fn null_window(&mut self, node: &Node, alpha: i32, depth: u32) -> i32 {
        let &Node { board, moves, .. } = node;
        let empties = board.empty_count();
        if depth >= empties && empties <= ENDGAME_EMPTIES {
            return self.endgame(board, alpha);
        }
        let depth = depth.min(empties);
        if depth < FULL_NODE_DEPTH {
            return K::shallow(self, node, Window::null(alpha), depth);
        }
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
            return match node.passed(self.kernel) {
                Some(passed) => -K::null_window(self, &passed, -alpha - 1, depth),
                None => board.final_score(),
            };
        }
        // The entry of the table is on its way while the evaluation is computed.
        self.shared.table.prefetch(self.kernel, board);
        let estimate = self.is_selective().then(|| self.evaluate(node));
        if let Some(estimate) = estimate
            && let Some(bound) = self.static_cut(estimate, alpha, depth, empties)
        {
            return bound;
        }
        let entry = self.shared.table.get(board);
        if let Some(bound) = entry.and_then(|e| e.cutoff(alpha, depth, self.confidence)) {
            return bound;
        }
        if let Some(estimate) = estimate
            && let Some(bound) = self.probcut(node, estimate, alpha, depth)
        {
            return bound;
        }
        let mut list = MoveList::new();
        list.add(self.kernel, board, moves);
        if list.has_wipeout {
            return 64;
        }
        if depth >= ENHANCED_CUTOFF_DEPTH
            && let Some(score) = self.enhanced_cutoff(&list, alpha, depth - 1)
        {
            return score;
        }
        let known = entry.map_or([None; 2], |e| e.moves);
        self.order_by_search(node, &mut list, alpha, depth, known);
        let Some((best, best_move)) = self.null_window_moves(node, &mut list, alpha, depth) else {
            return alpha;
        };
        self.shared.table.put(
            board,
            TableEntry::new(Window::null(alpha), best, depth, self.confidence, best_move),
        );
        best
    }

    /// Enhanced transposition cutoff (Aske Plaat, Research Re: search and Re-search, 1996): looks for a
    /// child whose stored upper bound refutes the node. As sound as the search that stored the bound:
    /// proven at full confidence, otherwise right as often as the confidence says.
    #[inline(always)]
    fn enhanced_cutoff(&self, list: &MoveList, alpha: i32, depth: u32) -> Option<i32> {
        list.rest().iter().find_map(|candidate| {
            let entry = self.shared.table.get(candidate.board)?;
            let bound = -i32::from(entry.upper);
            (bound > alpha && entry.proves(depth, self.confidence)).then_some(bound)
        })
    }

    /// Returns the best score of these moves and its move, or the first above alpha; `None` once the search is
    /// stopped. Shares the moves with idle threads.
    #[inline(always)]
    fn null_window_moves(
        &mut self,
        node: &Node,
        list: &mut MoveList,
        alpha: i32,
        depth: u32,
    ) -> Option<(i32, Option<Square>)> {
        let mut best = (-65, None);
        while let Some(candidate) = list.next_best() {
            let child = node.after(&candidate);
            let score = self.null_window_move(&child, alpha, depth - 1, list.taken() - 1);
            if self.stopped {
                return None;
            }
            if score > best.0 {
                best = (score, Some(candidate.square));
                if score > alpha {
                    break;
                }
            }
            if depth >= SHARED_MIDGAME_DEPTH && self.can_share(list) {
                let task = Task::Midgame(depth - 1);
                let found = self.share(list, Window::null(alpha), Best::of(best), task);
                return (!self.stopped).then_some((found.score, found.square));
            }
        }
        Some(best)
    }

    /// Returns a bound on the score of a move, whose board is given with the depth of its search. `place` is the number
    /// of moves that were searched before it.
    ///
    /// Late move reductions (Tord Romstad, "An introduction to late move reductions"): a move that comes late in the
    /// order is first searched less deep, and as deep as the others only if it seems better than alpha then. Unsound:
    /// off at full confidence, and in most searches to the end of the game, see [`LATE_MOVES_TO_THE_END`].
    #[inline(always)]
    pub(super) fn null_window_move(
        &mut self,
        child: &Node,
        alpha: i32,
        depth: u32,
        place: usize,
    ) -> i32 {
        if place >= LATE_MOVES
            && depth >= LATE_MOVE_REDUCTION
            && self.is_selective()
            && (depth < child.board.empty_count() || self.reduces_to_the_end())
        {
            let score = -K::null_window(self, child, -alpha - 1, depth - LATE_MOVE_REDUCTION);
            if score <= alpha {
                return score;
            }
        }
        -K::null_window(self, child, -alpha - 1, depth)
    }

    /// Returns true if late moves are reduced in a search to the end of the game too.
    #[inline(always)]
    pub(super) fn reduces_to_the_end(&self) -> bool {
        self.shared.is_limited && self.confidence <= LATE_MOVES_TO_THE_END
    }

    /// Searches a few plies by alpha-beta, without a table, and with [`Self::static_cut`] in null windows.
    ///
    /// The moves are ordered by what costs little: an evaluation of each would find a better order, but takes
    /// longer than the nodes that it saves.
    #[inline(always)]
    pub(super) fn shallow(&mut self, node: &Node, window: Window, depth: u32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.estimate(node);
        }
        let &Node { board, moves, .. } = node;
        if moves.is_empty() {
            return match node.passed(self.kernel) {
                Some(passed) => -K::shallow(self, &passed, window.negated(), depth),
                None => board.final_score(),
            };
        }
        if window.is_null() && self.is_selective() {
            let (estimate, empties) = (self.evaluate(node), board.empty_count());
            if let Some(bound) = self.static_cut(estimate, window.alpha, depth, empties) {
                return bound;
            }
        }
        if depth == 1 {
            return self.leaves(node, window.beta);
        }
        let mut list = MoveList::new();
        list.add(self.kernel, board, moves);
        list.order_by_mobility(self.kernel);
        let mut best = -65;
        while let Some(candidate) = list.next_best() {
            let inner = Window {
                alpha: window.alpha.max(best),
                ..window
            };
            let child = node.after(&candidate);
            best = best.max(-K::shallow(self, &child, inner.negated(), depth - 1));
            if best >= window.beta {
                break;
            }
        }
        best
    }

    /// Returns the best estimate after these moves, or the first of at least beta. The best squares come first.
    #[inline(always)]
    fn leaves(&mut self, node: &Node, beta: i32) -> i32 {
        let &Node { board, moves, .. } = node;
        let passed = node.states.swapped();
        let empties = board.empty_count() - 1;
        let phase = self.shared.weights.phase(empties);
        let enough = Estimate::most(-beta);
        let mut least = Estimate::most(65);
        for squares in BEST_SQUARES {
            for square in moves & squares {
                let flips = board.flips_by(self.kernel, square);
                self.nodes += 1;
                if flips == board.opponent() {
                    return 64;
                }
                let child = board.play_unchecked(square, flips);
                let states = passed.with_move(square, flips);
                let moves = child.legal_moves_of_both_by(self.kernel);
                least = least.min(phase.estimate(self.kernel, empties, moves, &states));
                if least <= enough {
                    return -least.discs();
                }
            }
        }
        -least.discs()
    }

    /// Orders moves: known good ones first, then by the score of a shallow search, deeper where more is
    /// at stake, with the opponent's mobility: the fewer moves it has, the smaller the tree.
    #[inline(always)]
    pub(super) fn order_by_search(
        &mut self,
        node: &Node,
        list: &mut MoveList,
        alpha: i32,
        depth: u32,
        known: [Option<Square>; 2],
    ) {
        let plies = ordering_plies(depth);
        // A known best move is usually right, and the order of the others matters less.
        let plies = if known[0].is_some() && plies > 1 {
            plies - 1
        } else {
            plies
        };
        let window = Window {
            alpha: -65,
            beta: (-alpha + ORDERING_MARGIN).min(65),
        };
        let per_move = if depth >= node.board.empty_count() {
            SOLVE_MOBILITY
        } else {
            MIDGAME_MOBILITY
        };
        for candidate in list.rest_mut() {
            let Candidate { board, square, .. } = *candidate;
            if depth > FULL_NODE_DEPTH {
                self.shared.table.prefetch(self.kernel, board);
            }
            candidate.moves = board.legal_moves_by(self.kernel);
            if Some(square) == known[0] {
                candidate.value = i32::MAX;
                continue;
            }
            if Some(square) == known[1] {
                candidate.value = i32::MAX - 1;
                continue;
            }
            let child = node.after(candidate);
            let score = if plies == 0 {
                self.nodes += 1;
                let estimate = self.evaluate(&child);
                candidate.estimate = Some(estimate);
                estimate.0
            } else {
                Estimate::DISC * K::shallow(self, &child, window, plies)
            };
            let mobility = candidate.moves.bits().count_ones().cast_signed();
            candidate.value = -score - mobility * per_move;
        }
    }

    /// Returns the score of a board within a window, and writes the line that leads to it.
    ///
    /// Tony Marsland and Murray Campbell, "Parallel search of strongly ordered game trees" (1982): the
    /// first move gets the full window; each other move is tested with a null window first and searched
    /// again only if it is better. Sound: a null window proves a bound.
    #[inline(always)]
    pub(super) fn principal(&mut self, subtree: Subtree, window: Window, line: &mut Line) -> i32 {
        line.clear();
        let Subtree { board, allowed, .. } = subtree;
        let empties = board.empty_count();
        let depth = subtree.depth.min(empties);
        self.nodes += 1;
        self.poll();
        if self.stopped {
            return window.alpha;
        }
        let node = Node::of(self.kernel, board);
        if depth == 0 {
            return self.estimate(&node);
        }
        let moves = node.moves;
        if moves.is_empty() {
            return match node.passed(self.kernel) {
                Some(passed) => {
                    let subtree = Subtree::of(passed.board, depth);
                    -K::principal(self, subtree, window.negated(), line)
                }
                None => board.final_score(),
            };
        }
        let mut list = MoveList::new();
        list.add(self.kernel, board, moves & allowed);
        let entry = self.shared.table.get(board);
        let known = entry.map_or([None; 2], |e| e.moves);
        self.order_by_search(&node, &mut list, window.alpha, depth, known);
        let best = self.principal_moves(&node, &mut list, window, depth);
        *line = best.line;
        // A stopped search is not complete, and the best of a few moves is not the value of the position.
        if self.stopped || !(moves - allowed).is_empty() {
            return best.score;
        }
        let confidence = if depth == empties && empties <= ENDGAME_EMPTIES {
            Confidence::Full
        } else {
            self.confidence
        };
        self.shared.table.put(
            board,
            TableEntry::new(window, best.score, depth, confidence, best.square),
        );
        best.score
    }

    /// Returns the best of these moves, or the first with a score of at least beta. A stopped search returns the best so
    /// far. Shares the moves after the first with idle threads.
    #[inline(always)]
    fn principal_moves(
        &mut self,
        node: &Node,
        list: &mut MoveList,
        window: Window,
        depth: u32,
    ) -> Best {
        let mut best = Best::of((-65, None));
        let mut below = Line::new();
        while let Some(candidate) = list.next_best() {
            let inner = Window {
                alpha: window.alpha.max(best.score),
                beta: window.beta,
            };
            let score = if best.square.is_none() {
                let subtree = Subtree::of(candidate.board, depth - 1);
                -K::principal(self, subtree, inner.negated(), &mut below)
            } else {
                self.principal_move(&node.after(&candidate), inner, depth - 1, &mut below)
            };
            if self.stopped {
                break;
            }
            if score > best.score {
                if score <= window.alpha {
                    below.clear();
                }
                best.set(score, candidate.square, &below);
                if score >= window.beta {
                    break;
                }
            }
            if depth >= SHARED_MIDGAME_DEPTH && self.can_share(list) {
                return self.share(list, window, best, Task::Principal(depth - 1));
            }
        }
        best
    }

    /// Returns the score of a move, or a bound on it outside the window, and writes the line after it. Not for the
    /// first move of a node, which needs no null window.
    #[inline(always)]
    pub(super) fn principal_move(
        &mut self,
        child: &Node,
        window: Window,
        depth: u32,
        line: &mut Line,
    ) -> i32 {
        line.clear();
        let score = -K::null_window(self, child, -window.alpha - 1, depth);
        if score <= window.alpha || score >= window.beta {
            return score;
        }
        let subtree = Subtree::of(child.board, depth);
        -K::principal(self, subtree, window.negated(), line)
    }
}
