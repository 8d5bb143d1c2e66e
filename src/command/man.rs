//! Owns `reversi man`.

use super::{Failure, print};
use crate::cli;

pub(super) fn run() -> Result<(), Failure> {
    print(&cli::manual_page().map_err(Failure::Output)?)
}
