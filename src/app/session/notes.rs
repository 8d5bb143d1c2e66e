//! Owns what a session notes about each move beside the move: how long it took, and what a CPU thought
//! of it.

use std::time::{Duration, Instant};

use super::Session;
use crate::game::Entry;
use crate::search::Score;
use crate::square::Square;

/// What is noted about an entry of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// How long the side thought, pauses left out; `None` where nobody measured it.
    pub time: Option<Duration>,
    /// What the CPU that made the move thought of it, for its own side.
    pub score: Option<Score>,
}

/// The notes of a game, and the time of the turn that goes on.
#[derive(Debug)]
pub(super) struct Notes {
    /// By the index of the entry, those that were undone too. What is missing at the end is not noted.
    entries: Vec<MoveNote>,
    /// What the turn has taken up to the last pause.
    spent: Duration,
    /// Since when it runs again.
    since: Option<Instant>,
}

impl Notes {
    pub(super) const fn new() -> Self {
        Self {
            entries: Vec::new(),
            spent: Duration::ZERO,
            since: None,
        }
    }

    /// A turn begins, or is begun again.
    fn begin(&mut self, now: Instant) {
        (self.spent, self.since) = (Duration::ZERO, Some(now));
    }

    /// The turn stands still: it is paused, or an answer waits to be played.
    fn stop(&mut self, now: Instant) {
        if let Some(since) = self.since.take() {
            self.spent += now.saturating_duration_since(since);
        }
    }
}

impl Session {
    /// What is noted about an entry, counted from 0.
    #[must_use]
    pub fn note(&self, entry: usize) -> MoveNote {
        self.notes.entries.get(entry).copied().unwrap_or_default()
    }

    /// What is noted about every entry of the game, those that are undone too, up to the last one that
    /// anything is noted about.
    #[must_use]
    pub fn notes(&self) -> Vec<MoveNote> {
        let noted = |note: &MoveNote| *note != MoveNote::default();
        let count = self.notes.entries.iter().rposition(noted);
        self.notes.entries[..count.map_or(0, |last| last + 1)].to_vec()
    }

    /// Puts in the notes of a game that was kept. The present turn begins anew.
    pub fn set_notes(&mut self, notes: Vec<MoveNote>) {
        self.notes.entries = notes;
        self.begin_turn();
    }

    /// A turn begins: its time runs unless the session is paused.
    pub(super) fn begin_turn(&mut self) {
        self.notes.begin((self.now)());
        if self.paused {
            self.notes.since = None;
        }
    }

    /// The time of the turn stands still from a moment on.
    pub(super) fn hold_turn(&mut self, at: Instant) {
        self.notes.stop(at);
    }

    /// The time of the turn runs on.
    pub(super) fn go_on_with_turn(&mut self) {
        self.notes.since.get_or_insert((self.now)());
    }

    /// The game has gone on with a move at this index, and maybe a pass; the next turn begins.
    pub(super) fn note_move(&mut self, index: usize) {
        let now = (self.now)();
        self.notes.stop(now);
        self.notes.entries.truncate(index);
        self.notes.entries.resize(index, MoveNote::default());
        let entry = self.game.entries().get(index);
        if let Some(square) = entry.and_then(Entry::square) {
            let note = MoveNote {
                time: Some(self.notes.spent),
                score: self.score_thought_of(square),
            };
            self.notes.entries.push(note);
        }
        self.begin_turn();
    }

    /// What the CPU that has just answered thought of a move, if that is the one it thought of.
    fn score_thought_of(&self, square: Square) -> Option<Score> {
        let thought = self.thought.as_ref()?;
        (thought.pv.first() == Some(&square)).then_some(thought.score)
    }
}
