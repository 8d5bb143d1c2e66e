//! The program: everything it does is in [`reversi_cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi_cli::main()
}
