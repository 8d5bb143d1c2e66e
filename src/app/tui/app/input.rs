//! The inputs of a person: keys, the mouse and pastes.

use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseEvent};

use super::{App, Effect};
use crate::app::tui::keymap::{ALWAYS, Meaning, look_up};
use crate::app::tui::screen::review::ReviewScreen;
use crate::app::tui::screen::{Command, Pasted};
use crate::app::wording::{NOT_OVER_NETWORK, sentence};

impl App {
    pub(super) fn on_event(&mut self, event: Event) -> Option<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.dirty = true;
                self.on_key(key)
            }
            Event::Mouse(mouse) => self.on_mouse(mouse),
            Event::Paste(text) => {
                self.dirty = true;
                self.on_paste(&text);
                None
            }
            Event::Resize(..) | Event::FocusGained => {
                self.dirty = true;
                None
            }
            Event::Key(_) | Event::FocusLost => None,
        }
    }

    pub(super) fn on_key(&mut self, key: KeyEvent) -> Option<Effect> {
        if let Some(Meaning::Common(common)) = look_up(&[ALWAYS], key) {
            return self.run(Command::Common(common));
        }
        let command = self.stack.top_mut().on_key(key, &mut self.context)?;
        self.run(command)
    }

    pub(super) fn on_mouse(&mut self, mouse: MouseEvent) -> Option<Effect> {
        let top = self.stack.top_mut();
        let (needs_redraw, command) = top.on_mouse(mouse, &mut self.context);
        self.dirty |= needs_redraw;
        self.run(command?)
    }

    pub(super) fn on_paste(&mut self, text: &str) {
        while self.stack.top().kind().is_window() {
            if self.stack.top_mut().paste(text, &mut self.context) == Pasted::Taken {
                return;
            }
            self.stack.pop();
        }
        let Some(text) = self.checked_paste(text) else {
            return;
        };
        match self.stack.top_mut().paste(&text, &mut self.context) {
            Pasted::Taken => {}
            Pasted::Game => {
                if let Some(review) = ReviewScreen::of_table(&self.context, usize::MAX) {
                    self.stack.push(review);
                }
            }
            Pasted::Passed if self.network.is_some() => {
                self.complain(sentence(NOT_OVER_NETWORK));
            }
            Pasted::Passed => self.open_pasted(text),
        }
    }
}
