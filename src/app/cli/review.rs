//! Owns `reversi review`: what each move of a game lost, why, and the graph of the evaluation.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::time::Duration;

use crate::app::review::{MoveReview, Review, Reviewer, Totals, limits_of_depth, svg, text};
use crate::app::store::atomic::AtomicFile;
use crate::notation::{Record, summary};
use crate::search::Limits;
use crate::{Color, Entry, Game, Opening};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::hint::{found_as_json, kind_as_json};
use super::source::{self, Source};
use super::{Failure, cannot_write, color_name, complain, machine_threads, print, show};
use crate::app::cli::args::ReviewArgs;

/// The memory of the search, in megabytes.
const TABLE: usize = 128;

pub(super) fn run(args: &ReviewArgs) -> Result<(), Failure> {
    let source = source::find(Some(&args.text), args.game, "review")?;
    let (game, record) = match &source {
        Source::Position(_) => {
            return Err(Failure::Usage(
                "there are no moves to review, a position alone is for `reversi hint`".to_owned(),
            ));
        }
        Source::Transcript(game) => (game.clone(), None),
        Source::Record(record) => {
            let game = record
                .replay()
                .map_err(|problem| Failure::Faults(problem.to_string()))?;
            if let Some(warning) = record.check() {
                complain(&format!("warning: {warning}"));
            }
            (game, Some(&**record))
        }
    };
    let is_move = |entry: &Entry| matches!(entry, Entry::Move { .. });
    if !game.entries().iter().any(is_move) {
        return Err(Failure::Usage(
            "the game has no move that could be reviewed".to_owned(),
        ));
    }
    // What cannot be written is known before the long work.
    let svg = match args.svg.as_deref() {
        Some(path) if path != Path::new("-") => {
            AtomicFile::try_out(path).map_err(|error| cannot_write(path, &error))?;
            Some(path)
        }
        _ => None,
    };
    let review = reviewed(args, &game);
    if args.json {
        return print(as_json(&review, record).as_bytes());
    }
    if args.svg.is_some() {
        let picture = svg::graph(&review, &title(&review, record)) + "\n";
        let Some(path) = svg else {
            return print(picture.as_bytes());
        };
        AtomicFile::create(path)
            .and_then(|mut file| {
                file.write_all(picture.as_bytes())?;
                file.commit()
            })
            .map_err(|error| cannot_write(path, &error))?;
    }
    print(as_text(args, &review, record).as_bytes())
}

fn reviewed(args: &ReviewArgs, game: &Game) -> Review {
    let limits = match (args.depth, args.time) {
        (_, Some(time)) => Limits::time(time),
        (depth, None) => limits_of_depth(depth.unwrap_or(crate::app::review::DEFAULT_DEPTH)),
    };
    let threads = args.threads.unwrap_or_else(machine_threads);
    let mut reviewer = Reviewer::new(TABLE, limits).with_threads(threads);
    let mut review = Review::new(game);
    let bar = progress_bar(review.positions().len());
    while reviewer.step(&mut review, &mut || false) {
        bar.inc(1);
    }
    bar.finish_and_clear();
    review
}

/// A bar on a terminal's stderr, nothing anywhere else.
fn progress_bar(positions: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(positions as u64);
    // A template that cannot be read would show the usual bar.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} positions") {
        bar.set_style(style.progress_chars("#>-"));
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Who played, as far as that is known, and how it went.
fn title(review: &Review, record: Option<&Record>) -> String {
    let of_game;
    let record = if let Some(record) = record {
        record
    } else {
        of_game = Record::from_game(review.game());
        &of_game
    };
    let named = |color: Color| match record.players[color].trim() {
        "" => color.to_string(),
        _ => summary::player(record, color),
    };
    let [black, white] = Color::ALL.map(named);
    format!("{black} - {white}, {}", summary::result(record))
}

fn as_text(args: &ReviewArgs, review: &Review, record: Option<&Record>) -> String {
    let mut text = String::new();
    for line in record.map(show::about).unwrap_or_default() {
        text += &(line + "\n");
    }
    if let Some(opening) = Opening::of(review.game().positions()) {
        text += &(show::opening_line(opening) + "\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for entry in 0..review.game().entries().len() {
        text += &(text::entry_line(review, entry) + "\n");
        let judgement = review.judgement(entry);
        if let (true, Some(judgement)) = (args.lines, judgement)
            && judgement.loss > 0
        {
            for line in text::lines_of_play(judgement) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "     {line}");
            }
        }
    }
    text.push('\n');
    text += &text::totals(review);
    if args.svg.is_none() {
        text +=
            "\nDiscs that Black (X) or White (O) is ahead by after each entry; x, o: estimated\n";
        text += &text::graph(review);
    }
    text
}

fn as_json(review: &Review, record: Option<&Record>) -> String {
    let entries = review.game().entries();
    let moves: Vec<Value> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| entry_as_json(review, at, entry))
        .collect();
    let name = |color: Color| record.map_or("", |record| record.players[color].as_str());
    let totals = review.totals();
    let opening = Opening::of(review.game().positions());
    let result = summary::result(&Record::from_game(review.game()));
    let object = json!({
        "black": name(Color::Black),
        "white": name(Color::White),
        "result": record.map_or(result, summary::result),
        "opening": opening.map(|opening| opening.english),
        "start": review.game().start().to_string(),
        "start_evaluation": score_as_json(&review, 0),
        "entries": moves,
        "totals": {
            "black": totals_as_json(totals.black),
            "white": totals_as_json(totals.white),
        },
    });
    format!("{object}\n")
}

fn entry_as_json(review: &Review, at: usize, entry: &Entry) -> Value {
    let (kind, color) = match entry {
        Entry::Move { color, .. } => ("move", color),
        Entry::Pass { color } => ("pass", color),
        Entry::Resignation { color } => ("resignation", color),
        Entry::Timeout { color } => ("timeout", color),
    };
    let mut object = json!({
        "number": at + 1,
        "side": color_name(*color),
        "entry": kind,
        "evaluation": score_as_json(review, at + 1),
    });
    if let Some(judgement) = review.judgement(at)
        && let (Value::Object(object), Value::Object(more)) =
            (&mut object, judgement_as_json(judgement))
    {
        object.extend(more);
    }
    object
}

fn judgement_as_json(judgement: &MoveReview) -> Value {
    json!({
        "move": judgement.square.to_string(),
        "loss": judgement.loss,
        "exact": judgement.is_exact(),
        "best": found_as_json(&judgement.best),
        "played": found_as_json(&judgement.played),
        "reason": judgement.reason_sentence(),
    })
}

fn score_as_json(review: &Review, entries: usize) -> Option<Value> {
    let (black, certainty) = review.black_score(entries)?;
    let (kind, confidence) = kind_as_json(certainty);
    Some(json!({
        "black": black.discs(),
        "kind": kind,
        "confidence": confidence,
        "depth": review.score(entries)?.depth,
    }))
}

fn totals_as_json(totals: Totals) -> Value {
    json!({
        "moves": totals.moves,
        "mean_loss": totals.mean_loss(),
        "mistakes": totals.mistakes,
        "blunders": totals.blunders,
        "best": totals.best,
    })
}
