//! Owns `Session`: two players and a game, for every front end.
//!
//! A session knows whose turn it is and who plays that side, lets the players that think do so on a
//! worker thread, keeps the clocks, analyses the position when asked to, and reports what happened as
//! [`Event`]s. It never waits unless it is asked to: when an answer has come, the front end decides
//! when to let it be played, and when time has gone by, it says so with [`Session::tick`].

mod analysis;
mod event;
mod notes;
mod refusal;
mod setup;
mod timing;
mod worker;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use crate::app::clock::Clock;
use crate::app::player::{PlayerError, PlayerKind, Thought};
use crate::color::{ByColor, Color};
use crate::game::{Entry, Game, MoveError, Status};
use crate::square::Square;

pub use analysis::Analysis;
pub use event::Event;
pub use notes::MoveNote;
pub use refusal::Refusal;
pub use setup::{Factory, Setup, TimeSource};

use analysis::Analyst;
use notes::Notes;
use worker::{Job, Message, News, Worker};

/// Called on the worker thread when an answer has come, to wake a front end that sleeps.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Two players and a game. See the [module](self).
pub struct Session {
    game: Game,
    players: ByColor<PlayerKind>,
    seed: u64,
    /// Counts the games of this session, so that a rematch with a seed is another game.
    games: u64,
    paused: bool,
    factory: Factory,
    threads: usize,
    now: TimeSource,
    clock: Option<Clock>,
    waker: Waker,
    worker: Option<Worker>,
    analyst: Option<Analyst>,
    /// Counts the questions: an answer to an older one is dropped.
    generation: u64,
    thinking: Option<Color>,
    thought: Option<Thought>,
    answer: Option<Result<Square, PlayerError>>,
    notes: Notes,
    events: VecDeque<Event>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game)
            .field("players", &self.players)
            .field("paused", &self.paused)
            .field("thinking", &self.thinking)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Starts a session; a CPU that is to move begins to think.
    #[must_use]
    pub fn new(setup: Setup, waker: Waker) -> Self {
        let entries = setup.game.entries().len();
        let clock = |time| Clock::new(time, setup.flag, entries);
        let mut session = Self {
            clock: setup.time.map(clock),
            game: setup.game,
            players: setup.players,
            seed: setup.seed,
            games: 0,
            paused: false,
            factory: setup.factory,
            threads: setup.threads.max(1),
            now: setup.now,
            waker,
            worker: None,
            analyst: None,
            generation: 0,
            thinking: None,
            thought: None,
            answer: None,
            notes: Notes::new(),
            events: VecDeque::new(),
        };
        session.begin_turn();
        session.announce_start();
        session
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Who plays each side.
    #[must_use]
    pub const fn players(&self) -> ByColor<PlayerKind> {
        self.players
    }

    /// Whether the CPUs are paused.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The side whose CPU thinks now or has an answer that is not played yet.
    #[must_use]
    pub const fn thinking(&self) -> Option<Color> {
        self.thinking
    }

    /// What that CPU thinks, for the line beside the board; `None` before its first thought and for a
    /// CPU that has none. [`score_line`](crate::app::wording::score_line) puts it in words.
    #[must_use]
    pub const fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Whether a person is to choose a move now.
    #[must_use]
    pub fn awaits_human(&self) -> bool {
        matches!(self.game.status(), Status::ToMove(color) if self.players[color].is_human())
    }

    /// The oldest event that was not taken yet.
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
        self.stop_thinking();
        let undone = (0..count).filter_map(|_| self.game.undo()).collect();
        self.went_to();
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
        self.stop_thinking();
        let redone = (0..count).filter_map(|_| self.game.redo()).collect();
        self.went_to();
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
        self.stop_thinking();
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
        self.stop_thinking();
        self.games += 1;
        self.game = game;
        self.stop_analysis();
        self.reset_clock();
        self.set_notes(Vec::new());
        self.announce_start();
    }

    /// Exchanges the players, in the middle of a game too: who was Black is White.
    pub fn swap_sides(&mut self) {
        self.set_players(self.players.swapped());
    }

    /// Gives the sides to other players.
    pub fn set_players(&mut self, players: ByColor<PlayerKind>) {
        self.stop_thinking();
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
            self.stop_thinking();
            self.run_clock();
            self.hold_turn((self.now)());
        } else {
            self.go_on_with_turn();
            self.think_if_due();
        }
    }

    /// Takes in what the worker threads have sent. Says whether a CPU's answer is there, which
    /// [`Session::advance`] plays; a new [`Session::thought`] or [`Session::analysis`] may be there
    /// either way. Never waits.
    pub fn poll(&mut self) -> bool {
        while let Some(message) = self.worker.as_ref().and_then(Worker::try_message) {
            self.take(message);
        }
        if let Some(analyst) = &mut self.analyst {
            analyst.poll();
        }
        self.answer.is_some()
    }

    /// Waits for the answer of the CPU that thinks. Says whether there is one; there is none when no
    /// CPU thinks.
    pub fn wait(&mut self) -> bool {
        while self.answer.is_none() && self.thinking.is_some() {
            match self.worker.as_ref().and_then(Worker::wait_for_message) {
                Some(message) => self.take(message),
                None => self.answer = Some(Err(PlayerError::Failed("it stopped".to_owned()))),
            }
        }
        self.answer.is_some()
    }

    /// Plays the CPU's answer that [`Session::poll`] or [`Session::wait`] announced. Says whether there
    /// was one.
    pub fn advance(&mut self) -> bool {
        let (Some(answer), Some(color)) = (self.answer.take(), self.thinking.take()) else {
            return false;
        };
        let before = self.game.entries().len();
        let played = answer.and_then(|square| {
            let refused = |error: MoveError| PlayerError::Failed(format!("it chose {error}"));
            self.game.play(square).map_err(refused)
        });
        match played {
            Ok(()) => {
                self.went_on(before);
                self.thought = None;
                self.think_if_due();
            }
            Err(error) => {
                self.thought = None;
                let reason = match error {
                    PlayerError::Stopped => "it stopped by itself".to_owned(),
                    PlayerError::Failed(reason) => reason,
                };
                self.paused = true;
                self.run_clock();
                self.events.push_back(Event::PlayerFailed {
                    color,
                    player: self.players[color],
                    reason,
                });
            }
        }
        true
    }

    fn take(&mut self, message: Message) {
        if message.generation != self.generation || self.thinking.is_none() {
            return;
        }
        match message.news {
            News::Thought(thought) => self.thought = Some(thought),
            News::Answer(result, at) => {
                // What comes between the answer and its move on the board is not the CPU's time.
                if !self.flag_at(at) {
                    self.stop_clock(at);
                    self.hold_turn(at);
                    self.answer = Some(result);
                }
            }
        }
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
        self.stop_analysis();
        self.note_move(before);
        self.record_times(before);
        self.announce_from(before);
        self.run_clock();
    }

    /// Takes in that the game has gone back or forth among its entries.
    fn went_to(&mut self) {
        self.stop_analysis();
        self.begin_turn();
        self.recall_times();
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

    fn stop_thinking(&mut self) {
        self.generation += 1;
        self.thinking = None;
        self.thought = None;
        self.answer = None;
        if let Some(worker) = &self.worker {
            worker.stop();
        }
    }

    /// Lets the CPU that is to move think, unless it does already, is paused or the game is over. A
    /// pass that was undone is made again first.
    fn think_if_due(&mut self) {
        if self.paused || self.thinking.is_some() {
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
        self.generation += 1;
        self.thinking = Some(color);
        let job = Job {
            generation: self.generation,
            color,
            player: self.players[color],
            // Each game of a session draws from a seed of its own, and so does each side.
            seed: self
                .seed
                .wrapping_add(self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(u64::from(color == Color::White) << 63),
            game: self.game.clone(),
            time_left: self.time_left(color),
            threads: self.threads,
        };
        self.worker
            .get_or_insert_with(|| {
                let (waker, now) = (Arc::clone(&self.waker), Arc::clone(&self.now));
                Worker::start(self.factory, waker, now)
            })
            .ask(job);
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
