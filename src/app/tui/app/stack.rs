//! The stack of what is open: screens, and windows over them.

use std::any::Any;

use crate::app::tui::screen::{AnyScreen, Open, Screen};

/// What is open. There is always a screen at the bottom.
#[derive(Debug)]
pub(super) struct Stack(Vec<Box<dyn AnyScreen>>);

impl Stack {
    /// A stack with one screen.
    pub(super) fn new(screen: impl Screen) -> Self {
        Self(vec![Box::new(Open::new(screen))])
    }

    /// Opens a screen or a window on top.
    pub(super) fn push(&mut self, screen: impl Screen) {
        self.0.push(Box::new(Open::new(screen)));
    }

    /// Closes what is on top, but not the last screen. Returns whether that was a window.
    pub(super) fn pop(&mut self) -> bool {
        let is_window = self.top().is_window();
        if self.0.len() > 1 {
            self.0.pop();
        }
        is_window
    }

    /// Closes all windows over the screen that is seen.
    pub(super) fn close_windows(&mut self) {
        while self.top().is_window() && self.0.len() > 1 {
            self.0.pop();
        }
    }

    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Box<dyn AnyScreen>> {
        self.0.iter_mut()
    }

    pub(super) fn top(&self) -> &dyn AnyScreen {
        &**self.0.last().expect("the last screen is never closed")
    }

    pub(super) fn top_mut(&mut self) -> &mut dyn AnyScreen {
        &mut **self.0.last_mut().expect("the last screen is never closed")
    }

    /// The place of the topmost screen that is not a window.
    fn seen(&self) -> usize {
        self.0
            .iter()
            .rposition(|screen| !screen.is_window())
            .expect("a screen lies at the bottom")
    }

    /// The topmost screen that is not a window.
    pub(super) fn screen(&self) -> &dyn AnyScreen {
        &*self.0[self.seen()]
    }

    /// The same, to be changed.
    pub(super) fn screen_mut(&mut self) -> &mut dyn AnyScreen {
        let seen = self.seen();
        &mut *self.0[seen]
    }

    /// The topmost that shows what goes wrong.
    pub(super) fn listener(&mut self) -> &mut dyn AnyScreen {
        let top = self.0.iter().rposition(|screen| screen.hears_complaints());
        let top = top.expect("every screen hears complaints");
        &mut *self.0[top]
    }

    /// Finds an open screen of a kind.
    pub(super) fn find<S: Screen>(&self) -> Option<&S> {
        self.0.iter().rev().find_map(|screen| {
            let open: &dyn Any = &**screen;
            open.downcast_ref::<Open<S>>().map(|open| &open.screen)
        })
    }

    /// Returns what is on top, if it is of a kind.
    pub(super) fn top_as<S: Screen>(&mut self) -> Option<&mut S> {
        let open: &mut dyn Any = self.top_mut();
        open.downcast_mut::<Open<S>>().map(|open| &mut open.screen)
    }
}
