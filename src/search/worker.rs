//! The worker: the state of one search thread, with its counters, its small table and its stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::info::Handler;
use super::limits::Limits;
use super::parameters::{Margins, POLL_NODES, SHARED_POLL_NODES, TIMED_POLL_NODES};
use super::pool::{Pool, Split};
use super::score::Confidence;
use super::table::TranspositionTable;
use super::thread_table::ThreadTable;
use crate::bitboard::kernel::Kernel;
use crate::eval::Weights;

/// The state that all threads of one search share.
pub(super) struct SharedSearch<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) stop: AtomicBool,
    pub(super) deadline: Option<Instant>,
    pub(super) node_limit: u64,
    /// The number of nodes between checks for a stop.
    poll_nodes: u64,
    /// [`Limits::is_limited`].
    pub(super) is_limited: bool,
    /// The positions visited by all threads, as far as reported.
    nodes: AtomicU64,
    pub(super) pool: Pool,
    pub(super) weights: &'a Weights,
    pub(super) margins: &'static Margins,
}

impl<'a> SharedSearch<'a> {
    pub(super) fn new(
        table: &'a TranspositionTable,
        weights: &'a Weights,
        limits: &Limits,
        begin: Instant,
    ) -> Self {
        Self {
            table,
            weights,
            margins: Margins::standard(),
            stop: AtomicBool::new(false),
            deadline: limits.time.and_then(|time| begin.checked_add(time)),
            nodes: AtomicU64::new(0),
            pool: Pool::default(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            poll_nodes: limits.time.map_or(POLL_NODES, |_| TIMED_POLL_NODES),
            is_limited: limits.is_limited(),
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, K> {
    pub(super) kernel: K,
    pub(super) shared: &'a SharedSearch<'a>,
    pub(super) thread_table: ThreadTable,
    /// The positions visited by this thread.
    pub(super) nodes: u64,
    /// How many of them have been added to the shared total.
    reported: u64,
    poll_at: u64,
    /// True once the current work must end: everything returns at once and nothing is stored.
    pub(super) stopped: bool,
    /// The confidence of the current iteration.
    pub(super) confidence: Confidence,
    /// The nesting depth of ProbCut searches.
    pub(super) nested: u32,
    /// The shared node below which this thread works.
    pub(super) split: Option<Arc<Split>>,
    /// The handler, on the first thread only.
    pub(super) handler: Option<&'a mut dyn Handler>,
}

impl<'a, K: Kernel> Worker<'a, K> {
    pub(super) fn new(
        kernel: K,
        shared: &'a SharedSearch<'a>,
        handler: Option<&'a mut dyn Handler>,
    ) -> Self {
        Self {
            kernel,
            shared,
            thread_table: ThreadTable::new(),
            nodes: 0,
            reported: 0,
            poll_at: shared.poll_nodes.min(shared.node_limit),
            stopped: false,
            confidence: Confidence::Full,
            nested: 0,
            split: None,
            handler,
        }
    }

    /// Checks at intervals whether the search should stop.
    #[inline]
    pub(super) fn poll(&mut self) {
        if self.nodes >= self.poll_at {
            self.poll_now();
        }
    }

    #[cold]
    fn poll_now(&mut self) {
        let interval = self.shared.poll_nodes;
        if self.split.is_some() && self.nodes - self.reported < interval {
            self.recheck_stop();
            return;
        }
        self.poll_at = self.nodes + interval;
        if self.all_nodes() >= self.shared.node_limit
            || self.shared.deadline.is_some_and(|d| Instant::now() >= d)
            || self.handler.as_mut().is_some_and(|h| h.should_stop())
        {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.recheck_stop();
    }

    /// Updates the stop flag: the search may have ended, or the shared node may be refuted.
    pub(super) fn recheck_stop(&mut self) {
        self.stopped = self.shared.stop.load(Ordering::Relaxed);
        if let Some(split) = &self.split {
            self.stopped |= split.is_pointless();
            self.poll_at = self.nodes + SHARED_POLL_NODES;
        }
    }

    /// Returns the positions visited by all threads, except those of others since their last poll.
    pub(super) fn all_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }
}
