//! Scores of positions, their certainty, and search windows.

use std::fmt;

/// A score in discs, own minus opponent with the empties given to the winner, from the side to move:
/// -64 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// The worst score, every disc lost.
    pub const MIN: Self = Self(-64);
    /// The best score, a wipeout.
    pub const MAX: Self = Self(64);

    /// Creates a score from a number of discs, clamped to -64..=64.
    pub const fn of(discs: i32) -> Self {
        if discs > 64 {
            Self::MAX
        } else if discs < -64 {
            Self::MIN
        } else {
            #[allow(clippy::cast_possible_truncation)] // within -64..=64
            Self(discs as i8)
        }
    }

    /// Returns the number of discs, -64 to 64.
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }
}

/// The score from the other side's view.
impl std::ops::Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Always prints the sign: `+18`, `-4`, `+0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}

/// The open interval between alpha and beta, in discs. A search returns an exact score inside it and a
/// bound outside. Alpha is less than beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The score that the side to move can already reach elsewhere.
    pub(crate) alpha: i32,
    /// The score that the opponent can already hold the side to move to.
    pub(crate) beta: i32,
}

impl Window {
    /// The window that contains every score.
    pub(crate) const FULL: Self = Self {
        alpha: -65,
        beta: 65,
    };

    /// The window that only distinguishes wins, draws and losses.
    pub(crate) const WIN_LOSS_DRAW: Self = Self { alpha: -1, beta: 1 };

    /// Returns the null window that only tests whether a score exceeds alpha.
    pub(crate) const fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// Returns true if this only tests whether a score exceeds alpha.
    pub(crate) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Returns the window of scores less than `margin` away from a centre, within the full window.
    pub(crate) fn around(centre: i32, margin: i32) -> Self {
        Self {
            alpha: (centre - margin).clamp(Self::FULL.alpha, 63),
            beta: (centre + margin).clamp(-63, Self::FULL.beta),
        }
    }

    /// Returns the window from the other side's view.
    pub(crate) const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Returns true if a score is inside the window, and therefore exact.
    pub(crate) const fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// The probability that a selective search prunes correctly, assuming normally distributed errors:
/// pruning needs a margin of `deviations()` standard deviations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// 50 %: 0.7 standard deviations.
    C50,
    /// 73 %: 1.1 standard deviations.
    C73,
    /// 87 %: 1.5 standard deviations.
    C87,
    /// 95 %: 2 standard deviations.
    C95,
    /// 98 %: 2.4 standard deviations.
    C98,
    /// 99 %: 2.8 standard deviations.
    C99,
    /// 100 %: no unsound pruning.
    Full,
}

impl Confidence {
    /// All levels, lowest first.
    pub const ALL: [Self; 7] = [
        Self::C50,
        Self::C73,
        Self::C87,
        Self::C95,
        Self::C98,
        Self::C99,
        Self::Full,
    ];

    /// Returns the confidence in percent, rounded.
    pub const fn percent(self) -> u8 {
        [50, 73, 87, 95, 98, 99, 100][self as usize]
    }

    /// Returns the error margin in standard deviations; `None` for no unsound pruning.
    pub(crate) const fn deviations(self) -> Option<f32> {
        match self {
            Self::Full => None,
            selective => Some([0.7, 1.1, 1.5, 2.0, 2.4, 2.8][selective as usize]),
        }
    }
}

/// How reliable a score is. What does not know a kind takes its score for an estimate, which claims least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Certainty {
    /// Proven by a complete search to the end of the game.
    Exact,
    /// The sign is proven (win, draw or loss), the margin is not.
    WinLossDraw,
    /// Searched to the end of the game, but with unsound pruning: likely, not proven. The confidence is that of ProbCut, or
    /// lower if late moves were also reduced.
    Selective(Confidence),
    /// Estimated by the evaluation of unfinished positions.
    Estimate,
}

impl Certainty {
    /// Returns true if the score, or at least its sign, is proven.
    pub const fn is_proven(self) -> bool {
        matches!(self, Self::Exact | Self::WinLossDraw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_prints_its_sign() {
        assert_eq!(Score::of(18).to_string(), "+18");
        assert_eq!(Score::of(0).to_string(), "+0");
        assert_eq!(format!("{:>4}", Score::of(-4)), "  -4");
        assert_eq!(-Score::of(100), Score::MIN);
    }

    #[test]
    fn a_window_near_the_end_of_the_scale_stays_open() {
        for centre in -64..=64 {
            let window = Window::around(centre, 1);
            assert!(window.contains(centre), "{centre}: {window:?}");
            assert_eq!(window.negated().negated(), window);
        }
    }
}
