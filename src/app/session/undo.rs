//! Undo and redo: how far they go, and what the session does then.

use super::{Event, Refusal, Session, TableGame};
use crate::app::player::TablePlayer as _;
use crate::color::Color;
use crate::game::Entry;

impl<G: TableGame> Session<G> {
    /// Undoes everything back to the last decision, including passes: against a CPU, to the human's.
    /// Between two CPUs, pauses them. Stops a CPU that is thinking and drops its answer.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`] or [`Refusal::NotOverNetwork`].
    pub(crate) fn undo(&mut self) -> Result<(), Refusal<G>> {
        self.refuse_over_network()?;
        let human = self.lone_human();
        let mut entries = self.game.entries().iter().rev();
        let last = entries.position(|entry| is_decision::<G>(entry, human));
        let count = last.map_or(0, |index| index + 1);
        if count == 0 {
            return Err(Refusal::NothingToUndo);
        }
        let undone = self.go(count, G::undo);
        self.events.push_back(Event::Undone(undone));
        if !self.has_human() {
            self.set_paused(true);
        }
        self.think_if_due();
        Ok(())
    }

    /// Redoes everything up to the next decision, against a CPU the human's.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`] or [`Refusal::NotOverNetwork`].
    pub(crate) fn redo(&mut self) -> Result<(), Refusal<G>> {
        self.refuse_over_network()?;
        let undone = self.game.undone();
        let human = self.lone_human();
        let mut later = undone.iter().skip(1);
        let next = later.position(|entry| is_decision::<G>(entry, human));
        let count = next.map_or(undone.len(), |index| index + 1);
        if count == 0 {
            return Err(Refusal::NothingToRedo);
        }
        let redone = self.go(count, G::redo);
        self.events.push_back(Event::Redone(redone));
        self.announce_end();
        self.think_if_due();
        Ok(())
    }

    /// Returns the human's side when a human plays against a CPU or over the network.
    pub(crate) fn lone_human(&self) -> Option<Color> {
        let human = |color: Color| self.players[color].is_human();
        match (human(Color::Black), human(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            (true, true) | (false, false) => None,
        }
    }

    /// Undoes or redoes this many entries and returns them.
    fn go(&mut self, count: usize, step: fn(&mut G) -> Option<Entry>) -> Vec<Entry> {
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

/// Returns whether an entry was a decision, not a forced pass; only of this side, if there is one.
pub(super) fn is_decision<G: TableGame>(entry: &Entry, side: Option<Color>) -> bool {
    side.is_none_or(|side| entry.color() == side)
        && !(G::PASSES_ARE_FORCED && matches!(entry, Entry::Pass { .. }))
}
