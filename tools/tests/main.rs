//! The tools as programs, and the JSON of the program against its schemas.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod json_meaning;
mod json_schemas;
#[path = "../../tests/support/program.rs"]
mod program;
mod train;
