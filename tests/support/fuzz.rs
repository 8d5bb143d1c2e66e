//! The settings of the fuzzers.

use crate::random::Random;

/// A number from the environment.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Random numbers with the seed of the environment, or another one each time, which is printed.
pub(crate) fn seeded() -> (Random, u64) {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    let seed = setting("REVERSI_FUZZ_SEED", now.as_secs());
    println!("REVERSI_FUZZ_SEED={seed}");
    (Random(seed), seed)
}
