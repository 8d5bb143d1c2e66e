//! Owns what plays a side: the kinds of player by name, and the trait of those that think by themselves.

mod greedy;
mod random;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::game::Game;
use crate::square::Square;

pub use greedy::Greedy;
pub use random::Random;

/// Who plays a side, as it is written on the command line and in the settings: `kind[:argument]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// Any legal move, each with the same chance.
    Random,
    /// A move that turns the most discs; among equals, any.
    Greedy,
}

impl PlayerKind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Human, Self::Random, Self::Greedy];

    /// Whether a person plays, who is asked and not computed.
    #[must_use]
    pub const fn is_human(self) -> bool {
        matches!(self, Self::Human)
    }

    /// One sentence about how it plays, for help and menus.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Human => "a person at this terminal",
            Self::Random => "any legal move, by chance",
            Self::Greedy => "turns the most discs it can",
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
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Human => "human",
            Self::Random => "random",
            Self::Greedy => "greedy",
        })
    }
}

/// A text that names no kind of player. Holds the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePlayerError(pub String);

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a player, use one of", self.0)?;
        for (index, kind) in PlayerKind::ALL.into_iter().enumerate() {
            write!(f, "{} {kind}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for ParsePlayerError {}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.to_string().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| ParsePlayerError(text.to_owned()))
    }
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// It was told to stop, and did.
    Stopped,
    /// It cannot go on; the text says why, in a clause without a full stop.
    Failed(String),
}

/// What a player that thinks is connected to while it does.
#[derive(Clone, Debug, Default)]
pub struct Control {
    stop: Arc<AtomicBool>,
}

impl Control {
    /// Tells the player to stop. It obeys within some 10 ms.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the player should stop: nobody waits for its move any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A player that thinks by itself. It lives on a worker thread.
pub trait Player: Send {
    /// Chooses a move for the side to move, which has at least one.
    ///
    /// # Errors
    /// [`PlayerError::Stopped`] after [`Control::stop`]; [`PlayerError::Failed`] when it has no answer.
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError>;
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
            "\"edax\\u{7}\" is not a player, use one of human, random, greedy"
        );
    }
}
