//! Owns how a search talks to its caller.

use std::time::Duration;

use super::Found;

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The moves asked for that have been searched, best first, each with its score, depth and line.
    pub lines: &'a [Found],
    /// Positions visited so far by this thread.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
}

/// Receives the progress of a search and may stop it.
pub trait Handler {
    /// Called whenever a line of [`Progress::lines`] is new. The lines that this iteration has not
    /// come to yet are those of the iteration before, as their depths say.
    fn progress(&mut self, _progress: &Progress<'_>) {}

    /// Whether to stop. Asked every fraction of a millisecond: answer fast, from an atomic flag say.
    fn should_stop(&mut self) -> bool {
        false
    }
}

/// Lets a search run in silence.
impl Handler for () {}
