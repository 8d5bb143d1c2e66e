//! The analysis of the position on a board: a background task that searches the legal moves ever
//! deeper until the position changes. A running search stops within about 10 ms.

use crate::background::{Background, Report, Reporter, Waker};
use crate::player::{Analyst, ExternalEngine, PlayerError};
use reversi::Board;
use reversi::search::{Limits, MoveScore, SearchInfo, Searcher};

/// The memory of the analysis in megabytes.
const TABLE: usize = 64;

/// More moves than a position has: an analysis of all of them.
pub const ALL_MOVES: usize = 64;

/// The analysis that the user asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnalysisMode {
    /// The best move and its score.
    Hint,
    /// A score for every legal move.
    Values,
}

impl AnalysisMode {
    /// Returns how many moves to analyse.
    pub const fn count(self) -> usize {
        match self {
            Self::Hint => 1,
            Self::Values => ALL_MOVES,
        }
    }
}

type AnalysisResult = Result<SearchInfo, PlayerError>;

/// The analysis task and its last report.
pub struct Analysis {
    /// The best moves of a board: how many, and within which limits.
    task: Background<(Board, usize, Limits), SearchInfo, AnalysisResult>,
    latest: Option<AnalysisResult>,
}

impl Analysis {
    /// Starts the task, with another engine or the built-in one. The waker is called when there is a report.
    pub fn start(engine: Option<&ExternalEngine>, threads: usize, waker: Waker) -> Self {
        let engine = engine.cloned();
        let mut by = None;
        let analyse = move |(board, count, limits), reporter: &Reporter<SearchInfo>| {
            // The memory of a search is allocated for the first question.
            let searcher = || Searcher::new(TABLE).with_threads(threads);
            let by = by.get_or_insert_with(|| Analyst::new(engine.as_ref(), searcher));
            let mut info = by.analyse(board, count, &limits, &mut reporter.clone())?;
            // A search that was stopped early has moves that it has not looked at.
            info.moves.retain(MoveScore::is_searched);
            Ok(info)
        };
        Self {
            task: Background::start("analysis", waker, analyse),
            latest: None,
        }
    }

    /// Analyses this many of the best moves of a board, in place of the last request.
    pub fn ask(&mut self, board: Board, count: usize, limits: Limits) {
        self.latest = Some(Ok(SearchInfo::default()));
        self.task.ask((board, count, limits));
    }

    /// Forgets the request and its report.
    pub fn stop(&mut self) {
        self.latest = None;
        self.task.stop();
    }

    /// Returns whether a request is being answered.
    pub fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    /// Takes the reports so far.
    pub fn poll(&mut self) {
        while let Some(report) = self.task.poll() {
            self.take(report);
        }
    }

    /// Waits until the limits are reached, and returns the last report.
    pub fn wait(&mut self) -> Option<Result<&SearchInfo, &PlayerError>> {
        while let Some(report) = self.task.wait() {
            self.take(report);
        }
        self.latest()
    }

    fn take(&mut self, report: Report<SearchInfo, AnalysisResult>) {
        self.latest = Some(match report {
            Report::Progress(info) => Ok(info),
            Report::Answer(answer) => answer.map_err(PlayerError::from).flatten(),
        });
    }

    /// Returns the last report on the request; `None` without one.
    pub fn latest(&self) -> Option<Result<&SearchInfo, &PlayerError>> {
        self.latest.as_ref().map(Result::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn an_analysis_that_panics_is_an_internal_error_and_not_an_empty_answer() {
        let panics = |_, _: &Reporter<SearchInfo>| panic!("a bug in the search");
        let mut analysis = Analysis {
            task: Background::start("analysis", Arc::new(|| ()), panics),
            latest: None,
        };
        analysis.ask(Board::START, 1, Limits::depth(1));
        analysis.wait();
        let Some(Err(error)) = analysis.latest() else {
            panic!("no error")
        };
        let sentence = error.to_string();
        assert!(sentence.starts_with("internal error: a bug in the search"));
        assert!(!analysis.is_busy());
    }
}
