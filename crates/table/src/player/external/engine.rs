//! An engine that is another program, as the settings and the command line name it.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use crate::player::protocol::Protocol;
use crate::system::words::split_words;
use reversi_notation::clean;
use reversi_text::{Name, Said, tr};

/// The waits for an engine that have a limit in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitFor {
    /// Its start, or the reply to a command that needs no search.
    Start,
    /// A move.
    Move,
}

/// The longest waits for an engine, in whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaitLimits {
    /// For its start, and for the reply to a command that needs no search.
    pub(crate) start: Duration,
    /// For a move.
    pub(crate) answer: Duration,
}

impl WaitLimits {
    /// Returns the longest wait for this.
    pub(super) const fn of(self, what: WaitFor) -> Duration {
        match what {
            WaitFor::Start => self.start,
            WaitFor::Move => self.answer,
        }
    }
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
    /// The name of its program.
    program: String,
    /// The name that the settings give it.
    given_name: Option<String>,
    protocol: Protocol,
    command: String,
    /// The longest waits.
    pub(crate) limits: WaitLimits,
    /// The depth to ask for in plies; `None` for the engine's own. Only `NBoard` has a command for it.
    pub(crate) depth: Option<u32>,
}

/// A command line that is empty or has an open quote. Holds the command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", not_a_command(.0))]
pub struct ParseCommandError(String);

impl ExternalEngine {
    /// Creates an engine from a command line with words and quotes as in a shell. It is named after its
    /// program.
    ///
    /// # Errors
    /// [`ParseCommandError`].
    pub(crate) fn new(protocol: Protocol, command: &str) -> Result<Self, ParseCommandError> {
        let command = command.trim();
        let wrong = || ParseCommandError(command.to_owned());
        let words = split_words(command).ok_or_else(wrong)?;
        let program = words
            .first()
            .filter(|word| !word.is_empty())
            .ok_or_else(wrong)?;
        let name = Path::new(program).file_stem().ok_or_else(wrong)?;
        Ok(Self {
            program: reversi_notation::clean(&name.to_string_lossy()).into_owned(),
            given_name: None,
            protocol,
            command: command.to_owned(),
            limits: WaitLimits::default(),
            depth: None,
        })
    }

    /// Gives the engine another name.
    pub(crate) fn named(mut self, name: &str) -> Self {
        self.given_name = Some(name.to_owned());
        self
    }

    /// Returns its name for people.
    pub fn name(&self) -> &str {
        self.given_name().unwrap_or(&self.program)
    }

    /// Returns the name that the settings give it.
    pub fn given_name(&self) -> Option<&str> {
        self.given_name.as_deref()
    }

    /// Returns its protocol.
    pub(crate) const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns its command line.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// Returns the program and its arguments.
    pub(super) fn words(&self) -> Vec<String> {
        split_words(&self.command).expect("the command line was split when it was read")
    }
}

impl fmt::Display for ExternalEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.command)
    }
}

/// Returns the protocol and the command line of a text such as `nboard:edax -nboard`.
pub(in crate::player) fn split(text: &str) -> Option<(Protocol, &str)> {
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

/// Returns a clause about a command line that is empty or has an open quote.
fn not_a_command(command: &str) -> Said {
    let command = clean(command);
    if command.is_empty() {
        return tr!("the command of the engine is missing; write nboard:COMMAND or gtp:COMMAND");
    }
    let command = Name(&command);
    tr!(
        "\"{command}\" is not a command line; check its quotes",
        command
    )
}
