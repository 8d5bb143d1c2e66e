//! Owns `reversi man`.

use super::{Failure, print};
use crate::app::cli::args;

pub(super) fn run() -> Result<(), Failure> {
    print(&args::manual_page().map_err(Failure::Output)?)
}
