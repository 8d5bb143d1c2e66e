//! `reversi bench`: measures the speed of the search on fixed positions.

use std::fmt::Write as _;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Failure;
use super::output::print;
use crate::bitboard::AnyKernel;
use crate::search::bench::bench;

#[derive(Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Kernel [default: the fastest]
    #[arg(long, value_name = "NAME", ignore_case = true, value_parser = kernels())]
    kernel: Option<AnyKernel>,
}

/// Parses the name of a kernel that this processor can run.
fn kernels() -> impl TypedValueParser<Value = AnyKernel> {
    PossibleValuesParser::new(AnyKernel::all().map(AnyKernel::name)).try_map(|name| {
        let named = |kernel: &AnyKernel| kernel.name().eq_ignore_ascii_case(&name);
        AnyKernel::all().find(named).ok_or("unknown kernel")
    })
}

pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let kernel = args.kernel.unwrap_or_else(AnyKernel::fastest);
    let mut text = format!(
        "{} kernel\npart     positions      nodes  seconds  million nodes a second\n",
        kernel.name()
    );
    for part in bench(kernel) {
        let _ = writeln!(
            text,
            "{:<8} {:>9} {:>10} {:>8.3} {:>23.1}",
            part.name,
            part.positions,
            part.nodes,
            part.elapsed.as_secs_f64(),
            part.rate() / 1e6
        );
    }
    print(&text)
}
