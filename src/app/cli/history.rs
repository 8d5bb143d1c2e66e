//! Owns `reversi history`: the log of finished games as a list, and what it adds up to.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal as _};

use crate::app::player::PlayerKind;
use crate::app::store::StorageError;
use crate::app::store::history::{self, Logged};
use crate::app::store::saver;
use crate::app::store::state::StateFolder;
use crate::notation::summary::{self, Verdict};
use crate::notation::{Record, clean};
use crate::{Color, Opening};
use serde::Serialize;

use super::games::{GameJson, JsonArray};
use super::table::Table;
use super::{Failure, complain};
use crate::app::cli::args::HistoryArgs;

/// Puts games into the log that were over when their program was killed.
pub(super) fn tidy(state: &StateFolder) {
    for notice in saver::log_what_was_over(state) {
        complain(&format!("warning: {notice}"));
    }
}

pub(super) fn run(args: &HistoryArgs) -> Result<(), Failure> {
    let Some(state) = StateFolder::of_this_person() else {
        return Err(Failure::Faults(
            "there is no home folder with a log of games".to_owned(),
        ));
    };
    tidy(&state);
    let unreadable = |error: StorageError| Failure::Faults(error.to_string());
    let (mut faults, mut lines) = (0, 0);
    let games = history::read(&state)
        .map_err(unreadable)?
        .inspect(|_| lines += 1)
        .filter_map(|game| match game {
            Ok(game) if game.superseded => None,
            Ok(Logged {
                number,
                record: Ok(record),
                ..
            }) => Some(Ok((number, record))),
            Ok(Logged {
                number,
                record: Err(why),
                ..
            }) => {
                faults += 1;
                complain(&format!("error: history:{number}: {why}"));
                None
            }
            Err(error) => Some(Err(Failure::Faults(error.to_string()))),
        });
    if args.stats {
        statistics(games, args.json)?;
    } else {
        list(games, args.json)?;
    }
    if lines == 0 && !args.json && io::stdout().is_terminal() {
        super::print(b"No game was played to its end here yet.\n")?;
    }
    match faults {
        0 => Ok(()),
        1 => Err(Failure::Faults(
            "1 game of the log could not be read".to_owned(),
        )),
        _ => Err(Failure::Faults(format!(
            "{faults} games of the log could not be read"
        ))),
    }
}

fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

fn list(
    games: impl Iterator<Item = Result<(u64, Record), Failure>>,
    json: bool,
) -> Result<(), Failure> {
    if json {
        let mut array = JsonArray::new(stdout());
        for game in games {
            let (number, record) = game?;
            let opening = Opening::of(record.positions());
            array
                .item(&GameJson::new(number, &record, opening))
                .map_err(Failure::Output)?;
        }
        return array.finish().map_err(Failure::Output);
    }
    let head = ["no.", "date", "Black", "White", "result", "opening"];
    let mut table = Table::new(stdout(), io::stdout().is_terminal(), &head, 1);
    for game in games {
        let (number, record) = game?;
        let row = vec![
            number.to_string(),
            clean(minute(&record.date)).into_owned(),
            summary::player(&record, Color::Black),
            summary::player(&record, Color::White),
            summary::result(&record),
            Opening::of(record.positions()).map_or(String::new(), |o| o.english.to_owned()),
        ];
        table.row(row).map_err(Failure::Output)?;
    }
    table.finish().map(drop).map_err(Failure::Output)
}

/// A time of day without its seconds: `2024-05-17 20:15`.
fn minute(date: &str) -> &str {
    match date.as_bytes().get(13) {
        Some(b':') => date.get(..16).unwrap_or(date),
        _ => date,
    }
}

/// What a person's games against one opponent add up to.
#[derive(Default, Serialize)]
struct Tally {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// The sum of the person's margins, in discs, over the games that were played to their end.
    #[serde(skip)]
    margins: i64,
    /// How many those are.
    #[serde(skip)]
    finished: u32,
    /// The mean of the margins; `null` without any.
    mean_margin: Option<f64>,
}

impl Tally {
    fn add(&mut self, record: &Record, person: Color) {
        self.games += 1;
        match summary::verdict(record) {
            Some(Verdict::Won(winner)) if winner == person => self.won += 1,
            Some(Verdict::Won(_)) => self.lost += 1,
            Some(Verdict::Draw) => self.drawn += 1,
            None => {}
        }
        if let Some(outcome) = record.outcome() {
            let score = outcome.score;
            self.finished += 1;
            self.margins += i64::from(score[person]) - i64::from(score[person.opposite()]);
            #[allow(clippy::cast_precision_loss)] // nobody plays so many games
            let mean = self.margins as f64 / f64::from(self.finished);
            self.mean_margin = Some(mean);
        }
    }
}

/// The side of the only person, as players are called in the log.
fn lone_person(record: &Record) -> Option<Color> {
    let person = PlayerKind::Human.to_string();
    let plays = |color: Color| record.players[color] == person;
    match (plays(Color::Black), plays(Color::White)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}

fn statistics(
    games: impl Iterator<Item = Result<(u64, Record), Failure>>,
    json: bool,
) -> Result<(), Failure> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
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
    if json {
        let mut text = serde_json::to_string_pretty(&tallies)
            .map_err(|error| Failure::Output(error.into()))?;
        text.push('\n');
        return super::print(text.as_bytes());
    }
    let head = ["games", "won", "drawn", "lost", "mean", "opponent"];
    let mut table = Table::new(stdout(), io::stdout().is_terminal(), &head, 5);
    for (opponent, tally) in tallies {
        let mean = tally
            .mean_margin
            .map_or("-".to_owned(), |mean| format!("{mean:+.1}"));
        let counts = [tally.games, tally.won, tally.drawn, tally.lost];
        let mut row: Vec<String> = counts.iter().map(ToString::to_string).collect();
        row.extend([mean, opponent]);
        table.row(row).map_err(Failure::Output)?;
    }
    table.finish().map(drop).map_err(Failure::Output)?;
    if others > 0 && io::stdout().is_terminal() {
        let what = if others == 1 {
            "game was"
        } else {
            "games were"
        };
        let sentence = format!("{others} {what} of two people or of two CPUs.\n");
        super::print(sentence.as_bytes())?;
    }
    Ok(())
}
