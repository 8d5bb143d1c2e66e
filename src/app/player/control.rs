//! Owns what a player is connected to while it thinks: the order to stop, the time and the threads it
//! may use, and the ear for what it thinks.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::search::{Certainty, Found, Progress, Score};
use crate::square::Square;

/// How far a player has come with its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The plies searched.
    pub depth: u32,
    /// The score for the side that thinks.
    pub score: Score,
    /// How sure it is.
    pub kind: Certainty,
    /// The line of best play, passes left out.
    pub pv: Vec<Square>,
    /// The positions visited.
    pub nodes: u64,
    /// Since it began.
    pub elapsed: Duration,
}

impl Thought {
    /// What a search thinks of its best line; `None` before there is one.
    #[must_use]
    pub fn of(progress: &Progress<'_>) -> Option<Self> {
        let Found {
            score,
            kind,
            depth,
            pv,
            ..
        } = progress.lines.first()?;
        Some(Self {
            depth: *depth,
            score: *score,
            kind: *kind,
            pv: pv.clone(),
            nodes: progress.nodes,
            elapsed: progress.elapsed,
        })
    }
}

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
    /// What is left now, zero when nothing is.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.left.saturating_sub(self.since.elapsed())
    }
}

type OnProgress = Arc<dyn Fn(Thought) + Send + Sync>;

/// What a player that thinks is connected to while it does. The default is an order that never comes,
/// no clock, one thread, and nobody who listens.
#[derive(Clone, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
    time_left: Option<TimeLeft>,
    /// Beyond the one there always is.
    more_threads: usize,
    ear: Option<OnProgress>,
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.stop)
            .field("time_left", &self.time_left)
            .field("threads", &self.threads())
            .finish_non_exhaustive()
    }
}

impl Control {
    /// The same with a clock that the player should heed.
    #[must_use]
    pub const fn with_time_left(mut self, time_left: Option<TimeLeft>) -> Self {
        self.time_left = time_left;
        self
    }

    /// The same with so many threads to think with, at least one.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.more_threads = threads.saturating_sub(1);
        self
    }

    /// The same with somebody who is told each [`Thought`], on the player's thread.
    #[must_use]
    pub fn on_progress(mut self, ear: impl Fn(Thought) + Send + Sync + 'static) -> Self {
        self.ear = Some(Arc::new(ear));
        self
    }

    /// Tells the player to stop. It obeys within some 10 ms.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the player should stop: nobody waits for its move any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The player's clock, when the game has one.
    #[must_use]
    pub const fn time_left(&self) -> Option<TimeLeft> {
        self.time_left
    }

    /// How many threads the player may think with, at least one.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.more_threads + 1
    }

    /// Tells what the player thinks. The caller sees to it that this is not too often.
    pub fn tell(&self, thought: Thought) {
        if let Some(ear) = &self.ear {
            ear(thought);
        }
    }
}
