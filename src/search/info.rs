//! The reports of a search: scored moves and progress, and the handler that may stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::score::{Certainty, Score};
use crate::square::Square;

/// A move, its score, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveScore {
    /// The move; `None` for a pass, and when the game is over.
    pub square: Option<Square>,
    /// The score for the side to move.
    pub score: Score,
    /// How certain the score is.
    pub certainty: Certainty,
    /// The depth in plies; the number of empty squares if the search reached the end of the game.
    pub depth: u32,
    /// The principal variation, beginning with this move, without passes.
    pub pv: Vec<Square>,
}

impl MoveScore {
    /// Creates an entry, such as that of another engine.
    pub const fn new(
        square: Option<Square>,
        score: Score,
        certainty: Certainty,
        depth: u32,
        pv: Vec<Square>,
    ) -> Self {
        Self {
            square,
            score,
            certainty,
            depth,
            pv,
        }
    }

    /// Returns true if the move has been searched; until then its score has no meaning.
    pub fn is_searched(&self) -> bool {
        self.depth > 0 || self.certainty != Certainty::Estimate
    }

    /// Returns true if the exact score is proven.
    pub fn is_exact(&self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// Returns true if it was found by a deeper search than another entry of the same position, or by a
    /// more certain one of the same depth.
    pub fn is_deeper_than(&self, other: &Self) -> bool {
        let reach = |found: &Self| {
            let (proof, percent) = match found.certainty {
                Certainty::Exact => (2, 100),
                Certainty::WinLossDraw => (1, 100),
                Certainty::Selective(confidence) => (0, confidence.percent()),
                Certainty::Estimate => (0, 0),
            };
            (proof, found.depth, percent)
        };
        reach(self) > reach(other)
    }

    /// Returns the same entry as seen before the pass that leads here.
    pub fn before_pass(self) -> Self {
        Self {
            square: None,
            score: -self.score,
            ..self
        }
    }

    /// Returns the same entry as seen before the move that leads here.
    pub fn before_move(&self, square: Square) -> Self {
        Self {
            square: Some(square),
            score: -self.score,
            certainty: self.certainty,
            depth: self.depth + 1,
            pv: [&[square], self.pv.as_slice()].concat(),
        }
    }
}

/// The findings of a search, while it runs and at its end.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchInfo {
    /// The requested number of moves, best first. While the search runs, only those searched so far;
    /// moves that this iteration has not reached have the score and depth of the previous one. At the
    /// end there is at least one.
    pub moves: Vec<MoveScore>,
    /// The positions visited by all threads, as far as reported.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// True if a limit or the handler stopped the search before it was complete.
    pub stopped: bool,
}

impl SearchInfo {
    /// Returns the best move with its score.
    ///
    /// # Panics
    /// If there are no moves. A [`Searcher`](super::Searcher) always reports at least one.
    pub fn best(&self) -> &MoveScore {
        &self.moves[0]
    }

    /// Returns the best move; `None` for a pass, and when the game is over.
    pub fn best_move(&self) -> Option<Square> {
        self.best().square
    }

    /// Returns the score of the best move, for the side to move.
    pub fn score(&self) -> Score {
        self.best().score
    }

    /// Returns how certain the score is.
    pub fn certainty(&self) -> Certainty {
        self.best().certainty
    }

    /// Returns the principal variation, without passes.
    pub fn pv(&self) -> &[Square] {
        &self.best().pv
    }

    /// Returns the entry of a move, if there is one.
    pub fn score_of(&self, square: Square) -> Option<&MoveScore> {
        self.moves.iter().find(|m| m.square == Some(square))
    }
}

/// Receives the progress of a search and may stop it.
pub trait Handler {
    /// Called whenever a move of [`SearchInfo::moves`] has a new score.
    fn progress(&mut self, _info: &SearchInfo) {}

    /// Returns true if the search should stop. Called several times per millisecond, so it must be fast:
    /// read an atomic flag, for example.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// A handler that ignores all reports and never stops the search.
impl Handler for () {}

/// A handler that is called with all reports and never stops the search.
impl<F: FnMut(&SearchInfo)> Handler for F {
    fn progress(&mut self, info: &SearchInfo) {
        self(info);
    }
}

/// Stops searches from another thread: a handler that can be cloned.
///
/// ```
/// use reversi::Board;
/// use reversi::search::{CancelToken, Limits, Searcher};
///
/// let token = CancelToken::new();
/// let other = token.clone();
/// let search = std::thread::spawn(move || {
///     let report = |info: &reversi::search::SearchInfo| println!("{}", info.score());
///     Searcher::new(16).search(Board::START, &Limits::solve(), &mut (other, report))
/// });
/// token.cancel();
/// assert!(search.join().unwrap().stopped);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Creates a token that stops nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the searches that have this token or a clone of it, and those that will.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Handler for CancelToken {
    fn should_stop(&mut self) -> bool {
        self.is_cancelled()
    }
}

/// A handler that reports and can be stopped.
impl<H: Handler> Handler for (CancelToken, H) {
    fn progress(&mut self, info: &SearchInfo) {
        self.1.progress(info);
    }

    fn should_stop(&mut self) -> bool {
        self.0.is_cancelled() || self.1.should_stop()
    }
}
