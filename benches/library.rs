//! Benchmarks of a library of a million games that are in the index: opening it, a screenful of its games, and one
//! choice among all of them. The first reading comes before and takes half a minute.

#![allow(missing_docs, clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::{env, fs};

use criterion::{Criterion, criterion_group, criterion_main};
use reversi_study::games::index::GamesIndex;
use reversi_study::games::row::ReadRow;

/// The number of files, and of games in each.
const FILES: usize = 100;
const GAMES: usize = 10_000;

/// The games of a screen.
const SCREENFUL: usize = 40;

/// Returns a folder with a year of real games, played again and again by others, in many files.
fn library() -> PathBuf {
    let folder = env::temp_dir().join("reversi-bench-library");
    fs::create_dir_all(&folder).unwrap();
    let year = include_bytes!("../tests/fixtures/wthor-1978.wtb");
    let mut file = year[..16].to_vec();
    file[4..8].copy_from_slice(&u32::try_from(GAMES).unwrap().to_le_bytes());
    file.extend(year[16..].iter().copied().cycle().take(68 * GAMES));
    for number in 0..FILES {
        // The numbers of the players stand in bytes 2 to 5 of a game: each pair plays once.
        for (game, bytes) in file[16..].chunks_exact_mut(68).enumerate() {
            bytes[2..4].copy_from_slice(&u16::try_from(number).unwrap().to_le_bytes());
            bytes[4..6].copy_from_slice(&u16::try_from(game).unwrap().to_le_bytes());
        }
        fs::write(folder.join(format!("{number:03}.wtb")), &file).unwrap();
    }
    folder
}

fn benches(criterion: &mut Criterion) {
    let games = library();
    let cache = games.with_extension("index");
    let index = || GamesIndex::new(cache.clone(), vec![games.clone()]);
    index().update(&mut |_| (), &|| false).unwrap();
    let mut group = criterion.benchmark_group("library");
    group.sample_size(10);
    group.bench_function("open a million games", |bencher| {
        bencher.iter(|| {
            let mut index = index();
            index.update(&mut |_| (), &|| false).unwrap();
            assert_eq!(index.problems(), [""; 0]);
        });
    });
    // The games of which every one is looked at, and those that are wanted.
    for (name, step) in [
        ("list a screenful", 1),
        ("look at all games", GAMES * FILES / SCREENFUL),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let (mut seen, mut found) = (0usize, Vec::new());
                let on_game = &mut |_: &Path, row: &ReadRow<'_>| {
                    seen += 1;
                    if seen.is_multiple_of(step) {
                        found.extend(row.record());
                    }
                    if found.len() < SCREENFUL {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                index().each_game(&mut |_| (), &|| false, on_game).unwrap();
                assert_eq!(found.len(), SCREENFUL);
            });
        });
    }
    group.finish();
    fs::remove_dir_all(&games).unwrap();
    fs::remove_dir_all(&cache).unwrap();
}

criterion_group!(library_benches, benches);
criterion_main!(library_benches);
