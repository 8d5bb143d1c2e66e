//! Reasons why a move was worse than the best one.
//!
//! Nothing here is guessed. Each reason is a fact about the two moves, the positions after them and the lines that the
//! search found, or proven for all lines of best play. Reasons are tried in the order of the variants, and the first
//! that holds is returned. The last ones only compare the two moves, so every move that lost something has a reason.

use serde::{Deserialize, Serialize};

use super::MoveReview;
use reversi::bitboard::neighbours;
use reversi::search::{MoveScore, Score};
use reversi::{Board, Color, Square, SquareSet};
use reversi_table::phrase::{last_move, plural, side, whose};

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
    pub(crate) fn squares(self) -> SquareSet {
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

    /// Returns the clause about a move: `opens the corner h1; c6 does not`.
    pub(super) fn clause(self, review: &MoveReview, you: Option<Color>) -> String {
        let fact = self.fact(review, you);
        let between = match self {
            Self::MissedWipeout => ":",
            _ => ";",
        };
        match self.contrast(review, you) {
            Some(contrast) => format!("{fact}{between} {contrast}"),
            None => fact,
        }
    }

    /// Returns the clause about the best move that goes with it: `c6 does not`. `None` if it would add nothing.
    pub(super) fn contrast(self, review: &MoveReview, you: Option<Color>) -> Option<String> {
        let (better, own) = (review.best.square?, side(review.color, you));
        Some(match self {
            Self::MissedWipeout => format!("{better} takes every disc"),
            Self::AllowedWipeout | Self::AllowedWipeoutAtOnce { .. } | Self::GaveCorner { .. } => {
                format!("{better} does not")
            }
            Self::LostLastMove { .. } => format!("{better} keeps it"),
            Self::CutOwnMobility { best, .. } | Self::Frontier { best, .. } => {
                format!("{better} leaves {best}")
            }
            Self::GaveMobility { best, .. } => format!("{better} gives {best}"),
            Self::BesideCorner { .. } => format!("{better} is not"),
            Self::Mobility {
                own: [_, own],
                opponent: [_, opponent],
            } => format!("{better} leaves {opponent} to {own}"),
            Self::LowerScore => {
                let lead = lead(review, review.best.score);
                format!("{better} leaves {own} {lead}")
            }
            Self::LeftCorner { .. }
            | Self::LetPass
            | Self::LaterCorner { .. }
            | Self::LostResult { .. } => return None,
        })
    }

    /// Returns the clause without the best move: `opens the corner h1`.
    pub(super) fn fact(self, review: &MoveReview, you: Option<Color>) -> String {
        let [own, opponent] = both(review, you);
        match self {
            Self::MissedWipeout => "misses a wipeout".to_owned(),
            Self::AllowedWipeout => format!("lets {opponent} take every disc"),
            Self::AllowedWipeoutAtOnce { reply } => {
                format!("lets {opponent} take every disc with {reply}")
            }
            Self::GaveCorner { corner, was_open } => {
                if was_open {
                    format!("leaves the corner {corner} open")
                } else {
                    format!("opens the corner {corner}")
                }
            }
            Self::LeftCorner { corner } => format!("misses the corner {corner}"),
            Self::LetPass => {
                format!("lets {opponent} pass and makes {own} move twice in a row")
            }
            Self::LostLastMove { region, is_whole } => {
                let place = last_move(region, is_whole);
                format!("leaves {opponent} the last move {place}")
            }
            Self::LaterCorner {
                corner,
                after: [reply, next],
            } => format!("lets {opponent} take the corner {corner} after {reply} {next}"),
            Self::CutOwnMobility { to, .. } => format!("leaves {own} only {}", moves(to)),
            Self::GaveMobility { to, .. } => format!("gives {opponent} {}", moves(to)),
            Self::LostResult { opponent_passes } => {
                let [best, played] = [&review.best, &review.played].map(|line| result(line.score));
                let after = after_reply(review, opponent_passes, you);
                format!("turns {best} into {played}{after}")
            }
            Self::BesideCorner { corner } => format!("is next to the empty corner {corner}"),
            Self::Mobility {
                own: [to, _],
                opponent: [given, _],
            } => leaves_moves(&opponent, given, &whose(review.color, you), to),
            Self::Frontier { to, .. } => format!("leaves {own} {}", frontier(to)),
            Self::LowerScore => {
                let lead = lead(review, review.played.score);
                // A loss is one although the side is ahead.
                let only = if review.played.score.discs() < 0 {
                    ""
                } else {
                    "only "
                };
                format!("leaves {own} {only}{lead}")
            }
        }
    }

    /// Returns what the best move does better, as a clause about it: `keeps White from taking h1 at once`. `None` if
    /// the reason says nothing about the best move.
    pub(crate) fn merit(self, review: &MoveReview, you: Option<Color>) -> Option<String> {
        let [own, opponent] = both(review, you);
        Some(match self {
            Self::MissedWipeout => format!("takes every disc of {opponent}"),
            Self::AllowedWipeout => format!("keeps {opponent} from taking every disc"),
            Self::AllowedWipeoutAtOnce { .. } => {
                format!("keeps {opponent} from taking every disc at once")
            }
            Self::LeftCorner { corner } => format!("takes the corner {corner}"),
            Self::GaveCorner { corner, .. } => {
                format!("keeps {opponent} from taking {corner} at once")
            }
            Self::LetPass => format!("does not let {opponent} pass"),
            Self::LostLastMove { region, is_whole } => {
                let place = last_move(region, is_whole);
                format!("gets {own} the last move {place}")
            }
            Self::CutOwnMobility { best, .. } => format!("leaves {own} {}", moves(best)),
            Self::GaveMobility { best, .. } => format!("gives {opponent} only {}", moves(best)),
            Self::Mobility {
                own: [_, kept],
                opponent: [_, given],
            } => leaves_moves(&opponent, given, &whose(review.color, you), kept),
            Self::Frontier { best, .. } => format!("leaves {own} only {}", frontier(best)),
            Self::BesideCorner { .. } => "is not next to an empty corner".to_owned(),
            Self::LaterCorner { .. } | Self::LostResult { .. } | Self::LowerScore => {
                return None;
            }
        })
    }

    /// Returns where to look for the best move, as a sentence that does not name it; `None` if the reason says nothing
    /// about the best move.
    pub(crate) fn hint(self, own: Color) -> Option<String> {
        let opponent = own.opposite();
        Some(match self {
            Self::MissedWipeout => format!("You can take every disc of {opponent}."),
            Self::AllowedWipeout => format!("Keep {opponent} from taking every disc."),
            Self::AllowedWipeoutAtOnce { .. } => {
                format!("Keep {opponent} from taking every disc at once.")
            }
            Self::LeftCorner { .. } => "Look for a corner to take.".to_owned(),
            Self::GaveCorner { corner, .. } => {
                format!("Look at the corner {corner}: {opponent} must not get it at once.")
            }
            Self::LetPass => format!("Do not let {opponent} pass: you would move twice."),
            Self::LostLastMove { region, is_whole } => {
                let place = last_move(region, is_whole);
                format!("Look at who gets the last move {place}.")
            }
            Self::CutOwnMobility { .. } => "Look at the moves that you have left then.".to_owned(),
            Self::GaveMobility { .. } => {
                format!("Look at the moves that {opponent} has then: leave few.")
            }
            Self::Mobility { .. } => "Look at how many moves each side has then.".to_owned(),
            Self::Frontier { .. } => {
                "Look at your discs next to empty squares then: leave few.".to_owned()
            }
            Self::BesideCorner { corner } => format!("Look at the corner {corner}: stay away."),
            Self::LaterCorner { .. } | Self::LostResult { .. } | Self::LowerScore => {
                return None;
            }
        })
    }
}

/// Returns the side that moved, and the other one.
fn both(review: &MoveReview, you: Option<Color>) -> [String; 2] {
    [review.color, review.color.opposite()].map(|color| side(color, you))
}

/// Returns a number of moves: `no move`, `1 move`, `2 moves`.
fn moves(count: usize) -> String {
    match count {
        0 => "no move".to_owned(),
        _ => plural(count, "move"),
    }
}

/// Returns how many moves both sides have, as a clause about the move: `leaves Black 3 moves to White's 5`.
fn leaves_moves(opponent: &str, given: usize, whose: &str, kept: usize) -> String {
    format!("leaves {opponent} {} to {whose} {kept}", moves(given))
}

/// Returns a number of discs next to empty squares.
fn frontier(count: usize) -> String {
    format!("{} next to empty squares", plural(count, "disc"))
}

/// Returns what the opponent does after the played move in its line: ` after d6`, ` after White's pass`.
fn after_reply(review: &MoveReview, opponent_passes: bool, you: Option<Color>) -> String {
    if opponent_passes {
        return format!(" after {} pass", whose(review.color.opposite(), you));
    }
    let reply = review.played.pv.get(1);
    reply.map_or_else(String::new, |reply| format!(" after {reply}"))
}

/// Returns a score as a lead of the side that moved: `about 8 discs behind`, `2 discs ahead`, `level`.
fn lead(review: &MoveReview, score: Score) -> String {
    let discs = plural(score.discs().unsigned_abs(), "disc");
    let about = if review.is_exact() { "" } else { "about " };
    match score.discs() {
        1.. => format!("{about}{discs} ahead"),
        0 => format!("{about}level"),
        _ => format!("{about}{discs} behind"),
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
        let place = |names: &[&str]| last_move(region(names), false);
        assert_eq!(place(&["g1", "h1"]), "in g1 h1");
        assert_eq!(
            place(&["f1", "g1", "h1", "g2", "h2"]),
            "of the 5 squares at h1"
        );
        assert_eq!(
            place(&["d1", "e1", "c2", "d2", "e2"]),
            "of the 5 squares at d1"
        );
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
