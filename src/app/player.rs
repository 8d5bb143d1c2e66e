//! What plays a side: the kinds of player by name, and the trait of those that think by themselves.

mod control;
mod engine;
mod greedy;
pub mod level;
mod random;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::app::background::TaskError;
use crate::app::player::level::{LEVELS, Level};
use crate::app::wording;
use crate::game::{Game, MoveError};
use crate::notation::clean;
use crate::square::Square;

pub use control::{Control, TimeLeft};
pub use engine::Engine;
pub use greedy::Greedy;
pub use random::Random;

/// The level of `engine` without a number.
pub const DEFAULT_LEVEL: Level = LEVELS[4];

/// Who plays a side, as it is written on the command line and in the settings: `kind[:argument]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// Any legal move, each with the same chance.
    Random,
    /// A move that turns the most discs; among equals, any.
    Greedy,
    /// The search of this program, at a level.
    Engine(Level),
}

impl PlayerKind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 13] = [
        Self::Human,
        Self::Random,
        Self::Greedy,
        Self::Engine(LEVELS[0]),
        Self::Engine(LEVELS[1]),
        Self::Engine(LEVELS[2]),
        Self::Engine(LEVELS[3]),
        Self::Engine(LEVELS[4]),
        Self::Engine(LEVELS[5]),
        Self::Engine(LEVELS[6]),
        Self::Engine(LEVELS[7]),
        Self::Engine(LEVELS[8]),
        Self::Engine(LEVELS[9]),
    ];

    /// Returns whether a person plays, who is asked and not computed.
    #[must_use]
    pub const fn is_human(self) -> bool {
        matches!(self, Self::Human)
    }

    /// Returns the level of an engine.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Engine(level) => Some(level),
            Self::Human | Self::Random | Self::Greedy => None,
        }
    }

    /// Returns one sentence about how it plays, for help and menus.
    #[must_use]
    pub fn describe(self) -> Cow<'static, str> {
        match self {
            Self::Human => wording::HUMAN.into(),
            Self::Random => wording::RANDOM.into(),
            Self::Greedy => wording::GREEDY.into(),
            Self::Engine(level) => wording::level(level.number).into(),
        }
    }

    /// Makes the player that thinks for this kind; `None` for a human. With the same seed and the same
    /// game it chooses the same move on every platform.
    #[must_use]
    pub fn create(self, seed: u64) -> Option<Box<dyn Player>> {
        match self {
            Self::Human => None,
            Self::Random => Some(Box::new(Random::new(seed))),
            Self::Greedy => Some(Box::new(Greedy::new(seed))),
            Self::Engine(level) => Some(Box::new(Engine::new(level, seed))),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Random => f.pad("random"),
            Self::Greedy => f.pad("greedy"),
            Self::Engine(level) => f.pad(&format!("engine:{}", level.number)),
        }
    }
}

/// Why a text names no kind of player. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayerError {
    /// It is no name of a kind.
    NotAPlayer(String),
    /// It names an engine, but its level is not one of 1 to 10.
    NoSuchLevel(String),
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPlayer(text) => f.write_str(&wording::not_a_player(text)),
            Self::NoSuchLevel(text) => {
                f.write_str(&wording::no_such_level(text, DEFAULT_LEVEL.number))
            }
        }
    }
}

impl std::error::Error for ParsePlayerError {}

/// Reads what `Display` prints in any case, and `engine` for the [`DEFAULT_LEVEL`].
impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let name = text.trim().to_ascii_lowercase();
        if name == "engine" {
            return Ok(Self::Engine(DEFAULT_LEVEL));
        }
        Self::ALL
            .into_iter()
            .find(|kind| kind.to_string() == name)
            .ok_or_else(|| {
                if name.starts_with("engine:") {
                    ParsePlayerError::NoSuchLevel(text.to_owned())
                } else {
                    ParsePlayerError::NotAPlayer(text.to_owned())
                }
            })
    }
}

/// Why a player gave no move. Prints as a clause about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// It was told to stop, and did.
    Stopped,
    /// It chose a move that cannot be played.
    Illegal(MoveError),
    /// It cannot go on. The clause says why, and may hold text of another program.
    Failed(String),
    /// The task on which it thinks failed.
    Internal(TaskError),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => write!(f, "it stopped by itself"),
            Self::Illegal(error) => write!(f, "it chose {error}"),
            Self::Failed(reason) => f.write_str(&clean(reason)),
            Self::Internal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayerError {}

impl From<TaskError> for PlayerError {
    fn from(error: TaskError) -> Self {
        Self::Internal(error)
    }
}

/// A player that thinks by itself. It lives on a worker thread.
pub trait Player: Send {
    /// Chooses a move for the side to move, which has at least one.
    ///
    /// # Errors
    /// [`PlayerError::Stopped`] when the reporter of the control says so; [`PlayerError::Failed`] when it has no answer.
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError>;
}

/// Plays what a player has chosen for the side to move.
///
/// # Errors
/// Its own error, or [`PlayerError::Illegal`]; nothing has changed.
pub fn play_answer(
    game: &mut Game,
    answer: Result<Square, PlayerError>,
) -> Result<(), PlayerError> {
    game.play(answer?).map_err(PlayerError::Illegal)
}

/// The chance of one decision. It depends on the seed and on how far the game is, and on nothing that
/// was thought before, so that a decision comes out the same after an undo or a cancelled thought.
fn chance(seed: u64, game: &Game) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game.entries().len() as u64);
    rng
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_back_from_its_print() {
        for kind in PlayerKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.create(1).is_none(), kind.is_human());
        }
        let error = "edax\u{7}".parse::<PlayerKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"edax\\u{7}\" is not a player; use human, random, greedy or engine:1 to engine:10"
        );
    }

    #[test]
    fn an_engine_has_a_level_of_1_to_10_and_5_when_none_is_said() {
        assert_eq!("Engine".parse(), Ok(PlayerKind::Engine(DEFAULT_LEVEL)));
        assert_eq!("engine".parse(), "engine:5".parse::<PlayerKind>());
        for text in [
            "engine:0",
            "engine:11",
            "engine:",
            "engine:01",
            "engine:five",
            "engine:-1",
        ] {
            let error = text.parse::<PlayerKind>().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "{text:?} is not a level of the engine; use engine:1 to engine:10, or engine for engine:5"
                )
            );
        }
        assert!("engine 5".parse::<PlayerKind>().is_err());
    }

    #[test]
    fn the_description_of_an_engine_says_that_it_slips_where_it_does() {
        for level in LEVELS {
            let text = PlayerKind::Engine(level).describe();
            assert!(
                text.starts_with(&format!("level {}: ", level.number)),
                "{text}"
            );
            assert_eq!(text.contains("slips"), level.error_percent > 0, "{text}");
        }
    }
}
