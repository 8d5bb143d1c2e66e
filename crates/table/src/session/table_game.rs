//! What a session needs from a game, and Othello, which has it.

use std::fmt::{Debug, Display};

use super::{Event, Refusal};
use crate::phrase::illegal_move;
use crate::player::{Control, Player, PlayerError, PlayerKind, TablePlayer};
use reversi::search::{Score, SearchInfo};
use reversi::{Color, Entry, Game, MoveError, Outcome, Square, Status};
use reversi_text::Said;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A side has to choose a move.
    Move(Color),
    /// A side has to pass.
    Pass(Color),
    /// The game is over.
    Over,
}

/// A game that two players can play in a [`Session`](super::Session).
pub trait TableGame: Clone + Debug + Send + 'static {
    /// How it ended.
    type Outcome: Clone + Debug + PartialEq + Eq;
    /// Why a move is not legal.
    type MoveError: Clone + Debug + Display + PartialEq + Eq;
    /// A kind of player.
    type Kind: TablePlayer;
    /// A computer player.
    type Cpu: Send;
    /// What a computer player reports while it thinks.
    type Thought: Debug + Send;

    /// Whether a side passes only if it has no legal move.
    const PASSES_ARE_FORCED: bool;
    /// Whether the moves of a game that is opened or resumed are reported as events.
    const REPORTS_EARLIER_MOVES: bool;
    /// The error for a move after the end.
    const OVER: Self::MoveError;

    /// Returns why a move is not legal, as a clause.
    fn illegal_move(error: &Self::MoveError) -> Said;

    /// Returns the entries played, oldest first.
    fn entries(&self) -> &[Entry];

    /// Returns the undone entries, the next one first.
    fn undone(&self) -> &[Entry];

    /// Returns whose turn it is.
    fn turn(&self) -> Turn;

    /// Returns the outcome once the game is over.
    fn outcome(&self) -> Option<Self::Outcome>;

    /// Returns a new game from the same start.
    fn again(&self) -> Self;

    /// Plays a move or, for `None`, a pass, and discards undone entries.
    ///
    /// # Errors
    /// [`Refusal`]; the game is unchanged.
    fn play(&mut self, played: Option<Square>) -> Result<(), Refusal<Self>>;

    /// Makes a pending forced pass. Returns whether there was one.
    fn pass_if_forced(&mut self) -> bool {
        false
    }

    /// Resigns for a side. Returns `false` if the game was already over.
    fn resign(&mut self, color: Color) -> bool;

    /// Ends the game because a side ran out of time. Returns `false` if the game was already over or has no
    /// clocks.
    fn time_out(&mut self, _color: Color) -> bool {
        false
    }

    /// Undoes the last entry.
    fn undo(&mut self) -> Option<Entry>;

    /// Redoes the next undone entry.
    fn redo(&mut self) -> Option<Entry>;

    /// Returns whether an entry is a move or a pass that the side chose.
    fn is_chosen(entry: &Entry) -> bool {
        match entry {
            Entry::Move { .. } => true,
            Entry::Pass { .. } => !Self::PASSES_ARE_FORCED,
            Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. } => false,
        }
    }

    /// Returns the event of an entry of the game.
    fn event(&self, index: usize) -> Event<Self> {
        let entries = self.entries();
        let is_answer =
            |before: &Entry| Self::PASSES_ARE_FORCED || matches!(before, Entry::Pass { .. });
        match entries[index] {
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
                again: entries[..index].last().is_some_and(is_answer),
            },
            Entry::Resignation { color } => Event::Resigned { color },
            Entry::Timeout { color } => Event::TimeUp {
                color,
                goes_on: false,
            },
            Entry::Agreement { .. } => Event::DrawAgreed,
        }
    }

    /// Creates a computer player; `None` for a person.
    fn create(kind: &Self::Kind, seed: u64) -> Option<Self::Cpu>;

    /// Chooses a move or, for `None`, a pass.
    ///
    /// # Errors
    /// As [`Player::choose`].
    fn choose(
        &self,
        cpu: &mut Self::Cpu,
        control: &Control<Self::Thought>,
    ) -> Result<Option<Square>, PlayerError>;

    /// Returns the score of a move that a computer player has chosen.
    fn score(_thought: &Self::Thought, _played: Square) -> Option<Score> {
        None
    }
}

/// Methods that both games have under the same names.
macro_rules! methods_of_the_game {
    () => {
        fn entries(&self) -> &[Entry] {
            self.entries()
        }

        fn undone(&self) -> &[Entry] {
            self.undone()
        }

        fn outcome(&self) -> Option<Self::Outcome> {
            self.outcome()
        }

        fn undo(&mut self) -> Option<Entry> {
            self.undo()
        }

        fn redo(&mut self) -> Option<Entry> {
            self.redo()
        }
    };
}

pub(crate) use methods_of_the_game;

impl TableGame for Game {
    type Outcome = Outcome;
    type MoveError = MoveError;
    type Kind = PlayerKind;
    type Cpu = Box<dyn Player>;
    type Thought = SearchInfo;

    const PASSES_ARE_FORCED: bool = true;
    const REPORTS_EARLIER_MOVES: bool = true;
    const OVER: MoveError = MoveError::GameOver;

    methods_of_the_game!();

    fn illegal_move(error: &MoveError) -> Said {
        illegal_move(*error)
    }

    fn turn(&self) -> Turn {
        match self.status() {
            Status::ToMove(color) => Turn::Move(color),
            Status::MustPass(color) => Turn::Pass(color),
            Status::Over(_) => Turn::Over,
        }
    }

    fn again(&self) -> Self {
        Self::from_position(self.start())
    }

    fn play(&mut self, played: Option<Square>) -> Result<(), Refusal<Self>> {
        let square = played.ok_or_else(|| refuse_pass(self))?;
        self.play(square).map_err(Refusal::Move)
    }

    fn pass_if_forced(&mut self) -> bool {
        self.pass_if_forced()
    }

    fn resign(&mut self, color: Color) -> bool {
        self.resign(color)
    }

    fn time_out(&mut self, color: Color) -> bool {
        self.time_out(color)
    }

    fn create(kind: &PlayerKind, seed: u64) -> Option<Box<dyn Player>> {
        kind.create(seed)
    }

    fn choose(
        &self,
        cpu: &mut Box<dyn Player>,
        control: &Control,
    ) -> Result<Option<Square>, PlayerError> {
        cpu.choose(self, control).map(Some)
    }

    fn score(thought: &SearchInfo, played: Square) -> Option<Score> {
        let best = thought.moves.first()?;
        (best.square == Some(played)).then_some(best.score)
    }
}

/// Returns why a pass cannot be played by hand.
pub fn refuse_pass(game: &Game) -> Refusal {
    match game.status() {
        Status::Over(_) => Refusal::GameOver,
        Status::ToMove(color) => Refusal::PassesAreMade {
            to_move: Some(color),
        },
        Status::MustPass(_) => Refusal::PassesAreMade { to_move: None },
    }
}
