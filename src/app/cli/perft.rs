//! Owns `reversi perft`: the count for programs, time and rate for people.

use std::io::{self, Write as _};
use std::time::Instant;

use super::{Failure, position_or_start, print};
use crate::app::cli::args::PerftArgs;

/// A count that does not fit into 64 bits would take centuries, so nothing is checked for overflow.
pub(super) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let position = position_or_start(args.position.as_deref())?;
    let begin = Instant::now();
    let leaves = crate::perft(position.board(), args.depth);
    let seconds = begin.elapsed().as_secs_f64();
    print(format!("{leaves}\n").as_bytes())?;
    #[allow(clippy::cast_precision_loss)] // a rate to four digits
    let rate = leaves as f64 / seconds.max(1e-9) / 1e6;
    // The count is what was asked for: when nobody reads the rest, it is no failure.
    let _ = writeln!(
        io::stderr(),
        "depth {}: {seconds:.3} s, {rate:.1} million leaves a second ({} kernel)",
        args.depth,
        crate::bitboard::KERNEL
    );
    Ok(())
}
