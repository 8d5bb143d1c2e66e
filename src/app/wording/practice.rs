//! The sentences of practice: puzzles, ratings, and the file that keeps them.

/// The practice file is larger than any that this program writes, as a clause.
pub(crate) fn too_large(limit: usize) -> String {
    format!("it is larger than {limit} bytes")
}

/// The practice file cannot be parsed, as a clause.
pub(crate) fn damaged(reason: &str) -> String {
    format!("it is damaged ({reason}); nothing is saved until you move it away")
}

/// The practice file has another format, as a clause.
pub(crate) const OF_LATER_VERSION: &str =
    "a later version of this program wrote it; nothing is saved until you move it away";
