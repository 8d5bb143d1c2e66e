//! Owns `Session`: two players and a game, for every front end.
//!
//! A session knows whose turn it is and who plays that side, lets the players that think do so on a
//! worker thread, and reports what happened as [`Event`]s. It never waits unless it is asked to, and it
//! knows no time: when an answer has come, the front end decides when to let it be played.

mod event;
mod worker;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use crate::color::{ByColor, Color};
use crate::game::{Entry, Game, MoveError, Status};
use crate::player::{Player, PlayerError, PlayerKind};
use crate::square::Square;

pub use event::{
    Event, ask_sentence, counts_sentence, describe_entry, outcome_sentences, position_sentence,
    square_list, turn_sentence,
};
use worker::{Answer, Job, Worker};

/// Makes the player that thinks for a kind with a seed; `None` for a human.
pub type Factory = fn(PlayerKind, u64) -> Option<Box<dyn Player>>;

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
}

impl Setup {
    /// A game from the standard start.
    #[must_use]
    pub fn new(players: ByColor<PlayerKind>, seed: u64) -> Self {
        Self {
            players,
            seed,
            game: Game::new(),
            factory: PlayerKind::create,
        }
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("players", &self.players)
            .field("seed", &self.seed)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

/// Called on the worker thread when an answer has come, to wake a front end that sleeps.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Why a session did not do what it was asked to. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move is not legal.
    Move(MoveError),
    /// A CPU plays the side that is to move.
    NotYourTurn {
        /// The side to move.
        color: Color,
        /// What plays it.
        player: PlayerKind,
    },
    /// Nothing was played that a person could take back.
    NothingToUndo,
    /// Nothing is undone.
    NothingToRedo,
    /// Passes are never asked for.
    PassesAreMade {
        /// The side that has a move, if one has.
        to_move: Option<Color>,
    },
    /// The game has ended already.
    GameOver,
    /// No person plays who could resign.
    NobodyToResign,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::NotYourTurn { color, player } => {
                write!(f, "it is {color}'s turn, and {player} plays {color}")
            }
            Self::NothingToUndo => write!(f, "there is nothing to undo"),
            Self::NothingToRedo => write!(f, "there is nothing to redo"),
            Self::PassesAreMade {
                to_move: Some(color),
            } => write!(
                f,
                "passes are made for you when they are forced, and {color} has a legal move"
            ),
            Self::PassesAreMade { to_move: None } => {
                write!(
                    f,
                    "passes are made for you when they are forced; redo makes the one that was undone again"
                )
            }
            Self::GameOver => write!(f, "the game is over"),
            Self::NobodyToResign => write!(f, "no person plays who could resign"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Two players and a game. See the [module](self).
pub struct Session {
    game: Game,
    players: ByColor<PlayerKind>,
    seed: u64,
    /// Counts the games of this session, so that a rematch with a seed is another game.
    games: u64,
    paused: bool,
    factory: Factory,
    waker: Waker,
    worker: Option<Worker>,
    /// Counts the questions: an answer to an older one is dropped.
    generation: u64,
    thinking: Option<Color>,
    answer: Option<Result<Square, PlayerError>>,
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
        let mut session = Self {
            game: setup.game,
            players: setup.players,
            seed: setup.seed,
            games: 0,
            paused: false,
            factory: setup.factory,
            waker,
            worker: None,
            generation: 0,
            thinking: None,
            answer: None,
            events: VecDeque::new(),
        };
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

    /// Whether a person is to choose a move now.
    #[must_use]
    pub fn awaits_human(&self) -> bool {
        matches!(self.game.status(), Status::ToMove(color) if self.players[color].is_human())
    }

    /// The oldest event that was not taken yet.
    pub fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Plays a person's move. What was undone is forgotten.
    ///
    /// # Errors
    /// [`Refusal::Move`] or [`Refusal::NotYourTurn`].
    pub fn play(&mut self, square: Square) -> Result<(), Refusal> {
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
        self.announce_from(before);
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
        self.announce_from(before);
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
        } else {
            self.think_if_due();
        }
    }

    /// Takes in what the worker thread has sent. Says whether a CPU's answer is there, which
    /// [`Session::advance`] plays. Never waits.
    pub fn poll(&mut self) -> bool {
        while let Some(answer) = self.worker.as_ref().and_then(Worker::try_answer) {
            self.take(answer);
        }
        self.answer.is_some()
    }

    /// Waits for the answer of the CPU that thinks. Says whether there is one; there is none when no
    /// CPU thinks.
    pub fn wait(&mut self) -> bool {
        while self.answer.is_none() && self.thinking.is_some() {
            match self.worker.as_ref().and_then(Worker::wait_for_answer) {
                Some(answer) => self.take(answer),
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
                self.announce_from(before);
                self.think_if_due();
            }
            Err(error) => {
                let reason = match error {
                    PlayerError::Stopped => "it stopped by itself".to_owned(),
                    PlayerError::Failed(reason) => reason,
                };
                self.paused = true;
                self.events.push_back(Event::PlayerFailed {
                    color,
                    player: self.players[color],
                    reason,
                });
            }
        }
        true
    }

    fn take(&mut self, answer: Answer) {
        if answer.generation == self.generation && self.thinking.is_some() {
            self.answer = Some(answer.result);
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
        if let Status::MustPass(color) = self.game.status()
            && !self.players[color].is_human()
        {
            let before = self.game.entries().len();
            self.game.pass_if_forced();
            self.announce_from(before);
        }
        let Status::ToMove(color) = self.game.status() else {
            return;
        };
        if self.players[color].is_human() {
            return;
        }
        let worker = self
            .worker
            .get_or_insert_with(|| Worker::start(self.factory, Arc::clone(&self.waker)));
        self.generation += 1;
        self.thinking = Some(color);
        worker.ask(Job {
            generation: self.generation,
            color,
            player: self.players[color],
            // Each game of a session draws from a seed of its own, and so does each side.
            seed: self
                .seed
                .wrapping_add(self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_add(u64::from(color == Color::White) << 63),
            game: self.game.clone(),
        });
    }
}

/// Whether an entry was a choice of this side: a move or a resignation, never a pass.
fn is_decision(entry: &Entry, side: Color) -> bool {
    entry.color() == side && !matches!(entry, Entry::Pass { .. })
}

#[cfg(test)]
mod tests;
