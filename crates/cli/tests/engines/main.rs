//! Engines and hosts, on either end of a pipe.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod engine_protocols;
#[cfg(unix)]
mod external;
#[path = "../../../../tests/support/program.rs"]
mod program;
mod protocol;
