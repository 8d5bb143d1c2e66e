//! What the program teaches: the traces of the kernel in every form, the course and the tutorial, and Go.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "../../../../tests/support/boards.rs"]
mod boards;
#[path = "../../../../tests/support/cases.rs"]
mod cases;
mod counted_word;
mod course;
#[path = "../../../../tests/support/dial.rs"]
mod dial;
mod expression;
#[path = "../../../../tests/support/fuzz.rs"]
#[allow(dead_code)] // shared with tests that use all of it
mod fuzz;
mod go;
mod grid;
#[path = "../../../../tests/support/random.rs"]
mod random;
#[path = "../../../../tests/support/rust_text.rs"]
mod rust_text;
mod source;
mod topics;
mod trace;
mod trace_text;
mod tutorial;
mod walk;
mod words;
