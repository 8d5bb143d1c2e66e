//! Hints to a move, which do not name it.

use super::fact::{MovePlace, PracticeFact, PracticeFeedback, PracticeSubject};
use reversi::{Board, Square, SquareSet};
use reversi_lessons::exercise::{Feedback, Tone};

/// Returns the first hint to a move: what it looks like, without its name.
pub(crate) fn shape_hint(subject: PracticeSubject, board: Board, square: Square) -> PracticeFact {
    let is_edge = |index: u8| index == 0 || index == 7;
    let on_edge = is_edge(square.file().index()) || is_edge(square.rank().index());
    let place = if SquareSet::CORNERS.contains(square) {
        MovePlace::Corner
    } else if board.empty_corner_beside(square).is_some() {
        MovePlace::BesideCorner
    } else if on_edge {
        MovePlace::Edge
    } else {
        MovePlace::Inside
    };
    PracticeFact::Looks {
        subject,
        place,
        turned: board.flips(square).len(),
    }
}

/// Returns the second hint to a move: it and those of the possible moves that are near it, which are marked.
pub(crate) fn region_hint(
    subject: PracticeSubject,
    possible: SquareSet,
    square: Square,
) -> PracticeFeedback {
    let far = |other: &Square| {
        let off = |a: u8, b: u8| a.abs_diff(b);
        let files = off(other.file().index(), square.file().index());
        files.max(off(other.rank().index(), square.rank().index()))
    };
    let mut near: Vec<Square> = possible.iter().collect();
    near.sort_by_key(far);
    near.truncate(near.len().div_ceil(2).clamp(2, 4));
    let near = SquareSet::from_iter(near);
    Feedback::new(Tone::Hint, PracticeFact::IsAmong(subject, near)).about(near)
}
