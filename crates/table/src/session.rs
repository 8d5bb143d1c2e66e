//! A session: two players and a [game](TableGame), shared by all front ends.
//!
//! A session tracks whose turn it is and who plays that side, runs the CPUs on a worker thread, keeps
//! the clocks, analyses the position on request, and reports what happens as [`Event`]s. It blocks only
//! in [`Session::wait`] and [`Analysis::wait`]: the front end decides when to play a CPU's
//! answer, and calls [`Session::tick`] as time passes.

mod analysis;
mod event;
mod game_meta;
mod refusal;
mod setup;
mod table_game;
mod thinking;
mod timing;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::background::Waker;
use crate::clock::{FlagRule, Remaining, TimeControl};
use crate::game_opening::GameStarts;
use crate::player::description::FOUND_NO_MOVE;
use crate::player::name::{PersonName, shown_names};
use crate::player::{PlayerError, TablePlayer as _};
use reversi::search::{Limits, MoveScore};
use reversi::{ByColor, Color, Entry, Game, MoveError, Square, Status};

pub use event::Event;
pub use game_meta::{GameMeta, SavedClocks};
pub use refusal::{BadMove, Refusal};
pub use setup::{Factory, Setup, TimeSource};
pub(crate) use table_game::methods_of_the_game;
pub use table_game::{TableGame, Turn, refuse_pass};
pub use timing::{MoveNote, Timing};

pub use analysis::{ALL_MOVES, Analysis, AnalysisMode};
use thinking::{CpuThinking, MoveRequest};

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
    /// The analysis of the position, as of the last [`Session::poll`]. Every change of the game stops it.
    pub analysis: Analysis,
    /// The clocks and the notes about each move.
    pub timing: Timing,
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
            analysis: Analysis::start(setup.engine.as_ref(), threads, waker),
            timing: Timing::new(setup.now),
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
        session.timing.begin_turn(false);
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
    pub fn shown_players(&self) -> ByColor<String> {
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

    /// Returns why a person cannot choose a move now.
    pub fn turn_refusal(&self) -> Refusal<G> {
        match self.game.turn() {
            Turn::Over => Refusal::GameOver,
            _ if self.is_watched() => Refusal::Watching,
            Turn::Move(color) | Turn::Pass(color) => Refusal::NotYourTurn {
                color,
                player: self.players[color].clone(),
            },
        }
    }

    /// Removes and returns the oldest event.
    pub fn next_event(&mut self) -> Option<Event<G>> {
        self.events.pop_front()
    }

    /// Plays a human's move and discards undone entries. If that side's time has run out, it loses on
    /// time first.
    ///
    /// # Errors
    /// [`Refusal::Move`], [`Refusal::NotYourTurn`] or [`Refusal::NotConnected`].
    pub fn play(&mut self, square: Square) -> Result<(), Refusal<G>> {
        self.play_or_pass(Some(square))
    }

    /// Plays a human's move or, for `None`, a pass, like [`Session::play`].
    ///
    /// # Errors
    /// As [`Session::play`], and [`Refusal::PassesAreMade`].
    pub(crate) fn play_or_pass(&mut self, chosen: Option<Square>) -> Result<(), Refusal<G>> {
        self.tick();
        self.refuse_turn(&self.game)?;
        self.play_checked(chosen)
    }

    /// Refuses a move of a person while another player is to move in this game, or after its end.
    fn refuse_turn(&self, game: &G) -> Result<(), Refusal<G>> {
        let to_move = match game.turn() {
            Turn::Over => return Err(Refusal::Move(G::OVER)),
            Turn::Move(color) => color,
            Turn::Pass(color) => color.opposite(),
        };
        self.refuse_spectator()?;
        let player = &self.players[to_move];
        if !player.is_human() {
            return Err(Refusal::NotYourTurn {
                color: to_move,
                player: player.clone(),
            });
        }
        self.refuse_unconnected()
    }

    /// Checks whether a person can play these moves one after another, and plays none of them. `None` is a pass; a
    /// written forced pass may follow the move before it.
    ///
    /// # Errors
    /// [`BadMove`], for the first that cannot be played.
    pub fn check_moves(
        &self,
        moves: impl IntoIterator<Item = Option<Square>>,
    ) -> Result<(), BadMove<G>> {
        let mut game = self.game.clone();
        for (index, played) in moves.into_iter().enumerate() {
            let has_passed = matches!(game.entries().last(), Some(Entry::Pass { .. }));
            if played.is_none() && G::PASSES_ARE_FORCED && (has_passed || game.pass_if_forced()) {
                continue;
            }
            let bad = |why| BadMove { index, played, why };
            self.refuse_turn(&game).map_err(bad)?;
            game.play(played).map_err(bad)?;
        }
        Ok(())
    }

    /// Plays a move of the side to move.
    fn play_checked(&mut self, played: Option<Square>) -> Result<(), Refusal<G>> {
        let before = self.game.entries().len();
        self.game.play(played)?;
        self.update_after(before);
        self.think_if_due();
        Ok(())
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
        self.thinking.stop();
        self.thoughts = ByColor::default();
        self.games += 1;
        self.game = game;
        self.opening = None;
        self.analysis.stop();
        self.timing.reset(self.game.entries().len(), self.paused);
        self.announce_start();
    }

    /// Starts the given game with these players.
    pub(crate) fn restart_with(&mut self, game: G, players: ByColor<G::Kind>) {
        self.players = players;
        self.paused = false;
        self.restart(game);
    }

    /// Changes the players, even during a game.
    pub fn set_players(&mut self, players: ByColor<G::Kind>) {
        self.thinking.stop();
        self.players = players.clone();
        self.events.push_back(Event::PlayersChanged(players));
        self.think_if_due();
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

    /// Changes the time control, `None` for no clocks. Both clocks restart.
    pub fn set_time(&mut self, time: Option<TimeControl>, flag: FlagRule) {
        self.timing.set_clock(time, flag, self.game.entries().len());
        self.run_clock();
    }

    /// Sets the time left on both clocks in milliseconds, negative when exceeded, for a resumed game.
    /// Undoing earlier moves restores no time. Does nothing without clocks.
    pub fn set_left(&mut self, left_ms: ByColor<i64>) {
        if self.timing.set_left(left_ms.map(Remaining::from_millis)) {
            // A CPU that thinks should know how much time it has.
            self.thinking.stop();
            self.run_clock();
            self.think_if_due();
        }
    }

    /// Sets the notes of a resumed game. The present turn starts anew.
    pub fn set_notes(&mut self, notes: Vec<MoveNote>) {
        self.timing.set_notes(notes, self.paused);
    }

    /// Checks the clocks: a side that has run out of time loses, or an event warns about it, depending
    /// on the rule. Returns whether there was such a side. A front end with clocks calls this whenever
    /// it draws them.
    pub fn tick(&mut self) -> bool {
        // An answer that came in time counts, however late it is processed.
        self.poll();
        self.flag_at((self.timing.now)())
    }

    /// Checks whether a flag has fallen by `now`, and acts on it.
    fn flag_at(&mut self, now: Instant) -> bool {
        let Some((color, rule)) = self.timing.flag(now) else {
            return false;
        };
        if rule == FlagRule::Warn {
            let goes_on = true;
            self.events.push_back(Event::TimeUp { color, goes_on });
            return true;
        }
        self.timing.hold(now);
        self.end_with(|game| game.time_out(color)).is_ok()
    }

    /// Runs the clock of the side to decide and stops the other. Stops both while the session is
    /// paused, a pass is pending, the game is over, or a CPU's answer is waiting.
    fn run_clock(&mut self) {
        let side = match self.game.turn() {
            Turn::Move(color) if !self.paused && self.thinking.answer.is_none() => Some(color),
            _ => None,
        };
        self.timing.run_clock(side);
    }

    /// Returns whether a human plays.
    pub fn has_human(&self) -> bool {
        Color::ALL.iter().any(|&c| self.players[c].is_human())
    }

    /// Returns whether a CPU plays.
    pub fn has_cpu(&self) -> bool {
        Color::ALL.iter().any(|&c| self.players[c].is_cpu())
    }

    fn announce_start(&mut self) {
        self.events.push_back(Event::Started);
        let earlier = self.game.entries().len();
        self.announce_from(if G::REPORTS_EARLIER_MOVES { 0 } else { earlier });
        self.think_if_due();
    }

    /// Updates the session after new entries.
    fn update_after(&mut self, before: usize) {
        self.analysis.stop();
        let thought = self.thinking.thought();
        let entries = self.game.entries();
        let played = (before < entries.len()).then(|| self.game.event(before));
        let score = match (thought, played) {
            // The CPU's score counts only if its move was played.
            (Some(thought), Some(Event::Played { square, .. })) => G::score(thought, square),
            _ => None,
        };
        self.timing.record::<G>(entries, before, score, self.paused);
        self.announce_from(before);
        self.run_clock();
    }

    /// Reports the entries from an index on, and the end of the game if they led to it.
    fn announce_from(&mut self, index: usize) {
        let entries = index..self.game.entries().len();
        self.events
            .extend(entries.map(|entry| self.game.event(entry)));
        self.announce_end();
    }

    fn announce_end(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            self.events.push_back(Event::Over(outcome));
        }
    }

    /// Starts the CPU to move, unless it is thinking already, paused or the game is over. Redoes an
    /// undone pass first.
    fn think_if_due(&mut self) {
        if self.paused || self.thinking.color.is_some() {
            return;
        }
        self.make_due_pass();
        self.run_clock();
        let Turn::Move(color) = self.game.turn() else {
            return;
        };
        if !self.players[color].is_cpu() {
            return;
        }
        self.failed = None;
        self.thinking.ask(MoveRequest {
            color,
            player: self.players[color].clone(),
            // Each game of a session and each side has its own seed.
            seed: self
                .seed
                .wrapping_add(u64::from(self.games).wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(u64::from(color == Color::White) << 63),
            game: self.game.clone(),
            time_left: self.timing.time_left(color),
            threads: self.threads,
        });
    }

    /// Redoes a CPU's forced pass that was undone.
    fn make_due_pass(&mut self) {
        if let Turn::Pass(color) = self.game.turn()
            && self.players[color].is_cpu()
        {
            let before = self.game.entries().len();
            self.game.pass_if_forced();
            if self.game.undone().is_empty() {
                self.update_after(before);
            } else {
                self.went_to();
                self.announce_from(before);
            }
        }
    }
}

impl Session<Game> {
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
            self.analysis.ask(board, count, limits);
        }
        goes_on
    }
}

impl<G: TableGame> Session<G> {
    /// Undoes everything back to the last decision, including passes: against a CPU, to the human's.
    /// Between two CPUs, pauses them. Stops a CPU that is thinking and drops its answer.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub(crate) fn undo(&mut self) -> Result<(), Refusal<G>> {
        let entries = self.before_decision(self.lone_human())?;
        self.undo_to(entries);
        if !self.has_human() {
            self.set_paused(true);
        }
        self.think_if_due();
        Ok(())
    }

    /// Returns the number of entries before the last decision, of this side if there is one.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub fn before_decision(&self, side: Option<Color>) -> Result<usize, Refusal<G>> {
        let mut entries = self.game.entries().iter();
        let last = entries.rposition(|entry| is_decision::<G>(entry, side));
        last.ok_or(Refusal::NothingToUndo)
    }

    /// Undoes everything after the first entries.
    pub fn undo_to(&mut self, entries: usize) {
        let count = self.game.entries().len().saturating_sub(entries);
        if count == 0 {
            return;
        }
        let undone = self.go(count, G::undo);
        self.events.push_back(Event::Undone(undone));
    }

    /// Redoes everything up to the next decision, against a CPU the human's.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`].
    pub(crate) fn redo(&mut self) -> Result<(), Refusal<G>> {
        let undone = self.game.undone();
        let human = self.lone_human();
        let mut later = undone.iter().skip(1);
        let next = later.position(|entry| is_decision::<G>(entry, human));
        let count = next.map_or(undone.len(), |index| index + 1);
        if count == 0 {
            return Err(Refusal::NothingToRedo);
        }
        let redone = self.go(count, G::redo);
        self.events.push_back(Event::Redone(redone));
        self.announce_end();
        self.think_if_due();
        Ok(())
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

    /// Undoes or redoes this many entries and returns them.
    fn go(&mut self, count: usize, step: fn(&mut G) -> Option<Entry>) -> Vec<Entry> {
        self.thinking.stop();
        self.thoughts = ByColor::default();
        let entries = (0..count).filter_map(|_| step(&mut self.game)).collect();
        self.went_to();
        entries
    }

    /// Updates the session after undo or redo.
    fn went_to(&mut self) {
        self.analysis.stop();
        self.timing.go_to(self.game.entries().len(), self.paused);
        self.run_clock();
    }
}

/// Returns whether an entry was a decision, not a forced pass; only of this side, if there is one.
fn is_decision<G: TableGame>(entry: &Entry, side: Option<Color>) -> bool {
    side.is_none_or(|side| entry.color() == side)
        && !(G::PASSES_ARE_FORCED && matches!(entry, Entry::Pass { .. }))
}

impl<G: TableGame> Session<G> {
    /// Processes the reports of the background tasks without blocking. Returns whether a CPU's answer
    /// is ready for [`Session::advance`]. [`Session::thought`] and [`Session::analysis`] may have
    /// changed either way.
    pub fn poll(&mut self) -> bool {
        while let Some((answer, at)) = self.thinking.poll() {
            self.take(answer, at);
        }
        self.analysis.poll();
        self.thinking.answer.is_some()
    }

    /// Returns whether a CPU's answer is ready for [`Session::advance`].
    pub const fn has_answer(&self) -> bool {
        self.thinking.answer.is_some()
    }

    /// Waits for the answer of the CPU that is thinking. Returns `false` when no CPU is thinking.
    pub fn wait(&mut self) -> bool {
        while self.thinking.answer.is_none()
            && let Some((answer, at)) = self.thinking.wait()
        {
            self.take(answer, at);
        }
        self.thinking.answer.is_some()
    }

    /// Plays the CPU's answer announced by [`Session::poll`] or [`Session::wait`]. Returns `false` if
    /// there is none.
    pub fn advance(&mut self) -> bool {
        let (Some(answer), Some(color)) = (self.thinking.answer.take(), self.thinking.color.take())
        else {
            return false;
        };
        let before = self.game.entries().len();
        let play = |played| {
            let done = self.game.play(played);
            done.map_err(|why| match why {
                Refusal::Move(error) => PlayerError::Illegal(error.to_string()),
                // It passed although passes are made for it.
                _ => PlayerError::Failed(FOUND_NO_MOVE.to_owned()),
            })
        };
        match answer.and_then(play) {
            Err(PlayerError::Resigned) => {
                self.game.resign(color);
                self.update_after(before);
            }
            Ok(()) => {
                self.update_after(before);
                self.thoughts[color] = self.thinking.take_thought();
                self.thinking.stop();
                self.think_if_due();
            }
            Err(error) => {
                self.thinking.stop();
                self.paused = true;
                self.run_clock();
                self.failed = Some(color);
                self.events.push_back(Event::PlayerFailed {
                    color,
                    player: self.players[color].clone(),
                    error,
                });
            }
        }
        true
    }

    /// Stores the answer of a CPU.
    fn take(&mut self, answer: Result<Option<Square>, PlayerError>, at: Option<Instant>) {
        let at = at.unwrap_or_else(|| (self.timing.now)());
        // The time between the answer and the move on the board is not the CPU's.
        if !self.flag_at(at) {
            self.timing.hold(at);
            self.thinking.answer = Some(answer);
        }
    }

    /// Resigns for the human to move, or for the human opponent while another player is to move.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], [`Refusal::NobodyToResign`], [`Refusal::Watching`] or [`Refusal::NotConnected`].
    pub fn resign(&mut self) -> Result<(), Refusal<G>> {
        self.refuse_spectator()?;
        let to_move = match self.game.turn() {
            Turn::Over => return Err(Refusal::GameOver),
            Turn::Move(color) | Turn::Pass(color) => color,
        };
        let color = [to_move, to_move.opposite()]
            .into_iter()
            .find(|&color| self.players[color].is_human())
            .ok_or(Refusal::NobodyToResign)?;
        self.refuse_unconnected()?;
        self.end_with(|game| game.resign(color))
    }

    /// Ends the game by a resignation, on time or by agreement.
    fn end_with(&mut self, end: impl FnOnce(&mut G) -> bool) -> Result<(), Refusal<G>> {
        if self.game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.thinking.stop();
        let before = self.game.entries().len();
        end(&mut self.game);
        self.update_after(before);
        Ok(())
    }

    /// Returns the side whose CPU has failed to move and was not asked again.
    pub(crate) fn failed(&self) -> Option<Color> {
        let to_move = |color: &Color| self.game.turn() == Turn::Move(*color);
        self.failed.filter(to_move)
    }

    /// Lets the human play for the CPU that failed, or in a game that is only watched for the one to move.
    ///
    /// # Errors
    /// [`Refusal::NobodyFailed`].
    pub(crate) fn take_over(&mut self) -> Result<(), Refusal<G>> {
        let color = self.failed().or(self.watched_turn());
        let color = color.ok_or(Refusal::NobodyFailed)?;
        let mut players = self.players.clone();
        players[color] = G::Kind::HUMAN;
        self.paused = false;
        self.timing.resume();
        self.set_players(players);
        Ok(())
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

    /// Resigns for the CPU that failed.
    ///
    /// # Errors
    /// [`Refusal::NobodyFailed`].
    pub(crate) fn forfeit(&mut self) -> Result<(), Refusal<G>> {
        let color = self.failed().ok_or(Refusal::NobodyFailed)?;
        self.end_with(|game| game.resign(color))
    }
}

/// The player at the other end of a connection, whose moves arrive as messages.
impl Session<Game> {
    /// Plays a move of the remote player. If that side's time has run out, it loses on time first.
    ///
    /// # Errors
    /// [`Refusal::Move`] or [`Refusal::NotYourTurn`]; the game is unchanged.
    pub fn play_for_remote(&mut self, square: Square) -> Result<(), Refusal> {
        self.tick();
        match self.game.status() {
            Status::Over(_) => Err(Refusal::Move(MoveError::GameOver)),
            Status::ToMove(color) if self.players[color].is_remote() => {
                self.play_checked(Some(square))
            }
            Status::ToMove(color) | Status::MustPass(color) => Err(Refusal::NotYourTurn {
                color,
                player: self.players[color].clone(),
            }),
        }
    }

    /// Resigns for a remote player.
    ///
    /// # Errors
    /// [`Refusal::GameOver`] or [`Refusal::NobodyToResign`].
    pub fn resign_for_remote(&mut self, color: Color) -> Result<(), Refusal> {
        if !self.players[color].is_remote() {
            return Err(Refusal::NobodyToResign);
        }
        self.end_with(|game| game.resign(color))
    }

    /// Ends the game as a draw to which both players agree.
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub fn agree_to_draw(&mut self) -> Result<(), Refusal> {
        self.end_with(Game::agree_to_draw)
    }

    /// Ends the game because a side has run out of time by the clock of the other program.
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub fn time_out(&mut self, color: Color) -> Result<(), Refusal> {
        self.end_with(|game| game.time_out(color))
    }
}

impl<G: TableGame> Session<G> {
    /// Returns whether both players are at the other end of a connection: this program only watches.
    pub fn is_watched(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.players[color].is_remote())
    }

    /// Lets the clock of a side run while the game is paused because that side is absent, after a grace, if it is to
    /// move. Returns whether it will run.
    pub fn run_clock_of_absent(&mut self, color: Color, grace: Duration) -> bool {
        let is_due = self.paused && self.game.turn() == Turn::Move(color);
        let start = (self.timing.now)().checked_add(grace);
        let start = start.filter(|_| is_due && self.timing.clock().is_some());
        if let Some(start) = start {
            self.timing.resume_at(color, start);
        }
        start.is_some()
    }

    /// Returns the part of the grace that is left, while the clock of an absent side runs or will run.
    pub fn unused_grace(&self) -> Option<Duration> {
        let clock = self.timing.clock().filter(|_| self.paused)?;
        Some(
            clock
                .starts()?
                .saturating_duration_since((self.timing.now)()),
        )
    }

    /// Refuses what only the players may do.
    ///
    /// # Errors
    /// [`Refusal::Watching`] for a spectator.
    pub fn refuse_spectator(&self) -> Result<(), Refusal<G>> {
        if self.is_watched() {
            return Err(Refusal::Watching);
        }
        Ok(())
    }

    /// Returns the side of a player at the other end of a connection, if there is one.
    pub fn remote(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.players[color].is_remote())
    }

    /// Refuses moves while the remote player is not connected, which pauses the game.
    fn refuse_unconnected(&self) -> Result<(), Refusal<G>> {
        if self.paused && self.remote().is_some() {
            return Err(Refusal::NotConnected);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
