//! The setup of a session.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::Session;
use super::table_game::TableGame;
use crate::clock::{Clock, FlagRule, TimeControl};
use crate::game_opening::{GameOpening, GameStarts};
use crate::player::name::PersonName;
use crate::player::{ExternalEngine, PlayerKind};
use reversi::{ByColor, Color, Game};

/// Creates the player of a kind from a seed; `None` for a human.
pub type Factory<G = Game> = fn(&<G as TableGame>::Kind, u64) -> Option<<G as TableGame>::Cpu>;

/// The source of the current time: [`Instant::now`], except in tests.
pub type TimeSource = Arc<dyn Fn() -> Instant + Send + Sync>;

/// The setup of a session.
#[derive(Clone)]
pub struct Setup<G: TableGame = Game> {
    /// The player of each side.
    pub players: ByColor<G::Kind>,
    /// The names of the people among them.
    pub names: ByColor<PersonName>,
    /// The random seed of the players.
    pub seed: u64,
    /// The first game.
    pub game: G,
    /// Whether a side has lost it because it left; its last entry is then a resignation.
    pub departed: bool,
    /// The name of the opening that it begins with.
    pub opening: Option<String>,
    /// What starts the games after it; `None` for games from the same start position.
    pub starts: Option<Arc<GameStarts<G>>>,
    /// Creates the players: [`TableGame::create`], except in tests.
    pub factory: Factory<G>,
    /// The time control; `None` for no clocks.
    pub time: Option<TimeControl>,
    /// What happens when a side runs out of time.
    pub flag: FlagRule,
    /// The number of search threads for engines and analysis, at least 1. With 1, the results are
    /// reproducible.
    pub threads: usize,
    /// The engine that analyses positions; `None` for this program.
    pub engine: Option<ExternalEngine>,
    /// Whether games are rated, as long as nobody is helped.
    pub rated: bool,
    /// The source of the current time.
    pub now: TimeSource,
}

/// A game that replaces another one in a session.
pub struct NewGame<G: TableGame = Game> {
    /// The player of each side.
    pub players: ByColor<G::Kind>,
    /// The names of the people among them.
    pub names: ByColor<PersonName>,
    /// The game, unless an opening starts it.
    pub game: G,
    /// What starts it, and the games after it; `None` for games from the same start position.
    pub starts: Option<Arc<GameStarts<G>>>,
    /// The time control; `None` for no clocks.
    pub time: Option<TimeControl>,
    /// Whether it is rated, as long as nobody is helped.
    pub rated: bool,
}

impl<G: TableGame> NewGame<G> {
    /// Puts a game in the place of that of a session: with its players and clocks, and without an opening.
    pub fn in_place_of(session: &Session<G>, game: G) -> Self {
        Self {
            players: session.players().clone(),
            names: session.names,
            game,
            starts: None,
            time: session.timing.clock().map(Clock::control),
            rated: session.help.is_rated,
        }
    }
}

impl<G: TableGame> Session<G> {
    /// Starts another game.
    pub(crate) fn start(&mut self, new: NewGame<G>) {
        let is_same = (&self.players, self.names) == (&new.players, new.names);
        self.set_paused(false);
        self.names = new.names;
        self.help.first = Color::Black;
        if !is_same {
            self.set_players(new.players);
        }
        let (time, rule) = (self.timing.clock())
            .map(|clock| (clock.control(), clock.rule()))
            .unzip();
        if time != new.time {
            self.set_time(new.time, rule.unwrap_or_default());
        }
        self.starts = new.starts;
        self.help.is_rated = new.rated;
        if self.starts.is_some() {
            self.new_game();
        } else {
            self.restart(new.game);
        }
    }
}

impl Setup {
    /// A game from the standard start, without clocks, on one thread.
    pub fn new(players: ByColor<PlayerKind>, seed: u64) -> Self {
        Self::of_game(Game::new(), players, seed)
    }

    /// Begins this game and those after it with an opening, which depends on the random seed.
    #[must_use]
    pub fn with_opening(mut self, opening: &GameOpening) -> Self {
        self.starts = opening.starts(self.seed);
        if let Some(starts) = &self.starts {
            (self.game, self.opening) = starts(0);
        }
        self
    }
}

impl<G: TableGame> Setup<G> {
    /// A game without clocks, on one thread.
    pub fn of_game(game: G, players: ByColor<G::Kind>, seed: u64) -> Self {
        Self {
            players,
            names: ByColor::default(),
            seed,
            game,
            departed: false,
            opening: None,
            starts: None,
            factory: G::create,
            time: None,
            flag: FlagRule::default(),
            threads: 1,
            engine: None,
            rated: true,
            now: Arc::new(Instant::now),
        }
    }
}

impl<G: TableGame> fmt::Debug for Setup<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("players", &self.players)
            .field("names", &self.names)
            .field("seed", &self.seed)
            .field("game", &self.game)
            .field("time", &self.time)
            .field("flag", &self.flag)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
