//! The searches of a review: the score of each position, and the loss of each move.

use super::reason::{self, end_of};
use super::{MoveReview, Review};
use crate::board::Board;
use crate::game::Entry;
use crate::position::Position;
use crate::search::{Certainty, Handler, Limits, MoveScore, Searcher};
use crate::square::Square;

/// The smallest loss in discs for which a reason is sought. Final scores are even, so no smaller loss
/// exists near the end.
const WORTH_A_REASON: u32 = 2;

/// Reviews moves, keeping its search table from one to the next.
pub struct Reviewer {
    searcher: Searcher,
    limits: Limits,
}

/// Returns whether to stop. Called repeatedly, even after it has returned `true`.
type Stop<'a> = &'a mut dyn FnMut() -> bool;

struct Asker<'a>(Stop<'a>);

impl Handler for Asker<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}

impl Reviewer {
    /// Creates a single-threaded reviewer with a table of this size in megabytes (2^20 bytes) and the
    /// limits for each position. A time limit applies to each move.
    #[must_use]
    pub fn new(table_megabytes: usize, limits: Limits) -> Self {
        Self {
            searcher: Searcher::new(table_megabytes),
            limits,
        }
    }

    /// Sets the number of threads (at least 1).
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.searcher = self.searcher.with_threads(threads);
        self
    }

    /// Reviews everything that is unknown.
    pub fn run(&mut self, review: &mut Review) {
        while self.step(review, &mut || false) {}
    }

    /// Reviews the last unknown position and the move played there. Returns `false`, without changes,
    /// if all are known or it was stopped.
    pub fn step(&mut self, review: &mut Review, stop: Stop<'_>) -> bool {
        let Some(at) = review.next_unknown() else {
            return false;
        };
        let position = review.positions[at];
        let after = match review.game.entries().get(at) {
            // A pass has the score of the next position, and neither ends a game that is still on the
            // board.
            Some(Entry::Pass { .. }) => review.scores[at + 1].clone().map(MoveScore::before_pass),
            Some(Entry::Resignation { .. } | Entry::Timeout { .. }) => {
                review.scores[at + 1].clone()
            }
            Some(Entry::Move { .. }) | None => None,
        };
        if after.is_some() {
            review.scores[at] = after;
            return true;
        }
        let Some(square) = review.game.entries().get(at).and_then(Entry::square) else {
            review.scores[at] = self.search(position.board(), self.limits, stop);
            return review.scores[at].is_some();
        };
        let after = review.scores[at + 1].clone();
        let Some(move_review) = self.review_move(position, square, after.as_ref(), stop) else {
            return false;
        };
        review.scores[at] = Some(move_review.best.clone());
        review.moves[at] = Some(move_review);
        true
    }

    /// Judges a move. A proven score of the position after it saves time. `None` if it was stopped or
    /// the move is not legal.
    pub(crate) fn review_move(
        &mut self,
        position: Position,
        square: Square,
        after: Option<&MoveScore>,
        stop: Stop<'_>,
    ) -> Option<MoveReview> {
        let board = position.board();
        let next = board.play(square)?;
        let mut limits = self.limits;
        // The other half is for the played move.
        limits.time = limits.time.map(|time| time / 2);
        let mut best = self.search(board, limits, stop)?;
        let mut played = if best.square == Some(square) {
            best.clone()
        } else {
            let reply = match after {
                Some(after) if after.is_exact() => after.clone(),
                _ => self.search(next, same_horizon(&best, limits), stop)?,
            };
            reply.before_move(square)
        };
        // The estimate of the best move can be lower than that of the played move; then the played move
        // counts as the best. The same holds if both are proven to be equal.
        if played.score >= best.score {
            best = played.clone();
        }
        let loss = best.score.discs().abs_diff(played.score.discs());
        if loss > 0 && played.is_exact() && best.is_exact() {
            for line in [&mut best, &mut played] {
                self.complete(board, line, stop)?;
            }
        }
        let reason = (loss >= WORTH_A_REASON)
            .then(|| reason::find(board, &best, &played))
            .flatten();
        Some(MoveReview {
            color: position.side_to_move(),
            square,
            best,
            played,
            loss,
            reason,
        })
    }

    /// Extends a proven line to the end of the game: the search cuts it short where it found the rest
    /// in its table. `None` if it was stopped.
    fn complete(&mut self, board: Board, line: &mut MoveScore, stop: Stop<'_>) -> Option<()> {
        while let Some(end) = end_of(board, &line.pv).filter(|end| !end.legal_moves().is_empty()) {
            let rest = self.search(end, Limits::solve(), stop)?;
            line.pv.extend(&rest.pv);
            if rest.pv.is_empty() {
                break;
            }
        }
        Some(())
    }

    /// Searches a position; `None` if `stop` ended the search.
    fn search(&mut self, board: Board, limits: Limits, stop: Stop<'_>) -> Option<MoveScore> {
        let info = self.searcher.search(board, &limits, &mut Asker(&mut *stop));
        if info.stopped && stop() {
            return None;
        }
        info.moves.into_iter().next()
    }
}

/// Returns the limits for the position after a move other than the best one: the search reaches the
/// same ply, so that the two scores are comparable.
fn same_horizon(best: &MoveScore, limits: Limits) -> Limits {
    Limits {
        depth: Some(best.depth.max(1) - 1),
        exact_from: match best.certainty {
            Certainty::Exact | Certainty::WinLossDraw | Certainty::Selective(_) => {
                limits.exact_from
            }
            Certainty::Estimate => 0,
        },
        ..limits
    }
}
