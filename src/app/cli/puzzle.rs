//! `reversi puzzle`: prints, exports or asks puzzles.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::PossibleValue;
use serde_json::{Value, json};

use super::cleanup::on_signal;
use super::values::{Expected, file_name, named, whole};
use super::{
    Failure, ThreadArgs, cannot_write, color_name, complain, each_record, names, print_json,
    write_output,
};
use crate::app::line::Reader;
use crate::app::line::puzzle::PuzzleMode;
use crate::app::player::name::PersonName;
use crate::app::store::atomic::AtomicFile;
use crate::app::store::config::Store;
use crate::app::store::state::StateFolder;
use crate::app::study::practice::generate::{PuzzleSource, Wanted, find_all, random};
use crate::app::study::practice::puzzle::{EMPTIES, Puzzle, PuzzleKind};
use crate::app::study::practice::rating::Rating;
use crate::app::study::practice::store::PracticeStore;
use crate::app::study::practice::supply::{PuzzleSources, Supply, own_games};
use crate::app::wording::practice as wording;

/// The default number of puzzles to print or export.
const COUNT: u32 = 10;

/// Where puzzles are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    Mistakes,
    Games,
    Generated,
}

/// Solve puzzles: find the only winning move, keep a draw, save a corner
///
/// Without --json and --export, asks puzzles in line mode: those that you missed and that are due again, mistakes
/// of your own games, and new ones near your rating.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("form").multiple(false))]
#[command(after_help = "\
Examples:
  reversi puzzle                                   Puzzles for you; type the move
  reversi puzzle --from mistakes                   What you missed in your finished games
  reversi puzzle --kind corner --empties 8-10      Only corners to save, near the end
  reversi puzzle games.ggf --json --count 3        Positions of games, for programs
  reversi puzzle --export set.obf --seed 7         Ten new puzzles for `reversi solve`

A puzzle has at least 4 legal moves and 1 or 2 answers; every other move loses the result or at least 4 discs,
all proven. KIND is win (the only winning move), draw (the only move that keeps the draw), best (the
best move), pass (make the opponent pass), corner (keep the opponent out of a corner on every line of best
play; after any other move it can take it at once) or last-move (get the last move in a region on every line
of best play; after any other move the opponent gets it). The same seed gives the same puzzles. Mistakes are
those of your side: the only person in a game, or the one with the name in the settings.

In line mode, type a move, or hint, more, board, help or quit. Your rating, and when to ask again what you
missed, are stored in reversi/practice.json in your state folder (~/.local/state on Unix).

--json prints one object a line: position, side_to_move, kind, question, target (the squares that the question
names), answers (a list of moves), score (of the answers, in discs for the side to move), pv (best play to
the end), moves (every legal move with its score), difficulty (depth from which the search sees the answer,
plausible moves, gap to the next best move in discs) and rating. --export writes OBF: the position, the score
of every move, and the question as a comment.")]
pub(crate) struct PuzzleArgs {
    /// Files of games in any format to take the puzzles from
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Source of the puzzles [default: all, or the games of FILE]
    #[arg(long, value_name = "SOURCE", ignore_case = true, value_parser = named([
        (PossibleValue::new("mistakes").help("mistakes of your finished games, or of FILE"), From::Mistakes),
        (PossibleValue::new("games").help("positions of your finished games, or of FILE"), From::Games),
        (PossibleValue::new("generated").help("new positions without end"), From::Generated),
    ]))]
    from: Option<From>,
    /// Only puzzles of a kind; can be repeated
    #[arg(long, value_name = "KIND", ignore_case = true,
          value_parser = named(PuzzleKind::ALL.map(|kind| (kind.name().into(), kind))))]
    kind: Vec<PuzzleKind>,
    /// Number of empty squares from 6 to 20, or a range such as 8-12 [default: 6-20, new puzzles 6-16]
    #[arg(long, value_name = "EMPTIES", value_parser = empties)]
    empties: Option<RangeInclusive<u32>>,
    /// Number of puzzles [default: 10; without end in line mode]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = whole(1..=1_000_000u32))]
    count: Option<u32>,
    /// Random seed [default: random]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true,
          value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print JSON, one object a line
    #[arg(long, group = "form")]
    json: bool,
    /// Write the puzzles to a file in OBF
    #[arg(long, value_name = "FILE", group = "form", value_parser = file_name())]
    export: Option<PathBuf>,
}

/// Parses a number of empty squares, or a range of them.
fn empties(text: &str) -> Result<RangeInclusive<u32>, Expected> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|n| EMPTIES.contains(n));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err(Expected(
            "a whole number from 6 to 20, or a range such as 8-12".to_owned(),
        )),
    }
}

pub(super) fn run(args: &PuzzleArgs) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let wanted = Wanted {
        kinds: if args.kind.is_empty() {
            PuzzleKind::ALL.to_vec()
        } else {
            args.kind.clone()
        },
        empties: args.empties.clone(),
    };
    let source = source(args, seed)?;
    if args.json || args.export.is_some() {
        return list(args, &wanted, source.map_or_else(|| all(seed), Ok)?);
    }
    let state = StateFolder::of_this_person();
    let supply = match source {
        Some(candidates) => Supply::of(state.clone(), wanted, candidates),
        None => Supply::mixed(state.clone(), wanted, seed),
    };
    let reader = if io::stdin().is_terminal() {
        Reader::Terminal
    } else {
        Reader::Pipe
    };
    let mode = PuzzleMode::new(supply, PracticeStore::new(state), reader, args.count);
    Ok(mode.run(io::stdin().lock(), io::stdout().lock())?)
}

/// Returns the candidates of the chosen source; `None` for all sources.
fn source(args: &PuzzleArgs, seed: u64) -> Result<Option<PuzzleSources>, Failure> {
    let of_games = |games: Box<dyn Iterator<Item = PuzzleSource> + Send>| Ok(Some(games));
    match (args.from, &args.files[..]) {
        (None, []) => Ok(None),
        (Some(From::Generated), []) => of_games(Box::new(random(seed))),
        (Some(From::Generated), _) => Err(Failure::Usage(
            "generated puzzles need no file; leave it out, or use --from games".to_owned(),
        )),
        (Some(from), []) => {
            let games = own_games(&super::history::state_folder()?, own_name())?;
            if games.is_empty() {
                return Err(Failure::Faults(wording::NO_GAMES.to_owned()));
            }
            let games = games.into_iter().map(PuzzleSource::from);
            of_games(Box::new(games.map(move |candidate| match candidate {
                PuzzleSource::Mistakes(game, _) if from == From::Games => PuzzleSource::Game(game),
                mistakes => mistakes,
            })))
        }
        (from, files) => {
            let games = each_record(files)?.filter_map(|record| match record.replay() {
                Ok(game) => Some(Box::new(game)),
                Err(problem) => {
                    complain(&format!("error: {problem}"));
                    None
                }
            });
            of_games(if from == Some(From::Mistakes) {
                Box::new(games.map(|game| PuzzleSource::Mistakes(game, None)))
            } else {
                Box::new(games.map(PuzzleSource::Game))
            })
        }
    }
}

/// Returns the player's name in the settings, for games between two people.
fn own_name() -> PersonName {
    let (store, notice) = Store::open();
    if let Some(notice) = notice {
        complain(&notice);
    }
    store.kept().name
}

/// Returns the candidates of all sources: the player's games and new ones, in turns.
fn all(seed: u64) -> Result<PuzzleSources, Failure> {
    let games = match StateFolder::of_this_person() {
        Some(state) => own_games(&state, own_name())?,
        None => Vec::new(),
    };
    let mut games = games.into_iter().map(PuzzleSource::from);
    Ok(Box::new(random(seed).flat_map(move |new| {
        games.next().into_iter().chain([new])
    })))
}

/// Prints or exports puzzles.
fn list(args: &PuzzleArgs, wanted: &Wanted, candidates: PuzzleSources) -> Result<(), Failure> {
    if let Some(path) = &args.export {
        AtomicFile::try_out(path).map_err(|error| cannot_write(path, &error))?;
    }
    let stopped = Arc::new(AtomicBool::new(false));
    let stops = Arc::clone(&stopped);
    let signal = on_signal(move || stops.store(true, Ordering::Relaxed));
    let stop = || stopped.load(Ordering::Relaxed);
    let count = args.count.unwrap_or(COUNT);
    let (mut found, mut failed, mut text) = (0, Ok(()), String::new());
    let threads = args.threads.count();
    let searched = find_all(candidates, wanted, threads, &stop, |puzzle| {
        if args.json {
            failed = print_json(&as_json(&puzzle));
        } else {
            text += &as_obf(&puzzle);
        }
        found += 1;
        failed.is_ok() && found < count
    });
    signal.end_by_it();
    failed?;
    if let Some(searched) = searched.sentence(wanted).filter(|_| found < count) {
        complain(&searched);
    }
    if found == 0 {
        return Err(Failure::Faults(wording::NONE_FOUND.to_owned()));
    }
    args.export
        .as_ref()
        .map_or(Ok(()), |path| write_output(path, text.as_bytes()))
}

fn as_json(puzzle: &Puzzle) -> Value {
    let moves = puzzle.moves.iter().map(|found| {
        json!({
            "move": found.square.map(|square| square.to_string()),
            "score": found.score.discs(),
        })
    });
    let answers: Vec<_> = puzzle.answers().iter().filter_map(|m| m.square).collect();
    let target: Vec<_> = puzzle.target.iter().collect();
    let difficulty = puzzle.difficulty;
    json!({
        "position": puzzle.position.to_string(),
        "side_to_move": color_name(puzzle.position.side_to_move()),
        "kind": puzzle.kind.name(),
        "question": puzzle.question(),
        "target": names(&target),
        "answers": names(&answers),
        "score": puzzle.score(),
        "pv": names(&puzzle.answers()[0].pv),
        "moves": moves.collect::<Vec<_>>(),
        "difficulty": {
            "depth": difficulty.depth,
            "plausible": difficulty.plausible,
            "gap": difficulty.gap,
        },
        "rating": Rating::estimated(puzzle.rating()).rounded(),
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
    line + "; % " + &puzzle.question() + "\n"
}
