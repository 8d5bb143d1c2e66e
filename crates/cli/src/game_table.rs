//! Lists of games, as a table or as JSON.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::output::{CleanWriter, Stdout};
use super::table::TextTable;
use reversi::notation::Record;
use reversi::{ByColor, Color, Opening};
use reversi_study::JSON_VERSION;
use reversi_table::phrase::{path_text, to_the_minute};
use reversi_table::player::recorded::player_of;
use reversi_table::store::summary::{self, Verdict};

/// A game in JSON. Unknown values are `null` or empty.
#[derive(Serialize)]
struct GameJson {
    /// The file, where games of several are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    number: u64,
    date: String,
    event: String,
    black: String,
    white: String,
    result: String,
    /// The official disc counts of a finished game.
    score: Option<ByColor<u32>>,
    winner: Option<&'static str>,
    opening: Option<&'static Opening>,
    moves: String,
}

impl GameJson {
    fn new(
        file: Option<&Path>,
        number: u64,
        record: &Record,
        opening: Option<&'static Opening>,
    ) -> Self {
        let outcome = record.outcome();
        Self {
            file: file.map(|file| file.display().to_string()),
            number,
            date: record.readable_date().into_owned(),
            event: record.event.clone(),
            black: player_of(&record.players, Color::Black).into_owned(),
            white: player_of(&record.players, Color::White).into_owned(),
            result: summary::result(record),
            score: outcome.map(|outcome| outcome.score),
            winner: summary::verdict(record).map(|verdict| match verdict {
                Verdict::Won(Color::Black) => "black",
                Verdict::Won(Color::White) => "white",
                Verdict::Draw => "draw",
            }),
            opening,
            moves: record.squares().map(|square| square.to_string()).collect(),
        }
    }
}

/// A JSON object with an array of games that is written game by game, one per line.
pub(super) struct JsonGames<W> {
    out: CleanWriter<W>,
    count: u64,
}

impl<W: Write> JsonGames<W> {
    const fn new(out: CleanWriter<W>) -> Self {
        Self { out, count: 0 }
    }

    fn item(&mut self, value: &impl Serialize) -> io::Result<()> {
        let before = if self.count == 0 { GAMES } else { "," };
        self.count += 1;
        self.out.text(&format!("{before}\n"))?;
        self.out.json(value)
    }

    fn finish(mut self) -> io::Result<()> {
        let before = if self.count == 0 { GAMES } else { "\n" };
        let end = format!("{before}],\"version\":{JSON_VERSION}}}\n");
        self.out.text(&end)?;
        self.out.finish().map(drop)
    }
}

/// What stands before the first game.
const GAMES: &str = "{\"games\":[";

/// The output of a list of games: a table or JSON.
pub(super) enum GameTable {
    TextTable {
        table: TextTable<Stdout>,
        /// The table has events; dates are then printed unchanged.
        events: bool,
    },
    Json(JsonGames<Stdout>),
}

impl GameTable {
    pub(super) fn new(json: bool, events: bool) -> Self {
        let head = [
            "no.", "date", "Black", "White", "result", "opening", "event",
        ];
        if json {
            Self::Json(JsonGames::new(CleanWriter::stdout()))
        } else {
            let table = TextTable::to_stdout(&head[..6 + usize::from(events)], 1);
            Self::TextTable { table, events }
        }
    }

    /// Adds a game. The file is named where games of several are listed.
    pub(super) fn game(
        &mut self,
        file: Option<&Path>,
        number: u64,
        record: &Record,
        opening: Option<&'static Opening>,
    ) -> io::Result<()> {
        match self {
            Self::Json(array) => array.item(&GameJson::new(file, number, record, opening)),
            Self::TextTable { table, events } => {
                let date = record.readable_date();
                let date = if *events { &date } else { to_the_minute(&date) };
                let number = match file {
                    Some(file) => format!("{}#{number}", path_text(file)),
                    None => number.to_string(),
                };
                let mut cells = vec![
                    number,
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
