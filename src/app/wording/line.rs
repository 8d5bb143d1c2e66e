//! The sentences of line mode. What is refused is a clause without a full stop.

use std::fmt::Display;

/// A line is too long to be read.
pub(crate) fn too_long(longest: usize) -> String {
    format!("a line longer than {longest} bytes was ignored")
}

/// A line is not text.
pub(crate) fn not_text(byte: u8, at: usize) -> String {
    format!("a line with invalid UTF-8 (byte {at} is 0x{byte:02x}) was ignored")
}

/// A file cannot be opened.
pub(crate) fn cannot_open(why: impl Display) -> String {
    format!("cannot open the game: {why}")
}

/// A refusal with what can be typed instead.
pub(crate) fn advise(why: impl Display, instead: &str) -> String {
    format!("{why}; type {instead}")
}

/// A line failed after some of its moves.
pub(crate) fn stopped(played: &str, count: usize, why: &str) -> String {
    match count {
        0 => format!("Nothing was played; {why}."),
        1 => format!("{played} was played; {why}."),
        _ => format!("{played} were played; {why}."),
    }
}
