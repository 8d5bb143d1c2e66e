//! Benchmarks of the kernel: each implementation of `legal_moves` and `flips` on real positions, and
//! perft compared with the crate `magpie`.
//!
//! Run `cargo bench -p benches --bench kernel`. The throughput is in calls or leaves per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi::bitboard::kernel::Kernel;
use reversi::bitboard::{AnyKernel, plain};
use reversi::{Board, Square, perft};

#[path = "support/magpie_perft.rs"]
mod magpie_perft;
#[path = "support/positions.rs"]
mod positions;

/// Passes arguments and results through a black box, so that the compiler cannot compute several boards at
/// once, which a single call cannot do.
fn legal_moves(criterion: &mut Criterion) {
    fn run(kernel: impl Fn(u64, u64) -> u64, boards: &[Board]) {
        for board in boards {
            black_box(kernel(
                black_box(board.player().bits()),
                black_box(board.opponent().bits()),
            ));
        }
    }

    let boards = positions::boards();
    let mut group = criterion.benchmark_group("legal_moves");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("plain", |b| {
        b.iter(|| run(plain::legal_moves, &boards));
    });
    for kernel in AnyKernel::all() {
        group.bench_function(kernel.name(), |b| {
            b.iter(|| run(|own, opponent| kernel.legal_moves(own, opponent), &boards));
        });
    }
    group.finish();
}

fn flips(criterion: &mut Criterion) {
    fn run(kernel: impl Fn(u64, u64, Square) -> u64, moves: &[(Board, Square)]) {
        for &(board, square) in moves {
            black_box(kernel(
                black_box(board.player().bits()),
                black_box(board.opponent().bits()),
                black_box(square),
            ));
        }
    }

    let moves = positions::moves(&positions::boards());
    let mut group = criterion.benchmark_group("flips");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("plain", |b| {
        let flips = |own, opponent, square: Square| plain::flips(own, opponent, square.bit());
        b.iter(|| run(flips, &moves));
    });
    for kernel in AnyKernel::all() {
        group.bench_function(kernel.name(), |b| {
            let flips = |own, opponent, square| kernel.flips(own, opponent, square);
            b.iter(|| run(flips, &moves));
        });
    }
    group.finish();
}

fn perft_from_start(criterion: &mut Criterion) {
    let depth = 10;
    let mut group = criterion.benchmark_group("perft(10)");
    group.sample_size(20);
    group.throughput(Throughput::Elements(perft(Board::START, depth)));
    group.bench_function("reversi", |b| {
        b.iter(|| perft(black_box(Board::START), black_box(depth)));
    });
    group.bench_function("magpie", |b| {
        b.iter(|| magpie_perft::from_start(black_box(depth)));
    });
    group.finish();
}

criterion_group!(benches, legal_moves, flips, perft_from_start);
criterion_main!(benches);
