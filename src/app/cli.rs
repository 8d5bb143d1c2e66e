//! The command line: runs the command that was asked for, and reports why it failed.

mod args;
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
mod solve;
mod source;
mod table;
mod values;

use std::fmt;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::app::background::{TaskError, catch};
use crate::app::store::StorageError;
use crate::search::Searcher;
use crate::{Color, Position, Square};

use crate::app::fit::{fit_evaluation, fit_probcut};
use args::{Cli, Command};
use values::{THREADS, whole};

/// The memory of a search, in megabytes.
const TABLE: usize = 128;

/// The exit code.
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

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A value on the command line is wrong. A clause that names it, and what would be right.
    Usage(String),
    /// A file cannot be read.
    File(PathBuf, io::Error),
    /// Something is wrong with a file or its games. A clause.
    Faults(String),
    /// A bug in this program.
    Internal(TaskError),
    /// Standard input cannot be read.
    Input(io::Error),
    /// Standard output or the terminal cannot be written to.
    Output(io::Error),
}

impl Failure {
    /// A file of this person's games cannot be read.
    #[allow(clippy::needless_pass_by_value)] // for map_err
    fn storage(error: StorageError) -> Self {
        Self::Faults(error.to_string())
    }
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

/// Runs a command.
fn run(cli: &Cli) -> Result<(), Failure> {
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
        Some(Command::Completions(args)) => completions::run(args),
        Some(Command::Man) => man::run(),
        Some(Command::FitProbcut(args)) => fit::run(args, fit_probcut),
        Some(Command::FitEval(args)) => fit::run(args, fit_evaluation),
    }
}

/// The number of cores, or one if that is not known.
fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The threads of a search.
#[derive(Debug, clap::Args)]
struct ThreadArgs {
    /// Number of search threads [default: number of cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(THREADS))]
    threads: Option<usize>,
}

impl ThreadArgs {
    fn count(&self) -> usize {
        self.threads.unwrap_or_else(machine_threads)
    }
}

/// A searcher with the usual memory.
fn searcher(threads: &ThreadArgs) -> Searcher {
    Searcher::new(TABLE).with_threads(threads.count())
}

/// A progress bar on stderr if that is a terminal, otherwise a hidden one.
fn progress_bar(length: u64, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the templates here are valid");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr())
        .with_style(style.progress_chars("=> "))
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
