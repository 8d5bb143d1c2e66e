//! One dial for all tests that draw random cases or try everything: by default they try a part of it, the same part each
//! time. With `REVERSI_TESTS=full`, which `.ci/run --all` sets, they try everything, and random cases differ each time.

#![allow(dead_code, reason = "each test uses a part")]

use std::env::{self, VarError};
use std::ops::{Add, Div};

/// The seed of all random cases but those of `REVERSI_TESTS=full`.
pub(crate) const SEED: u64 = 1;

/// Returns whether everything is tried.
pub(crate) fn is_full() -> bool {
    match env::var("REVERSI_TESTS") {
        Ok(text) if text == "full" => true,
        Err(VarError::NotPresent) => false,
        other => panic!("REVERSI_TESTS is {other:?}, but it must be \"full\" or not set"),
    }
}

/// Returns how many of so many random events or cases are tried: a tenth of them, or all.
pub(crate) fn events<N: Div<Output = N> + From<u8>>(all: N) -> N {
    if is_full() { all } else { all / N::from(10) }
}

/// Returns how many of so many games, puzzles or other things that each take long are tried: a third of them, or all.
pub(crate) fn games<N: Add<Output = N> + Div<Output = N> + From<u8>>(all: N) -> N {
    if is_full() {
        all
    } else {
        (all + N::from(2)) / N::from(3)
    }
}

/// Returns which of all sizes, or of other things that are tried one after the other, are tried: every third, or all. The
/// first one is another at each turn, so that three turns try all.
pub(crate) fn sizes<I: IntoIterator>(turn: usize, all: I) -> impl Iterator<Item = I::Item> {
    let (first, step) = if is_full() { (0, 1) } else { (turn % 3, 3) };
    all.into_iter().skip(first).step_by(step)
}
