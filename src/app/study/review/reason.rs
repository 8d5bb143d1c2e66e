//! Reasons why a move was worse than the best one.
//!
//! Nothing here is guessed. Each reason is a fact about the two moves and the positions after them, or proven for
//! all lines of best play. Reasons are tried in the order of the variants, and the first that holds is returned.

use crate::app::wording::{last_move, plural};
use crate::bitboard::neighbours;
use crate::board::Board;
use crate::color::Color;
use crate::search::{MoveScore, Score};
use crate::square::Square;
use crate::squares::SquareSet;

/// Why a move was worse than the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The best move takes every opponent disc with best play, and this one does not. Proven.
    MissedWipeout,
    /// After this move, unlike the best one, the opponent takes every disc with best play. Proven.
    AllowedWipeout,
    /// The best move takes a corner, and this move does not.
    LeftCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent can take a corner at once, and does so in a line of best play; it cannot right after the best
    /// move.
    GaveCorner {
        /// The corner.
        corner: Square,
        /// The opponent could have taken it before, had it been its turn.
        was_open: bool,
    },
    /// The opponent has to pass, so that the same side moves again, but not after the best move.
    LetPass,
    /// On every line of best play the opponent gets the last move in a region of empty squares; on every one after
    /// the best move the side that moved gets it. Proven.
    LostLastMove {
        /// The region before the move: connected empty squares.
        region: SquareSet,
        /// The region has all empty squares.
        is_whole: bool,
    },
    /// The side that moved keeps at most half of its legal moves; the best move leaves it clearly more.
    CutOwnMobility {
        /// Its legal moves before the move.
        from: usize,
        /// Its legal moves right after the move.
        to: usize,
        /// Its legal moves after the best move.
        best: usize,
    },
    /// The opponent has clearly more legal moves than after the best move.
    GaveMobility {
        /// After this move.
        to: usize,
        /// After the best move.
        best: usize,
    },
    /// The result of the game with best play changed, and no other reason holds. Proven.
    LostResult,
}

impl Reason {
    /// Returns the squares that the reason names, besides the moves.
    pub(crate) fn squares(self) -> SquareSet {
        match self {
            Self::GaveCorner { corner, .. } | Self::LeftCorner { corner } => corner.into(),
            Self::LostLastMove { region, .. } => region,
            _ => SquareSet::EMPTY,
        }
    }

    /// Returns the clause about a move of `own`: `opens the corner h1; c6 does not`. `better` is the best move; the
    /// scores of the best and the played move are for the side that moved.
    pub(crate) fn clause(
        self,
        own: Color,
        better: Square,
        best_score: Score,
        played_score: Score,
    ) -> String {
        let fact = self.fact(own, best_score, played_score);
        match self {
            Self::MissedWipeout => format!("{fact}: {better} takes every disc"),
            Self::AllowedWipeout | Self::GaveCorner { .. } => format!("{fact}; {better} does not"),
            Self::LeftCorner { corner } => format!("misses the corner {corner}"),
            Self::LostLastMove { .. } => format!("{fact}; {better} keeps it"),
            Self::CutOwnMobility { best, .. } => format!("{fact}; {better} leaves {best}"),
            Self::GaveMobility { best, .. } => format!("{fact}; {better} gives {best}"),
            Self::LetPass | Self::LostResult => fact,
        }
    }

    /// Returns the clause without the best move: `opens the corner h1`.
    pub(crate) fn fact(self, own: Color, best_score: Score, played_score: Score) -> String {
        let opponent = own.opposite();
        match self {
            Self::MissedWipeout => "misses a wipeout".to_owned(),
            Self::AllowedWipeout => format!("lets {opponent} take every disc"),
            Self::GaveCorner { corner, was_open } => {
                if was_open {
                    format!("leaves the corner {corner} open")
                } else {
                    format!("opens the corner {corner}")
                }
            }
            Self::LeftCorner { .. } => "misses a corner".to_owned(),
            Self::LetPass => {
                format!("lets {opponent} pass: {own} has to move twice in a row")
            }
            Self::LostLastMove { region, is_whole } => {
                let place = last_move(region, is_whole);
                format!("leaves {opponent} the last move {place}")
            }
            Self::CutOwnMobility { from, to, .. } => {
                format!("cuts own mobility from {from} to {to}")
            }
            Self::GaveMobility { to, .. } => format!("gives {opponent} {}", plural(to, "move")),
            Self::LostResult => {
                format!("turns {} into {}", result(best_score), result(played_score))
            }
        }
    }
}

/// Returns a result in words: `a win by 4`, `a draw`, `a loss by 2`.
fn result(score: Score) -> String {
    let margin = score.discs().abs();
    match score.discs() {
        1.. => format!("a win by {margin}"),
        0 => "a draw".to_owned(),
        _ => format!("a loss by {margin}"),
    }
}

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
