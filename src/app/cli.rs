//! The command line: runs a command and reports its errors.

mod args;
mod bench;
mod book;
mod cleanup;
mod completions;
mod convert;
mod engine;
mod explain;
mod fit;
mod games;
mod go;
mod hint;
mod history;
mod man;
mod match_;
mod network;
mod openings;
mod output;
mod perft;
mod play;
mod puzzle;
mod review;
mod show;
mod solve;
mod source;
mod stats;
mod table;
mod train;
mod values;

use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::app::background::{TaskError, catch};
use crate::app::line::LineError;
use crate::app::player::external::{guard, traffic};
use crate::app::player::traffic::TrafficLog;
use crate::app::player::{ExternalEngine, PlayerError, PlayerKind};
use crate::app::serve::ServeError;
use crate::app::session::Factory;
use crate::app::store::StorageError;
use crate::app::store::atomic::AtomicFile;
use crate::app::tui::TuiError;
use crate::app::wording::{self, NO_MEMORY, path_text};
use crate::notation::{Problem, Record, detect};
use crate::search::Searcher;
use crate::{Color, Position, Square};

use args::{Cli, Command};
use cleanup::remove_when_ended;
use output::{complain, print, print_json};
use values::{THREADS, engine, whole};

/// The memory of a search in megabytes.
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

/// Runs the program with the arguments of the process. The exit code is 0 for success, 1 for failure, 2
/// for wrong usage.
pub fn main() -> ExitCode {
    guard::enable();
    let done = match args::parse(std::env::args_os().collect()) {
        Ok(cli) => catch(|| run(&cli)).unwrap_or_else(|error| Err(Failure::Internal(error))),
        Err(error) => match args::report(&error) {
            Ok(true) => Ok(()),
            Ok(false) => return Exit::WrongUsage.into(),
            Err(error) => Err(Failure::Output(error)),
        },
    };
    let exit = match done {
        Ok(()) => Exit::Fine,
        // A closed output ends the program quietly.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Fine,
        Err(failure) => {
            complain(&format!("error: {failure}"));
            match failure {
                Failure::Usage(_) => Exit::WrongUsage,
                _ => Exit::Failed,
            }
        }
    };
    exit.into()
}

/// The error of a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A value on the command line is wrong. A clause that names it, and what is allowed.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read.
    #[error("cannot read \"{}\": {}", .0.to_string_lossy().escape_debug(), .1)]
    File(PathBuf, io::Error),
    /// An error in a file or its games. A clause.
    #[error("{0}")]
    Faults(String),
    /// Cannot read the files in the state folder.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// A game of a file cannot be played.
    #[error("{0}")]
    Game(#[from] Problem),
    /// A bug in this program.
    #[error("{0}.")]
    Internal(TaskError),
    /// Standard input cannot be read.
    #[error("cannot read standard input: {0}")]
    Input(io::Error),
    /// Cannot write standard output or the terminal.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// There is too little memory.
    #[error("{NO_MEMORY}")]
    Memory,
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Input(error) => Self::Input(error),
            LineError::Output(error) => Self::Output(error),
            LineError::Thread(error) => Self::Internal(TaskError::NotStarted(error.to_string())),
        }
    }
}

impl From<TuiError> for Failure {
    fn from(error: TuiError) -> Self {
        match error {
            TuiError::Terminal(error) => Self::Output(error),
            TuiError::Thread(error) => Self::Internal(TaskError::NotStarted(error.to_string())),
            TuiError::Memory => Self::Memory,
        }
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Self {
        match error {
            ServeError::Input(error) => Self::Input(error),
            ServeError::Output(error) => Self::Output(error),
            ServeError::Thread(error) => Self::Internal(TaskError::NotStarted(error.to_string())),
        }
    }
}

/// Runs a command.
fn run(cli: &Cli) -> Result<(), Failure> {
    match &cli.command {
        None => play::run(&cli.play, cli.color),
        Some(Command::Play(args)) => play::run(args, cli.color),
        Some(Command::Learn) => play::learn(cli.color),
        Some(Command::Perft(args)) => perft::run(args),
        Some(Command::Show(args)) => show::run(args),
        Some(Command::Explain(args)) => explain::run(args),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Games(args)) => games::run(args),
        Some(Command::History(args)) => history::run(args),
        Some(Command::Stats(args)) => stats::run(args),
        Some(Command::Go(args)) => go::run(args, cli.color),
        Some(Command::Puzzle(args)) => puzzle::run(args),
        Some(Command::Review(args)) => review::run(args),
        Some(Command::Solve(args)) => solve::run(args),
        Some(Command::Hint(args)) => hint::run(args),
        Some(Command::Openings(args)) => openings::run(args),
        Some(Command::Host(args)) => network::host(args, cli.color),
        Some(Command::Join(args)) => network::join(args, cli.color),
        Some(Command::Match(args)) => match_::run(args, cli.color),
        Some(Command::Engine(args)) => engine::run(args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Book(args)) => book::run(args),
        Some(Command::Completions(args)) => completions::run(args, &mut Cli::command()),
        Some(Command::Man) => man::run(),
        Some(Command::Train(args)) => train::run(args),
        Some(Command::FitProbcut(args)) => fit::run(args),
        Some(Command::GuardEngine { words }) => std::process::exit(guard::run(words)),
        Some(Command::BecomeEngine { words }) => std::process::exit(guard::become_engine(words)),
    }
}

/// Returns the number of cores, or 1 if it is unknown.
fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The number of search threads.
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

/// The log of other programs.
#[derive(Debug, Default, clap::Args)]
struct LogArgs {
    /// Append the lines sent to and received from other engines to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl LogArgs {
    /// Opens the log.
    fn open(&self) -> Result<(), Failure> {
        self.log.as_ref().map_or(Ok(()), |path| {
            traffic::log_to(open_log(path)?);
            Ok(())
        })
    }
}

/// Opens the log of an engine or of a host.
fn open_log(path: &Path) -> Result<TrafficLog, Failure> {
    TrafficLog::append_to(path).map_err(|error| cannot_write(path, &error))
}

/// The engine that analyses.
#[derive(Debug, Default, clap::Args)]
struct EngineChoice {
    /// Engine that finds the scores: nboard:COMMAND or a name from the settings [default: this program]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Option<ExternalEngine>,
    #[command(flatten)]
    log: LogArgs,
}

impl EngineChoice {
    /// Returns the failure of a command whose engine has failed.
    fn failure(&self, error: &PlayerError) -> Failure {
        let name = self
            .engine
            .as_ref()
            .map_or("the search", ExternalEngine::name);
        Failure::Faults(wording::engine_failed(name, error))
    }
}

/// The random seed.
#[derive(Debug, clap::Args)]
struct SeedArgs {
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_negative_numbers = true,
          value_parser = whole(0..=u64::MAX))]
    seed: u64,
}

/// The choice of the opening book.
#[derive(Debug, Default, clap::Args)]
struct BookChoice {
    /// Let the engine search in the opening too, instead of playing by its book
    #[arg(long)]
    no_book: bool,
}

impl BookChoice {
    /// Returns what creates the players, with a book only if the settings want one.
    fn factory(&self, of_settings: bool) -> Factory {
        if of_settings && !self.no_book {
            PlayerKind::create_with_book
        } else {
            PlayerKind::create
        }
    }
}

/// The options of a search.
#[derive(Debug, clap::Args)]
struct SearchArgs {
    #[command(flatten)]
    threads: ThreadArgs,
    /// Weights of the evaluation, made by `reversi train fit` [default: those of the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl SearchArgs {
    /// Creates a searcher with the usual memory.
    fn searcher(&self) -> Result<Searcher, Failure> {
        let searcher = Searcher::new(TABLE).with_threads(self.threads.count());
        Ok(match &self.weights {
            Some(path) => searcher.with_weights(train::read(path)?),
            None => searcher,
        })
    }
}

/// Creates a progress bar on stderr; it is hidden unless that is a terminal.
fn progress_bar(length: u64, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the templates here are valid");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr())
        .with_style(style.progress_chars("=> "))
}

/// Returns the position of the option `--position`, or the start.
fn position_or_start(text: Option<&str>) -> Result<Position, Failure> {
    text.map_or(Ok(Position::START), |text| {
        text.parse()
            .map_err(|error| Failure::Usage(format!("--position: {error}")))
    })
}

/// Adds the name of the output file to an error.
fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    // Debug format escapes control characters.
    let path = path.display().to_string();
    Failure::Output(io::Error::new(error.kind(), format!("{path:?}: {error}")))
}

/// Writes an output file.
fn write_output(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    AtomicFile::create(path)
        .and_then(|mut file| {
            remove_when_ended(&file)?;
            file.write_all(bytes)?;
            file.commit()
        })
        .map_err(|error| cannot_write(path, &error))
}

/// Reads all games of a file.
fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    let records = detect::open(path, None).map_err(|error| Failure::File(path.into(), error))?;
    let records: Result<_, _> = records.collect();
    records.map_err(|error| Failure::Faults(format!("{}: {error}", path_text(path))))
}

/// Reads the games of files one by one. Those that cannot be read are reported and skipped.
fn each_record(files: &[PathBuf]) -> Result<impl Iterator<Item = Record> + Send + use<>, Failure> {
    let open = |path: &PathBuf| {
        let records =
            detect::open(path, None).map_err(|error| Failure::File(path.clone(), error))?;
        Ok((path_text(path), records))
    };
    let opened: Vec<_> = files.iter().map(open).collect::<Result<_, Failure>>()?;
    Ok(opened.into_iter().flat_map(|(name, records)| {
        records.filter_map(move |record| {
            let told = record.map_err(|error| complain(&format!("error: {name}: {error}")));
            told.ok()
        })
    }))
}

/// Returns a side for JSON.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the names of squares for JSON.
fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}
