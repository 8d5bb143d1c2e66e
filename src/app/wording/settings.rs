//! The sentences about the settings file, without a full stop.

use std::fmt::Display;

/// Its settings are not used.
pub(crate) fn using_defaults(problem: impl Display) -> String {
    format!("{problem}. Using the defaults; changes will not be saved.")
}

/// It cannot be read.
pub(crate) fn unreadable(path: &str, error: impl Display) -> String {
    format!("Cannot read the settings file {path}: {error}")
}

/// It is too large.
pub(crate) fn too_large(path: &str, limit: usize) -> String {
    format!("The settings file {path} is larger than {limit} bytes")
}

/// Something in it is wrong, at a line and a column.
pub(crate) fn invalid(path: &str, (line, column): (usize, usize), reason: &str) -> String {
    format!("Error in the settings file {path}, line {line}, column {column}: {reason}")
}
