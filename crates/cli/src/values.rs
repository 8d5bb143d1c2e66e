//! Parsers of option values. Named values appear in the help and the completions.

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::net::IpAddr;
use std::ops::{Bound, RangeBounds, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

use super::output::{about, note, print_message};
use super::person;
use reversi::bitboard::plain::{DIRECTIONS, Direction};
use reversi::{Opening, Square};
use reversi_notation::Format;
use reversi_table::background::Shard;
use reversi_table::clock::MoveTime;
use reversi_table::game_opening::{GameOpening, GameOpeningError};
use reversi_table::phrase::faults::not_a_square;
use reversi_table::player::description::{DOUBLE, YOUR_DOUBLE};
use reversi_table::player::level::{LEVELS, Level};
use reversi_table::player::{ParsePlayerError, PlayerKind, description};
use reversi_table::store::game_file::listed_path;
use reversi_table::store::settings::{MAX_THREADS, ThemeChoice};
use reversi_text::{Message, Name, Said, label, tr};

/// The range of the numbers of threads and of parallel games.
pub(super) const THREADS: RangeInclusive<usize> = 1..=MAX_THREADS as usize;

/// The players of the command line, as part of a sentence.
const PLAYERS: &Message = label!(
    "you, random, greedy, me, a level from 1 to 10, also with a time such as 10@0.5s, \
     nboard:COMMAND, gtp:COMMAND, or the name of an engine in the settings"
);

/// The word before the number of a level.
const LEVEL: &str = "level";

/// The values that an option allows, as part of a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{}", expected(.0))]
pub struct Expected(pub(super) Said);

fn expected(what: &Said) -> Said {
    tr!("expected {what}", what)
}

/// Parses a square.
pub(super) fn square(text: &str) -> Result<Square, Box<dyn Error + Send + Sync>> {
    text.parse()
        .map_err(|error| String::from(not_a_square(&error)).into())
}

/// Parses a whole number within a range.
pub fn whole<N>(
    range: impl RangeBounds<N> + Clone + Send + Sync,
) -> impl Fn(&str) -> Result<N, Expected> + Clone + Send + Sync
where
    N: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync,
{
    move |text| {
        let parsed = text.parse();
        let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_too_large = parsed.is_err() && is_digits;
        let number = parsed.ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            Expected(match (range.start_bound(), range.end_bound()) {
                (Bound::Included(least), Bound::Included(greatest)) => {
                    let (least, greatest) = (least.to_string(), greatest.to_string());
                    let (least, greatest) = (Name(&least), Name(&greatest));
                    tr!("a whole number from {least} to {greatest}", least, greatest)
                }
                _ if is_too_large => tr!("a smaller number"),
                (Bound::Included(least), _) => {
                    let least = least.to_string();
                    tr!("a whole number, {least} or more", least = Name(&least))
                }
                _ => tr!("a whole number"),
            })
        })
    }
}

/// Parses a part of some work: `2/8` is the second of eight.
pub fn shard(text: &str) -> Result<Shard, Expected> {
    let part = text.split_once('/').and_then(|(number, of)| {
        let (number, of) = (number.parse::<u32>().ok()?, of.parse().ok()?);
        let index = number.checked_sub(1).filter(|_| number <= of)?;
        Some(Shard { index, of })
    });
    part.ok_or_else(|| Expected(tr!("a part and the number of parts, such as 2/8")))
}

/// Parses how games begin.
pub(super) fn opening(text: &str) -> Result<GameOpening, GameOpeningError> {
    let opening = GameOpening::find(text, listed_path)?;
    if let Some(reading) = opening.reading() {
        print_message(&note(about(text, reading)));
    }
    Ok(opening)
}

/// Parses an opening like [`opening`]. Shells offer those whose name is one word.
pub(super) fn game_opening() -> impl TypedValueParser<Value = GameOpening> {
    let names = Opening::ALL.iter().map(|opening| opening.english);
    let words = names.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let words: BTreeSet<&str> = words.chain(["standard", "balanced", "random"]).collect();
    suggesting(opening, words)
}

/// Parses an address of this computer.
pub(super) fn ip_address(text: &str) -> Result<IpAddr, Expected> {
    let address = text.parse().ok();
    address.ok_or_else(|| Expected(tr!("an address such as 127.0.0.1, 0.0.0.0 or ::")))
}

/// Parses the address of a page.
pub(super) fn page_address(text: &str) -> Result<String, Expected> {
    if text.contains("://") {
        return Ok(text.to_owned());
    }
    Err(Expected(tr!(
        "the address of a page, such as {page}",
        page = Name("https://example.org/reversi/")
    )))
}

/// Parses a number of seconds, with or without decimals, or a time with its unit.
pub fn seconds(text: &str) -> Result<Duration, Expected> {
    let number = text.parse().ok();
    let number = number.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .or_else(|| text.parse().ok().map(MoveTime::duration))
        .ok_or_else(|| Expected(tr!("a number of seconds from 0.001 to 86400")))
}

/// Parses the name of an output file where standard output is not possible.
pub fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            return Err(Expected(tr!(
                "the name of a file, because the output is binary"
            )));
        }
        Ok(path)
    })
}

/// Parses the name of an output file of one of some formats, which the ending must not contradict; - is standard output.
pub(super) fn output_file(
    endings: &'static [&'static str],
) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let fits = |found: &OsStr| {
            let mut endings = endings.iter();
            endings.any(|ending| found.eq_ignore_ascii_case(ending))
        };
        if path.extension().is_none_or(fits) {
            return Ok(path);
        }
        let endings = endings
            .iter()
            .map(|ending| Said::display(".".to_owned() + ending));
        let endings = &Said::one_of(endings);
        Err(Expected(tr!("a name that ends in {endings}", endings)))
    })
}

/// Parses one of several named values.
pub(super) fn named<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (PossibleValue, T)>,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<_> = values.into_iter().collect();
    let names: Vec<_> = values.iter().map(|(name, _)| name.clone()).collect();
    PossibleValuesParser::new(names).map(move |text| {
        let chosen = values.iter().find(|(name, _)| name.matches(&text, true));
        chosen.expect("clap has matched a name").1.clone()
    })
}

/// Parses one of several values by how it displays.
pub(super) fn printed<T: fmt::Display + Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
) -> impl TypedValueParser<Value = T> {
    named(
        values
            .into_iter()
            .map(|value| (PossibleValue::new(value.to_string()), value)),
    )
}

/// A player on the command line.
#[derive(Clone, Debug)]
pub(super) enum PlayerChoice {
    /// A player of this program, or a command line.
    Known(PlayerKind),
    /// The player's double, unless an engine of the settings has its name.
    Double,
    /// Perhaps an engine of the settings; the error if they have none of this name.
    Named(String, Arc<clap::Error>),
}

/// Parses a player: one of this program, a command line, or the name of an engine in the settings.
#[derive(Clone)]
struct PlayerParser {
    /// Whether only other programs are accepted.
    engines_only: bool,
}

impl TypedValueParser for PlayerParser {
    type Value = PlayerChoice;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<PlayerChoice, clap::Error> {
        let text = value.to_string_lossy();
        let parsed = if self.engines_only {
            parse_engine
                .parse_ref(command, arg, value)
                .map(PlayerChoice::Known)
        } else {
            match text.parse() {
                Ok(kind) => return Ok(PlayerChoice::Known(kind)),
                Err(error @ (ParsePlayerError::Command(_) | ParsePlayerError::NoSuchTime(_))) => {
                    let refuse = move |_: &str| Err::<PlayerKind, _>(error.clone());
                    return refuse
                        .parse_ref(command, arg, value)
                        .map(PlayerChoice::Known);
                }
                Err(_) => named_player()
                    .parse_ref(command, arg, value)
                    .or_else(|error| {
                        let is_level = text.to_lowercase().starts_with(LEVEL);
                        let what = PLAYERS;
                        let what = match error.get(ContextKind::SuggestedValue) {
                            _ if is_level => {
                                let [first, .., last] = LEVELS.map(PlayerKind::Engine);
                                let (first, last) = (first.to_string(), last.to_string());
                                tr!(
                                    "{what}; did you mean \"{first}\", or another level up to \"{last}\"?",
                                    what,
                                    first = Name(&first),
                                    last = Name(&last)
                                )
                            }
                            Some(ContextValue::String(like)) => {
                                let like = format!("{like:?}");
                                tr!("{what}; did you mean {like}?", what, like = Name(&like))
                            }
                            _ => what.into(),
                        };
                        let refuse = move |_: &str| Err(Expected(what.clone()));
                        refuse.parse_ref(command, arg, value)
                    }),
            }
        };
        Ok(parsed
            .unwrap_or_else(|unknown| PlayerChoice::Named(text.into_owned(), Arc::new(unknown))))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.engines_only {
            return None;
        }
        // A shell would split a name at its space.
        let values = PlayerKind::ALL.into_iter().map(|kind| {
            let name = kind.to_string().replace(' ', "");
            PossibleValue::new(name).help(String::from(kind.describe()))
        });
        let double = PossibleValue::new(DOUBLE).help(description::PLAYS_LIKE_YOU.text());
        // Each user writes their own completion script, so it offers their engines.
        let (store, _) = person::open_settings();
        let engines: Vec<String> = store.kept().engines.names().map(str::to_owned).collect();
        let engines = engines.into_iter().map(PossibleValue::new);
        Some(Box::new(values.chain([double]).chain(engines)))
    }
}

pub(super) fn player() -> impl TypedValueParser<Value = PlayerChoice> {
    PlayerParser {
        engines_only: false,
    }
}

/// Parses another program as an engine: a command line, or a name in the settings.
pub(super) fn engine() -> impl TypedValueParser<Value = PlayerChoice> {
    PlayerParser { engines_only: true }
}

/// Parses a level, perhaps with a time for each move.
pub(super) fn level(text: &str) -> Result<Level, Box<dyn Error + Send + Sync>> {
    match text.parse() {
        Ok(PlayerKind::Engine(level)) => Ok(level),
        Err(ParsePlayerError::NoSuchTime(error)) => Err(error.into()),
        _ => {
            let levels =
                tr!("a whole number from 1 to 10, perhaps with a time for each move: 10@0.5s");
            Err(Expected(levels).into())
        }
    }
}

/// Parses a theme: a built-in one, or one of the settings, which are read only for another name.
#[derive(Clone)]
struct ThemeParser;

impl TypedValueParser for ThemeParser {
    type Value = ThemeChoice;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<ThemeChoice, clap::Error> {
        let built_in = printed(ThemeChoice::all()).parse_ref(command, arg, value);
        built_in.or_else(|_| {
            let (store, _) = person::open_settings();
            let themes = std::iter::once(ThemeChoice::Auto).chain(store.kept().all_themes());
            printed(themes).parse_ref(command, arg, value)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let themes = ThemeChoice::all().map(|theme| PossibleValue::new(theme.to_string()));
        Some(Box::new(themes))
    }
}

pub(super) fn theme() -> impl TypedValueParser<Value = ThemeChoice> {
    ThemeParser
}

fn parse_engine(text: &str) -> Result<PlayerKind, Expected> {
    match text.parse() {
        Ok(kind @ PlayerKind::External(_)) => Ok(kind),
        Err(ParsePlayerError::Command(error)) => Err(Expected(tr!(
            "a command: {why}",
            why = &Said::display(error)
        ))),
        _ => Err(Expected(tr!(
            "nboard:COMMAND or the name of an engine in the settings"
        ))),
    }
}

/// Parses a player by the name that screens show.
fn named_player() -> impl TypedValueParser<Value = PlayerChoice> {
    let players = PlayerKind::ALL.into_iter().map(|kind| {
        let name = PossibleValue::new(kind.to_string());
        (name, PlayerChoice::Known(kind))
    });
    let double = PossibleValue::new(DOUBLE).alias(YOUR_DOUBLE);
    named(players.chain([(double, PlayerChoice::Double)]))
}

pub(super) fn direction() -> impl TypedValueParser<Value = Direction> {
    /// The directions by compass, in the order of the table; up is north.
    const COMPASS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    named(
        DIRECTIONS
            .into_iter()
            .zip(COMPASS)
            .map(|(direction, point)| {
                let name = PossibleValue::new(direction.to_string().replace(' ', "-"));
                let spellings =
                    [" ", "_", ""].map(|between| direction.to_string().replace(' ', between));
                (name.alias(point).aliases(spellings), direction)
            }),
    )
}

/// Parses the name of an input format. One that can only be written is parsed, for its own sentence, but not listed.
pub(super) fn format() -> impl TypedValueParser<Value = Format> {
    named(Format::ALL.into_iter().map(|format| {
        let name = PossibleValue::new(format.name()).hide(!format.can_be_read());
        (name.alias(format.extension()), format)
    }))
}

/// A parser whose value has a form that no list can show, but completions can.
#[derive(Clone)]
struct Suggesting<P> {
    parser: P,
    values: Vec<String>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(PossibleValue::new)))
    }
}

/// Adds values to a parser that the completions offer. It accepts others.
pub(super) fn suggesting<P: TypedValueParser>(
    parser: P,
    values: impl IntoIterator<Item = impl fmt::Display>,
) -> impl TypedValueParser<Value = P::Value> {
    // A shell would split a name at its space.
    let values = values
        .into_iter()
        .map(|value| value.to_string().replace(' ', ""));
    Suggesting {
        parser,
        values: values.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a direction like the option `--direction`.
    fn read(text: &str) -> Result<Direction, clap::Error> {
        #[derive(clap::Parser)]
        struct Options {
            #[arg(long, value_parser = direction(), ignore_case = true)]
            direction: Direction,
        }
        let option = format!("--direction={text}");
        clap::Parser::try_parse_from(["test", &option]).map(|Options { direction }| direction)
    }

    #[test]
    fn every_spelling_of_a_direction_is_read() {
        let points = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        for (direction, point) in DIRECTIONS.into_iter().zip(points) {
            let name = direction.to_string();
            for text in [
                name.replace(' ', "-"),
                name.replace(' ', "_"),
                name.replace(' ', ""),
                name.to_uppercase(),
                name,
                point.to_owned(),
                point.to_uppercase(),
            ] {
                assert_eq!(read(&text).unwrap(), direction, "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_direction_is_answered_with_those_that_are() {
        for text in ["", "upup", "x", "l", "left up"] {
            let shown = read(text).unwrap_err().to_string();
            assert!(shown.contains("left, up-left]"), "{shown}");
        }
    }

    #[test]
    fn a_number_is_refused_with_its_range() {
        let refused = |text| whole(1u64..)(text).unwrap_err().to_string();
        assert_eq!(refused("x"), "expected a whole number, 1 or more");
        assert_eq!(refused("0"), "expected a whole number, 1 or more");
        assert_eq!(refused("-1"), "expected a whole number, 1 or more");
        let large = "99999999999999999999";
        assert_eq!(refused(large), "expected a smaller number");
        assert_eq!(whole(1u64..)("7").unwrap(), 7);
        let refused = whole(1..=9u8)("10").unwrap_err().to_string();
        assert_eq!(refused, "expected a whole number from 1 to 9");
    }

    #[test]
    fn a_time_is_a_number_of_seconds_or_has_its_unit() {
        for (text, millis) in [
            ("2.5", 2_500),
            ("5s", 5_000),
            ("500ms", 500),
            ("2m", 120_000),
        ] {
            let time = seconds(text).unwrap();
            assert_eq!(time, Duration::from_millis(millis), "{text}");
        }
        assert_eq!(seconds("0.0015").unwrap(), Duration::from_micros(1_500));
        for text in ["0", "0s", "-1", "-1s", "nan", "1e400", "5x", "s", "25h", ""] {
            let error = seconds(text).unwrap_err().to_string();
            assert_eq!(
                error, "expected a number of seconds from 0.001 to 86400",
                "{text}"
            );
        }
    }
}
