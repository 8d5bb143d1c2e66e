//! Side lines of a review: alternative moves from a point of the game.

use crate::game::{Entry, Game, MoveError};
use crate::position::Position;
use crate::square::Square;

/// Returns the first entries of a game, without a resignation or timeout. Forced passes are made.
pub(super) fn game_up_to(game: &Game, entries: usize) -> Game {
    let mut shorter = Game::from_position(game.start());
    for square in game.entries()[..entries].iter().filter_map(Entry::square) {
        shorter.play(square).expect("it was legal before");
    }
    shorter
}

/// Alternative moves from a point of the game.
#[derive(Clone, Debug)]
pub(super) struct SideLine {
    /// The moves of the game up to that point, then the alternatives, including undone ones that can be
    /// redone.
    game: Game,
    /// The number of entries that belong to the game.
    base: usize,
}

impl SideLine {
    /// Creates a side line that starts with a move after some entries of a game.
    pub(super) fn begin(game: &Game, entries: usize, square: Square) -> Result<Self, MoveError> {
        let mut game = game_up_to(game, entries);
        let base = game.entries().len();
        game.play(square)?;
        Ok(Self { game, base })
    }

    /// Returns the game with the side line.
    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the side line's entries up to the current position.
    pub(super) fn entries(&self) -> &[Entry] {
        &self.game.entries()[self.base.min(self.game.entries().len())..]
    }

    /// Returns all entries of the side line with the positions before them, and how many precede the
    /// current position.
    pub(super) fn all(&self) -> (Vec<(Position, Entry)>, usize) {
        let mut whole = self.game.clone();
        while whole.redo().is_some() {}
        let steps = whole.positions().zip(whole.entries().iter().copied());
        (steps.skip(self.base).collect(), self.entries().len())
    }

    /// Returns the move that led to the current position, with the position before it.
    pub(super) fn last(&self) -> Option<(Position, Square)> {
        let (all, count) = self.all();
        all[..count]
            .iter()
            .rev()
            .find_map(|(position, entry)| Some((*position, entry.square()?)))
    }

    /// Plays a move, or follows the line if it is the next one.
    pub(super) fn play(&mut self, square: Square) -> Result<(), MoveError> {
        if self.game.undone().first().and_then(Entry::square) == Some(square) {
            self.forward();
            return Ok(());
        }
        self.game.play(square)
    }

    /// Steps back one entry; returns `false` at the start of the line.
    pub(super) fn back(&mut self) -> bool {
        !self.entries().is_empty() && self.game.undo().is_some()
    }

    /// Steps forward one entry; returns `false` at the end of the line.
    pub(super) fn forward(&mut self) -> bool {
        self.game.redo().is_some()
    }

    /// Steps to an entry, as far as there is one.
    pub(super) fn go(&mut self, entry: usize) {
        while self.entries().len() > entry && self.back() {}
        while self.entries().len() < entry && self.forward() {}
    }

    /// Deletes the last move and the pass it forced. Returns `false` when no move is left.
    pub(super) fn take_back(&mut self) -> bool {
        let last = self
            .entries()
            .iter()
            .rposition(|entry| entry.square().is_some());
        let Some(last) = last else {
            return false;
        };
        self.game = game_up_to(&self.game, self.base + last);
        self.entries().iter().any(|entry| entry.square().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::transcript;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn line() -> SideLine {
        let game = transcript::parse("f5d6c3d3c4").unwrap();
        let mut line = SideLine::begin(&game, 2, square("c5")).unwrap();
        line.play(square("b5")).unwrap_err();
        line.play(square("f4")).unwrap();
        line
    }

    #[test]
    fn a_line_is_stepped_along_and_taken_back() {
        let mut line = line();
        assert_eq!(line.entries().len(), 2);
        assert!(!line.forward());
        assert!(line.back() && line.back() && !line.back());
        assert_eq!(transcript::print(line.game()), "f5d6");
        line.play(square("c5")).unwrap();
        assert_eq!(line.all().0.len(), 2, "the same move follows the line");
        assert!(line.forward());
        assert!(line.take_back());
        assert_eq!(line.all().0.len(), 1);
        assert!(!line.take_back());
        assert_eq!(transcript::print(line.game()), "f5d6");
    }

    #[test]
    fn another_move_takes_the_place_of_what_came_after_it() {
        let mut line = line();
        line.back();
        let legal = line.game().legal_moves().iter();
        let other = legal.into_iter().find(|&s| s != square("f4")).unwrap();
        line.play(other).unwrap();
        assert_eq!(line.all().1, 2);
        assert_eq!(transcript::print(line.game()), format!("f5d6c5{other}"));
    }
}
