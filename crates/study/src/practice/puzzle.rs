//! Puzzles: positions near the end of a game with one answer or two, proven by the solver.
//!
//! [`Finder::puzzle`] holds the rule: a position is a puzzle if it has a choice of moves, more than one of them is
//! tempting, at most two are right, and every other one loses the result or, in a game that is still open, at
//! least four discs.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::fact::{PracticeFact, PracticeFeedback, PracticeSubject, WhyRight};
use super::hints::{region_hint, shape_hint};
pub use crate::progress::PuzzleKind;
use crate::rating::Rating;
use crate::review::{Asker, BestLines, LastMoveIn, MoveReview, Reason, complete, find, last_mover};
use reversi::search::{Limits, MoveScore, Searcher};
use reversi::{Board, Outcome, Position, Square, SquareSet};
use reversi_lessons::exercise::{Feedback, Tone};
use reversi_table::background::Stop;
use reversi_table::player::people::group::{Chance, PlayerGroup};
use reversi_table::player::people::survey::Survey;
use reversi_text::{Said, tr};

/// The numbers of empty squares of puzzles.
pub const EMPTIES: RangeInclusive<u32> = 4..=20;

/// The default numbers of empty squares of new puzzles: with more, the solver takes too long.
pub(super) const NEW_EMPTIES: RangeInclusive<u32> = 6..=16;

/// The fewest legal moves of a puzzle; with fewer than six empty squares there are seldom more than three.
const LEAST_MOVES: u32 = 4;
const LEAST_LATE_MOVES: u32 = 3;
const LATE: u32 = 5;

/// Returns the fewest legal moves of a puzzle with this many empty squares.
const fn least_moves(empties: u32) -> u32 {
    if empties > LATE {
        LEAST_MOVES
    } else {
        LEAST_LATE_MOVES
    }
}

/// The fewest moves that look about as good as any other.
const LEAST_PLAUSIBLE: usize = 2;

/// A move is plausible if its static evaluation is at most this many discs below the best one.
const PLAUSIBLE: i32 = 8;

/// The most right answers.
const MOST_ANSWERS: usize = 2;

/// The fewest discs that any other move loses, unless it loses the win or the draw.
const GAP: i32 = 4;

/// The largest score of a puzzle in discs, unless the move decides the result: a larger win is not interesting.
const LOPSIDED: i32 = 24;

/// The deepest search of the measure of difficulty.
const DEEPEST: u32 = 10;

/// The sizes of the regions whose last move is a puzzle. A single square has no parity to lose.
const REGION: RangeInclusive<usize> = 2..=8;

/// The number of wrong moves that are explained one by one.
const EXPLAINED: usize = 3;

/// The memory of a finder in megabytes: small, because it is cleared for every puzzle.
const TABLE: usize = 4;

/// How hard a puzzle is, as measured by the search and the [model](reversi_table::player::people) of how people move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difficulty {
    /// The depth in plies from which on the search sees an answer; the number of empty squares if it takes
    /// a proof.
    pub(crate) depth: u32,
    /// The number of moves that look about as good as any other.
    pub(crate) plausible: usize,
    /// The discs that the best wrong move loses.
    pub(crate) gap: i32,
    /// How likely an average club player is to play an answer.
    pub(crate) chance: Chance,
}

impl Difficulty {
    /// Returns the rating of a new puzzle, 600 to 2600: a player of the same rating plays an answer half of the time,
    /// and an average club player has the rating of a new player. Attempts correct it.
    pub(crate) fn rating(self) -> f64 {
        let chance = self.chance.probability();
        let odds = (1.0 - chance) / chance;
        let rating = Rating::new().rating + 400.0 * libm::log10(odds);
        rating.round().clamp(600.0, 2600.0)
    }
}

/// A position with a question and its proven answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The kind of question.
    pub kind: PuzzleKind,
    /// The corner or the region that the question names.
    pub target: SquareSet,
    /// Every legal move with its exact score and a line of best play, the best first.
    pub moves: Vec<MoveScore>,
    /// The number of right answers: the first moves.
    answers: usize,
    /// How hard it is.
    pub difficulty: Difficulty,
}

impl Puzzle {
    /// Returns the right answers, the first with a line of best play to the end of the game.
    pub fn answers(&self) -> &[MoveScore] {
        &self.moves[..self.answers]
    }

    /// Returns whether a move is right.
    pub fn is_answer(&self, square: Square) -> bool {
        let mut answers = self.answers().iter();
        answers.any(|answer| answer.square == Some(square))
    }

    /// Returns the score of the answer for the side to move, in discs.
    pub fn score(&self) -> i32 {
        self.moves[0].score.discs()
    }

    /// Returns the number of right answers.
    pub const fn answer_count(&self) -> usize {
        self.answers
    }

    /// Returns the feedback on a right answer: why it is right, and its score.
    pub fn praise(&self, square: Square) -> PracticeFact {
        let opponent = self.position.side_to_move().opposite();
        let why = match self.kind {
            PuzzleKind::Win => Some(WhyRight::OnlyWin),
            PuzzleKind::Draw => Some(WhyRight::OthersLose),
            PuzzleKind::Pass => Some(WhyRight::Passes(opponent)),
            PuzzleKind::Corner => {
                let corner = self.target.first();
                corner.map(|corner| WhyRight::KeepsCorner(opponent, corner))
            }
            PuzzleKind::LastMove => Some(WhyRight::LastMove(self.last_move())),
            PuzzleKind::Best => self.merit(square).or_else(|| self.least_loss(square)),
        };
        PracticeFact::Right {
            square,
            why,
            score: self.score(),
        }
    }

    /// Returns what an answer does better than the first of the other moves that something can be said about.
    fn merit(&self, square: Square) -> Option<WhyRight> {
        let is_compared = self.moves[0].square == Some(square);
        let others = (self.answers..self.moves.len()).filter(|_| is_compared);
        let mut reasons = others.filter_map(|index| self.review(index)?.reason);
        let reason = reasons.find(|reason| reason.has_merit())?;
        Some(WhyRight::Merit(reason, self.position.side_to_move()))
    }

    /// Returns the least that the moves lose which are no answers.
    fn least_loss(&self, square: Square) -> Option<WhyRight> {
        let next = self.moves.get(self.answers)?;
        let loss = self.score().abs_diff(next.score.discs());
        let mut answers = self.answers().iter().filter_map(|answer| answer.square);
        Some(match answers.find(|&answer| answer != square) {
            Some(other) => WhyRight::AsGoodAs(other, loss),
            None => WhyRight::OthersLoseDiscs(loss),
        })
    }

    /// Returns why the other moves fail, the best of them first.
    pub fn refutations(&self) -> Vec<PracticeFact> {
        let others = &self.moves[self.answers..];
        let loss = |found: &MoveScore| self.score().abs_diff(found.score.discs());
        let [best, ..] = others else {
            return Vec::new();
        };
        let corner = self
            .target
            .first()
            .filter(|_| self.kind == PuzzleKind::Corner);
        let is_last_move = self.kind == PuzzleKind::LastMove;
        if let (true, Some(square)) = (corner.is_some() || is_last_move, best.square) {
            let answers = self.answers().iter().filter_map(|answer| answer.square);
            return vec![PracticeFact::AllFail {
                opponent: self.position.side_to_move().opposite(),
                corner,
                answers: answers.collect(),
                best: square,
                loss: loss(best),
            }];
        }
        let explained = if others.len() == EXPLAINED + 1 {
            others.len()
        } else {
            EXPLAINED
        };
        let each = (self.answers..self.moves.len()).take(explained);
        let reviews = each.filter_map(|index| self.review(index));
        let reviews = reviews.filter(|review| review.reason.is_some());
        let mut facts: Vec<PracticeFact> = reviews
            .map(|review| PracticeFact::Fails(Box::new(review)))
            .collect();
        if let [least, ..] = &others[explained.min(others.len())..] {
            facts.push(PracticeFact::OthersFail {
                count: others.len() - explained,
                loss: loss(least),
            });
        }
        facts
    }

    /// Compares a move, counted from 0, with the first answer. What was proven for the question is the reason. Returns
    /// `None` if there is no such move.
    pub fn review(&self, index: usize) -> Option<MoveReview> {
        let board = self.position.board();
        let (best, played) = (&self.moves[0], self.moves.get(index)?);
        let reason = match self.kind {
            PuzzleKind::LastMove => Some(Reason::LostLastMove {
                region: self.target,
                is_whole: self.target == board.empties(),
            }),
            PuzzleKind::Corner => self.target.first().map(|corner| Reason::GaveCorner {
                corner,
                was_open: true,
            }),
            // The last move of a region would need a proof.
            _ => find(board, best, played, |_, _, _| false),
        };
        Some(MoveReview {
            color: self.position.side_to_move(),
            square: played.square?,
            best: best.clone(),
            played: played.clone(),
            loss: best.score.discs().abs_diff(played.score.discs()),
            reason,
            chances: None,
        })
    }

    /// Returns the hints, one after the other: where to look; some moves; the answer. `None` without a move.
    pub(crate) fn hint(&self, number: u32) -> Option<PracticeFeedback> {
        let is_only = self.answers == 1;
        let subject = if is_only {
            PracticeSubject::Answer
        } else {
            PracticeSubject::OneAnswer
        };
        let answer = self.moves[0].square?;
        let board = self.position.board();
        Some(match number {
            0 | 1 => {
                let is_whole = self.target == board.empties();
                let marked = if is_whole {
                    SquareSet::EMPTY
                } else {
                    self.target
                };
                Feedback::new(Tone::Hint, self.first_hint(subject, answer)).about(marked)
            }
            2 => region_hint(subject, board.legal_moves(), answer),
            _ => Feedback::new(Tone::Hint, PracticeFact::IsAnswer(answer, is_only))
                .about(answer)
                .recommending(Some(answer)),
        })
    }

    /// Returns where to look, by the question or by what the best other move does worse.
    fn first_hint(&self, subject: PracticeSubject, answer: Square) -> PracticeFact {
        let board = self.position.board();
        let own = self.position.side_to_move();
        let opponent = own.opposite();
        let shape = || shape_hint(subject, board, answer);
        match (self.kind, self.target.first()) {
            (PuzzleKind::LastMove, _) if self.target == board.empties() => shape(),
            (PuzzleKind::LastMove, _) => {
                PracticeFact::IsMarked(subject, self.target.contains(answer))
            }
            (PuzzleKind::Corner, Some(corner)) => PracticeFact::NoRowFrom(opponent, corner),
            (PuzzleKind::Pass, _) => {
                PracticeFact::WouldHave(opponent, board.swapped().legal_moves().len())
            }
            _ => {
                let reason = self.review(self.answers).and_then(|review| review.reason);
                let reason = reason.filter(|reason| reason.has_merit());
                reason.map_or_else(shape, |reason| PracticeFact::Look(reason, own))
            }
        }
    }

    /// Returns where the last move of the question is.
    pub fn last_move(&self) -> LastMoveIn {
        let is_whole = self.target == self.position.board().empties();
        LastMoveIn::of(self.target, is_whole)
    }

    /// Returns the feedback at the end of a game that was played on from the puzzle.
    pub(crate) fn played_out(&self, outcome: Outcome) -> PracticeFact {
        let own = self.position.side_to_move();
        let sign = if outcome.winner == Some(own) { 1 } else { -1 };
        let margin = sign * outcome.margin().cast_signed();
        let lost = u32::try_from(self.score() - margin).ok();
        PracticeFact::PlayedOut {
            outcome,
            own,
            lost: lost.filter(|&lost| lost > 0),
        }
    }

    /// Returns the rating of the puzzle before any attempt.
    pub fn rating(&self) -> f64 {
        self.difficulty.rating()
    }
}

/// Why a position is not a puzzle. Displays as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPuzzle {
    /// The solver cannot prove the answers in time, or there is nothing left to find.
    #[error("{}", wrong_empties(*_0))]
    Empties(u32),
    /// There are too few moves to choose from.
    #[error("{}", few_moves(*_0, *_1))]
    FewMoves(u32, u32),
    /// Only one move looks good at all.
    #[error("{}", tr!("not a puzzle: only one move looks good"))]
    Obvious,
    /// Other moves are about as good, or the result is clear.
    #[error("{}", tr!("not a puzzle: no move or two are clearly better than all others"))]
    Unclear,
}

fn wrong_empties(count: u32) -> Said {
    let (least, most) = (*EMPTIES.start(), *EMPTIES.end());
    tr!(
        "not a puzzle: it has {count} empty square, and a puzzle has {least} to {most}"
            | "not a puzzle: it has {count} empty squares, and a puzzle has {least} to {most}",
        count,
        least,
        most
    )
}

fn few_moves(count: u32, least: u32) -> Said {
    tr!(
        "not a puzzle: there is {count} legal move, and a puzzle has {least} or more"
            | "not a puzzle: there are {count} legal moves, and a puzzle has {least} or more",
        count,
        least
    )
}

impl NotAPuzzle {
    /// Checks what can be seen without a search.
    ///
    /// # Errors
    /// The reason.
    pub fn check(board: Board) -> Result<(), Self> {
        let (empties, moves) = (board.empty_count(), board.legal_moves().bits().count_ones());
        if !EMPTIES.contains(&empties) {
            return Err(Self::Empties(empties));
        }
        let least = least_moves(empties);
        if moves < least {
            return Err(Self::FewMoves(moves, least));
        }
        Ok(())
    }
}

/// Finds out whether positions are puzzles.
pub struct Finder {
    searcher: Searcher,
}

impl Default for Finder {
    fn default() -> Self {
        Self {
            searcher: Searcher::new(TABLE),
        }
    }
}

impl Finder {
    /// Returns the evaluation of a board for the side to move, in discs.
    pub(super) fn evaluate(&self, board: Board) -> i32 {
        self.searcher.evaluate(board).discs()
    }

    /// Returns the puzzle of a position: the first of these kinds that fits. `None` if none does, or if it was
    /// stopped. The result depends on nothing else.
    pub(crate) fn puzzle(
        &mut self,
        position: Position,
        kinds: &[PuzzleKind],
        stop: Stop<'_>,
    ) -> Option<Puzzle> {
        self.judge(position, kinds, stop)?.ok()
    }

    /// Does the same as [`Finder::puzzle`], and says why a position is not a puzzle. `None` if it was stopped.
    pub(super) fn judge(
        &mut self,
        position: Position,
        kinds: &[PuzzleKind],
        stop: Stop<'_>,
    ) -> Option<Result<Puzzle, NotAPuzzle>> {
        let board = position.board();
        if let Err(why) = NotAPuzzle::check(board) {
            return Some(Err(why));
        }
        if !kinds.iter().any(|&kind| is_possible(board, kind)) {
            return Some(Err(NotAPuzzle::Unclear));
        }
        let plausible = self.plausible(board);
        if plausible < LEAST_PLAUSIBLE {
            return Some(Err(NotAPuzzle::Obvious));
        }
        // Most positions fail here, so all moves are solved only afterwards. Scores are exact whatever is in
        // the table; lines are not, so each puzzle begins with an empty one.
        let first = self.solve(board, MOST_ANSWERS + 1, stop)?;
        let Some(choice) = Choice::of(&first) else {
            return Some(Err(NotAPuzzle::Unclear));
        };
        let answers = &first[..choice.answers];
        let answers: SquareSet = answers.iter().filter_map(|found| found.square).collect();
        let fitting = choice.fitting(board, answers, kinds);
        if fitting.is_empty() {
            return Some(Err(NotAPuzzle::Unclear));
        }
        self.searcher.clear();
        let depth = self.depth(board, answers, stop)?;
        self.searcher.clear();
        let mut moves = self.solve(board, 64, stop)?;
        let proven = self.proven(board, fitting, &mut moves, choice.answers, stop);
        let Some((kind, target)) = proven else {
            return (!stop()).then_some(Err(NotAPuzzle::Unclear));
        };
        for answer in &mut moves[..choice.answers] {
            self.complete(board, answer, stop)?;
        }
        // The position alone makes the puzzle, whatever move led to it.
        let survey = Survey::of(board, None, &mut || stop())?;
        let chance = PlayerGroup::default().chance(&survey, answers);
        Some(Ok(Puzzle {
            position,
            kind,
            target,
            moves,
            answers: choice.answers,
            difficulty: Difficulty {
                depth,
                plausible,
                gap: choice.gap,
                chance,
            },
        }))
    }

    /// Returns the first kind of puzzle that is proven, with its target; `None` if none is, or if it was stopped.
    /// The first moves are the answers.
    fn proven(
        &mut self,
        board: Board,
        fitting: Vec<(PuzzleKind, Vec<SquareSet>)>,
        moves: &mut [MoveScore],
        answers: usize,
        stop: Stop<'_>,
    ) -> Option<(PuzzleKind, SquareSet)> {
        let mut lines = BestLines::default();
        for (kind, mut targets) in fitting {
            if kind == PuzzleKind::LastMove {
                // One line of each move rules out most regions, so that few need a proof.
                for (index, found) in moves.iter_mut().enumerate() {
                    if targets.is_empty() {
                        break;
                    }
                    self.complete(board, found, stop)?;
                    let last = Some(index < answers);
                    targets.retain(|&region| last_mover(board, &found.pv, region) == last);
                }
            }
            let to_prove = match kind {
                PuzzleKind::LastMove => &moves[..],
                PuzzleKind::Corner => &moves[..answers],
                _ => &[],
            };
            'targets: for target in targets {
                for (index, found) in to_prove.iter().enumerate() {
                    let allowed = match kind {
                        // The opponent must not take the corner; that nobody does is enough.
                        PuzzleKind::Corner => [Some(true), None],
                        _ => [Some(index < answers); 2],
                    };
                    let solve = |board, count| self.solve(board, count, stop);
                    if !lines.all_after(board, found.square?, target, &allowed, solve)? {
                        continue 'targets;
                    }
                }
                return Some((kind, target));
            }
        }
        None
    }

    /// Returns the discs that a legal move loses, proven; `None` if it was stopped.
    pub(super) fn loss(&mut self, board: Board, square: Square, stop: Stop<'_>) -> Option<u32> {
        let best = self.solve(board, 1, stop)?;
        let reply = self.solve(board.play(square)?, 1, stop)?;
        let [best, reply] = [best, reply].map(|moves| moves[0].score.discs());
        Some(best.abs_diff(-reply))
    }

    /// Counts the moves that look about as good as any other.
    fn plausible(&self, board: Board) -> usize {
        let scores = || {
            let after = |square| board.play(square).map(|after| -self.evaluate(after));
            board.legal_moves().iter().filter_map(after)
        };
        let best = scores().max();
        scores()
            .filter(|&score| best.is_some_and(|best| score >= best - PLAUSIBLE))
            .count()
    }

    /// Solves the best moves; `None` if it was stopped.
    fn solve(&mut self, board: Board, count: usize, stop: Stop<'_>) -> Option<Vec<MoveScore>> {
        let info = self
            .searcher
            .analyse(board, count, &Limits::solve(), &mut Asker(stop));
        (!info.stopped).then_some(info.moves)
    }

    /// Returns the depth from which on the search sees an answer.
    fn depth(&mut self, board: Board, answers: SquareSet, stop: Stop<'_>) -> Option<u32> {
        let empties = board.empty_count();
        let mut from = 1;
        for depth in 1..=DEEPEST.min(empties - 1) {
            let info = self
                .searcher
                .search(board, &Limits::depth(depth), &mut Asker(stop));
            if info.stopped {
                return None;
            }
            if !info.best_move().is_some_and(|best| answers.contains(best)) {
                from = depth + 1;
            }
        }
        Some(if from > DEEPEST { empties } else { from })
    }

    /// Extends the line of a move to the end of the game; `None` if it was stopped.
    fn complete(&mut self, board: Board, found: &mut MoveScore, stop: Stop<'_>) -> Option<()> {
        complete(board, &mut found.pv, |end| {
            let rest = self.solve(end, 1, stop)?;
            Some(rest.into_iter().next()?.pv)
        })
    }
}

/// The choice in a position, by the scores of the best moves.
struct Choice {
    score: i32,
    /// The number of right answers.
    answers: usize,
    /// The discs that the best other move loses.
    gap: i32,
    /// Only the answer keeps the result: the win or the draw.
    by_result: bool,
}

impl Choice {
    /// Returns `None` if too many moves are right, or another one is not clearly worse.
    fn of(moves: &[MoveScore]) -> Option<Self> {
        let score = moves.first()?.score.discs();
        let answers = moves
            .iter()
            .take_while(|m| m.score.discs() == score)
            .count();
        let next = moves.get(answers).filter(|_| answers <= MOST_ANSWERS)?;
        let next = next.score.discs();
        let by_result = answers == 1 && score >= 0 && next.signum() < score.signum();
        let gap = score - next;
        let matters = by_result || gap >= GAP && score.abs() <= LOPSIDED;
        matters.then_some(Self {
            score,
            answers,
            gap,
            by_result,
        })
    }

    /// Returns the kinds that fit before any proof, with the squares that the question may name.
    fn fitting(
        &self,
        board: Board,
        answers: SquareSet,
        kinds: &[PuzzleKind],
    ) -> Vec<(PuzzleKind, Vec<SquareSet>)> {
        let others = board.legal_moves() - answers;
        let targets = |kind| match kind {
            PuzzleKind::LastMove => open_regions(board),
            PuzzleKind::Corner => kept_corners(board, answers, others),
            PuzzleKind::Pass => anywhere(makes_pass(board, answers, others)),
            PuzzleKind::Draw => anywhere(self.by_result && self.score == 0),
            PuzzleKind::Win => anywhere(self.by_result && self.score > 0),
            PuzzleKind::Best => anywhere(self.gap >= GAP),
        };
        let fitting = kinds.iter().map(|&kind| (kind, targets(kind)));
        fitting.filter(|(_, targets)| !targets.is_empty()).collect()
    }
}

/// Returns whether a board may have a puzzle of this kind. The check is cheap and rules out most boards for the
/// rare kinds.
fn is_possible(board: Board, kind: PuzzleKind) -> bool {
    let moves = board.legal_moves();
    let are_few = |holds: &dyn Fn(Board) -> bool| {
        let after = moves.iter().filter_map(|square| board.play(square));
        (1..=MOST_ANSWERS).contains(&after.filter(|&after| holds(after)).count())
    };
    match kind {
        PuzzleKind::Pass => are_few(&|after| after.pass().is_some()),
        PuzzleKind::Corner => {
            let open = board.swapped().legal_moves() & SquareSet::CORNERS;
            let keeps = |corner| are_few(&|after| !after.legal_moves().contains(corner));
            open.iter().any(keeps)
        }
        _ => true,
    }
}

/// Returns the target of a question that names no squares, if it fits.
fn anywhere(fits: bool) -> Vec<SquareSet> {
    fits.then_some(SquareSet::EMPTY).into_iter().collect()
}

/// Returns the regions whose last move can be asked for.
fn open_regions(board: Board) -> Vec<SquareSet> {
    let mut regions = board.empties().regions();
    regions.retain(|region| REGION.contains(&region.len()));
    regions
}

/// Returns the corners that the opponent could take now and could take after each other move, but not after the
/// answers, which do not take them themselves.
fn kept_corners(board: Board, answers: SquareSet, others: SquareSet) -> Vec<SquareSet> {
    let open = board.swapped().legal_moves() & SquareSet::CORNERS;
    let takes = |square: Square, corner: Square| {
        let after = board.play(square);
        after.is_some_and(|after| after.legal_moves().contains(corner))
    };
    let corners = open.iter().filter(|&corner| {
        !answers.contains(corner)
            && others.iter().all(|square| takes(square, corner))
            && !answers.iter().any(|square| takes(square, corner))
    });
    corners.map(SquareSet::from).collect()
}

/// Returns whether the opponent has to pass after the answers, and after no other move.
fn makes_pass(board: Board, answers: SquareSet, others: SquareSet) -> bool {
    let passes = |square: Square| {
        board
            .play(square)
            .is_some_and(|after| after.pass().is_some())
    };
    answers.iter().all(passes) && !others.iter().any(passes)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IteratorRandom as _;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::practice::generate::{PuzzleFilter, find_all, random};
    use reversi::search::{Certainty, Score};

    /// Moves with these exact scores.
    fn moves(scores: &[i32]) -> Vec<MoveScore> {
        let found = scores
            .iter()
            .map(|&score| MoveScore::new(None, Score::of(score), Certainty::Exact, 8, Vec::new()));
        found.collect()
    }

    #[test]
    fn a_result_is_kept_by_one_move_and_any_other_choice_is_clear() {
        let choice =
            |scores: &[i32]| Choice::of(&moves(scores)).map(|c| (c.answers, c.gap, c.by_result));
        assert_eq!(choice(&[2, 0, 0]), Some((1, 2, true)));
        assert_eq!(choice(&[0, -2, -2]), Some((1, 2, true)));
        assert_eq!(choice(&[40, 0, 0]), Some((1, 40, true)));
        // Two moves keep it: neither is the only one.
        assert_eq!(choice(&[2, 2, 0]), None);
        assert_eq!(choice(&[2, 2, -2]), Some((2, 4, false)));
        // Nothing but discs is lost.
        assert_eq!(choice(&[6, 4, 4]), None);
        assert_eq!(choice(&[6, 2, 2]), Some((1, 4, false)));
        assert_eq!(choice(&[-2, -4, -4]), None);
        assert_eq!(choice(&[24, 20, 8]), Some((1, 4, false)));
        assert_eq!(choice(&[-24, -28, -30]), Some((1, 4, false)));
        assert_eq!(choice(&[26, 20, 8]), None);
        assert_eq!(choice(&[-26, -30, -32]), None);
        assert_eq!(choice(&[4, 4, 4]), None);
        assert_eq!(choice(&[4, 4]), None);
    }

    #[test]
    fn the_rating_of_a_puzzle_is_that_of_a_player_who_solves_it_half_of_the_time() {
        let rating = |chance| {
            let difficulty = Difficulty {
                depth: 1,
                plausible: 2,
                gap: 4,
                chance: Chance::of(chance),
            };
            difficulty.rating()
        };
        // Elo: 10 to 1 for 400 points.
        let even = Rating::new().rating;
        assert_eq!(rating(0.5).to_string(), even.to_string());
        assert!((rating(1.0 / 11.0) - even - 400.0).abs() <= 1.0);
        assert!((rating(10.0 / 11.0) - even + 400.0).abs() <= 1.0);
        assert_eq!(
            [rating(0.0), rating(1.0)].map(|r| r.to_string()),
            ["2600", "600"]
        );
        #[allow(clippy::cast_precision_loss)] // at most 1000
        let ratings = (0..=1000).map(|chance| rating(chance as f32 / 1000.0));
        assert!(ratings.rev().is_sorted(), "the likelier, the easier");
    }

    #[test]
    fn a_corner_is_kept_if_the_answers_are_the_moves_that_keep_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = [0; 2];
        for _ in 0..2000 {
            let mut position = Position::START;
            let until = rng.random_range(6..=20);
            while let Some(square) = position.legal_moves().iter().choose(&mut rng)
                && position.board().empty_count() > until
                && let Ok(next) = position.play(square)
            {
                position = next;
            }
            let board = position.board();
            let moves = board.legal_moves();
            for corner in board.swapped().legal_moves() & SquareSet::CORNERS {
                let can_take = |square: &Square| {
                    let after = board.play(*square).unwrap();
                    after.legal_moves().contains(corner)
                };
                let keepers: SquareSet = moves.iter().filter(|square| !can_take(square)).collect();
                for answer in moves {
                    for answers in [answer.into(), keepers, keepers.with(answer)] {
                        let found = kept_corners(board, answers, moves - answers);
                        let expected = answers == keepers && !keepers.contains(corner);
                        let is_kept = found.contains(&corner.into());
                        let open = board.swapped().legal_moves() & SquareSet::CORNERS;
                        assert!(found.iter().all(|&kept| (kept - open).is_empty()));
                        assert_eq!(is_kept, expected, "{position} {corner} {answers:?}");
                        seen[usize::from(is_kept)] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }

    /// Whatever a text says of every other move, or of no other one, holds for all moves but the one it is about.
    #[test]
    fn a_puzzle_speaks_of_all_other_moves_only_where_it_holds_for_each() {
        let wanted = PuzzleFilter {
            kinds: PuzzleKind::ALL.to_vec(),
            empties: Some(7..=8),
        };
        let mut seen = [0; 2];
        find_all(random(5), &wanted, 1, &|| false, |puzzle| {
            let score = puzzle.score();
            for answer in puzzle.answers().iter().filter_map(|answer| answer.square) {
                let others: Vec<&MoveScore> = (puzzle.moves.iter())
                    .filter(|other| other.square != Some(answer))
                    .collect();
                let all = |holds: &dyn Fn(i32) -> bool| {
                    others.iter().all(|other| holds(other.score.discs()))
                };
                let praise = puzzle.praise(answer);
                let is_only = puzzle.answers().len() == 1;
                seen[usize::from(is_only)] += 1;
                match praise {
                    PracticeFact::Right { why, .. } => match why {
                        Some(WhyRight::OnlyWin) => assert!(all(&|other| other <= 0)),
                        Some(WhyRight::OthersLose) => assert!(all(&|other| other < 0)),
                        Some(WhyRight::OthersLoseDiscs(_)) => {
                            assert!(all(&|other| other <= score - GAP));
                        }
                        _ => {}
                    },
                    other => panic!("{other:?}"),
                }
                for told in puzzle.refutations() {
                    if let PracticeFact::AllFail { answers, .. } = told {
                        assert_eq!(answers.len() == 1, is_only, "{answers:?}");
                    }
                }
                let asks_for_only = [PuzzleKind::Win, PuzzleKind::Draw].contains(&puzzle.kind);
                assert!(is_only || !asks_for_only, "{:?}", puzzle.kind);
            }
            seen.iter().any(|&count| count < 12)
        });
    }

    #[test]
    fn the_best_line_of_a_puzzle_played_out_loses_nothing() {
        let wanted = PuzzleFilter {
            kinds: PuzzleKind::ALL.to_vec(),
            empties: Some(7..=8),
        };
        let mut results = [0; 2];
        find_all(random(1), &wanted, 1, &|| false, |puzzle| {
            let mut game = reversi::Game::from_position(puzzle.position);
            for &square in &puzzle.answers()[0].pv {
                game.play(square).unwrap();
            }
            let score = puzzle.score();
            let outcome = game.outcome().unwrap();
            let own = puzzle.position.side_to_move();
            let lost = None;
            let expected = PracticeFact::PlayedOut { outcome, own, lost };
            assert_eq!(puzzle.played_out(outcome), expected);
            results[usize::from(score > 0)] += 1;
            results.iter().any(|&count| count < 3)
        });
        assert!(results.iter().all(|&count| count > 2), "{results:?}");
    }
}
