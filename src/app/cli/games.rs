//! `reversi games`: lists the games of a file.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use crate::Color;
use crate::app::wording::cli::cannot_read;
use crate::notation::{Format, Record, Records, detect};
use crate::opening::Opening;
use serde::Serialize;

use super::output::{Output, Stdout};
use super::table::TextTable;
use super::values::{Expected, format, named};
use super::{Failure, complain};
use crate::app::wording::summary::{self, Verdict};
use crate::app::wording::{path_text, to_the_minute};

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
    let records = detect::open(&args.file, args.from)
        .map_err(|error| Failure::File(args.file.clone(), error))?;
    list(args, &name, records)
}

fn list<R: BufRead>(args: &GamesArgs, name: &str, records: Records<R>) -> Result<(), Failure> {
    let mut rows = Rows::new(args.json, true);
    let mut faults = 0;
    for (number, game) in (1..).zip(records) {
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
                complain(&format!("error: {name}: {error}"));
            }
        }
    }
    rows.finish().map_err(Failure::Output)?;
    skipped(faults)
}

/// Returns an error with the number of games that could not be read, if any.
pub(super) fn skipped(faults: u64) -> Result<(), Failure> {
    match faults {
        0 => Ok(()),
        _ => Err(Failure::Faults(cannot_read(faults, "game"))),
    }
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

/// A game in JSON. Unknown values are `null` or empty.
#[derive(Serialize)]
struct GameJson {
    number: u64,
    date: String,
    event: String,
    black: String,
    white: String,
    result: String,
    score: Option<ScoreJson>,
    winner: Option<&'static str>,
    opening: Option<&'static str>,
    moves: String,
}

/// The official disc counts of a finished game.
#[derive(Serialize)]
struct ScoreJson {
    black: u32,
    white: u32,
}

impl GameJson {
    fn new(number: u64, record: &Record, opening: Option<&'static Opening>) -> Self {
        let outcome = record.outcome();
        Self {
            number,
            date: record.readable_date().into_owned(),
            event: record.event.clone(),
            black: record.players.black.clone(),
            white: record.players.white.clone(),
            result: summary::result(record),
            score: outcome.map(|outcome| ScoreJson {
                black: outcome.score.black,
                white: outcome.score.white,
            }),
            winner: summary::verdict(record).map(|verdict| match verdict {
                Verdict::Won(Color::Black) => "black",
                Verdict::Won(Color::White) => "white",
                Verdict::Draw => "draw",
            }),
            opening: opening.map(|opening| opening.english),
            moves: moves(record),
        }
    }
}

fn moves(record: &Record) -> String {
    let squares = record.moves.iter().filter_map(|recorded| recorded.square);
    squares.map(|square| square.to_string()).collect()
}

/// A JSON array that is written value by value, one per line.
pub(super) struct JsonArray<W> {
    out: Output<W>,
    count: u64,
}

impl<W: Write> JsonArray<W> {
    const fn new(out: Output<W>) -> Self {
        Self { out, count: 0 }
    }

    fn item(&mut self, value: &impl Serialize) -> io::Result<()> {
        let before = if self.count == 0 { "[\n" } else { ",\n" };
        self.count += 1;
        self.out.text(before)?;
        self.out.json(value)
    }

    fn finish(mut self) -> io::Result<()> {
        let end = if self.count == 0 { "[]\n" } else { "\n]\n" };
        self.out.text(end)?;
        self.out.finish().map(drop)
    }
}

/// The output of a list of games: a table or JSON.
pub(super) enum Rows {
    TextTable {
        table: TextTable<Stdout>,
        /// The table has events; dates are then printed unchanged.
        events: bool,
    },
    Json(JsonArray<Stdout>),
}

impl Rows {
    pub(super) fn new(json: bool, events: bool) -> Self {
        let head = [
            "no.", "date", "Black", "White", "result", "opening", "event",
        ];
        if json {
            Self::Json(JsonArray::new(Output::stdout()))
        } else {
            let table = TextTable::to_stdout(&head[..6 + usize::from(events)], 1);
            Self::TextTable { table, events }
        }
    }

    pub(super) fn game(
        &mut self,
        number: u64,
        record: &Record,
        opening: Option<&'static Opening>,
    ) -> io::Result<()> {
        match self {
            Self::Json(array) => array.item(&GameJson::new(number, record, opening)),
            Self::TextTable { table, events } => {
                let date = record.readable_date();
                let date = if *events { &date } else { to_the_minute(&date) };
                let mut cells = vec![
                    number.to_string(),
                    date.to_owned(),
                    summary::player(record, Color::Black),
                    summary::player(record, Color::White),
                    summary::result(record),
                    opening.map_or(String::new(), |opening| opening.english.to_owned()),
                ];
                if *events {
                    cells.push(record.event.trim().to_owned());
                }
                table.row(cells)
            }
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::TextTable { table, .. } => table.finish().map(drop),
            Self::Json(array) => array.finish(),
        }
    }
}
