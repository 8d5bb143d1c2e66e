//! The analysis of the position on a board: a background task that searches the legal moves ever
//! deeper until the position changes. A running search stops within about 10 ms.

use crate::background::{Background, Latest, Reporter, Waker};
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

/// The analysis of a board: how many of its best moves, and within which limits.
pub type Analysis = Latest<(Board, usize, Limits), SearchInfo, PlayerError>;

/// Starts the task, with another engine or the built-in one. The waker is called when there is a report.
pub fn start_analysis(engine: Option<&ExternalEngine>, threads: usize, waker: Waker) -> Analysis {
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
    Latest::of(Background::start("analysis", waker, analyse))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::background::{TaskError, TaskFailure};

    #[test]
    fn an_analysis_that_panics_is_an_internal_error_and_not_an_empty_answer() {
        let panics = |_, _: &Reporter<SearchInfo>| panic!("a bug in the search");
        let task = Background::start("analysis", Arc::new(|| ()), panics);
        let mut analysis = Analysis::of(task);
        analysis.ask((Board::START, 1, Limits::depth(1)), None);
        let Some(Err(error)) = analysis.wait() else {
            panic!("no error")
        };
        let sentence = error.to_string();
        assert!(sentence.starts_with("internal error: a bug in the search"));
        assert!(!analysis.is_busy());
    }

    #[test]
    fn a_failed_analysis_reads_as_the_failure_of_a_player() {
        let reason = || "out of threads".to_owned();
        for error in [
            TaskError::Panicked(reason()),
            TaskError::NotStarted(reason()),
            TaskError::NoMemory,
        ] {
            let failure = TaskFailure::<PlayerError>::from(error.clone());
            let of_player = PlayerError::from(error);
            assert_eq!(failure.to_string(), of_player.to_string());
            assert_eq!(
                TaskFailure::Work(of_player).to_string(),
                failure.to_string()
            );
        }
        for error in [
            PlayerError::Stopped,
            PlayerError::Resigned,
            PlayerError::Illegal(reason()),
            PlayerError::Failed(reason()),
        ] {
            let text = error.to_string();
            assert_eq!(TaskFailure::Work(error).to_string(), text);
        }
    }
}
