//! The games of a few files, read each time: what was played in one position.

use std::collections::BTreeMap;

use super::canonical::Canonical;
use super::count::{Counts, moves};
use crate::board::Board;
use crate::notation::Record;
use crate::square::Square;

/// The results of the games in which a position occurred, by the move that was played there.
pub struct MoveCounts {
    position: Canonical,
    /// By the move on the canonical board.
    by_square: BTreeMap<Square, Counts>,
}

impl MoveCounts {
    /// Creates the counts of a position without games.
    pub fn new(board: Board) -> Self {
        Self {
            position: Canonical::of(board),
            by_square: BTreeMap::new(),
        }
    }

    /// Counts a game, if the position occurs in it.
    pub fn add_game(&mut self, record: &Record) {
        let Self {
            position,
            by_square,
        } = self;
        let empties = position.board().empty_count();
        let there = moves(record).filter(|(board, ..)| board.empty_count() == empties);
        for (board, square, counts) in there {
            let other = Canonical::of(board);
            if other.board() == position.board() {
                let known = by_square.entry(other.square(square)).or_default();
                known.add(&counts);
            }
        }
    }

    /// Returns the key of the position.
    pub(super) fn key(&self) -> u64 {
        self.position.key()
    }

    /// Adds the results of a move on the canonical board.
    pub(super) fn add(&mut self, square: Square, counts: &Counts) {
        self.by_square.entry(square).or_default().add(counts);
    }

    /// Returns the results of a move, and of those that are symmetric to it.
    pub fn of(&self, square: Square) -> Counts {
        let found = self.by_square.get(&self.position.square(square));
        found.copied().unwrap_or_default()
    }

    /// Returns whether two moves are symmetric to each other.
    pub(crate) fn are_same(&self, one: Square, other: Square) -> bool {
        self.position.square(one) == self.position.square(other)
    }

    /// Returns the number of games in which a move was played here.
    pub(crate) fn games(&self) -> u32 {
        self.by_square.values().map(|counts| counts.games).sum()
    }
}
