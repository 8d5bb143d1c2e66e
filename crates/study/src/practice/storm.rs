//! A storm: as many easy puzzles as three minutes allow.

use std::time::{Duration, Instant};

use super::fact::{PracticeFact, PracticeFeedback};
use reversi_lessons::exercise::{Feedback, Tone};

/// The time for all puzzles together.
pub const TIME: Duration = Duration::from_secs(180);

/// What is left of a storm, and what was solved. Time passes only while a puzzle is asked.
#[derive(Debug)]
pub struct Storm {
    left: Duration,
    /// The time up to which it passed.
    seen: Option<Instant>,
    /// The puzzles that were solved, and those that were tried.
    solved: u32,
    tried: u32,
    /// What is said about the last answer.
    pub(super) last: Option<PracticeFeedback>,
}

impl Storm {
    pub(super) const fn new() -> Self {
        Self {
            left: TIME,
            seen: None,
            solved: 0,
            tried: 0,
            last: None,
        }
    }

    /// Lets the time pass, while a puzzle is asked. Returns whether it has just run out.
    pub(super) fn pass_to(&mut self, now: Instant, asks: bool) -> bool {
        let before = self.seen.replace(now).filter(|_| asks && !self.is_over());
        let Some(before) = before else { return false };
        self.left = self
            .left
            .saturating_sub(now.saturating_duration_since(before));
        self.is_over()
    }

    /// Returns how many puzzles were solved.
    pub const fn solved(&self) -> u32 {
        self.solved
    }

    /// Returns when the clock shows another second.
    pub(super) fn next_second(&self) -> Option<Instant> {
        let rest = Duration::from_nanos(self.left.subsec_nanos().into());
        let step = if rest.is_zero() {
            Duration::from_secs(1)
        } else {
            rest
        };
        self.seen
            .filter(|_| !self.is_over())
            .map(|seen| seen + step)
    }

    /// Returns whether the time is up.
    pub const fn is_over(&self) -> bool {
        self.left.is_zero()
    }

    /// Counts an answer, and keeps what is said about it.
    pub(super) fn count(&mut self, is_right: bool, told: PracticeFact) {
        self.tried += 1;
        self.solved += u32::from(is_right);
        let tone = if is_right { Tone::Right } else { Tone::Wrong };
        self.last = Some(Feedback::new(tone, told));
    }

    /// Returns how many puzzles were tried.
    pub const fn tried(&self) -> u32 {
        self.tried
    }

    /// Returns the time that is left.
    pub const fn left(&self) -> Duration {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_only_while_a_puzzle_is_asked_and_runs_out_once() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut storm = Storm::new();
        assert!(!storm.pass_to(start, true) && storm.left() == TIME);
        assert!(!storm.pass_to(at(60), true) && !storm.pass_to(at(100), false));
        storm.count(true, PracticeFact::PlayOn);
        assert_eq!((storm.left(), storm.solved()), (TIME / 3 * 2, 1));
        assert_eq!(storm.next_second(), Some(at(101)));
        assert!(!storm.pass_to(at(219), true));
        assert!(storm.pass_to(at(221), true) && !storm.pass_to(at(230), true));
        assert_eq!((storm.is_over(), storm.next_second()), (true, None));
    }
}
