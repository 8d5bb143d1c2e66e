//! Text layout on screens.

use reversi::Opening;
use reversi_text::{Name, tr};

pub(crate) use reversi_table::phrase::columns::{
    align_left, align_right, clip, cut, cut_clauses, cut_name, cut_with_dots, width, wrap,
};

/// Returns the width of a text as a screen length.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// Returns the name of an opening within a width, after a word for what it is if there is room, and also in Japanese if
/// that is wanted: many openings have the names of animals.
pub(crate) fn opening_name(opening: &Opening, columns: usize, japanese: bool) -> String {
    let name = opening.name(japanese);
    let fits = |text: &String| width(text) <= columns;
    let mut texts = [
        tr!("opening: {name}", name = Name(&name)).into(),
        name.into_owned(),
    ]
    .into_iter();
    texts
        .find(fits)
        .unwrap_or_else(|| cut(opening.english, columns))
}

/// Returns the name of an opening that is known by its English one, also in Japanese if that is wanted.
pub(crate) fn shown_opening(english: &str, japanese: bool) -> String {
    let opening = Opening::named(english);
    opening.map_or_else(
        || english.to_owned(),
        |opening| opening.name(japanese).into_owned(),
    )
}

/// Returns the number of lines as a screen length.
pub(crate) fn rows<T>(lines: &[T]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
