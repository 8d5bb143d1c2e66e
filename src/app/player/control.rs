//! The control of a thinking player: its clock, its number of threads, and a reporter that takes its
//! progress and tells it when to stop.

use std::time::{Duration, Instant};

use crate::app::background::Reporter;
use crate::search::SearchInfo;

/// The time that a player has left for its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left at the moment `since`.
    pub(crate) left: Duration,
    /// The moment from which it runs down.
    pub(crate) since: Instant,
    /// The increment after each move.
    pub(crate) increment: Duration,
}

impl TimeLeft {
    /// Returns the time left now, at least zero.
    pub(crate) fn now(&self) -> Duration {
        self.left.saturating_sub(self.since.elapsed())
    }
}

/// The control of a thinking player.
#[derive(Clone)]
pub struct Control<T = SearchInfo> {
    /// Takes progress and tells the player when to stop, which must take at most about 10 ms.
    pub reporter: Reporter<T>,
    /// The player's clock, if the game has clocks.
    pub time_left: Option<TimeLeft>,
    /// The number of threads, at least 1.
    pub threads: usize,
}

/// A reporter without an owner, no clock, one thread.
impl Default for Control {
    fn default() -> Self {
        Self {
            reporter: Reporter::default(),
            time_left: None,
            threads: 1,
        }
    }
}
