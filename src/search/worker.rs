//! What one thread of a search has: its counters, its own small table, and when to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::info::Handler;
use super::limits::Limits;
use super::parameters::POLL_NODES;
use super::pool::{Pool, Split};
use super::score::Confidence;
use super::table::Table;
use super::thread_table::ThreadTable;
use crate::eval::Evaluator;

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) stop: AtomicBool,
    pub(super) deadline: Option<Instant>,
    pub(super) node_limit: u64,
    /// Positions visited by all threads, as far as they have said.
    nodes: AtomicU64,
    pub(super) pool: Pool,
    pub(super) evaluator: &'a dyn Evaluator,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        evaluator: &'a dyn Evaluator,
        limits: &Limits,
        begin: Instant,
    ) -> Self {
        Self {
            table,
            evaluator,
            stop: AtomicBool::new(false),
            deadline: limits.time.and_then(|time| begin.checked_add(time)),
            nodes: AtomicU64::new(0),
            pool: Pool::default(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) thread_table: ThreadTable,
    /// Positions visited by this thread.
    pub(super) nodes: u64,
    /// Those of them that are counted in the sum of all threads.
    reported: u64,
    poll_at: u64,
    /// Set once the work under way is to end: everything returns at once and nothing is stored.
    pub(super) stopped: bool,
    /// Of the iteration under way.
    pub(super) confidence: Confidence,
    /// How many ProbCut searches are inside each other.
    pub(super) nested: u32,
    /// The node shared with other threads that this one works below.
    pub(super) split: Option<Arc<Split>>,
    /// The first thread has one.
    pub(super) handler: Option<&'a mut dyn Handler>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, handler: Option<&'a mut dyn Handler>) -> Self {
        Self {
            shared,
            thread_table: ThreadTable::new(),
            nodes: 0,
            reported: 0,
            poll_at: POLL_NODES.min(shared.node_limit),
            stopped: false,
            confidence: Confidence::Full,
            nested: 0,
            split: None,
            handler,
        }
    }

    /// Looks from time to time whether the search should stop.
    #[inline]
    pub(super) fn poll(&mut self) {
        if self.nodes >= self.poll_at {
            self.poll_now();
        }
    }

    #[cold]
    fn poll_now(&mut self) {
        self.poll_at = self.nodes + POLL_NODES;
        if self.all_nodes() >= self.shared.node_limit
            || self.shared.deadline.is_some_and(|d| Instant::now() >= d)
            || self.handler.as_mut().is_some_and(|h| h.should_stop())
        {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.recheck_stop();
    }

    /// Whether what this thread does now is still wanted.
    pub(super) fn recheck_stop(&mut self) {
        self.stopped = self.shared.stop.load(Ordering::Relaxed)
            || self
                .split
                .as_ref()
                .is_some_and(|split| split.is_pointless());
    }

    /// Positions visited by all threads; what the others did since their last poll is left out.
    pub(super) fn all_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }
}
