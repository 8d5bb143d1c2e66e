//! What goes before a clause that is reported: how bad it is, and what it is about.

use std::fmt::Display;

use reversi_text::{Name, Said, tr};

/// Returns a clause as an error.
pub fn error(clause: impl Display) -> Said {
    tr!("error: {clause}", clause = &verbatim(clause))
}

/// Returns a clause as a warning.
pub fn warning(clause: impl Display) -> Said {
    tr!("warning: {clause}", clause = &verbatim(clause))
}

/// Returns a clause as a note.
pub fn note(clause: impl Display) -> Said {
    tr!("note: {clause}", clause = &verbatim(clause))
}

/// Returns a clause about a file, a line or an option with this name.
pub fn about(name: &str, clause: impl Display) -> Said {
    let name = Name(name);
    tr!("{name}: {clause}", name, clause = &verbatim(clause))
}

/// Returns a clause about a game of a file.
pub fn about_game(name: &str, number: u64, clause: impl Display) -> Said {
    let name = Name(name);
    let clause = &verbatim(clause);
    tr!("{name}: game {number}: {clause}", name, number, clause)
}

/// Returns a clause about a line of the input.
pub fn about_line(number: u32, clause: impl Display) -> Said {
    tr!(
        "line {number}: {clause}",
        number,
        clause = &verbatim(clause)
    )
}

/// Returns what is said already, or what an error of a library says, which is English.
pub fn verbatim(what: impl Display) -> Said {
    Said::verbatim(what.to_string())
}
