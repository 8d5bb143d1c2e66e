//! Text layout on screens.

pub(crate) use reversi_table::phrase::columns::{
    align_right, clip, cut, cut_clauses, cut_name, cut_with_dots, width, wrap,
};

/// Returns the width of a text as a screen length.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// Returns the number of lines as a screen length.
pub(crate) fn rows<T>(lines: &[T]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
