//! `reversi history`: lists the finished games, and totals them by opponent.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal as _};

use serde_json::json;

use super::Failure;
use super::choice::FilterArgs;
use super::game_table::GameTable;
use super::output::{FormArgs, print, print_message};
use super::source::{find, skipped, state_folder};
use super::stats::{NOTHING_DELETED, is_sure};
use super::table::TextTable;
use super::values::whole;
use reversi::Opening;
use reversi::notation::Record;
use reversi_study::stats::text::{ask_remove, brought_back, removed_games};
use reversi_study::stats::{WinCounts, remove_games};
use reversi_table::phrase::plural;
use reversi_table::player::name::lone_person;
use reversi_table::store::history::{self, Logged, removed};
use reversi_table::store::state::StateFolder;
use reversi_table::store::summary;
use reversi_wording::NO_FINISHED_GAMES;

/// List your finished games
///
/// They are stored in reversi/games.ggf in your state folder (~/.local/state on Unix).
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |arg| arg.help("Print JSON: games, or opponents")))]
#[command(after_help = "\
Examples:
  reversi history                                  Your finished games
  reversi history --stats                          Your wins and losses by opponent
  reversi history --result loss --year 2026        The games that you lost in a year
  reversi show history:3                           One of the games
  reversi history --delete 3                       Remove it; `--bring-back` brings it back for 30 days")]
pub(crate) struct HistoryArgs {
    /// Count your wins, draws and losses by opponent, with the mean margin in discs
    #[arg(long)]
    stats: bool,
    /// Remove the game with this number; you can bring it back for 30 days
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), conflicts_with_all = ["stats", "filter", "json"])]
    delete: Option<u64>,
    /// Bring back the games removed last
    #[arg(long, conflicts_with_all = ["delete", "stats", "filter", "json"])]
    bring_back: bool,
    /// Number of games to list [default: all]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole(1..=u64::MAX), conflicts_with_all = ["stats", "delete", "bring_back"])]
    count: Option<u64>,
    /// Delete without a question
    #[arg(long, requires = "delete")]
    yes: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    form: FormArgs,
}

/// Removes a game after a question.
fn delete(state: &StateFolder, number: u64, yes: bool) -> Result<(), Failure> {
    // The game has to be there.
    find(Some(&format!("history:{number}")), None)?;
    if !is_sure(yes, &ask_remove(1, false))? {
        return print(NOTHING_DELETED);
    }
    let removed = remove_games(state, &BTreeSet::from([number]))?;
    print(&format!("{}\n", removed_games(removed)))
}

pub(super) fn run(args: &HistoryArgs) -> Result<(), Failure> {
    let state = state_folder()?;
    if let Some(number) = args.delete {
        return delete(&state, number, args.yes);
    }
    if args.bring_back {
        return print(&format!("{}\n", brought_back(removed::undo(&state)?)));
    }
    let choice = args.filter.choice();
    let (mut faults, mut is_empty) = (0, true);
    let games = history::read(&state)?
        .inspect(|_| is_empty = false)
        .filter_map(|game| match game {
            Ok(game) if game.superseded => None,
            Ok(Logged { number, record, .. }) => match record {
                Ok(record) => Some(Ok((number, record))),
                Err(why) => {
                    faults += 1;
                    print_message(&format!("error: history:{number}: {why}"));
                    None
                }
            },
            Err(error) => Some(Err(error.into())),
        })
        .filter(|game| match game {
            Ok((_, record)) => choice.has_record(record, Opening::of(record.positions())),
            Err(_) => true,
        });
    if args.stats {
        statistics(games, args.form)?;
    } else {
        list(games, args.count, args.form.json)?;
    }
    if is_empty && !args.form.json && io::stdout().is_terminal() {
        print(&(NO_FINISHED_GAMES.to_owned() + "\n"))?;
    }
    skipped(faults)
}

fn list(
    games: impl Iterator<Item = Result<(u64, Record), Failure>>,
    count: Option<u64>,
    json: bool,
) -> Result<(), Failure> {
    let mut rows = GameTable::new(json, false);
    let count = usize::try_from(count.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    for game in games.take(count) {
        let (number, record) = game?;
        rows.game(None, number, &record, Opening::of(record.positions()))
            .map_err(Failure::Output)?;
    }
    rows.finish().map_err(Failure::Output)
}

fn statistics(
    games: impl Iterator<Item = Result<(u64, Record), Failure>>,
    form: FormArgs,
) -> Result<(), Failure> {
    let mut tallies: BTreeMap<String, WinCounts> = BTreeMap::new();
    let mut others = 0u32;
    for game in games {
        let (_, record) = game?;
        match lone_person(&record) {
            Some(person) => {
                let opponent = summary::player(&record, person.opposite());
                tallies.entry(opponent).or_default().add(&record, person);
            }
            None => others += 1,
        }
    }
    form.print(
        || json!({"opponents": tallies}),
        || {
            let head = ["games", "won", "drawn", "lost", "mean", "opponent"];
            let row = |(opponent, tally): (&String, &WinCounts)| {
                tally
                    .cells()
                    .into_iter()
                    .chain([opponent.clone()])
                    .collect()
            };
            let left_out = match others {
                1.. if io::stdout().is_terminal() => format!(
                    "{} of two people, or of the computer against itself, not counted.\n",
                    plural(others, "game")
                ),
                _ => String::new(),
            };
            TextTable::for_stdout(&head, 5).text_of(tallies.iter().map(row)) + &left_out
        },
    )
}
