//! The searches of a review: the score of each position, and what each move lost.

use super::reason::{self, end_of};
use super::{MoveReview, Review};
use crate::board::Board;
use crate::game::Entry;
use crate::position::Position;
use crate::search::{Certainty, Handler, Limits, MoveScore, Searcher};
use crate::square::Square;

/// From a loss of so many discs on a reason is looked for. Final scores are even, so that nothing less
/// can be lost near the end.
const WORTH_A_REASON: u32 = 2;

/// Judges moves, and remembers what it has searched from one to the next.
pub struct Reviewer {
    searcher: Searcher,
    limits: Limits,
}

/// Returns whether to stop; asked now and then, and again after it said so.
type Stop<'a> = &'a mut dyn FnMut() -> bool;

struct Asker<'a>(Stop<'a>);

impl Handler for Asker<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}

impl Reviewer {
    /// A reviewer on one thread, whose memory takes so many megabytes (2^20 bytes), and which searches
    /// each position within limits. A time is that for each move.
    #[must_use]
    pub fn new(table_megabytes: usize, limits: Limits) -> Self {
        Self {
            searcher: Searcher::new(table_megabytes),
            limits,
        }
    }

    /// The same with another number of threads, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.searcher = self.searcher.with_threads(threads);
        self
    }

    /// Reviews what is not known yet.
    pub fn run(&mut self, review: &mut Review) {
        while self.step(review, &mut || false) {}
    }

    /// Looks at the last position that is not known yet, and at the move that was played there. Says
    /// whether there was one, and it was not stopped; then nothing changed.
    pub fn step(&mut self, review: &mut Review, stop: Stop<'_>) -> bool {
        let Some(at) = review.next_unknown() else {
            return false;
        };
        let position = review.positions[at];
        let after = match review.game.entries().get(at) {
            // A pass is worth what comes after it, and neither ends a game that stands on the board.
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
        let Some(judgement) = self.judge(position, square, after.as_ref(), stop) else {
            return false;
        };
        review.scores[at] = Some(judgement.best.clone());
        review.moves[at] = Some(judgement);
        true
    }

    /// Judges a move. What is known about the position after it saves time, if it is proven. `None` when
    /// it was stopped, and when the move is not legal.
    pub fn judge(
        &mut self,
        position: Position,
        square: Square,
        after: Option<&MoveScore>,
        stop: Stop<'_>,
    ) -> Option<MoveReview> {
        let board = position.board();
        let next = board.play(square)?;
        let mut limits = self.limits;
        // The other half is for the move that was played.
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
        // An estimate of the best move can be lower than that of the played one: then that is the best,
        // as far as anybody knows. So it is when both are proven to be equal.
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

    /// Goes on with a proven line to the end of the game: the search cuts it short where it has found
    /// its end in the table. `None` when it was stopped.
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

    /// Searches a position; `None` when it was stopped, unless by its own limits.
    fn search(&mut self, board: Board, limits: Limits, stop: Stop<'_>) -> Option<MoveScore> {
        let info = self.searcher.search(board, &limits, &mut Asker(&mut *stop));
        if info.stopped && stop() {
            return None;
        }
        info.moves.into_iter().next()
    }
}

/// The limits for the position after another move than the best one: it is looked at to the same ply, so
/// that the two scores can be compared.
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
