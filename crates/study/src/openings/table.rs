//! The moves of a position: their names, the results of games, and evaluations.

use std::cmp::Reverse;

use super::count::{Counts, MoveCounts};
use reversi::search::MoveScore;
use reversi::{Opening, Position, Square};

/// The usual depth of an evaluation, in plies.
pub const DEPTH: u32 = 12;

/// A move of a position, with those that are symmetric to it.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningMove {
    /// The move, then those that are symmetric to it.
    pub squares: Vec<Square>,
    /// The opening that it leads to.
    pub opening: Option<&'static Opening>,
    /// The results of the games in which it was played.
    pub counts: Counts,
    /// The program's own evaluation.
    pub evaluation: Option<MoveScore>,
}

/// The moves of a position, the most played first, then the best.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningTable {
    /// The position.
    pub position: Position,
    /// The number of games in which it occurred; `None` without games to count.
    pub games: Option<u32>,
    /// The moves.
    pub moves: Vec<OpeningMove>,
}

impl OpeningTable {
    /// Creates the table of a position, with the results of games if there are any to count.
    pub fn new(position: Position, counts: Option<&MoveCounts>) -> Self {
        let none = MoveCounts::new(position.board());
        let known = counts.unwrap_or(&none);
        let mut moves: Vec<OpeningMove> = Vec::new();
        let mut squares: Vec<Square> = position.legal_moves().into_iter().collect();
        squares.sort_by_key(|square| (square.file(), square.rank()));
        for square in squares {
            let same = |other: &&mut OpeningMove| known.are_same(other.squares[0], square);
            if let Some(other) = moves.iter_mut().find(same) {
                other.squares.push(square);
                continue;
            }
            moves.push(OpeningMove {
                squares: vec![square],
                opening: position.play(square).ok().and_then(Opening::at),
                counts: known.of(square),
                evaluation: None,
            });
        }
        let mut table = Self {
            position,
            games: counts.map(MoveCounts::games),
            moves,
        };
        table.sort();
        table
    }

    /// Adds evaluations.
    pub fn evaluate(&mut self, found: &[MoveScore]) {
        for known in &mut self.moves {
            let of_move = |found: &&MoveScore| {
                found.is_searched()
                    && found
                        .square
                        .is_some_and(|square| known.squares.contains(&square))
            };
            if let Some(found) = found.iter().find(of_move) {
                known.evaluation = Some(found.clone());
            }
        }
        self.sort();
    }

    /// Returns the evaluations, the best first. Symmetric moves have the same.
    pub fn scores(&self) -> Vec<MoveScore> {
        let of_move = |known: &OpeningMove| {
            let found = known.evaluation.clone()?;
            let same = known.squares.clone().into_iter().map(move |square| {
                if found.square == Some(square) {
                    return found.clone();
                }
                let mut found = found.clone();
                found.square = Some(square);
                found.pv = vec![square];
                found
            });
            Some(same)
        };
        let mut scores: Vec<MoveScore> = self.moves.iter().filter_map(of_move).flatten().collect();
        scores.sort_by_key(|found| Reverse(found.score));
        scores
    }

    fn sort(&mut self) {
        self.moves.sort_by_key(|known| {
            let score = known.evaluation.as_ref().map(|found| found.score);
            (
                Reverse(known.counts.games),
                Reverse(score),
                known.squares[0],
            )
        });
    }

    /// Returns the part of the games in which a move was played, in percent; `None` without games.
    pub fn share(&self, known: &OpeningMove) -> Option<f64> {
        let games = self.games.filter(|&games| games > 0)?;
        Some(100.0 * f64::from(known.counts.games) / f64::from(games))
    }
}
