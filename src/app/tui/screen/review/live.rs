//! The live evaluation of the current position: deeper while it stays on the board, and kept for later.

use std::collections::HashMap;

use crate::app::background::Waker;
use crate::app::session::{Analysis, AnalysisMode};
use crate::app::study::known_scores::KnownScores;
use crate::app::study::review::Reviewer;
use crate::position::Position;
use crate::search::{Limits, MoveScore};

/// The live evaluation and what it has found so far, by position.
pub(super) struct LiveEvaluation {
    task: Analysis,
    mode: Option<AnalysisMode>,
    /// What is being searched, or was searched last.
    asked: Option<(Position, AnalysisMode)>,
    known: HashMap<(Position, AnalysisMode), KnownScores>,
}

impl LiveEvaluation {
    pub(super) fn new(reviewer: &Reviewer, waker: Waker) -> Self {
        Self {
            task: reviewer.analysis(waker),
            mode: None,
            asked: None,
            known: HashMap::new(),
        }
    }

    /// Returns what is searched, if anything.
    pub(super) const fn mode(&self) -> Option<AnalysisMode> {
        self.mode
    }

    /// Turns a mode on, or off if it is on already.
    pub(super) fn toggle(&mut self, mode: AnalysisMode) {
        self.mode = (self.mode != Some(mode)).then_some(mode);
        self.asked = None;
        self.task.stop();
    }

    /// Turns it off.
    pub(super) fn stop(&mut self) {
        if self.mode.take().is_some() {
            self.task.stop();
        }
    }

    /// Returns whether more results will come.
    pub(super) fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    /// Follows the position on the board.
    pub(super) fn follow(&mut self, position: Position, limits: Limits) {
        let Some(mode) = self
            .mode
            .filter(|&mode| self.asked != Some((position, mode)))
        else {
            return;
        };
        self.asked = Some((position, mode));
        self.task.stop();
        if !position.legal_moves().is_empty() {
            self.task.ask(position.board(), mode.count(), limits);
        }
    }

    /// Takes new results.
    pub(super) fn poll(&mut self) {
        self.task.poll();
        let (Some((position, mode)), Some(Ok(found))) = (self.asked, self.task.latest()) else {
            return;
        };
        let known = self.known.entry((position, mode));
        let known = known.or_insert_with(|| KnownScores::new(position));
        known.take(&found.moves, true);
    }

    /// Returns why the evaluation failed, if it did, and switches it off.
    pub(super) fn take_error(&mut self) -> Option<String> {
        let error = self.task.latest()?.err()?.to_string();
        self.mode = None;
        self.task.stop();
        Some(error)
    }

    /// Returns the scores of moves of a position that the searches in a mode have found, the best one first.
    pub(super) fn known(&self, position: Position, mode: AnalysisMode) -> &[MoveScore] {
        let known = self.known.get(&(position, mode));
        known.map_or(&[], |known| &known.compared)
    }
}
