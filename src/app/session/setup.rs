//! What a session begins with.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use crate::app::clock::{FlagRule, TimeControl};
use crate::app::player::{Player, PlayerKind};
use crate::color::ByColor;
use crate::game::Game;

/// Makes the player that thinks for a kind with a seed; `None` for a human.
pub type Factory = fn(PlayerKind, u64) -> Option<Box<dyn Player>>;

/// Where a session reads the time: [`Instant::now`], but in tests.
pub type TimeSource = Arc<dyn Fn() -> Instant + Send + Sync>;

/// What a session begins with.
#[derive(Clone)]
pub struct Setup {
    /// Who plays each side.
    pub players: ByColor<PlayerKind>,
    /// What the choices of the players follow from.
    pub seed: u64,
    /// The game to begin with. A new game begins at its start position again.
    pub game: Game,
    /// How players are made: [`PlayerKind::create`], but in tests.
    pub factory: Factory,
    /// How much time each side has; `None`: as much as it likes.
    pub time: Option<TimeControl>,
    /// What happens when a side has used up its time.
    pub flag: FlagRule,
    /// With how many threads an engine or an analysis searches, at least one. With one, the same
    /// questions have the same answers.
    pub threads: usize,
    /// Where the time comes from.
    pub now: TimeSource,
}

impl Setup {
    /// A game from the standard start, without clocks, on one thread.
    #[must_use]
    pub fn new(players: ByColor<PlayerKind>, seed: u64) -> Self {
        Self {
            players,
            seed,
            game: Game::new(),
            factory: PlayerKind::create,
            time: None,
            flag: FlagRule::default(),
            threads: 1,
            now: Arc::new(Instant::now),
        }
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("players", &self.players)
            .field("seed", &self.seed)
            .field("game", &self.game)
            .field("time", &self.time)
            .field("flag", &self.flag)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
