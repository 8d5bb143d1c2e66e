//! Owns `reversi completions`.

use super::{Failure, print};
use crate::cli::{self, Shell};

pub(super) fn run(shell: Shell) -> Result<(), Failure> {
    print(&cli::completion_script(shell))
}
