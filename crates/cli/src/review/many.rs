//! The review of many games: a line for each game, or for each mistake.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;

use super::super::choice::{
    GamePlace, each_game, each_in_library, each_record, history_games, library, no_libraries,
    with_library,
};
use super::super::game_table::{TableForm, place_name};
use super::super::source::{
    GamesArgument, Located, file_of, games_of, locate, open_games, skipped, state_folder,
};
use super::super::stream::{self, LinesOfItem, OnItem};
use super::super::table::TextTable;
use super::{
    ReviewArgs, as_json, departure, entry_as_json, limits, named_game_missing, own_lines, settings,
};
use crate::Failure;
use crate::line::until_ctrl_c;
use crate::options::search_failed;
use crate::output::{about, games_bar, print};
use reversi::{Color, Opening};
use reversi_notation::{Record, detect};
use reversi_study::games::GameChoice;
use reversi_study::practice::own_lines::OwnLines;
use reversi_study::review::{Review, Reviewer, TABLE, Whose};
use reversi_table::phrase::to_the_minute;
use reversi_table::player::ExternalEngine;
use reversi_table::player::name::{PersonName, own_side};
use reversi_table::player::recorded::player_of;
use reversi_table::store::rated::RatedState;
use reversi_table::store::{history, summary};
use reversi_text::{Message, Said, label, tr};
use reversi_wording::review as wording;

/// The argument for all games of the history.
const HISTORY: &str = "history:";

/// There are no games to review.
const NO_GAMES: &Message =
    label!("to review games, name files of games, or set libraries in the settings file");

/// The columns of the list of games on a terminal.
const COLUMNS: [&Message; 9] = [
    label!("no."),
    label!("date"),
    label!("Black"),
    label!("White"),
    label!("result"),
    label!("loss B"),
    label!("loss W"),
    label!("mistakes B"),
    label!("mistakes W"),
];

/// Returns whether the arguments are about many games: by their options, or because of what they name. On a screen, a
/// file of several games shows the first.
pub(super) fn is_asked(args: &ReviewArgs, opens: bool) -> Result<bool, Failure> {
    let has_options = args.library
        || args.mistakes.is_some()
        || args.shard.shard.is_some()
        || writes_lines(args)
        || !args.filter.filter().is_empty();
    if has_options || args.games.len() > 1 || args.games.iter().any(|text| text == HISTORY) {
        return Ok(true);
    }
    let [text] = &args.games[..] else {
        return Ok(false);
    };
    if opens || args.game.is_some() || args.lines || args.output.is_some() || text == "-" {
        return Ok(false);
    }
    Ok(match locate(text)? {
        Located::File(path, None) if path.is_dir() => true,
        // One that cannot be read is reported by the review of one game.
        Located::File(path, None) => {
            open_games(&path, None).is_ok_and(|records| records.take(2).count() == 2)
        }
        _ => false,
    })
}

/// Returns whether the output is a file of lines.
fn writes_lines(args: &ReviewArgs) -> bool {
    let ending = args.output.as_deref().and_then(Path::extension);
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"))
}

/// What every line about a game begins with.
#[derive(Serialize)]
struct GameHead<'a> {
    /// The number in the list of all games, from 1.
    item: u64,
    /// The file, where games of several are reviewed.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    number: u64,
    /// The depth of the search, if it is limited.
    depth: Option<u32>,
    #[serde(flatten)]
    effort: &'a Effort,
}

/// What else decides what a line says. It is in every line, so that lines of other options are refused.
#[derive(Serialize)]
struct Effort {
    /// The seconds for each position.
    time_limit: Option<f64>,
    /// The name of another engine.
    engine: Option<String>,
    /// The least loss of the mistakes, if these are listed.
    least_loss: Option<u32>,
}

/// A game to review.
struct ManyGame {
    head: String,
    /// Its name in a list.
    name: String,
    record: Record,
}

/// What is printed of a game.
enum GameOutput {
    Lines(String),
    Row(Vec<String>),
}

/// How games are reviewed and printed.
struct ManyReviews<'a> {
    args: &'a ReviewArgs,
    engine: Option<&'a ExternalEngine>,
    reviewer: Reviewer,
    name: PersonName,
    own_lines: Option<OwnLines>,
    is_json: bool,
}

/// Reviews games: those of the arguments, or those of standard input if they are read already.
pub(super) fn run(
    args: &ReviewArgs,
    engine: Option<&ExternalEngine>,
    read: Option<Vec<u8>>,
) -> Result<(), Failure> {
    if args.games.is_empty() && !args.library {
        return Err(named_game_missing());
    }
    if args.output.is_some() && !writes_lines(args) {
        return Err(Failure::Usage(tr!(
            "--output: a picture is of one game; of many, write JSON to a file that ends in .jsonl"
        )));
    }
    let per_item = match args.mistakes {
        Some(_) => LinesOfItem::Any,
        None => LinesOfItem::One,
    };
    let (mut kept, mut output) = stream::open(args.output.as_deref(), "item", per_item)?;
    let name = settings().kept().name;
    let reviewer = Reviewer::new(TABLE, limits(args, engine)).with_engine(engine.cloned());
    let many = ManyReviews {
        args,
        engine,
        name,
        own_lines: own_lines(name),
        is_json: args.form.json || args.output.is_some(),
        reviewer,
    };
    let (choice, part, depth) = (
        args.filter.choice(),
        args.shard.part(),
        many.reviewer.depth(),
    );
    // An engine is asked about one position at a time.
    let threads = engine.map_or_else(|| args.threads.count(), |_| 1);
    let bar = games_bar();
    let effort = Effort {
        time_limit: args.time_limit.map(|time| time.as_secs_f64()),
        engine: engine.map(|engine| engine.name().to_owned()),
        least_loss: args.mistakes,
    };
    let mut faults = 0;
    let produce = |on_item: &mut OnItem<'_, ManyGame>| {
        let mut items = 0..;
        let mut on_game = |GamePlace { file, number }: GamePlace<'_>, name, record: &Record| {
            let Some(index) = items.next().filter(|&index| part.has(index)) else {
                return Ok(ControlFlow::Continue(()));
            };
            let head = stream::head(&GameHead {
                item: index + 1,
                file: file.map(|file| file.display().to_string()),
                number,
                depth,
                effort: &effort,
            })?;
            if kept.has(&head)? {
                return Ok(ControlFlow::Continue(()));
            }
            let record = record.clone();
            Ok(on_item(ManyGame { head, name, record }))
        };
        faults = match read {
            Some(games) => {
                let records = detect::read(&games[..], None);
                let mut on_record = |place: GamePlace<'_>, record: &Record, _| {
                    on_game(place, place.number.to_string(), record)
                };
                let mut faults = 0;
                let _ = each_record(None, true, records, &choice, &mut faults, &mut on_record)?;
                faults
            }
            None => each_chosen(args, &choice, &mut on_game)?,
        };
        kept.finish()
    };
    let mut rows = Vec::new();
    let take = |found| match found {
        GameOutput::Lines(lines) => output.write(&lines),
        GameOutput::Row(row) if io::stdout().is_terminal() => {
            rows.push(row);
            Ok(())
        }
        GameOutput::Row(row) => print(&TextTable::for_stdout(&COLUMNS, 1).text_of([row])),
    };
    let work = |(): &mut (), game| many.review(&game);
    stream::run(threads, &bar, produce, || (), work, take)?;
    if !rows.is_empty() {
        print(&TextTable::for_stdout(&COLUMNS, 1).text_of(rows))?;
    }
    skipped(faults)
}

/// What is done with a game, its place and its name in a list.
type OnGame<'a> =
    dyn FnMut(GamePlace<'_>, String, &Record) -> Result<ControlFlow<()>, Failure> + 'a;

/// Calls a function with each chosen game, until it breaks. Returns the number of games that cannot be read.
fn each_chosen(
    args: &ReviewArgs,
    choice: &GameChoice,
    on_game: &mut OnGame<'_>,
) -> Result<u64, Failure> {
    let has_one =
        !args.library && args.games.len() == 1 && !Path::new(args.games[0].as_str()).is_dir();
    let log = if has_one {
        TableForm::History
    } else {
        TableForm::All
    };
    let in_files = |files: &[PathBuf], on_game: &mut OnGame<'_>| {
        let mut on_file = |place: GamePlace<'_>, record: &Record, _: Option<&'static Opening>| {
            let (file, number) = (place.file.filter(|_| !has_one), place.number);
            // A single file and standard input have no name.
            let name = place_name(file, number, TableForm::Files);
            on_game(GamePlace { file, number }, name, record)
        };
        let read = each_game(files, None, choice, NO_GAMES, &mut on_file)?;
        Ok::<_, Failure>(read.unwrap_or(0))
    };
    if args.library {
        each_of_libraries(choice, on_game)?;
        return Ok(0);
    }
    let mut faults = 0;
    for text in &args.games {
        let path = Path::new(text);
        if text == HISTORY {
            let games = history::read(&state_folder()?, &until_ctrl_c)?;
            for game in history_games(games, choice, &mut faults) {
                let (number, record) = game?;
                let place = GamePlace { file: None, number };
                if on_game(place, place_name(None, number, log), &record)?.is_break() {
                    break;
                }
            }
        } else if let GamesArgument::One(game) = games_of(path)? {
            let (file, number, record) = (file_of(path), game.number, game.record());
            let file = Some(&*file).filter(|file| *file != path);
            if choice.has_record(&record, Opening::of(record.positions())) {
                let _ = on_game(GamePlace { file, number }, text.clone(), &record)?;
            }
        } else {
            faults += in_files(&[path.to_owned()], on_game)?;
        }
    }
    Ok(faults)
}

/// Calls a function with each chosen game of the libraries, until it breaks. All of them have to be read before, so that
/// every part has the same list.
fn each_of_libraries(choice: &GameChoice, on_game: &mut OnGame<'_>) -> Result<(), Failure> {
    if settings().kept().library_paths().is_empty() {
        return Err(no_libraries("--library"));
    }
    let Some(mut index) = library(NO_GAMES)? else {
        return Ok(());
    };
    with_library(&mut index, |index, on_progress| {
        index.update(on_progress, &until_ctrl_c)
    })?;
    if let Some(missing) = index.still_read() {
        return Err(Failure::Faults(tr!(
            "{missing}; run the command again once it is read",
            missing = &Said::display(missing)
        )));
    }
    each_in_library(&mut index, choice, &mut |place, record, _| {
        let name = place_name(place.file, place.number, TableForm::All);
        on_game(place, name, record)
    })
}

impl ManyReviews<'_> {
    /// Reviews a game and returns what is printed of it.
    fn review(&self, game: &ManyGame) -> Result<GameOutput, Failure> {
        let ManyGame { head, name, record } = game;
        let mut review = Review::new(&record.replay()?);
        let done = self.reviewer.run(&mut review);
        done.map_err(|error| search_failed(self.engine, &error))?;
        let you = own_side(record, self.name);
        Ok(match (self.args.mistakes, self.is_json) {
            (None, true) => {
                let departure = departure(self.own_lines.as_ref(), record);
                let facts = as_json(&review, record, you, departure.as_ref());
                GameOutput::Lines(stream::line(head, facts))
            }
            (None, false) => GameOutput::Row(row(name, record, &review, you)),
            (Some(least), is_json) => {
                let whose = Whose::of(record, you);
                let entries = 0..review.game().entries().len();
                let lost = |&entry: &usize| {
                    let judged = review.move_review(entry);
                    judged.is_some_and(|judged| judged.loss >= least)
                };
                let line = |entry| {
                    if is_json {
                        mistake_as_json(head, record, &review, entry, you)
                    } else {
                        let line = wording::entry_line(&review, entry, &whose);
                        about(name, line.trim_start()).to_string() + "\n"
                    }
                };
                GameOutput::Lines(entries.filter(lost).map(line).collect())
            }
        })
    }
}

/// Returns the cells of a game.
fn row(name: &str, record: &Record, review: &Review, you: Option<Color>) -> Vec<String> {
    let totals = review.totals(&Whose::of(record, you));
    let loss = |side: Color| {
        let mean = totals[side].mean_loss();
        mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"))
    };
    let mistakes = |side: Color| (totals[side].mistakes + totals[side].blunders).to_string();
    let head = [
        name.to_owned(),
        to_the_minute(&record.readable_date()).to_owned(),
        summary::player(record, Color::Black).into(),
        summary::player(record, Color::White).into(),
        summary::listed_result(record).into(),
    ];
    let sides = Color::ALL
        .map(loss)
        .into_iter()
        .chain(Color::ALL.map(mistakes));
    head.into_iter().chain(sides).collect()
}

/// Returns the line of a move that lost discs. The number of the entry comes after the head, so that the lines of a game
/// can be sorted.
fn mistake_as_json(
    head: &str,
    record: &Record,
    review: &Review,
    entry: usize,
    you: Option<Color>,
) -> String {
    let head = format!("{head}\"ply\":{},", entry + 1);
    let facts = json!({
        "black": player_of(&record.players, Color::Black).to_string(),
        "white": player_of(&record.players, Color::White).to_string(),
        "you": you,
        "rated": RatedState::of(record).is_rated(),
        "position": review.positions()[entry],
        "mistake": entry_as_json(review, entry, &review.game().entries()[entry]),
    });
    stream::line(&head, facts)
}
