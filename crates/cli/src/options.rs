//! Options that several commands share, and what they resolve to.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::Failure;
use super::line::until_ctrl_c;
use super::output::{cannot_write, note, print_message, warning};
use super::person;
use super::source::state_folder;
use super::values::{PlayerChoice, THREADS, engine, whole};
use reversi::eval::Weights;
use reversi::search::{Limits, Searcher};
use reversi_notation::input::read_bounded;
use reversi_study::stats::{FEWEST_FOR_DOUBLE, Sources};
use reversi_table::player::description::DOUBLE;
use reversi_table::player::name::PersonName;
use reversi_table::player::traffic::{self, TrafficLog};
use reversi_table::player::{ExternalEngine, PlayerError, PlayerKind};
use reversi_table::session::Factory;
use reversi_table::store::config::Store;
use reversi_table::store::settings::Settings;
use reversi_text::{Name, Said, tr};

/// The memory of a search in megabytes.
const TABLE: usize = 128;

/// The memory of each of several searches at the same time in megabytes.
const TABLE_OF_THREAD: usize = 32;

/// The largest file of weights in bytes.
const MAX_WEIGHTS: usize = 64 << 20;

/// Opens the settings. Problems with them are reported on stderr.
pub(super) fn settings() -> Store {
    let (store, notice) = person::open_settings();
    if let Some(notice) = notice {
        for clause in notice.clauses() {
            print_message(&warning(clause));
        }
        print_message(&note(notice.end()));
    }
    store
}

/// Returns the players of the command line. The settings are read only if they name one.
pub(super) fn find_players<'a>(
    choices: impl IntoIterator<Item = &'a PlayerChoice>,
) -> Result<Vec<PlayerKind>, Failure> {
    let mut store = None;
    let choices = choices.into_iter().map(|choice| match choice {
        PlayerChoice::Known(kind) => Ok(kind.clone()),
        PlayerChoice::Double => {
            let settings = store.get_or_insert_with(settings).kept();
            let engine = settings.engines.get(DOUBLE);
            engine.map_or_else(|| double(settings.name), Ok)
        }
        PlayerChoice::Named(name, unknown) => {
            let engines = &store.get_or_insert_with(settings).kept().engines;
            let unknown = || Failure::Arguments(Arc::clone(unknown));
            engines.get(name).ok_or_else(unknown)
        }
    });
    choices.collect()
}

/// Returns the double of the player with this name. Problems with the record are reported on stderr.
fn double(name: PersonName) -> Result<PlayerKind, Failure> {
    let state = state_folder()?;
    let record = Sources::of_history(state, name).record(&until_ctrl_c)?;
    for problem in &record.problems {
        print_message(&warning(problem));
    }
    let reviewed = record.reviewed.len();
    record.double().ok_or_else(|| {
        let double = format!("{DOUBLE:?}");
        Failure::Faults(tr!(
            "{double} plays like you once {fewest} of your games are reviewed; so far {reviewed} of {count} game are \
             (reversi stats reviews them)"
                | "{double} plays like you once {fewest} of your games are reviewed; so far {reviewed} of {count} games are \
             (reversi stats reviews them)",
            double = Name(&double),
            fewest = FEWEST_FOR_DOUBLE,
            reviewed,
            count = record.games
        ))
    })
}

/// Returns the number of cores, or 1 if it is unknown.
pub(super) fn machine_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Returns the number of search threads in games and on screens with these settings.
pub(super) fn threads_of(settings: &Settings) -> usize {
    let threads = settings.threads.map(|threads| threads as usize);
    threads.unwrap_or_else(machine_threads)
}

/// The number of search threads.
#[derive(Debug, clap::Args)]
pub struct ThreadArgs {
    /// Number of search threads [default: number of cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(THREADS))]
    threads: Option<usize>,
}

impl ThreadArgs {
    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(machine_threads)
    }
}

/// The random seed.
#[derive(Debug, clap::Args)]
pub struct SeedArgs {
    /// Random seed
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_negative_numbers = true,
          value_parser = whole(0u64..))]
    pub seed: u64,
}

/// Returns the limits of a search to a depth or for a time; `None` without both.
pub(super) fn limits(depth: Option<u32>, time: Option<Duration>) -> Option<Limits> {
    time.map(Limits::time).or(depth.map(Limits::depth))
}

/// The options of a search.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    /// Weights of the evaluation, made by the tool `train` [default: those of the program]
    #[arg(long, value_name = "FILE")]
    pub(super) weights: Option<PathBuf>,
}

impl SearchArgs {
    /// Creates a searcher with the usual memory.
    pub(super) fn searcher(&self) -> Result<Searcher, Failure> {
        let searcher = Searcher::new(TABLE).with_threads(self.threads.count());
        Ok(match &self.weights {
            Some(path) => searcher.with_weights(read_weights(path)?),
            None => searcher,
        })
    }

    /// Returns what creates a searcher on one thread, for each of several threads.
    pub(super) fn single(&self) -> Result<impl Fn() -> Searcher + Sync + Send, Failure> {
        let weights = self.weights.as_deref().map(read_weights).transpose()?;
        Ok(move || {
            let searcher = Searcher::new(TABLE_OF_THREAD);
            match &weights {
                Some(weights) => searcher.with_weights(Arc::clone(weights)),
                None => searcher,
            }
        })
    }
}

/// Reads a file of weights.
///
/// # Errors
/// If it cannot be read, or holds something else.
pub fn read_weights(path: &Path) -> Result<Arc<Weights>, Failure> {
    let file = |error| Failure::File(path.to_owned(), error);
    let bytes = File::open(path).and_then(|bytes| read_bounded(bytes, MAX_WEIGHTS));
    Weights::from_bytes(&bytes.map_err(file)?)
        .map(Arc::new)
        .map_err(|error| file(io::Error::other(error)))
}

/// The log of other programs.
#[derive(Debug, Default, clap::Args)]
pub(super) struct LogArgs {
    /// Append the lines sent to and received from other engines to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl LogArgs {
    /// Opens the log.
    pub(super) fn open(&self) -> Result<(), Failure> {
        if let Some(path) = &self.log {
            traffic::log_to(open_log(path)?);
        }
        Ok(())
    }
}

/// Opens the log of an engine or of a host.
pub(super) fn open_log(path: &Path) -> Result<TrafficLog, Failure> {
    TrafficLog::append_to(path).map_err(|error| cannot_write(path, &error))
}

/// The engine that analyses.
#[derive(Debug, Default, clap::Args)]
pub(super) struct EngineChoice {
    /// Engine that finds the scores: nboard:COMMAND or a name from the settings [default: this program]
    #[arg(long, value_name = "ENGINE", value_parser = engine())]
    engine: Option<PlayerChoice>,
    #[command(flatten)]
    log: LogArgs,
}

impl EngineChoice {
    /// Opens the log and returns the engine; `None` is this program.
    pub(super) fn open(&self) -> Result<Option<ExternalEngine>, Failure> {
        self.log.open()?;
        Ok(match find_players(&self.engine)?.pop() {
            Some(PlayerKind::External(engine)) => Some(*engine),
            _ => None,
        })
    }

    /// Returns whether another program finds the scores.
    pub(super) const fn is_given(&self) -> bool {
        self.engine.is_some()
    }
}

/// Returns the failure of a command whose engine has failed.
pub(super) fn search_failed(engine: Option<&ExternalEngine>, error: &PlayerError) -> Failure {
    let why = &Said::display(error);
    let engine = engine.map(|engine| Name(engine.name()));
    let said = engine.map(|engine| tr!("{engine} failed: {why}", engine, why));
    Failure::Partner(said.unwrap_or_else(|| tr!("the search failed: {why}", why)))
}

/// The choice of Japanese names.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct JapaneseArg {
    /// Show Japanese names of openings too [default: as in the settings, otherwise if the texts are Japanese]
    #[arg(long)]
    japanese: bool,
}

impl JapaneseArg {
    /// Returns whether Japanese names are shown with these settings.
    pub(super) fn with(&self, settings: &Settings) -> bool {
        self.japanese || settings.has_japanese()
    }

    /// Returns the choice of the option, otherwise of the settings.
    pub(super) fn over(&self, settings: &Settings) -> Option<bool> {
        self.japanese.then_some(true).or(settings.japanese)
    }

    /// Returns whether Japanese names are shown. Reads the settings.
    pub(super) fn is_wanted(&self) -> bool {
        self.japanese || self.with(settings().kept())
    }
}

/// Returns an environment variable, with invalid text replaced.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// The choice of the opening book.
#[derive(Debug, Default, clap::Args)]
pub(super) struct BookChoice {
    /// Let the engine search in the opening too, instead of playing by its book
    #[arg(long)]
    pub(super) no_book: bool,
}

impl BookChoice {
    /// Returns what creates the players, with a book only if the settings want one.
    pub(super) fn factory(&self, of_settings: bool) -> Factory {
        if of_settings && !self.no_book {
            PlayerKind::create_with_book
        } else {
            PlayerKind::create
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_search_on_as_many_threads_as_the_settings_say_or_on_all_cores() {
        let with = |threads| {
            threads_of(&Settings {
                threads,
                ..Settings::default()
            })
        };
        assert_eq!((with(Some(3)), with(None)), (3, machine_threads()));
    }

    #[test]
    fn the_option_wins_over_the_setting_and_the_setting_over_the_language() {
        let wanted = |japanese, setting| {
            let settings = Settings {
                japanese: setting,
                ..Settings::default()
            };
            JapaneseArg { japanese }.with(&settings)
        };
        assert!(wanted(true, Some(false)) && wanted(false, Some(true)));
        assert!(!wanted(false, Some(false)));
    }
}
