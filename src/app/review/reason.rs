//! Reasons why a move was worse than the best one.
//!
//! Nothing here is guessed. Each reason is a fact about the two moves, their positions and the two lines
//! of best play that the search gave, and it is looked for in the order of the variants: the first that
//! holds is the reason.

use super::MoveReview;
use super::reviewer::end_of;
use crate::app::wording::reason;
use crate::bitboard::neighbours;
use crate::board::Board;
use crate::search::{Certainty, Score};
use crate::square::Square;
use crate::squares::SquareSet;

/// With fewer empty squares than this, mobility is no reason any more: moves are counted out.
const MOBILITY_COUNTS_FROM: u32 = 14;

/// Mobility is a reason when the best move is better by so many moves.
const CLEAR_MOBILITY: usize = 3;

/// With more squares than this the last move of a region is too far away to be why a move was bad.
const LARGEST_REGION: usize = 8;

/// Why a move was worse than the best one. `MoveReview::reason_sentence` puts it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The best move takes every disc of the opponent with best play, and this one does not. Proven.
    MissedWipeout,
    /// After this move the opponent takes every disc with best play, and not after the best one. Proven.
    AllowedWipeout,
    /// The best move takes a corner, and this is another move.
    LeftCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent can take a corner at once and does in the line of best play, but not after the best
    /// move.
    GaveCorner {
        /// The corner.
        corner: Square,
        /// Whether the opponent could have taken it before already, had it been its turn.
        was_open: bool,
    },
    /// The opponent has no legal move and passes, so that the same side moves again; not after the best
    /// move.
    LetPass,
    /// In the proven line after this move the opponent has the last move in a region of empty squares,
    /// in that after the best move the side that moved has it.
    LostLastMove {
        /// The region: empty squares that touch each other, before the move.
        region: SquareSet,
        /// Whether these are all empty squares.
        is_whole: bool,
    },
    /// The side that moved has at most half the legal moves that it had, and the best move leaves it
    /// clearly more.
    CutOwnMobility {
        /// Its legal moves before.
        from: usize,
        /// Those that it would have right after its move.
        to: usize,
        /// Those that it would have after the best move.
        best: usize,
    },
    /// The opponent has clearly more legal moves than after the best move.
    GaveMobility {
        /// After this move.
        to: usize,
        /// After the best move.
        best: usize,
    },
    /// The result of the game with best play changed, and nothing else is known. Proven.
    LostResult,
}

/// The reason of a move that was played on a board.
pub(super) fn find(board: Board, judgement: &MoveReview) -> Option<Reason> {
    let sight = Comparison::new(board, judgement)?;
    sight
        .wipeout()
        .or_else(|| sight.corner())
        .or_else(|| sight.pass())
        .or_else(|| sight.last_move())
        .or_else(|| sight.mobility())
        .or_else(|| sight.result())
}

/// Both moves and what they lead to.
struct Comparison<'a> {
    /// Before the move, as the side that moved sees it.
    board: Board,
    judgement: &'a MoveReview,
    best: Square,
    /// After the best move, as the opponent sees it.
    after_best: Board,
    /// After the move that was played, as the opponent sees it.
    after_played: Board,
}

impl<'a> Comparison<'a> {
    fn new(board: Board, judgement: &'a MoveReview) -> Option<Self> {
        let best = judgement.best.best_move?;
        Some(Self {
            board,
            judgement,
            best,
            after_best: board.play(best)?,
            after_played: board.play(judgement.square)?,
        })
    }

    fn wipeout(&self) -> Option<Reason> {
        let MoveReview { best, played, .. } = self.judgement;
        let proven = |found: &crate::search::Found, score| {
            found.kind == Certainty::Exact && found.score == score
        };
        if proven(best, Score::MAX) {
            return Some(Reason::MissedWipeout);
        }
        // Without a proof the best move may be one that lets it happen, too.
        (proven(played, Score::MIN) && best.kind == Certainty::Exact)
            .then_some(Reason::AllowedWipeout)
    }

    fn corner(&self) -> Option<Reason> {
        let is_corner = |square| SquareSet::CORNERS.contains(square);
        if is_corner(self.best) && !is_corner(self.judgement.square) {
            return Some(Reason::LeftCorner { corner: self.best });
        }
        let MoveReview { best, played, .. } = self.judgement;
        let given =
            (self.after_played.legal_moves() & SquareSet::CORNERS) - self.after_best.legal_moves();
        let taken = movers(self.board, &played.pv);
        let kept = movers(self.board, &best.pv);
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

    fn last_move(&self) -> Option<Reason> {
        if !self.judgement.is_exact() {
            return None;
        }
        let is_over = |line: &[Square]| end_of(self.board, line).is_some_and(Board::is_game_over);
        let MoveReview { best, played, .. } = self.judgement;
        if !is_over(&best.pv) || !is_over(&played.pv) {
            return None;
        }
        let lines = [&played.pv, &best.pv].map(|line| movers(self.board, line));
        let regions = regions(self.board.empties());
        let lost = |&region: &SquareSet| {
            let last = |line: &[(Square, bool)]| {
                let inside = |&&(square, _): &&(Square, bool)| region.contains(square);
                line.iter().rfind(inside).map(|&(_, own)| own)
            };
            last(&lines[0]) == Some(false) && last(&lines[1]) == Some(true)
        };
        // A region in which only one move is left has no parity to lose.
        let region = regions
            .iter()
            .copied()
            .filter(|region| (2..=LARGEST_REGION).contains(&region.len()))
            .find(lost)?;
        Some(Reason::LostLastMove {
            region,
            is_whole: regions.len() == 1,
        })
    }

    fn mobility(&self) -> Option<Reason> {
        if self.board.empty_count() < MOBILITY_COUNTS_FROM {
            return None;
        }
        // The boards after the moves are the opponent's.
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
        let MoveReview { best, played, .. } = self.judgement;
        let changed = best.score.discs().signum() != played.score.discs().signum();
        (self.judgement.is_exact() && changed).then_some(Reason::LostResult)
    }
}

/// The moves of a line, passes left out, and whether the side that moves first in it plays each.
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

/// The regions of a set: squares that touch each other along a rank, a file or a diagonal.
fn regions(mut set: SquareSet) -> Vec<SquareSet> {
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

impl MoveReview {
    /// Why the move was worse than the best one, as a clause about the move: `gives White the corner h1;
    /// c6 does not`. `None` where no reason can be stated truly.
    #[must_use]
    pub fn reason_sentence(&self) -> Option<String> {
        let (own, other) = (self.color, self.color.opposite());
        let better = self.best.best_move?;
        Some(match self.reason? {
            Reason::MissedWipeout => reason::missed_wipeout(better),
            Reason::AllowedWipeout => reason::allowed_wipeout(other, better),
            Reason::GaveCorner { corner, was_open } => {
                reason::gave_corner(other, corner, was_open, better)
            }
            Reason::LeftCorner { corner } => reason::left_corner(corner),
            Reason::LetPass => reason::let_pass(own, other),
            Reason::LostLastMove { region, is_whole } => {
                reason::lost_last_move(other, (!is_whole).then_some(region), better)
            }
            Reason::CutOwnMobility { from, to, best } => {
                reason::cut_own_mobility(from, to, better, best)
            }
            Reason::GaveMobility { to, best } => reason::gave_mobility(other, to, better, best),
            Reason::LostResult => reason::lost_result(self.best.score, self.played.score),
        })
    }
}
