//! Pools of threads that share some work.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::sync::Mutex;

use super::catch;

/// Returns whether to stop. Called repeatedly, even after it has returned `true`.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// One of several equal parts of some work, each for another process or machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    pub index: u32,
    /// The number of parts, at least 1.
    pub of: u32,
}

impl Shard {
    /// The whole work.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Returns whether an item, counted from 0, belongs to this part: every `of`-th does.
    pub const fn has(self, item: u64) -> bool {
        item % self.of as u64 == self.index as u64
    }

    /// Returns how many of this many items belong to this part.
    pub const fn count(self, items: u32) -> u32 {
        items / self.of + (self.index < items % self.of) as u32
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

/// Runs a function on this many threads, including the current one; on fewer if the system starts no more.
///
/// # Panics
/// When the function does.
pub fn on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map_while(|_| {
                let help = || catch(&work);
                thread::Builder::new().spawn_scoped(scope, help).ok()
            })
            .collect();
        work();
        for helper in helpers {
            if let Ok(Err(error)) = helper.join() {
                panic!("{error}");
            }
        }
    });
}

/// Runs jobs on several threads and passes the results to `take` in the order of the jobs. Ends after the last
/// job, or once `take` returns `false` or `stop` returns `true`; unfinished jobs are then dropped. `new_worker`
/// is called once on each thread, and `work` gets its result with every job.
///
/// # Panics
/// When a job does.
pub fn in_order<Job, Output: Send, Worker>(
    threads: usize,
    jobs: impl Iterator<Item = Job> + Send,
    stop: Stop<'_>,
    new_worker: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, Job, Stop<'_>) -> Output + Sync,
    take: impl FnMut(Output) -> bool + Send,
) {
    let ended = AtomicBool::new(false);
    let stopped = || ended.load(Ordering::Relaxed) || stop();
    let jobs = Mutex::new(jobs.enumerate());
    let results = Mutex::new((BTreeMap::new(), 0, take));
    on_threads(threads, || {
        let mut worker = new_worker();
        while !stopped()
            && let Some((number, job)) = { jobs.lock().next() }
        {
            let output = work(&mut worker, job, &stopped);
            if stopped() {
                return;
            }
            let mut results = results.lock();
            let (early, next, take) = &mut *results;
            early.insert(number, output);
            while let Some(output) = early.remove(next) {
                *next += 1;
                if ended.load(Ordering::Relaxed) || !take(output) {
                    ended.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}
