//! The help and the errors of clap in another language than English, which stands in the doc comments of the options and
//! in clap. Texts of the help are looked up by their English. What clap does not let replace stays: `[OPTIONS]` in a usage,
//! `[aliases: ...]`, and its advice how a value that looks like an option is written.

use std::error::Error as _;

use clap::builder::{Resettable, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

use super::output::{error, verbatim};
use reversi_text::{Language, Name, Said, tr};

/// Returns a text of the help, paragraph by paragraph.
fn said(english: &StyledStr) -> String {
    let language = Language::current();
    let english = english.to_string();
    let paragraphs = english.split("\n\n").map(|text| language.translated(text));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn reset(text: Option<String>) -> Resettable<StyledStr> {
    text.map(StyledStr::from).into()
}

/// Puts the help of a command, and of its commands, into the current language.
pub(super) fn translated(mut command: Command) -> Command {
    if Language::current() == Language::English {
        return command;
    }
    // Adds the options and the command of clap itself.
    command.build();
    of_command(command)
}

fn of_command(mut command: Command) -> Command {
    let texts = [
        command.get_about(),
        command.get_long_about(),
        command.get_after_help(),
        command.get_after_long_help(),
    ];
    let [about, long_about, after, after_long] = texts.map(|text| reset(text.map(said)));
    command = command.about(about).long_about(long_about);
    command = command.after_help(after).after_long_help(after_long);
    // The program has a form of its own.
    let (start, args) = if command.get_name() == "reversi" {
        ("", "")
    } else {
        ("\n", "\n\n{all-args}")
    };
    let usage = tr!("Usage:");
    let template = [
        "{about-with-newline}",
        start,
        &usage,
        " {usage}",
        args,
        "{after-help}",
    ];
    command
        .help_template(template.concat())
        .subcommand_help_heading(String::from(tr!("Commands")))
        .mut_args(of_arg)
        .mut_subcommands(of_command)
}

/// Puts the help of an option into the current language, with its default and what it may be, which clap says in English.
fn of_arg(mut arg: Arg) -> Arg {
    let language = Language::current();
    let heading = match arg.get_help_heading() {
        Some(heading) => language.translated(heading).into_owned(),
        None if arg.is_positional() => tr!("Arguments").into(),
        None => tr!("Options").into(),
    };
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<String> = (names.iter().map(|name| language.translated(name)))
        .map(Into::into)
        .collect();
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    let values = arg.get_possible_values().into_iter();
    let values = values.filter(|value| takes_value && !value.is_hide_set());
    let is_listed = !arg.is_hide_possible_values_set();
    let values: Vec<_> = values.filter(|_| is_listed).collect();
    let all = &Said::list(values.iter().map(|value| verbatim(value.get_name())));
    let all = (!values.is_empty()).then(|| tr!("[possible values: {all}]", all));
    let default = arg.get_default_values().iter();
    let default: Vec<_> = default.map(|value| value.to_string_lossy()).collect();
    let is_told = takes_value && !default.is_empty() && !arg.is_hide_default_value_set();
    let default = default.join(" ");
    let default = is_told.then(|| tr!("[default: {value}]", value = Name(&default)));
    let ends: Vec<Said> = default.into_iter().chain(all).collect();
    let with_ends = |text| Said::sentences([Said::verbatim(text)].into_iter().chain(ends.clone()));
    let texts = [arg.get_help(), arg.get_long_help()];
    let [help, long_help] = texts.map(|text| text.map(|text| String::from(with_ends(said(text)))));
    let explained = values.iter().filter_map(|value| {
        let help = language
            .translated(&value.get_help()?.to_string())
            .into_owned();
        Some(format!("\n- {}: {help}", value.get_name()))
    });
    let explained: String = explained.collect();
    let long_help = long_help.or(help.clone()).map(|text| text + &explained);
    arg = arg
        .help(reset(help))
        .long_help(reset(long_help))
        .help_heading(heading);
    if !names.is_empty() && takes_value {
        arg = arg.value_names(names);
    }
    arg.hide_default_value(true).hide_possible_values(true)
}

/// Returns an error of clap in the current language; `None` in English, which is clap's own.
pub(super) fn clap_error(found: &clap::Error) -> Option<Said> {
    if Language::current() == Language::English {
        return None;
    }
    let english = found.render().to_string();
    let (head, _) = english.split_once("\n\n").unwrap_or((&english, ""));
    // An error of this program is said already.
    let own = || verbatim(head.strip_prefix("error: ").unwrap_or(head));
    let what = error(fault(found).unwrap_or_else(own));
    let tips = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    let tips = tips.into_iter().filter_map(|kind| {
        let like = &strings(found, kind)?;
        Some(tr!("What is similar: {like}", like))
    });
    let usage = english
        .split("\n\n")
        .find_map(|text| text.strip_prefix("Usage: "));
    let usage = usage.map(|usage| tr!("Usage: {usage}", usage = Name(usage.trim_end())));
    let help = tr!(
        "For more information, try {option}.",
        option = Name("'--help'")
    );
    let parts = [what].into_iter().chain(tips).chain(usage).chain([help]);
    let parts: Vec<String> = parts.map(String::from).collect();
    Some(Said::verbatim(parts.join("\n\n")))
}

/// Returns what the context of an error has of a kind: names in quotation marks.
fn strings(found: &clap::Error, kind: ContextKind) -> Option<Said> {
    let quoted = |name: &String| verbatim(format!("'{name}'"));
    match found.get(kind)? {
        ContextValue::String(name) => Some(quoted(name)),
        ContextValue::Strings(names) if !names.is_empty() => {
            Some(Said::list(names.iter().map(quoted)))
        }
        ContextValue::Number(number) => Some(verbatim(number)),
        _ => None,
    }
}

/// Returns what clap says of a command line, as a clause; `None` if it is not of clap.
fn fault(found: &clap::Error) -> Option<Said> {
    let of = |kind| strings(found, kind);
    let arg = of(ContextKind::InvalidArg);
    let value = of(ContextKind::InvalidValue);
    Some(match found.kind() {
        ErrorKind::ArgumentConflict => {
            let (arg, other) = (&arg?, of(ContextKind::PriorArg));
            match &other {
                Some(other) if other == arg => {
                    tr!("the argument {arg} cannot be used multiple times", arg)
                }
                Some(other) => tr!("the argument {arg} cannot be used with {other}", arg, other),
                None => tr!("the argument {arg} cannot be used with the others", arg),
            }
        }
        ErrorKind::NoEquals => {
            tr!(
                "equal sign is needed when assigning values to {arg}",
                arg = &arg?
            )
        }
        ErrorKind::InvalidValue if value.as_deref() == Some("''") => {
            tr!(
                "a value is required for {arg} but none was supplied",
                arg = &arg?
            )
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let (arg, value) = (&arg?, &value?);
            let said = &tr!("invalid value {value} for {arg}", value, arg);
            let of_list = of(ContextKind::ValidValue);
            let why = of_list.map(|all| tr!("[possible values: {all}]", all = &all));
            match why.or(found.source().map(verbatim)) {
                Some(why) => tr!("{what}: {why}", what = said, why = &why),
                None => said.clone(),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let args = &arg?;
            tr!(
                "the following required arguments were not provided: {args}",
                args
            )
        }
        ErrorKind::MissingSubcommand => {
            let command = &of(ContextKind::InvalidSubcommand)?;
            tr!(
                "{command} requires a subcommand but one was not provided",
                command
            )
        }
        ErrorKind::TooManyValues => {
            let (arg, value) = (&arg?, &value?);
            tr!(
                "unexpected value {value} for {arg} found; no more were expected",
                value,
                arg
            )
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            let number = of(ContextKind::MinValues).or(of(ContextKind::ExpectedNumValues));
            let actual = &of(ContextKind::ActualNumValues)?;
            let (arg, number) = (&arg?, &number?);
            tr!(
                "{number} values required for {arg} but there are {actual}",
                number,
                arg,
                actual
            )
        }
        ErrorKind::UnknownArgument => tr!("unexpected argument {arg} found", arg = &arg?),
        _ => return None,
    })
}
