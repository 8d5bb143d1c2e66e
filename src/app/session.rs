//! A session: two players and a game, for every front end.
//!
//! A session knows whose turn it is and who plays that side, lets the players that think do so on a
//! worker thread, keeps the clocks, analyses the position when asked to, and reports what happened as
//! [`Event`]s. It never waits unless it is asked to: when an answer has come, the front end decides
//! when to let it be played, and when time has gone by, it says so with [`Session::tick`].

mod analysis;
mod event;
mod refusal;
mod setup;
mod thinking;
mod timing;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use crate::app::background::{TaskError, Waker};
use crate::app::clock::{FlagRule, Remaining, TimeControl};
use crate::app::player::{self, PlayerError, PlayerKind};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game, MoveError, Status};
use crate::search::{Limits, MoveScore, SearchInfo};
use crate::square::Square;

pub use event::Event;
pub use refusal::Refusal;
pub use setup::{Factory, Setup, TimeSource};
pub use timing::{MoveNote, Timing};

use analysis::Analysis;
use thinking::{Question, Thinking};

/// Two players and a game. See the [module](self).
pub struct Session {
    game: Game,
    players: ByColor<PlayerKind>,
    seed: u64,
    /// Counts the games of this session, so that a rematch with a seed is another game.
    games: u64,
    paused: bool,
    threads: usize,
    thinking: Thinking,
    analysis: Analysis,
    timing: Timing,
    events: VecDeque<Event>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game)
            .field("players", &self.players)
            .field("paused", &self.paused)
            .field("thinking", &self.thinking.color)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Starts a session; a CPU that is to move begins to think. The waker is called when
    /// [`Session::poll`] has something new.
    #[must_use]
    pub fn new(setup: Setup, waker: Waker) -> Self {
        let threads = setup.threads.max(1);
        let (now, to_think) = (Arc::clone(&setup.now), Arc::clone(&waker));
        let mut session = Self {
            thinking: Thinking::start(setup.factory, to_think, now),
            analysis: Analysis::start(threads, waker),
            timing: Timing::new(setup.now),
            game: setup.game,
            players: setup.players,
            seed: setup.seed,
            games: 0,
            paused: false,
            threads,
            events: VecDeque::new(),
        };
        let entries = session.game.entries().len();
        session.timing.set_clock(setup.time, setup.flag, entries);
        session.timing.begin_turn(false);
        session.announce_start();
        session
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns who plays each side.
    #[must_use]
    pub const fn players(&self) -> ByColor<PlayerKind> {
        self.players
    }

    /// Returns whether the CPUs are paused.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the side whose CPU thinks now or has an answer that is not played yet.
    #[must_use]
    pub const fn thinking(&self) -> Option<Color> {
        self.thinking.color
    }

    /// Returns what that CPU thinks is best so far; `None` before its first thought and for a CPU that has none.
    #[must_use]
    pub fn thought(&self) -> Option<&MoveScore> {
        self.thinking.best()
    }

    /// Returns the clocks, and what is noted about each move.
    #[must_use]
    pub const fn timing(&self) -> &Timing {
        &self.timing
    }

    /// Returns whether a person is to choose a move now.
    #[must_use]
    pub fn awaits_human(&self) -> bool {
        matches!(self.game.status(), Status::ToMove(color) if self.players[color].is_human())
    }

    /// Returns the oldest event that was not taken yet.
    pub fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Plays a person's move. What was undone is forgotten. When the person's time is up, that comes
    /// first.
    ///
    /// # Errors
    /// [`Refusal::Move`] or [`Refusal::NotYourTurn`].
    pub fn play(&mut self, square: Square) -> Result<(), Refusal> {
        self.tick();
        let to_move = match self.game.status() {
            Status::Over(_) => return Err(Refusal::Move(MoveError::GameOver)),
            Status::ToMove(color) => color,
            Status::MustPass(color) => color.opposite(),
        };
        let player = self.players[to_move];
        if !player.is_human() {
            return Err(Refusal::NotYourTurn {
                color: to_move,
                player,
            });
        }
        let before = self.game.entries().len();
        self.game.play(square).map_err(Refusal::Move)?;
        self.went_on(before);
        self.think_if_due();
        Ok(())
    }

    /// Says why a pass is not a command.
    #[must_use]
    pub fn refuse_pass(&self) -> Refusal {
        match self.game.status() {
            Status::Over(_) => Refusal::GameOver,
            Status::ToMove(color) => Refusal::PassesAreMade {
                to_move: Some(color),
            },
            Status::MustPass(_) => Refusal::PassesAreMade { to_move: None },
        }
    }

    /// Goes back: between two persons by one entry; against a CPU to the person's own last decision,
    /// across the CPU's moves and all passes; between two CPUs by one entry, and pauses them. A CPU
    /// that thinks is stopped, and its late answer dropped.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let entries = self.game.entries();
        let count = match self.lone_human() {
            None => usize::from(!entries.is_empty()),
            Some(human) => entries
                .iter()
                .rev()
                .position(|entry| is_decision(entry, human))
                .map_or(0, |index| index + 1),
        };
        if count == 0 {
            return Err(Refusal::NothingToUndo);
        }
        let undone = self.go(count, Game::undo);
        self.events.push_back(Event::Undone(undone));
        if !self.has_human() {
            self.set_paused(true);
        }
        self.think_if_due();
        Ok(())
    }

    /// Plays what was undone again: between two persons or two CPUs one entry; against a CPU up to the
    /// person's next decision.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`].
    pub fn redo(&mut self) -> Result<(), Refusal> {
        let undone = self.game.undone();
        let count = match self.lone_human() {
            None => usize::from(!undone.is_empty()),
            Some(human) => (1..)
                .zip(undone)
                .find(|&(count, _)| {
                    undone
                        .get(count)
                        .is_some_and(|entry| is_decision(entry, human))
                })
                .map_or(undone.len(), |(count, _)| count),
        };
        if count == 0 {
            return Err(Refusal::NothingToRedo);
        }
        let redone = self.go(count, Game::redo);
        self.events.push_back(Event::Redone(redone));
        self.announce_end();
        self.think_if_due();
        Ok(())
    }

    /// The person whose turn it is gives up; while a CPU is to move, the person against it does.
    ///
    /// # Errors
    /// [`Refusal::GameOver`] or [`Refusal::NobodyToResign`].
    pub fn resign(&mut self) -> Result<(), Refusal> {
        let to_move = match self.game.status() {
            Status::Over(_) => return Err(Refusal::GameOver),
            Status::ToMove(color) | Status::MustPass(color) => color,
        };
        let color = [to_move, to_move.opposite()]
            .into_iter()
            .find(|&color| self.players[color].is_human())
            .ok_or(Refusal::NobodyToResign)?;
        self.thinking.stop();
        let before = self.game.entries().len();
        self.game.resign(color);
        self.went_on(before);
        Ok(())
    }

    /// Begins a new game at the start position of the present one, with the same players.
    pub fn new_game(&mut self) {
        self.restart(Game::from_position(self.game.start()));
    }

    /// Begins a given game with the same players.
    pub fn restart(&mut self, game: Game) {
        self.thinking.stop();
        self.games += 1;
        self.game = game;
        self.analysis.stop();
        self.timing.reset(self.game.entries().len(), self.paused);
        self.announce_start();
    }

    /// Gives the sides to other players, in the middle of a game too.
    pub fn set_players(&mut self, players: ByColor<PlayerKind>) {
        self.thinking.stop();
        self.players = players;
        self.events.push_back(Event::PlayersChanged(players));
        self.think_if_due();
    }

    /// Pauses the CPUs, or lets them go on. A thought under way is stopped.
    pub fn set_paused(&mut self, paused: bool) {
        if self.paused == paused {
            return;
        }
        self.paused = paused;
        self.events.push_back(Event::Paused(paused));
        if paused {
            self.thinking.stop();
            self.timing.hold((self.timing.now)());
        } else {
            self.timing.go_on();
            self.think_if_due();
        }
    }

    /// Takes in what the background tasks have reported. Returns whether a CPU's answer is there, which
    /// [`Session::advance`] plays; a new [`Session::thought`] or [`Session::analysis`] may be there
    /// either way. Never waits.
    pub fn poll(&mut self) -> bool {
        while let Some((answer, at)) = self.thinking.poll() {
            self.take(answer, at);
        }
        self.analysis.poll();
        self.thinking.answer.is_some()
    }

    /// Waits for the answer of the CPU that thinks. Returns whether there is one; there is none when no
    /// CPU thinks.
    pub fn wait(&mut self) -> bool {
        while self.thinking.answer.is_none()
            && let Some((answer, at)) = self.thinking.wait()
        {
            self.take(answer, at);
        }
        self.thinking.answer.is_some()
    }

    /// Plays the CPU's answer that [`Session::poll`] or [`Session::wait`] announced. Returns whether there
    /// was one.
    pub fn advance(&mut self) -> bool {
        let (Some(answer), Some(color)) = (self.thinking.answer.take(), self.thinking.color.take())
        else {
            return false;
        };
        let before = self.game.entries().len();
        match player::play_answer(&mut self.game, answer) {
            Ok(()) => {
                self.went_on(before);
                self.thinking.stop();
                self.think_if_due();
            }
            Err(error) => {
                self.thinking.stop();
                self.paused = true;
                self.run_clock();
                self.events.push_back(Event::PlayerFailed {
                    color,
                    player: self.players[color],
                    error,
                });
            }
        }
        true
    }

    /// Takes in the answer of a CPU.
    fn take(&mut self, answer: Result<Square, PlayerError>, at: Option<Instant>) {
        let at = at.unwrap_or_else(|| (self.timing.now)());
        // What comes between the answer and its move on the board is not the CPU's time.
        if !self.flag_at(at) {
            self.timing.hold(at);
            self.thinking.answer = Some(answer);
        }
    }

    /// Begins to analyse the position on the board: the best `count` moves, 64 for a score of every
    /// legal one, within limits. [`Session::analysis`] has what is found; the waker is called when that
    /// is new. The next change of the game ends it. Returns whether there is anything to analyse: not
    /// when the game is over.
    pub fn analyse(&mut self, count: usize, limits: Limits) -> bool {
        let goes_on = self.game.outcome().is_none();
        if goes_on {
            let board = self.game.position().board();
            self.analysis.ask(board, count, limits);
        }
        goes_on
    }

    /// Ends the analysis.
    pub fn stop_analysis(&mut self) {
        self.analysis.stop();
    }

    /// Returns whether the analysis goes on.
    #[must_use]
    pub fn is_analysing(&self) -> bool {
        self.analysis.is_busy()
    }

    /// Returns what the analysis of the position on the board has found, as of the last [`Session::poll`];
    /// `None` when none was begun since the game changed.
    #[must_use]
    pub fn analysis(&self) -> Option<Result<&SearchInfo, &TaskError>> {
        self.analysis.latest()
    }

    /// Waits for the end of the analysis, which its limits should bring about, and returns it.
    pub fn wait_for_analysis(&mut self) -> Option<Result<&SearchInfo, &TaskError>> {
        self.analysis.wait();
        self.analysis()
    }

    /// Gives the sides another time control, or none. Both clocks begin anew.
    pub fn set_time(&mut self, time: Option<TimeControl>, flag: FlagRule) {
        self.timing.set_clock(time, flag, self.game.entries().len());
        self.run_clock();
    }

    /// Sets what both sides have left, in milliseconds, negative when it is used up: a game that was kept
    /// goes on. To take moves back gives no time back that was spent before. Without clocks nothing
    /// changes.
    pub fn set_left(&mut self, left_ms: ByColor<i64>) {
        if self.timing.set_left(left_ms.map(Remaining::from_millis)) {
            // A CPU that thinks should know how much time it has.
            self.thinking.stop();
            self.run_clock();
            self.think_if_due();
        }
    }

    /// Puts in the notes of a game that was kept. The present turn begins anew.
    pub fn set_notes(&mut self, notes: Vec<MoveNote>) {
        self.timing.set_notes(notes, self.paused);
    }

    /// Looks at the clocks: when a side has used up its time, it has lost, or a warning is an event,
    /// whichever the rule is. Returns whether there was such a side. A front end with clocks calls this
    /// as often as it shows them.
    pub fn tick(&mut self) -> bool {
        // An answer that came in time counts, however late it is taken in.
        self.poll();
        self.flag_at((self.timing.now)())
    }

    /// Returns whether a flag has fallen by a moment, with what follows from it.
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
        self.thinking.stop();
        let before = self.game.entries().len();
        self.game.time_out(color);
        self.went_on(before);
        true
    }

    /// Lets the clock of the side that is to decide run, and no other: none while the session is paused,
    /// a pass is open, the game is over, or a CPU's answer waits to be played.
    fn run_clock(&mut self) {
        let side = match self.game.status() {
            Status::ToMove(color) if !self.paused && self.thinking.answer.is_none() => Some(color),
            _ => None,
        };
        self.timing.run_clock(side);
    }

    fn has_human(&self) -> bool {
        Color::ALL.iter().any(|&c| self.players[c].is_human())
    }

    /// The side of the only person, when a person plays against a CPU.
    fn lone_human(&self) -> Option<Color> {
        let human = |color: Color| self.players[color].is_human();
        match (human(Color::Black), human(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    fn announce_start(&mut self) {
        self.events.push_back(Event::Started);
        self.announce_from(0);
        self.think_if_due();
    }

    /// Takes in that the game has gone on with new entries.
    fn went_on(&mut self, before: usize) {
        self.analysis.stop();
        let square = self.game.entries().get(before).and_then(Entry::square);
        // What a CPU thought counts if that is the move it thought of.
        let thought = self.thought().filter(|thought| thought.square == square);
        let score = thought.map(|thought| thought.score);
        self.timing.record(&self.game, before, score, self.paused);
        self.announce_from(before);
        self.run_clock();
    }

    /// Goes back or forth by so many entries, and returns them.
    fn go(&mut self, count: usize, step: fn(&mut Game) -> Option<Entry>) -> Vec<Entry> {
        self.thinking.stop();
        let entries = (0..count).filter_map(|_| step(&mut self.game)).collect();
        self.went_to();
        entries
    }

    /// Takes in that the game has gone back or forth among its entries.
    fn went_to(&mut self) {
        self.analysis.stop();
        self.timing.go_to(self.game.entries().len(), self.paused);
        self.run_clock();
    }

    /// Reports the entries from an index on, and the end of the game if they led to it.
    fn announce_from(&mut self, index: usize) {
        for (number, &entry) in self.game.entries().iter().enumerate().skip(index) {
            self.events.push_back(match entry {
                Entry::Move {
                    color,
                    square,
                    flips,
                } => Event::Played {
                    color,
                    square,
                    flips,
                },
                Entry::Pass { color } => Event::Passed {
                    color,
                    again: number > 0,
                },
                Entry::Resignation { color } => Event::Resigned { color },
                Entry::Timeout { color } => Event::TimeUp {
                    color,
                    goes_on: false,
                },
            });
        }
        self.announce_end();
    }

    fn announce_end(&mut self) {
        if let Some(outcome) = self.game.outcome() {
            self.events.push_back(Event::Over(outcome));
        }
    }

    /// Lets the CPU that is to move think, unless it does already, is paused or the game is over. A
    /// pass that was undone is made again first.
    fn think_if_due(&mut self) {
        if self.paused || self.thinking.color.is_some() {
            return;
        }
        self.make_due_pass();
        self.run_clock();
        let Status::ToMove(color) = self.game.status() else {
            return;
        };
        if self.players[color].is_human() {
            return;
        }
        self.thinking.ask(Question {
            color,
            player: self.players[color],
            // Each game of a session draws from a seed of its own, and so does each side.
            seed: self
                .seed
                .wrapping_add(self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(u64::from(color == Color::White) << 63),
            game: self.game.clone(),
            time_left: self.timing.time_left(color),
            threads: self.threads,
        });
    }

    /// Makes again a CPU's forced pass that was undone.
    fn make_due_pass(&mut self) {
        if let Status::MustPass(color) = self.game.status()
            && !self.players[color].is_human()
        {
            let before = self.game.entries().len();
            self.game.pass_if_forced();
            if self.game.undone().is_empty() {
                self.went_on(before);
            } else {
                self.went_to();
                self.announce_from(before);
            }
        }
    }
}

/// Whether an entry was this side's own doing: anything but a pass.
fn is_decision(entry: &Entry, side: Color) -> bool {
    entry.color() == side && !matches!(entry, Entry::Pass { .. })
}

#[cfg(test)]
mod tests;
