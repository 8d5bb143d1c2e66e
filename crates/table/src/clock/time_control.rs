//! The text forms of a time control and of the rule for running out of time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use jiff::fmt::friendly::{FractionalUnit, Spacing, SpanParser, SpanPrinter};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Remaining;
use crate::as_text;
use reversi::{ByColor, Color};
use reversi_text::{Name, Said, tr};

/// The shortest time for a game.
const SHORTEST: Duration = Duration::from_secs(1);

/// The longest time for a game, and the longest increment.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The most moves of a side.
const MOST_MOVES: u32 = 60;

/// A time control: the base time of each side, and what it gets for each move.
///
/// It is written `5m+3s`, `90s` or `1h30m`: a base, perhaps with an increment after each own move (Robert Fischer's
/// clock, US patent 4884255), which may go without a unit, in seconds: `5m+3`. `5m+d3s` is a delay: a move in 3 seconds
/// costs nothing. `5m/20s` is byo-yomi: once the base is used up, there are 20 seconds for each move. A colon gives each
/// side its own: `10m:5m+3s`.
///
/// ```
/// use reversi_table::clock::TimeControl;
/// let control: TimeControl = "300s+3".parse()?;
/// assert_eq!(control.to_string(), "5m+3s");
/// # Ok::<(), reversi_table::clock::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl(ByColor<SideTime>);

impl TimeControl {
    /// Returns the time of a side.
    pub fn side(self, color: Color) -> SideTime {
        self.0[color]
    }

    /// Returns whether the sides have different times.
    pub fn is_uneven(self) -> bool {
        self.0.black != self.0.white
    }

    /// Returns it with the times of the sides swapped.
    pub fn swapped(self) -> Self {
        Self(self.0.swapped())
    }

    /// Returns it for a game in which whoever has its first time plays this side.
    pub fn with_first(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => self.swapped(),
        }
    }
}

/// The time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideTime {
    /// The base time, 1 second to 24 hours.
    pub(crate) initial: Duration,
    /// The time for each own move, up to 24 hours.
    pub(crate) per_move: Duration,
    /// What `per_move` is.
    pub(crate) bonus: Bonus,
}

/// What a side gets for each of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// More time after it.
    #[default]
    Increment,
    /// The time before the clock runs.
    Delay,
    /// The time for it once the base time is used up.
    ByoYomi,
}

impl Bonus {
    /// Returns what stands between the base and the time for a move.
    const fn sign(self) -> &'static str {
        match self {
            Self::Increment => "+",
            Self::Delay => "+d",
            Self::ByoYomi => "/",
        }
    }
}

impl SideTime {
    /// Returns the part of the clock that only the present move can use: the delay, or the period of byo-yomi.
    pub(crate) const fn reserve(self) -> Duration {
        match self.bonus {
            Bonus::Increment => Duration::ZERO,
            Bonus::Delay | Bonus::ByoYomi => self.per_move,
        }
    }

    /// Returns the time for the first move.
    pub(crate) const fn granted(self) -> Duration {
        self.initial.saturating_add(self.reserve())
    }

    /// Returns whether a clock can show this time: at most the base and every increment of a game. It may be
    /// exceeded for long, as when a computer slept.
    pub fn allows(self, left: Remaining) -> bool {
        let most = |base: Duration, increment| base + MOST_MOVES * increment;
        left.left() <= most(self.initial, self.per_move) && left.over() <= most(LONGEST, LONGEST)
    }
}

impl fmt::Display for SideTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&UNITS.unsigned_duration_to_string(&self.initial))?;
        if !self.per_move.is_zero() {
            f.write_str(self.bonus.sign())?;
            f.write_str(&UNITS.unsigned_duration_to_string(&self.per_move))?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { black, white } = self.0;
        f.pad(&if self.is_uneven() {
            format!("{black}:{white}")
        } else {
            black.to_string()
        })
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        as_text::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        as_text::deserialize(from)
    }
}

/// A time for each move, written like an increment: `0.5s`, `1m30s`, or a plain number of seconds.
///
/// ```
/// use reversi_table::clock::MoveTime;
/// let time: MoveTime = "500ms".parse()?;
/// assert_eq!(time.to_string(), "0.5s");
/// # Ok::<(), reversi_table::clock::ParseMoveTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveTime(Duration);

impl MoveTime {
    /// Returns the time, 1 millisecond to 24 hours.
    pub const fn duration(self) -> Duration {
        self.0
    }
}

impl fmt::Display for MoveTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&UNITS.unsigned_duration_to_string(&self.0))
    }
}

/// The error for a text that is not a time for a move. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("{text} is not a time for a move; use 0.001s to 24h, such as 0.5s or 2m", text = Name(&format!("{_0:?}"))))]
pub struct ParseMoveTimeError(String);

impl FromStr for MoveTime {
    type Err = ParseMoveTimeError;

    fn from_str(text: &str) -> Result<Self, ParseMoveTimeError> {
        duration(text)
            .filter(|time| !time.is_zero() && *time <= LONGEST)
            .map(Self)
            .ok_or_else(|| ParseMoveTimeError(text.to_owned()))
    }
}

/// Formats hours, minutes and seconds: `1h30m`, `0.5s`.
const UNITS: SpanPrinter = SpanPrinter::new()
    .spacing(Spacing::None)
    .fractional(Some(FractionalUnit::Second));

/// The error for a text that is not a time control. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeError {
    /// A number, which could be minutes or seconds.
    #[error("{}", tr!("{number} needs a unit: {number}m for minutes or {number}s for seconds", number = Name(_0)))]
    NoUnit(String),
    /// Two times without a plus, which could be one time, or a base and an increment.
    #[error("{}", two_readings(text, *sum, control))]
    TwoReadings {
        /// The text.
        text: String,
        /// The one time.
        sum: Duration,
        /// The base and the increment.
        control: SideTime,
    },
    /// Anything else.
    #[error("{}", tr!("{text} is not a time control; use a base of 1s to 24h and an optional increment, such as 5m+3s or 90s, a \
         delay (5m+d3s), byo-yomi (5m/20s), or two, one for each side (10m:5m)", text = Name(&format!("{_0:?}"))))]
    NotATime(String),
}

fn two_readings(text: &str, sum: Duration, control: &SideTime) -> Said {
    let [total, base, increment] = [sum, control.initial, control.per_move]
        .map(|time| UNITS.unsigned_duration_to_string(&time));
    tr!(
        "{text} can be read in two ways; write {total} for {shown} in all, or {control} for {base} and {increment} \
         more after each move",
        text = Name(&format!("{text:?}")),
        total = Name(&total),
        shown = &Said::display(Remaining::of(sum)),
        control = &Said::display(control),
        base = Name(&base),
        increment = Name(&increment)
    )
}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        let (black, white) = text.split_once(':').unwrap_or((text, text));
        Ok(Self(ByColor::new(black.parse()?, white.parse()?)))
    }
}

impl FromStr for SideTime {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        let signs = [
            ("+d", Bonus::Delay),
            (" d", Bonus::Delay),
            ("/", Bonus::ByoYomi),
            ("+", Bonus::Increment),
        ];
        let split = signs.into_iter().find_map(|(sign, bonus)| {
            let (initial, each) = text.split_once(sign)?;
            let is_time = each.trim_start().starts_with(|c: char| c.is_ascii_digit());
            is_time.then_some((initial, each, bonus))
        });
        let initial = split.map_or(text, |(initial, ..)| initial);
        if is_number(initial.trim()) {
            return Err(ParseTimeError::NoUnit(initial.trim().to_owned()));
        }
        let parsed = || {
            let each = split.map_or(Some(Duration::ZERO), |(_, each, _)| duration(each))?;
            let initial = duration(initial)?;
            let bonus = split.filter(|_| !each.is_zero()).map(|(.., bonus)| bonus);
            ((SHORTEST..=LONGEST).contains(&initial) && each <= LONGEST).then_some(Self {
                initial,
                per_move: each,
                bonus: bonus.unwrap_or_default(),
            })
        };
        let control = parsed().ok_or_else(|| ParseTimeError::NotATime(text.to_owned()))?;
        match two_times(initial).filter(|_| split.is_none()) {
            Some((initial, per_move)) => Err(ParseTimeError::TwoReadings {
                text: text.trim().to_owned(),
                sum: control.initial,
                control: Self {
                    initial,
                    per_move,
                    bonus: Bonus::Increment,
                },
            }),
            None => Ok(control),
        }
    }
}

/// Parses `1h30m`, `90s`, `0.5s`, or a plain number of seconds, to the millisecond.
fn duration(text: &str) -> Option<Duration> {
    let mut text = text.trim().to_ascii_lowercase();
    if is_number(&text) {
        text.push('s');
    }
    let duration = SpanParser::new().parse_unsigned_duration(text).ok()?;
    duration
        .subsec_nanos()
        .is_multiple_of(1_000_000)
        .then_some(duration)
}

/// Splits a text such as `5m 3s` at the first space or comma between two times.
fn two_times(text: &str) -> Option<(Duration, Duration)> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    text.match_indices(is_gap).find_map(|(at, _)| {
        let (first, second) = text.split_at(at);
        let first = first.trim_end_matches(is_gap);
        Some((
            duration(first)?,
            duration(second.trim_start_matches(is_gap))?,
        ))
    })
}

/// Returns whether a text is a number without a unit.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok() && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// What happens when a side runs out of time.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum FlagRule {
    /// The side loses.
    #[default]
    Lose,
    /// A warning, once in a game for each side; the game continues.
    Warn,
    /// Nothing: in a game over the network, the clock of the host decides.
    #[serde(rename = "host")]
    #[strum(to_string = "host")]
    HostDecides,
}

impl FlagRule {
    /// The rules to choose from, the default first.
    pub const ALL: [Self; 2] = [Self::Lose, Self::Warn];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_printed_in_its_shortest_units_and_read_back() {
        for (text, print) in [
            ("5m+3s", "5m+3s"),
            ("300s+3", "5m+3s"),
            (" 300s + 3 ", "5m+3s"),
            ("90s", "1m30s"),
            ("1h", "1h"),
            ("1H30M+1m", "1h30m+1m"),
            ("1.5m+0.25s", "1m30s+0.25s"),
            ("1s+0.001", "1s+0.001s"),
            ("10m+0", "10m"),
            ("24h+24h", "24h+24h"),
            ("5m/20s", "5m/20s"),
            ("300s / 20", "5m/20s"),
            ("5m+d3s", "5m+d3s"),
            ("5m d3", "5m+d3s"),
            ("10m/0", "10m"),
            ("10m:5m+3", "10m:5m+3s"),
            (" 10m/30s : 5m+d3s ", "10m/30s:5m+d3s"),
            ("5m:300s", "5m"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), print, "{text}");
            assert_eq!(print.parse(), Ok(control));
        }
    }

    #[test]
    fn a_clock_shows_at_most_the_base_and_every_increment() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let allows = |control: &str, left| {
            let control: TimeControl = control.parse().unwrap();
            control
                .side(Color::Black)
                .allows(Remaining::from_millis(left))
        };
        for (control, most) in [("5m", 300_000), ("5m+3s", 480_000), ("24h+24h", 61 * DAY)] {
            assert!(allows(control, most) && allows(control, 0), "{control}");
            assert!(
                !allows(control, most + 1) && !allows(control, i64::MAX),
                "{control}"
            );
            assert!(allows(control, -61 * DAY), "{control}");
            assert!(
                !allows(control, -61 * DAY - 1) && !allows(control, i64::MIN),
                "{control}"
            );
        }
    }

    #[test]
    fn what_is_no_time_control_is_quoted_and_what_is_right_is_said() {
        for text in [
            "",
            "+",
            "5m+",
            "+3",
            "0s",
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
            "1.s",
            ".5m",
            "1.2345s",
            "5m+3s+1",
            "5m+d",
            "5m/",
            "5m/20s/3",
            "5m+3s/20s",
            "5m:",
            "5m:5m:5m",
            "99999999999999999999h",
            "\u{1b}[2J",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains("such as 5m+3s"), "{text}: {error}");
            assert!(!error.chars().any(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn a_time_for_a_move_is_printed_in_its_shortest_units_and_read_back() {
        for (text, print) in [
            ("0.5s", "0.5s"),
            ("500ms", "0.5s"),
            (" 2 ", "2s"),
            ("0.001", "0.001s"),
            ("90S", "1m30s"),
            ("24h", "24h"),
        ] {
            let time: MoveTime = text.parse().unwrap();
            assert_eq!(time.to_string(), print, "{text}");
            assert_eq!(print.parse(), Ok(time));
        }
        for text in [
            "", "abc", "0", "0s", "-1s", "25h", "0.0005s", "1s+1s", "\u{1b}",
        ] {
            let error = text.parse::<MoveTime>().unwrap_err().to_string();
            let right = "is not a time for a move; use 0.001s to 24h, such as 0.5s or 2m";
            assert_eq!(error, format!("{text:?} {right}"));
        }
    }

    #[test]
    fn two_times_without_a_plus_are_refused_with_both_readings() {
        for (text, said) in [
            (
                "5m 3s",
                r#""5m 3s" can be read in two ways; write 5m3s for 5:03 in all, or 5m+3s for 5m and 3s more after each move"#,
            ),
            (
                " 1h,  30m",
                r#""1h,  30m" can be read in two ways; write 1h30m for 1:30:00 in all, or 1h+30m for 1h and 30m more after each move"#,
            ),
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert_eq!(error, said);
        }
        for text in ["5 minutes 3 seconds", "1h 30m 5s", "1h30m 5s", "5m\t3s"] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(
                matches!(error, ParseTimeError::TwoReadings { .. }),
                "{text}"
            );
        }
        for (text, print) in [("5 m", "5m"), (" 5m3s ", "5m3s"), ("5m 3s + 2", "5m3s+2s")] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), print, "{text}");
        }
    }

    #[test]
    fn a_number_is_asked_for_its_unit() {
        for (text, number) in [("5", "5"), (" 300+3", "300"), ("1.5+0s", "1.5"), ("0", "0")] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            let asked =
                format!("{number} needs a unit: {number}m for minutes or {number}s for seconds");
            assert_eq!(error, asked, "{text}");
        }
    }
}
