//! What can be wrong with another program: clauses about an engine, "it".

use std::fmt::Display;
use std::time::Duration;

use super::plural;
use crate::notation::clean;

/// What an engine is.
pub(crate) fn external(command: &str, protocol: impl Display) -> String {
    format!("another program: {} ({protocol})", clean(command))
}

/// A program cannot be started.
pub(crate) fn cannot_start(program: &str, reason: impl Display) -> String {
    format!("cannot start {program:?}: {reason}")
}

/// A command line is empty or has an open quote.
pub(crate) fn not_a_command(command: &str) -> String {
    let command = clean(command);
    if command.is_empty() {
        return "the command of the engine is missing; write nboard:COMMAND or gtp:COMMAND"
            .to_owned();
    }
    format!("\"{command}\" is not a command line; check its quotes")
}

/// Whether an engine answered, with the name that it gives itself, or why not.
pub(crate) fn engine_check(name: &str, check: Result<Option<String>, impl Display>) -> String {
    match check {
        Ok(Some(own_name)) => format!("{name} works: it answers as {}.", clean(&own_name)),
        Ok(None) => format!("{name} works."),
        Err(reason) => format!("{name} does not work: {reason}."),
    }
}

/// It answered nothing for so long, which is the limit of a setting for the engine of this name.
pub(crate) fn no_answer(limit: Duration, setting: &str, name: Option<&str>) -> String {
    let seconds = limit.as_secs_f64();
    #[allow(clippy::float_cmp)] // exact for whole seconds
    let unit = if seconds == 1.0 { "second" } else { "seconds" };
    let how = match name {
        Some(name) => format!("raise {setting} of [engines.{name}] in the settings file"),
        None => format!("name it in the settings file and set its {setting}"),
    };
    format!("it did not answer within {seconds} {unit}; if it needs longer, {how}")
}

/// It ended with an exit code, or by a signal, and with last words.
pub(crate) fn program_ended(end: Result<i32, i32>, words: Option<&str>) -> String {
    let end = match end {
        Ok(0) => "it ended".to_owned(),
        Ok(code) => format!("it ended with exit code {code}"),
        Err(signal) => format!("it was ended by signal {signal}"),
    };
    match words {
        Some(words) => format!("{end}: {}", clean(words).trim_end_matches('.')),
        None => end,
    }
}

/// It printed lines without end.
pub(crate) fn too_many_lines(limit: u32) -> String {
    format!("it printed {} without an answer", plural(limit, "line"))
}

/// It said something that cannot be read. The error is a clause.
pub(crate) fn unreadable(error: impl Display) -> String {
    format!("its answer cannot be read: {error}")
}

/// It answered a command with an error.
pub(crate) fn refused_command(command: &str, reason: &str) -> String {
    format!("it refused \"{command}\": {}", clean(reason))
}

/// It passed, although it has a move.
pub(crate) const PASSED_WITH_A_MOVE: &str = "it passed although it has a legal move";
