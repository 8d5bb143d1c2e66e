//! Square input: by typing, with the arrow keys, or with the mouse.

use crate::app::tui::keymap::Coordinate;
use crate::square::{File, Rank, Square};
use crate::squares::SquareSet;

/// A square under the cursor or the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pointer {
    square: Square,
    /// A mouse position is cleared when the mouse leaves; the cursor stays.
    by_mouse: bool,
}

/// An action on a board on which one of several moves is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareAction {
    Type(Coordinate),
    Take(Square),
    MoveCursor(i8, i8),
    /// Moves the cursor to the next legal move, or to the previous one.
    NextMove(bool),
    /// Takes the square under the cursor.
    Enter,
}

/// A square that is being typed or pointed at, never both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareInput {
    /// The typed file letter.
    pub(super) typed: Option<File>,
    pointer: Option<Pointer>,
}

/// The error for a digit without a letter before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: type a letter a-h first, as in f{0}")]
pub(super) struct RankFirst(pub(super) Rank);

impl SquareInput {
    /// Returns the square under the cursor or the mouse.
    pub(super) fn square(self) -> Option<Square> {
        self.pointer.map(|pointer| pointer.square)
    }

    /// Returns whether nothing is typed or pointed at.
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Applies an action where these moves are legal. Returns the square once it is chosen.
    ///
    /// # Errors
    /// If a digit has no letter before it.
    pub(super) fn apply(
        &mut self,
        action: SquareAction,
        legal: SquareSet,
    ) -> Result<Option<Square>, RankFirst> {
        let first = legal.first();
        match action {
            SquareAction::Type(half) => return self.type_half(half),
            SquareAction::Take(square) => return Ok(Some(square)),
            SquareAction::Enter => return Ok(self.square()),
            SquareAction::MoveCursor(files, ranks) => {
                self.move_cursor((files, ranks), || first.unwrap_or(Square::A1));
            }
            SquareAction::NextMove(forward) => self.jump(legal, forward, || first),
        }
        Ok(None)
    }

    /// Takes a letter or a digit. Returns the square once complete.
    ///
    /// # Errors
    /// If a digit has no letter before it.
    pub(super) fn type_half(&mut self, half: Coordinate) -> Result<Option<Square>, RankFirst> {
        match half {
            Coordinate::File(file) => {
                (self.typed, self.pointer) = (Some(file), None);
                Ok(None)
            }
            Coordinate::Rank(rank) => match self.typed.take() {
                Some(file) => Ok(Some(Square::at(file, rank))),
                None => Err(RankFirst(rank)),
            },
        }
    }

    /// Clears the typed letter. Returns whether there was one.
    pub(super) fn forget_typed(&mut self) -> bool {
        self.typed.take().is_some()
    }

    /// Clears the typed letter, otherwise the cursor. Returns whether there was one.
    pub(super) fn give_up(&mut self) -> bool {
        self.forget_typed() || self.pointer.take().is_some()
    }

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Puts the cursor on a square.
    pub(super) fn point_at(&mut self, square: Square) {
        self.typed = None;
        self.pointer = Some(Pointer {
            square,
            by_mouse: false,
        });
    }

    /// Moves the cursor; the first key only shows it.
    pub(super) fn move_cursor(&mut self, (files, ranks): (i8, i8), first: impl FnOnce() -> Square) {
        self.point_at(match self.square() {
            Some(square) => square.offset(files, ranks).unwrap_or(square),
            None => first(),
        });
    }

    /// Moves the cursor to the next or the previous square of a set in reading order; the first key shows it.
    pub(super) fn jump(
        &mut self,
        among: SquareSet,
        forward: bool,
        first: impl FnOnce() -> Option<Square>,
    ) {
        let next = match (self.square(), forward) {
            (None, _) => first(),
            (Some(at), true) => among.iter().find(|&s| s > at).or(among.first()),
            (Some(at), false) => among
                .iter()
                .filter(|&s| s < at)
                .last()
                .or(among.iter().last()),
        };
        self.typed = None;
        if let Some(square) = next {
            self.point_at(square);
        }
    }

    /// Sets or clears the mouse's square. Returns whether it changed.
    pub(super) fn hover(&mut self, square: Option<Square>) -> bool {
        let before = self.pointer;
        match square {
            Some(square) => {
                self.pointer = Some(Pointer {
                    square,
                    by_mouse: true,
                });
            }
            None => self.pointer = self.pointer.filter(|pointer| !pointer.by_mouse),
        }
        self.pointer != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halves(text: &str) -> impl Iterator<Item = Coordinate> {
        text.chars().map(|letter| {
            let file = File::from_letter(letter).map(Coordinate::File);
            file.or_else(|| crate::square::Rank::from_digit(letter).map(Coordinate::Rank))
                .unwrap()
        })
    }

    #[test]
    fn a_letter_and_a_digit_are_a_square_and_a_later_letter_counts() {
        let mut input = SquareInput::default();
        let typed: Vec<_> = halves("5cf5").map(|half| input.type_half(half)).collect();
        assert_eq!(typed[0], Err(RankFirst(Rank::new(4).unwrap())));
        assert_eq!(
            typed[1..],
            [Ok(None), Ok(None), Ok(Some("f5".parse().unwrap()))]
        );
        assert!(input.is_empty());
    }

    #[test]
    fn a_cursor_is_shown_first_stops_at_the_edge_and_outlives_the_mouse() {
        let mut input = SquareInput::default();
        for expected in ["b1", "a1", "a1"] {
            input.move_cursor((-1, 0), || "b1".parse().unwrap());
            assert_eq!(input.square(), Some(expected.parse().unwrap()));
        }
        assert!(!input.hover(None));
        assert!(input.hover(Some("c3".parse().unwrap())));
        assert!(input.hover(None) && input.is_empty());
        input.point_at("c3".parse().unwrap());
        assert!(input.give_up() && !input.give_up());
    }
}
