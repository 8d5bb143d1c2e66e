//! Reasons why a move was worse than the best one.
//!
//! Nothing here is guessed. Each reason is a fact about the two moves, the positions after them and the lines that the
//! search found, or proven for all lines of best play. Reasons are tried in the order of the variants, and the first
//! that holds is returned. The last ones only compare the two moves, so every move that lost something has a reason.

use serde::{Deserialize, Serialize};

use super::MoveReview;
use reversi::bitboard::neighbours;
use reversi::search::{MoveScore, Score};
use reversi::{Board, Square, SquareSet};

/// Why a move was worse than the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// The best move takes every opponent disc with best play, and this one does not. Proven.
    MissedWipeout,
    /// After this move, unlike the best one, the opponent takes every disc with best play. Proven.
    AllowedWipeout,
    /// The opponent can take every disc with one move, and has no such move after the best one.
    AllowedWipeoutAtOnce {
        /// The move.
        reply: Square,
    },
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
    /// In the line that the search found, the opponent takes a corner three moves later; in that of the best move it
    /// never does.
    LaterCorner {
        /// The corner.
        corner: Square,
        /// The moves in between: the opponent's reply, and the next move of the side that moved.
        after: [Square; 2],
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
    /// The result of the game with best play changed. Proven.
    LostResult {
        /// The opponent has to pass after the move, as it has to after the best one.
        opponent_passes: bool,
    },
    /// The move is next to an empty corner, and the best move is next to none.
    BesideCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent has more moves, or the side that moved fewer, in relation to each other than after the best move.
    Mobility {
        /// The moves of the side that moved: after this move, and after the best one.
        own: [usize; 2],
        /// The moves of the opponent.
        opponent: [usize; 2],
    },
    /// The side that moved has more discs next to empty squares than after the best move.
    Frontier {
        /// After this move.
        to: usize,
        /// After the best move.
        best: usize,
    },
    /// The score is lower.
    LowerScore,
}

impl Reason {
    /// Returns the squares that the reason names, besides the moves.
    pub fn squares(self) -> SquareSet {
        match self {
            Self::GaveCorner { corner, .. }
            | Self::LeftCorner { corner }
            | Self::LaterCorner { corner, .. }
            | Self::BesideCorner { corner } => corner.into(),
            Self::LostLastMove {
                region,
                is_whole: false,
            } => region,
            _ => SquareSet::EMPTY,
        }
    }

    /// Returns the squares that a sentence of a kind names besides the two moves.
    pub(crate) fn named(self, review: &MoveReview, aspect: ReasonAspect) -> SquareSet {
        match (self, aspect) {
            (Self::AllowedWipeoutAtOnce { reply }, ReasonAspect::Fact) => reply.into(),
            (Self::GaveCorner { corner, .. }, _)
            | (Self::LeftCorner { corner }, ReasonAspect::Fact | ReasonAspect::Merit)
            | (Self::BesideCorner { corner }, ReasonAspect::Fact | ReasonAspect::Hint) => {
                corner.into()
            }
            (Self::LostLastMove { region, is_whole }, _) => {
                LastMoveIn::of(region, is_whole).squares()
            }
            (Self::LaterCorner { corner, after }, ReasonAspect::Fact) => {
                SquareSet::from_iter(after) | corner.into()
            }
            (Self::LostResult { .. }, ReasonAspect::Fact) => {
                SquareSet::from_iter(self.reply(review))
            }
            _ => SquareSet::EMPTY,
        }
    }

    /// Returns whether it says what the best move does better.
    pub const fn has_merit(self) -> bool {
        !matches!(
            self,
            Self::LaterCorner { .. } | Self::LostResult { .. } | Self::LowerScore
        )
    }

    /// Returns whether what the best move does explains it, instead of being compared with it.
    pub const fn is_explained(self) -> bool {
        matches!(self, Self::MissedWipeout)
    }

    /// Returns the opponent's reply to the move that loses the result, if that is a move.
    pub fn reply(self, review: &MoveReview) -> Option<Square> {
        match self {
            Self::LostResult {
                opponent_passes: false,
            } => review.played.pv.get(1).copied(),
            _ => None,
        }
    }
}

/// Which side of a reason a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReasonAspect {
    /// What the move does.
    Fact,
    /// What the best move does better.
    Merit,
    /// Where to look for the best move.
    Hint,
}

/// Where the last move is that a side gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastMoveIn {
    /// It is that of the game.
    Game,
    /// In these few squares.
    Squares(SquareSet),
    /// In a region of more squares, which has this one: its corner, if it has one.
    Region {
        /// The number of squares.
        count: usize,
        /// The square.
        at: Square,
    },
}

impl LastMoveIn {
    /// Returns the place of the last move in a region; `is_whole` if it has all empty squares.
    pub fn of(region: SquareSet, is_whole: bool) -> Self {
        let corner = (region & SquareSet::CORNERS).first();
        match corner.or(region.first()) {
            _ if is_whole => Self::Game,
            Some(at) if region.len() > 4 => Self::Region {
                count: region.len(),
                at,
            },
            _ => Self::Squares(region),
        }
    }

    /// Returns the squares that its name has.
    fn squares(self) -> SquareSet {
        match self {
            Self::Game => SquareSet::EMPTY,
            Self::Squares(squares) => squares,
            Self::Region { at, .. } => at.into(),
        }
    }
}

/// With fewer empty squares than this, mobility is not a reason: the rest can be calculated.
const MOBILITY_COUNTS_FROM: u32 = 14;

/// Mobility is a reason if the best move is better by at least this many moves.
const CLEAR_MOBILITY: usize = 3;

/// A comparison of counts says something if they differ by at least this.
const CLEAR_DIFFERENCE: usize = 2;

/// In regions with more squares than this, the last move is too far away to be a reason.
const LARGEST_REGION: usize = 8;

/// Returns the reason why a move on a board was worse than the best one; `None` if one of them is not legal.
/// `gets_last_move` returns whether it is proven that on every line of best play after a move the last move in a region
/// is that of the side that moves, or, with false, of the other one.
pub(crate) fn find(
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
        .or_else(|| comparison.wipeout_at_once())
        .or_else(|| comparison.corner())
        .or_else(|| comparison.pass())
        .or_else(|| comparison.last_move(gets_last_move))
        .or_else(|| comparison.later_corner())
        .or_else(|| comparison.mobility())
        .or_else(|| comparison.result())
        .or_else(|| comparison.beside_corner())
        .or_else(|| comparison.less_mobility())
        .or_else(|| comparison.frontier())
        .or(Some(Reason::LowerScore))
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

    fn wipeout_at_once(&self) -> Option<Reason> {
        let takes_all =
            |board: Board, reply| board.play(reply).is_some_and(|end| end.player().is_empty());
        let reply = |board: Board| {
            let mut replies = board.legal_moves().iter();
            replies.find(|&reply| takes_all(board, reply))
        };
        match (reply(self.after_best), reply(self.after_played)) {
            (None, Some(reply)) => Some(Reason::AllowedWipeoutAtOnce { reply }),
            _ => None,
        }
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
        (self.opponent_passes() && self.after_best.pass().is_none()).then_some(Reason::LetPass)
    }

    fn opponent_passes(&self) -> bool {
        self.after_played.pass().is_some()
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
        let regions = self.board.empties().regions();
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

    fn later_corner(&self) -> Option<Reason> {
        let taken = movers(self.board, &self.played.pv);
        let [_, (reply, false), (next, true), (corner, false), ..] = taken[..] else {
            return None;
        };
        let kept = movers(self.board, &self.best.pv);
        (SquareSet::CORNERS.contains(corner) && !kept.contains(&(corner, false))).then_some(
            Reason::LaterCorner {
                corner,
                after: [reply, next],
            },
        )
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
        (self.is_exact() && best != played).then_some(Reason::LostResult {
            opponent_passes: self.opponent_passes(),
        })
    }

    fn beside_corner(&self) -> Option<Reason> {
        let beside = |found: &MoveScore| self.board.empty_corner_beside(found.square?);
        match (beside(self.best), beside(self.played)) {
            (None, Some(corner)) => Some(Reason::BesideCorner { corner }),
            _ => None,
        }
    }

    fn less_mobility(&self) -> Option<Reason> {
        let after = [self.after_played, self.after_best];
        // The boards after the moves are seen by the opponent.
        let own = after.map(|board| board.swapped().legal_moves().len());
        let opponent = after.map(|board| board.legal_moves().len());
        let is_less = own[0] + opponent[1] + CLEAR_DIFFERENCE <= own[1] + opponent[0];
        is_less.then_some(Reason::Mobility { own, opponent })
    }

    fn frontier(&self) -> Option<Reason> {
        if self.board.empty_count() < MOBILITY_COUNTS_FROM {
            return None;
        }
        let [to, best] = [self.after_played, self.after_best].map(|board| {
            let beside = SquareSet::from_bits(neighbours(board.empties().bits()));
            (board.opponent() & beside).len()
        });
        (to >= best + CLEAR_DIFFERENCE).then_some(Reason::Frontier { to, best })
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
pub(crate) fn movers(mut board: Board, line: &[Square]) -> Vec<(Square, bool)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use reversi::search::Certainty;

    #[test]
    fn a_wipeout_is_missed_or_allowed_only_if_both_scores_are_proven() {
        let found = |square: &str, score, certainty| {
            MoveScore::new(
                Some(square.parse().unwrap()),
                Score::of(score),
                certainty,
                8,
                Vec::new(),
            )
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
            assert_eq!(reason(scores), Some(Reason::LowerScore), "{scores:?}");
        }
    }

    #[test]
    fn a_wipeout_in_one_move_needs_no_proof() {
        let found = |square: &str, score| {
            MoveScore::new(
                Some(square.parse().unwrap()),
                Score::of(score),
                Certainty::Estimate,
                8,
                Vec::new(),
            )
        };
        let reason = |board: Board, [best, played]: [(&str, i32); 2]| {
            let [best, played] = [best, played].map(|(square, score)| found(square, score));
            find(board, &best, &played, |_, _, _| false)
        };
        // The shortest game: e3 is its last move.
        let before = ["f5", "d6", "c5", "f4", "e7", "f6", "g5"];
        let play = |board: Board, square: &str| board.play(square.parse().unwrap()).unwrap();
        let board = before.into_iter().fold(Board::START, play);
        let reply = "e3".parse().unwrap();
        let allowed = Some(Reason::AllowedWipeoutAtOnce { reply });
        assert_eq!(reason(board, [("c6", 16), ("e6", -63)]), allowed);
        assert_eq!(play(play(board, "e6"), "e3").player(), SquareSet::EMPTY);
        // Black can take every disc after both moves, or only after the best one.
        assert_ne!(reason(board, [("e6", -62), ("e6", -63)]), allowed);
        assert_ne!(reason(board, [("e6", -62), ("c6", -63)]), allowed);
    }

    #[test]
    fn a_large_region_is_named_by_its_corner() {
        let region = |names: &[&str]| -> SquareSet {
            names
                .iter()
                .map(|name| name.parse::<Square>().unwrap())
                .collect()
        };
        let place = |names: &[&str]| LastMoveIn::of(region(names), false);
        let few = region(&["g1", "h1"]);
        assert_eq!(place(&["g1", "h1"]), LastMoveIn::Squares(few));
        let (count, at) = (5, Square::H1);
        let of_corner = LastMoveIn::Region { count, at };
        assert_eq!(place(&["f1", "g1", "h1", "g2", "h2"]), of_corner);
        let at = "d1".parse().unwrap();
        let of_first = LastMoveIn::Region { count, at };
        assert_eq!(place(&["d1", "e1", "c2", "d2", "e2"]), of_first);
    }

    #[test]
    fn a_line_that_was_cut_short_is_played_to_the_end() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
        let board = text.parse::<reversi::Position>().unwrap().board();
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
