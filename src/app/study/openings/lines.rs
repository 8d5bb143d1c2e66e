//! The lines of an opening that a player wants to know, and where a game left those of the opening book.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::count::Canonical;
use crate::app::player::book::Book;
use crate::board::Board;
use crate::color::Color;
use crate::game::{Entry, Game};
use crate::notation::{Problem, Record, transcript};
use crate::opening::Opening;
use crate::square::Square;
use crate::squares::SquareSet;

/// Lines of play, joined up to symmetry and over transpositions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpeningLines {
    /// The moves that continue a line in each position, on canonical boards.
    moves: HashMap<Board, BTreeSet<Square>>,
}

/// An error in a file of lines. Displays as a clause.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LinesError {
    /// A line cannot be played.
    #[error("line {0}: {1}")]
    Move(usize, Problem),
    /// There are no lines.
    #[error("there are no lines in it")]
    Empty,
}

/// Returns the number of the first move of a side that the opening book does not have, among all moves of a game. `None`
/// if there is none before the game leaves the book by a move of the other side, or because the book ends.
pub(crate) fn left_book(record: &Record, side: Color) -> Option<u32> {
    let book = Book::standard();
    let placed = record.positions().zip(&record.moves);
    let placed = placed.filter_map(|(position, recorded)| Some((position, recorded.square?)));
    for (number, (position, square)) in (1..).zip(placed) {
        if !book.has_move(position.board(), square)? {
            return (position.side_to_move() == side).then_some(number);
        }
    }
    None
}

/// The moves of games in each position, on canonical boards, with the number of games in which they were played.
#[derive(Debug, Default)]
pub(crate) struct PlayedMoves(HashMap<Board, BTreeMap<Square, u32>>);

impl PlayedMoves {
    /// Adds this many first moves of a game.
    pub(crate) fn add(&mut self, record: &Record, moves: usize) {
        let placed = record.positions().zip(&record.moves);
        let placed = placed.filter_map(|(position, recorded)| Some((position, recorded.square?)));
        for (position, square) in placed.take(moves) {
            let canonical = Canonical::of(position.board());
            let games = self.0.entry(canonical.board()).or_default();
            *games.entry(canonical.square(square)).or_default() += 1;
        }
    }

    /// Returns the moves that were played in at least this many games.
    pub(crate) fn frequent(&self, games: u32) -> HashMap<Board, BTreeSet<Square>> {
        let frequent = self.0.iter().map(|(&board, moves)| {
            let moves = moves.iter().filter(|&(_, &count)| count >= games);
            (board, moves.map(|(&square, _)| square).collect())
        });
        frequent.collect()
    }
}

impl OpeningLines {
    /// Returns an opening and all named openings that continue it; all named openings without one.
    pub(crate) fn of(opening: Option<&Opening>) -> Self {
        let first = opening.map_or("", |opening| opening.moves);
        let all = Opening::ALL.iter();
        let mut lines = Self::default();
        for line in all.filter(|line| line.moves.starts_with(first)) {
            lines.add(&line.game());
        }
        lines
    }

    /// Reads a file of lines: a transcript on each line, perhaps behind a name and a colon. What follows a
    /// `#` is a comment.
    ///
    /// # Errors
    /// [`LinesError`].
    pub(crate) fn parse(text: &str) -> Result<Self, LinesError> {
        let mut lines = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or(line);
            let moves = line.rsplit(':').next().unwrap_or(line).trim();
            if !moves.is_empty() {
                let game = transcript::parse(moves);
                lines.add(&game.map_err(|problem| LinesError::Move(number, problem))?);
            }
        }
        if lines.moves.is_empty() {
            return Err(LinesError::Empty);
        }
        Ok(lines)
    }

    /// Adds the moves of a line.
    fn add(&mut self, game: &Game) {
        for (position, square) in game
            .positions()
            .zip(game.entries().iter().map(Entry::square))
        {
            if let Some(square) = square {
                let position = Canonical::of(position.board());
                let moves = self.moves.entry(position.board()).or_default();
                moves.insert(position.square(square));
            }
        }
    }

    /// Returns the moves that continue lines in a position; none outside all lines and at their ends.
    pub(crate) fn moves(&self, board: Board) -> SquareSet {
        let position = Canonical::of(board);
        let Some(moves) = self.moves.get(&position.board()) else {
            return SquareSet::EMPTY;
        };
        let legal = board.legal_moves().into_iter();
        legal
            .filter(|&square| moves.contains(&position.square(square)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(lines: &OpeningLines, game: &str) -> String {
        let game = transcript::parse(game).unwrap();
        lines.moves(game.position().board()).to_string()
    }

    #[test]
    fn a_file_has_names_comments_and_lines() {
        let text = "# My lines\n\nTiger: f5d6c3d3c4\nf5 d6 c4 d3 c3 f4 # the usual one\n";
        let lines = OpeningLines::parse(text).unwrap();
        assert_eq!(moves(&lines, "f5d6"), "c3 c4");
        // Both orders of moves lead to the same position.
        assert_eq!(moves(&lines, "f5d6c3d3c4"), "f4");
        assert_eq!(moves(&lines, "f5d6c3d3c4f4"), "");
        assert_eq!(moves(&lines, "f5f6"), "");
        let error = OpeningLines::parse("f5d6\n\nf5f5").unwrap_err();
        assert_eq!(error.to_string(), "line 3: move 2: f5 is taken by Black");
        let error = OpeningLines::parse("# nothing").unwrap_err();
        assert_eq!(error.to_string(), "there are no lines in it");
    }

    #[test]
    fn an_opening_has_the_lines_that_continue_it() {
        let tiger = Opening::ALL.iter().find(|o| o.english == "Tiger");
        let lines = OpeningLines::of(tiger);
        assert_eq!(moves(&lines, "f5d6"), "c3");
        assert!(moves(&lines, "f5d6c3d3c4").contains("b3"));
        assert_eq!(moves(&lines, "f5f6"), "");
        assert_eq!(moves(&OpeningLines::of(None), "f5"), "f4 d6 f6");
    }

    #[test]
    fn symmetric_moves_are_lines_too() {
        let lines = OpeningLines::parse("f5d6").unwrap();
        assert_eq!(lines.moves(Board::START).len(), 4);
        assert_eq!(moves(&lines, "c4"), "e3");
    }

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
