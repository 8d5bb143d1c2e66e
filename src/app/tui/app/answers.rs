//! The terminal's answers to the questions at the start, and what follows from them.

use std::time::{Duration, Instant};

use super::App;
use crate::app::store::settings::ThemeName;
use crate::app::tui::input::Answer;
use crate::app::tui::theme::Rgb;

/// How long the terminal may take to answer: a later change of the picture would disturb.
const ANSWER_PATIENCE: Duration = Duration::from_secs(1);

/// The answers that the terminal still owes.
#[derive(Debug)]
pub(super) struct Awaited {
    /// Later ones do not count.
    until: Instant,
    background: bool,
    graphics: bool,
    placeholders: bool,
}

impl Awaited {
    /// Waits from now on for the answers that were asked for.
    pub(super) fn new(background: bool, graphics: bool, now: Instant) -> Self {
        Self {
            until: now + ANSWER_PATIENCE,
            background,
            graphics,
            placeholders: graphics,
        }
    }
}

impl App {
    /// Follows an answer of the terminal that comes in time and was asked for.
    pub(super) fn take_answer(&mut self, answer: Answer) {
        let (ui, awaited) = (&mut self.context.ui, &mut self.awaited);
        if ui.now > awaited.until {
            return;
        }
        match answer {
            Answer::Background([red, green, blue]) => {
                if std::mem::take(&mut awaited.background) && Rgb(red, green, blue).is_light() {
                    ui.auto_theme = ThemeName::Light;
                    self.dirty = true;
                }
                return;
            }
            Answer::Graphics if awaited.graphics => awaited.graphics = false,
            Answer::Placeholders(true) if awaited.placeholders => awaited.placeholders = false,
            Answer::Graphics | Answer::Placeholders(_) => return,
        }
        if !awaited.graphics && !awaited.placeholders {
            ui.tiles.images.borrow_mut().turn_on();
            self.dirty = true;
        }
    }

    /// Sets the size of a cell in pixels, 0 if unknown.
    pub fn set_cell(&mut self, cell: (u16, u16)) {
        self.context.ui.tiles.images.borrow_mut().set_cell(cell);
    }

    /// Takes the commands to the terminal that the last frame needs, to be sent before it.
    pub fn take_pictures(&self) -> Vec<u8> {
        self.context.ui.tiles.images.borrow_mut().take_pending()
    }
}
