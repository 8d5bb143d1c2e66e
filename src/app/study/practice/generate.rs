//! Where puzzles come from: random games, and the positions and mistakes of real ones.
//!
//! The puzzles of a candidate depend on nothing but the candidate and the wanted kinds, and come in the
//! order of the candidates, so that they are the same with any number of threads.

use std::collections::BTreeMap;
use std::ops::{AddAssign, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::puzzle::{EMPTIES, Finder, NEW_EMPTIES, Puzzle, PuzzleKind};
use crate::app::background::catch;
use crate::app::study::review::{MISTAKE, Stop};
use crate::app::wording::practice as wording;
use crate::color::Color;
use crate::game::{Entry, Game};
use crate::position::Position;
use crate::square::Square;

/// The plies at the start of a random game that are played at random.
const RANDOM_PLIES: u32 = 10;

/// The noise in discs on the evaluation of later moves: enough for a club player's mistakes.
const NOISE: i32 = 6;

/// The puzzles that are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The kinds.
    pub kinds: Vec<PuzzleKind>,
    /// The numbers of empty squares, within 6 and 20; `None` for all in games, and 6 to 16 in new positions.
    pub empties: Option<RangeInclusive<u32>>,
}

impl Wanted {
    /// Returns whether a puzzle of a real game may have this many empty squares.
    pub(super) fn takes(&self, empties: u32) -> bool {
        self.empties.as_ref().unwrap_or(&EMPTIES).contains(&empties)
    }
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            kinds: PuzzleKind::ALL.to_vec(),
            empties: None,
        }
    }
}

/// A place to look for puzzles.
#[derive(Clone, Debug)]
pub enum Candidate {
    /// A position of a random game: the seed and the number of the game.
    Random(u64, u64),
    /// All positions of a game.
    Game(Box<Game>),
    /// The mistakes of a side in a game, or of both sides.
    Mistakes(Box<Game>, Option<Color>),
}

/// Returns the endless random candidates of a seed.
pub fn random(seed: u64) -> impl Iterator<Item = Candidate> + Send {
    (0..).map(move |number| Candidate::Random(seed, number))
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

impl Searched {
    /// Returns what was searched, and why not more is a puzzle, as sentences; `None` if there was no game.
    pub(crate) fn sentence(&self, wanted: &Wanted) -> Option<String> {
        let empties = wanted.empties.clone().unwrap_or(EMPTIES);
        let mistakes = [self.mistakes, self.moves];
        (self.games > 0)
            .then(|| wording::searched(self.games, empties, mistakes, MISTAKE, self.puzzles))
    }
}

impl AddAssign for Searched {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.mistakes += other.mistakes;
        self.puzzles += other.puzzles;
    }
}

/// The puzzles of a candidate, and what was searched for them.
#[derive(Debug, Default)]
pub struct Found {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// What was searched for mistakes.
    pub searched: Searched,
}

impl From<Vec<Puzzle>> for Found {
    fn from(puzzles: Vec<Puzzle>) -> Self {
        Self {
            puzzles,
            ..Self::default()
        }
    }
}

/// Returns the puzzles of a candidate: at most one for a game, and any number for its mistakes.
pub fn puzzles_of(
    candidate: &Candidate,
    wanted: &Wanted,
    finder: &mut Finder,
    stop: Stop<'_>,
) -> Found {
    let kinds = &wanted.kinds;
    match candidate {
        Candidate::Random(seed, number) => {
            let empties = wanted.empties.clone().unwrap_or(NEW_EMPTIES);
            let position = random_position(*seed, *number, empties, finder);
            let puzzle = position.and_then(|position| finder.puzzle(position, kinds, stop));
            Vec::from_iter(puzzle).into()
        }
        Candidate::Game(game) => {
            let positions = moves(game, wanted).map(|(position, _)| position);
            let mut puzzles = positions.filter_map(|position| finder.puzzle(position, kinds, stop));
            Vec::from_iter(puzzles.next()).into()
        }
        Candidate::Mistakes(game, person) => {
            let mut found = Found::default();
            found.searched.games = 1;
            for (position, square) in moves(game, wanted) {
                if person.is_some_and(|own| position.side_to_move() != own) {
                    continue;
                }
                let Some(loss) = finder.loss(position.board(), square, stop) else {
                    break;
                };
                found.searched.moves += 1;
                if loss > MISTAKE {
                    found.searched.mistakes += 1;
                    let puzzle = finder.puzzle(position, kinds, stop);
                    found.puzzles.extend(puzzle);
                }
            }
            found.searched.puzzles = u32::try_from(found.puzzles.len()).unwrap_or(u32::MAX);
            found
        }
    }
}

/// Returns the positions of a game with a wanted number of empty squares, the last ones first, each with the move
/// that was played.
fn moves<'a>(
    game: &'a Game,
    wanted: &Wanted,
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

/// Returns a position of a random game: the first plies are random, the others those of a player who sees one
/// ply ahead, and that not clearly. `None` if the game ends too early.
fn random_position(
    seed: u64,
    number: u64,
    empties: RangeInclusive<u32>,
    finder: &Finder,
) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    let until = rng.random_range(empties);
    let mut position = Position::START;
    for ply in 0.. {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = position.pass()?;
            continue;
        }
        let board = position.board();
        if board.empty_count() <= until {
            break;
        }
        let mut value = |square| match ply {
            ..RANDOM_PLIES => Some(rng.random_range(0..1000)),
            _ => Some(rng.random_range(-NOISE..=NOISE) - finder.evaluate(board.play(square)?)),
        };
        let square = moves.iter().max_by_key(|&square| value(square))?;
        position = position.play(square)?;
    }
    Some(position)
}

/// Looks for puzzles with several threads and reports them in the order of the candidates, until `found` returns
/// `false`, the candidates end or `stop` returns `true`. Returns what was searched for mistakes until then.
///
/// # Panics
/// When a search does.
pub fn find_all(
    candidates: impl Iterator<Item = Candidate> + Send,
    wanted: &Wanted,
    threads: usize,
    stop: Stop<'_>,
    mut found: impl FnMut(Puzzle) -> bool,
) -> Searched {
    let mut searched = Searched::default();
    let ended = AtomicBool::new(false);
    let stopped = || ended.load(Ordering::Relaxed) || stop();
    let candidates = Mutex::new(candidates.enumerate());
    let (sender, receiver) = mpsc::sync_channel(4 * threads);
    let work = |sender: mpsc::SyncSender<(usize, Found)>| {
        let mut finder = Finder::default();
        while !stopped() {
            let Some((number, candidate)) = lock(&candidates).next() else {
                return;
            };
            let puzzles = puzzles_of(&candidate, wanted, &mut finder, &stopped);
            if stopped() || sender.send((number, puzzles)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (0..threads)
            .map_while(|_| {
                let sender = sender.clone();
                let help = || catch(move || work(sender));
                thread::Builder::new().spawn_scoped(scope, help).ok()
            })
            .collect();
        if helpers.is_empty() {
            // Where the system starts no threads, this one finds the same.
            let mut finder = Finder::default();
            while !stopped()
                && let Some((_, candidate)) = lock(&candidates).next()
            {
                let of_candidate = puzzles_of(&candidate, wanted, &mut finder, &stopped);
                searched += of_candidate.searched;
                if !of_candidate.puzzles.into_iter().all(&mut found) {
                    break;
                }
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        'all: for (number, of_candidate) in &receiver {
            waiting.insert(number, of_candidate);
            while let Some(of_candidate) = waiting.remove(&next) {
                next += 1;
                searched += of_candidate.searched;
                for puzzle in of_candidate.puzzles {
                    if !found(puzzle) {
                        break 'all;
                    }
                }
            }
        }
        ended.store(true, Ordering::Relaxed);
        drop(receiver);
        for helper in helpers {
            if let Ok(Err(error)) = helper.join() {
                panic!("{error}");
            }
        }
    });
    searched
}

/// Locks a value. It stays valid after a panic, because every change is a single step.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
