//! The games of a command: those of files, of standard input or of the libraries, and the options that choose among
//! them.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::Failure;
use super::line::until_ctrl_c;
use super::options::settings;
use super::output::{
    about, error, note, print_message, print_one_of_many, progress_bar, report_reading, warning,
};
use super::person;
use super::source::{GamesArgument, STANDARD_INPUT, file_of, games_of, open_games, report_names};
use super::values::Expected;
use reversi::Opening;
use reversi_notation::{Format, Record, Records, detect};
use reversi_study::games::GameChoice;
use reversi_study::games::index::{GamesIndex, IndexError, ReadProgress, list};
use reversi_table::phrase::faults::{problem, record_error};
use reversi_table::phrase::path_text;
use reversi_table::store::StorageError;
use reversi_table::store::filter::{FilterField, FilterTerm, GameFilter};
use reversi_table::store::history::Logged;
use reversi_text::{Message, Name, tr};

/// The heading of the options that choose among games.
const HEADING: &str = "Choice of games";

/// The options that choose among games.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct FilterArgs {
    /// Only games with a player whose name contains NAME, ignoring case
    #[arg(long, help_heading = HEADING, value_name = "NAME", value_parser = term(FilterField::Player))]
    player: Option<FilterTerm>,
    /// Only games against an opponent, yours or that of --player, whose name contains NAME
    #[arg(long, help_heading = HEADING, value_name = "NAME", value_parser = term(FilterField::Opponent))]
    opponent: Option<FilterTerm>,
    /// Only games of one year, or of a range such as 1990-1999 or 2020..
    #[arg(long, help_heading = HEADING, value_name = "YEAR", value_parser = term(FilterField::Year))]
    year: Option<FilterTerm>,
    /// Only games with this result: black, white, draw, or win or loss for you or for --player
    #[arg(long, help_heading = HEADING, value_name = "RESULT", value_parser = term(FilterField::Result))]
    result: Option<FilterTerm>,
    /// Only games whose opening has OPENING in its English or Japanese name, ignoring case
    #[arg(long, help_heading = HEADING, value_name = "OPENING", value_parser = term(FilterField::Opening))]
    opening: Option<FilterTerm>,
    /// Only games that you gave this tag
    #[arg(long, help_heading = HEADING, value_name = "TAG", value_parser = term(FilterField::Tag))]
    tag: Option<FilterTerm>,
    /// Only reviewed games in which a move of yours lost at least DISCS
    #[arg(long, help_heading = HEADING, value_name = "DISCS", value_parser = term(FilterField::MinLoss))]
    min_loss: Option<FilterTerm>,
    /// Only games that match FILTER: words in their line, or terms such as `white:ann year:2020..`
    #[arg(long, help_heading = HEADING, value_name = "FILTER", value_parser = str::parse::<GameFilter>)]
    filter: Option<GameFilter>,
}

/// Parses the value of a field of a filter.
fn term(
    field: FilterField,
) -> impl Fn(&str) -> Result<FilterTerm, Expected> + Clone + Send + Sync + 'static {
    move |text| FilterTerm::read(field, text).map_err(Expected)
}

impl FilterArgs {
    /// Returns the filter of all options.
    pub(super) fn filter(&self) -> GameFilter {
        let terms = [
            &self.player,
            &self.opponent,
            &self.year,
            &self.result,
            &self.opening,
            &self.tag,
            &self.min_loss,
        ];
        let filter = GameFilter::new(terms.into_iter().flatten().cloned());
        match &self.filter {
            Some(other) => filter.and(other),
            None => filter,
        }
    }

    /// Returns the choice by all options. Problems with the state folder are reported on stderr.
    pub(super) fn choice(&self) -> GameChoice {
        let filter = self.filter();
        if filter.is_empty() {
            return GameChoice::default();
        }
        let state = person::state_folder();
        let (choice, problems) = GameChoice::new(filter, settings().kept().name, state.as_ref());
        for problem in problems {
            print_message(&warning(problem));
        }
        choice
    }
}

/// Where a game is: its number in a file, in standard input or in the history.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlace<'a> {
    /// The file, if it is in one.
    pub(super) file: Option<&'a Path>,
    /// The number, counted from 1.
    pub(super) number: u64,
}

/// What is done with a game.
type OnGame<'a> = dyn FnMut(GamePlace<'_>, &Record, Option<&'static Opening>) -> Result<ControlFlow<()>, Failure>
    + 'a;

/// A game of the history: its number and its record.
pub(super) type HistoryGame = Result<(u64, Record), Failure>;

/// Returns the chosen games of the history. Counts and reports those that cannot be read.
pub(super) fn history_games(
    log: impl Iterator<Item = Result<Logged, StorageError>>,
    choice: &GameChoice,
    faults: &mut u64,
) -> impl Iterator<Item = HistoryGame> {
    let games = log.filter_map(|game| match game {
        Ok(game) if game.superseded => None,
        Ok(Logged { number, record, .. }) => match record {
            Ok(record) => Some(Ok((number, record))),
            Err(why) => {
                *faults += 1;
                let name = format!("history:{number}");
                print_one_of_many(&why, &error(about(&name, problem(&why))));
                None
            }
        },
        Err(error) => Some(Err(error.into())),
    });
    games.filter(|game| match game {
        Ok((_, record)) => choice.has_record(record, Opening::of(record.positions())),
        Err(_) => true,
    })
}

/// Calls a function with each chosen game of the files, or of the libraries if no file is named, until it breaks.
/// Returns the number of unreadable games; `None` if there are no libraries, which is reported as missing.
pub(super) fn each_game(
    files: &[PathBuf],
    format: Option<Format>,
    choice: &GameChoice,
    missing: &'static Message,
    on_game: &mut OnGame<'_>,
) -> Result<Option<u64>, Failure> {
    if !files.is_empty() {
        return each_in_files(files, format, choice, on_game).map(Some);
    }
    let Some(mut index) = library(missing)? else {
        return Ok(None);
    };
    each_in_library(&mut index, choice, on_game)?;
    Ok(Some(0))
}

/// Calls a function with the chosen games of files, folders with such files and standard input (`-`), until it breaks.
/// Returns the number of games that cannot be read.
fn each_in_files(
    files: &[PathBuf],
    format: Option<Format>,
    choice: &GameChoice,
    on_game: &mut OnGame<'_>,
) -> Result<u64, Failure> {
    let mut faults = 0;
    for path in files {
        let unreadable = |error| Failure::File(path.clone(), error);
        let flow = match games_of(path)? {
            GamesArgument::One(game) => {
                let (file, number) = (file_of(path), game.number);
                let file = Some(&*file).filter(|file| file != path);
                let record = game.record();
                chosen(GamePlace { file, number }, &record, choice, on_game)?
            }
            GamesArgument::StandardInput => {
                let records = detect::read(io::stdin().lock(), format);
                each_record(None, true, records, choice, &mut faults, on_game)?
            }
            GamesArgument::File(path) if path.is_dir() => {
                let found = list(path).map_err(unreadable)?;
                let mut flow = ControlFlow::Continue(());
                for file in found.iter().map(|file| &file.path) {
                    let records = open_games(file, format)?;
                    flow = each_record(Some(file), false, records, choice, &mut faults, on_game)?;
                    if flow.is_break() {
                        break;
                    }
                }
                flow
            }
            GamesArgument::File(path) => {
                let records = open_games(path, format)?;
                each_record(Some(path), true, records, choice, &mut faults, on_game)?
            }
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(faults)
}

/// Calls a function with a game if it is chosen.
fn chosen(
    place: GamePlace<'_>,
    record: &Record,
    choice: &GameChoice,
    on_game: &mut OnGame<'_>,
) -> Result<ControlFlow<()>, Failure> {
    let opening = Opening::of(record.positions());
    if choice.has_record(record, opening) {
        return on_game(place, record, opening);
    }
    Ok(ControlFlow::Continue(()))
}

/// Calls a function with the chosen games of a file. Only a `named` one must have games.
pub(super) fn each_record<R: BufRead>(
    file: Option<&Path>,
    named: bool,
    mut records: Records<R>,
    choice: &GameChoice,
    faults: &mut u64,
    on_game: &mut OnGame<'_>,
) -> Result<ControlFlow<()>, Failure> {
    let name = file.map_or_else(|| STANDARD_INPUT.into(), path_text);
    for (number, game) in (1..).zip(records.by_ref()) {
        match game {
            Ok(record) => {
                report_reading(&name, &record);
                if chosen(GamePlace { file, number }, &record, choice, on_game)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Err(why) if why.problem.is_of_the_file() => {
                if named {
                    return Err(Failure::Faults(about(&name, record_error(&why))));
                }
            }
            Err(why) => {
                *faults += 1;
                print_one_of_many(&why.problem, &error(about(&name, record_error(&why))));
            }
        }
    }
    report_names(&name, &records);
    Ok(ControlFlow::Continue(()))
}

/// Returns the index of the libraries of the settings; `None`, after a note, if there are none. Without a home folder
/// nothing can be kept, so that it is an error.
pub(super) fn library(missing: &'static Message) -> Result<Option<GamesIndex>, Failure> {
    let store = settings();
    let libraries = store.kept().library_paths();
    if libraries.is_empty() {
        print_message(&note(missing));
        return Ok(None);
    }
    let state = person::state_folder().ok_or_else(|| {
        Failure::Faults(tr!(
            "cannot read the libraries without a home folder; name files of games"
        ))
    })?;
    Ok(Some(GamesIndex::new(state.openings(), libraries)))
}

/// Returns the error of an option that asks for libraries where there are none.
pub(super) fn no_libraries(option: &str) -> Failure {
    let option = Name(option);
    Failure::Faults(tr!(
        "{option}: set libraries in the settings file first",
        option
    ))
}

/// Does something with an index. Shows the progress while games are read; then what cannot be read is reported.
pub(super) fn with_library<T>(
    index: &mut GamesIndex,
    run: impl FnOnce(&mut GamesIndex, &mut dyn FnMut(ReadProgress)) -> Result<T, IndexError>,
) -> Result<T, Failure> {
    let bar = progress_bar(0, &tr!("Reading games {{bar:30}} {{msg}}"));
    let done = run(index, &mut |progress| {
        bar.set_length(progress.of);
        bar.set_position(progress.read);
        bar.set_message(String::from(progress.words()));
    });
    bar.finish_and_clear();
    let done = done.map_err(Failure::faults)?;
    for problem in index.problems() {
        print_message(&warning(problem));
    }
    Ok(done)
}

/// Calls a function with the chosen games of the libraries, until it breaks.
pub(super) fn each_in_library(
    index: &mut GamesIndex,
    choice: &GameChoice,
    on_game: &mut OnGame<'_>,
) -> Result<(), Failure> {
    let mut failed = None;
    with_library(index, |index, on_progress| {
        index.each_game(on_progress, &until_ctrl_c, &mut |file, row| {
            let facts = row.facts();
            if !choice.has(&facts, || row.line()) {
                return ControlFlow::Continue(());
            }
            let place = GamePlace {
                file: Some(file),
                number: row.number,
            };
            let damaged = || Failure::Faults(tr!("the index of openings is damaged"));
            let flow = row.record().ok_or_else(damaged);
            flow.and_then(|record| on_game(place, &record, facts.opening))
                .unwrap_or_else(|error| {
                    failed = Some(error);
                    ControlFlow::Break(())
                })
        })
    })?;
    failed.map_or(Ok(()), Err)
}
