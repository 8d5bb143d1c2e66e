//! The searches of a review: the score of each position, and the loss of each move.
//!
//! A game is split into parts, always the same ones. Each part is searched by one thread, from its end to
//! its start and from an empty table, so that a finished review is the same with any number of threads.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use reversi_table::sync::Mutex;

use super::best_lines::BestLines;
use super::reason::{self, Reason, complete};
use super::{AnalysisSource, EXACT_FROM, Grade, MoveChances, MoveReview, Review, TABLE, TriedMove};
use crate::known_scores::{known_draw, with_symmetric_moves};
use reversi::search::{Certainty, Handler, Limits, MoveScore, Searcher};
use reversi::{Board, Entry, Position, is_proven_draw};
use reversi_table::background::{Stop, Waker, on_threads};
use reversi_table::player::people::survey::Survey;
use reversi_table::player::{Analyst, ExternalEngine, PlayerError};
use reversi_table::session::{Analysis, start_analysis};

use reversi::Square;

/// The smallest loss in discs for which a reason is sought. Final scores are even, so no smaller loss
/// exists near the end.
const WORTH_A_REASON: u32 = 2;

/// The positions in each part of a game before its endgame: enough for them to share a table, few enough
/// for several threads to share the game.
const PART: usize = 8;

/// A handler that stops a search when `Stop` tells it to.
pub(crate) struct Asker<'a>(pub(crate) Stop<'a>);

impl Handler for Asker<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}

/// Reviews games and single moves.
#[derive(Clone, Debug)]
pub struct Reviewer {
    table_megabytes: usize,
    limits: Limits,
    threads: usize,
    engine: Option<ExternalEngine>,
}

impl Reviewer {
    /// Creates a single-threaded reviewer with a table of this size in megabytes (2^20 bytes) for each
    /// thread, and the limits for each position. A move other than the best one takes a second search. A time limit
    /// makes the review depend on the machine.
    pub const fn new(table_megabytes: usize, limits: Limits) -> Self {
        Self {
            table_megabytes,
            limits,
            threads: 1,
            engine: None,
        }
    }

    /// Sets the limits for each position.
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Starts to analyse positions with the same engine and as many threads.
    pub fn analysis(&self, waker: Waker) -> Analysis {
        start_analysis(self.engine.as_ref(), self.threads, waker)
    }

    /// Returns the depth of the searches in plies, if it is limited.
    pub const fn depth(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Returns the source of this reviewer's analyses.
    pub fn source(&self) -> AnalysisSource {
        let engine = self.engine.as_ref().map(ToString::to_string);
        AnalysisSource::new(engine, &self.limits)
    }

    /// Sets the number of threads (at least 1).
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Asks another engine for the scores, one position at a time; `None` for the search of this program.
    pub fn with_engine(mut self, engine: Option<ExternalEngine>) -> Self {
        self.engine = engine;
        self
    }

    /// Reviews a game.
    ///
    /// # Errors
    /// What is wrong with the engine. The search of this program has no errors.
    pub fn run(&self, review: &mut Review) -> Result<(), PlayerError> {
        self.run_until(review, &mut |_| (), &|| false)
    }

    /// Reviews a game and reports each new position, until `stop` returns `true`.
    ///
    /// # Errors
    /// What is wrong with the engine. The search of this program has no errors.
    ///
    /// # Panics
    /// When a search does.
    pub fn run_until(
        &self,
        review: &mut Review,
        progress: &mut (dyn FnMut(&Review) + Send),
        stop: Stop<'_>,
    ) -> Result<(), PlayerError> {
        let game = review.clone();
        let parts = match self.engine {
            None => parts(&game),
            // It is started once and asked about each position once.
            Some(_) => iter::once(0..game.positions.len()).collect(),
        };
        let threads = self.threads.clamp(1, parts.len());
        let failure = Mutex::new(None);
        let parts = Mutex::new(parts.into_iter());
        let found = Mutex::new((review, progress));
        on_threads(threads, || {
            while let Some(part) = { parts.lock().next() } {
                let mut judge = self.judge(stop);
                let mut after = None;
                for at in part.rev() {
                    if let Some(known) = game.judged(at) {
                        after = Some(known.clone());
                        continue;
                    }
                    let (score, move_review) = match judge.step(&game, at, after.as_ref()) {
                        Ok(found) => found,
                        Err(PlayerError::Stopped) if stop() => return,
                        Err(error) => {
                            *failure.lock() = Some(error);
                            return;
                        }
                    };
                    let mut found = found.lock();
                    let (review, progress) = &mut *found;
                    review.scores[at] = Some(score.clone());
                    if let Some(entry) = review.moves.get_mut(at) {
                        *entry = move_review;
                    }
                    progress(review);
                    after = Some(score);
                }
            }
        });
        failure.into_inner().map_or(Ok(()), Err)
    }

    /// Judges a move. `None` if it was stopped or the move is not legal.
    pub(crate) fn review_move(
        &self,
        tried: TriedMove,
        stop: Stop<'_>,
    ) -> Result<Option<MoveReview>, PlayerError> {
        let Some(next) = tried.position.board().play(tried.square) else {
            return Ok(None);
        };
        match self.judge(stop).review_move(tried, next, None) {
            Err(PlayerError::Stopped) if stop() => Ok(None),
            judged => judged.map(Some),
        }
    }

    /// Judges the move of one entry of a game, unless it was stopped.
    pub(crate) fn review_entry(
        &self,
        review: &mut Review,
        entry: usize,
        stop: Stop<'_>,
    ) -> Result<(), PlayerError> {
        let square = |entry: usize| review.game.entries().get(entry)?.square();
        let last = entry.checked_sub(1).and_then(square);
        if let Some(square) = square(entry) {
            let position = review.positions[entry];
            let tried = TriedMove {
                position,
                last,
                square,
            };
            review.moves[entry] = self.review_move(tried, stop)?;
        }
        Ok(())
    }

    fn judge<'a>(&self, stop: Stop<'a>) -> Judge<'a> {
        Judge {
            analyst: Analyst::new(self.engine.as_ref(), || Searcher::new(self.table_megabytes)),
            asked: HashMap::new(),
            solver: None,
            limits: self.limits,
            stop,
        }
    }
}

/// Splits the positions of a game into the parts that are searched one by one: the endgame first.
fn parts(review: &Review) -> Vec<Range<usize>> {
    let entries = review.game.entries();
    let is_solved = |position: &&Position| position.board().empty_count() <= EXACT_FROM;
    let mut size = review.positions.iter().filter(is_solved).count().max(PART);
    let mut end = review.positions.len();
    let mut parts = Vec::new();
    while end > 0 {
        let mut begin = end.saturating_sub(size);
        // Only a move has a score without the one of the position after it.
        while begin > 0 && entries[begin - 1].square().is_none() {
            begin -= 1;
        }
        parts.push(begin..end);
        (end, size) = (begin, PART);
    }
    parts
}

/// One thread's search of a part. Its answers depend only on what it was asked before. Its errors are
/// [`PlayerError::Stopped`] and the failures of an engine.
struct Judge<'a> {
    analyst: Analyst,
    /// What another engine has answered.
    asked: HashMap<Board, MoveScore>,
    /// The search of this program beside another engine, for proofs.
    solver: Option<Box<Searcher>>,
    limits: Limits,
    stop: Stop<'a>,
}

impl Judge<'_> {
    /// Returns the best move of a position of a game, with its score, and the review of the move played
    /// there. `after` is the score of the next position, if it belongs to the same part.
    fn step(
        &mut self,
        review: &Review,
        at: usize,
        after: Option<&MoveScore>,
    ) -> Result<(MoveScore, Option<MoveReview>), PlayerError> {
        let position = review.positions[at];
        let entries = review.game.entries();
        let last = at
            .checked_sub(1)
            .and_then(|before| entries[before].square());
        Ok(match (entries.get(at), after) {
            // A pass has the score of the next position, and neither ends a game that is still on the
            // board.
            (Some(Entry::Pass { .. }), Some(after)) => (after.clone().before_pass(), None),
            (
                Some(Entry::Resignation { .. } | Entry::Timeout { .. } | Entry::Agreement { .. }),
                Some(after),
            ) => (after.clone(), None),
            (Some(&Entry::Move { square, .. }), after) => {
                let next = review.positions[at + 1].board();
                let tried = TriedMove {
                    position,
                    last,
                    square,
                };
                let found = self.review_move(tried, next, after)?;
                (found.best.clone(), Some(found))
            }
            (_, None) | (None, _) => (self.ask(position.board())?, None),
        })
    }

    /// Judges a legal move that leads to the board `next`. `after` is the score of that board, if it is known; a proven one
    /// saves a search.
    fn review_move(
        &mut self,
        tried: TriedMove,
        next: Board,
        after: Option<&MoveScore>,
    ) -> Result<MoveReview, PlayerError> {
        let (board, square) = (tried.position.board(), tried.square);
        let mut best = self.ask(board)?;
        let played = if let Some(same) = same_move(board, &best, square) {
            best = same.clone();
            same
        } else if let Some(draw) = self.known_draw(board, square) {
            draw
        } else {
            let reply = match (&self.analyst, after) {
                (Analyst::Engine(_), _) => self.ask(next)?,
                // A proof is no match for an estimate.
                (Analyst::Search(_), Some(after))
                    if after.is_exact() && best.certainty != Certainty::Estimate =>
                {
                    after.clone()
                }
                (Analyst::Search(_), _) => self.search(next, same_horizon(&best, self.limits))?,
            };
            let mut played = reply.before_move(square);
            if self.searches() && is_proven_draw(board) && !played.is_exact() {
                played.score = played.score.min(best.score);
                // A loss is proven on both sides or on none.
                (best.certainty, best.depth) = (played.certainty, played.depth);
            }
            played
        };
        // An engine is always asked with the same limits. So two of its estimates are comparable if the positions
        // are equally far in the game: both after the move.
        let is_proven = best.is_exact() && played.is_exact();
        if let (Analyst::Engine(_), Some(better)) = (&self.analyst, best.square)
            && better != square
            && !is_proven
            && let Some(after_best) = board.play(better)
        {
            best = self.ask(after_best)?.before_move(better);
        }
        // The estimate of the best move can be lower than that of the played move; then the played move
        // counts as the best. The same holds if both are proven to be equal.
        if played.score >= best.score {
            best = played.clone();
        }
        self.judged(tried, best, played)
    }

    /// Compares the scores of a move and of the best one.
    fn judged(
        &mut self,
        tried: TriedMove,
        mut best: MoveScore,
        mut played: MoveScore,
    ) -> Result<MoveReview, PlayerError> {
        let TriedMove {
            position,
            last,
            square,
        } = tried;
        let board = position.board();
        let loss = best.score.discs().abs_diff(played.score.discs());
        if loss > 0 && played.is_exact() && best.is_exact() {
            for line in [&mut best, &mut played] {
                self.complete(board, line).ok_or(PlayerError::Stopped)?;
            }
        }
        let reason = if loss >= WORTH_A_REASON {
            self.reason(board, &best, &played)?
        } else {
            None
        };
        let chances = match best.square {
            Some(better) if Grade::of(loss).is_bad() => {
                let survey = Survey::of(board, last, &mut || (self.stop)());
                let survey = survey.ok_or(PlayerError::Stopped)?;
                Some(MoveChances::of(&survey, square, better))
            }
            _ => None,
        };
        Ok(MoveReview {
            color: position.side_to_move(),
            square,
            best,
            played,
            loss,
            reason,
            chances,
        })
    }

    /// Returns the reason why a move was worse than the best one.
    fn reason(
        &mut self,
        board: Board,
        best: &MoveScore,
        played: &MoveScore,
    ) -> Result<Option<Reason>, PlayerError> {
        let (mut lines, mut stopped) = (BestLines::default(), false);
        let reason = reason::find(board, best, played, |square, region, own| {
            if board.empty_count() > EXACT_FROM {
                return false;
            }
            let solve = |board, count| self.solve(board, count);
            let proven = lines.all_after(board, square, region, &[Some(own)], solve);
            stopped |= proven.is_none();
            proven == Some(true)
        });
        if stopped {
            return Err(PlayerError::Stopped);
        }
        Ok(reason)
    }

    /// Extends a proven line to the end of the game. `None` if it was stopped.
    fn complete(&mut self, board: Board, line: &mut MoveScore) -> Option<()> {
        let is_engine = matches!(self.analyst, Analyst::Engine(_));
        if (is_engine || is_proven_draw(board)) && board.empty_count() > EXACT_FROM {
            return Some(());
        }
        complete(board, &mut line.pv, |end| {
            Some(self.solve(end, 1)?.into_iter().next()?.pv)
        })
    }

    /// Solves a board with the search of this program and returns this many moves. Another engine is not asked for
    /// proofs: it keeps the limits that the user set. `None` if it was stopped.
    fn solve(&mut self, board: Board, count: usize) -> Option<Vec<MoveScore>> {
        let solver = match &mut self.analyst {
            Analyst::Search(searcher) => searcher,
            Analyst::Engine(_) => {
                let create = || Box::new(Searcher::new(TABLE));
                self.solver.get_or_insert_with(create)
            }
        };
        let info = solver.analyse(board, count, &Limits::solve(), &mut Asker(self.stop));
        (!info.stopped).then_some(info.moves)
    }

    /// Returns whether this program searches. Another engine is asked even about known draws, because its opinion is
    /// wanted.
    const fn searches(&self) -> bool {
        matches!(self.analyst, Analyst::Search(_))
    }

    /// Returns a move that keeps a known draw.
    fn known_draw(&self, board: Board, square: Square) -> Option<MoveScore> {
        self.searches().then(|| known_draw(board, square))?
    }

    /// Searches a position of the game within the limits, unless it is known. An engine searches each position once.
    fn ask(&mut self, board: Board) -> Result<MoveScore, PlayerError> {
        let mut moves = board.legal_moves().into_iter();
        if let Some(draw) = moves.find_map(|square| self.known_draw(board, square)) {
            return Ok(draw);
        }
        if let Some(known) = self.asked.get(&board) {
            return Ok(known.clone());
        }
        let found = self.search(board, self.limits)?;
        if let Analyst::Engine(_) = self.analyst {
            self.asked.insert(board, found.clone());
        }
        Ok(found)
    }

    fn search(&mut self, board: Board, limits: Limits) -> Result<MoveScore, PlayerError> {
        let asker = &mut Asker(self.stop);
        let info = self.analyst.analyse(board, 1, &limits, asker)?;
        let found = info.moves.into_iter().next();
        let is_stopped = info.stopped && (self.stop)();
        found.filter(|_| !is_stopped).ok_or(PlayerError::Stopped)
    }
}

/// Returns the best move as a move to this square, if that leads to the same position, turned or mirrored.
fn same_move(board: Board, best: &MoveScore, square: Square) -> Option<MoveScore> {
    let all = with_symmetric_moves(board, std::slice::from_ref(best));
    all.into_iter().find(|found| found.square == Some(square))
}

/// Returns the limits for the position after a move other than the best one: the search reaches the
/// same ply, so that the two scores are comparable.
fn same_horizon(best: &MoveScore, mut limits: Limits) -> Limits {
    // A draw that is known was not searched.
    let depth = limits
        .depth
        .map_or(best.depth, |depth| depth.min(best.depth));
    limits.depth = Some(depth.max(1) - 1);
    limits.exact_from = match best.certainty {
        Certainty::Exact | Certainty::WinLossDraw | Certainty::Selective(_) => limits.exact_from,
        _ => 0,
    };
    limits
}
