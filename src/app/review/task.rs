//! The review of a game on a background task, which also evaluates moves that were not played.

use super::{MoveReview, Review, Reviewer, TABLE};
use crate::app::background::{Background, Report, Reporter, TaskError, Waker};
use crate::game::Game;
use crate::position::Position;
use crate::search::Limits;
use crate::square::Square;

/// A move that was not played.
type Try = (Position, Square);

/// A review on its own threads. Dropping it stops it within about 10 ms.
#[derive(Debug)]
pub struct ReviewTask {
    game: Background<Review, Review, ()>,
    /// The moves that were not played have a thread of their own, so that the game need not wait.
    tries: Background<Try, (), Option<(Position, MoveReview)>>,
    review: Review,
    asked: Vec<Try>,
    /// The requested moves, as far as they are known.
    answered: Vec<(Position, MoveReview)>,
    error: Option<TaskError>,
}

impl ReviewTask {
    /// Starts to review a game, with limits for each position and a number of threads. The waker is
    /// called on another thread whenever `ReviewTask::poll` has something new.
    #[must_use]
    pub fn start(game: &Game, limits: Limits, threads: usize, waker: Waker) -> Self {
        let reviewer = Reviewer::new(TABLE, limits).with_threads(threads);
        let review_game = move |mut review: Review, reporter: &Reporter<Review>| {
            let mut progress = |review: &Review| reporter.progress(review.clone());
            reviewer.run_until(&mut review, &mut progress, &|| reporter.is_stopped());
        };
        let review_try = move |(position, square), reporter: &Reporter<()>| {
            let found = reviewer.review_move(position, square, &|| reporter.is_stopped())?;
            Some((position, found))
        };
        let task = Self {
            game: Background::start("review", waker.clone(), review_game),
            tries: Background::start("review of a try", waker, review_try),
            review: Review::new(game),
            asked: Vec::new(),
            answered: Vec::new(),
            error: None,
        };
        task.game.ask(task.review.clone());
        task
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
        while let Some(report) = self.game.poll() {
            is_new = true;
            self.take_game(report);
        }
        while let Some(report) = self.tries.poll() {
            is_new = true;
            self.take_try(report);
        }
        is_new
    }

    /// Waits until every request is answered or has failed.
    pub fn wait(&mut self) {
        while let Some(report) = self.game.wait() {
            self.take_game(report);
        }
        while let Some(report) = self.tries.wait() {
            self.take_try(report);
        }
    }

    /// Returns whether more results will come.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.game.is_busy() || self.tries.is_busy()
    }

    /// Requests the review of a move that was not played. Ignores moves that are known already or not
    /// legal.
    pub fn ask(&mut self, position: Position, square: Square) {
        let question = (position, square);
        if position.play(square).is_none() || self.asked.contains(&question) {
            return;
        }
        self.asked.push(question);
        self.tries.queue(question);
    }

    /// Returns the review of a [requested](ReviewTask::ask) move; `None` while unknown.
    #[must_use]
    pub fn move_review(&self, position: Position, square: Square) -> Option<&MoveReview> {
        let mut answered = self.answered.iter();
        let found = answered.find(|(of, found)| *of == position && found.square == square);
        found.map(|(_, found)| found)
    }

    fn take_game(&mut self, report: Report<Review, ()>) {
        match report {
            Report::Progress(review) => self.review = review,
            Report::Answer(Ok(())) => {}
            Report::Answer(Err(error)) => self.error = Some(error),
        }
    }

    fn take_try(&mut self, report: Report<(), Option<(Position, MoveReview)>>) {
        match report {
            Report::Answer(Ok(found)) => self.answered.extend(found),
            Report::Answer(Err(error)) => self.error = Some(error),
            Report::Progress(()) => {}
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
        let mut review = ReviewTask::start(&game, Limits::depth(1), 1, Arc::new(|| ()));
        review.game = Background::start("review", Arc::new(|| ()), |_, _: &Reporter<Review>| {
            panic!("a bug in the review")
        });
        review.game.ask(Review::new(&game));
        review.wait();
        let sentence = review.error().map(ToString::to_string).unwrap();
        assert!(sentence.starts_with("internal error: a bug in the review"));
        assert!(!review.is_busy() && !review.review().is_complete());
    }
}
