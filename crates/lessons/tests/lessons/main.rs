//! What the program teaches: the traces of the kernel in every form, and Go.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "../../../../tests/support/boards.rs"]
mod boards;
#[path = "../../../../tests/support/cases.rs"]
mod cases;
#[path = "../../../../tests/support/dial.rs"]
mod dial;
#[path = "../../../../tests/support/fuzz.rs"]
#[allow(dead_code)] // shared with tests that use all of it
mod fuzz;
mod go;
#[path = "../../../../tests/support/random.rs"]
mod random;
#[path = "../../../../tests/support/rust_text.rs"]
mod rust_text;
mod trace;
mod trace_text;
