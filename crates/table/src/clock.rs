//! The game clocks: the time left for each side, through undo and redo; and local dates and times.
//!
//! The clocks know no turn order and never read the time: a session starts and stops them and passes
//! the time in, so that tests can make up the time.

mod date;
mod time_control;

use std::cmp::Reverse;
use std::fmt;
use std::time::{Duration, Instant};

pub use date::{StartTime, today};
pub use time_control::{
    Bonus, FlagRule, MoveTime, ParseMoveTimeError, ParseTimeError, SideTime, TimeControl,
};

use reversi::{ByColor, Color};

/// The time left for one side.
///
/// Displays like a clock: `5:00`, `1:02:03`, with tenths below ten seconds, `0:09.5`, and with a minus
/// sign once it is exceeded. It is rounded up, so that `0:00.0` is the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    granted: Duration,
    spent: Duration,
}

impl Remaining {
    /// Creates it from a time of which nothing is used.
    const fn of(granted: Duration) -> Self {
        Self {
            granted,
            spent: Duration::ZERO,
        }
    }

    /// Creates it from milliseconds, negative when exceeded.
    pub const fn from_millis(left: i64) -> Self {
        let time = Duration::from_millis(left.unsigned_abs());
        let (granted, spent) = if left < 0 {
            (Duration::ZERO, time)
        } else {
            (time, Duration::ZERO)
        };
        Self { granted, spent }
    }

    /// Returns the time left; zero when it is used up.
    pub const fn left(self) -> Duration {
        self.granted.saturating_sub(self.spent)
    }

    /// Returns it in milliseconds, negative when exceeded.
    pub fn millis(self) -> i64 {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        millis(self.left()) - millis(self.over())
    }

    /// Returns by how much the time is exceeded; zero while there is some left.
    pub(crate) const fn over(self) -> Duration {
        self.spent.saturating_sub(self.granted)
    }

    /// Returns whether the time is used up.
    pub(crate) fn is_up(self) -> bool {
        self.spent >= self.granted
    }

    /// Returns how long the text stays the same while the clock runs; never zero.
    pub(crate) fn shown_for(self) -> Duration {
        // The text shows whole milliseconds, rounded up.
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

    /// Returns the order of two times: how much is left, then by how little it is exceeded.
    const fn order(&self) -> (Duration, Reverse<Duration>) {
        (self.left(), Reverse(self.over()))
    }

    fn more(self, gained: Duration) -> Self {
        Self {
            granted: self.granted.saturating_add(gained),
            ..self
        }
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
        let sign = if tenths == 0 { "" } else { sign };
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
/// A side's clock runs from [`Clock::start`] to [`Clock::stop`]. Undoing an entry restores the clocks
/// as of the start of that turn; redoing it restores them as of its end.
///
/// A side's account has all the time for the present move: the delay and the period of byo-yomi are in it, and
/// [`Clock::shown`] keeps them apart.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    rule: FlagRule,
    accounts: ByColor<Remaining>,
    running: Option<(Color, Instant)>,
    /// The time left on both clocks at the start of each turn, by number of entries, including undone
    /// ones.
    marks: Vec<ByColor<Remaining>>,
    /// The current number of entries.
    entries: usize,
    warned: ByColor<bool>,
}

impl Clock {
    /// Creates two stopped clocks for a game with this many entries.
    pub(crate) fn new(control: TimeControl, rule: FlagRule, entries: usize) -> Self {
        let accounts = ByColor::from_fn(|color| Remaining::of(control.side(color).granted()));
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

    /// Sets the time left on both clocks, for now and for every earlier turn.
    pub(crate) fn set_left(&mut self, left: ByColor<Remaining>) {
        self.accounts = left;
        self.marks.fill(left);
    }

    /// Returns the time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Swaps the time controls of the sides, and before the first move their times.
    pub(crate) fn swap(&mut self) {
        self.control = self.control.swapped();
        if self.entries == 0 {
            *self = Self::new(self.control, self.rule, 0);
        }
    }

    /// Returns what happens when a side runs out of time.
    pub const fn rule(&self) -> FlagRule {
        self.rule
    }

    /// Returns the side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Returns since when a clock is running, or from when on it will.
    pub(crate) fn starts(&self) -> Option<Instant> {
        self.running.map(|(_, since)| since)
    }

    /// Returns the time that a side has left at a moment.
    pub(crate) fn remaining(&self, color: Color, now: Instant) -> Remaining {
        match self.running {
            Some((runs, since)) if runs == color => {
                self.accounts[color].after(now.saturating_duration_since(since))
            }
            _ => self.accounts[color],
        }
    }

    /// Returns the time that a side's clock shows at a moment: during a delay it stands still, and it has a period of
    /// byo-yomi only once the base time is used up.
    pub fn shown(&self, color: Color, now: Instant) -> Remaining {
        let side = self.control.side(color);
        let left = self.remaining(color, now);
        match side.bonus {
            Bonus::Delay => {
                let base = self.marks[self.entries][color].after(side.per_move);
                std::cmp::min_by_key(left, base, Remaining::order)
            }
            Bonus::ByoYomi if left.left() > side.per_move => left.after(side.per_move),
            Bonus::Increment | Bonus::ByoYomi => left,
        }
    }

    /// Returns when what the running clock shows changes next.
    pub(crate) fn changes(&self, now: Instant) -> Option<Instant> {
        let color = self.running()?;
        let (left, shown) = (self.remaining(color, now), self.shown(color, now));
        let stands = match self.control.side(color).bonus {
            Bonus::Delay => (left.left() + shown.over()).saturating_sub(shown.left() + left.over()),
            Bonus::Increment | Bonus::ByoYomi => Duration::ZERO,
        };
        now.checked_add(stands + shown.shown_for())
    }

    /// Returns when the running clock reaches zero; `None` when no clock is running, when that moment
    /// has passed, or when it has no consequence because the side was warned already or another program
    /// decides.
    pub(crate) fn flag_falls(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        if self.rule == FlagRule::HostDecides {
            return None;
        }
        let account = self.accounts[color];
        (!account.is_up() && !self.warned[color])
            .then(|| since.checked_add(account.left()))
            .flatten()
    }

    /// Starts the clock of one side, now or at a moment to come, and stops the other.
    pub(crate) fn start(&mut self, color: Color, now: Instant) {
        if self.running() != Some(color) {
            self.stop(now);
            self.running = Some((color, now));
        }
    }

    /// Stops the running clock.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.accounts[color] = self.remaining(color, now);
            self.running = None;
        }
    }

    /// Records new entries up to this number after a move of side `by`, which gains the time for it; `None`
    /// if it was no move. Discards undone entries. Both clocks must be stopped.
    pub(crate) fn moved(&mut self, by: Option<Color>, entries: usize) {
        if let Some(color) = by {
            let SideTime {
                per_move, bonus, ..
            } = self.control.side(color);
            let (left, before) = (self.accounts[color], self.marks[self.entries][color]);
            self.accounts[color] = match bonus {
                Bonus::Increment => left.more(per_move),
                Bonus::Delay => std::cmp::min_by_key(left.more(per_move), before, Remaining::order),
                Bonus::ByoYomi => {
                    std::cmp::max_by_key(left, Remaining::of(per_move), Remaining::order)
                }
            };
        }
        self.marks.truncate(self.entries + 1);
        self.marks.resize(entries + 1, self.accounts);
        self.entries = entries;
    }

    /// Restores the clocks after undo or redo to this many entries.
    pub(crate) fn went_to(&mut self, entries: usize) {
        self.running = None;
        self.entries = entries.min(self.marks.len() - 1);
        self.accounts = self.marks[self.entries];
    }

    /// Returns the side that has just run out of time; under [`FlagRule::Warn`] only once for each
    /// side.
    pub(crate) fn flag(&mut self, now: Instant) -> Option<Color> {
        let color = self.running()?;
        let never = self.rule == FlagRule::HostDecides;
        if never || !self.remaining(color, now).is_up() || self.warned[color] {
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
        [BLACK, WHITE].map(|color| clock.shown(color, now).to_string())
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

    /// Lets Black think for these seconds, a number for each move. Returns what its clock shows at the start and after
    /// each move, and whether its flag has fallen.
    fn thinks(control: &str, seconds: &[u64]) -> (Vec<String>, bool) {
        let (mut clock, at) = clock(control, FlagRule::Lose);
        let (mut now, mut texts) = (0, vec![clock.shown(BLACK, at(0)).to_string()]);
        for (number, seconds) in (1..).zip(seconds) {
            clock.start(BLACK, at(now));
            now += seconds * 1000;
            texts.push(clock.shown(BLACK, at(now)).to_string());
            if clock.flag(at(now)).is_some() {
                return (texts, true);
            }
            clock.stop(at(now));
            clock.moved(Some(BLACK), number);
            texts.push(clock.shown(BLACK, at(now)).to_string());
        }
        (texts, false)
    }

    #[test]
    fn byo_yomi_begins_when_the_base_is_used_up_and_has_its_period_for_each_move() {
        let (texts, falls) = thinks("1m/20s", &[50, 25, 19, 5, 20]);
        assert_eq!(
            texts,
            [
                "1:00", "0:10", "0:10", "0:05.0", "0:20", "0:01.0", "0:20", "0:15", "0:20",
                "0:00.0"
            ]
        );
        assert!(falls);
    }

    #[test]
    fn a_delay_passes_before_the_clock_runs_and_is_not_saved_up() {
        let (texts, falls) = thinks("1m+d5s", &[3, 5, 15, 5, 55]);
        assert_eq!(
            texts,
            [
                "1:00", "1:00", "1:00", "1:00", "1:00", "0:50", "0:50", "0:50", "0:50", "0:00.0"
            ]
        );
        assert!(falls);
        let (_, falls) = thinks("1m+d5s", &[64]);
        assert!(!falls);
    }

    #[test]
    fn each_side_has_a_clock_of_its_own_which_a_swap_takes_along() {
        let (mut clock, at) = clock("2m+5s:1m/10s", FlagRule::Lose);
        assert_eq!(shown(&clock, at(0)), ["2:00", "1:00"]);
        clock.swap();
        assert_eq!(shown(&clock, at(0)), ["1:00", "2:00"]);
        for (number, color) in [(1, BLACK), (2, WHITE)] {
            clock.moved(Some(color), number);
        }
        assert_eq!(shown(&clock, at(0)), ["1:00", "2:05"]);
    }

    #[test]
    fn the_text_of_any_clock_changes_when_it_says_and_not_before() {
        for control in ["5s+1s", "5s+d3s", "5s/4s"] {
            let (mut clock, at) = clock(control, FlagRule::Lose);
            clock.start(BLACK, at(0));
            let (mut now, falls) = (at(0), clock.flag_falls().unwrap());
            while now < falls {
                let text = clock.shown(BLACK, now).to_string();
                let next = clock.changes(now).unwrap();
                let just_before = next
                    .checked_sub(Duration::from_millis(1).min(next - now))
                    .unwrap();
                assert_eq!(
                    clock.shown(BLACK, just_before).to_string(),
                    text,
                    "{control}"
                );
                assert_ne!(clock.shown(BLACK, next).to_string(), text, "{control}");
                now = next;
            }
        }
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
