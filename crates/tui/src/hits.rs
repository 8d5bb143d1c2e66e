//! The map from screen areas to click targets.

use ratatui::layout::{Position as Place, Rect};

use super::keymap::{BoardAction, Meaning};
use crate::widget::keys::{ButtonKind, PageButton};
use reversi::Square;

/// The row below every screen in which the buttons of a page lie: a click there, at the column of its place among them, is a
/// click on a button.
pub const BUTTONS_ROW: u16 = u16::MAX - 1;

/// What a page shows and says besides the last frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrameNotes {
    /// The keys, if they are buttons of the page.
    pub(crate) buttons: Vec<PageButton>,
    /// What a reader of the screen says once it has changed: a text, and what makes it another one.
    pub(crate) said: Vec<(String, String)>,
}

/// What the mouse means on the last frame.
#[derive(Debug)]
pub(crate) struct Hits<I> {
    targets: Vec<(Rect, Meaning<I>)>,
    pub(crate) notes: FrameNotes,
    /// What the wheel means, up and down, if it scrolls a list.
    wheel: Option<[I; 2]>,
}

impl<I> Default for Hits<I> {
    fn default() -> Self {
        Self {
            targets: Vec::new(),
            notes: FrameNotes::default(),
            wheel: None,
        }
    }
}

impl<I: Copy> Hits<I> {
    /// Clears the map for a new frame.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an intent for a rectangle, over whatever is below it.
    pub(crate) fn add(&mut self, area: Rect, intent: I) {
        self.add_meaning(area, Meaning::Own(intent));
    }

    /// Adds an intent for each of several rectangles.
    pub(crate) fn add_all<P>(
        &mut self,
        places: impl IntoIterator<Item = (Rect, P)>,
        intent: impl Fn(P) -> I,
    ) {
        for (area, place) in places {
            self.add(area, intent(place));
        }
    }

    /// Adds squares of the board.
    pub(crate) fn add_squares(&mut self, places: impl IntoIterator<Item = (Rect, Square)>) {
        for (area, square) in places {
            self.add_meaning(area, Meaning::Board(BoardAction::Click(square)));
        }
    }

    /// Adds a button of the page.
    pub(crate) fn add_button(&mut self, button: PageButton, meaning: Meaning<I>) {
        let at = self.notes.buttons.len();
        if let Ok(column) = u16::try_from(at) {
            if button.kind != ButtonKind::Off {
                self.add_meaning(Rect::new(column, BUTTONS_ROW, 1, 1), meaning);
            }
            self.notes.buttons.push(button);
        }
    }

    /// Adds what a key means for a rectangle.
    pub(crate) fn add_meaning(&mut self, area: Rect, meaning: Meaning<I>) {
        self.targets.push((area, meaning));
    }

    /// Sets what the wheel means, up and down.
    pub(crate) fn set_wheel(&mut self, intents: [I; 2]) {
        self.wheel = Some(intents);
    }

    /// Returns what the wheel means, if it scrolls a list.
    pub(crate) fn wheel(&self, down: bool) -> Option<I> {
        self.wheel.map(|intents| intents[usize::from(down)])
    }

    /// Returns the target at a position.
    pub(crate) fn at(&self, place: Place) -> Option<Meaning<I>> {
        let hit = self
            .targets
            .iter()
            .rev()
            .find(|(area, _)| area.contains(place));
        hit.map(|&(_, target)| target)
    }

    /// Returns every rectangle with its target.
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<(Rect, Meaning<I>)> {
        self.targets.clone()
    }
}
