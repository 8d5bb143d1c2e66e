//! Lists of games, as a table or as JSON.

use std::io;
use std::path::Path;

use serde::Serialize;

use super::options::{JapaneseArg, settings};
use super::output::{CleanWriter, Stdout};
use super::person;
use super::table::TextTable;
use reversi::{ByColor, Color, Opening, Position};
use reversi_notation::Record;
use reversi_study::JSON_VERSION;
use reversi_table::phrase::{opening_name, path_text, to_the_minute};
use reversi_table::player::name::PersonName;
use reversi_table::player::recorded::player_of;
use reversi_table::store::StorageError;
use reversi_table::store::game_facts::GameFacts;
use reversi_table::store::labels::Labels;
use reversi_table::store::rated::RatedState;
use reversi_table::store::summary::{self, Verdict};
use reversi_text::label;

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
    /// The position before the first move, unless it is the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Position>,
    moves: String,
    /// The side that is yours.
    you: Option<Color>,
    /// Whether it counts for your rating against levels.
    rated: bool,
    /// Why a game of yours against the computer does not count.
    casual: Option<&'static str>,
    /// The tags that you gave the game, without the sign.
    tags: Vec<String>,
    /// The note that you gave it, or nothing.
    note: String,
    version: u32,
}

impl GameJson {
    fn new(
        file: Option<&Path>,
        number: u64,
        record: &Record,
        opening: Option<&'static Opening>,
        (labels, name): (&Labels, PersonName),
    ) -> Self {
        let outcome = record.outcome();
        let facts = GameFacts::of(record, opening);
        let (you, rated) = (facts.own_side(name), facts.rated);
        let label = labels.of(&facts);
        let label = label.cloned().unwrap_or_default();
        Self {
            file: file.map(|file| file.display().to_string()),
            number,
            date: record.readable_date().into_owned(),
            event: record.event.clone(),
            black: player_of(&record.players, Color::Black).to_string(),
            white: player_of(&record.players, Color::White).to_string(),
            result: summary::result(record).into(),
            score: outcome.map(|outcome| outcome.score),
            winner: summary::verdict(record).map(|verdict| match verdict {
                Verdict::Won(Color::Black) => "black",
                Verdict::Won(Color::White) => "white",
                Verdict::Draw => "draw",
            }),
            opening,
            start: (record.start != Position::START).then_some(record.start),
            moves: record.squares().map(|square| square.to_string()).collect(),
            you,
            rated: rated.is_rated(),
            casual: match rated {
                RatedState::Casual(why) => Some(why.reason()),
                RatedState::Rated(_) | RatedState::NotAgainstLevel => None,
            },
            tags: label.tags().to_vec(),
            note: label.note().to_owned(),
            version: JSON_VERSION,
        }
    }
}

/// What a list of games is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableForm {
    /// Games of files: with events, and dates as they are.
    Files,
    /// Games of the history.
    History,
    /// Games of the libraries and of the history: the source of each is named.
    All,
}

/// Returns the name of a game in a list. The file is named where games of several are listed.
pub(super) fn place_name(file: Option<&Path>, number: u64, form: TableForm) -> String {
    match (file, form) {
        (Some(file), _) => format!("{}#{number}", path_text(file)),
        (None, TableForm::All) => format!("history:{number}"),
        (None, TableForm::Files | TableForm::History) => number.to_string(),
    }
}

/// The output of a list of games, which is written game by game: a table or JSON.
pub(super) enum GameTable {
    TextTable {
        table: TextTable<Stdout>,
        form: TableForm,
        /// Whether openings have their Japanese names too.
        japanese: bool,
    },
    /// One object a line.
    Json {
        out: CleanWriter<Stdout>,
        /// The tags and notes of games.
        labels: Labels,
        /// The name of the player.
        name: PersonName,
    },
}

impl GameTable {
    pub(super) fn new(json: bool, form: TableForm) -> Result<Self, StorageError> {
        let head = [
            label!("no."),
            label!("date"),
            label!("Black"),
            label!("White"),
            label!("result"),
            label!("opening"),
            label!("event"),
        ];
        if json {
            let state = person::state_folder();
            let labels = state.map(|state| Labels::load(&state)).transpose()?;
            Ok(Self::Json {
                out: CleanWriter::stdout(),
                labels: labels.unwrap_or_default(),
                name: settings().kept().name,
            })
        } else {
            let events = usize::from(form != TableForm::History);
            let table = TextTable::to_stdout(&head[..6 + events], 1);
            let japanese = JapaneseArg::default().is_wanted();
            Ok(Self::TextTable {
                table,
                form,
                japanese,
            })
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
            Self::Json { out, labels, name } => {
                let own = (&*labels, *name);
                out.json(&GameJson::new(file, number, record, opening, own))?;
                out.text("\n")
            }
            Self::TextTable {
                table,
                form,
                japanese,
            } => {
                let date = record.readable_date();
                let date = match form {
                    TableForm::Files => &date,
                    TableForm::History | TableForm::All => to_the_minute(&date),
                };
                let number = place_name(file, number, *form);
                let mut cells = vec![
                    number,
                    date.to_owned(),
                    summary::player(record, Color::Black).into(),
                    summary::player(record, Color::White).into(),
                    summary::listed_result(record).into(),
                    opening.map_or_else(String::new, |opening| {
                        opening_name(opening, *japanese).into()
                    }),
                ];
                if *form != TableForm::History {
                    cells.push(record.event.trim().to_owned());
                }
                table.row(cells)
            }
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::TextTable { table, .. } => table.finish().map(drop),
            Self::Json { out, .. } => out.finish().map(drop),
        }
    }
}
