//! Owns the game clocks: how a time control is written, how much time each side has left, and what
//! taking moves back does to it.
//!
//! The clock knows no turn order and reads no time of its own: a session tells it whose turn begins or
//! ends and when, so that its laws are tested with invented instants.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::color::{ByColor, Color};

/// The shortest time for a game.
const SHORTEST: Duration = Duration::from_secs(1);

/// The longest time for a game, and the longest increment.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How much time each side has: so much for the game, and so much more after each of its own moves
/// (Robert Fischer's clock, US patent 4884255).
///
/// It is written `5m+3s`, `90s`, `1h30m`, or in seconds, `300+3`.
///
/// ```
/// use reversi::session::TimeControl;
/// let control: TimeControl = "300+3".parse()?;
/// assert_eq!(control.to_string(), "5m+3s");
/// # Ok::<(), reversi::session::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// What each side has at the start, 1 second to 24 hours.
    pub initial: Duration,
    /// What a side gains with each of its moves, up to 24 hours.
    pub increment: Duration,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = in_units(self.initial);
        if !self.increment.is_zero() {
            text = text + "+" + &in_units(self.increment);
        }
        f.pad(&text)
    }
}

/// A duration in hours, minutes and seconds, down to the millisecond: `1h30m`, `0.5s`.
fn in_units(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let millis = duration.subsec_millis();
    let mut parts: Vec<String> = [(seconds / 3600, 'h'), (seconds / 60 % 60, 'm')]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| format!("{count}{unit}"))
        .collect();
    if millis > 0 {
        let decimals = format!("{millis:03}");
        let decimals = decimals.trim_end_matches('0');
        parts.push(format!("{}.{decimals}s", seconds % 60));
    } else if !seconds.is_multiple_of(60) || parts.is_empty() {
        parts.push(format!("{}s", seconds % 60));
    }
    parts.concat()
}

/// A text that is no time control. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeError(pub String);

impl fmt::Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a time control, use a time for the game from 1s to 24h and what each move \
             adds, such as 5m+3s, 90s or 300+3",
            self.0
        )
    }
}

impl std::error::Error for ParseTimeError {}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        let parsed = || {
            let (initial, increment) = match text.split_once('+') {
                Some((initial, increment)) => (initial, duration(increment)?),
                None => (text, Duration::ZERO),
            };
            let initial = duration(initial)?;
            ((SHORTEST..=LONGEST).contains(&initial) && increment <= LONGEST)
                .then_some(Self { initial, increment })
        };
        parsed().ok_or_else(|| ParseTimeError(text.to_owned()))
    }
}

/// Reads `1h30m`, `90s`, `0.5s`, or a bare number of seconds. Units come once each, the largest first.
fn duration(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    let mut sum = Duration::ZERO;
    let mut smallest = u64::MAX;
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let mut units = after.chars();
        let unit: u64 = match units.next().map(|c| c.to_ascii_lowercase()) {
            Some('h') => 3600,
            Some('m') => 60,
            Some('s') => 1,
            // A number alone is seconds, but not behind another unit: `5m3` is a slip.
            None if smallest == u64::MAX => 1,
            _ => return None,
        };
        if unit >= smallest {
            return None;
        }
        smallest = unit;
        sum = sum.checked_add(decimal_seconds(number, unit)?)?;
        rest = units.as_str();
    }
    Some(sum)
}

/// A decimal number of some unit of seconds, exact to the millisecond.
fn decimal_seconds(number: &str, unit: u64) -> Option<Duration> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(decimals) || decimals.len() > 3 || number.ends_with('.') {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let thousandths: u64 = format!("{decimals:0<3}").parse().ok()?;
    let millis = whole.checked_mul(1000)?.checked_add(thousandths)?;
    Some(Duration::from_millis(millis.checked_mul(unit)?))
}

/// What happens when a side's time is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FlagRule {
    /// That side has lost.
    #[default]
    Lose,
    /// It is said, once in a game for each side, and the game goes on.
    Warn,
}

impl FlagRule {
    /// Both rules, the default first.
    pub const ALL: [Self; 2] = [Self::Lose, Self::Warn];
}

impl fmt::Display for FlagRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Lose => "lose",
            Self::Warn => "warn",
        })
    }
}

/// A text that names no rule. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFlagRuleError(pub String);

impl fmt::Display for ParseFlagRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a rule for used-up time, use one of lose, warn",
            self.0
        )
    }
}

impl std::error::Error for ParseFlagRuleError {}

impl FromStr for FlagRule {
    type Err = ParseFlagRuleError;

    fn from_str(text: &str) -> Result<Self, ParseFlagRuleError> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.to_string().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParseFlagRuleError(text.to_owned()))
    }
}

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

    /// When the clock that runs will reach zero; `None` when none runs or it is past that.
    #[must_use]
    pub fn flag_falls(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        let account = self.accounts[color];
        (!account.is_up())
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
    fn a_time_control_is_printed_in_its_shortest_units_and_read_back() {
        for (text, print) in [
            ("5m+3s", "5m+3s"),
            ("300+3", "5m+3s"),
            (" 300 + 3 ", "5m+3s"),
            ("90s", "1m30s"),
            ("90", "1m30s"),
            ("1h", "1h"),
            ("1H30M+1m", "1h30m+1m"),
            ("1.5m+0.25s", "1m30s+0.25s"),
            ("1s+0.001", "1s+0.001s"),
            ("10m+0", "10m"),
            ("24h+24h", "24h+24h"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), print, "{text}");
            assert_eq!(print.parse(), Ok(control));
        }
    }

    #[test]
    fn what_is_no_time_control_is_quoted_and_what_is_right_is_said() {
        for text in [
            "",
            "+",
            "5m+",
            "+3",
            "0",
            "0.5s",
            "25h",
            "1h+25h",
            "5x",
            "m",
            "5m3",
            "3s5m",
            "5m5m",
            "-5m",
            "1..5",
            "1.",
            ".5m",
            "1.2345s",
            "5m+3s+1",
            "99999999999999999999h",
            "\u{1b}[2J",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains("such as 5m+3s"), "{text}: {error}");
            assert!(!error.chars().any(char::is_control), "{error:?}");
        }
        assert_eq!("WARN".parse(), Ok(FlagRule::Warn));
        assert!("maybe".parse::<FlagRule>().is_err());
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
