//! Hints to a move, which do not name it.

use reversi::{Board, Square, SquareSet};
use reversi_lessons::exercise::{Feedback, Tone};
use reversi_table::phrase::{one_of, plural};

/// Returns the first hint to a move: what it looks like, without its name. `subject` is what the exercise calls it:
/// `The answer`.
pub(crate) fn shape_hint(subject: &str, board: Board, square: Square) -> String {
    let is_edge = |index: u8| index == 0 || index == 7;
    let on_edge = is_edge(square.file().index()) || is_edge(square.rank().index());
    let turned = plural(board.flips(square).len(), "disc");
    if SquareSet::CORNERS.contains(square) {
        format!("{subject} takes a corner.")
    } else if board.empty_corner_beside(square).is_some() {
        format!("{subject} is next to an empty corner, and turns {turned}.")
    } else if on_edge {
        format!("{subject} is on an edge, and turns {turned}.")
    } else {
        format!("{subject} is not on an edge, and turns {turned}.")
    }
}

/// Returns the second hint to a move: it and those of the possible moves that are near it, which are marked.
pub(crate) fn region_hint(subject: &str, possible: SquareSet, square: Square) -> Feedback {
    let far = |other: &Square| {
        let off = |a: u8, b: u8| a.abs_diff(b);
        let files = off(other.file().index(), square.file().index());
        files.max(off(other.rank().index(), square.rank().index()))
    };
    let mut near: Vec<Square> = possible.iter().collect();
    near.sort_by_key(far);
    near.truncate(near.len().div_ceil(2).clamp(2, 4));
    near.sort_by_key(|square| (square.file(), square.rank()));
    let names: Vec<String> = near.iter().map(ToString::to_string).collect();
    let sentence = format!("{subject} is {}.", one_of(&names));
    Feedback::new(Tone::Hint, sentence).about(SquareSet::from_iter(near))
}
