//! `reversi games`: lists the games of a file.

use std::io::{self, BufRead};
use std::path::PathBuf;

use super::Failure;
use super::game_table::GameTable;
use super::output::print_message;
use super::source::{open_games, report_names, skipped};
use super::values::{Expected, format, named};
use crate::Color;
use crate::app::store::summary::{self, Verdict};
use crate::app::wording::path_text;
use crate::notation::{Format, Record, Records, detect};
use crate::opening::Opening;

/// List the games of a file, all or by player, year, opening or result
///
/// On a terminal the columns are aligned; elsewhere they are separated by tabs, without a heading: number,
/// date, Black, White, result, opening, event.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi games WTH_2000.wtb                       All games of a file
  reversi games WTH_2000.wtb --player murakami --result white
  reversi games games.ggf --opening tiger --json   As JSON, for other programs")]
pub(crate) struct GamesArgs {
    /// A file of games in any format; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format of the file [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format(), ignore_case = true)]
    from: Option<Format>,
    /// Only games with a player whose name contains NAME, ignoring case
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games of one year, or of a range such as 1990-1999
    #[arg(long, value_name = "YEAR", value_parser = years)]
    year: Option<(u16, u16)>,
    /// Only games whose opening's English or Japanese name contains NAME, ignoring case
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Only games with this result
    #[arg(long, value_name = "RESULT", ignore_case = true,
          value_parser = named([("black".into(), Verdict::Won(Color::Black)),
                                ("white".into(), Verdict::Won(Color::White)),
                                ("draw".into(), Verdict::Draw)]))]
    result: Option<Verdict>,
    /// Print JSON, an array of games
    #[arg(long)]
    json: bool,
}

/// Parses a year, or a range of years.
fn years(text: &str) -> Result<(u16, u16), Expected> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        _ => Err(Expected(
            "a year such as 1999, or a range such as 1990-1999".to_owned(),
        )),
    }
}

pub(super) fn run(args: &GamesArgs) -> Result<(), Failure> {
    if args.file.as_os_str() == "-" {
        let records = detect::read(io::stdin().lock(), args.from);
        return list(args, "standard input", records);
    }
    let name = path_text(&args.file);
    list(args, &name, open_games(&args.file, args.from)?)
}

fn list<R: BufRead>(args: &GamesArgs, name: &str, mut records: Records<R>) -> Result<(), Failure> {
    let mut rows = GameTable::new(args.json, true);
    let mut faults = 0;
    for (number, game) in (1..).zip(records.by_ref()) {
        match game {
            Ok(record) => {
                let opening = Opening::of(record.positions());
                if is_wanted(args, &record, opening) {
                    rows.game(number, &record, opening)
                        .map_err(Failure::Output)?;
                }
            }
            Err(error) if error.problem.is_of_the_file() => {
                return Err(Failure::Faults(format!("{name}: {error}")));
            }
            Err(error) => {
                faults += 1;
                print_message(&format!("error: {name}: {error}"));
            }
        }
    }
    rows.finish().map_err(Failure::Output)?;
    report_names(name, &records);
    skipped(faults)
}

/// Returns whether a game is among those asked for.
fn is_wanted(args: &GamesArgs, record: &Record, opening: Option<&Opening>) -> bool {
    let holds = |text: &str, part: &str| text.to_lowercase().contains(&part.to_lowercase());
    let player = args
        .player
        .as_ref()
        .is_none_or(|part| record.players.iter().any(|(_, name)| holds(name, part)));
    let year = args.year.is_none_or(|(first, last)| {
        let year = record.year();
        year.is_some_and(|year| (first..=last).contains(&year))
    });
    let named = args.opening.as_ref().is_none_or(|part| {
        opening.is_some_and(|opening| {
            holds(opening.english, part) || opening.japanese.is_some_and(|name| holds(name, part))
        })
    });
    let result = args
        .result
        .is_none_or(|wanted| summary::verdict(record) == Some(wanted));
    player && year && named && result
}
