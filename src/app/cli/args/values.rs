//! Owns how values of options are read, and their names in the help and the completions.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use clap::Arg;
use clap::builder::{PossibleValue, TypedValueParser};

use crate::app::clock::FlagRule;
use crate::app::player::PlayerKind;
use crate::app::settings::{ColorChoice, ThemeName};
use crate::bitboard::plain::{DIRECTIONS, Direction};

/// Reads a whole number from a least to a greatest one.
pub(super) fn number_from<N: FromStr + PartialOrd + Display>(
    text: &str,
    least: &N,
    greatest: &N,
) -> Result<N, String> {
    match text.parse() {
        Ok(number) if (least..=greatest).contains(&&number) => Ok(number),
        _ => Err(format!("use a whole number from {least} to {greatest}")),
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    number_from(text, &1, &256)
}

/// Reads a number of seconds, with decimals or without.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.001..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "use a number of seconds from 0.001 to 86400".to_owned())
}

/// Reads a whole number from 0 to a greatest one.
pub(super) fn number<N: FromStr + PartialOrd + Display>(
    text: &str,
    greatest: &N,
) -> Result<N, String> {
    match text.parse() {
        Ok(number) if number <= *greatest => Ok(number),
        _ => Err(format!("use a whole number from 0 to {greatest}")),
    }
}

/// Reads a value by its `FromStr`, and lists its names in the help and the completions. More may be
/// read than is listed.
#[derive(Clone)]
pub(super) struct Named<F> {
    pub(super) parse: F,
    pub(super) names: fn() -> Vec<PossibleValue>,
}

impl<F: TypedValueParser> TypedValueParser for Named<F> {
    type Value = F::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<F::Value, clap::Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

pub(super) fn player() -> impl TypedValueParser<Value = PlayerKind> {
    Named {
        parse: PlayerKind::from_str,
        names: || {
            let name = |kind: PlayerKind| {
                PossibleValue::new(name_of(&kind)).help(name_of(&kind.describe()))
            };
            PlayerKind::ALL.into_iter().map(name).collect()
        },
    }
}

pub(super) fn theme() -> impl TypedValueParser<Value = ThemeName> {
    Named {
        parse: ThemeName::from_str,
        names: || {
            let name = |theme: ThemeName| PossibleValue::new(name_of(&theme));
            ThemeName::ALL.into_iter().map(name).collect()
        },
    }
}

pub(super) fn flag_rule() -> impl TypedValueParser<Value = FlagRule> {
    Named {
        parse: FlagRule::from_str,
        names: || {
            let name = |rule: FlagRule| PossibleValue::new(name_of(&rule));
            FlagRule::ALL.into_iter().map(name).collect()
        },
    }
}

pub(super) fn direction() -> impl TypedValueParser<Value = Direction> {
    Named {
        parse: Direction::from_str,
        names: || {
            let name = |direction: &Direction| {
                PossibleValue::new(name_of(&direction.to_string().replace(' ', "-")))
            };
            DIRECTIONS.iter().map(name).collect()
        },
    }
}

pub(super) fn color_choice() -> impl TypedValueParser<Value = ColorChoice> {
    const NAMES: [(&str, ColorChoice); 3] = [
        ("auto", ColorChoice::Auto),
        ("always", ColorChoice::Always),
        ("never", ColorChoice::Never),
    ];
    Named {
        parse: |text: &str| {
            NAMES
                .into_iter()
                .find(|(name, _)| text.eq_ignore_ascii_case(name))
                .map(|(_, choice)| choice)
                .ok_or("use one of auto, always, never")
        },
        names: || NAMES.into_iter().map(|(name, _)| name.into()).collect(),
    }
}

/// A name that lives as long as the program, which is what clap takes without its `string` feature.
pub(super) fn name_of(value: &impl Display) -> &'static str {
    Box::leak(value.to_string().into_boxed_str())
}
