//! Locks that know no poisoning: a panic that was caught ends a task, and what it has locked is used as it is.
//!
//! They are those of the standard library, which has them on every system with threads.

use std::ops::{Deref, DerefMut};
use std::sync::{self, PoisonError};
use std::time::{Duration, Instant};

/// A mutual exclusion.
#[derive(Debug, Default)]
pub struct Mutex<T>(sync::Mutex<T>);

/// A locked [`Mutex`].
pub struct MutexGuard<'a, T> {
    /// Absent only while a [`Condvar`] waits with it.
    guard: Option<sync::MutexGuard<'a, T>>,
}

/// A condition to wait for.
#[derive(Debug, Default)]
pub struct Condvar(sync::Condvar);

impl<T> Mutex<T> {
    /// Creates an unlocked mutex.
    pub const fn new(value: T) -> Self {
        Self(sync::Mutex::new(value))
    }

    /// Locks the mutex, waiting for other threads if necessary.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        MutexGuard { guard: Some(guard) }
    }

    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Condvar {
    /// Creates a condition.
    pub(crate) const fn new() -> Self {
        Self(sync::Condvar::new())
    }

    /// Wakes all threads that wait.
    pub fn notify_all(&self) {
        self.0.notify_all();
    }

    /// Unlocks the mutex, waits, and locks it again.
    pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
        guard.guard = guard.guard.take().map(|guard| {
            let guard = self.0.wait(guard);
            guard.unwrap_or_else(PoisonError::into_inner)
        });
    }

    /// Waits as long as the condition holds.
    pub fn wait_while<T>(
        &self,
        guard: &mut MutexGuard<'_, T>,
        mut holds: impl FnMut(&mut T) -> bool,
    ) {
        while holds(guard) {
            self.wait(guard);
        }
    }

    /// Waits as long as the condition holds, but for this long at most.
    pub fn wait_while_for<T>(
        &self,
        guard: &mut MutexGuard<'_, T>,
        mut holds: impl FnMut(&mut T) -> bool,
        patience: Duration,
    ) {
        let Some(end) = Instant::now().checked_add(patience) else {
            return self.wait_while(guard, holds);
        };
        while holds(guard) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            guard.guard = guard.guard.take().map(|guard| {
                let waited = self.0.wait_timeout(guard, left);
                waited.unwrap_or_else(PoisonError::into_inner).0
            });
        }
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.guard.as_deref().expect("it is locked")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.guard.as_deref_mut().expect("it is locked")
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::thread;

    use super::*;

    #[test]
    fn what_a_panic_has_locked_is_used_as_it_is() {
        let mutex = Mutex::new(1);
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            *mutex.lock() = 2;
            let _guard = mutex.lock();
            panic!("while it is locked");
        }));
        assert!(panicked.is_err());
        assert_eq!(*mutex.lock(), 2);
        assert_eq!(mutex.into_inner(), 2);
    }

    #[test]
    fn a_condition_is_waited_for_and_no_longer_than_allowed() {
        let shared = Arc::new((Mutex::new(0), Condvar::new()));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            for _ in 0..3 {
                *other.0.lock() += 1;
                other.1.notify_all();
            }
        });
        let (mutex, changed) = &*shared;
        let mut count = mutex.lock();
        changed.wait_while(&mut count, |count| *count < 3);
        assert_eq!(*count, 3);
        changed.wait_while_for(&mut count, |count| *count == 3, Duration::from_millis(1));
        changed.wait_while_for(&mut count, |count| *count != 3, Duration::MAX);
        drop(count);
        thread.join().unwrap();
    }
}
