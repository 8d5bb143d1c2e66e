//! Parallel search by sharing nodes among threads.
//!
//! Young brothers wait (Rainer Feldmann, Spielbaumsuche auf massiv parallelen Systemen, 1993): when
//! the first move of a node has not refuted it, all other moves are probably needed, so they are
//! offered to idle threads. The offering thread also works on them; while it waits for
//! a helper's last move, it helps the helper and nobody else. A refutation found by one thread stops
//! the others at their next poll. In a node of the principal variation, the thread that finds a better
//! move also searches it with the full window. With one thread none of this happens.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::compiled::Compiled;
use super::node::{Line, Node};
use super::order::MoveList;
use super::parity::Parity;
use super::pool::{Best, Split, Task, lock};
use super::score::Window;
use super::worker::Worker;

/// A guard that removes a helper from a shared node even if it panics, because the offering thread
/// waits for all helpers. A panic in a helper ends the search, which then panics too.
struct Leave<'a> {
    split: &'a Split,
    stop: &'a AtomicBool,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.split.helpers.fetch_sub(1, Ordering::AcqRel);
    }
}

impl<K: Compiled> Worker<'_, K> {
    /// Works for other threads until the search is over.
    pub(super) fn help(&mut self) {
        while let Some(split) = self.shared.pool.wait() {
            self.join(&split);
        }
    }

    /// Returns true if several moves are left and a thread is waiting for work.
    #[inline(always)]
    pub(super) fn can_share(&self, list: &MoveList) -> bool {
        list.rest().len() > 1 && self.shared.pool.wants_work()
    }

    /// Searches the remaining moves of a list together with idle threads. `best` is the best of the moves before them,
    /// with a score below beta. Returns the best of all moves; if the search is stopped meanwhile, of those that were
    /// searched to the end.
    #[cold]
    pub(super) fn share(
        &mut self,
        list: &mut MoveList,
        window: Window,
        best: Best,
        task: Task,
    ) -> Best {
        let split = Arc::new(Split {
            task,
            window,
            confidence: self.confidence,
            nested: self.nested,
            before: list.taken(),
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
        self.recheck_stop();
        self.work_on(&split);
        lock(&pool.offers).retain(|other| !Arc::ptr_eq(other, &split));
        while let Some(below) = pool.wait_below(&split) {
            self.join(&below);
        }
        self.split.clone_from(&split.above);
        self.recheck_stop();
        lock(&split.best).clone()
    }

    /// Works on another thread's node and then restores the state of this one.
    fn join(&mut self, split: &Arc<Split>) {
        let leave = Leave {
            split,
            stop: &self.shared.stop,
        };
        let before = (self.split.take(), self.confidence, self.nested);
        self.split = Some(Arc::clone(split));
        self.confidence = split.confidence;
        self.nested = split.nested;
        self.recheck_stop();
        self.work_on(split);
        (self.split, self.confidence, self.nested) = before;
        drop(leave);
        self.recheck_stop();
    }

    fn work_on(&mut self, split: &Split) {
        while !self.stopped {
            let place = split.next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = split.moves.get(place) else {
                return;
            };
            let board = candidate.board;
            let Window { alpha, beta } = split.window;
            let mut line = Line::new();
            let score = match split.task {
                Task::Principal(depth) => {
                    let node = Node::of(self.kernel, board);
                    let alpha = alpha.max(lock(&split.best).score);
                    self.principal_move(&node, Window { alpha, beta }, depth, &mut line)
                }
                Task::Midgame(depth) => {
                    let node = Node::of(self.kernel, board);
                    self.null_window_move(&node, alpha, depth, split.before + place)
                }
                Task::Endgame(empties) => {
                    let parity = Parity::of(board.empties());
                    -self.solve(board, candidate.moves, -alpha - 1, (empties, parity))
                }
            };
            if self.stopped {
                return;
            }
            let mut best = lock(&split.best);
            if score > best.score {
                best.set(score, candidate.square, &line);
                if score >= beta {
                    split.refuted.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    }
}
