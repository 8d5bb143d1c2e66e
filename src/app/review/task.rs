//! The review of a game on a background task, which also evaluates moves that were not played.

use super::{MoveReview, Review, Reviewer};
use crate::app::background::{Background, Report, Reporter, TaskError, Waker};
use crate::game::Game;
use crate::position::Position;
use crate::search::Limits;
use crate::square::Square;

/// The memory of the search in megabytes.
const TABLE: usize = 64;

enum Question {
    /// Continue with the game.
    Game,
    /// Judge a move that was not played.
    Move(Position, Square),
}

/// The review of a requested move; `None` after the game, or if it was stopped.
type Answer = Option<(Position, MoveReview)>;

/// A review on its own thread. Dropping it stops it within about 10 ms.
#[derive(Debug)]
pub struct ReviewTask {
    task: Background<Question, Review, Answer>,
    review: Review,
    asked: Vec<(Position, Square)>,
    /// The requested moves, as far as they are known.
    answered: Vec<(Position, MoveReview)>,
    error: Option<TaskError>,
}

impl ReviewTask {
    /// Starts to review a game, with limits for each position and a number of threads. The waker is
    /// called on another thread whenever `ReviewTask::poll` has something new.
    #[must_use]
    pub fn start(game: &Game, limits: Limits, threads: usize, waker: Waker) -> Self {
        let mut reviewer = Reviewer::new(TABLE, limits).with_threads(threads);
        let review = Review::new(game);
        let mut going_on = review.clone();
        let work = move |question, reporter: &Reporter<Review>| {
            let stop = &mut || reporter.is_stopped();
            match question {
                Question::Game => {
                    while reviewer.step(&mut going_on, stop) {
                        reporter.progress(going_on.clone());
                    }
                    // Reports what was found just before the last stop.
                    reporter.progress(going_on.clone());
                    None
                }
                Question::Move(position, square) => {
                    let found = reviewer.review_move(position, square, None, stop)?;
                    Some((position, found))
                }
            }
        };
        let task = Background::start("review", waker, work);
        task.ask(Question::Game);
        Self {
            task,
            review,
            asked: Vec::new(),
            answered: Vec::new(),
            error: None,
        }
    }

    /// Returns the review as of the last `ReviewTask::poll`.
    #[must_use]
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the error that ended the review early.
    #[must_use]
    pub const fn error(&self) -> Option<&TaskError> {
        self.error.as_ref()
    }

    /// Processes the reports. Returns whether anything changed.
    pub(crate) fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.task.poll() {
            is_new = true;
            self.take(report);
        }
        is_new
    }

    /// Waits until every request is answered or has failed.
    pub fn wait(&mut self) {
        while let Some(report) = self.task.wait() {
            self.take(report);
        }
    }

    /// Returns whether more results will come.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    /// Requests the review of a move that was not played, before the rest of the game. Ignores moves
    /// that are known already or not legal.
    pub fn ask(&mut self, position: Position, square: Square) {
        let question = (position, square);
        if position.play(square).is_none() || self.asked.contains(&question) {
            return;
        }
        if self.asked.len() == self.answered.len() {
            // Only the review is running; it will continue where it was.
            self.task.stop();
        }
        self.asked.push(question);
        self.task.queue(Question::Move(position, square));
    }

    /// Returns the review of a [requested](ReviewTask::ask) move; `None` while unknown.
    #[must_use]
    pub fn move_review(&self, position: Position, square: Square) -> Option<&MoveReview> {
        let mut answered = self.answered.iter();
        let found = answered.find(|(of, found)| *of == position && found.square == square);
        found.map(|(_, found)| found)
    }

    fn take(&mut self, report: Report<Review, Answer>) {
        match report {
            Report::Progress(review) => self.review = review,
            Report::Answer(Ok(Some(answer))) => {
                self.answered.push(answer);
                let is_last = self.asked.len() == self.answered.len();
                if is_last && !self.review.is_complete() {
                    self.task.queue(Question::Game);
                }
            }
            Report::Answer(Ok(None)) => {}
            Report::Answer(Err(error)) => self.error = Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_review_that_panics_says_so_and_ends() {
        let game = Game::new();
        let task = Background::start("review", Arc::new(|| ()), |_, _: &Reporter<Review>| {
            panic!("a bug in the review")
        });
        task.ask(Question::Game);
        let mut review = ReviewTask {
            task,
            review: Review::new(&game),
            asked: Vec::new(),
            answered: Vec::new(),
            error: None,
        };
        review.wait();
        let sentence = review.error().map(ToString::to_string).unwrap();
        assert!(sentence.starts_with("internal error: a bug in the review"));
        assert!(!review.is_busy() && !review.review().is_complete());
    }
}
