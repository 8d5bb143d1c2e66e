//! The program: everything it does is in [`reversi::app::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi::app::cli::main()
}
