//! The help and the errors of clap in other languages than English. The English stands in the doc comments of the options
//! and in clap; texts of the help are looked up by it. What clap does not let us replace stays English: `[OPTIONS]` in a
//! usage, `[aliases: ...]`, and the tip on how to write a value that looks like an option.

use std::collections::BTreeSet;
use std::error::Error as _;

use clap::builder::{Resettable, Str, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

use super::layout;
use reversi_table::phrase::columns::{align_left, width};
use reversi_text::{Language, Name, Said, tr};
use reversi_wording::report::error;

/// Returns a text of the help in another language.
type Say<'a> = &'a mut dyn FnMut(&str) -> String;

/// Returns a text of the help, paragraph by paragraph.
fn said(english: &StyledStr, say: Say<'_>) -> String {
    let english = english.to_string();
    let paragraphs = english.split("\n\n").map(say);
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn reset(text: Option<String>) -> Resettable<StyledStr> {
    text.map(StyledStr::from).into()
}

/// Puts the help of a command, and of its commands, into the current language; `None` in English.
pub(super) fn translated(command: Command) -> Option<Command> {
    let language = Language::current();
    let say = &mut |english: &str| language.translated(english).into_owned();
    (language != Language::English).then(|| whole(command, say))
}

/// Returns the texts of the help that are looked up by their English.
pub(super) fn texts(command: Command) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    whole(command, &mut |english| {
        texts.insert(english.to_owned());
        english.to_owned()
    });
    texts
}

fn whole(mut command: Command, say: Say<'_>) -> Command {
    // Adds the options and the command of clap itself.
    command.build();
    of_command(command, say)
}

fn of_command(mut command: Command, say: Say<'_>) -> Command {
    let texts = [
        command.get_about(),
        command.get_long_about(),
        command.get_after_help(),
        command.get_after_long_help(),
    ];
    let [about, long_about, after, after_long] =
        texts.map(|text| reset(text.map(|text| said(text, say))));
    command = command.about(about).long_about(long_about);
    command = command.after_help(after).after_long_help(after_long);
    command
        .mut_args(|arg| of_arg(arg, say))
        .mut_subcommands(|command| of_command(command, say))
}

/// Puts the help of an option into the current language, with its default and its possible values, which clap words in
/// English.
fn of_arg(mut arg: Arg, say: Say<'_>) -> Arg {
    let heading = arg.get_help_heading().map(&mut *say);
    let heading: Resettable<Str> = heading.map(Str::from).into();
    let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    // A switch has a name, too, which nobody sees.
    let names = arg.get_value_names().filter(|_| takes_value);
    let names = names.unwrap_or_default().iter();
    let names: Vec<String> = names.map(|name| say(name)).collect();
    let is_listed = takes_value && !arg.is_hide_possible_values_set();
    let values = arg.get_possible_values().into_iter();
    let values: Vec<_> = values
        .filter(|value| is_listed && !value.is_hide_set())
        .collect();
    let all = &Said::list(values.iter().map(|value| Said::display(value.get_name())));
    let all = (!values.is_empty()).then(|| tr!("[possible values: {all}]", all));
    let longest = values.iter().map(|value| width(value.get_name())).max();
    let explained = values.iter().filter_map(|value| {
        let name = format!("{}: ", value.get_name());
        let name = align_left(&name, longest? + 2);
        Some(format!("- {name}{}", say(&value.get_help()?.to_string())))
    });
    let explained: Vec<Said> = explained.map(Said::verbatim).collect();
    let default = arg.get_default_values().iter();
    let default: Vec<_> = default.map(|value| value.to_string_lossy()).collect();
    let is_told = takes_value && !default.is_empty() && !arg.is_hide_default_value_set();
    let default = default.join(" ");
    let default = is_told.then(|| tr!("[default: {value}]", value = Name(&default)));
    let [help, long_help] =
        [arg.get_help(), arg.get_long_help()].map(|text| text.map(|text| said(text, say)));
    let list = (!explained.is_empty())
        .then(|| Said::lines([tr!("Possible values:")].into_iter().chain(explained)).into());
    let is_list = list.is_some();
    let long_ends = default
        .clone()
        .into_iter()
        .chain(all.clone().filter(|_| !is_list));
    let long_ends =
        Some(Said::sentences(long_ends).into()).filter(|ends: &String| !ends.is_empty());
    let long_help = long_help.or(help.clone());
    let long_help = long_help.into_iter().chain(list).chain(long_ends);
    let long_help = long_help.collect::<Vec<String>>().join("\n\n");
    let help = help
        .map(Said::verbatim)
        .into_iter()
        .chain(default)
        .chain(all);
    let help = Said::sentences(help).to_string();
    let [help, long_help] = [help, long_help].map(|text| reset(Some(text)));
    arg = arg.help(help).long_help(long_help).help_heading(heading);
    if !names.is_empty() {
        arg = arg.value_names(names);
    }
    arg.hide_default_value(true).hide_possible_values(true)
}

/// Returns an error or a help of clap in the current language; `None` in English, which is clap's own.
pub(super) fn clap_text(found: &clap::Error) -> Option<Said> {
    let is_version = found.kind() == ErrorKind::DisplayVersion;
    if Language::current() == Language::English || is_version {
        return None;
    }
    let english = found.render().to_string();
    if matches!(
        found.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let lines = english.trim_end().lines().map(help_line);
        let wrap = |line: Said| layout::wrapped_line(&line, layout::help_width());
        return Some(Said::lines(lines.flat_map(wrap).map(Said::display)));
    }
    let (head, _) = english.split_once("\n\n").unwrap_or((&english, ""));
    // An error of this program is said already.
    let own = || Said::display(head.strip_prefix("error: ").unwrap_or(head));
    let what = error(fault(found).unwrap_or_else(own));
    let tips = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    let tips = tips.into_iter().filter_map(|kind| {
        let like = &strings(found, kind)?;
        Some(tr!("Did you mean {like}?", like))
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

/// Returns a line of a help, in which clap has headings in English.
fn help_line(line: &str) -> Said {
    match (line, line.strip_prefix("Usage: ")) {
        ("Arguments:", _) => tr!("Arguments:"),
        ("Commands:", _) => tr!("Commands:"),
        ("Options:", _) => tr!("Options:"),
        (_, Some(usage)) => tr!("Usage: {usage}", usage = Name(usage)),
        _ => Said::display(line),
    }
}

/// Returns what the context of an error has of a kind: names in quotation marks.
fn strings(found: &clap::Error, kind: ContextKind) -> Option<Said> {
    let quoted = |name: &String| match kind {
        ContextKind::ValidValue => Said::display(name),
        _ => Said::display(format!("'{name}'")),
    };
    match found.get(kind)? {
        ContextValue::String(name) => Some(quoted(name)),
        ContextValue::Strings(names) if !names.is_empty() => {
            Some(Said::list(names.iter().map(quoted)))
        }
        ContextValue::Number(number) => Some(Said::display(number)),
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
            match why.or(found.source().map(Said::display)) {
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn the_texts_of_the_help_are_found_with_headings_values_and_paragraphs() {
        let texts = texts(Cli::command());
        for text in [
            "Print the manual page",
            "Choice of games",
            "FILE",
            "Without a terminal, prints the rules.",
            "What goes wrong at the edge without the mask",
        ] {
            assert!(texts.contains(text), "{text}: {texts:#?}");
        }
        assert!(
            texts.iter().all(|text| !text.contains("\n\n")),
            "{texts:#?}"
        );
    }

    /// Compares the help of two commands, and of their commands.
    fn compare(one: &Command, other: &Command) {
        for is_long in [false, true] {
            let help = |command: &Command| {
                let mut command = command.clone();
                let help = if is_long {
                    command.render_long_help()
                } else {
                    command.render_help()
                };
                let help = help.to_string();
                help.split_whitespace().collect::<Vec<_>>().join(" ")
            };
            assert_eq!(help(one), help(other));
        }
        for (one, other) in one.get_subcommands().zip(other.get_subcommands()) {
            compare(one, other);
        }
    }

    #[test]
    fn a_help_that_is_put_into_english_has_the_words_of_clap() {
        let mut own = Cli::command();
        own.build();
        compare(&own, &whole(Cli::command(), &mut str::to_owned));
    }
}
