//! The other side of a puzzle: refutes wrong answers, and defends as well as possible.

use crate::app::background::{Background, Reporter, Waker};
use crate::app::study::review::{Asker, MoveReview, Reviewer, Stop, TABLE, limits_of_depth};
use crate::app::wording::practice as wording;
use crate::position::Position;
use crate::search::Limits;
use crate::search::Searcher;
use crate::square::Square;

/// The longest refutation that is shown, in moves, with the wrong one.
pub(crate) const REFUTATION: usize = 9;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// What is wrong with a move?
    Refute(Position, Square),
    /// What is the best move? There is at least one.
    Reply(Position),
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Why a move is wrong.
    Refutation(Box<MoveReview>),
    /// The best move.
    Reply(Square),
}

/// Answers a question; `None` if it was stopped.
pub(crate) fn answer(question: Question, stop: Stop<'_>) -> Option<Answer> {
    match question {
        Question::Refute(position, square) => {
            // Every puzzle has few enough empty squares to be solved, so the depth does not count.
            let reviewer = Reviewer::new(TABLE, limits_of_depth(1));
            let review = reviewer.review_move(position, square, stop).ok()??;
            Some(Answer::Refutation(Box::new(review)))
        }
        Question::Reply(position) => {
            let mut searcher = Searcher::new(TABLE);
            let limits = Limits::solve();
            let info = searcher.search(position.board(), &limits, &mut Asker(stop));
            info.best_move()
                .filter(|_| !info.stopped)
                .map(Answer::Reply)
        }
    }
}

/// A judge on its own thread.
pub(crate) type JudgeTask = Background<Question, (), Option<Answer>>;

/// Starts a judge.
pub(crate) fn start(waker: Waker) -> JudgeTask {
    Background::start("judge", waker, |question, reporter: &Reporter<()>| {
        answer(question, &|| reporter.is_stopped())
    })
}

/// Returns the sentence about a wrong answer, which does not name the right one.
pub(crate) fn sentence(review: &MoveReview) -> String {
    let [best, played] = [review.best.score, review.played.score];
    let fact = review
        .reason
        .map(|reason| reason.fact(review.color, best, played));
    wording::wrong(review.square, review.loss, fact.as_deref())
}
