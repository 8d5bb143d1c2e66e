//! Reasons why a move was worse than the best one.
//!
//! Nothing here is guessed. Each reason is a fact about the two moves and the positions after them, or proven for
//! all lines of best play. Reasons are tried in the order of the variants, and the first that holds is returned.

use crate::app::wording::Reason;
use crate::bitboard::neighbours;
use crate::board::Board;
use crate::search::{MoveScore, Score};
use crate::square::Square;
use crate::squares::SquareSet;

/// With fewer empty squares than this, mobility is not a reason: the rest can be calculated.
const MOBILITY_COUNTS_FROM: u32 = 14;

/// Mobility is a reason if the best move is better by at least this many moves.
const CLEAR_MOBILITY: usize = 3;

/// In regions with more squares than this, the last move is too far away to be a reason.
const LARGEST_REGION: usize = 8;

/// Returns the reason why a move on a board was worse than the best one. `gets_last_move` returns whether it is proven
/// that on every line of best play after a move the last move in a region is that of the side that moves, or, with
/// false, of the other one.
pub(super) fn find(
    board: Board,
    best: &MoveScore,
    played: &MoveScore,
    gets_last_move: impl FnMut(Square, SquareSet, bool) -> bool,
) -> Option<Reason> {
    let comparison = Comparison {
        board,
        best,
        played,
        after_best: board.play(best.square?)?,
        after_played: board.play(played.square?)?,
    };
    comparison
        .wipeout()
        .or_else(|| comparison.corner())
        .or_else(|| comparison.pass())
        .or_else(|| comparison.last_move(gets_last_move))
        .or_else(|| comparison.mobility())
        .or_else(|| comparison.result())
}

/// Both moves and their consequences.
struct Comparison<'a> {
    /// Before the move, seen by the side that moved.
    board: Board,
    best: &'a MoveScore,
    played: &'a MoveScore,
    /// After the best move, seen by the opponent.
    after_best: Board,
    /// After the played move, seen by the opponent.
    after_played: Board,
}

impl Comparison<'_> {
    fn is_exact(&self) -> bool {
        self.best.is_exact() && self.played.is_exact()
    }

    fn wipeout(&self) -> Option<Reason> {
        // Without a proof, both moves may take every disc, or lose every one.
        if !self.is_exact() {
            return None;
        }
        if self.best.score == Score::MAX {
            return Some(Reason::MissedWipeout);
        }
        (self.played.score == Score::MIN).then_some(Reason::AllowedWipeout)
    }

    fn corner(&self) -> Option<Reason> {
        let corner_of =
            |found: &MoveScore| found.square.filter(|&s| SquareSet::CORNERS.contains(s));
        if let (Some(corner), None) = (corner_of(self.best), corner_of(self.played)) {
            return Some(Reason::LeftCorner { corner });
        }
        let given =
            (self.after_played.legal_moves() & SquareSet::CORNERS) - self.after_best.legal_moves();
        let taken = movers(self.board, &self.played.pv);
        let kept = movers(self.board, &self.best.pv);
        let by_opponent = |line: &[(Square, bool)], corner| line.contains(&(corner, false));
        let corner = given
            .iter()
            .find(|&corner| by_opponent(&taken, corner) && !by_opponent(&kept, corner))?;
        let before = self.board.swapped().legal_moves();
        Some(Reason::GaveCorner {
            corner,
            was_open: before.contains(corner),
        })
    }

    fn pass(&self) -> Option<Reason> {
        let passes = |board: Board| board.pass().is_some();
        (passes(self.after_played) && !passes(self.after_best)).then_some(Reason::LetPass)
    }

    fn last_move(
        &self,
        mut gets_last_move: impl FnMut(Square, SquareSet, bool) -> bool,
    ) -> Option<Reason> {
        if !self.is_exact() {
            return None;
        }
        let is_over = |line: &[Square]| end_of(self.board, line).is_some_and(Board::is_game_over);
        if !is_over(&self.best.pv) || !is_over(&self.played.pv) {
            return None;
        }
        let regions = regions(self.board.empties());
        let mover = |found: &MoveScore, region| last_mover(self.board, &found.pv, region);
        let (best, played) = (self.best.square?, self.played.square?);
        // The two lines that are known rule out most regions, so that few need a proof.
        let mut lost = |region: &SquareSet| {
            let region = *region;
            mover(self.played, region) == Some(false)
                && mover(self.best, region) == Some(true)
                && gets_last_move(played, region, false)
                && gets_last_move(best, region, true)
        };
        // A region with a single move left has no parity to lose.
        let region = regions
            .iter()
            .copied()
            .filter(|region| (2..=LARGEST_REGION).contains(&region.len()))
            .find(&mut lost)?;
        Some(Reason::LostLastMove {
            region,
            is_whole: regions.len() == 1,
        })
    }

    fn mobility(&self) -> Option<Reason> {
        if self.board.empty_count() < MOBILITY_COUNTS_FROM {
            return None;
        }
        // The boards after the moves are seen by the opponent.
        let own = |board: Board| board.swapped().legal_moves().len();
        let from = self.board.legal_moves().len();
        let (to, best) = (own(self.after_played), own(self.after_best));
        if 2 * to <= from && from >= to + CLEAR_MOBILITY && best >= to + CLEAR_MOBILITY {
            return Some(Reason::CutOwnMobility { from, to, best });
        }
        let others = |board: Board| board.legal_moves().len();
        let (to, best) = (others(self.after_played), others(self.after_best));
        (to > best + CLEAR_MOBILITY && 2 * to >= 3 * best)
            .then_some(Reason::GaveMobility { to, best })
    }

    fn result(&self) -> Option<Reason> {
        let [best, played] = [self.best, self.played].map(|found| found.score.discs().signum());
        (self.is_exact() && best != played).then_some(Reason::LostResult)
    }
}

/// Returns the board after a line, including forced passes, even at its end; `None` if a move is not
/// legal.
fn end_of(board: Board, line: &[Square]) -> Option<Board> {
    let pass = |board: Board| board.pass().unwrap_or(board);
    line.iter()
        .try_fold(pass(board), |board, &square| board.play(square).map(pass))
}

/// Extends a proven line to the end of the game with the lines that `solve` finds: a search cuts a line short
/// where it found the rest in its table. `None` if `solve` returns it.
pub(crate) fn complete(
    board: Board,
    line: &mut Vec<Square>,
    mut solve: impl FnMut(Board) -> Option<Vec<Square>>,
) -> Option<()> {
    while let Some(end) = end_of(board, line).filter(|end| !end.legal_moves().is_empty()) {
        let rest = solve(end)?;
        if rest.is_empty() {
            break;
        }
        line.extend(rest);
    }
    Some(())
}

/// Returns whether the first side plays the last move of a line in a region; `None` if nobody moves there.
pub(crate) fn last_mover(board: Board, line: &[Square], region: SquareSet) -> Option<bool> {
    let moves = movers(board, line);
    let last = moves.iter().rfind(|(square, _)| region.contains(*square));
    last.map(|&(_, own)| own)
}

/// Returns the moves of a line without passes, each with whether the first side plays it.
fn movers(mut board: Board, line: &[Square]) -> Vec<(Square, bool)> {
    let mut own = true;
    let mut moves = Vec::with_capacity(line.len());
    for &square in line {
        if let Some(passed) = board.pass() {
            (board, own) = (passed, !own);
        }
        let Some(next) = board.play(square) else {
            break;
        };
        moves.push((square, own));
        (board, own) = (next, !own);
    }
    moves
}

/// Splits a set into regions: squares connected along ranks, files or diagonals.
pub(crate) fn regions(mut set: SquareSet) -> Vec<SquareSet> {
    let mut regions = Vec::new();
    while let Some(first) = set.first() {
        let mut region = SquareSet::from(first);
        loop {
            let larger = region | SquareSet::from_bits(neighbours(region.bits())) & set;
            if larger == region {
                break;
            }
            region = larger;
        }
        regions.push(region);
        set -= region;
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Certainty;

    #[test]
    fn a_wipeout_is_missed_or_allowed_only_if_both_scores_are_proven() {
        let found = |square: &str, score, certainty| MoveScore {
            square: Some(square.parse().unwrap()),
            score: Score::of(score),
            certainty,
            depth: 8,
            pv: Vec::new(),
        };
        let reason = |[best, played]: [(i32, Certainty); 2]| {
            let best = found("f5", best.0, best.1);
            let played = found("d3", played.0, played.1);
            find(Board::START, &best, &played, |_, _, _| false)
        };
        let (exact, estimate) = (Certainty::Exact, Certainty::Estimate);
        let missed = [(64, exact), (62, exact)];
        assert_eq!(reason(missed), Some(Reason::MissedWipeout));
        let allowed = [(-62, exact), (-64, exact)];
        assert_eq!(reason(allowed), Some(Reason::AllowedWipeout));
        for scores in [
            [(64, exact), (62, estimate)],
            [(64, estimate), (62, exact)],
            [(-62, exact), (-64, estimate)],
            [(-62, estimate), (-64, exact)],
        ] {
            assert_eq!(reason(scores), None, "{scores:?}");
        }
    }

    #[test]
    fn a_line_that_was_cut_short_is_played_to_the_end() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let board = text.parse::<crate::position::Position>().unwrap().board();
        let first = |board: Board| board.legal_moves().first().into_iter().collect();
        let mut line: Vec<Square> = Vec::new();
        assert_eq!(complete(board, &mut line, |_| None), None);
        assert_eq!(complete(board, &mut line, |_| Some(Vec::new())), Some(()));
        assert!(line.is_empty());
        assert_eq!(complete(board, &mut line, |end| Some(first(end))), Some(()));
        assert!(end_of(board, &line).is_some_and(Board::is_game_over));
        let whole = line.clone();
        assert_eq!(complete(board, &mut line, |_| None), Some(()));
        assert_eq!(line, whole);
    }
}
