//! Undo and redo: how far they go, and what the session does then.

use super::{Event, Refusal, Session};
use crate::color::Color;
use crate::game::{Entry, Game};

impl Session {
    /// Undoes one entry between two humans; against a CPU, everything back to the human's last
    /// decision, including passes; between two CPUs, one entry, and pauses them. Stops a CPU that is
    /// thinking and drops its answer.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let entries = self.game.entries();
        let count = match self.lone_human() {
            None => usize::from(!entries.is_empty()),
            Some(human) => entries
                .iter()
                .rev()
                .position(|entry| is_decision(entry, human))
                .map_or(0, |index| index + 1),
        };
        if count == 0 {
            return Err(Refusal::NothingToUndo);
        }
        let undone = self.go(count, Game::undo);
        self.events.push_back(Event::Undone(undone));
        if !self.has_human() {
            self.set_paused(true);
        }
        self.think_if_due();
        Ok(())
    }

    /// Redoes one entry between two humans or two CPUs; against a CPU, everything up to the human's
    /// next decision.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`].
    pub fn redo(&mut self) -> Result<(), Refusal> {
        let undone = self.game.undone();
        let count = match self.lone_human() {
            None => usize::from(!undone.is_empty()),
            Some(human) => (1..)
                .zip(undone)
                .find(|&(count, _)| {
                    undone
                        .get(count)
                        .is_some_and(|entry| is_decision(entry, human))
                })
                .map_or(undone.len(), |(count, _)| count),
        };
        if count == 0 {
            return Err(Refusal::NothingToRedo);
        }
        let redone = self.go(count, Game::redo);
        self.events.push_back(Event::Redone(redone));
        self.announce_end();
        self.think_if_due();
        Ok(())
    }

    /// Returns the human's side when a human plays against a CPU.
    fn lone_human(&self) -> Option<Color> {
        let human = |color: Color| self.players[color].is_human();
        match (human(Color::Black), human(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    /// Undoes or redoes this many entries and returns them.
    fn go(&mut self, count: usize, step: fn(&mut Game) -> Option<Entry>) -> Vec<Entry> {
        self.thinking.stop();
        let entries = (0..count).filter_map(|_| step(&mut self.game)).collect();
        self.went_to();
        entries
    }

    /// Updates the session after undo or redo.
    pub(super) fn went_to(&mut self) {
        self.analysis.stop();
        self.timing.go_to(self.game.entries().len(), self.paused);
        self.run_clock();
    }
}

/// Returns whether an entry was a decision of this side, not a pass.
pub(super) fn is_decision(entry: &Entry, side: Color) -> bool {
    entry.color() == side && !matches!(entry, Entry::Pass { .. })
}
