//! The pool where threads offer shared nodes to each other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::node::Line;
use super::order::Candidate;
use super::score::{Confidence, Window};
use crate::square::Square;

/// The kind of search of a shared node.
#[derive(Clone, Copy)]
pub(super) enum Task {
    /// A node of the principal variation, with the depth of its children in plies.
    Principal(u32),
    /// A midgame null window, with the same.
    Midgame(u32),
    /// An exact null window, with the number of empty squares of its children.
    Endgame(u32),
}

/// The best move of a node so far.
#[derive(Clone)]
pub(super) struct Best {
    pub(super) score: i32,
    /// `None` before the first move.
    pub(super) square: Option<Square>,
    /// The line that leads to the score, from this move on. Null windows do not use it.
    pub(super) line: Line,
}

impl Best {
    /// Creates the best move of a null window so far.
    pub(super) fn of((score, square): (i32, Option<Square>)) -> Self {
        Self {
            score,
            square,
            line: Line::new(),
        }
    }

    /// Replaces it by a better move and the line after that.
    pub(super) fn set(&mut self, score: i32, square: Square, after: &[Square]) {
        self.score = score;
        self.square = Some(square);
        self.line.clear();
        self.line.push(square);
        self.line.extend(after.iter().copied());
    }
}

/// A node whose moves several threads search.
pub(super) struct Split {
    pub(super) task: Task,
    pub(super) window: Window,
    pub(super) confidence: Confidence,
    pub(super) nested: u32,
    /// The number of moves that were searched before it was shared.
    pub(super) before: usize,
    pub(super) moves: Vec<Candidate>,
    /// The index of the first move that no thread has taken.
    pub(super) next: AtomicUsize,
    pub(super) best: Mutex<Best>,
    /// True once the node is refuted, so that the remaining moves do not matter.
    pub(super) refuted: AtomicBool,
    /// The number of threads working on it besides the one that offered it.
    pub(super) helpers: AtomicUsize,
    /// The shared node above this one.
    pub(super) above: Option<Arc<Split>>,
}

impl Split {
    /// Returns true if this node or one above it is refuted.
    pub(super) fn is_pointless(&self) -> bool {
        self.refuted.load(Ordering::Relaxed)
            || self
                .above
                .as_ref()
                .is_some_and(|above| above.is_pointless())
    }

    pub(super) fn is_below(&self, other: &Arc<Self>) -> bool {
        self.above
            .as_ref()
            .is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_pointless()
    }
}

/// The pool of shared nodes.
#[derive(Default)]
pub(super) struct Pool {
    pub(super) offers: Mutex<Vec<Arc<Split>>>,
    pub(super) offered: Condvar,
    idle: AtomicUsize,
    over: AtomicBool,
}

/// Locks the data. It is valid even after a panic, because every change is a single step.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Returns true if a thread is waiting for work.
    #[inline]
    pub(super) fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Keeps the helpers waiting for work until the guard is dropped.
    pub(super) const fn open(&self) -> Open<'_> {
        Open(self)
    }

    fn close(&self) {
        let offers = lock(&self.offers);
        self.over.store(true, Ordering::Relaxed);
        drop(offers);
        self.offered.notify_all();
    }

    /// Joins the oldest suitable offer that has work left.
    fn join(offers: &[Arc<Split>], fits: impl Fn(&Arc<Split>) -> bool) -> Option<Arc<Split>> {
        let split = offers
            .iter()
            .find(|split| split.has_work() && fits(split))?;
        split.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(split))
    }

    /// Waits for an offer below a shared node, which helps its helpers; `None` once they are done.
    pub(super) fn wait_below(&self, split: &Arc<Split>) -> Option<Arc<Split>> {
        self.idle.fetch_add(1, Ordering::Relaxed); // or nobody would offer anything
        let found = loop {
            if split.helpers.load(Ordering::Acquire) == 0 {
                break None;
            }
            let below = Self::join(&lock(&self.offers), |offer| offer.is_below(split));
            if below.is_some() {
                break below;
            }
            std::thread::yield_now();
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    pub(super) fn wait(&self) -> Option<Arc<Split>> {
        let mut offers = lock(&self.offers);
        self.idle.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            if self.over.load(Ordering::Relaxed) {
                break None;
            }
            if let Some(split) = Self::join(&offers, |_| true) {
                break Some(split);
            }
            offers = self
                .offered
                .wait(offers)
                .unwrap_or_else(PoisonError::into_inner);
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }
}

/// A guard that keeps the helpers waiting for work; they end when it is dropped.
pub(super) struct Open<'a>(&'a Pool);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
