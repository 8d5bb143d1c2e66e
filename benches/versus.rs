//! A speed comparison of perft(10) from the start between this crate and `magpie`, in alternating runs,
//! so that a noisy machine affects both equally.
//!
//! Run `cargo bench -p benches --bench versus` to print, for each kernel that this processor has, the median rates of 15
//! runs each and their ratio.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use reversi::bitboard::AnyKernel;
use reversi::{Board, perft_by};

#[path = "support/magpie_perft.rs"]
mod magpie_perft;

const DEPTH: u32 = 10;
const LEAVES: u32 = 24_571_284;
const RUNS: usize = 15;

fn main() -> ExitCode {
    // `cargo test --benches` only checks that it runs.
    let runs = if std::env::args().any(|argument| argument == "--bench") {
        RUNS
    } else {
        1
    };
    for kernel in AnyKernel::all() {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let (Some(one), Some(other)) = (
                rate(|| perft_by(kernel, black_box(Board::START), black_box(DEPTH))),
                rate(|| magpie_perft::from_start(black_box(DEPTH))),
            ) else {
                eprintln!("perft({DEPTH}) is not {LEAVES}");
                return ExitCode::FAILURE;
            };
            ours.push(one);
            theirs.push(other);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        println!(
            "perft({DEPTH}), {} kernel: {ours:.0} million leaves a second, magpie: {theirs:.0}, ratio {:.2}",
            kernel.name(),
            ours / theirs
        );
    }
    ExitCode::SUCCESS
}

/// Returns millions of leaves per second; `None` if the count is wrong.
fn rate(count: impl FnOnce() -> u64) -> Option<f64> {
    let start = Instant::now();
    let leaves = count();
    let seconds = start.elapsed().as_secs_f64();
    (leaves == u64::from(LEAVES)).then(|| f64::from(LEAVES) / 1e6 / seconds)
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
