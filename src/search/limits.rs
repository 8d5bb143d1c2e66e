//! How far a search may go.

use std::time::Duration;

use super::parameters::{
    SECOND_SELECTIVE_PASS_EMPTIES, SELECTIVE_PASS_EMPTIES, SOLVE_BY_TWOS_EMPTIES,
    depth_before_solving,
};
use super::score::Confidence;

/// What ends a search. Whichever limit comes first ends it; by default nothing does but the end of
/// the game.
///
/// ```
/// use reversi::search::Limits;
/// use std::time::Duration;
///
/// let hint = Limits::depth(12);
/// let move_in_two_seconds = Limits::time(Duration::from_secs(2));
/// let proof = Limits::solve();
/// let engine = Limits { exact_from: 20, ..Limits::depth(10) };
/// # assert_eq!(engine.depth, Some(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead in the midgame. `None`: as deep as it goes.
    pub depth: Option<u32>,
    /// With at most so many empty squares the position is solved, whatever `depth` says.
    pub exact_from: u32,
    /// How sure the midgame search is of what it prunes.
    pub confidence: Confidence,
    /// How sure a solution has to be; below [`Confidence::Full`] it is not a proof.
    pub end_confidence: Confidence,
    /// A solution need only tell win, draw and loss apart.
    pub win_loss_draw: bool,
    /// The search is stopped after this time.
    pub time: Option<Duration>,
    /// After this time no deeper iteration is begun.
    pub enough_time: Option<Duration>,
    /// The search is stopped after visiting so many positions (a few thousand more, in steps).
    pub nodes: Option<u64>,
}

impl Limits {
    /// No limit: the position is solved.
    #[must_use]
    pub const fn solve() -> Self {
        Self {
            depth: None,
            exact_from: 64,
            confidence: Confidence::C73,
            end_confidence: Confidence::Full,
            win_loss_draw: false,
            time: None,
            enough_time: None,
            nodes: None,
        }
    }

    /// So many plies, at the end of the game too.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            exact_from: 0,
            ..Self::solve()
        }
    }

    /// As deep as a time allows.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::solve()
        }
    }

    /// As deep as a number of visited positions allows.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::solve()
        }
    }

    /// The iterations: depth and confidence, each a preparation of the next.
    pub(super) fn iterations(&self, empties: u32) -> Vec<(u32, Confidence)> {
        if let Some(last) = self.depth
            && last < empties
            && empties > self.exact_from
        {
            return (1..=last).map(|depth| (depth, self.confidence)).collect();
        }
        let mut iterations = Vec::new();
        let (first, step) = if empties <= SOLVE_BY_TWOS_EMPTIES {
            (2 + empties % 2, 2)
        } else {
            (1, 1)
        };
        let depths = (first..=depth_before_solving(empties)).step_by(step);
        iterations.extend(depths.map(|depth| (depth, self.confidence)));
        for (confidence, from) in [
            (Confidence::C50, SELECTIVE_PASS_EMPTIES),
            (Confidence::C73, SECOND_SELECTIVE_PASS_EMPTIES),
        ] {
            if empties >= from && confidence < self.end_confidence {
                iterations.push((empties, confidence));
            }
        }
        iterations.push((empties, self.end_confidence));
        iterations
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::solve()
    }
}
