//! What a player is connected to while it thinks: the time and the threads it may use, and a reporter for
//! its progress that tells it when to stop.

use std::time::{Duration, Instant};

use crate::app::background::Reporter;
use crate::search::SearchInfo;

/// The time a player has left for its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// What was left at a moment.
    pub left: Duration,
    /// The moment from which on it runs down.
    pub since: Instant,
    /// What each of its moves adds.
    pub increment: Duration,
}

impl TimeLeft {
    /// Returns what is left now, zero when nothing is.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.left.saturating_sub(self.since.elapsed())
    }
}

/// What a player that thinks is connected to while it does.
#[derive(Clone)]
pub struct Control {
    /// Takes its progress and tells it when to stop, which it must do within some 10 ms.
    pub reporter: Reporter<SearchInfo>,
    /// The player's clock, when the game has one.
    pub time_left: Option<TimeLeft>,
    /// How many threads the player may think with, at least one.
    pub threads: usize,
}

/// Nobody listens, there is no clock, and one thread.
impl Default for Control {
    fn default() -> Self {
        Self {
            reporter: Reporter::default(),
            time_left: None,
            threads: 1,
        }
    }
}
