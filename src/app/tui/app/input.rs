//! The inputs of a person: keys, the mouse and pastes.

use crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position as Place;

use super::{App, Effect};
use crate::app::tui::keymap::{ALWAYS, Meaning, look_up};
use crate::app::tui::screen::unfinished::UnfinishedWindow;
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
        let place = Place::new(mouse.column, mouse.row);
        let top = self.stack.top_mut();
        let command = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => top.on_click(place, &mut self.context),
            MouseEventKind::ScrollUp => top.on_scroll(false, &mut self.context),
            MouseEventKind::ScrollDown => top.on_scroll(true, &mut self.context),
            MouseEventKind::Moved => {
                self.dirty |= top.on_move(place);
                return None;
            }
            _ => return None,
        };
        self.dirty = true;
        self.run(command?)
    }

    pub(super) fn on_paste(&mut self, text: &str) {
        while self.stack.top().kind().is_window() {
            if self.stack.top_mut().paste(text, &mut self.context) == Pasted::Taken {
                return;
            }
            if self.stack.top_as::<UnfinishedWindow>().is_some() {
                self.saver.leave();
            }
            self.stack.pop();
        }
        self.stack.top_mut().touch(&mut self.context);
        let Some(text) = self.checked_paste(text) else {
            return;
        };
        match self.stack.top_mut().paste(&text, &mut self.context) {
            Pasted::Taken => {}
            Pasted::Game => self.review_table(usize::MAX),
            Pasted::Passed if self.network.is_some() => {
                self.complain(sentence(NOT_OVER_NETWORK));
            }
            Pasted::Passed => self.open_pasted(text),
        }
    }
}
