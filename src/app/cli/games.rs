//! Owns `reversi games`: the games of a file as a list, all or some.

use std::io::{self, BufRead, BufWriter, IsTerminal as _, Write};

use crate::Color;
use crate::notation::summary::{self, Verdict};
use crate::notation::{Record, Records, clean, detect};
use crate::opening::Opening;
use serde::Serialize;

use super::table::Table;
use super::{Failure, complain};
use crate::app::cli::args::GamesArgs;

pub(super) fn run(args: &GamesArgs) -> Result<(), Failure> {
    if args.file.as_os_str() == "-" {
        let records = detect::read(io::stdin().lock(), args.from);
        return list(args, "standard input", records);
    }
    let name = clean(&args.file.display().to_string()).into_owned();
    let records = detect::open(&args.file, args.from)
        .map_err(|error| Failure::File(args.file.clone(), error))?;
    list(args, &name, records)
}

fn list<R: BufRead>(args: &GamesArgs, name: &str, records: Records<R>) -> Result<(), Failure> {
    let mut rows = Rows::new(args.json);
    let filter = Filter::new(args);
    let mut faults = 0;
    for (number, game) in (1..).zip(records) {
        match game {
            Ok(record) => {
                let opening = Opening::of(record.positions());
                if filter.passes(&record, opening) {
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
    match faults {
        0 => Ok(()),
        1 => Err(Failure::Faults("1 game could not be read".to_owned())),
        _ => Err(Failure::Faults(format!("{faults} games could not be read"))),
    }
}

/// Which games are wanted.
struct Filter {
    /// A part of a name, in small letters.
    player: Option<String>,
    years: Option<(u16, u16)>,
    /// A part of a name, in small letters.
    opening: Option<String>,
    result: Option<Verdict>,
}

impl Filter {
    fn new(args: &GamesArgs) -> Self {
        let lower = |text: &Option<String>| text.as_ref().map(|text| text.to_lowercase());
        Self {
            player: lower(&args.player),
            years: args.year,
            opening: lower(&args.opening),
            result: args.result,
        }
    }

    fn passes(&self, record: &Record, opening: Option<&Opening>) -> bool {
        let holds = |text: &str, part: &str| text.to_lowercase().contains(part);
        let player = self.player.as_ref().is_none_or(|part| {
            Color::ALL
                .iter()
                .any(|&color| holds(&record.players[color], part))
        });
        player
            && self.years.is_none_or(|(first, last)| {
                record
                    .year()
                    .is_some_and(|year| (first..=last).contains(&year))
            })
            && self.opening.as_ref().is_none_or(|part| {
                opening.is_some_and(|opening| {
                    holds(opening.english, part)
                        || opening.japanese.is_some_and(|name| holds(name, part))
                })
            })
            && self
                .result
                .is_none_or(|wanted| summary::verdict(record) == Some(wanted))
    }
}

/// A game as JSON has it. What is not known is `null` or empty.
#[derive(Serialize)]
pub(super) struct GameJson {
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

/// Official counts of a finished game.
#[derive(Serialize)]
struct ScoreJson {
    black: u32,
    white: u32,
}

impl GameJson {
    pub(super) fn new(number: u64, record: &Record, opening: Option<&'static Opening>) -> Self {
        let outcome = record.outcome();
        Self {
            number,
            date: clean(&record.date).into_owned(),
            event: clean(&record.event).into_owned(),
            black: clean(&record.players.black).into_owned(),
            white: clean(&record.players.white).into_owned(),
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

/// An array of JSON values that is written as they come, one a line.
pub(super) struct JsonArray<W> {
    out: W,
    count: u64,
}

impl<W: Write> JsonArray<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, count: 0 }
    }

    pub(super) fn item(&mut self, value: &impl Serialize) -> io::Result<()> {
        let before = if self.count == 0 { "[\n" } else { ",\n" };
        self.count += 1;
        self.out.write_all(before.as_bytes())?;
        serde_json::to_writer(&mut self.out, value).map_err(io::Error::from)
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let end = if self.count == 0 { "[]\n" } else { "\n]\n" };
        self.out.write_all(end.as_bytes())?;
        self.out.flush()
    }
}

type Stdout = BufWriter<io::StdoutLock<'static>>;

/// The list under way.
enum Rows {
    Table(Table<Stdout>),
    Json(JsonArray<Stdout>),
}

impl Rows {
    fn new(json: bool) -> Self {
        let aligned = io::stdout().is_terminal();
        let out = BufWriter::new(io::stdout().lock());
        let head = [
            "no.", "date", "Black", "White", "result", "opening", "event",
        ];
        if json {
            Self::Json(JsonArray::new(out))
        } else {
            Self::Table(Table::new(out, aligned, &head, 1))
        }
    }

    fn game(
        &mut self,
        number: u64,
        record: &Record,
        opening: Option<&'static Opening>,
    ) -> io::Result<()> {
        match self {
            Self::Json(array) => array.item(&GameJson::new(number, record, opening)),
            Self::Table(table) => table.row(vec![
                number.to_string(),
                clean(record.date.trim()).into_owned(),
                summary::player(record, Color::Black),
                summary::player(record, Color::White),
                summary::result(record),
                opening.map_or(String::new(), |opening| opening.english.to_owned()),
                clean(record.event.trim()).into_owned(),
            ]),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Table(table) => table.finish().map(drop),
            Self::Json(array) => array.finish(),
        }
    }
}
