//! The program: parse the arguments, run, turn an error into an exit code.

mod cli;
mod command;

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use command::Failure;

/// What the program tells the one that started it.
#[derive(Clone, Copy)]
enum Exit {
    Fine = 0,
    Failed = 1,
    WrongUsage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

fn main() -> ExitCode {
    let done = match cli::parse(std::env::args_os().collect()) {
        Ok(cli) => command::run(&cli),
        Err(error) => match cli::report(&error) {
            Ok(true) => Ok(()),
            Ok(false) => return Exit::WrongUsage.into(),
            Err(error) => Err(Failure::Output(error)),
        },
    };
    let (exit, failure) = match done {
        Ok(()) => return Exit::Fine.into(),
        // Nobody reads on: that is an end like any other.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            return Exit::Fine.into();
        }
        Err(
            failure @ (Failure::Input(_)
            | Failure::Output(_)
            | Failure::File(..)
            | Failure::Faults(_)),
        ) => (Exit::Failed, failure),
        Err(failure @ Failure::Usage(_)) => (Exit::WrongUsage, failure),
    };
    // When nobody reads it there is nobody to tell.
    let _ = writeln!(io::stderr(), "error: {failure}");
    exit.into()
}
