//! The tools as programs, and the JSON of the program against its schemas.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "../languages/file.rs"]
mod file;
mod json_meaning;
mod json_schemas;
mod languages;
#[path = "../../tests/support/program.rs"]
mod program;
#[path = "../../tests/support/source.rs"]
#[allow(dead_code)] // the laws use the rest
mod source;
mod train;
