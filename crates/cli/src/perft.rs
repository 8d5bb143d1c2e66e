//! `reversi perft`: counts the leaves of the game tree.

use std::time::Instant;

use serde_json::json;

use super::Failure;
use super::output::{FormArgs, print_message};
use super::source::position_or_start;
use super::values::whole;
use reversi::bitboard::AnyKernel;
use reversi_text::{Name, tr};

/// Count the leaves of the game tree to a depth
///
/// Prints the count; the time and the rate go to stderr. A pass counts as one ply, and a game that ends
/// before DEPTH as one leaf. Each ply takes about ten times as long as the one before; Ctrl-C stops.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  reversi perft 10                                 24571284
  reversi perft 5 --position \"$(cat board.txt)\"    From another position")]
pub(crate) struct PerftArgs {
    /// Depth in plies, 0 to 60
    #[arg(value_parser = whole(0..=60u32))]
    depth: u32,
    /// Starting position: 64 characters X, O or - from a1 to h8, then the side to move
    #[arg(long, value_name = "BOARD")]
    position: Option<String>,
    #[command(flatten)]
    form: FormArgs,
}

/// Does not check for overflow: a count beyond 64 bits would take centuries.
pub(super) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let position = position_or_start(args.position.as_deref())?;
    let begin = Instant::now();
    let leaves = reversi::perft(position.board(), args.depth);
    let seconds = begin.elapsed().as_secs_f64();
    let kernel = AnyKernel::fastest().name();
    let depth = args.depth;
    let facts = json!({
        "position": position, "depth": depth, "leaves": leaves, "seconds": seconds, "kernel": kernel,
    });
    args.form.print(|| facts, || format!("{leaves}\n"))?;
    if !args.form.json {
        #[allow(clippy::cast_precision_loss)] // a rate to four digits
        let rate = leaves as f64 / seconds.max(1e-9) / 1e6;
        let (seconds, rate) = (format!("{seconds:.3}"), format!("{rate:.1}"));
        print_message(&tr!(
            "depth {depth}: {seconds} s, {rate} million leaves a second ({kernel} kernel)",
            depth,
            seconds = Name(&seconds),
            rate = Name(&rate),
            kernel = Name(kernel)
        ));
    }
    Ok(())
}
