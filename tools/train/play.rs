//! Self-play: games from varied openings, with exact scores from some number of empty squares on.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::{io, iter};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::samples::{Sample, Writer};
use reversi::eval::Weights;
use reversi::search::{Confidence, Limits, Searcher};
use reversi::transcript;
use reversi::{Board, Color, Position, Square, balanced_openings};
use reversi_table::background::Shard;
use reversi_table::background::on_threads;

/// The random moves at the start of a game: the smaller of two numbers drawn from these, so that there are wild
/// positions of every length, and more games begin early than late.
const RANDOM_MOVES: std::ops::RangeInclusive<u32> = 10..=49;

/// Positions with fewer empty squares are not sampled: no search evaluates them.
const FEWEST_EMPTIES: u32 = 4;

/// The side moves that each game tries in its solved part.
const SIDE_MOVES: u32 = 2;

/// The empty squares at which side moves are tried.
const SIDE_EMPTIES: std::ops::RangeInclusive<u32> = 8..=15;

/// The weight of the next position's score in the score of a position, where the best move was played; the
/// rest is the position's own search. This is TD(lambda) of Richard Sutton, "Learning to predict by the
/// methods of temporal differences", 1988: later searches see further, and odd and even depths are averaged.
const TRACE: f32 = 0.7;

/// One move in this many is random, so that games differ and the positions are like those that a search meets.
const RANDOM_MOVE: u32 = 6;

/// In calm games: the discs placed in a tournament game before they leave it.
const TOURNAMENT_PLIES: std::ops::RangeInclusive<usize> = 8..=30;

/// In calm games: the one random move is among this many first moves, or not played at all.
const CALM_RANDOM_MOVE: std::ops::Range<u32> = 0..16;

/// One position in this many has a sample after a random move beside the game.
const SIDE_SAMPLE: u32 = 3;

/// The table of each thread's searcher in megabytes.
const TABLE: usize = 4;

/// The parameters of self-play.
pub struct SelfPlay {
    /// The number of games of this shard.
    pub games: u32,
    /// The random seed, the same for all shards.
    pub seed: u64,
    /// This shard.
    pub shard: Shard,
    /// The depth of the searches that choose moves.
    pub depth: u32,
    /// The empty squares from which on the score is exact.
    pub solve_from: u32,
    /// Games to label as they were played, or whose positions serve as openings besides random ones, one
    /// in two games.
    pub records: Vec<Vec<Position>>,
    /// The weights that the searches evaluate with.
    pub weights: Arc<Weights>,
    /// Scores the positions of the records instead of playing.
    pub label: bool,
    /// Plays from balanced openings and early positions of the records, with at most one random move.
    pub calm: bool,
}

/// Plays the games that a file lacks, on this many threads, and adds them in order. `finished` is called
/// after each.
///
/// # Errors
/// If the file cannot be read or written.
pub fn play(
    plan: &SelfPlay,
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

/// Drops the first positions of each record as long as an earlier record has them, so that no opening is scored
/// again and again.
pub fn skip_known(records: &mut [Vec<Position>]) {
    let mut seen = HashSet::new();
    for record in records {
        let mut is_known = |at: &Position| !seen.insert(at.board().canonical());
        let known = record.iter().take_while(|at| is_known(at)).count();
        record.drain(..known);
        seen.extend(record.iter().map(|at| at.board().canonical()));
    }
}

/// Plays or labels a game and returns its samples.
fn game(plan: &SelfPlay, number: u32, searcher: &mut Searcher) -> Vec<Sample> {
    let number = number * plan.shard.of + plan.shard.index;
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed);
    random.set_stream(number.into());
    // What an earlier game left in the table must not matter.
    searcher.clear();
    let walk = if plan.label {
        let record = &plan.records[number as usize];
        match labelled(plan, record, searcher, &mut random) {
            Some(walk) => walk,
            None => return Vec::new(), // unfinished, or the same as an earlier game
        }
    } else {
        iter::repeat_with(|| played(plan, searcher, &mut random))
            .find(|walk| !is_open(plan, walk.last.board()))
            .expect("some game does not end early")
    };
    let (score, mut samples) = solve(searcher, walk.last, &mut random);
    samples.extend(walk.side);
    // The score for Black: exact at the end, then ever more that of the searches.
    let mut score = f32::from(sign(walk.last) * score);
    for step in walk.line.into_iter().rev() {
        let sign = sign(step.position);
        score = step.trace * score + (1.0 - step.trace) * f32::from(sign * step.found);
        samples.push(Sample {
            board: step.position.board(),
            score: sign * score.round() as i8,
        });
    }
    samples
}

/// A game before its solved part.
struct OpenGame {
    line: Vec<PlayedMove>,
    /// The first position of the solved part.
    last: Position,
    /// Samples beside the game.
    side: Vec<Sample>,
}

/// A position of a game before its solved part, with a legal move.
struct PlayedMove {
    position: Position,
    /// The score of its search for the side to move.
    found: i8,
    /// The weight of the next position's score in its own.
    trace: f32,
}

/// Returns 1 if Black is to move, -1 if White.
fn sign(position: Position) -> i8 {
    match position.side_to_move() {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// Returns whether a position comes before the solved part of a game.
fn is_open(plan: &SelfPlay, board: Board) -> bool {
    board.empty_count() > plan.solve_from
}

/// Plays from an opening to the solved part.
fn played(plan: &SelfPlay, searcher: &mut Searcher, random: &mut ChaCha8Rng) -> OpenGame {
    let start = if plan.calm {
        calm_opening(plan, random)
    } else {
        opening(plan, random)
    };
    let chosen = random.random_range(CALM_RANDOM_MOVE);
    let placed = 64 - start.board().empty_count() + chosen;
    let next = |position: Position, best, random: &mut ChaCha8Rng| {
        let is_random = if plan.calm {
            64 - position.board().empty_count() == placed
        } else {
            random.random_range(0..RANDOM_MOVE) == 0
        };
        Some(if is_random {
            pick(position, random)
        } else {
            best
        })
    };
    walk(plan, start, searcher, random, next).expect("always a next move")
}

/// Follows a game of the records to the solved part.
fn labelled(
    plan: &SelfPlay,
    record: &[Position],
    searcher: &mut Searcher,
    random: &mut ChaCha8Rng,
) -> Option<OpenGame> {
    let next = |position: Position, _, _: &mut _| {
        let empties = position.board().empties();
        let is_later = |next: &&Position| next.board().empty_count() < empties.len() as u32;
        let next = record.iter().find(is_later)?.board().empties();
        (position.legal_moves() & (empties - next)).first()
    };
    walk(plan, *record.first()?, searcher, random, next)
}

/// Plays from a position to the solved part; `None` if there is no next move before. `next` returns the next move
/// for a position and its best move.
fn walk(
    plan: &SelfPlay,
    start: Position,
    searcher: &mut Searcher,
    random: &mut ChaCha8Rng,
    next: impl Fn(Position, Square, &mut ChaCha8Rng) -> Option<Square>,
) -> Option<OpenGame> {
    let limits = Limits::depth(plan.depth).with_confidence(Confidence::C87);
    let mut search = |board: Board| {
        let info = searcher.search(board, &limits, &mut ());
        let best = info.best_move().expect("a legal move");
        (info.score().discs() as i8, best)
    };
    let (mut line, mut side) = (Vec::new(), Vec::new());
    let mut position = start;
    while is_open(plan, position.board()) {
        if position.legal_moves().is_empty() {
            position = swapped(position);
            if position.legal_moves().is_empty() {
                break;
            }
        }
        let (found, best) = search(position.board());
        let square = next(position, best, random)?;
        if random.random_range(0..SIDE_SAMPLE) == 0 {
            let other = pick(position, random);
            let board = after(position, other).board();
            if other != square && is_open(plan, board) && !board.legal_moves().is_empty() {
                side.push(Sample {
                    board,
                    score: search(board).0,
                });
            }
        }
        let trace = if square == best { TRACE } else { 0.0 };
        line.push(PlayedMove {
            position,
            found,
            trace,
        });
        position = after(position, square);
    }
    Some(OpenGame {
        line,
        last: position,
        side,
    })
}

/// Returns the first position of a game.
fn opening(plan: &SelfPlay, random: &mut ChaCha8Rng) -> Position {
    let mut position = Position::START;
    let [first, second] = [(); 2].map(|()| random.random_range(RANDOM_MOVES));
    let mut moves = first.min(second);
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

/// Returns the first position of a calm game: the end of a balanced opening, or an early position of a record.
fn calm_opening(plan: &SelfPlay, random: &mut ChaCha8Rng) -> Position {
    if !plan.records.is_empty() && random.random_range(0..2) == 0 {
        let record = &plan.records[random.random_range(0..plan.records.len() as u32) as usize];
        let plies = random.random_range(TOURNAMENT_PLIES);
        if let Some(position) = record.get(plies)
            && is_open(plan, position.board())
        {
            return *position;
        }
    }
    let lines = balanced_openings();
    let line = lines[random.random_range(0..lines.len() as u32) as usize];
    transcript::parse(line).expect("a legal opening").position()
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
