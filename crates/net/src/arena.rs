//! Matches: many games between two players or more without a front end, and their statistics.
//!
//! Each opening is played twice with colours swapped, so that neither the opening nor the colour
//! favours a player. Every game creates its own players from its own seed, so that without clocks the
//! result does not depend on how many games run at the same time. In a tournament every player meets every
//! other one, all of them with the same openings.
//!
//! A [`Runner`] plays the games, [`Results`] has their statistics, and a [`Watch`] shows one of them.

pub mod match_file;
mod results;
mod runner;
mod sprt;
mod tally;
mod watch;

use rand::rngs::ChaCha8Rng;
use rand::{Rng as _, SeedableRng as _};

use reversi::{ByColor, Color, Game};
use reversi_notation::{Record, clean};
use reversi_table::background::Shard;
use reversi_table::clock::{FlagRule, TimeControl};
use reversi_table::game_opening::GameOpening;
use reversi_table::player::description::COMPUTERS;
use reversi_table::player::{PlayerError, PlayerKind};
use reversi_table::session::{Factory, Setup};
use reversi_text::{Name, Said, tr};

pub use results::{Results, Standing};
pub use runner::{Runner, Stopper, Update};
pub use sprt::{Sprt, SprtVerdict};
pub use tally::{Elo, GameResult, Tally};
pub use watch::{Scene, Watch, WatchedGame};

/// The parameters of a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players, at least two. More than two play a round robin.
    pub players: Vec<PlayerKind>,
    /// The number of openings that each pairing plays, each twice.
    pub pairs: u32,
    /// The source of the openings.
    pub openings: GameOpening,
    /// The random seed of openings and players.
    pub seed: u64,
    /// The time control, that of the first player of a pairing first; `None` for no clocks.
    pub time: Option<TimeControl>,
    /// The test that may end a match of two players early.
    pub sprt: Option<Sprt>,
    /// The part of the openings whose games are played here; other machines play the others.
    pub part: Shard,
    /// Creates the players: [`PlayerKind::create`], except in tests.
    pub factory: Factory,
}

/// An error that ends a match without a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// A human cannot play a match.
    #[error("{}", tr!("a person cannot play a match; use {computers}", computers = COMPUTERS))]
    Human,
    /// A player failed because of this program or its system.
    #[error("{}", player_failed(_0, _1))]
    PlayerFailed(PlayerKind, PlayerError),
    /// A player forfeited this many games in a row, or all of them. Has the last reason.
    #[error("{}", keeps_failing(_0, *_1, _2))]
    KeepsFailing(PlayerKind, u32, PlayerError),
    /// A game could not be kept. A clause.
    #[error("{0}")]
    NotKept(String),
}

fn player_failed(player: &PlayerKind, why: &PlayerError) -> Said {
    let (player, why) = (&shown_name(player), why.to_string());
    tr!("{player} failed to move: {why}", player, why = Name(&why))
}

fn keeps_failing(player: &PlayerKind, count: u32, why: &PlayerError) -> Said {
    let (player, why) = (&shown_name(player), why.to_string());
    tr!(
        "the match has stopped, because {player} failed to move in its last game: {why}"
            | "the match has stopped, because {player} failed to move in {count} games in a row: {why}",
        count,
        player,
        why = Name(&why)
    )
}

/// A game of a match: who plays it, and from which opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game. The games of an opening come before those of the next one.
    pub(crate) number: u32,
    /// The index of the pairing.
    pub(crate) pairing: usize,
    /// The index of the opening.
    pub(crate) opening: u32,
    /// The indices of the players.
    pub(crate) players: ByColor<usize>,
}

impl Fixture {
    /// Returns the colour of the first player of the pairing.
    pub(crate) const fn first(&self) -> Color {
        if self.number.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }
}

impl Match {
    /// Creates a match with the usual openings.
    pub fn new(players: Vec<PlayerKind>, pairs: u32) -> Self {
        Self {
            players,
            pairs,
            openings: GameOpening::Random(8),
            seed: 1,
            time: None,
            sprt: None,
            part: Shard::WHOLE,
            factory: PlayerKind::create,
        }
    }

    /// Returns it with other players of the same names, for tests.
    #[must_use]
    pub fn with_factory(self, factory: Factory) -> Self {
        Self { factory, ..self }
    }

    /// Returns who meets whom, by index: each player meets every later one.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        (0..self.pairing_count())
            .map(|index| self.pairing(index))
            .collect()
    }

    const fn pairing_count(&self) -> usize {
        self.players.len() * self.players.len().saturating_sub(1) / 2
    }

    /// Returns the players of a pairing.
    const fn pairing(&self, index: usize) -> [usize; 2] {
        let (mut first, mut rest) = (0, index);
        loop {
            let others = self.players.len() - 1 - first;
            if rest < others {
                return [first, first + 1 + rest];
            }
            (first, rest) = (first + 1, rest - others);
        }
    }

    /// Returns whether a game is played here, by its number.
    pub(crate) fn has(&self, number: u32) -> bool {
        self.part.has(u64::from(number / 2))
    }

    /// Returns the number of games that are played here.
    pub fn own_games(&self) -> u32 {
        2 * self.part.count(self.games() / 2)
    }

    /// Returns the number of games of all pairings.
    ///
    /// # Panics
    /// If there are more than 4 billion.
    pub fn games(&self) -> u32 {
        let pairings = u32::try_from(self.pairing_count()).expect("a few players");
        2 * self.pairs * pairings
    }

    /// Returns a game by its number.
    ///
    /// # Panics
    /// If there are fewer than two players.
    pub(crate) fn fixture(&self, number: u32) -> Fixture {
        let pairings = self.pairing_count();
        let pair = number as usize / 2;
        let pairing = pair % pairings;
        let [first, second] = self.pairing(pairing);
        let mut fixture = Fixture {
            number,
            pairing,
            opening: u32::try_from(pair / pairings).expect("no more than the number"),
            players: ByColor::new(first, second),
        };
        if fixture.first() == Color::White {
            fixture.players = fixture.players.swapped();
        }
        fixture
    }

    /// Returns a game after its opening.
    pub(crate) fn opening(&self, fixture: &Fixture) -> Game {
        self.openings.game(self.seed, fixture.opening)
    }

    /// Returns the setup of a game.
    fn setup(&self, fixture: &Fixture) -> Setup {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        // The first pairing draws the same numbers as a match of two players.
        let game = u64::from(2 * fixture.opening + fixture.number % 2);
        chance.set_stream(game | (fixture.pairing as u64) << 32 | 1 << 63);
        Setup {
            game: self.opening(fixture),
            time: self.time.map(|time| time.with_first(fixture.first())),
            flag: FlagRule::Lose,
            factory: self.factory,
            ..Setup::new(
                fixture.players.map(|index| self.players[index].clone()),
                chance.next_u64(),
            )
        }
    }

    /// Returns a text that identifies the match: players, openings, random seed and time control.
    pub(crate) fn event(&self) -> String {
        self.event_of(full_name)
    }

    fn event_of(&self, name: fn(&PlayerKind) -> String) -> String {
        let players: Vec<_> = self.players.iter().map(name).collect();
        let time = self
            .time
            .map_or("no clocks".to_owned(), |time| time.to_string());
        format!(
            "Match of {}, {}, seed {}, {time}",
            players.join(" and "),
            self.openings.in_files(),
            self.seed,
        )
    }

    /// Returns the record of a game without its moves.
    pub(crate) fn described(&self, fixture: &Fixture) -> Record {
        self.described_by(fixture, full_name)
    }

    /// Returns the same as older versions wrote it.
    pub(crate) fn formerly_described(&self, fixture: &Fixture) -> Record {
        self.described_by(fixture, former_name)
    }

    fn described_by(&self, fixture: &Fixture, name: fn(&PlayerKind) -> String) -> Record {
        let mut record = Record::default();
        record.players = fixture.players.map(|index| name(&self.players[index]));
        record.event = self.event_of(name);
        record.round = format!("{}.{}", fixture.number / 2 + 1, fixture.number % 2 + 1);
        record
    }
}

/// Returns the name of a player in files and for programs: another program has that of the settings, or its command line.
pub fn full_name(player: &PlayerKind) -> String {
    let given = match player {
        PlayerKind::External(engine) => engine.given_name(),
        _ => None,
    };
    given.map_or_else(|| player.to_string(), str::to_owned)
}

/// Returns the name of a player in files that older versions wrote.
fn former_name(player: &PlayerKind) -> String {
    match player {
        PlayerKind::Engine(level) => format!("engine:{level}"),
        other => full_name(other),
    }
}

/// Returns the name of a player for people: another program has that of the settings, or its command line.
pub fn shown_name(player: &PlayerKind) -> Said {
    match player {
        PlayerKind::External(_) => Said::verbatim(full_name(player)),
        built_in => built_in.name().said(),
    }
}

/// Returns the name of a player where there is little room: another program goes without its arguments.
pub fn short_name(player: &PlayerKind) -> Said {
    match player {
        PlayerKind::External(engine) => Said::verbatim(clean(engine.name()).into_owned()),
        built_in => built_in.name().said(),
    }
}

#[cfg(test)]
pub(crate) mod tests;
