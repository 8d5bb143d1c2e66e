//! What a person may see in a position: each legal move with the scores of shallow searches, and its features.

use std::cell::Cell;

use super::shapes::{MoveShapes, Views};
use reversi::search::{
    Certainty, Confidence, Handler, Limits, MoveScore, Score, SearchInfo, Searcher,
};
use reversi::{Board, Square, SquareSet, Symmetry};

/// The squares on the edges.
pub(super) const EDGES: u64 = 0xff81_8181_8181_81ff;

/// The depths of the searches in plies. A depth of 1 is the evaluation after the move.
const DEPTHS: [u32; 5] = [1, 2, 3, 4, 6];

/// The scores of a move: one for each depth, and the deepest, which is the final score near the end of the game.
pub const SCORES: usize = DEPTHS.len() + 1;

/// The deepest search in plies.
pub(crate) const DEPTH: u32 = DEPTHS[DEPTHS.len() - 1];

/// From this number of empty squares on, the last score is the final one.
pub(crate) const EXACT_FROM: u32 = 10;

/// The table of the searches in megabytes.
const TABLE: usize = 1;

/// A position as a person sees it, with the scores of its moves.
///
/// It is made for one of the eight symmetric boards, so that symmetric positions have the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    board: Board,
    last: Option<Square>,
    /// The symmetry that led to this board.
    symmetry: Symmetry,
    /// For each legal move in reading order, its scores for the side to move, in discs.
    scores: Vec<[i8; SCORES]>,
}

/// Takes the scores of each depth from a search of all moves.
struct Scores<'a> {
    moves: SquareSet,
    found: &'a mut [[i8; SCORES]],
    should_stop: &'a mut dyn FnMut() -> bool,
}

impl Scores<'_> {
    /// Notes the scores of a search in the columns from the one of its depth on.
    fn take(&mut self, info: &SearchInfo, is_final: bool) {
        for line in &info.moves {
            let Some(square) = line.square else { continue };
            let Some(at) = self.moves.iter().position(|other| other == square) else {
                continue;
            };
            let from = match DEPTHS.iter().position(|&depth| depth == line.depth) {
                _ if is_final => SCORES - 1,
                Some(from) => from,
                None => continue,
            };
            #[allow(clippy::cast_possible_truncation)] // -64 to 64
            self.found[at][from..].fill(line.score.discs() as i8);
        }
    }
}

impl Handler for Scores<'_> {
    fn progress(&mut self, info: &SearchInfo) {
        self.take(info, false);
    }

    fn should_stop(&mut self) -> bool {
        (self.should_stop)()
    }
}

thread_local! {
    /// The searcher of the last survey on this thread. To allocate its memory for every survey took a third of the time
    /// of a game.
    static SEARCHER: Cell<Option<Searcher>> = const { Cell::new(None) };
}

impl Survey {
    /// Searches a position, which takes one or two milliseconds. `last` is the move that led to it, if it is known.
    /// `None` if it was stopped, and if there is no legal move. The result depends on nothing else.
    pub fn of(
        board: Board,
        last: Option<Square>,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let mut survey = Self::seen(board, last, Vec::new());
        let board = survey.board;
        let moves = board.legal_moves();
        moves.first()?;
        let mut searcher = SEARCHER.take().unwrap_or_else(|| Searcher::new(TABLE));
        // What another survey has searched before would show in the scores.
        searcher.clear();
        survey.scores = vec![[0; SCORES]; moves.len()];
        let mut scores = Scores {
            moves,
            found: &mut survey.scores,
            should_stop,
        };
        let empties = board.empty_count();
        let full = |limits: Limits| limits.with_confidence(Confidence::Full);
        let plies = DEPTH.min(empties - 1);
        let mut is_stopped = false;
        if plies > 0 {
            let info = searcher.analyse(board, 64, &full(Limits::depth(plies)), &mut scores);
            is_stopped = info.stopped;
        }
        if empties <= EXACT_FROM && !is_stopped {
            searcher.clear();
            let info = searcher.analyse(
                board,
                64,
                &Limits::solve(),
                &mut UntilStopped(scores.should_stop),
            );
            // Without a search before it, this is all there is to see.
            let all = plies == 0;
            is_stopped = info.stopped;
            scores.take(&info, !all);
            if all {
                for (at, square) in moves.iter().enumerate() {
                    if let Some(line) = info.score_of(square) {
                        #[allow(clippy::cast_possible_truncation)] // -64 to 64
                        scores.found[at].fill(line.score.discs() as i8);
                    }
                }
            }
        }
        SEARCHER.set(Some(searcher));
        (!is_stopped).then_some(survey)
    }

    /// Returns a survey with these scores, which are in the order of [`Survey::scores`].
    pub fn seen(board: Board, last: Option<Square>, scores: Vec<[i8; SCORES]>) -> Self {
        let image = |symmetry: &Symmetry| {
            let last = last.map(|square| symmetry.square(square).index());
            (board.transformed(*symmetry), last)
        };
        let symmetry = Symmetry::ALL.into_iter().min_by_key(image);
        let symmetry = symmetry.unwrap_or(Symmetry::Identity);
        Self {
            board: board.transformed(symmetry),
            last: last.map(|square| symmetry.square(square)),
            symmetry,
            scores,
        }
    }

    /// Returns the legal moves, in the order of everything that is said of them.
    pub fn moves(&self) -> impl Iterator<Item = Square> {
        let back = self.symmetry.inverse();
        self.board
            .legal_moves()
            .into_iter()
            .map(move |square| back.square(square))
    }

    /// Returns the scores of each move for the side to move, in discs.
    pub fn scores(&self) -> &[[i8; SCORES]] {
        &self.scores
    }

    /// Returns a move with its score; `None` if there is no such move.
    pub(crate) fn move_score(&self, at: usize) -> Option<MoveScore> {
        let (square, score) = (self.moves().nth(at)?, self.scores.get(at)?[SCORES - 1]);
        let empties = self.board.empty_count();
        let is_exact = empties <= EXACT_FROM;
        Some(MoveScore::new(
            Some(square),
            Score::of(score.into()),
            if is_exact {
                Certainty::Exact
            } else {
                Certainty::Estimate
            },
            if is_exact { empties } else { DEPTH },
            vec![square],
        ))
    }

    /// Returns what each move loses against the best one, in discs, by the deepest search.
    pub fn losses(&self) -> impl Iterator<Item = u32> {
        let score = |scores: &[i8; SCORES]| i32::from(scores[SCORES - 1]);
        let best = self.scores.iter().map(score).max().unwrap_or_default();
        self.scores
            .iter()
            .map(move |scores| score(scores).abs_diff(best))
    }

    /// Returns how each move looks at first glance, as the logarithm of a probability: many discs turn, or it takes a
    /// corner or another square on the edge.
    pub(super) fn first_glance(&self) -> Vec<f32> {
        let weight = |square: Square| {
            #[allow(clippy::cast_precision_loss)] // at most 18
            let turned = self.board.flips(square).len() as f32;
            let place = if SquareSet::CORNERS.contains(square) {
                2.5
            } else if square.bit() & EDGES != 0 {
                0.6
            } else {
                0.0
            };
            0.3 * turned + place
        };
        self.board.legal_moves().into_iter().map(weight).collect()
    }

    /// Returns the shapes of each move.
    pub fn shapes(&self) -> Vec<MoveShapes> {
        let views = Views::of(self.board);
        let moves = self.board.legal_moves().into_iter();
        moves.map(|square| views.shapes(square)).collect()
    }

    /// Returns the board after a move, as the symmetric board of the survey shows it.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn board_after(&self, at: usize) -> Board {
        let mut moves = self.board.legal_moves().iter();
        let next = moves.nth(at).and_then(|square| self.board.play(square));
        next.expect("the move is one of the survey")
    }

    /// Returns the symmetric board that was searched.
    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// Returns the last move on that board.
    pub(super) const fn last(&self) -> Option<Square> {
        self.last
    }
}

/// A handler that only stops.
struct UntilStopped<'a>(&'a mut dyn FnMut() -> bool);

impl Handler for UntilStopped<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
}
