//! `reversi history`: lists the finished games, and totals them by opponent.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _};

use serde_json::json;

use super::Failure;
use super::choice::FilterArgs;
use super::game_table::GameTable;
use super::output::{FormArgs, print, print_message};
use super::source::{skipped, state_folder};
use super::table::TextTable;
use reversi::Opening;
use reversi::notation::Record;
use reversi_study::stats::WinCounts;
use reversi_table::phrase::plural;
use reversi_table::player::name::lone_person;
use reversi_table::store::history::{self, Logged};
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
  reversi show history:3                           One of the games")]
pub(crate) struct HistoryArgs {
    /// Count your wins, draws and losses by opponent, with the mean margin in discs
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    form: FormArgs,
}

pub(super) fn run(args: &HistoryArgs) -> Result<(), Failure> {
    let state = state_folder()?;
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
        list(games, args.form.json)?;
    }
    if is_empty && !args.form.json && io::stdout().is_terminal() {
        print(&(NO_FINISHED_GAMES.to_owned() + "\n"))?;
    }
    skipped(faults)
}

fn list(
    games: impl Iterator<Item = Result<(u64, Record), Failure>>,
    json: bool,
) -> Result<(), Failure> {
    let mut rows = GameTable::new(json, false);
    for game in games {
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
