//! Self-play: games from varied openings, with exact scores from some number of empty squares on.

use std::collections::BTreeMap;
use std::io;
use std::iter;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::samples::{Sample, Writer};
use crate::app::background::on_threads;
use crate::board::Board;
use crate::color::Color;
use crate::eval::Weights;
use crate::position::Position;
use crate::search::{Confidence, Limits, Searcher};
use crate::square::Square;

/// The most random moves at the start of a game.
const RANDOM_MOVES: u32 = 24;

/// Positions with fewer empty squares are not sampled: no search evaluates them.
const FEWEST_EMPTIES: u32 = 4;

/// The side moves that each game tries in its solved part.
const SIDE_MOVES: u32 = 2;

/// The empty squares at which side moves are tried.
const SIDE_EMPTIES: std::ops::RangeInclusive<u32> = 8..=15;

/// The weight of the next position's score in the score of a position; the rest is the position's own
/// search. This is TD(lambda) of Richard Sutton, "Learning to predict by the methods of temporal
/// differences", 1988: the end of the game is exact but far away, the search is near but inexact.
const TRACE: f32 = 0.9;

/// The table of each thread's searcher in megabytes.
const TABLE: usize = 4;

/// The parameters of self-play.
pub(crate) struct Plan {
    /// The number of games of this shard.
    pub(crate) games: u32,
    /// The random seed, the same for all shards.
    pub(crate) seed: u64,
    /// This shard, from 0, and the number of shards.
    pub(crate) shard: (u32, u32),
    /// The depth of the searches that choose moves.
    pub(crate) depth: u32,
    /// The empty squares from which on the score is exact.
    pub(crate) solve_from: u32,
    /// Games to label as they were played, or whose positions serve as openings besides random ones, one
    /// in two games.
    pub(crate) records: Vec<Vec<Position>>,
    /// The weights that the searches evaluate with.
    pub(crate) weights: Arc<Weights>,
    /// Labels the games of the records instead of playing.
    pub(crate) label: bool,
}

/// Plays the games that a file lacks, on this many threads, and adds them in order. `finished` is called
/// after each.
///
/// # Errors
/// If the file cannot be read or written.
pub(crate) fn play(
    plan: &Plan,
    path: &Path,
    threads: usize,
    mut finished: impl FnMut(u32) + Send,
) -> io::Result<()> {
    let mut writer = Writer::open(path)?;
    let next = AtomicU32::new(writer.games);
    finished(writer.games);
    let mut early = BTreeMap::<u32, Vec<Sample>>::new();
    // Adds a game to the file when all before it are there.
    let add = |number, samples: Vec<Sample>| {
        early.insert(number, samples);
        while let Some(samples) = early.remove(&writer.games) {
            writer.add(&samples)?;
            finished(1);
        }
        Ok(())
    };
    let output = Mutex::new((add, Ok(())));
    on_threads(threads, || {
        let mut searcher = Searcher::new(TABLE).with_weights(Arc::clone(&plan.weights));
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && number < plan.games
        {
            let samples = game(plan, number, &mut searcher);
            let mut output = output.lock().expect("no thread panicked");
            let (add, result) = &mut *output;
            if result.is_ok() {
                *result = add(number, samples);
            }
            if result.is_err() {
                return;
            }
        }
    });
    output.into_inner().expect("no thread panicked").1
}

/// Plays or labels a game and returns its samples.
fn game(plan: &Plan, number: u32, searcher: &mut Searcher) -> Vec<Sample> {
    let number = number * plan.shard.1 + plan.shard.0;
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(number.into());
    // What an earlier game left in the table must not matter.
    searcher.clear();
    let (line, last) = if plan.label {
        let record = &plan.records[number as usize];
        let end = record.partition_point(|position| is_open(plan, position.board()));
        match record.get(end) {
            Some(&last) => (
                record[..end]
                    .iter()
                    .map(|&position| (position, None))
                    .collect(),
                last,
            ),
            None => return Vec::new(), // unfinished
        }
    } else {
        iter::repeat_with(|| played(plan, searcher, &mut random))
            .find(|(line, last)| !(line.is_empty() && is_open(plan, last.board())))
            .expect("some opening does not end the game")
    };
    let (score, mut samples) = solve(searcher, last, &mut random);
    // The score for Black: exact at the end, then ever more that of the searches.
    let mut score = f32::from(sign(last) * score);
    for (position, found) in line.into_iter().rev() {
        if let Some(found) = found {
            score = TRACE * score + (1.0 - TRACE) * f32::from(sign(position) * found);
        }
        if !position.legal_moves().is_empty() {
            samples.push(Sample {
                board: position.board(),
                score: sign(position) * score.round() as i8,
            });
        }
    }
    samples
}

/// Returns 1 if Black is to move, -1 if White.
fn sign(position: Position) -> i8 {
    match position.side_to_move() {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// Returns whether a position comes before the solved part of a game.
fn is_open(plan: &Plan, board: Board) -> bool {
    board.empty_count() > plan.solve_from
}

/// Plays from an opening to the solved part, and returns the positions on the way, each with the score of
/// its search, and the last one.
fn played(
    plan: &Plan,
    searcher: &mut Searcher,
    random: &mut ChaCha8Rng,
) -> (Vec<(Position, Option<i8>)>, Position) {
    let limits = Limits {
        confidence: Confidence::C87,
        ..Limits::depth(plan.depth)
    };
    let mut position = opening(plan, random);
    let mut line = Vec::new();
    while is_open(plan, position.board()) {
        if position.board().legal_moves().is_empty() {
            position = swapped(position);
            if position.board().legal_moves().is_empty() {
                break;
            }
        }
        let info = searcher.search(position.board(), &limits, &mut ());
        line.push((position, Some(info.score().discs() as i8)));
        position = after(position, info.best_move().expect("a legal move"));
    }
    (line, position)
}

/// Returns the first position of a game.
fn opening(plan: &Plan, random: &mut ChaCha8Rng) -> Position {
    let mut position = Position::START;
    let mut moves = random.random_range(0..=RANDOM_MOVES);
    if !plan.records.is_empty() && random.random_range(0..2) == 0 {
        let record = &plan.records[random.random_range(0..plan.records.len() as u32) as usize];
        let end = record
            .partition_point(|position| is_open(plan, position.board()))
            .max(1);
        position = record[random.random_range(0..end as u32) as usize];
        moves = random.random_range(0..=2);
    }
    for _ in 0..moves {
        position = if position.legal_moves().is_empty() {
            swapped(position)
        } else {
            after(position, pick(position, random))
        };
    }
    position
}

fn pick(position: Position, random: &mut ChaCha8Rng) -> Square {
    let legal = position.legal_moves();
    let index = random.random_range(0..legal.bits().count_ones());
    legal.iter().nth(index as usize).expect("a legal move")
}

fn after(position: Position, square: Square) -> Position {
    position.play(square).expect("a legal move")
}

fn swapped(position: Position) -> Position {
    Position::new(
        position.board().swapped(),
        position.side_to_move().opposite(),
    )
}

/// Solves a position. Returns its score, and samples along the best line and after random side moves.
fn solve(searcher: &mut Searcher, last: Position, random: &mut ChaCha8Rng) -> (i8, Vec<Sample>) {
    let mut samples = Vec::new();
    let mut solution = |board: Board| searcher.search(board, &Limits::solve(), &mut ());
    let first = solution(last.board()).score().discs() as i8;
    let (mut at, mut score) = (last, first);
    let mut side = SIDE_MOVES;
    while at.board().empty_count() >= FEWEST_EMPTIES {
        if at.legal_moves().is_empty() {
            (at, score) = (swapped(at), -score);
            if at.legal_moves().is_empty() {
                break;
            }
        }
        samples.push(Sample {
            board: at.board(),
            score,
        });
        if side > 0
            && SIDE_EMPTIES.contains(&at.board().empty_count())
            && random.random_range(0..2) == 0
        {
            side -= 1;
            let other = after(at, pick(at, random)).board();
            if !other.legal_moves().is_empty() {
                let score = solution(other).score().discs() as i8;
                samples.push(Sample {
                    board: other,
                    score,
                });
            }
        }
        let best = solution(at.board()).best_move().expect("a legal move");
        (at, score) = (after(at, best), -score);
    }
    (first, samples)
}
