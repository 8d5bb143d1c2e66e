//! The real program as scripts, engines, hosts and other programs see it, line mode, the examples, and the guide.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

mod choice_of_language;
#[path = "../../../../tests/support/code.rs"]
mod code;
#[cfg(unix)]
mod completions;
mod convert;
#[path = "../../../../tests/support/dial.rs"]
mod dial;
mod engine_cli;
mod engine_protocols;
mod examples;
mod exit_codes;
mod explain;
#[cfg(unix)]
mod external;
mod general;
mod go_cli;
mod guide;
#[cfg(unix)]
mod history;
#[cfg(unix)]
mod isolation;
mod languages;
mod lesson_pictures;
mod line;
mod line_process;
mod many;
mod match_cli;
mod network;
mod no_game;
mod openings;
#[path = "../../../../tests/support/program.rs"]
mod program;
mod protocol;
mod puzzle_cli;
#[path = "../../../../tests/support/random.rs"]
mod random;
#[path = "../../../../tests/support/random_games.rs"]
mod random_games;
mod reading;
mod review_cli;
#[cfg(unix)]
#[path = "../../../../tests/support/signals.rs"]
mod signals;
mod stats;
#[cfg(unix)]
#[path = "../../../../tests/support/terminal.rs"]
mod terminal;
