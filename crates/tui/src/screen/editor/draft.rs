//! A position that is being edited: every change can be undone, and the game that led to it is remembered.

use reversi::{Game, Position};

/// A position, with the game that led to it if that is known.
#[derive(Debug)]
struct Snapshot {
    position: Position,
    game: Option<Game>,
}

impl Snapshot {
    /// Takes the last position of a game, without the end by resignation or on time and without undone moves.
    fn of(game: &Game) -> Self {
        let moves = game.up_to(game.entries().len());
        Self {
            position: moves.position(),
            game: Some(moves),
        }
    }
}

/// A position that is being edited. There is always a current snapshot.
#[derive(Debug)]
pub(super) struct PositionDraft {
    /// All positions so far; those after the current one are undone.
    snapshots: Vec<Snapshot>,
    at: usize,
    /// The last position that was played from, analysed, copied or kept.
    used: Option<Position>,
}

impl PositionDraft {
    /// Starts with the position of a game.
    pub(super) fn new(game: &Game) -> Self {
        Self {
            snapshots: vec![Snapshot::of(game)],
            at: 0,
            used: None,
        }
    }

    /// Returns the current position.
    pub(super) fn position(&self) -> Position {
        self.snapshots[self.at].position
    }

    /// Changes the position, unless it is the same.
    pub(super) fn change(&mut self, position: Position) {
        if position != self.position() {
            self.push(Snapshot {
                position,
                game: None,
            });
        }
    }

    /// Takes the last position of a game.
    pub(super) fn take_game(&mut self, game: &Game) {
        self.push(Snapshot::of(game));
    }

    fn push(&mut self, snapshot: Snapshot) {
        self.snapshots.truncate(self.at + 1);
        self.snapshots.push(snapshot);
        self.at += 1;
    }

    pub(super) const fn can_undo(&self) -> bool {
        self.at > 0
    }

    pub(super) fn can_redo(&self) -> bool {
        self.at + 1 < self.snapshots.len()
    }

    /// Undoes the last change, or redoes it. Returns whether there was one.
    pub(super) fn step(&mut self, is_redo: bool) -> bool {
        let can = if is_redo {
            self.can_redo()
        } else {
            self.can_undo()
        };
        if can {
            self.at = if is_redo { self.at + 1 } else { self.at - 1 };
        }
        can
    }

    /// Returns the game that led to the current position, if it is known, or a game that starts there.
    pub(super) fn game(&self) -> Game {
        let position = self.position();
        let same = self.snapshots.iter().filter(|s| s.position == position);
        let known = same
            .filter_map(|snapshot| snapshot.game.as_ref())
            .next_back();
        known.map_or_else(|| Game::from_position(position), Game::clone)
    }

    /// Notes that the current position is used or kept elsewhere.
    pub(super) fn mark_used(&mut self) {
        self.used = Some(self.position());
    }

    /// Returns whether the current position exists nowhere else.
    pub(super) fn is_unused(&self) -> bool {
        let position = self.position();
        self.snapshots[0].position != position && self.used != Some(position)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use reversi::transcript;
    use reversi::{Color, Square, Symmetry};

    /// Changes a position as a person may.
    fn changed(position: Position, rng: &mut ChaCha8Rng) -> Position {
        let squares: Vec<Square> = Square::all().collect();
        let square = squares[rng.random_range(0..64)];
        match rng.random_range(0..6) {
            0 => position.with_disc(square, Some(Color::Black)),
            1 => position.with_disc(square, Some(Color::White)),
            2 => position.with_disc(square, None),
            3 => position.with_colors_swapped(),
            4 => position.with_side_to_move(position.side_to_move().opposite()),
            _ => position.transformed(Symmetry::ALL[rng.random_range(0..8)]),
        }
    }

    #[test]
    fn undoing_and_redoing_every_change_walks_over_the_same_positions() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut draft = PositionDraft::new(&Game::new());
        let mut seen = vec![draft.position()];
        for _ in 0..500 {
            draft.change(changed(draft.position(), &mut rng));
            if seen.last() != Some(&draft.position()) {
                seen.push(draft.position());
            }
        }
        assert!(seen.len() > 400);
        for position in seen.iter().rev().skip(1) {
            assert!(draft.step(false));
            assert_eq!(draft.position(), *position);
        }
        assert!(!draft.step(false) && !draft.is_unused());
        for position in &seen[1..] {
            assert!(draft.step(true));
            assert_eq!(draft.position(), *position);
        }
        assert!(!draft.step(true));
    }

    #[test]
    fn a_change_after_an_undo_replaces_what_was_undone() {
        let mut draft = PositionDraft::new(&Game::new());
        let swapped = Position::START.with_colors_swapped();
        let other = Position::START.with_side_to_move(Color::White);
        draft.change(swapped);
        draft.step(false);
        draft.change(other);
        assert!(!draft.can_redo());
        draft.step(false);
        assert_eq!(draft.position(), Position::START);
    }

    #[test]
    fn a_game_is_known_wherever_its_position_comes_back() {
        let mut game = transcript::parse("f5d6c3").unwrap();
        game.resign(Color::White);
        let mut draft = PositionDraft::new(&game);
        let position = game.position();
        draft.change(position.with_colors_swapped());
        assert_eq!(draft.game().start(), position.with_colors_swapped());
        assert!(draft.is_unused());
        draft.change(position);
        assert_eq!(transcript::print(&draft.game()), "f5d6c3");
        assert_eq!(draft.game().outcome(), None, "nobody resigned");
        assert!(!draft.is_unused());
    }

    #[test]
    fn a_position_is_unused_until_it_is_marked() {
        let mut draft = PositionDraft::new(&Game::new());
        draft.take_game(&transcript::parse("f5").unwrap());
        assert!(draft.is_unused());
        draft.mark_used();
        assert!(!draft.is_unused());
        draft.change(Position::START.with_colors_swapped());
        assert!(draft.is_unused());
    }
}
