//! Any bytes through the reader of the pgn format.

#![no_main]

mod check;

use libfuzzer_sys::fuzz_target;
use reversi_notation::Format;

fuzz_target!(|bytes: &[u8]| check::read(bytes, Some(Format::Pgn)));
