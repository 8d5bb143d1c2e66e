//! The terminal front end without a terminal: key scripts against what is on the screen.
//!
//! Snapshots stand in `tests/tui/snapshots`; `cargo insta review`, or `INSTA_UPDATE=always cargo test`,
//! takes over changes that are meant.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "tui/analysis.rs"]
mod analysis;
#[path = "tui/behaviour.rs"]
mod behaviour;
#[path = "tui/board_widget.rs"]
mod board_widget;
#[path = "tui/clocks.rs"]
mod clocks;
#[path = "tui/coach.rs"]
mod coach;
#[path = "tui/course.rs"]
mod course;
#[path = "tui/cpu.rs"]
mod cpu;
#[path = "../../../tests/support/dial.rs"]
mod dial;
#[path = "tui/double.rs"]
mod double;
#[path = "tui/editor.rs"]
mod editor;
#[cfg(unix)]
#[path = "tui/engines.rs"]
mod engines;
#[path = "../../../tests/support/file_time.rs"]
mod file_time;
#[path = "tui/files.rs"]
mod files;
#[path = "tui/film.rs"]
mod film;
#[path = "tui/go.rs"]
mod go;
#[path = "tui/go_lessons.rs"]
mod go_lessons;
#[path = "tui/inspector.rs"]
mod inspector;
#[path = "tui/keeping.rs"]
mod keeping;
#[path = "tui/keys.rs"]
mod keys;
#[path = "tui/lasting.rs"]
mod lasting;
#[path = "tui/learn.rs"]
mod learn;
#[path = "tui/lists.rs"]
mod lists;
#[path = "tui/look.rs"]
mod look;
#[path = "tui/mistakes.rs"]
mod mistakes;
#[path = "tui/online.rs"]
mod online;
#[path = "tui/opening_panel.rs"]
mod opening_panel;
#[path = "tui/opening_trainer.rs"]
mod opening_trainer;
#[path = "tui/openings.rs"]
mod openings;
#[path = "tui/overlays.rs"]
mod overlays;
#[path = "tui/own_lines.rs"]
mod own_lines;
#[path = "tui/own_mistakes.rs"]
mod own_mistakes;
#[path = "tui/page.rs"]
mod page;
#[path = "tui/pastes.rs"]
mod pastes;
#[path = "tui/person.rs"]
mod person;
#[path = "tui/pictures.rs"]
mod pictures;
#[path = "tui/premove.rs"]
mod premove;
#[cfg(unix)]
#[path = "../../../tests/support/program.rs"]
mod program;
#[path = "tui/proven.rs"]
mod proven;
#[path = "tui/puzzles.rs"]
mod puzzles;
#[path = "tui/review.rs"]
mod review;
#[path = "tui/review_around.rs"]
mod review_around;
#[path = "tui/screens.rs"]
mod screens;
#[path = "tui/settings.rs"]
mod settings;
#[path = "tui/signs.rs"]
mod signs;
#[path = "tui/sizes.rs"]
mod sizes;
#[path = "tui/stage.rs"]
mod stage;
#[path = "tui/start.rs"]
mod start;
#[path = "tui/stats.rs"]
mod stats;
#[path = "tui/storm.rs"]
mod storm;
#[path = "tui/styles.rs"]
mod styles;
#[path = "tui/thinking.rs"]
mod thinking;
#[path = "tui/watch.rs"]
mod watch;
#[path = "tui/wide.rs"]
mod wide;
