//! Text layout on screens.

use reversi::{Color, Opening};
use reversi_table::phrase::{self, short_opening_name};
use reversi_text::{Name, Said, tr};

pub(crate) use reversi_table::phrase::columns::{
    align_left, align_right, clip, cut, cut_clauses, cut_name, cut_with_dots, has_room, width, wrap,
};

/// Returns a name and its explanation: a label with its value, or a row of a list with what it does.
pub(crate) fn named(name: &str, about: &str) -> Said {
    tr!("{name}: {about}"; "a name and its explanation", name = Name(name), about = Name(about))
}

/// Returns the name of a side.
pub(crate) fn side_name(color: Color) -> String {
    tr!("{color}", color).into()
}

/// Returns the width of a text as a screen length.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

/// Returns the name of an opening within a width, after a word for what it is if there is room, and also in Japanese if
/// that is wanted: many openings have the names of animals.
pub(crate) fn opening_name(opening: &Opening, columns: usize, japanese: bool) -> String {
    let name = &phrase::opening_name(opening, japanese);
    let fits = |text: &Said| width(text) <= columns;
    let mut texts = [tr!("opening: {name}", name), name.clone()].into_iter();
    let short = || cut(short_opening_name(opening, japanese), columns);
    texts.find(fits).map_or_else(short, String::from)
}

/// Returns the name of an opening that is known by its English one, also in Japanese if that is wanted.
pub(crate) fn shown_opening(english: &str, japanese: bool) -> String {
    let opening = Opening::named(english);
    opening.map_or_else(
        || english.to_owned(),
        |opening| phrase::opening_name(opening, japanese).into(),
    )
}

/// Returns the number of lines as a screen length.
pub(crate) fn rows<T>(lines: &[T]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

/// Wraps a text into at most this many rows; dots mark what was left out.
pub(crate) fn wrap_with_dots(text: &str, columns: usize, rows: usize) -> Vec<String> {
    let mut lines = wrap(text, columns);
    if lines.len() > rows {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            *last = cut_with_dots(&format!("{last} ..."), columns);
        }
    }
    lines
}
