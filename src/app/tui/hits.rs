//! The map from screen areas to click targets.

use std::cell::RefCell;

use ratatui::layout::{Position as Place, Rect};

/// The click targets of the last frame.
#[derive(Debug)]
pub(crate) struct HitMap<T>(RefCell<Vec<(Rect, T)>>);

impl<T> Default for HitMap<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Copy> HitMap<T> {
    /// Clears the map for a new frame.
    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// Adds a target for a rectangle, over whatever is below it.
    pub(crate) fn add(&self, area: Rect, target: T) {
        self.0.borrow_mut().push((area, target));
    }

    /// Returns the target at a position.
    pub(crate) fn at(&self, place: Place) -> Option<T> {
        let hits = self.0.borrow();
        let hit = hits.iter().rev().find(|(area, _)| area.contains(place));
        hit.map(|&(_, target)| target)
    }

    /// Returns every rectangle with its target.
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<(Rect, T)> {
        self.0.borrow().clone()
    }
}
