//! The map from screen areas to click targets.

use std::cell::RefCell;

use ratatui::layout::{Position as Place, Rect};

use super::keymap::{BoardAction, Meaning};
use reversi::Square;

/// The click targets of the last frame.
#[derive(Debug)]
pub(crate) struct Hits<I>(RefCell<Vec<(Rect, Meaning<I>)>>);

impl<I> Default for Hits<I> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<I: Copy> Hits<I> {
    /// Clears the map for a new frame.
    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// Adds an intent for a rectangle, over whatever is below it.
    pub(crate) fn add(&self, area: Rect, intent: I) {
        self.add_meaning(area, Meaning::Own(intent));
    }

    /// Adds an intent for each of several rectangles.
    pub(crate) fn add_all<P>(
        &self,
        places: impl IntoIterator<Item = (Rect, P)>,
        intent: impl Fn(P) -> I,
    ) {
        for (area, place) in places {
            self.add(area, intent(place));
        }
    }

    /// Adds squares of the board.
    pub(crate) fn add_squares(&self, places: impl IntoIterator<Item = (Rect, Square)>) {
        for (area, square) in places {
            self.add_meaning(area, Meaning::Board(BoardAction::Click(square)));
        }
    }

    /// Adds what a key means for a rectangle.
    pub(crate) fn add_meaning(&self, area: Rect, meaning: Meaning<I>) {
        self.0.borrow_mut().push((area, meaning));
    }

    /// Returns the target at a position.
    pub(crate) fn at(&self, place: Place) -> Option<Meaning<I>> {
        let hits = self.0.borrow();
        let hit = hits.iter().rev().find(|(area, _)| area.contains(place));
        hit.map(|&(_, target)| target)
    }

    /// Returns every rectangle with its target.
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<(Rect, Meaning<I>)> {
        self.0.borrow().clone()
    }
}
