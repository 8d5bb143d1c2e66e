//! Any bytes through the reader that recognises the format.

#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check::read(bytes, None));
