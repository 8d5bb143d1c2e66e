//! The live evaluation of the current position: deeper while it stays on the board, and kept for later.

use std::collections::HashMap;

use reversi::Position;
use reversi::search::{Limits, MoveScore, SearchInfo};
use reversi_study::known_scores::KnownScores;
use reversi_study::review::Reviewer;
use reversi_table::background::Waker;
use reversi_table::session::{Analysis, AnalysisMode};

/// The most lines of a hint.
const MOST_LINES: usize = 5;

/// A position and the number of its best moves that are searched.
type Search = (Position, usize);

/// The live evaluation and what it has found so far, by position.
pub(super) struct LiveEvaluation {
    task: Analysis,
    mode: Option<AnalysisMode>,
    /// The lines of a hint, from 1.
    lines: usize,
    /// What is being searched, or was searched last.
    asked: Option<Search>,
    known: HashMap<Search, KnownScores>,
}

impl LiveEvaluation {
    pub(super) fn new(reviewer: &Reviewer, waker: Waker) -> Self {
        Self {
            task: reviewer.analysis(waker),
            mode: None,
            lines: 1,
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

    /// Shows a line more of a hint, or one less, and turns the hint on. Returns false at the most and at one.
    pub(super) fn change_lines(&mut self, more: bool) -> bool {
        let lines = if more { self.lines + 1 } else { self.lines - 1 };
        self.mode = Some(AnalysisMode::Hint);
        let changes = (1..=MOST_LINES).contains(&lines);
        if changes {
            self.lines = lines;
        }
        changes
    }

    /// Returns how many moves are searched, if any.
    fn count(&self) -> Option<usize> {
        Some(match self.mode? {
            AnalysisMode::Hint => self.lines,
            mode @ AnalysisMode::Values => mode.count(),
        })
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
        let count = self.count();
        let Some(count) = count.filter(|&count| self.asked != Some((position, count))) else {
            return;
        };
        self.asked = Some((position, count));
        self.task.stop();
        if !position.legal_moves().is_empty() {
            let question = (position.board(), count, limits);
            self.task.ask(question, Some(SearchInfo::default()));
        }
    }

    /// Takes new results.
    pub(super) fn poll(&mut self) {
        self.task.poll();
        let (Some(asked), Some(Ok(found))) = (self.asked, self.task.latest()) else {
            return;
        };
        let known = self.known.entry(asked);
        let known = known.or_insert_with(|| KnownScores::new(asked.0));
        known.take(&found.moves, true);
    }

    /// Returns why the evaluation failed, if it did, and switches it off.
    pub(super) fn take_error(&mut self) -> Option<String> {
        let error = self.task.latest()?.err()?.to_string();
        self.mode = None;
        self.task.stop();
        Some(error)
    }

    /// Returns the moves of a position that are shown, the best one first, if they are several.
    pub(super) fn shown(&self, position: Position) -> &[MoveScore] {
        let Some(count) = self.count().filter(|&count| count > 1) else {
            return &[];
        };
        let moves = self.compared(position, count);
        &moves[..count.min(moves.len())]
    }

    /// Returns what each search of a position has found, that of the fewest moves first.
    pub(super) fn found(&self, position: Position) -> impl Iterator<Item = &[MoveScore]> {
        let counts = (1..=MOST_LINES).chain([AnalysisMode::Values.count()]);
        counts.map(move |count| self.compared(position, count))
    }

    fn compared(&self, position: Position, count: usize) -> &[MoveScore] {
        let known = self.known.get(&(position, count));
        known.map_or(&[], |known| &known.compared)
    }
}
