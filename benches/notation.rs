//! Benchmarks of game conversion: WTHOR to transcript lines, and reading the text formats.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi::Opening;
use reversi_notation::{Format, Record, detect};

/// The number of games converted per iteration.
const GAMES: usize = 10_000;

/// Returns a year of real games, repeated.
fn wthor() -> Vec<u8> {
    let year = include_bytes!("../tests/fixtures/wthor-1978.wtb");
    let mut file = year[..16].to_vec();
    file[4..8].copy_from_slice(&u32::try_from(GAMES).unwrap().to_le_bytes());
    file.extend(year[16..].iter().copied().cycle().take(68 * GAMES));
    file
}

fn convert(input: &[u8], format: Format) -> String {
    let mut out = String::new();
    for record in detect::read(input, None) {
        assert!(format.write(&record.unwrap(), &mut out));
    }
    out
}

fn benches(criterion: &mut Criterion) {
    let wthor = wthor();
    let mut group = criterion.benchmark_group("notation");
    group.throughput(Throughput::Elements(GAMES as u64));
    group.sample_size(20);
    group.bench_function("wthor to transcript", |bencher| {
        bencher.iter(|| convert(&wthor, Format::Transcript));
    });
    for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn] {
        let text = convert(&wthor, format);
        group.bench_function(format!("{format} to transcript"), |bencher| {
            bencher.iter(|| convert(text.as_bytes(), Format::Transcript));
        });
    }
    let records: Vec<Record> = detect::read(wthor.as_slice(), None)
        .map(Result::unwrap)
        .collect();
    group.bench_function("opening names", |bencher| {
        bencher.iter(|| {
            records
                .iter()
                .filter_map(|record| Opening::of(record.positions()))
                .count()
        });
    });
    group.finish();
}

criterion_group!(notation, benches);
criterion_main!(notation);
