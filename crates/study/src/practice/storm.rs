//! A storm: as many easy puzzles as three minutes allow.

use std::time::{Duration, Instant};

use reversi_lessons::exercise::{Feedback, Tone};
use reversi_table::phrase::plural;

/// The time for all puzzles together.
const TIME: Duration = Duration::from_secs(180);

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
    pub(super) last: Option<Feedback>,
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
    pub(super) fn count(&mut self, is_right: bool, sentence: String) {
        self.tried += 1;
        self.solved += u32::from(is_right);
        let tone = if is_right { Tone::Right } else { Tone::Wrong };
        self.last = Some(Feedback::new(tone, sentence));
    }

    /// Returns the time left and what was solved, in a few words: `2:41, 7 solved`.
    pub fn words(&self) -> String {
        let seconds = self.left.as_millis().div_ceil(1000);
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        format!("{minutes}:{seconds:02}, {} solved", self.solved)
    }

    /// Returns the sentences at the end. `best` is the best result so far, this one included; `None` until it is known.
    pub fn summary(&self, best: Option<u32>) -> Vec<String> {
        let minutes = TIME.as_secs() / 60;
        let (solved, tried) = (self.solved, plural(self.tried, "puzzle"));
        let mut sentences = vec![format!(
            "You solved {solved} of {tried} in {minutes} minutes."
        )];
        sentences.extend(best.map(|best| match best {
            _ if best > solved => format!("Your best is {best}."),
            _ => "This is your best.".to_owned(),
        }));
        sentences
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
        assert!(!storm.pass_to(start, true) && storm.words() == "3:00, 0 solved");
        assert!(!storm.pass_to(at(60), true) && !storm.pass_to(at(100), false));
        storm.count(true, String::new());
        assert_eq!(storm.words(), "2:00, 1 solved");
        assert_eq!(storm.next_second(), Some(at(101)));
        assert!(!storm.pass_to(at(219), true));
        assert!(storm.pass_to(at(221), true) && !storm.pass_to(at(230), true));
        assert_eq!((storm.is_over(), storm.next_second()), (true, None));
        assert_eq!(storm.summary(Some(1))[1], "This is your best.");
        assert_eq!(storm.summary(Some(2))[1], "Your best is 2.");
    }
}
