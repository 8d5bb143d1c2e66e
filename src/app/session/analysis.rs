//! The analysis of the position on the board: a background task that looks deeper and deeper at the legal
//! moves until the game goes on. A search under way is stopped within some 10 ms.

use crate::app::background::{Background, Report, Reporter, TaskError, Waker};
use crate::board::Board;
use crate::search::{Limits, MoveScore, SearchInfo, Searcher};

/// The memory of the analysis, in megabytes.
const TABLE: usize = 64;

/// The task of the analysis, and what it has reported about the last question.
pub(super) struct Analysis {
    /// The best moves of a board: how many, and within which limits.
    task: Background<(Board, usize, Limits), SearchInfo, SearchInfo>,
    latest: Option<Result<SearchInfo, TaskError>>,
}

impl Analysis {
    pub(super) fn start(threads: usize, waker: Waker) -> Self {
        let mut searcher = Searcher::new(TABLE).with_threads(threads);
        let analyse = move |(board, count, limits), reporter: &Reporter<SearchInfo>| {
            let mut info = searcher.analyse(board, count, &limits, &mut reporter.clone());
            info.moves.retain(MoveScore::is_searched);
            info
        };
        Self {
            task: Background::start("analysis", waker, analyse),
            latest: None,
        }
    }

    pub(super) fn ask(&mut self, board: Board, count: usize, limits: Limits) {
        self.latest = Some(Ok(SearchInfo::default()));
        self.task.ask((board, count, limits));
    }

    pub(super) fn stop(&mut self) {
        self.latest = None;
        self.task.stop();
    }

    pub(super) fn is_busy(&self) -> bool {
        self.task.is_busy()
    }

    pub(super) fn poll(&mut self) {
        while let Some(report) = self.task.poll() {
            self.take(report);
        }
    }

    pub(super) fn wait(&mut self) {
        while let Some(report) = self.task.wait() {
            self.take(report);
        }
    }

    fn take(&mut self, report: Report<SearchInfo, SearchInfo>) {
        self.latest = Some(match report {
            Report::Progress(info) => Ok(info),
            Report::Answer(answer) => answer,
        });
    }

    pub(super) fn latest(&self) -> Option<Result<&SearchInfo, &TaskError>> {
        self.latest.as_ref().map(Result::as_ref)
    }
}
