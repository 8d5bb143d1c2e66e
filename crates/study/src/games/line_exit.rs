//! Where a game left the opening book, or other lines of play.

use reversi::{Board, Color, Position, Square};
use reversi_notation::Record;
use reversi_table::player::book::Book;

/// Returns the number of the first move of a side that the opening book does not have, among all moves of a game. `None`
/// if there is none before the game leaves the book by a move of the other side, or because the book ends.
pub(crate) fn left_book(record: &Record, side: Color) -> Option<u32> {
    let book = Book::standard();
    let exit = first_exit(placed(record), |board, square| book.has_move(board, square))?;
    (exit.position.side_to_move() == side).then_some(exit.number)
}

/// A move that leaves lines of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineExit {
    /// The number of the move, from 1, passes not counted.
    pub number: u32,
    /// The position before it.
    pub position: Position,
    /// The move.
    pub square: Square,
}

/// Returns the first of some moves that is not known in its position; `None` if a position itself is not known before.
pub(crate) fn first_exit(
    moves: impl Iterator<Item = (Position, Square)>,
    is_known: impl Fn(Board, Square) -> Option<bool>,
) -> Option<LineExit> {
    for (number, (position, square)) in (1..).zip(moves) {
        if !is_known(position.board(), square)? {
            return Some(LineExit {
                number,
                position,
                square,
            });
        }
    }
    None
}

/// Returns the moves of a record with the positions before them.
pub(crate) fn placed(record: &Record) -> impl Iterator<Item = (Position, Square)> {
    let placed = record.positions().zip(&record.moves);
    placed.filter_map(|(position, recorded)| Some((position, recorded.square?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::transcript;

    #[test]
    fn the_side_that_leaves_the_book_is_the_one_that_left_it() {
        let left = |moves: &str| {
            let record = Record::from_game(&transcript::parse(moves).unwrap());
            Color::ALL.map(|side| left_book(&record, side))
        };
        assert_eq!(left("f5d6"), [None, None]);
        // The book has the four best of the five replies.
        assert_eq!(left("f5d6c7"), [Some(3), None]);
        assert_eq!(left("f5d6c3d3c4")[1], None);
    }
}
