//! The losses of moves, by phase of the game, and the kinds of mistakes.

use serde::{Deserialize, Serialize};

use crate::app::study::review::{Grade, MoveReview, Reason};

/// The fewest empty squares before a move of the opening, and of the midgame.
const OPENING: u8 = 41;
const MIDGAME: u8 = 21;

/// Why a move was a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MistakeKind {
    MissedWipeout,
    AllowedWipeout,
    MissedCorner,
    GaveCorner,
    LetPass,
    LostLastMove,
    LostMobility,
    GaveMobility,
    LostResult,
    Other,
}

impl MistakeKind {
    fn of(reason: Option<Reason>) -> Self {
        match reason {
            Some(Reason::MissedWipeout) => Self::MissedWipeout,
            Some(Reason::AllowedWipeout) => Self::AllowedWipeout,
            Some(Reason::LeftCorner { .. }) => Self::MissedCorner,
            Some(Reason::GaveCorner { .. }) => Self::GaveCorner,
            Some(Reason::LetPass) => Self::LetPass,
            Some(Reason::LostLastMove { .. }) => Self::LostLastMove,
            Some(Reason::CutOwnMobility { .. }) => Self::LostMobility,
            Some(Reason::GaveMobility { .. }) => Self::GaveMobility,
            Some(Reason::LostResult) => Self::LostResult,
            None => Self::Other,
        }
    }

    /// Returns the words for it, after a number.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::MissedWipeout => "missed a wipeout",
            Self::AllowedWipeout => "allowed a wipeout",
            Self::MissedCorner => "missed a corner",
            Self::GaveCorner => "gave away a corner",
            Self::LetPass => "made the opponent pass",
            Self::LostLastMove => "left the opponent the last move",
            Self::LostMobility => "left too few moves",
            Self::GaveMobility => "gave the opponent more moves",
            Self::LostResult => "gave away the win or the draw",
            Self::Other => "other",
        }
    }
}

/// What a review found about a move: the empty squares before it, the discs it lost, and why if it was a
/// mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ReviewedMove(u8, u8, Option<MistakeKind>);

impl ReviewedMove {
    pub(super) fn new(empties: u32, review: &MoveReview) -> Self {
        let small = |number: u32| u8::try_from(number).expect("at most 128");
        let mistake = review.grade().is_bad();
        let kind = mistake.then(|| MistakeKind::of(review.reason));
        Self(small(empties), small(review.loss), kind)
    }

    /// Returns why it was a mistake; `None` if it was none.
    pub(super) fn mistake(self) -> Option<MistakeKind> {
        self.2.filter(|_| Grade::of(self.1.into()).is_bad())
    }
}

/// The mean losses per move in discs; `None` without moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Losses {
    pub(crate) opening: Option<f64>,
    pub(crate) midgame: Option<f64>,
    pub(crate) endgame: Option<f64>,
    pub(crate) all: Option<f64>,
}

impl Losses {
    /// Returns the means over some moves.
    pub(super) fn of<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>) -> Self {
        // The moves and their losses in each phase, and in all.
        let mut sums = [(0u32, 0u32); 4];
        for ReviewedMove(empties, loss, _) in moves {
            let phase = match *empties {
                OPENING.. => 0,
                MIDGAME.. => 1,
                _ => 2,
            };
            for phase in [phase, 3] {
                sums[phase].0 += 1;
                sums[phase].1 += u32::from(*loss);
            }
        }
        let [opening, midgame, endgame, all] =
            sums.map(|(moves, loss)| (moves > 0).then(|| f64::from(loss) / f64::from(moves)));
        Self {
            opening,
            midgame,
            endgame,
            all,
        }
    }

    /// Returns the phases in the order of the game, and all moves.
    pub(crate) const fn phases(&self) -> [Option<f64>; 4] {
        [self.opening, self.midgame, self.endgame, self.all]
    }
}
