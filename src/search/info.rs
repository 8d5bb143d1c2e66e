//! What a search reports: moves with their scores, how far it has come, and whether to stop.

use std::time::Duration;

use super::score::{Certainty, Score};
use crate::square::Square;

/// A move, its score, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// The move; `None` for a pass, and when the game is over.
    pub square: Option<Square>,
    /// What it leads to, for the side to move.
    pub score: Score,
    /// How sure the score is.
    pub certainty: Certainty,
    /// How many plies were searched: all empty squares when the end was reached.
    pub depth: u32,
    /// The principal variation, this move first, passes left out.
    pub pv: Vec<Square>,
}

impl MoveScore {
    /// Returns whether the move has been searched: before that, a search lists it as good as any.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        self.depth > 0 || self.certainty != Certainty::Estimate
    }

    /// Returns whether the score is proven to the disc.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// Returns the same before a pass that leads here.
    #[must_use]
    pub fn before_pass(self) -> Self {
        Self {
            square: None,
            score: -self.score,
            ..self
        }
    }

    /// Returns the same before a move that leads here.
    #[must_use]
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

/// What a search has found, while it runs and at its end.
#[derive(Clone, Debug, Default)]
pub struct SearchInfo {
    /// The moves asked for, best first. While the search runs, only those that were searched; those
    /// that this iteration has not come to yet have the score and the depth of the one before. At the
    /// end as many as were asked for and there are, at least one.
    pub moves: Vec<MoveScore>,
    /// Positions visited, by all threads as far as they have reported.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Whether the search was stopped, by a limit or the handler, before all was done.
    pub stopped: bool,
}

impl SearchInfo {
    /// Returns the best move with its score.
    ///
    /// # Panics
    /// Without moves, which is never so in what a [`Searcher`](super::Searcher) reports or returns.
    #[must_use]
    pub fn best(&self) -> &MoveScore {
        &self.moves[0]
    }

    /// Returns the best move; `None` for a pass, and when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Square> {
        self.best().square
    }

    /// Returns the score of the best move, for the side to move.
    #[must_use]
    pub fn score(&self) -> Score {
        self.best().score
    }

    /// Returns how sure the score is.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        self.best().certainty
    }

    /// Returns the principal variation, passes left out.
    #[must_use]
    pub fn pv(&self) -> &[Square] {
        &self.best().pv
    }

    /// Returns what is known about a move.
    #[must_use]
    pub fn score_of(&self, square: Square) -> Option<&MoveScore> {
        self.moves.iter().find(|m| m.square == Some(square))
    }
}

/// Receives the progress of a search and may stop it.
pub trait Handler {
    /// Called whenever a move of [`SearchInfo::moves`] has a new score.
    fn progress(&mut self, _info: &SearchInfo) {}

    /// Returns whether to stop. Asked every fraction of a millisecond: answer fast, from an atomic flag
    /// for example.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Lets a search run in silence.
impl Handler for () {}
