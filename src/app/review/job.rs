//! Owns the review of a game in the background: a worker thread that goes through the game and looks at
//! other moves in between, for a front end that never waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use super::{MoveReview, Review, Reviewer};
use crate::app::session::Waker;
use crate::game::Game;
use crate::position::Position;
use crate::search::Limits;
use crate::square::Square;

/// The memory of the search, in megabytes.
const TABLE: usize = 64;

/// What the worker has found.
enum Report {
    /// The position after so many entries, and the move that was played there.
    Step(Box<Review>),
    /// A move that was asked for.
    Judged(Position, Box<MoveReview>),
    /// The worker has stopped for good.
    Gone,
}

/// What both threads see.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// How many moves were asked for and are not looked at yet: they go before the review.
    asked: AtomicUsize,
}

/// A review that is under way on a thread of its own. Dropped, it stops within some 10 ms.
pub struct Job {
    review: Review,
    /// The moves that were asked for besides those of the game.
    judged: Vec<(Position, MoveReview)>,
    asked: Vec<(Position, Square)>,
    /// `None` only while it is dropped.
    questions: Option<Sender<(Position, Square)>>,
    reports: Receiver<Report>,
    shared: Arc<Shared>,
    /// Whether the worker has ended, which it does by itself only when something goes wrong.
    gone: bool,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job")
            .field("known", &self.review.known())
            .field("judged", &self.judged.len())
            .finish_non_exhaustive()
    }
}

impl Job {
    /// Begins to review a game, each position within limits and with so many threads. The waker is
    /// called on another thread whenever [`Job::poll`] has something new.
    #[must_use]
    pub fn start(game: &Game, limits: Limits, threads: usize, waker: Waker) -> Self {
        let review = Review::new(game);
        let shared = Arc::new(Shared::default());
        let (questions, question_queue) = mpsc::channel();
        let (report_queue, reports) = mpsc::channel();
        let worker = Worker {
            reviewer: Reviewer::new(TABLE, limits).with_threads(threads),
            review: review.clone(),
            questions: question_queue,
            reports: report_queue,
            shared: Arc::clone(&shared),
            waker,
        };
        let thread = std::thread::Builder::new()
            .name("review".to_owned())
            .spawn(move || worker.work())
            .ok();
        Self {
            review,
            judged: Vec::new(),
            asked: Vec::new(),
            questions: Some(questions),
            reports,
            shared,
            gone: thread.is_none(),
            thread,
        }
    }

    /// The review as far as it has come by the last [`Job::poll`].
    #[must_use]
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// Takes in what the worker has found. Says whether anything was new.
    pub fn poll(&mut self) -> bool {
        let mut new = false;
        while let Ok(report) = self.reports.try_recv() {
            new = true;
            self.take(report);
        }
        new
    }

    /// Waits until everything that was asked for is known, or the worker has ended.
    pub fn wait(&mut self) {
        while self.is_busy() {
            match self.reports.recv() {
                Ok(report) => self.take(report),
                Err(_) => self.gone = true,
            }
        }
    }

    /// Whether something is still to come.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let open = self.asked.len() > self.judged.len();
        !self.gone && (open || !self.review.is_complete())
    }

    /// Asks for a move that was not played in the game, before the review goes on. What is known already
    /// is not asked for again; neither is a move that is not legal.
    pub fn ask(&mut self, position: Position, square: Square) {
        let question = (position, square);
        if position.play(square).is_none() || self.asked.contains(&question) {
            return;
        }
        if let Some(questions) = &self.questions {
            self.shared.asked.fetch_add(1, Ordering::Relaxed);
            // A worker that is gone answers nothing; that it is gone is noticed elsewhere.
            if questions.send(question).is_ok() {
                self.asked.push(question);
            }
        }
    }

    /// What is said about a move that was [asked](Job::ask) for; `None` while it is not known.
    #[must_use]
    pub fn judgement(&self, position: Position, square: Square) -> Option<&MoveReview> {
        self.judged
            .iter()
            .find(|(of, judgement)| *of == position && judgement.square == square)
            .map(|(_, judgement)| judgement)
    }

    fn take(&mut self, report: Report) {
        match report {
            Report::Step(review) => self.review = *review,
            Report::Judged(position, judgement) => self.judged.push((position, *judgement)),
            Report::Gone => self.gone = true,
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // What a panic would have said has no reader any more.
            let _ = thread.join();
        }
    }
}

struct Worker {
    reviewer: Reviewer,
    review: Review,
    questions: Receiver<(Position, Square)>,
    reports: Sender<Report>,
    shared: Arc<Shared>,
    waker: Waker,
}

/// Says that the worker is gone, however it went.
struct DropNotice(Sender<Report>, Waker);

impl Drop for DropNotice {
    fn drop(&mut self) {
        // Once nobody listens, nothing is lost.
        let _ = self.0.send(Report::Gone);
        (self.1)();
    }
}

impl Worker {
    fn work(mut self) {
        let _farewell = DropNotice(self.reports.clone(), Arc::clone(&self.waker));
        let shared = Arc::clone(&self.shared);
        let is_stopped = || shared.stop.load(Ordering::Relaxed);
        let is_asked = || shared.asked.load(Ordering::Relaxed) > 0;
        while !is_stopped() {
            let question = if is_asked() || self.review.is_complete() {
                match self.questions.recv() {
                    Ok(question) => Some(question),
                    Err(_) => return,
                }
            } else {
                None
            };
            let report = if let Some((position, square)) = question {
                let judgement = self
                    .reviewer
                    .judge(position, square, None, &mut { is_stopped });
                shared.asked.fetch_sub(1, Ordering::Relaxed);
                judgement.map(|judgement| Report::Judged(position, Box::new(judgement)))
            } else {
                let mut stop = || is_stopped() || is_asked();
                let went_on = self.reviewer.step(&mut self.review, &mut stop);
                went_on.then(|| Report::Step(Box::new(self.review.clone())))
            };
            let Some(report) = report else {
                continue;
            };
            if self.reports.send(report).is_err() {
                return;
            }
            (self.waker)();
        }
    }
}
