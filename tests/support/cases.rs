//! The cases of proptest.

use proptest::test_runner::{Config, RngSeed};

use crate::dial;

/// Returns a configuration of so many cases, or of as many of them as the dial says.
pub(crate) fn cases(all: u32) -> Config {
    let mut config = Config::with_cases(dial::events(all));
    if !dial::is_full() {
        config.rng_seed = RngSeed::Fixed(dial::SEED);
    }
    config
}
