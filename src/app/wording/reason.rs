//! Reasons why a move was worse than the best one, as clauses about the played move.

use super::plural;
use crate::color::Color;
use crate::search::Score;
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

/// Where a last move is: `of the game`, `in h1 g2`.
pub(crate) fn last_move(region: SquareSet, is_whole: bool) -> String {
    if is_whole {
        "of the game".to_owned()
    } else {
        format!("in {region}")
    }
}

/// A result: `a win by 4`, `a draw`, `a loss by 2`.
fn result(score: Score) -> String {
    let margin = score.discs().abs();
    match score.discs() {
        1.. => format!("a win by {margin}"),
        0 => "a draw".to_owned(),
        _ => format!("a loss by {margin}"),
    }
}

/// A move lost something, without a known reason.
pub(crate) fn loses(square: Square, loss: u32, best: Option<Square>) -> String {
    let better = best.map_or(String::new(), |best| format!("; {best} is better"));
    format!("{square} loses about {loss} discs{better}.")
}

/// The turning point of a game, with a sentence about its move.
pub(crate) fn turning_point(number: usize, why: &str) -> String {
    format!("The turning point was move {number}: {why}")
}

/// The best answer to a mistake, which lost a number of discs.
pub(crate) fn best_move(number: usize, answer: Square, mistake: Square, loss: u32) -> String {
    format!(
        "Your best move was move {number}: {answer} punished {mistake}, which lost {loss} discs."
    )
}
