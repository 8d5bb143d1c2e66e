//! `reversi games`: lists the games of the history and the libraries, or of files; removes some, and totals them by opponent.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde_json::{Map, json};

use super::Failure;
use super::choice::{FilterArgs, GamePlace, HistoryGame, each_game, history_games};
use super::game_table::{GameTable, TableForm};
use super::line::until_ctrl_c;
use super::options::settings;
use super::output::{FormArgs, message_counts, print};
use super::source::{GAMES_OR_FOLDERS, find, skipped, state_folder};
use super::stats::{NOTHING_DELETED, is_sure};
use super::table::TextTable;
use super::values::{format, whole};
use reversi::Opening;
use reversi_notation::{Format, Record};
use reversi_study::games::{GameChoice, WinCounts};
use reversi_study::stats::remove_games;
use reversi_study::stats::text::{ask_remove, brought_back, opponent_name, removed_games};
use reversi_table::player::name::lone_person;
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::history::{self, Logged, removed};
use reversi_table::store::state::StateFolder;
use reversi_table::store::summary;
use reversi_text::{Message, label, tr};
use reversi_wording::NO_FINISHED_GAMES;

/// List your games, those of your libraries or those of files, all or by player, year, opening or result
///
/// Without FILE, lists the games of your libraries, the files and folders that the setting `libraries` names, and then
/// the games that you finished here, the newest last. Libraries are read once; later only files that have changed are read
/// again. Finished games are stored in reversi/games.ggf in your state folder (~/.local/state on Unix). `reversi history` is
/// the same command.
///
/// On a terminal the columns are aligned; elsewhere they are separated by tabs, without a heading: number,
/// date, Black, White, result, opening, event. The number is FILE#N or history:N where games of several sources are
/// listed; other commands take it.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |arg| arg.help("Print JSON: one game a line, or all opponents")))]
#[command(after_help = "\
Examples:
  reversi games                                    Your games and those of your libraries
  reversi games WTH_2000.wtb --player murakami --result win
  reversi games games.ggf --opening tiger --json   As JSON, for other programs
  reversi games -n 20 --filter \"white:ann year:2020.. rose\"
                                                   The first 20 such games
  reversi games --stats                            Your wins and losses by opponent
  reversi games --result loss --year 2026          The games that you lost in a year
  reversi show history:3                           One of the games
  reversi games --delete 3                         Remove history:3; `--bring-back` brings it back for 30 days")]
pub(crate) struct GamesArgs {
    #[arg(value_name = "FILE", help = format!("{GAMES_OR_FOLDERS} [default: all your games]"))]
    files: Vec<PathBuf>,
    /// Format of the files [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format(), ignore_case = true, requires = "files")]
    from: Option<Format>,
    /// Count your wins, draws and losses by opponent, with the mean margin in discs
    #[arg(long, conflicts_with = "files")]
    stats: bool,
    /// Remove the game with this number from your history; you can bring it back for 30 days
    #[arg(long, value_name = "N", value_parser = whole(1u64..), conflicts_with_all = ["files", "stats", "filter", "json"])]
    delete: Option<u64>,
    /// Bring back the games removed last
    #[arg(long, conflicts_with_all = ["files", "delete", "stats", "filter", "json"])]
    bring_back: bool,
    /// Number of games to list: of your history the newest, then of your libraries the first; of files the first
    /// [default: all]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole(1u64..), conflicts_with_all = ["stats", "delete", "bring_back"])]
    count: Option<u64>,
    /// Delete without a question
    #[arg(long, requires = "delete")]
    yes: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl GamesArgs {
    /// Returns whether the games are those of this person, and not of files.
    pub(super) const fn is_of_person(&self) -> bool {
        self.files.is_empty()
    }
}

/// Removes a game after a question.
fn delete(state: &StateFolder, number: u64, yes: bool) -> Result<(), Failure> {
    // The game has to be there.
    find(Some(&format!("history:{number}")), None)?;
    if !is_sure(yes, &ask_remove(1, false))? {
        return print(&format!("{NOTHING_DELETED}\n"));
    }
    let removed = remove_games(state, &BTreeSet::from([number]))?;
    print(&format!("{}\n", removed_games(removed)))
}

pub(super) fn run(args: &GamesArgs) -> Result<(), Failure> {
    if !args.is_of_person() {
        return list_files(args);
    }
    let state = state_folder()?;
    if let Some(number) = args.delete {
        return delete(&state, number, args.yes);
    }
    if args.bring_back {
        return print(&format!("{}\n", brought_back(removed::undo(&state)?)));
    }
    let choice = args.filter.choice();
    let mut faults = 0;
    let log = history::read(&state, &until_ctrl_c)?;
    let is_empty = if args.stats {
        statistics(history_games(log, &choice, &mut faults), args.form)?
    } else if let Some(count) = args.count {
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        let newest = history_games(log.rev(), &choice, &mut faults).take(most);
        let newest: Vec<_> = newest.collect();
        let others = count - newest.len() as u64;
        list_all(args, &state, &choice, (newest.into_iter().rev(), others))?
    } else {
        let games = history_games(log, &choice, &mut faults);
        list_all(args, &state, &choice, (games, u64::MAX))?
    };
    if is_empty && choice.is_all() && !args.form.json && io::stdout().is_terminal() {
        print(&format!("{NO_FINISHED_GAMES}\n"))?;
    }
    skipped(faults)
}

/// There are no games to list.
const NO_GAMES: &Message =
    label!("to list games, name files of games, or set libraries in the settings file");

/// Lists the games of files.
fn list_files(args: &GamesArgs) -> Result<(), Failure> {
    let choice = args.filter.choice();
    let has_one = args.files.len() == 1 && !args.files[0].is_dir();
    let mut left = args.count.unwrap_or(u64::MAX);
    let mut rows = GameTable::new(args.form.json, TableForm::Files)?;
    let mut on_game = |place: GamePlace<'_>, record: &Record, opening: Option<&'static Opening>| {
        let file = place.file.filter(|_| !has_one);
        rows.game(file, place.number, record, opening)
            .map_err(Failure::Output)?;
        Ok(count_down(&mut left))
    };
    let Some(faults) = each_game(&args.files, args.from, &choice, NO_GAMES, &mut on_game)? else {
        return Ok(());
    };
    rows.finish().map_err(Failure::Output)?;
    skipped(faults)
}

/// Counts a game that was listed.
fn count_down(left: &mut u64) -> ControlFlow<()> {
    *left -= 1;
    match left {
        0 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

/// Lists up to some games of the libraries, and then those of the history. Returns whether there are none.
fn list_all(
    args: &GamesArgs,
    state: &StateFolder,
    choice: &GameChoice,
    (games, most): (impl Iterator<Item = HistoryGame>, u64),
) -> Result<bool, Failure> {
    let (mut left, mut is_empty) = (most, true);
    let has_libraries = !settings().kept().library_paths().is_empty();
    let form = if has_libraries {
        TableForm::All
    } else {
        TableForm::History
    };
    let mut rows = GameTable::new(args.form.json, form)?;
    if has_libraries && most > 0 {
        let known = keys_of_history(state)?;
        let mut on_game =
            |place: GamePlace<'_>, record: &Record, opening: Option<&'static Opening>| {
                if known.contains(&GameFacts::of(record, opening).label_key()) {
                    return Ok(ControlFlow::Continue(()));
                }
                rows.game(place.file, place.number, record, opening)
                    .map_err(Failure::Output)?;
                Ok(count_down(&mut left))
            };
        each_game(&[], None, choice, NO_GAMES, &mut on_game)?;
    }
    for game in games {
        let (number, record) = game?;
        let opening = Opening::of(record.positions());
        rows.game(None, number, &record, opening)
            .map_err(Failure::Output)?;
        is_empty = false;
    }
    rows.finish().map_err(Failure::Output)?;
    Ok(is_empty && left == most)
}

/// Returns the numbers of the games of the history with their players, by which the same games of libraries are known.
fn keys_of_history(state: &StateFolder) -> Result<HashSet<u64>, Failure> {
    let mut keys = HashSet::new();
    for game in history::read(state, &until_ctrl_c)? {
        let Logged {
            record, superseded, ..
        } = game?;
        if let Some(record) = record.ok().filter(|_| !superseded) {
            keys.insert(GameFacts::of(&record, None).label_key());
        }
    }
    Ok(keys)
}

/// Prints the results by opponent. Returns whether there are no games.
fn statistics(games: impl Iterator<Item = HistoryGame>, form: FormArgs) -> Result<bool, Failure> {
    let mut tallies: BTreeMap<String, WinCounts> = BTreeMap::new();
    let mut others = 0u32;
    for game in games {
        let (_, record) = game?;
        match lone_person(&record) {
            Some(person) => {
                let opponent = summary::player_name(&record, person.opposite()).to_string();
                tallies.entry(opponent).or_default().add(&record, person);
            }
            None => others += 1,
        }
    }
    form.print(
        || {
            let mut opponents = json!(tallies);
            for tally in opponents
                .as_object_mut()
                .into_iter()
                .flat_map(Map::values_mut)
            {
                // Only `reversi stats` reviews games.
                if let Some(fields) = tally.as_object_mut() {
                    fields.remove("mean_loss");
                }
            }
            json!({"opponents": opponents, "messages": message_counts()})
        },
        || {
            let head = [
                label!("games"),
                label!("won"),
                label!("drawn"),
                label!("lost"),
                label!("mean"),
                label!("opponent"),
            ];
            let row = |(opponent, tally): (&String, &WinCounts)| {
                tally
                    .cells()
                    .into_iter()
                    .chain([opponent_name(opponent)])
                    .collect()
            };
            let left_out = match others {
                count @ 1.. if io::stdout().is_terminal() => {
                    let left_out = tr!(
                        "{count} game of two people, or of the computer against itself, not counted."
                            | "{count} games of two people, or of the computer against itself, not counted.",
                        count
                    );
                    format!("{left_out}\n")
                }
                _ => String::new(),
            };
            TextTable::for_stdout(&head, 5).text_of(tallies.iter().map(row)) + &left_out
        },
    )?;
    Ok(tallies.is_empty() && others == 0)
}
