//! The game clocks: how much time each side has left, and what taking moves back does to it.
//!
//! The clock knows no turn order and reads no time of its own: a session tells it whose turn begins or
//! ends and when, so that its laws are tested with invented instants.

mod time_control;

use std::fmt;
use std::time::{Duration, Instant};

pub use time_control::{FlagRule, ParseFlagRuleError, ParseTimeError, TimeControl};

use crate::color::{ByColor, Color};

/// The time of one side at one moment.
///
/// Prints like a clock: `5:00`, `1:02:03`, with tenths below ten seconds, `0:09.5`, and with a minus
/// sign once it is used up and the game goes on. It is rounded up, so that `0:00.0` is the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    granted: Duration,
    spent: Duration,
}

impl Remaining {
    /// So many milliseconds are left, or, where negative, were used too many.
    #[must_use]
    pub const fn from_millis(left: i64) -> Self {
        let time = Duration::from_millis(left.unsigned_abs());
        let (granted, spent) = if left < 0 {
            (Duration::ZERO, time)
        } else {
            (time, Duration::ZERO)
        };
        Self { granted, spent }
    }

    /// What is left; zero when the time is used up.
    #[must_use]
    pub const fn left(self) -> Duration {
        self.granted.saturating_sub(self.spent)
    }

    /// By how much the time was exceeded; zero while there is some left.
    #[must_use]
    pub const fn over(self) -> Duration {
        self.spent.saturating_sub(self.granted)
    }

    /// Whether the time is used up.
    #[must_use]
    pub fn is_up(self) -> bool {
        self.spent >= self.granted
    }

    /// How long its text stays the same while it runs; never zero.
    #[must_use]
    pub fn shown_for(self) -> Duration {
        // The text is that of whole milliseconds, and rounded up.
        let millis = |count: u128| Duration::from_millis(u64::try_from(count).unwrap_or(u64::MAX));
        let (left, over) = (self.left(), self.over());
        let count = if over.is_zero() { left } else { over }.as_millis();
        let step = if count.div_ceil(100) < 100 { 100 } else { 1000 };
        if count == 0 || !over.is_zero() {
            let next = millis(count.div_ceil(step) * step + 1);
            return (left + next).saturating_sub(over);
        }
        let step = if count <= 10_000 { 100 } else { step };
        left.saturating_sub(millis((count.div_ceil(step) - 1) * step))
    }

    fn after(self, used: Duration) -> Self {
        Self {
            spent: self.spent.saturating_add(used),
            ..self
        }
    }
}

impl fmt::Display for Remaining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, time) = if self.over().is_zero() {
            ("", self.left())
        } else {
            ("-", self.over())
        };
        let tenths = time.as_millis().div_ceil(100);
        let text = if tenths < 100 {
            format!("{sign}0:0{}.{}", tenths / 10, tenths % 10)
        } else {
            let seconds = time.as_millis().div_ceil(1000);
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            if hours > 0 {
                format!("{sign}{hours}:{minutes:02}:{seconds:02}")
            } else {
                format!("{sign}{minutes}:{seconds:02}")
            }
        };
        f.pad(&text)
    }
}

/// The two clocks of a game.
///
/// The clock of a side runs from [`Clock::start`] to [`Clock::stop`]. When an entry of the game is
/// taken back, each side has again what it had when that turn began, the time spent on it and on
/// everything after it included; when it is redone, both have what they had after it.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    rule: FlagRule,
    accounts: ByColor<Remaining>,
    running: Option<(Color, Instant)>,
    /// What both sides had when the turn after so many entries began; the last is that of now, or later
    /// where entries were undone.
    marks: Vec<ByColor<Remaining>>,
    /// How many entries the game has now.
    entries: usize,
    warned: ByColor<bool>,
}

impl Clock {
    /// Two clocks at the start of a game that has so many entries already; they stand still.
    #[must_use]
    pub fn new(control: TimeControl, rule: FlagRule, entries: usize) -> Self {
        let full = Remaining {
            granted: control.initial,
            spent: Duration::ZERO,
        };
        let accounts = ByColor::new(full, full);
        Self {
            control,
            rule,
            accounts,
            running: None,
            marks: vec![accounts; entries + 1],
            entries,
            warned: ByColor::default(),
        }
    }

    /// Sets what both sides have left, now and wherever the game goes back to from here.
    pub fn set_left(&mut self, left: ByColor<Remaining>) {
        self.accounts = left;
        self.marks.fill(left);
    }

    /// How much time there is.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What happens when it is used up.
    #[must_use]
    pub const fn rule(&self) -> FlagRule {
        self.rule
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// What a side has left at a moment.
    #[must_use]
    pub fn remaining(&self, color: Color, now: Instant) -> Remaining {
        match self.running {
            Some((runs, since)) if runs == color => {
                self.accounts[color].after(now.saturating_duration_since(since))
            }
            _ => self.accounts[color],
        }
    }

    /// When the clock that runs will reach zero; `None` when none runs, it is past that, or nothing follows
    /// from it any more: a side is warned once.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        let account = self.accounts[color];
        (!account.is_up() && !self.warned[color])
            .then(|| since.checked_add(account.left()))
            .flatten()
    }

    /// Lets the clock of a side run. The other one stands.
    pub fn start(&mut self, color: Color, now: Instant) {
        if self.running() != Some(color) {
            self.stop(now);
            self.running = Some((color, now));
        }
    }

    /// Stops the clock that runs.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.accounts[color] = self.remaining(color, now);
            self.running = None;
        }
    }

    /// Takes in that a game goes on, up to so many entries, after a move of a side, which gains the
    /// increment; `None` when it was no move. What was undone is forgotten. Both clocks must stand.
    pub fn moved(&mut self, by: Option<Color>, entries: usize) {
        if let Some(color) = by {
            let account = &mut self.accounts[color];
            account.granted = account.granted.saturating_add(self.control.increment);
        }
        self.marks.truncate(self.entries + 1);
        self.marks.resize(entries + 1, self.accounts);
        self.entries = entries;
    }

    /// Takes in that a game went back or forth to so many entries: each side has what it had then.
    pub fn went_to(&mut self, entries: usize) {
        self.running = None;
        self.entries = entries.min(self.marks.len() - 1);
        self.accounts = self.marks[self.entries];
    }

    /// The side whose time is used up now and where that has a consequence: under [`FlagRule::Warn`] it
    /// is told once for each side.
    pub fn flag(&mut self, now: Instant) -> Option<Color> {
        let color = self.running()?;
        if !self.remaining(color, now).is_up() || self.warned[color] {
            return None;
        }
        self.warned[color] = self.rule == FlagRule::Warn;
        Some(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;

    fn clock(control: &str, rule: FlagRule) -> (Clock, impl Fn(u64) -> Instant) {
        let zero = Instant::now();
        let at = move |millis| zero + Duration::from_millis(millis);
        (Clock::new(control.parse().unwrap(), rule, 0), at)
    }

    fn shown(clock: &Clock, now: Instant) -> [String; 2] {
        [BLACK, WHITE].map(|color| clock.remaining(color, now).to_string())
    }

    #[test]
    fn a_clock_runs_for_the_side_to_move_and_gains_the_increment_after_its_move() {
        let (mut clock, at) = clock("1m+3s", FlagRule::Lose);
        assert_eq!(
            shown(&clock, at(5_000)),
            ["1:00", "1:00"],
            "it stands still"
        );
        clock.start(BLACK, at(0));
        assert_eq!(shown(&clock, at(20_000)), ["0:40", "1:00"]);
        clock.stop(at(20_000));
        clock.moved(Some(BLACK), 1);
        clock.start(WHITE, at(20_000));
        assert_eq!(shown(&clock, at(30_000)), ["0:43", "0:50"]);
        assert_eq!(clock.flag_falls(), Some(at(80_000)));
        // A pass brings nothing.
        clock.stop(at(30_000));
        clock.moved(None, 2);
        assert_eq!(shown(&clock, at(99_000)), ["0:43", "0:50"]);
        assert_eq!(clock.flag_falls(), None);
    }

    #[test]
    fn starting_a_clock_that_runs_changes_nothing() {
        let (mut clock, at) = clock("1m", FlagRule::Lose);
        clock.start(BLACK, at(0));
        clock.start(BLACK, at(10_000));
        assert_eq!(shown(&clock, at(10_000)), ["0:50", "1:00"]);
    }

    #[test]
    fn an_undo_gives_back_what_there_was_and_a_redo_takes_it_again() {
        let (mut clock, at) = clock("1m+2s", FlagRule::Lose);
        clock.start(BLACK, at(0));
        clock.stop(at(10_000));
        clock.moved(Some(BLACK), 1);
        clock.start(WHITE, at(10_000));
        clock.stop(at(30_000));
        clock.moved(Some(WHITE), 2);
        clock.start(BLACK, at(30_000));
        assert_eq!(shown(&clock, at(35_000)), ["0:47", "0:42"]);
        clock.went_to(1);
        assert_eq!(shown(&clock, at(36_000)), ["0:52", "1:00"]);
        clock.went_to(0);
        assert_eq!(shown(&clock, at(36_000)), ["1:00", "1:00"]);
        clock.went_to(2);
        assert_eq!(shown(&clock, at(36_000)), ["0:52", "0:42"]);
        // Another move forgets what was undone.
        clock.went_to(0);
        clock.start(BLACK, at(40_000));
        clock.stop(at(41_000));
        clock.moved(Some(BLACK), 1);
        clock.went_to(0);
        clock.went_to(1);
        assert_eq!(shown(&clock, at(50_000)), ["1:01", "1:00"]);
        clock.went_to(2);
        assert_eq!(shown(&clock, at(50_000)), ["1:01", "1:00"]);
    }

    #[test]
    fn a_flag_falls_when_nothing_is_left_and_a_warning_comes_once_for_each_side() {
        let (mut clock, at) = clock("10s", FlagRule::Warn);
        clock.start(BLACK, at(0));
        assert_eq!(clock.flag(at(9_999)), None);
        assert_eq!(clock.flag(at(10_000)), Some(BLACK));
        assert_eq!(clock.flag(at(11_000)), None);
        assert_eq!(shown(&clock, at(12_500)), ["-0:02.5", "0:10"]);
        clock.start(WHITE, at(12_500));
        assert_eq!(clock.flag(at(30_000)), Some(WHITE));
        let (mut clock, at) = self::clock("10s", FlagRule::Lose);
        clock.start(BLACK, at(0));
        assert_eq!(clock.flag(at(10_000)), Some(BLACK));
        assert_eq!(
            clock.flag(at(10_000)),
            Some(BLACK),
            "until the game is over"
        );
    }

    #[test]
    fn the_text_of_a_clock_changes_when_it_says_and_not_before() {
        let granted = Duration::from_millis(62_350);
        let at = |spent| Remaining { granted, spent };
        let mut spent = Duration::ZERO;
        let mut texts = 0;
        while spent < Duration::from_secs(90) {
            let text = at(spent).to_string();
            let shown_for = at(spent).shown_for();
            assert!(!shown_for.is_zero(), "{text}");
            assert_ne!(at(spent + shown_for).to_string(), text);
            for part in 0..10 {
                let earlier = spent + shown_for.saturating_sub(Duration::from_millis(2)) * part / 9;
                assert_eq!(at(earlier).to_string(), text);
            }
            spent += shown_for;
            texts += 1;
        }
        // 52 whole seconds and a part, tenths down to nothing and back up, and the rest.
        assert!((265..275).contains(&texts), "{texts}");
    }

    #[test]
    fn a_clock_shows_tenths_at_the_end_and_hours_at_the_start() {
        let left = |millis| {
            let granted = Duration::from_millis(millis);
            Remaining {
                granted,
                spent: Duration::ZERO,
            }
            .to_string()
        };
        assert_eq!(left(5 * 3_600_000), "5:00:00");
        assert_eq!(left(3_599_001), "1:00:00");
        assert_eq!(left(3_599_000), "59:59");
        assert_eq!(left(10_000), "0:10");
        assert_eq!(left(9_901), "0:10");
        assert_eq!(left(9_900), "0:09.9");
        assert_eq!(left(1), "0:00.1");
        assert_eq!(left(0), "0:00.0");
    }
}
