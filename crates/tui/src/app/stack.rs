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
        let is_window = self.has_window();
        if self.0.len() > 1 {
            self.0.pop();
        }
        is_window
    }

    /// Closes all windows over the visible screen.
    pub(super) fn close_windows(&mut self) {
        while self.has_window() && self.0.len() > 1 {
            self.0.pop();
        }
    }

    /// Returns all screens and windows, the topmost first.
    pub(super) fn all(&self) -> impl Iterator<Item = &dyn Screen> {
        self.0.iter().rev().map(|open| open.screen())
    }

    /// Returns all screens and windows mutably, the topmost last.
    pub(super) fn all_mut(&mut self) -> &mut [Box<dyn AnyScreen>] {
        &mut self.0
    }

    /// Returns what is open on them, the topmost first.
    pub(super) fn contents(&self) -> impl Iterator<Item = ScreenContents<'_>> {
        self.all().map(Screen::contents)
    }

    /// Lets all screens and windows take results from background threads.
    pub(super) fn poll(&mut self) {
        for open in &mut self.0 {
            open.screen_mut().poll();
        }
    }

    /// Returns what is on top.
    pub(super) fn top(&self) -> &dyn AnyScreen {
        &**self.0.last().expect("the last screen is never closed")
    }

    /// Returns what is on top mutably.
    pub(super) fn top_mut(&mut self) -> &mut dyn AnyScreen {
        &mut **self.0.last_mut().expect("the last screen is never closed")
    }

    /// Returns whether a window is on top.
    pub(super) fn has_window(&self) -> bool {
        self.top().screen().kind().is_window()
    }

    /// Returns the topmost screen that is not a window.
    pub(super) fn screen(&self) -> &dyn Screen {
        let mut screens = self.all();
        let found = screens.find(|screen| !screen.kind().is_window());
        found.expect("a screen lies at the bottom")
    }

    /// Returns that screen to draw it.
    pub(super) fn below_windows(&mut self) -> &mut dyn AnyScreen {
        let mut opened = self.0.iter_mut().rev();
        let found = opened.find(|open| !open.screen().kind().is_window());
        &mut **found.expect("a screen lies at the bottom")
    }

    /// Returns that screen mutably.
    pub(super) fn screen_mut(&mut self) -> &mut dyn Screen {
        let mut screens = self.0.iter_mut().rev().map(|open| open.screen_mut());
        let found = screens.find(|screen| !screen.kind().is_window());
        found.expect("a screen lies at the bottom")
    }

    /// Returns the topmost screen that can show an error.
    pub(super) fn listener(&mut self) -> &mut dyn Screen {
        let mut screens = self.0.iter_mut().rev().map(|open| open.screen_mut());
        let found = screens.find(|screen| screen.kind() != ScreenKind::Dialog);
        found.expect("every stack has a screen")
    }
}
