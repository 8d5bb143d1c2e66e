//! `reversi puzzle`: prints, exports or asks puzzles.

use std::fmt::Write as _;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::ColorChoice;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::Failure;
use super::line::until_ctrl_c;
use super::options::{ThreadArgs, settings};
use super::output::{
    FormArgs, error, print_json, print_message, print_one_of_many, print_to, try_output,
};
use super::person;
use super::screen::{LookArgs, has_screen, reader, tui_options, two_people};
use super::source::{GAMES, each_record, skipped, state_folder};
use super::values::{Expected, named, output_file, whole};
use crate::line::puzzle::PuzzleMode;
use crate::terminal;
use reversi_study::practice::generate::{PuzzleFilter, PuzzleSource, daily, find_all, random};
use reversi_study::practice::level::PuzzleLevel;
use reversi_study::practice::practice_store::PracticeStore;
use reversi_study::practice::puzzle::{EMPTIES, Puzzle, PuzzleKind};
use reversi_study::practice::supply::{PuzzleSources, Supply, own_games};
use reversi_study::rating;
use reversi_table::clock::today;
use reversi_table::player::name::PersonName;
use reversi_table::system::cleanup::flag_on_signal;
use reversi_text::tr;
use reversi_tui::FirstScreen;
use reversi_wording::practice;

/// The default number of puzzles to print or export.
const COUNT: u32 = 10;

/// The day whose puzzle is asked without a date.
const TODAY: &str = "today";

/// Where puzzles are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SourceChoice {
    /// mistakes of your finished games, or of FILE
    Mistakes,
    /// positions of your finished games, or of FILE
    Games,
    /// new positions without end
    Generated,
}

/// Solve puzzles: find the only winning move, keep a draw, save a corner
///
/// At a terminal, opens the screen of the puzzles: those that you missed and that are due again, mistakes of your own
/// games, and new ones near your rating. With --plain, --spoken or --count, or through a pipe, asks them in line mode.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("form").arg("json").multiple(false))]
#[command(mut_arg("json", |arg| arg.help("Print JSON, one object a line")))]
#[command(after_help = "\
Examples:
  reversi puzzle                                   Puzzles for you; type the move
  reversi puzzle --daily                           The puzzle of the day, the same for everybody
  reversi puzzle --difficulty easy                 Near the end, and not hard
  reversi puzzle --source mistakes                 What you missed in your finished games
  reversi puzzle --kind corner --empties 8-10      Only corners to save, near the end
  reversi puzzle games.ggf --json -n 3             Positions of games, for programs
  reversi puzzle -o set.obf --seed 7               A set of ten new puzzles, to share or for `reversi solve`
  reversi puzzle set.obf                           The puzzles of a set

Puzzles are as hard as your rating says, which begins at the level of your games, or with easy puzzles. easy
has 4 to 8 empty squares, medium 6 to 12, hard 8 to 16. A hint costs what the answer would have gained, and the
third, which names the answer, half of what a wrong move costs.

A puzzle has at least 4 legal moves (3 with fewer than 6 empty squares) and 1 or 2 answers; every other move
loses the result or at least 4 discs, all proven. KIND is win (the only winning move), draw (the only move that
keeps the draw), best (the best move), pass (make the opponent pass), corner (keep the opponent out of a corner
on every line of best play; after any other move it can take it at once) or last-move (get the last move in a
region on every line of best play; after any other move the opponent gets it). The same seed gives the same
puzzles, for a player of the same rating. Mistakes are those of your side: the only person in a game, or the one
with the name in the settings.

In line mode, type a move, or hint, more, board, help or quit. Your rating, and when to ask again what you
missed, are stored in reversi/practice.json in your state folder (~/.local/state on Unix).

--output writes OBF: the position, the score of every move, and the question as a comment.")]
pub(crate) struct PuzzleArgs {
    #[arg(value_name = "FILE", help = GAMES)]
    files: Vec<PathBuf>,
    /// Source of the puzzles [default: all, or the games of FILE]
    #[arg(long, value_name = "SOURCE", ignore_case = true)]
    source: Option<SourceChoice>,
    /// Only puzzles of a kind; can be repeated
    #[arg(long, value_name = "KIND", ignore_case = true,
          value_parser = named(PuzzleKind::ALL.map(|kind| (kind.name().into(), kind))))]
    kind: Vec<PuzzleKind>,
    /// How hard the puzzles are [default: as your rating says]
    #[arg(long, value_name = "DIFFICULTY", ignore_case = true, conflicts_with = "empties",
          value_parser = named(PuzzleLevel::ALL.map(|level| (level.name().into(), level))))]
    difficulty: Option<PuzzleLevel>,
    /// The puzzle of the day, the same for everybody; or of another day, as in --daily=2026-11-26
    #[arg(long, value_name = "DATE", num_args = 0..=1, require_equals = true, value_parser = date,
          default_missing_value = TODAY,
          conflicts_with_all = ["files", "source", "kind", "empties", "difficulty", "seed", "count"])]
    daily: Option<Date>,
    /// Number of empty squares from 4 to 20, or a range such as 8-12 [default: as your rating
    /// says; 4-20 in games, and 6-16 in new puzzles for programs or by --source generated]
    #[arg(long, value_name = "EMPTIES", value_parser = empties)]
    empties: Option<RangeInclusive<u32>>,
    /// Number of puzzles [default: 10; without end in line mode]
    #[arg(short = 'n', long, value_name = "N", value_parser = whole(1..=1_000_000u32))]
    count: Option<u32>,
    /// Random seed [default: random]
    #[arg(long, value_name = "NUMBER", value_parser = whole(0u64..))]
    seed: Option<u64>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Ask in plain text lines (line mode); used automatically when there is no terminal
    #[arg(long, group = "form")]
    plain: bool,
    /// Line mode for screen readers: names the discs, prints the board only on request
    #[arg(long, group = "form")]
    spoken: bool,
    #[command(flatten)]
    form: FormArgs,
    /// Write the puzzles to a file in OBF
    #[arg(short, long, value_name = "FILE", group = "form", value_parser = output_file(&["obf"]))]
    output: Option<PathBuf>,
}

/// Parses a number of empty squares, or a range of them.
fn empties(text: &str) -> Result<RangeInclusive<u32>, Expected> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|n| EMPTIES.contains(n));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err(Expected(tr!(
            "a whole number from 4 to 20, or a range such as 8-12"
        ))),
    }
}

/// Parses a date, or the word for today.
fn date(text: &str) -> Result<Date, Expected> {
    if text == TODAY {
        return Ok(today());
    }
    text.parse()
        .map_err(|_| Expected(tr!("a date such as 2026-11-26")))
}

pub(super) fn run(args: &PuzzleArgs, color: ColorChoice) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let wanted = PuzzleFilter {
        kinds: if args.kind.is_empty() {
            PuzzleKind::ALL.to_vec()
        } else {
            args.kind.clone()
        },
        empties: args.empties.clone(),
    };
    let faults = Arc::default();
    let source = source(args, seed, &faults)?;
    let skipped = || skipped(faults.load(Ordering::Relaxed));
    if args.form.json || args.output.is_some() {
        if let Some(date) = args.daily {
            let (wanted, candidates) = daily(date);
            return list(args, 1, &wanted, Box::new(candidates));
        }
        let wanted = PuzzleFilter {
            empties: wanted
                .empties
                .or_else(|| args.difficulty.map(PuzzleLevel::empties)),
            ..wanted
        };
        let count = args.count.unwrap_or(COUNT);
        list(args, count, &wanted, source.map_or_else(|| all(seed), Ok)?)?;
        return skipped();
    }
    let state = person::state_folder();
    let supply = match source {
        Some(candidates) => Supply::of(state.clone(), wanted, candidates),
        None => Supply::mixed(state.clone(), wanted, seed),
    };
    let supply = supply.of_player(own_name()).of_level(args.difficulty);
    let supply = match args.daily {
        Some(date) => supply.with_daily(date),
        None => supply,
    };
    if !args.plain && !args.spoken && args.count.is_none() && has_screen() {
        let look = LookArgs::default();
        let first = FirstScreen::Puzzles(Box::new(supply));
        let options = tui_options(&look, color, first, two_people(), |_| ());
        return Ok(terminal::run(options)?);
    }
    let mode = PuzzleMode {
        supply,
        store: PracticeStore::new(state).of_player(own_name()),
        reader: reader(),
        spoken: args.spoken,
        input: io::stdin().lock(),
        output: io::stdout().lock(),
        left: args.count.or(args.daily.map(|_| 1)),
    };
    mode.run()?;
    skipped()
}

/// Returns the candidates of the chosen source; `None` for all sources. Counts the games that cannot be read.
fn source(
    args: &PuzzleArgs,
    seed: u64,
    faults: &Arc<AtomicU64>,
) -> Result<Option<PuzzleSources>, Failure> {
    let of_games = |games: Box<dyn Iterator<Item = PuzzleSource> + Send>| Ok(Some(games));
    match (args.source, &args.files[..]) {
        (None, []) => Ok(None),
        (Some(SourceChoice::Generated), []) => of_games(Box::new(random(seed))),
        (Some(SourceChoice::Generated), _) => Err(Failure::Usage(tr!(
            "generated puzzles need no file; leave it out, or use --source games"
        ))),
        (Some(from), []) => {
            let games = own_games(&state_folder()?, own_name(), &until_ctrl_c)?;
            if games.is_empty() {
                return Err(Failure::Faults(tr!(
                    "there are no finished games of yours yet; play against a level, set your name \
                     to count games with friends, or use --source generated"
                )));
            }
            let games = games.into_iter();
            of_games(Box::new(games.map(move |(_, source)| match source {
                PuzzleSource::Mistakes(game, _) if from == SourceChoice::Games => {
                    PuzzleSource::Game(game)
                }
                mistakes => mistakes,
            })))
        }
        (from, files) => {
            let records = each_record(files, faults)?;
            let faults = Arc::clone(faults);
            let games = records.filter_map(move |record| match record.replay() {
                Ok(game) => Some(Box::new(game)),
                Err(problem) => {
                    faults.fetch_add(1, Ordering::Relaxed);
                    print_one_of_many(&problem, &error(&problem));
                    None
                }
            });
            of_games(if from == Some(SourceChoice::Mistakes) {
                Box::new(games.map(|game| PuzzleSource::Mistakes(game, None)))
            } else {
                Box::new(games.map(PuzzleSource::Game))
            })
        }
    }
}

/// Returns the player's name in the settings, for games between two people.
fn own_name() -> PersonName {
    settings().kept().name
}

/// Returns the candidates of all sources: the player's games and new ones, in turns.
fn all(seed: u64) -> Result<PuzzleSources, Failure> {
    let games = match person::state_folder() {
        Some(state) => own_games(&state, own_name(), &until_ctrl_c)?,
        None => Vec::new(),
    };
    let mut games = games.into_iter().map(|(_, source)| source);
    Ok(Box::new(random(seed).flat_map(move |new| {
        games.next().into_iter().chain([new])
    })))
}

/// Prints or exports puzzles.
fn list(
    args: &PuzzleArgs,
    count: u32,
    wanted: &PuzzleFilter,
    candidates: PuzzleSources,
) -> Result<(), Failure> {
    if let Some(path) = &args.output {
        try_output(path)?;
    }
    let (stopped, signal) = flag_on_signal();
    let stop = || stopped.load(Ordering::Relaxed);
    let (mut found, mut failed, mut text) = (0, Ok(()), String::new());
    let threads = args.threads.count();
    let searched = find_all(candidates, wanted, threads, &stop, |puzzle| {
        if args.form.json {
            failed = print_json(&as_json(&puzzle));
        } else {
            text += &as_obf(&puzzle);
        }
        found += 1;
        failed.is_ok() && found < count
    });
    signal.end_by_it();
    failed?;
    if let Some(searched) = practice::searched((&searched, wanted)).filter(|_| found < count) {
        print_message(&searched);
    }
    if found == 0 {
        return Err(Failure::Faults(tr!(
            "no position of these games is such a puzzle"
        )));
    }
    let path = args.output.as_ref();
    path.map_or(Ok(()), |path| print_to(path, &text))
}

fn as_json(puzzle: &Puzzle) -> Value {
    let answers = puzzle.answers();
    let moves = puzzle.moves.iter();
    let moves = moves.map(|found| json!({"move": found.square, "score": found.score}));
    json!({
        "position": puzzle.position,
        "side_to_move": puzzle.position.side_to_move(),
        "kind": puzzle.kind.name(),
        "question": &*practice::question(puzzle),
        "target": puzzle.target.iter().collect::<Vec<_>>(),
        "answers": answers.iter().map(|found| found.square).collect::<Vec<_>>(),
        "score": puzzle.score(),
        "pv": answers[0].pv,
        "moves": moves.collect::<Vec<_>>(),
        "difficulty": puzzle.difficulty,
        "rating": rating::rounded(rating::estimated(puzzle.rating())),
    })
}

/// Returns a line of OBF: the position, every move with its score, and the question.
fn as_obf(puzzle: &Puzzle) -> String {
    let mut line = puzzle.position.to_string();
    for found in &puzzle.moves {
        if let Some(square) = found.square {
            // Writing to a string cannot fail.
            let _ = write!(line, "; {square}:{}", found.score);
        }
    }
    line + "; % " + &practice::question(puzzle) + "\n"
}
