//! The opponent in a puzzle and at a mistake: refutes wrong answers and plays the best defence.

use std::convert::Infallible;

use crate::review::{Asker, MoveReview, Reviewer, TABLE, TriedMove, limits_of_depth};
use reversi::search::{Limits, Searcher};
use reversi::{Position, Square};
use reversi_table::background::{Background, Reporter, Stop, ValueTask, Waker};

/// The longest refutation that is shown, in moves, including the wrong one.
pub(crate) const REFUTATION: usize = 9;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgeRequest {
    /// What is wrong with a move?
    Refute(Position, Square),
    /// What is the best move? There is at least one.
    Reply(Position),
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgeReport {
    /// Why a move is wrong.
    Refutation(Box<MoveReview>),
    /// The best move.
    Reply(Square),
}

/// Returns the reviewer for puzzles. They have few enough empty squares to be solved, so the depth does not count.
pub const fn of_puzzles() -> Reviewer {
    Reviewer::new(TABLE, limits_of_depth(1))
}

/// Answers a question, a wrong move by a reviewer; `None` if it was stopped or the reviewer failed.
pub fn answer(reviewer: &Reviewer, question: JudgeRequest, stop: Stop<'_>) -> Option<JudgeReport> {
    match question {
        JudgeRequest::Refute(position, square) => {
            let tried = TriedMove {
                position,
                last: None,
                square,
            };
            let review = reviewer.review_move(tried, stop).ok()??;
            Some(JudgeReport::Refutation(Box::new(review)))
        }
        JudgeRequest::Reply(position) => {
            let mut searcher = Searcher::new(TABLE);
            let limits = Limits::solve();
            let info = searcher.search(position.board(), &limits, &mut Asker(stop));
            info.best_move()
                .filter(|_| !info.stopped)
                .map(JudgeReport::Reply)
        }
    }
}

/// A judge on its own thread.
pub(crate) type JudgeTask = ValueTask<JudgeRequest, Option<JudgeReport>, Infallible>;

/// Starts a judge with a reviewer.
pub(crate) fn start(reviewer: Reviewer, waker: Waker) -> JudgeTask {
    Background::start("judge", waker, move |question, reporter: &Reporter<_>| {
        Ok(answer(&reviewer, question, &|| reporter.is_stopped()))
    })
}
