//! Players that are other programs: `nboard:COMMAND` and `gtp:COMMAND`.
//!
//! The program is started with the first question and kept for the next ones. Every wait has a limit. An
//! engine that hangs, ends, or answers nonsense is ended, and its failure is an error of the player;
//! the next question starts it anew.

mod engine;
mod gtp;
mod nboard;
mod process;

use std::cell::RefCell;
use std::time::Duration;

use super::{Control, Player, PlayerError};
use crate::player::protocol::Protocol;
use reversi::search::{Handler, SearchInfo};
use reversi::{Game, Square};
use reversi_text::{Message, label};

pub(crate) use engine::WaitLimits;
pub(super) use engine::split;
pub use engine::{ExternalEngine, ParseCommandError};

/// The error of an engine that passed although it has a legal move, as a clause.
const PASSED_WITH_A_MOVE: &Message = label!("it passed although it has a legal move");

impl ExternalEngine {
    /// Starts the engine and ends it again. Returns the name that it gives itself, if any.
    ///
    /// # Errors
    /// Why it cannot play.
    pub fn test(&self, stopped: &dyn Fn() -> bool) -> Result<Option<String>, PlayerError> {
        Ok(self.start(stopped)?.own_name())
    }

    fn start(&self, stopped: &dyn Fn() -> bool) -> Result<Box<dyn Conversation>, PlayerError> {
        Ok(match self.protocol() {
            Protocol::NBoard => Box::new(nboard::NBoardHost::start(self, stopped)?),
            Protocol::Gtp => Box::new(gtp::GtpHost::start(self, stopped)?),
        })
    }
}

/// An engine that is started when it is first asked.
pub struct External {
    engine: ExternalEngine,
    running: Option<Box<dyn Conversation>>,
}

impl External {
    /// Creates a player; the program is not started yet.
    pub const fn new(engine: ExternalEngine) -> Self {
        Self {
            engine,
            running: None,
        }
    }

    /// Finds the best moves, this many, and reports progress, until it is stopped or the engine
    /// has finished.
    ///
    /// # Errors
    /// As [`Player::choose`]; also for engines that give no scores.
    pub(super) fn analyse(
        &mut self,
        game: &Game,
        count: usize,
        effort: Effort,
        handler: &RefCell<&mut dyn Handler>,
    ) -> Result<SearchInfo, PlayerError> {
        let stopped = || handler.borrow_mut().should_stop();
        self.ask(&stopped, |engine| {
            engine.analyse(game, count, effort, handler)
        })
    }

    fn ask<T>(
        &mut self,
        stopped: &dyn Fn() -> bool,
        question: impl FnOnce(&mut dyn Conversation) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.engine.start(stopped)?,
        };
        let answer = question(&mut *running);
        let is_usable = match &answer {
            Ok(_) | Err(PlayerError::Resigned) => true,
            Err(PlayerError::Stopped) => running.survives_stop(),
            Err(_) => false,
        };
        self.running = Some(running).filter(|_| is_usable);
        answer
    }
}

impl Player for External {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        let stopped = || control.reporter.is_stopped();
        self.ask(&stopped, |engine| engine.choose(game, control))
    }
}

/// How much an engine thinks about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The depth in plies.
    pub(super) depth: Option<u32>,
    /// The longest time.
    pub(super) time: Option<Duration>,
}

/// A conversation with a running engine.
trait Conversation: Send {
    /// Asks for the move of the side to move, which has one.
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError>;

    /// Asks for the best moves, this many.
    fn analyse(
        &mut self,
        game: &Game,
        count: usize,
        effort: Effort,
        handler: &RefCell<&mut dyn Handler>,
    ) -> Result<SearchInfo, PlayerError>;

    /// Returns how the engine calls itself, if it has said so.
    fn own_name(&self) -> Option<String>;

    /// Returns whether the engine can be asked again after a question was stopped.
    fn survives_stop(&self) -> bool;
}
