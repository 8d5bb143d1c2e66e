//! What was drawn where, so that a click finds it.

use std::cell::RefCell;

use ratatui::layout::{Position as Place, Rect};

/// Which places of the screen stand for what, as it was drawn last.
#[derive(Debug)]
pub(crate) struct HitMap<T>(RefCell<Vec<(Rect, T)>>);

impl<T> Default for HitMap<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Copy> HitMap<T> {
    /// Forgets everything: the screen is drawn anew.
    pub(crate) fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    /// Notes what a rectangle stands for, over whatever is below it.
    pub(crate) fn add(&self, area: Rect, target: T) {
        self.0.borrow_mut().push((area, target));
    }

    /// Returns what is at a place.
    pub(crate) fn at(&self, place: Place) -> Option<T> {
        let hits = self.0.borrow();
        let hit = hits.iter().rev().find(|(area, _)| area.contains(place));
        hit.map(|&(_, target)| target)
    }

    /// Returns every rectangle with what it stands for.
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<(Rect, T)> {
        self.0.borrow().clone()
    }
}
