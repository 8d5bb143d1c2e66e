//! The code of the README and the guide, which the tests run.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../README.ja.md")]
#[doc = include_str!("../docs/library.md")]
#[doc = include_str!("../crates/notation/README.md")]
#[doc = include_str!("../src/README.md")]
mod guide {}
