//! Why a command ends: the table of causes, from which the manual page and the guide say what exit codes mean, and the
//! errors of commands.

use std::error::Error as _;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use strum::VariantArray as _;

use super::source::STANDARD_INPUT;
use crate::line::LineError;
use crate::terminal::TuiError;
use reversi_notation::Problem;
use reversi_table::background::{NO_MEMORY, TaskError};
use reversi_table::game_opening::GameOpeningError;
use reversi_table::phrase::faults::problem;
use reversi_table::phrase::io_reason;
use reversi_table::store::StorageError;
use reversi_text::{Message, Name, Said, label, tr};

/// Why a command ends. 2 is what is wrong in the command line, whatever files hold; 1 is what is wrong anywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray)]
pub(crate) enum Cause {
    Done,
    ClosedOutput,
    Contents,
    Access,
    Partner,
    Machine,
    Usage,
}

impl Cause {
    /// Returns the exit code and the cause as a clause.
    const fn row(self) -> (u8, &'static Message) {
        match self {
            Self::Done => (0, label!("all went well, also if a list is empty")),
            Self::ClosedOutput => (0, label!("whatever reads the output has closed it")),
            Self::Contents => (
                1,
                label!(
                    "a file, the history or standard input does not have what was asked for, or has a mistake"
                ),
            ),
            Self::Access => (1, label!("a file cannot be read or written")),
            Self::Partner => (1, label!("an engine or the network fails")),
            Self::Machine => (
                1,
                label!("there is too little memory, or this program has a fault"),
            ),
            Self::Usage => (
                2,
                label!("the command line is wrong, whatever the files hold"),
            ),
        }
    }

    /// Returns the exit code.
    pub(crate) fn exit_code(self) -> ExitCode {
        self.row().0.into()
    }

    /// Returns whether nothing is said about it.
    pub(crate) const fn is_quiet(self) -> bool {
        self.row().0 == 0
    }
}

/// Returns the table of causes: an exit code and a clause in each row.
pub(crate) fn exit_codes() -> impl Iterator<Item = (u8, &'static Message)> {
    Cause::VARIANTS.iter().map(|cause| cause.row())
}

/// The error of a command.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line cannot be parsed, or asks for help.
    #[error("{0}")]
    Arguments(Arc<clap::Error>),
    /// A value on the command line is wrong. A clause that names it, and what is allowed.
    #[error("{0}")]
    Usage(Said),
    /// A file cannot be read.
    #[error("{}", cannot_read(&quoted(.0), .1))]
    File(PathBuf, io::Error),
    /// A file, the history, the settings or standard input lacks what was asked for, or has a mistake. A clause.
    #[error("{0}")]
    Faults(Said),
    /// Another program or the search fails. A clause.
    #[error("{0}")]
    Partner(Said),
    /// Cannot read the files in the state folder.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// A game of a file cannot be played.
    #[error("{}", problem(_0))]
    Game(#[from] Problem),
    /// A bug in this program.
    #[error("{0}.")]
    Internal(TaskError),
    /// Standard input cannot be read.
    #[error("{}", cannot_read(STANDARD_INPUT.text(), .0))]
    Input(io::Error),
    /// Cannot write standard output or the terminal.
    #[error("{}", cannot_write_output(.0))]
    Output(io::Error),
    /// There is too little memory.
    #[error("{NO_MEMORY}")]
    Memory,
    /// Something could not be saved: a clause that has what is lost.
    #[error("{0}")]
    NotSaved(String),
}

/// Returns a path in quotation marks.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.to_string_lossy().escape_debug())
}

fn cannot_read(name: &str, error: &io::Error) -> Said {
    let (name, reason) = (Name(name), &io_reason(error));
    tr!("cannot read {name}: {reason}", name, reason)
}

fn cannot_write_output(error: &io::Error) -> Said {
    let reason = &io_reason(error);
    tr!("cannot write the output: {reason}", reason)
}

impl Failure {
    /// Creates the error of what is in a file, with what an error of a library says.
    pub fn faults(clause: impl Display) -> Self {
        Self::Faults(Said::display(clause))
    }

    /// Returns the error of a command line that cannot be parsed: that of a file, if a value names one that is wrong.
    pub(crate) fn of_arguments(error: clap::Error) -> Self {
        match error.source().and_then(|source| source.downcast_ref()) {
            Some(problem) if GameOpeningError::is_of_the_file(problem) => {
                Self::Faults(Said::display(problem))
            }
            _ => Self::Arguments(Arc::new(error)),
        }
    }

    /// Returns its cause.
    pub(crate) fn cause(&self) -> Cause {
        match self {
            Self::Arguments(_) | Self::Usage(_) => Cause::Usage,
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => Cause::ClosedOutput,
            Self::File(..) | Self::Input(_) | Self::Output(_) | Self::NotSaved(_) => Cause::Access,
            Self::Faults(_) | Self::Storage(_) | Self::Game(_) => Cause::Contents,
            Self::Partner(_) => Cause::Partner,
            Self::Internal(_) | Self::Memory => Cause::Machine,
        }
    }
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Input(error) => Self::Input(error),
            LineError::Output(error) => Self::Output(error),
            LineError::NotSaved(what) => Self::NotSaved(what),
            LineError::Thread(error) => Self::Internal(TaskError::not_started(&error)),
        }
    }
}

impl From<TuiError> for Failure {
    fn from(error: TuiError) -> Self {
        match error {
            TuiError::Terminal(error) => Self::Output(error),
            TuiError::Thread(error) => Self::Internal(TaskError::not_started(&error)),
            TuiError::Memory => Self::Memory,
            TuiError::NotSaved(what) => Self::NotSaved(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_has_the_exit_codes_of_the_table() {
        let page = include_str!("../../../docs/cli.md");
        let rows = exit_codes().map(|(code, cause)| format!("| {code} | {cause} |\n"));
        let table = format!(
            "| code | meaning |\n| --- | --- |\n{}\n",
            rows.collect::<String>()
        );
        assert!(page.contains(&table), "docs/cli.md needs this:\n{table}");
    }
}
