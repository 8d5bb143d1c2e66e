//! Owns the searching of a review: what a position is worth, and what a move lost.

use super::reason;
use super::{MoveReview, Review};
use crate::board::Board;
use crate::game::Entry;
use crate::position::Position;
use crate::search::{Certainty, Found, Handler, Limits, Searcher};
use crate::square::Square;

/// From a loss of so many discs on a reason is looked for. Final scores are even, so that nothing less
/// can be lost near the end.
const WORTH_A_REASON: u32 = 2;

/// Judges moves, and remembers what it has searched from one to the next.
pub struct Reviewer {
    searcher: Searcher,
    limits: Limits,
}

/// Whether to stop, asked now and then.
type Stop<'a> = &'a mut dyn FnMut() -> bool;

struct Asker<'a, 'b> {
    stop: Stop<'a>,
    stopped: &'b mut bool,
}

impl Handler for Asker<'_, '_> {
    fn should_stop(&mut self) -> bool {
        *self.stopped |= (self.stop)();
        *self.stopped
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
            Some(Entry::Pass { .. }) => review.found[at + 1].as_ref().map(passed),
            Some(Entry::Resignation { .. } | Entry::Timeout { .. }) => review.found[at + 1].clone(),
            Some(Entry::Move { .. }) | None => None,
        };
        if after.is_some() {
            review.found[at] = after;
            return true;
        }
        let Some(square) = review.square(at) else {
            review.found[at] = self.search(position.board(), self.limits, stop);
            return review.found[at].is_some();
        };
        let after = review.found[at + 1].clone();
        let Some(judgement) = self.judge(position, square, after.as_ref(), stop) else {
            return false;
        };
        review.found[at] = Some(judgement.best.clone());
        review.judgements[at] = Some(judgement);
        true
    }

    /// Judges a move. What is known about the position after it saves time, if it is proven. `None` when
    /// it was stopped, and when the move is not legal.
    pub fn judge(
        &mut self,
        position: Position,
        square: Square,
        after: Option<&Found>,
        stop: Stop<'_>,
    ) -> Option<MoveReview> {
        let board = position.board();
        let next = board.play(square)?;
        let mut limits = self.limits;
        // The other half is for the move that was played.
        limits.time = limits.time.map(|time| time / 2);
        let mut best = self.search(board, limits, stop)?;
        let mut played = if best.best_move == Some(square) {
            best.clone()
        } else {
            let reply = match after {
                Some(after) if after.kind == Certainty::Exact => after.clone(),
                _ => self.search(next, same_horizon(&best, limits), stop)?,
            };
            follow(square, &reply)
        };
        // An estimate of the best move can be lower than that of the played one: then that is the best,
        // as far as anybody knows. So it is when both are proven to be equal.
        if played.score >= best.score {
            best = played.clone();
        }
        let loss = best.score.discs().abs_diff(played.score.discs());
        if loss > 0 && played.kind == Certainty::Exact && best.kind == Certainty::Exact {
            for line in [&mut best, &mut played] {
                self.complete(board, line, stop)?;
            }
        }
        let mut judgement = MoveReview {
            color: position.side_to_move(),
            square,
            best,
            played,
            loss,
            reason: None,
        };
        if loss >= WORTH_A_REASON {
            judgement.reason = reason::find(board, &judgement);
        }
        Some(judgement)
    }

    /// Goes on with a proven line to the end of the game: the search cuts it short where it has found
    /// its end in the table. `None` when it was stopped.
    fn complete(&mut self, board: Board, line: &mut Found, stop: Stop<'_>) -> Option<()> {
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
    fn search(&mut self, board: Board, limits: Limits, stop: Stop<'_>) -> Option<Found> {
        let mut stopped = false;
        let mut asker = Asker {
            stop,
            stopped: &mut stopped,
        };
        let result = self.searcher.search(board, &limits, &mut asker);
        let found = result.lines.into_iter().next();
        if stopped { None } else { found }
    }
}

/// The limits for the position after another move than the best one: it is looked at to the same ply, so
/// that the two scores can be compared.
fn same_horizon(best: &Found, limits: Limits) -> Limits {
    Limits {
        depth: Some(best.depth.max(1) - 1),
        exact_from: match best.kind {
            Certainty::Exact | Certainty::WinLossDraw | Certainty::Selective(_) => {
                limits.exact_from
            }
            Certainty::Estimate => 0,
        },
        ..limits
    }
}

/// What a move is worth, by what the position after it is worth to the other side.
fn follow(square: Square, reply: &Found) -> Found {
    let mut pv = vec![square];
    pv.extend(&reply.pv);
    Found {
        best_move: Some(square),
        score: -reply.score,
        kind: reply.kind,
        depth: reply.depth + 1,
        pv,
    }
}

/// What a position is worth in which the side to move must pass.
fn passed(after: &Found) -> Found {
    Found {
        best_move: None,
        score: -after.score,
        ..after.clone()
    }
}

/// The board after a line, passes that it leaves out made, one that is due at its end too; `None` when a
/// move is not legal.
pub(super) fn end_of(board: Board, line: &[Square]) -> Option<Board> {
    let pass = |board: Board| board.pass().unwrap_or(board);
    line.iter()
        .try_fold(pass(board), |board, &square| board.play(square).map(pass))
}
