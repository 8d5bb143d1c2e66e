//! Owns the entry of each command, and the ways in which one can fail.

pub(crate) mod args;
mod bench;
mod completions;
mod convert;
mod explain;
mod fit;
mod games;
mod hint;
mod history;
mod man;
mod match_;
mod perft;
mod play;
mod review;
mod show;
mod source;
mod table;

mod solve;

use std::fmt;
use std::io::{self, ErrorKind, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::app::background::{TaskError, catch};
use crate::{Color, Position, Square};

use crate::app::cli::args::{Cli, Command};
use crate::app::fit::{fit_evaluation, fit_probcut};

/// What the program tells the one that started it.
#[derive(Clone, Copy)]
enum Exit {
    Fine = 0,
    Failed = 1,
    WrongUsage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Runs the program with the arguments of the process: 0 is success, 1 failure, 2 wrong usage.
#[must_use]
pub fn main() -> ExitCode {
    let done = match args::parse(std::env::args_os().collect()) {
        Ok(cli) => catch(|| run(&cli)).unwrap_or_else(|error| Err(Failure::Internal(error))),
        Err(error) => match args::report(&error) {
            Ok(true) => Ok(()),
            Ok(false) => return Exit::WrongUsage.into(),
            Err(error) => Err(Failure::Output(error)),
        },
    };
    let (exit, failure) = match done {
        Ok(()) => return Exit::Fine.into(),
        // Nobody reads on: that is an end like any other.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            return Exit::Fine.into();
        }
        Err(
            failure @ (Failure::Input(_)
            | Failure::Output(_)
            | Failure::File(..)
            | Failure::Faults(_)
            | Failure::Internal(_)),
        ) => (Exit::Failed, failure),
        Err(failure @ Failure::Usage(_)) => (Exit::WrongUsage, failure),
    };
    // When nobody reads it there is nobody to tell.
    let _ = writeln!(io::stderr(), "error: {failure}");
    exit.into()
}

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A value on the command line is no use. A clause that names it, and what would be right.
    Usage(String),
    /// A file cannot be read.
    File(PathBuf, io::Error),
    /// What was asked for was done, and something is wrong with what it was done to. A clause that sums
    /// up what was reported.
    Faults(String),
    /// A bug in this program.
    Internal(TaskError),
    /// Standard input cannot be read.
    Input(io::Error),
    /// Standard output or the terminal cannot be written to.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(clause) | Self::Faults(clause) => f.write_str(clause),
            Self::File(path, error) => {
                let path = path.to_string_lossy();
                write!(f, "cannot read \"{}\": {error}", path.escape_debug())
            }
            Self::Internal(error) => write!(f, "{error}."),
            Self::Input(error) => write!(f, "cannot read standard input: {error}"),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

/// Does what the command line asks for.
///
/// # Errors
/// [`Failure`] says why not.
pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    match &cli.command {
        None => play::run(&cli.play, cli.color),
        Some(Command::Play(args)) => play::run(args, cli.color),
        Some(Command::Perft(args)) => perft::run(args),
        Some(Command::Show(args)) => show::run(args),
        Some(Command::Explain(args)) => explain::run(args),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Games(args)) => games::run(args),
        Some(Command::History(args)) => history::run(args),
        Some(Command::Review(args)) => review::run(args),
        Some(Command::Solve(args)) => solve::run(args),
        Some(Command::Hint(args)) => hint::run(args),
        Some(Command::Match(args)) => match_::run(args),
        Some(Command::Bench) => bench::run(),
        Some(Command::Completions { shell }) => completions::run(*shell),
        Some(Command::Man) => man::run(),
        Some(Command::FitProbcut(args)) => fit::run(args, fit_probcut),
        Some(Command::FitEval(args)) => fit::run(args, fit_evaluation),
    }
}

/// How many threads the machine runs at the same time; one where that is not known.
fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The position of an option `--position`, or the start.
fn position_or_start(text: Option<&str>) -> Result<Position, Failure> {
    text.map_or(Ok(Position::START), |text| {
        text.parse()
            .map_err(|error| Failure::Usage(format!("--position: {error}")))
    })
}

/// Writes a result to stdout, all at once.
fn print(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text)
        .and_then(|()| stdout.flush())
        .map_err(Failure::Output)
}

/// An error of an output file, with its name.
fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    // Debug escapes what could do something to a terminal.
    let path = path.display().to_string();
    Failure::Output(io::Error::new(error.kind(), format!("{path:?}: {error}")))
}

/// A line to stderr: something that is to be known beside the output.
fn complain(sentence: &str) {
    // When nobody reads it there is nobody to tell.
    let _ = writeln!(io::stderr(), "{sentence}");
}

/// A side, for JSON.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The names of squares, for JSON.
fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}
