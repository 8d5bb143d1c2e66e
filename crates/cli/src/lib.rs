//! The command line: runs a command and reports its errors.
//!
//! The ground floor: `person` finds the folders of whoever runs the program, `source` finds positions and games,
//! `options` resolves what several commands take, `values` parses option values, `screen` starts the terminal UI, and
//! `output`, `table` and `json` write results. Above it each command is a module; no command calls another. The
//! developers' tools in `tools/` use the ground floor too.

mod args;
mod bench;
mod book;
mod choice;
mod completions;
mod convert;
mod doctor;
mod engine;
mod explain;
mod failure;
mod game_table;
mod games;
mod go;
mod help;
mod hint;
mod language;
mod layout;
pub mod line;
mod man;
mod match_;
mod network;
mod openings;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod output;
mod perft;
mod person;
mod play;
mod puzzle;
mod review;
mod screen;
pub mod serve;
mod show;
mod solve;
#[doc(hidden)]
pub mod source;
mod stats;
mod stream;
mod table;
pub mod terminal;
mod themes;
mod translated;
#[doc(hidden)]
pub mod values;

use std::process::ExitCode;

use reversi::memory;
use reversi::search::Searcher;
use reversi_table::background::{SAVING, catch, wait_for_all};
use reversi_table::system::guard;
use reversi_text::{Language, Said};

use args::{Cli, ReversiCommand};
use clap::CommandFactory as _;
use failure::Cause;
use output::{error, note, print_message, print_more, warning};

#[doc(hidden)]
pub use args::help_texts;
pub use failure::Failure;
#[doc(hidden)]
pub use match_::{pairs, tally_text};

/// The memory in bytes that must be free at the start: for the options, and for commands without a search.
const NEEDED_MEMORY: usize = 3 << 20;

/// Runs the program with the arguments of the process. The exit code is that of the [`Cause`] for which it ends.
pub fn main() -> ExitCode {
    // First of all: a failed allocation would abort the program.
    if !memory::is_free(NEEDED_MEMORY) {
        print_message(&error(Failure::Memory));
        return Failure::Memory.cause().exit_code();
    }
    guard::enable();
    let args: Vec<_> = std::env::args_os().collect();
    // These are no commands for people: neither the help nor the completions have them.
    if let Some(code) = guard::exit_code(&args) {
        std::process::exit(code);
    }
    let not_shown = language::choose(&args);
    let code = exit_code(args::parse(&args), |cli| run(cli, not_shown.as_ref()));
    // Tasks of screens that were left may still be reading. Everything is saved: whoever saves waits for it.
    wait_for_all(SAVING);
    code
}

/// Runs what the command line asks for, if it could be parsed, and reports errors on stderr.
#[doc(hidden)]
pub fn exit_code<T>(
    parsed: Result<T, clap::Error>,
    run: impl FnOnce(&T) -> Result<(), Failure>,
) -> ExitCode {
    let result = match parsed {
        Ok(args) => catch(|| run(&args)).unwrap_or_else(|error| Err(Failure::Internal(error))),
        Err(error) => Err(Failure::of_arguments(error)),
    };
    print_more();
    let result = match result {
        Err(Failure::Arguments(error)) => match args::report(&error) {
            Ok(true) => Ok(()),
            Ok(false) => return Cause::Usage.exit_code(),
            Err(error) => Err(Failure::Output(error)),
        },
        result => result,
    };
    let Err(failure) = result else {
        return Cause::Done.exit_code();
    };
    let cause = failure.cause();
    if !cause.is_quiet() {
        print_message(&error(&failure));
    }
    cause.exit_code()
}

/// Returns whether a command searches.
const fn searches(command: Option<&ReversiCommand>) -> bool {
    use ReversiCommand::{
        Bench, Book, Engine, Hint, Match, Openings, Puzzle, Review, Solve, Stats,
    };
    matches!(
        command,
        None | Some(
            Bench(_)
                | Book(_)
                | Engine(_)
                | Hint(_)
                | Match(_)
                | Openings(_)
                | Puzzle(_)
                | Review(_)
                | Solve(_)
                | Stats(_)
        )
    )
}

/// Says that the folder of the person cannot be used. It is an error for a command about the games in it, and a warning
/// for the others; the doctor reports it, and what a shell reads needs no folder.
fn check_home(command: Option<&ReversiCommand>) -> Result<(), Failure> {
    use ReversiCommand::{Completions, Doctor, Games, Man, Stats};
    match (person::portable_fault(), command) {
        (None, _) | (_, Some(Completions(_) | Doctor(_) | Man)) => {}
        (Some(why), Some(Stats(_))) => return Err(Failure::faults(why)),
        (Some(why), Some(Games(args))) if args.is_of_person() => {
            return Err(Failure::faults(why));
        }
        (Some(why), _) => print_message(&warning(why)),
    }
    Ok(())
}

/// Runs a command. `not_shown` says that the texts are not in the language of the person.
fn run(cli: &Cli, not_shown: Option<&Said>) -> Result<(), Failure> {
    // JSON, files and protocols stay as they are.
    if cli.is_for_programs {
        Language::English.make_current();
    } else if let Some(why) = not_shown {
        print_message(&note(why));
    }
    check_home(cli.command.as_ref())?;
    // Later a failed allocation would abort the program.
    if searches(cli.command.as_ref()) && !Searcher::has_memory() {
        return Err(Failure::Memory);
    }
    match &cli.command {
        None => play::run(&cli.play, cli.color),
        Some(ReversiCommand::Play(args)) => play::open(args, cli.color),
        Some(ReversiCommand::Analyse(args)) => play::analyse(args, cli.color),
        Some(ReversiCommand::Learn(args)) => play::learn(args, cli.color),
        Some(ReversiCommand::Perft(args)) => perft::run(args),
        Some(ReversiCommand::Show(args)) => show::run(args),
        Some(ReversiCommand::Explain(args)) => explain::run(args),
        Some(ReversiCommand::Convert(args)) => convert::run(args),
        Some(ReversiCommand::Games(args)) => games::run(args),
        Some(ReversiCommand::Stats(args)) => stats::run(args, cli.color),
        Some(ReversiCommand::Go(args)) => go::run(args, cli.color),
        Some(ReversiCommand::Puzzle(args)) => puzzle::run(args, cli.color),
        Some(ReversiCommand::Review(args)) => review::run(args, cli.color),
        Some(ReversiCommand::Solve(args)) => solve::run(args),
        Some(ReversiCommand::Hint(args)) => hint::run(args),
        Some(ReversiCommand::Openings(args)) => openings::run(args),
        Some(ReversiCommand::Host(args)) => network::host(args, cli.color),
        Some(ReversiCommand::Join(args)) => network::join(args, cli.color),
        Some(ReversiCommand::Match(args)) => match_::run(args, cli.color),
        Some(ReversiCommand::Engine(args)) => engine::run(args),
        Some(ReversiCommand::Bench(args)) => bench::run(args),
        Some(ReversiCommand::Book(args)) => book::run(args),
        Some(ReversiCommand::Themes(args)) => themes::run(args, cli.color),
        Some(ReversiCommand::Completions(args)) => completions::run(args, Cli::command()),
        Some(ReversiCommand::Man) => man::run(Cli::command()),
        Some(ReversiCommand::Doctor(args)) => doctor::run(*args, cli.color),
    }
}
