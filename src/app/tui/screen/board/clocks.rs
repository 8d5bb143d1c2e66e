//! Owns the clocks on the screen of a game: their texts, and what is said of them.

use std::time::Duration;

use super::BoardScreen;
use crate::app::session::Event;
use crate::app::tui::context::UiContext;
use crate::app::tui::widget::players::ClockFace;

/// With less left than this a clock stands out.
const LITTLE: Duration = Duration::from_secs(10);

impl BoardScreen {
    /// Lets the clocks show the time. Says whether anything is to be drawn.
    pub(crate) fn tick_clocks(&mut self, env: &UiContext) -> bool {
        if self.session.timing().clock().is_none() {
            return false;
        }
        let fell = self.session.tick();
        if fell {
            self.take_events(env);
        }
        self.read_clocks() | fell
    }

    /// Lets the clocks run on behind another screen. Gives a sentence when a flag falls.
    pub(crate) fn tick_behind(&mut self, env: &UiContext) -> Option<String> {
        let before = self.messages.last().cloned();
        self.session.timing().clock()?;
        if !self.session.tick() {
            return None;
        }
        self.take_events(env);
        self.read_clocks();
        let news = self.messages.iter().rev();
        let news = news.take_while(|&message| Some(message) != before.as_ref());
        news.last().cloned()
    }

    /// Reads the clocks. Says whether they show something else than before.
    pub(super) fn read_clocks(&mut self) -> bool {
        let faces = self.session.timing().remaining().map(|both| {
            both.map(|remaining| ClockFace {
                text: remaining.to_string(),
                low: remaining.left() < LITTLE,
            })
        });
        let changed = faces != self.faces;
        self.faces = faces;
        changed
    }

    /// What happened, in words. Between two persons a pause is one of the clocks.
    pub(super) fn sentence(&self, event: &Event) -> String {
        let players = self.session.players();
        match event {
            Event::Paused(paused) if players.black.is_human() && players.white.is_human() => {
                if *paused {
                    "The clocks stand still."
                } else {
                    "The clocks go on."
                }
            }
            .to_owned(),
            event => event.to_string(),
        }
    }
}
