//! The review of a game in the background: a task that goes through the game and looks at other moves in
//! between, for a front end that never waits.

use super::{MoveReview, Review, Reviewer};
use crate::app::background::{Background, Report, Reporter, TaskError, Waker};
use crate::game::Game;
use crate::position::Position;
use crate::search::Limits;
use crate::square::Square;

/// The memory of the search, in megabytes.
const TABLE: usize = 64;

enum Question {
    /// Go on with the game.
    Game,
    /// A move that was not played in it.
    Move(Position, Square),
}

enum Answer {
    Game,
    Move(Position, MoveReview),
    /// It was stopped.
    Nothing,
}

/// A review that is under way on a thread of its own. Dropped, it stops within some 10 ms.
#[derive(Debug)]
pub struct ReviewTask {
    task: Background<Question, Review, Answer>,
    review: Review,
    asked: Vec<(Position, Square)>,
    /// The moves that were asked for, as far as they are known.
    answered: Vec<(Position, MoveReview)>,
    error: Option<TaskError>,
}

impl ReviewTask {
    /// Begins to review a game, each position within limits and with so many threads. The waker is
    /// called on another thread whenever [`ReviewTask::poll`] has something new.
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
                    // What was found just before it was stopped the last time is reported here.
                    reporter.progress(going_on.clone());
                    Answer::Game
                }
                Question::Move(position, square) => {
                    let found = reviewer.judge(position, square, None, stop);
                    found.map_or(Answer::Nothing, |found| Answer::Move(position, found))
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

    /// Returns the review as far as it has come by the last [`ReviewTask::poll`].
    #[must_use]
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// Returns why the review came to an end before it was complete.
    #[must_use]
    pub const fn error(&self) -> Option<&TaskError> {
        self.error.as_ref()
    }

    /// Takes in what was found. Returns whether anything was new.
    pub fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(report) = self.task.poll() {
            is_new = true;
            self.take(report);
        }
        is_new
    }

    /// Waits until everything that was asked for is known, or cannot be.
    pub fn wait(&mut self) {
        while let Some(report) = self.task.wait() {
            self.take(report);
        }
    }

    /// Returns whether something is still to come.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    /// Asks for a move that was not played in the game, before the review goes on. What is known already
    /// is not asked for again; neither is a move that is not legal.
    pub fn ask(&mut self, position: Position, square: Square) {
        let question = (position, square);
        if position.play(square).is_none() || self.asked.contains(&question) {
            return;
        }
        if self.asked.len() == self.answered.len() {
            // Only the review is under way, which will go on where it was.
            self.task.stop();
        }
        self.asked.push(question);
        self.task.queue(Question::Move(position, square));
    }

    /// Returns the review of a move that was [asked](ReviewTask::ask) for; `None` while it is not known.
    #[must_use]
    pub fn judgement(&self, position: Position, square: Square) -> Option<&MoveReview> {
        let mut answered = self.answered.iter();
        let found = answered.find(|(of, found)| *of == position && found.square == square);
        found.map(|(_, found)| found)
    }

    fn take(&mut self, report: Report<Review, Answer>) {
        match report {
            Report::Progress(review) => self.review = review,
            Report::Answer(Ok(Answer::Move(position, found))) => {
                self.answered.push((position, found));
                let is_last = self.asked.len() == self.answered.len();
                if is_last && !self.review.is_complete() {
                    self.task.queue(Question::Game);
                }
            }
            Report::Answer(Ok(Answer::Game | Answer::Nothing)) => {}
            Report::Answer(Err(error)) => self.error = Some(error),
        }
    }
}
