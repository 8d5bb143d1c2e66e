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
