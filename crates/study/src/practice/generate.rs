//! Where puzzles come from: random games after balanced openings, and the positions and mistakes of real ones.
//!
//! The puzzles of a source depend only on the source and the wanted kinds, and are reported in the order of the
//! sources, so that they are the same with any number of threads.

use std::ops::{AddAssign, RangeInclusive};

use jiff::civil::Date;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::puzzle::{EMPTIES, Finder, NEW_EMPTIES, Puzzle, PuzzleKind};
use crate::review::MISTAKE;
use reversi::{Entry, Game, Position, Square, SquareSet, balanced_openings};
use reversi_table::background::{Stop, in_order};

/// The noise in discs on the evaluation of a move: enough for a club player's mistakes.
const NOISE: i32 = 6;

/// The puzzles that are wanted.
#[derive(Clone, Debug)]
pub struct PuzzleFilter {
    /// The kinds.
    pub kinds: Vec<PuzzleKind>,
    /// The numbers of empty squares, within 4 and 20; `None` for all in games, and 6 to 16 in new positions.
    pub empties: Option<RangeInclusive<u32>>,
}

impl PuzzleFilter {
    /// Returns whether a puzzle of a real game may have this many empty squares.
    pub(super) fn takes(&self, empties: u32) -> bool {
        self.empties.as_ref().unwrap_or(&EMPTIES).contains(&empties)
    }
}

impl Default for PuzzleFilter {
    fn default() -> Self {
        Self {
            kinds: PuzzleKind::ALL.to_vec(),
            empties: None,
        }
    }
}

/// A place to look for puzzles.
#[derive(Clone, Debug)]
pub enum PuzzleSource {
    /// A position of a random game: the seed and the number of the game.
    Random(u64, u64),
    /// All positions of a game.
    Game(Box<Game>),
    /// The mistakes in a game, among the moves to these squares or among all.
    Mistakes(Box<Game>, Option<SquareSet>),
}

/// Returns the endless random sources of a seed.
pub fn random(seed: u64) -> impl Iterator<Item = PuzzleSource> + Send {
    (0..).map(move |number| PuzzleSource::Random(seed, number))
}

/// The numbers of empty squares of puzzles of the day.
const DAILY: RangeInclusive<u32> = 8..=12;

/// Returns the criteria of the puzzle of a day, and positions in which to look for it. They are the same for everybody,
/// and so is the first puzzle found.
pub fn daily(date: Date) -> (PuzzleFilter, impl Iterator<Item = PuzzleSource> + Send) {
    let wanted = PuzzleFilter {
        empties: Some(DAILY),
        ..PuzzleFilter::default()
    };
    // The date as a number, such as 20261126.
    let day = i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100;
    let seed = (day + i64::from(date.day())).cast_unsigned();
    (wanted, random(seed))
}

/// What was searched for mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// The games.
    pub games: u32,
    /// The moves of the player with a wanted number of empty squares.
    pub moves: u32,
    /// Those that lost more discs than a good one.
    pub mistakes: u32,
    /// Those whose positions are puzzles.
    pub puzzles: u32,
}

impl AddAssign for Searched {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.mistakes += other.mistakes;
        self.puzzles += other.puzzles;
    }
}

/// The puzzles of a source, and what was searched for them.
#[derive(Debug, Default)]
pub struct FoundPuzzles {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// What was searched for mistakes.
    pub searched: Searched,
}

/// Returns the puzzles of a source: at most one for a game, and any number for its mistakes.
pub fn puzzles_of(
    source: &PuzzleSource,
    wanted: &PuzzleFilter,
    finder: &mut Finder,
    stop: Stop<'_>,
) -> FoundPuzzles {
    let kinds = &wanted.kinds;
    let FoundPuzzles {
        mut puzzles,
        mut searched,
    } = FoundPuzzles::default();
    match source {
        PuzzleSource::Random(seed, number) => {
            let empties = wanted.empties.clone().unwrap_or(NEW_EMPTIES);
            let position = random_position(*seed, *number, empties, finder);
            puzzles.extend(position.and_then(|position| finder.puzzle(position, kinds, stop)));
        }
        PuzzleSource::Game(game) => {
            // The last one, too: a set of puzzles is games without a move.
            let positions: Vec<Position> = game.positions().collect();
            let wanted = |position: &Position| wanted.takes(position.board().empty_count());
            let mut positions = positions.into_iter().rev().filter(wanted);
            puzzles.extend(positions.find_map(|position| finder.puzzle(position, kinds, stop)));
        }
        PuzzleSource::Mistakes(game, own) => {
            searched.games = 1;
            for (position, square) in moves(game, wanted) {
                if own.is_some_and(|own| !own.contains(square)) {
                    continue;
                }
                let Some(loss) = finder.loss(position.board(), square, stop) else {
                    break;
                };
                searched.moves += 1;
                if loss > MISTAKE {
                    searched.mistakes += 1;
                    puzzles.extend(finder.puzzle(position, kinds, stop));
                }
            }
            searched.puzzles = u32::try_from(puzzles.len()).unwrap_or(u32::MAX);
        }
    }
    FoundPuzzles { puzzles, searched }
}

/// Returns the positions of a game with a wanted number of empty squares, the last ones first, each with the move
/// that was played.
fn moves<'a>(
    game: &'a Game,
    wanted: &PuzzleFilter,
) -> impl Iterator<Item = (Position, Square)> + use<'a> {
    let positions: Vec<Position> = game.positions().collect();
    let moves = positions
        .into_iter()
        .zip(game.entries().iter().map(Entry::square));
    let moves: Vec<_> = moves
        .filter_map(|(position, square)| Some((position, square?)))
        .filter(|(position, _)| wanted.takes(position.board().empty_count()))
        .collect();
    moves.into_iter().rev()
}

/// Returns a position of a random game: after a balanced opening, both sides play by the static evaluation with
/// some noise. `None` if the game ends too early.
fn random_position(
    seed: u64,
    number: u64,
    empties: RangeInclusive<u32>,
    finder: &Finder,
) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    let until = rng.random_range(empties);
    let opening = balanced_openings().choose(&mut rng)?;
    let mut position = opening.parse::<Game>().expect("a legal line").position();
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = position.pass()?;
            continue;
        }
        let board = position.board();
        if board.empty_count() <= until {
            break;
        }
        let mut value =
            |square| Some(rng.random_range(-NOISE..=NOISE) - finder.evaluate(board.play(square)?));
        let square = moves.iter().max_by_key(|&square| value(square))?;
        position = position.play(square).ok()?;
    }
    Some(position)
}

/// Looks for puzzles with several threads and reports them in the order of the sources, until `found` returns
/// `false`, the sources end or `stop` returns `true`. Returns what was searched for mistakes until then.
///
/// # Panics
/// When a search does.
pub fn find_all(
    sources: impl Iterator<Item = PuzzleSource> + Send,
    wanted: &PuzzleFilter,
    threads: usize,
    stop: Stop<'_>,
    mut found: impl FnMut(Puzzle) -> bool + Send,
) -> Searched {
    let mut searched = Searched::default();
    in_order(
        threads,
        sources,
        stop,
        Finder::default,
        |finder, source, stop| puzzles_of(&source, wanted, finder, stop),
        |result| {
            searched += result.searched;
            result.puzzles.into_iter().all(&mut found)
        },
    );
    searched
}
