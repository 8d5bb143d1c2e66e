//! Owns the rate at which progress is passed on: often enough for the eye, seldom enough for the rest.

use std::time::{Duration, Instant};

/// The shortest time between two reports.
const INTERVAL: Duration = Duration::from_millis(50);

/// Passes on the newest of the values that come in, no more often than every 50 ms.
#[derive(Debug)]
pub(crate) struct Throttle<T> {
    pending: Option<T>,
    passed: Option<Instant>,
}

impl<T> Throttle<T> {
    pub(crate) const fn new() -> Self {
        Self {
            pending: None,
            passed: None,
        }
    }

    /// Takes a value in the place of the one that waits.
    pub(crate) fn put(&mut self, value: T) {
        self.pending = Some(value);
    }

    /// The value that waits, if one does and the last one is long enough ago.
    pub(crate) fn take_due(&mut self, now: impl FnOnce() -> Instant) -> Option<T> {
        self.pending.as_ref()?;
        let now = now();
        let due = self
            .passed
            .is_none_or(|passed| now.saturating_duration_since(passed) >= INTERVAL);
        if !due {
            return None;
        }
        self.passed = Some(now);
        self.pending.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_value_is_passed_on_when_the_interval_is_over() {
        let zero = Instant::now();
        let at = |millis| move || zero + Duration::from_millis(millis);
        let mut throttle = Throttle::new();
        assert_eq!(throttle.take_due(at(0)), None);
        throttle.put(1);
        assert_eq!(throttle.take_due(at(0)), Some(1), "the first one at once");
        throttle.put(2);
        throttle.put(3);
        assert_eq!(throttle.take_due(at(49)), None);
        assert_eq!(throttle.take_due(at(50)), Some(3));
        assert_eq!(throttle.take_due(at(500)), None);
    }
}
