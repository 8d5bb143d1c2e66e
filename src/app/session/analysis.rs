//! Owns the analysis of the position on the board: a worker thread of its own that looks deeper and
//! deeper at the legal moves until the game goes on.
//!
//! It never makes a front end wait. A request carries a generation number, so that what comes late
//! about an old position is dropped; a search under way is stopped within some 10 ms.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Session, Waker};
use crate::app::player::{Control, Throttle};
use crate::app::wording::score_cell;
use crate::position::Position;
use crate::search::{Certainty, Found, Handler, Limits, Progress, Searcher};
use crate::square::Square;

/// The memory of the analysis, in megabytes.
const TABLE: usize = 64;

/// What is known about the moves of a position so far.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position.
    pub position: Position,
    /// The moves that were searched, best first, each with a score for the side to move; while the
    /// search goes on, those that it has not come to again yet stand last. A position where the side to
    /// move must pass has one without a move.
    pub moves: Vec<Found>,
    /// Positions visited.
    pub nodes: u64,
    /// Since it began.
    pub elapsed: Duration,
    /// Whether the search has ended: everything asked for is found, or a limit was reached.
    pub finished: bool,
}

impl Analysis {
    const fn new(position: Position) -> Self {
        Self {
            position,
            moves: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            finished: false,
        }
    }

    /// The best move so far; `None` before the first was searched.
    #[must_use]
    pub fn best(&self) -> Option<&Found> {
        self.moves.first()
    }

    /// What is known about a move.
    #[must_use]
    pub fn of(&self, square: Square) -> Option<&Found> {
        self.moves
            .iter()
            .find(|found| found.best_move == Some(square))
    }

    /// The text for a square of the board, as [`score_cell`] has it.
    #[must_use]
    pub fn cell(&self, square: Square) -> Option<String> {
        self.of(square)
            .map(|found| score_cell(found.kind, found.score))
    }

    /// Takes in the lines of a search, best first; moves that they say nothing about keep what was known
    /// and come after them, up to so many in all.
    fn update(&mut self, lines: &[Found], count: usize) {
        // Before anything is searched a move has no score yet.
        let searched = |line: &&Found| line.depth > 0 || line.kind != Certainty::Estimate;
        let mut moves: Vec<Found> = lines.iter().filter(searched).cloned().collect();
        for known in self.moves.drain(..) {
            if moves.iter().all(|found| found.best_move != known.best_move) {
                moves.push(known);
            }
        }
        moves.truncate(count.max(1));
        self.moves = moves;
    }
}

struct Request {
    generation: u64,
    position: Position,
    count: usize,
    limits: Limits,
    control: Control,
}

/// The worker thread of the analysis and what it has said last.
pub(super) struct Analyst {
    /// `None` only while it is dropped.
    requests: Option<Sender<Request>>,
    reports: Receiver<(u64, Analysis)>,
    generation: u64,
    control: Control,
    latest: Option<Analysis>,
    thread: Option<JoinHandle<()>>,
}

impl Analyst {
    fn start(threads: usize, waker: Waker) -> Self {
        let (requests, request_queue) = mpsc::channel();
        let (report_queue, reports) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("analysis".to_owned())
            .spawn(move || work(&request_queue, &report_queue, threads, &waker))
            .ok();
        Self {
            requests: Some(requests),
            reports,
            generation: 0,
            control: Control::default(),
            latest: None,
            thread,
        }
    }

    fn ask(&mut self, position: Position, count: usize, limits: Limits) {
        self.stop();
        self.control = Control::default();
        self.latest = Some(Analysis::new(position));
        let request = Request {
            generation: self.generation,
            position,
            count,
            limits,
            control: self.control.clone(),
        };
        let sent = match &self.requests {
            Some(requests) => requests.send(request).is_ok(),
            None => false,
        };
        if !sent {
            self.give_up();
        }
    }

    /// Without a thread nothing will ever be found.
    fn give_up(&mut self) {
        if let Some(latest) = &mut self.latest {
            latest.finished = true;
        }
    }

    fn stop(&mut self) {
        self.control.stop();
        self.generation += 1;
        self.latest = None;
    }

    pub(super) fn poll(&mut self) {
        while let Ok(report) = self.reports.try_recv() {
            self.take(report);
        }
    }

    fn take(&mut self, (generation, analysis): (u64, Analysis)) {
        if generation == self.generation {
            self.latest = Some(analysis);
        }
    }

    fn wait(&mut self) {
        while self.latest.as_ref().is_some_and(|latest| !latest.finished) {
            match self.reports.recv() {
                Ok(report) => self.take(report),
                Err(_) => self.give_up(),
            }
        }
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.control.stop();
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // What a panic would have said has no reader any more.
            let _ = thread.join();
        }
    }
}

fn work(
    requests: &Receiver<Request>,
    reports: &Sender<(u64, Analysis)>,
    threads: usize,
    waker: &Waker,
) {
    let mut searcher = Searcher::new(TABLE).with_threads(threads);
    for request in requests {
        if request.control.is_stopped() {
            continue;
        }
        let mut reporter = Reporter {
            analysis: Analysis::new(request.position),
            request: &request,
            reports,
            waker,
            throttle: Throttle::new(),
        };
        let board = request.position.board();
        // The front end waits for an end, whatever happens.
        let result = catch_unwind(AssertUnwindSafe(|| {
            searcher.analyse(board, request.count, &request.limits, &mut reporter)
        }));
        let mut analysis = reporter.analysis;
        if let Ok(result) = result {
            analysis.update(&result.lines, request.count);
            analysis.nodes = result.nodes;
            analysis.elapsed = result.elapsed;
        }
        analysis.finished = true;
        if reports.send((request.generation, analysis)).is_err() {
            return;
        }
        waker();
    }
}

struct Reporter<'a> {
    analysis: Analysis,
    request: &'a Request,
    reports: &'a Sender<(u64, Analysis)>,
    waker: &'a Waker,
    throttle: Throttle<()>,
}

impl Reporter<'_> {
    fn report_if_due(&mut self) {
        if self.throttle.take_due(Instant::now).is_some() {
            // Once nobody listens, nothing is lost.
            let report = (self.request.generation, self.analysis.clone());
            let _ = self.reports.send(report);
            (self.waker)();
        }
    }
}

impl Handler for Reporter<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.analysis.update(progress.lines, self.request.count);
        self.analysis.nodes = progress.nodes;
        self.analysis.elapsed = progress.elapsed;
        self.throttle.put(());
        self.report_if_due();
    }

    fn should_stop(&mut self) -> bool {
        self.report_if_due();
        self.request.control.is_stopped()
    }
}

impl Session {
    /// Begins to analyse the position on the board: the best `count` moves, 64 for a score of every
    /// legal one, within limits. [`Session::analysis`] has what is found; the waker is called when that
    /// is new. The next change of the game ends it. Says whether there is anything to analyse: not
    /// when the game is over.
    pub fn analyse(&mut self, count: usize, limits: Limits) -> bool {
        if self.game.outcome().is_some() {
            return false;
        }
        let position = self.game.position();
        self.analyst
            .get_or_insert_with(|| Analyst::start(self.threads, Arc::clone(&self.waker)))
            .ask(position, count, limits);
        true
    }

    /// Ends the analysis.
    pub fn stop_analysis(&mut self) {
        if let Some(analyst) = &mut self.analyst {
            analyst.stop();
        }
    }

    /// What the analysis of the position on the board has found, as of the last [`Session::poll`];
    /// `None` when none was begun since the game changed.
    #[must_use]
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analyst.as_ref()?.latest.as_ref()
    }

    /// Waits for the end of the analysis, which its limits should bring about, and gives it.
    pub fn wait_for_analysis(&mut self) -> Option<&Analysis> {
        if let Some(analyst) = &mut self.analyst {
            analyst.wait();
        }
        self.analysis()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    fn found(name: &str, score: i32, depth: u32) -> Found {
        Found {
            best_move: name.parse().ok(),
            score: Score::of(score),
            kind: Certainty::Estimate,
            depth,
            pv: Vec::new(),
        }
    }

    fn shown(analysis: &Analysis) -> Vec<String> {
        let name = |found: &Found| found.best_move.map_or_else(String::new, |m| m.to_string());
        let line = |found: &Found| format!("{} {} {}", name(found), found.score, found.depth);
        analysis.moves.iter().map(line).collect()
    }

    #[test]
    fn what_is_searched_again_comes_first_and_the_rest_stays_known() {
        let mut analysis = Analysis::new(Position::START);
        analysis.update(&[found("f5", 0, 0)], 64);
        assert!(analysis.moves.is_empty(), "nothing is searched yet");
        analysis.update(&[found("f5", 4, 1), found("d3", 2, 1)], 64);
        analysis.update(&[found("d3", 1, 2)], 64);
        assert_eq!(shown(&analysis), ["d3 +1 2", "f5 +4 1"]);
    }

    #[test]
    fn asked_for_one_move_it_forgets_a_shallower_best_one() {
        let mut analysis = Analysis::new(Position::START);
        analysis.update(&[found("f5", 4, 1)], 1);
        analysis.update(&[found("d3", 1, 2)], 1);
        assert_eq!(shown(&analysis), ["d3 +1 2"]);
    }
}
