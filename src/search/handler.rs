//! Owns how a search talks to its caller.

use std::time::Duration;

use super::score::{Kind, Score};
use crate::square::Square;

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The search depth in plies.
    pub depth: u32,
    /// The score so far.
    pub score: Score,
    /// How sure it is.
    pub kind: Kind,
    /// The best line, passes left out.
    pub pv: &'a [Square],
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
}

/// Receives the progress of a search and may stop it.
pub trait Handler {
    /// Called after each finished iteration.
    fn progress(&mut self, _progress: &Progress<'_>) {}

    /// Asked often, every fraction of a millisecond: answer fast.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Lets a search run in silence.
impl Handler for () {}
