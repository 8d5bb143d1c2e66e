//! The review of a game on a background task, which also evaluates moves that were not played.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender};

use super::{AnalysisStore, MoveReview, Review, Reviewer, TriedMove};
use reversi::{Game, Position, Square};
use reversi_table::background::{Background, Reporter, TaskFailure, ValueTask, Waker};
use reversi_table::player::PlayerError;
use reversi_table::store::state::StateFolder;

/// The review of a move that was not played, with its position.
type ReviewedTry = (Position, MoveReview);

/// A review on its own threads. Dropping it stops it within about 10 ms.
#[derive(Debug)]
pub struct ReviewTask {
    game: ValueTask<Review, Review, PlayerError>,
    /// The moves that were not played have a thread of their own, so that the game need not wait.
    tries: ValueTask<TriedMove, Option<ReviewedTry>, PlayerError>,
    review: Review,
    /// The receivers of later reviews.
    followers: Vec<Sender<Review>>,
    asked: Vec<(Position, Square)>,
    /// The requested moves, as far as they are known.
    answered: Vec<ReviewedTry>,
    error: Option<TaskFailure<PlayerError>>,
    /// Where the review is kept after its end.
    kept: KeptReviews,
}

impl ReviewTask {
    /// Starts to review a game. The waker is called on another thread whenever `ReviewTask::poll` has
    /// something new.
    pub fn start(game: &Game, reviewer: Reviewer, waker: Waker) -> Self {
        Self::of(Review::new(game), reviewer, waker, None)
    }

    /// Continues a review, parts of which may be known. The review of a whole game is stored when it is complete.
    fn of(review: Review, reviewer: Reviewer, waker: Waker, store: Option<AnalysisStore>) -> Self {
        let of_tries = reviewer.clone();
        let review_game = move |mut review: Review, reporter: &Reporter<Review>| {
            let mut progress = |review: &Review| reporter.progress(review.clone());
            reviewer.run_until(&mut review, &mut progress, &|| reporter.is_stopped())?;
            let is_whole = review.is_complete() && review.game().outcome().is_some();
            if let Some(store) = store.as_ref().filter(|_| is_whole) {
                // What cannot be stored is searched again.
                let _ = store.save(&review, reviewer.source());
            }
            Ok(review)
        };
        let review_try = move |tried: TriedMove, reporter: &Reporter<_>| {
            let found = of_tries.review_move(tried, &|| reporter.is_stopped())?;
            Ok(found.map(|found| (tried.position, found)))
        };
        let task = Self {
            game: Background::start("review", waker.clone(), review_game),
            tries: Background::start("review of a try", waker, review_try),
            review,
            followers: Vec::new(),
            asked: Vec::new(),
            answered: Vec::new(),
            error: None,
            kept: KeptReviews::default(),
        };
        if !task.review.is_complete() {
            task.game.ask(task.review.clone());
        }
        task
    }

    /// Continues with another game, and keeps what is known of the positions that both games share from the start.
    pub fn continue_with(&mut self, game: &Game) {
        if game.entries() != self.review.game().entries() {
            self.review = self.review.continued(game);
            self.game.ask(self.review.clone());
        }
    }

    /// Returns the review as of the last `ReviewTask::poll`.
    pub const fn review(&self) -> &Review {
        &self.review
    }

    /// Returns the review as of the last `ReviewTask::poll`, and a channel of later ones, which closes when the review
    /// ends.
    pub fn follow(&mut self) -> (Review, Receiver<Review>) {
        let (sender, receiver) = mpsc::channel();
        if self.game.is_busy() {
            self.followers.push(sender);
        }
        (self.review.clone(), receiver)
    }

    /// Returns the error that ended the review early.
    pub const fn error(&self) -> Option<&TaskFailure<PlayerError>> {
        self.error.as_ref()
    }

    /// Processes the reports. Returns whether anything changed.
    pub fn poll(&mut self) -> bool {
        let mut is_new = false;
        while let Some(reviewed) = self.game.next_value() {
            is_new = true;
            self.take_game(reviewed);
        }
        while let Some(found) = self.tries.next_value() {
            is_new = true;
            self.take_try(found);
        }
        is_new
    }

    /// Waits until every request is answered or has failed.
    pub fn wait(&mut self) {
        while let Some(reviewed) = self.game.wait_value() {
            self.take_game(reviewed);
        }
        while let Some(found) = self.tries.wait_value() {
            self.take_try(found);
        }
    }

    /// Returns whether more results will come.
    pub fn is_busy(&self) -> bool {
        self.game.is_busy() || self.tries.is_busy()
    }

    /// Requests the review of a move that was not played. Ignores moves that are known already or not legal.
    pub fn ask(&mut self, tried: TriedMove) {
        let TriedMove {
            position, square, ..
        } = tried;
        let question = (position, square);
        if position.play(square).is_err() || self.asked.contains(&question) {
            return;
        }
        self.asked.push(question);
        self.tries.queue(tried);
    }

    /// Returns the review of a [requested](ReviewTask::ask) move; `None` while unknown.
    pub fn move_review(&self, position: Position, square: Square) -> Option<&MoveReview> {
        let mut answered = self.answered.iter();
        let found = answered.find(|(of, found)| *of == position && found.square == square);
        found.map(|(_, found)| found)
    }

    fn take_game(&mut self, reviewed: Result<Review, TaskFailure<PlayerError>>) {
        match reviewed {
            Ok(review) => {
                self.followers
                    .retain(|follower| follower.send(review.clone()).is_ok());
                self.review = review;
            }
            Err(error) => self.error = Some(error),
        }
        if !self.game.is_busy() {
            self.followers.clear();
        }
    }

    fn take_try(&mut self, found: Result<Option<ReviewedTry>, TaskFailure<PlayerError>>) {
        match found {
            Ok(found) => self.answered.extend(found),
            Err(error) => self.error = Some(error),
        }
    }
}

/// How many reviews are kept.
const KEPT: usize = 8;

/// What is known of the games that were reviewed, so that nothing is searched twice.
#[derive(Clone, Debug, Default)]
pub struct KeptReviews {
    reviews: Rc<RefCell<Vec<Review>>>,
    /// Where those of whole games are stored; `None` if they are not.
    store: Option<AnalysisStore>,
}

impl KeptReviews {
    /// Also stores reviews in a folder.
    pub fn stored(state: Option<&StateFolder>) -> Self {
        Self {
            reviews: Rc::default(),
            store: state.map(AnalysisStore::of),
        }
    }

    /// Starts the review of a game, continues an unfinished one, or takes the stored one.
    pub fn start(&self, game: &Game, reviewer: Reviewer, waker: Waker) -> ReviewTask {
        let stored = || self.store.as_ref()?.load_for(game, &reviewer.source());
        let kept = stored().or_else(|| self.take(game));
        let review = kept.unwrap_or_else(|| Review::new(game));
        let mut task = ReviewTask::of(review, reviewer, waker, self.store.clone());
        task.kept = self.clone();
        task
    }

    fn take(&self, game: &Game) -> Option<Review> {
        let mut kept = self.reviews.borrow_mut();
        let is_same = |review: &Review| {
            let known = review.game();
            known.start() == game.start() && known.entries() == game.entries()
        };
        let at = kept.iter().position(is_same)?;
        Some(kept.remove(at))
    }

    fn keep(&self, review: Review) {
        let better = self.take(review.game());
        let better = better.filter(|other| other.known() > review.known());
        let mut kept = self.reviews.borrow_mut();
        kept.push(better.unwrap_or(review));
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

/// Keeps what was found.
impl Drop for ReviewTask {
    fn drop(&mut self) {
        self.poll();
        if self.review.known() > 0 {
            self.kept.keep(self.review.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use reversi::search::Limits;

    #[test]
    fn a_review_that_panics_says_so_and_ends() {
        let game = Game::new();
        let mut review =
            ReviewTask::start(&game, Reviewer::new(1, Limits::depth(1)), Arc::new(|| ()));
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
