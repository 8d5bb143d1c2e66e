//! Players that are other programs: `nboard:COMMAND` and `gtp:COMMAND`.
//!
//! The program is started with the first question and kept for the next ones. Every wait has a limit. An
//! engine that hangs, ends, or answers nonsense is ended, and its failure is an error of the player;
//! the next question starts it anew.

mod gtp;
pub(crate) mod guard;
mod nboard;
mod process;
pub(crate) mod traffic;

use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::analyst::Effort;
use super::{Control, Player, PlayerError};
use crate::app::protocol::Protocol;
use crate::app::wording;
use crate::game::Game;
use crate::search::{Handler, SearchInfo};
use crate::square::Square;

/// The longest waits for an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitLimits {
    /// For its start, and for the reply to a command that takes no thought.
    pub start: Duration,
    /// For a move.
    pub answer: Duration,
}

impl Default for WaitLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(300),
        }
    }
}

/// An engine: its protocol, its command line, and its name for people.
///
/// Displays as `nboard:COMMAND` or `gtp:COMMAND`, and is read from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEngine {
    name: String,
    protocol: Protocol,
    command: String,
    /// The longest waits.
    pub limits: WaitLimits,
    /// The depth to ask for in plies; `None` for the engine's own. Only `NBoard` has a command for it.
    pub depth: Option<u32>,
}

/// A command line that is empty or has an open quote. Holds the command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", wording::not_a_command(.0))]
pub struct ParseCommandError(String);

impl ExternalEngine {
    /// Creates an engine from a command line with words and quotes as in a shell. It is named after its
    /// program.
    ///
    /// # Errors
    /// [`ParseCommandError`].
    pub fn new(protocol: Protocol, command: &str) -> Result<Self, ParseCommandError> {
        let command = command.trim();
        let wrong = || ParseCommandError(command.to_owned());
        let words = shlex::split(command).ok_or_else(wrong)?;
        let program = words
            .first()
            .filter(|word| !word.is_empty())
            .ok_or_else(wrong)?;
        let name = Path::new(program).file_stem().ok_or_else(wrong)?;
        Ok(Self {
            name: crate::notation::clean(&name.to_string_lossy()).into_owned(),
            protocol,
            command: command.to_owned(),
            limits: WaitLimits::default(),
            depth: None,
        })
    }

    /// Gives the engine another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Returns its name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its protocol.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns its command line.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the program and its arguments.
    fn words(&self) -> Vec<String> {
        shlex::split(&self.command).expect("the command line was split when it was read")
    }

    /// Starts the engine and ends it again. Returns how it calls itself, if it says so.
    ///
    /// # Errors
    /// Why it cannot play.
    pub fn test(&self, stopped: &dyn Fn() -> bool) -> Result<Option<String>, PlayerError> {
        Ok(self.start(stopped)?.own_name())
    }

    fn start(&self, stopped: &dyn Fn() -> bool) -> Result<Box<dyn Conversation>, PlayerError> {
        Ok(match self.protocol {
            Protocol::NBoard => Box::new(nboard::Host::start(self, stopped)?),
            Protocol::Gtp => Box::new(gtp::Host::start(self, stopped)?),
        })
    }
}

impl fmt::Display for ExternalEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.command)
    }
}

/// Returns the protocol and the command line of a text such as `nboard:edax -nboard`.
pub(super) fn split(text: &str) -> Option<(Protocol, &str)> {
    let (protocol, command) = text.split_once(':')?;
    [Protocol::NBoard, Protocol::Gtp]
        .into_iter()
        .find(|known| protocol.trim().eq_ignore_ascii_case(&known.to_string()))
        .map(|protocol| (protocol, command))
}

impl FromStr for ExternalEngine {
    type Err = ParseCommandError;

    fn from_str(text: &str) -> Result<Self, ParseCommandError> {
        let (protocol, command) = split(text).ok_or_else(|| ParseCommandError(text.to_owned()))?;
        Self::new(protocol, command)
    }
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

/// An engine that is started when it is first asked.
pub struct External {
    engine: ExternalEngine,
    running: Option<Box<dyn Conversation>>,
}

impl External {
    /// Creates a player; the program is not started yet.
    #[must_use]
    pub const fn new(engine: ExternalEngine) -> Self {
        Self {
            engine,
            running: None,
        }
    }

    /// Finds the best moves, this many, and reports progress, until it is stopped or the engine has
    /// nothing more to say.
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
        let goes_on = match &answer {
            Ok(_) | Err(PlayerError::Resigned) => true,
            Err(PlayerError::Stopped) => running.survives_stop(),
            Err(_) => false,
        };
        self.running = Some(running).filter(|_| goes_on);
        answer
    }
}

impl Player for External {
    fn choose(&mut self, game: &Game, control: &Control) -> Result<Square, PlayerError> {
        let stopped = || control.reporter.is_stopped();
        self.ask(&stopped, |engine| engine.choose(game, control))
    }
}
