//! The stack of open screens and windows.

use crate::screen::{AnyScreen, OpenScreen, Screen, ScreenContents, ScreenKind};

/// The open screens and windows; the bottom is always a screen.
pub(super) struct Stack(Vec<Box<dyn AnyScreen>>);

impl Stack {
    /// Creates a stack with one screen.
    pub(super) fn new(screen: impl Screen) -> Self {
        Self(vec![Box::new(OpenScreen::new(screen))])
    }

    /// Closes everything over the first screen.
    pub(super) fn go_home(&mut self) {
        self.0.truncate(1);
    }

    /// Opens a screen over the first one, in place of everything else.
    pub(super) fn restart(&mut self, screen: impl Screen) {
        self.go_home();
        self.push(screen);
    }

    /// Opens a screen or a window on top.
    pub(super) fn push(&mut self, screen: impl Screen) {
        self.push_any(Box::new(OpenScreen::new(screen)));
    }

    /// Opens a screen or a window of any type on top.
    pub(super) fn push_any(&mut self, screen: Box<dyn AnyScreen>) {
        self.0.push(screen);
    }

    /// Closes the top unless it is the last screen. Returns whether it was a window.
    pub(super) fn pop(&mut self) -> bool {
        let is_window = self.top().kind().is_window();
        if self.0.len() > 1 {
            self.0.pop();
        }
        is_window
    }

    /// Closes all windows over the visible screen.
    pub(super) fn close_windows(&mut self) {
        while self.top().kind().is_window() && self.0.len() > 1 {
            self.0.pop();
        }
    }

    /// Returns all screens and windows, the topmost first.
    pub(super) fn all(&self) -> impl Iterator<Item = &dyn AnyScreen> {
        self.0.iter().rev().map(|screen| &**screen)
    }

    /// Returns what is open on them, the topmost first.
    pub(super) fn contents(&self) -> impl Iterator<Item = ScreenContents<'_>> {
        self.all().map(AnyScreen::contents)
    }

    /// Lets all screens and windows take results from background threads.
    pub(super) fn poll(&mut self) {
        for screen in &mut self.0 {
            screen.poll();
        }
    }

    pub(super) fn top(&self) -> &dyn AnyScreen {
        &**self.0.last().expect("the last screen is never closed")
    }

    pub(super) fn top_mut(&mut self) -> &mut dyn AnyScreen {
        &mut **self.0.last_mut().expect("the last screen is never closed")
    }

    /// Returns the index of the topmost screen that is not a window.
    fn seen(&self) -> usize {
        self.0
            .iter()
            .rposition(|screen| !screen.kind().is_window())
            .expect("a screen lies at the bottom")
    }

    /// Returns the topmost screen that is not a window.
    pub(super) fn screen(&self) -> &dyn AnyScreen {
        &*self.0[self.seen()]
    }

    /// Returns that screen mutably.
    pub(super) fn screen_mut(&mut self) -> &mut dyn AnyScreen {
        let seen = self.seen();
        &mut *self.0[seen]
    }

    /// Returns the topmost screen that can show an error.
    pub(super) fn listener(&mut self) -> &mut dyn AnyScreen {
        let top = self
            .0
            .iter()
            .rposition(|screen| screen.kind() != ScreenKind::Dialog);
        let top = top.expect("every stack has a screen");
        &mut *self.0[top]
    }
}
