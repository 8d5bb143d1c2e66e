//! What goes before a clause that is reported: how bad it is, and what it is about.

use std::fmt::Display;

pub use reversi_table::phrase::about;
use reversi_text::{Name, Said, tr};

/// Returns a clause as an error.
pub fn error(clause: impl Display) -> Said {
    tr!("error: {clause}", clause = &Said::display(clause))
}

/// Returns a clause as a warning.
pub fn warning(clause: impl Display) -> Said {
    tr!("warning: {clause}", clause = &Said::display(clause))
}

/// Returns a clause as a note.
pub fn note(clause: impl Display) -> Said {
    tr!("note: {clause}", clause = &Said::display(clause))
}

/// Returns a clause about a game of a file.
pub fn about_game(name: &str, number: u64, clause: impl Display) -> Said {
    let name = Name(name);
    let clause = &Said::display(clause);
    tr!("{name}: game {number}: {clause}", name, number, clause)
}

/// Returns a clause about a line of the input.
pub fn about_line(number: u32, clause: impl Display) -> Said {
    tr!(
        "line {number}: {clause}",
        number,
        clause = &Said::display(clause)
    )
}
