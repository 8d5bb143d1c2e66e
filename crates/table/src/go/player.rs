//! Who plays a side, and the players of the program.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::mcts::{PlayoutLimits, Search};
use super::{GoGame, GoMove, Grid, kernel};
use crate::background::Reporter;
use crate::player::description::{self, PlayerName};
use crate::player::{is_person, level_number};
use reversi::{ByColor, Color};
use reversi_text::{Message, label, tr};

pub use super::mcts::{GoSearchInfo, MoveValue};

/// The number of levels of the searching player.
pub const LEVELS: u8 = 5;

/// Who plays a side. Displays as in saved games, with the name for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoPlayerKind {
    /// A person.
    Human,
    /// Plays a random move that does not fill its own eye.
    Random,
    /// Captures the most, then takes the most liberties; passes when that wins.
    Greedy,
    /// Searches at a level from 1 to [`LEVELS`].
    Mcts(u8),
}

impl GoPlayerKind {
    /// The players of a game that names none.
    pub const USUAL: ByColor<Self> = ByColor::new(Self::Human, Self::Mcts(3));

    /// All players, the weakest of the program first.
    pub fn all() -> impl Iterator<Item = Self> {
        let own = [Self::Human, Self::Random, Self::Greedy].into_iter();
        own.chain((1..=LEVELS).map(Self::Mcts))
    }

    /// Returns its name for people.
    pub fn name(self) -> PlayerName {
        match self {
            Self::Human => PlayerName::You,
            Self::Random => PlayerName::Own("random".to_owned()),
            Self::Greedy => PlayerName::Own(description::GREEDY.to_owned()),
            Self::Mcts(level) => PlayerName::Level(level),
        }
    }

    /// Returns a clause about its play, for menus and help.
    pub const fn describe(self) -> &'static Message {
        match self {
            Self::Human => description::A_PERSON,
            Self::Random => label!("plays at random, but never fills its own eyes"),
            Self::Greedy => label!("captures what it can, then takes liberties"),
            Self::Mcts(level) => strength(level),
        }
    }
}

impl fmt::Display for GoPlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

/// The error for a text that is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("a player is you, random, greedy, or level 1 to level {levels}", levels = LEVELS))]
pub struct ParseGoPlayerError;

impl FromStr for GoPlayerKind {
    type Err = ParseGoPlayerError;

    fn from_str(text: &str) -> Result<Self, ParseGoPlayerError> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            name if is_person(name) => Self::Human,
            "random" => Self::Random,
            description::GREEDY => Self::Greedy,
            "mcts" => Self::Mcts(LEVELS),
            name => {
                let level = level_number(name, "mcts").and_then(|number| number.parse().ok());
                Self::Mcts(
                    level
                        .filter(|level| (1..=LEVELS).contains(level))
                        .ok_or(ParseGoPlayerError)?,
                )
            }
        })
    }
}

/// A player of the program. It remembers what it searched in the same game.
#[derive(Debug)]
pub struct GoPlayer {
    kind: GoPlayerKind,
    random: ChaCha8Rng,
    search: Search,
    /// The playouts of each search, in place of those of the level.
    playouts: Option<u32>,
    /// The time for the next move, if it is limited.
    time: Option<Duration>,
}

impl GoPlayer {
    /// Creates a player. The same seed repeats its random choices.
    pub fn new(kind: GoPlayerKind, seed: u64) -> Self {
        Self {
            kind,
            random: ChaCha8Rng::seed_from_u64(seed),
            search: Search::default(),
            playouts: None,
            time: None,
        }
    }

    /// Limits the time for each move, or lifts the limit. The time of the level is a limit too.
    pub fn limit_time(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    /// Returns how long a level searches a move.
    fn effort(&self, level: u8) -> PlayoutLimits {
        let mut effort = PlayoutLimits::of_level(level);
        if let Some(playouts) = self.playouts {
            effort = PlayoutLimits {
                playouts,
                time: Duration::MAX,
            };
        }
        effort.time = effort.time.min(self.time.unwrap_or(Duration::MAX));
        effort
    }

    /// Chooses a move in a game that is not over, and returns it with what the search found.
    /// Returns soon after the reporter is stopped. For a person, the move is random.
    pub fn choose(
        &mut self,
        game: &GoGame,
        reporter: &Reporter<GoSearchInfo>,
    ) -> (GoMove, GoSearchInfo) {
        let choice = match self.kind {
            GoPlayerKind::Human | GoPlayerKind::Random => self.pick(game, sensible_moves(game)),
            GoPlayerKind::Greedy if game.has_passed() && is_ahead(game) => GoMove::Pass,
            GoPlayerKind::Greedy => self.pick(game, best_moves(game)),
            GoPlayerKind::Mcts(level) => {
                let effort = self.effort(level);
                return self.search.run(game, effort, &mut self.random, reporter);
            }
        };
        (choice, GoSearchInfo::default())
    }

    /// Returns one of some points, or a pass if there is none.
    fn pick(&mut self, game: &GoGame, points: u64) -> GoMove {
        let points: Vec<_> = game.grid().points(points).collect();
        if points.is_empty() {
            return GoMove::Pass;
        }
        // A u32 range: the random number must not depend on the width of usize.
        let count = u32::try_from(points.len()).expect("a board has at most 49 points");
        GoMove::Stone(points[self.random.random_range(0..count) as usize])
    }
}

/// Returns whether the side to move wins if the game ends now.
fn is_ahead(game: &GoGame) -> bool {
    match game.side_to_move() {
        Color::Black => game.half_points() > 0,
        Color::White => game.half_points() < 0,
    }
}

/// Returns the strength of a level of the search, for menus and help.
const fn strength(number: u8) -> &'static Message {
    match number {
        1 => label!("beginner, sees captures but plans little"),
        2 => label!("casual player"),
        3 => label!("good casual player"),
        4 => label!("strong"; "a level"),
        _ => label!("strongest, takes up to four seconds"),
    }
}

/// Returns the moves that capture the most stones, then save the most stones from capture, then have the
/// most liberties. None if every move would lose the new stone for nothing.
fn best_moves(game: &GoGame) -> u64 {
    let (mut best, mut moves) = (None, 0);
    let mut rest = sensible_moves(game);
    while rest != 0 {
        let point = rest & rest.wrapping_neg();
        rest &= !point;
        let value = value(game, point);
        if value > best {
            (best, moves) = (value, 0);
        }
        if value == best && value.is_some() {
            moves |= point;
        }
    }
    moves
}

/// Returns the stones that a move captures, the stones that it saves, and the liberties of its chain.
fn value(game: &GoGame, point: u64) -> Option<(u32, u32, u32)> {
    let (grid, color) = (game.grid(), game.side_to_move());
    let (own, opponent) = (game.stones()[color], game.stones()[color.opposite()]);
    let captured = kernel::captures(grid, own, opponent, point);
    let in_atari = stones_in_atari(grid, own, opponent);
    let (own, opponent) = (own | point, opponent & !captured);
    let saved = in_atari & !stones_in_atari(grid, own, opponent);
    let liberties = kernel::liberties(grid, own, opponent, point).count_ones();
    let counts = (captured.count_ones(), saved.count_ones(), liberties);
    (captured != 0 || liberties > 1).then_some(counts)
}

/// Returns the stones of a side whose chains have a single liberty.
fn stones_in_atari(grid: Grid, own: u64, opponent: u64) -> u64 {
    let (mut rest, mut in_atari) = (own, 0);
    while rest != 0 {
        let chain = kernel::reached(grid, rest & rest.wrapping_neg(), own);
        let liberties = kernel::neighbours(grid, chain) & !(own | opponent);
        if liberties.is_power_of_two() {
            in_atari |= chain;
        }
        rest &= !chain;
    }
    in_atari
}

/// Returns the legal moves that do not fill an eye of the side to move.
fn sensible_moves(game: &GoGame) -> u64 {
    let color = game.side_to_move();
    let stones = game.stones();
    let eyes = kernel::eyes(game.grid(), stones[color], stones[color.opposite()]);
    game.legal_moves() & !eyes
}

#[cfg(test)]
mod tests;
