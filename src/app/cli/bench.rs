//! `reversi bench`: measures the speed of the search on fixed positions.

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
    let found = bench(kernel);
    let text = format!(
        "{} positions, {} nodes, {:.3} s, {:.1} million nodes a second ({} kernel)\n",
        found.positions,
        found.nodes,
        found.elapsed.as_secs_f64(),
        found.rate() / 1e6,
        kernel.name()
    );
    print(&text)
}
