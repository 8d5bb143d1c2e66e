//! Owns the sharing of work among threads.
//!
//! Young brothers wait (Rainer Feldmann, Spielbaumsuche auf massiv parallelen Systemen, 1993): when
//! the first move of a node has not refuted it, the other moves are probably all needed, so they are
//! offered to idle threads. The thread that offers works on them itself, too; where it has to wait for
//! a helper's last move, it helps the helper and nobody else. A refutation found by one thread stops
//! the others at their next poll. With one thread none of this happens.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::order::{Candidate, MoveList};
use super::parity::Parity;
use super::score::Confidence;
use super::worker::Worker;
use crate::square::Square;

/// What kind of search a shared node is under.
#[derive(Clone, Copy)]
pub(super) enum Task {
    /// A null window of the midgame, its children so many plies deep.
    Midgame(u32),
    /// An exact null window, its children with so many empty squares.
    Endgame(u32),
}

/// A node whose moves several threads search.
pub(super) struct Split {
    task: Task,
    alpha: i32,
    confidence: Confidence,
    nested: u32,
    moves: Vec<Candidate>,
    /// The first of the moves that nobody has taken.
    next: AtomicUsize,
    /// The best score and its move.
    best: Mutex<(i32, Option<Square>)>,
    /// Set when the node is refuted: the rest of the moves does not matter.
    refuted: AtomicBool,
    /// Threads at work on it besides the one that offered it.
    helpers: AtomicUsize,
    /// The shared node that this one is below of.
    above: Option<Arc<Split>>,
}

impl Split {
    /// Whether this node or one above it is refuted.
    pub(super) fn is_pointless(&self) -> bool {
        self.refuted.load(Ordering::Relaxed)
            || self
                .above
                .as_ref()
                .is_some_and(|above| above.is_pointless())
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        self.above
            .as_ref()
            .is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_pointless()
    }
}

/// Where work is offered and found.
#[derive(Default)]
pub(super) struct Pool {
    offers: Mutex<Vec<Arc<Split>>>,
    offered: Condvar,
    idle: AtomicUsize,
    over: AtomicBool,
}

/// A lock whose holder panicked still holds valid data here: every change to it is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Whether a thread waits for work.
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

    /// Takes part in the oldest offer that has work left, if one fits.
    fn join(offers: &[Arc<Split>], fits: impl Fn(&Arc<Split>) -> bool) -> Option<Arc<Split>> {
        let split = offers
            .iter()
            .find(|split| split.has_work() && fits(split))?;
        split.helpers.fetch_add(1, Ordering::AcqRel);
        Some(Arc::clone(split))
    }

    fn wait(&self) -> Option<Arc<Split>> {
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

/// While this lives, helpers wait for work; then they end.
pub(super) struct Open<'a>(&'a Pool);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Worker<'_> {
    /// Works for others until the search is over.
    pub(super) fn help(&mut self) {
        while let Some(split) = self.shared.pool.wait() {
            self.join(&split);
        }
    }

    /// Searches the moves of a list that are left together with idle threads. `best` is what the
    /// moves before them brought, not above alpha; the result takes it in. When the search is stopped
    /// meanwhile, the result has no meaning.
    #[cold]
    pub(super) fn share(
        &mut self,
        list: &mut MoveList,
        alpha: i32,
        best: (i32, Option<Square>),
        task: Task,
    ) -> (i32, Option<Square>) {
        let split = Arc::new(Split {
            task,
            alpha,
            confidence: self.confidence,
            nested: self.nested,
            moves: std::iter::from_fn(|| list.next_best()).collect(),
            next: AtomicUsize::new(0),
            best: Mutex::new(best),
            refuted: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            above: self.split.take(),
        });
        let pool = &self.shared.pool;
        lock(&pool.offers).push(Arc::clone(&split));
        pool.offered.notify_one();
        self.split = Some(Arc::clone(&split));
        self.work_on(&split);
        lock(&pool.offers).retain(|other| !Arc::ptr_eq(other, &split));
        while split.helpers.load(Ordering::Acquire) > 0 {
            let below = Pool::join(&lock(&pool.offers), |offer| offer.is_below(&split));
            match below {
                Some(below) => self.join(&below),
                None => std::thread::yield_now(),
            }
        }
        self.split.clone_from(&split.above);
        self.recheck_stop();
        *lock(&split.best)
    }

    /// Works on another thread's node, and comes back as it was.
    fn join(&mut self, split: &Arc<Split>) {
        let before = (self.split.take(), self.confidence, self.nested);
        self.split = Some(Arc::clone(split));
        self.confidence = split.confidence;
        self.nested = split.nested;
        self.recheck_stop();
        self.work_on(split);
        (self.split, self.confidence, self.nested) = before;
        split.helpers.fetch_sub(1, Ordering::AcqRel);
        self.recheck_stop();
    }

    fn work_on(&mut self, split: &Split) {
        while !self.stopped {
            let Some(candidate) = split.moves.get(split.next.fetch_add(1, Ordering::Relaxed))
            else {
                return;
            };
            let board = candidate.board;
            let score = -match split.task {
                Task::Midgame(depth) => self.null_window(board, -split.alpha - 1, depth),
                Task::Endgame(empties) => {
                    let parity = Parity::of(board.empties());
                    self.exact(board, -split.alpha - 1, empties, parity)
                }
            };
            if self.stopped {
                return;
            }
            let mut best = lock(&split.best);
            if score > best.0 {
                *best = (score, Some(candidate.square));
                if score > split.alpha {
                    split.refuted.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}
