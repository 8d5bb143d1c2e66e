//! The board as plain text, for pipes and screen readers.

use crate::position::Position;
use crate::square::{File, Rank, Square};
use crate::squares::SquareSet;

/// Returns the board in nine lines: the files, then the ranks. `X` is Black, `O` White, `.` an empty
/// square and `*` a square of `marked`, usually the legal moves. Each line ends with a line feed.
///
/// ```
/// use reversi::{Position, app::wording};
/// let text = wording::grid(Position::START, Position::START.legal_moves());
/// assert!(text.starts_with("  a b c d e f g h\n1 . . . . . . . .\n"));
/// assert!(text.contains("\n4 . . * O X . . .\n5 . . . X O * . .\n"));
/// ```
pub fn grid(position: Position, marked: SquareSet) -> String {
    framed(|square| match position.disc(square) {
        Some(color) => color.letter(),
        None if marked.contains(square) => '*',
        None => '.',
    })
}

/// Returns a set of squares in the same layout: `1` for its squares, `.` for the others.
pub(crate) fn bit_grid(set: SquareSet) -> String {
    framed(|square| if set.contains(square) { '1' } else { '.' })
}

fn framed(character: impl Fn(Square) -> char) -> String {
    let mut text = String::from(" ");
    for file in File::all() {
        text.push(' ');
        text.push(file.letter());
    }
    text.push('\n');
    for rank in Rank::all() {
        text.push(rank.digit());
        for file in File::all() {
            text.push(' ');
            text.push(character(Square::at(file, rank)));
        }
        text.push('\n');
    }
    text
}
