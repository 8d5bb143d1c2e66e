//! A session: two players and a [game](TableGame), shared by all front ends.
//!
//! A session tracks whose turn it is and who plays that side, runs the CPUs on a worker thread, keeps
//! the clocks, analyses the position on request, and reports what happens as [`Event`]s. It blocks only
//! in [`Session::wait`] and [`Analysis::wait`]: the front end decides when to play a CPU's
//! answer, and calls [`Session::tick`] as time passes.

mod analysis;
mod event;
mod game_meta;
mod help;
mod moves;
mod refusal;
mod remote;
mod setup;
mod table_game;
mod thinking;
mod timing;
mod undo;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use crate::background::Waker;
use crate::clock::StartTime;
use crate::game_opening::GameStarts;
use crate::player::TablePlayer;
use crate::player::level::Level;
use crate::player::name::{PersonName, shown_names};
use reversi::search::{Limits, MoveScore, SearchInfo};
use reversi::{ByColor, Color, Entry, Game};
use reversi_notation::{Casual, MoveOrigin, Participant, Record, Seats};

pub use event::Event;
pub use game_meta::{GameMeta, SavedClocks};
pub use help::HelpState;
pub use refusal::{BadMove, Refusal};
pub use setup::{Factory, NewGame, Setup, TimeSource};
pub(crate) use table_game::methods_of_the_game;
pub use table_game::{TableGame, Turn, refuse_pass};
pub use timing::{MoveNote, Timing};

use crate::player::description::PlayerName;
pub use analysis::{ALL_MOVES, Analysis, AnalysisMode, start_analysis};
use thinking::CpuThinking;

/// Two players and a game. See the [module](self).
pub struct Session<G: TableGame = Game> {
    game: G,
    players: ByColor<G::Kind>,
    /// The names of the people among the players.
    pub names: ByColor<PersonName>,
    seed: u64,
    /// Counts the games of this session, so that a rematch with the same seed plays differently.
    games: u32,
    paused: bool,
    threads: usize,
    thinking: CpuThinking<G>,
    /// What each side's CPU had found when it last moved.
    thoughts: ByColor<Option<G::Thought>>,
    /// The side whose CPU has failed and was not asked again.
    failed: Option<Color>,
    /// Whether the side that resigned at the end has in fact left.
    departed: bool,
    /// The analysis of the position, as of the last [`Session::poll`]. Every change of the game stops it.
    pub analysis: Analysis,
    /// The clocks and the notes about each move.
    pub timing: Timing,
    /// The start of the game, which distinguishes it from others. Two programs that play it have the same one.
    pub started_at: StartTime,
    /// Who the people are, and the help they had.
    pub help: HelpState,
    /// Who made the entries.
    seats: Seats,
    /// The name of the opening that the game began with; `None` for the usual start.
    pub opening: Option<String>,
    /// What starts the next game; `None` for one from the same start position.
    pub starts: Option<Arc<GameStarts<G>>>,
    events: VecDeque<Event<G>>,
}

impl<G: TableGame> fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game)
            .field("players", &self.players)
            .field("paused", &self.paused)
            .field("thinking", &self.thinking.color)
            .finish_non_exhaustive()
    }
}

impl<G: TableGame> Session<G> {
    /// Starts a session; a CPU to move starts thinking. The waker is called when [`Session::poll`] has
    /// something to report.
    pub fn new(setup: Setup<G>, waker: Waker) -> Self {
        let threads = setup.threads.max(1);
        let (now, to_think) = (Arc::clone(&setup.now), Arc::clone(&waker));
        let mut session = Self {
            thinking: CpuThinking::start(setup.factory, to_think, now),
            thoughts: ByColor::default(),
            failed: None,
            departed: setup.departed,
            analysis: start_analysis(setup.engine.as_ref(), threads, waker),
            timing: Timing::new(setup.now),
            started_at: StartTime::now(),
            help: HelpState::new(setup.rated),
            seats: Seats::default(),
            game: setup.game,
            players: setup.players,
            names: setup.names,
            seed: setup.seed,
            games: 0,
            paused: false,
            threads,
            opening: setup.opening,
            starts: setup.starts,
            events: VecDeque::new(),
        };
        let entries = session.game.entries().len();
        session.timing.set_clock(setup.time, setup.flag, entries);
        session
            .timing
            .set_notes(vec![MoveNote::GIVEN; entries], false);
        session.announce_start();
        session
    }

    /// Returns the game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns who plays each side.
    pub const fn players(&self) -> &ByColor<G::Kind> {
        &self.players
    }

    /// Returns the players as people know them.
    pub fn shown_players(&self) -> ByColor<PlayerName> {
        shown_names(&self.players, &self.names)
    }

    /// Returns whether the CPUs are paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the side whose CPU is thinking or has an answer that was not played yet.
    pub const fn thinking(&self) -> Option<Color> {
        self.thinking.color
    }

    /// Returns what this CPU has found so far, if anything.
    pub fn search_info(&self) -> Option<&G::Thought> {
        self.thinking.thought()
    }

    /// Returns what the CPU of a side had found when it last moved, if anything.
    pub fn thought_of(&self, color: Color) -> Option<&G::Thought> {
        self.thoughts[color].as_ref()
    }

    /// Returns whether a human has to choose a move now.
    pub fn awaits_human(&self) -> bool {
        matches!(self.game.turn(), Turn::Move(color) if self.players[color].is_human())
    }

    /// Removes and returns the oldest event.
    pub fn next_event(&mut self) -> Option<Event<G>> {
        self.events.pop_front()
    }

    /// Starts a new game with the same players: with an opening, or from the same start position.
    pub fn new_game(&mut self) {
        let (game, opening) = match &self.starts {
            Some(starts) => starts(self.games + 1),
            None => (self.game.again(), None),
        };
        self.restart(game);
        self.opening = opening;
    }

    /// Starts the given game with the same players.
    pub fn restart(&mut self, game: G) {
        self.restart_departed(game, false);
    }

    /// Starts the given game with the same players. `departed` is whether a side has lost it because it left.
    pub fn restart_departed(&mut self, game: G, departed: bool) {
        self.thinking.stop();
        self.thoughts = ByColor::default();
        self.games += 1;
        self.game = game;
        self.departed = departed;
        self.started_at = StartTime::now();
        self.opening = None;
        self.analysis.stop();
        self.help.restart();
        self.seats = Seats::default();
        self.timing.reset(self.game.entries().len(), self.paused);
        self.announce_start();
    }

    /// Changes the players, even during a game.
    pub fn set_players(&mut self, players: ByColor<G::Kind>) {
        if self.timing.has_chosen() && self.players != players {
            self.note_help(Casual::Players);
        }
        self.seat(players);
    }

    /// Replaces the players, as those that they were.
    pub(crate) fn seat(&mut self, players: ByColor<G::Kind>) {
        self.thinking.stop();
        self.players = players.clone();
        self.events.push_back(Event::PlayersChanged(players));
        self.think_if_due();
    }

    /// Gives the levels that play another strength.
    ///
    /// # Errors
    /// [`Refusal::NoLevel`].
    pub(crate) fn set_level(&mut self, level: Level) -> Result<(), Refusal<G>> {
        let leveled = self.players.as_ref().map(|kind| kind.at_level(level));
        if leveled.black.is_none() && leveled.white.is_none() {
            return Err(Refusal::NoLevel);
        }
        let same = |color: Color| self.players[color].clone();
        self.set_players(ByColor {
            black: leveled.black.unwrap_or_else(|| same(Color::Black)),
            white: leveled.white.unwrap_or_else(|| same(Color::White)),
        });
        Ok(())
    }

    /// Swaps the players, with their names and time controls.
    ///
    /// # Errors
    /// [`Refusal::SamePlayers`].
    pub(crate) fn swap(&mut self) -> Result<(), Refusal<G>> {
        if self.players.black == self.players.white && self.names.black == self.names.white {
            return Err(Refusal::SamePlayers);
        }
        self.names = self.names.swapped();
        self.help.first = self.help.first.opposite();
        self.timing.swap_clocks();
        self.set_players(self.players.clone().swapped());
        Ok(())
    }

    /// Pauses or resumes the CPUs. Pausing stops a CPU that is thinking.
    pub fn set_paused(&mut self, paused: bool) {
        if self.paused == paused {
            return;
        }
        self.paused = paused;
        // The connection to a remote player pauses the game, and has its own events.
        if self.remote().is_none() {
            self.events.push_back(Event::Paused(paused));
        }
        // A clock may also run while the game is paused, see `run_clock_of_absent`.
        self.timing.hold((self.timing.now)());
        if paused {
            self.thinking.stop();
        } else {
            self.resume_quietly();
        }
    }

    /// Resumes the CPUs without an event.
    pub fn resume_quietly(&mut self) {
        self.paused = false;
        self.timing.resume();
        self.think_if_due();
    }

    /// Returns the side that has lost because it left. The last entry of its game is a resignation.
    pub fn departed(&self) -> Option<Color> {
        match self.game.entries().last() {
            Some(Entry::Resignation { color }) => self.departed.then_some(*color),
            _ => None,
        }
    }

    /// Returns whether a human plays.
    pub fn has_human(&self) -> bool {
        Color::ALL.iter().any(|&c| self.players[c].is_human())
    }

    /// Returns whether a CPU plays.
    pub fn has_cpu(&self) -> bool {
        Color::ALL.iter().any(|&c| self.players[c].is_cpu())
    }

    /// Returns the human's side when a human plays against a CPU or over the network.
    pub fn lone_human(&self) -> Option<Color> {
        let human = |color: Color| self.players[color].is_human();
        match (human(Color::Black), human(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    /// Returns the side to move in a game between two CPUs.
    pub fn watched_turn(&self) -> Option<Color> {
        let is_watched = Color::ALL
            .into_iter()
            .all(|color| self.players[color].is_cpu());
        match self.game.turn() {
            Turn::Move(color) | Turn::Pass(color) if is_watched => Some(color),
            _ => None,
        }
    }

    /// Returns whether both players are at the other end of a connection: this program only watches.
    pub fn is_watched(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.players[color].is_remote())
    }

    /// Returns who sits at both sides.
    pub(crate) fn participants(&self) -> ByColor<Participant> {
        participants(&self.players, self.help.first, self.help.remote)
    }

    /// Returns the side of a player at the other end of a connection, if there is one.
    pub fn remote(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.players[color].is_remote())
    }

    fn announce_start(&mut self) {
        self.events.push_back(Event::Started);
        let earlier = self.game.entries().len();
        self.announce_from(if G::REPORTS_EARLIER_MOVES { 0 } else { earlier });
        self.think_if_due();
    }

    /// Updates the session after new entries.
    fn update_after(&mut self, before: usize, origin: MoveOrigin) {
        self.analysis.stop();
        self.help.hinted = None;
        let thought = self.thinking.thought();
        let entries = self.game.entries();
        let played = (before < entries.len()).then(|| self.game.event(before));
        let score = match (thought, played) {
            // The CPU's score counts only if its move was played.
            (Some(thought), Some(Event::Played { square, .. })) => G::score(thought, square),
            _ => None,
        };
        self.seats.note(before, self.participants());
        let note = MoveNote {
            time: None,
            score,
            origin,
        };
        self.timing.record::<G>(entries, before, note, self.paused);
        self.announce_from(before);
        self.run_clock();
    }

    /// Reports the entries from an index on, and the end of the game if they led to it.
    fn announce_from(&mut self, index: usize) {
        let departed = self.departed().is_some();
        let entries = index..self.game.entries().len();
        self.events
            .extend(entries.map(|entry| match self.game.event(entry) {
                Event::Resigned { color } if departed => Event::Left { color },
                event => event,
            }));
        self.announce_end();
    }

    fn announce_end(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            self.events.push_back(Event::Over(outcome));
        }
    }
}

/// Returns who plays: `first` is the side of the first of two people, `remote` who is at the other end of a connection.
pub(crate) fn participants<K: TablePlayer>(
    players: &ByColor<K>,
    first: Color,
    remote: Participant,
) -> ByColor<Participant> {
    let two = players.black.is_human() && players.white.is_human();
    let watched = players.black.is_remote() && players.white.is_remote();
    ByColor::from_fn(|color| match &players[color] {
        kind if kind.is_human() && two && color != first => Participant::SecondPerson,
        kind if kind.is_human() => Participant::You,
        kind if kind.is_remote() && watched && color != first => Participant::Guest,
        kind if kind.is_remote() => remote,
        kind if kind.is_external() => Participant::Engine,
        _ => Participant::Computer,
    })
}

impl Session<Game> {
    /// Returns the moves so far with who made them and how.
    pub fn record(&self) -> Record {
        GameMeta::of(self, StartTime::now()).record(&self.game)
    }

    /// Returns the best move that the CPU has found so far, if any.
    pub fn thought(&self) -> Option<&MoveScore> {
        self.search_info()?.moves.first()
    }

    /// Starts to analyse the position: the best `count` moves (64 for all legal moves) within limits.
    /// Results appear in [`Session::analysis`], and the waker is called for each. The next change of
    /// the game stops the analysis. Returns `false` when the game is over.
    pub fn analyse(&mut self, count: usize, limits: Limits) -> bool {
        let goes_on = self.game.outcome().is_none();
        if goes_on {
            let board = self.game.position().board();
            let first = Some(SearchInfo::default());
            self.analysis.ask((board, count, limits), first);
        }
        goes_on
    }
}

#[cfg(test)]
mod tests;
