//! Undo and redo in a session.

use super::{Event, Refusal, Session, TableGame};
use reversi::{ByColor, Color, Entry};
use reversi_notation::Casual;

impl<G: TableGame> Session<G> {
    /// Undoes everything back to the last decision, including passes: against a CPU, to the human's.
    /// Between two CPUs, pauses them. Stops a CPU that is thinking and drops its answer.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub(crate) fn undo(&mut self) -> Result<(), Refusal<G>> {
        let entries = self.before_decision(self.lone_human())?;
        self.undo_to(entries);
        if !self.has_human() {
            self.set_paused(true);
        }
        self.think_if_due();
        Ok(())
    }

    /// Returns the number of entries before the last decision, of this side if there is one.
    ///
    /// # Errors
    /// [`Refusal::NothingToUndo`].
    pub fn before_decision(&self, side: Option<Color>) -> Result<usize, Refusal<G>> {
        let mut entries = self.game.entries().iter();
        let last = entries.rposition(|entry| is_decision::<G>(entry, side));
        last.ok_or(Refusal::NothingToUndo)
    }

    /// Undoes everything after the first entries.
    pub fn undo_to(&mut self, entries: usize) {
        let count = self.game.entries().len().saturating_sub(entries);
        if count == 0 {
            return;
        }
        self.note_help(Casual::Undo);
        let undone = self.go(count, G::undo);
        self.events.push_back(Event::Undone(undone));
    }

    /// Redoes everything up to the next decision, against a CPU the human's.
    ///
    /// # Errors
    /// [`Refusal::NothingToRedo`].
    pub(crate) fn redo(&mut self) -> Result<(), Refusal<G>> {
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

    /// Undoes or redoes this many entries and returns them.
    fn go(&mut self, count: usize, step: fn(&mut G) -> Option<Entry>) -> Vec<Entry> {
        self.thinking.stop();
        self.thoughts = ByColor::default();
        let entries = (0..count).filter_map(|_| step(&mut self.game)).collect();
        self.went_to();
        entries
    }

    /// Updates the session after undo or redo.
    pub(super) fn went_to(&mut self) {
        self.analysis.stop();
        self.help.hinted = None;
        self.timing.go_to(self.game.entries().len(), self.paused);
        self.run_clock();
    }
}

/// Returns whether an entry was a decision, not a forced pass; only of this side, if there is one.
pub(super) fn is_decision<G: TableGame>(entry: &Entry, side: Option<Color>) -> bool {
    side.is_none_or(|side| entry.color() == side)
        && !(G::PASSES_ARE_FORCED && matches!(entry, Entry::Pass { .. }))
}
