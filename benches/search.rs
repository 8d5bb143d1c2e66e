//! Benchmarks of the search: solving positions near the end, and twelve plies of midgame.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use reversi::Board;
use reversi::search::{Limits, Searcher};

fn board(player: u64, opponent: u64) -> Board {
    Board::from_bits(player, opponent).expect("two sides that do not overlap")
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2));
    // Numbers 1, 5 and 16 of the FFO endgame test set.
    let endgames = [
        board(0x3e0c_0d2b_772b_7000, 0x0071_7254_8814_0e7c),
        board(0x0019_d6d6_c8f0_a07c, 0x7c24_2829_370d_1c00),
        board(0x7eb8_b99d_0f0f_0028, 0x0006_4662_7030_1c12),
    ];
    let midgame = board(0x0000_1030_3010_2870, 0x0008_0c0c_0c2c_1000);
    let mut searcher = Searcher::new(16);
    for (name, boards, limits) in [
        ("solve 14 to 16 empties", &endgames[..], Limits::solve()),
        ("depth 12 with 42 empties", &[midgame], Limits::depth(12)),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                searcher.clear();
                for &board in boards {
                    black_box(searcher.search(black_box(board), &limits, &mut ()));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
