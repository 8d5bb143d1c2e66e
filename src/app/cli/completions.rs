//! Owns `reversi completions`.

use super::{Failure, print};
use crate::app::cli::args::{self, Shell};

pub(super) fn run(shell: Shell) -> Result<(), Failure> {
    print(&args::completion_script(shell))
}
