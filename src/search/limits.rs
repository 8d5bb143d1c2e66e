//! The limits of a search: depth, time, nodes and certainty.

use std::time::Duration;

use super::parameters::{
    CONFIDENCE_BEFORE_SOLVING, SELECTIVE_PASSES, SINGLE_PLIES, TIMED_SELECTIVE_PASSES,
    depth_before_solving, depth_before_timed_end,
};
use super::score::Confidence;

/// The limits of a search. The first limit reached ends it; by default it runs until the position is
/// solved. There is a method for each limit that is set, and a field to read it or to remove it.
///
/// ```
/// use reversi::search::Limits;
/// use std::time::Duration;
///
/// let hint = Limits::depth(12);
/// let move_in_two_seconds = Limits::time(Duration::from_secs(2));
/// let proof = Limits::solve();
/// let engine = Limits::depth(10).with_exact_from(20);
/// # assert_eq!(engine.depth, Some(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The depth in plies in the midgame; `None` for no limit.
    pub depth: Option<u32>,
    /// The most empty squares at which a position is solved, regardless of `depth`.
    pub exact_from: u32,
    /// The confidence at which the midgame search prunes.
    pub confidence: Confidence,
    /// The confidence of a solution; below [`Confidence::Full`] it is not a proof.
    pub end_confidence: Confidence,
    /// True if a solution only has to distinguish win, draw and loss.
    pub win_loss_draw: bool,
    /// The time after which the search stops.
    pub time: Option<Duration>,
    /// The time after which no deeper iteration starts.
    pub enough_time: Option<Duration>,
    /// The number of positions after which the search stops. It may overshoot by a few thousand.
    pub nodes: Option<u64>,
    /// The number of depths in a row with the same best moves and scores after which no deeper estimate is made.
    /// Shallow depths do not count, and a search to the end of the game runs to its end.
    pub settled: Option<u32>,
}

impl Limits {
    /// Returns limits that solve the position.
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
            settled: None,
        }
    }

    /// Returns a depth limit in plies, which also holds near the end of the game.
    pub const fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            exact_from: 0,
            ..Self::solve()
        }
    }

    /// Returns a time limit.
    pub const fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::solve()
        }
    }

    /// Returns a limit on the number of positions visited.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::solve()
        }
    }

    /// Returns the limits with the most empty squares at which a position is solved.
    #[must_use]
    pub const fn with_exact_from(mut self, empties: u32) -> Self {
        self.exact_from = empties;
        self
    }

    /// Returns the limits with the confidence at which the midgame search prunes.
    #[must_use]
    pub const fn with_confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }

    /// Returns the limits with the confidence of a solution.
    #[must_use]
    pub const fn with_end_confidence(mut self, confidence: Confidence) -> Self {
        self.end_confidence = confidence;
        self
    }

    /// Returns the limits with the time after which the search stops.
    #[must_use]
    pub const fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Returns the limits with the time after which no deeper iteration starts.
    #[must_use]
    pub const fn with_enough_time(mut self, time: Duration) -> Self {
        self.enough_time = Some(time);
        self
    }

    /// Returns the limits with the number of positions after which the search stops.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Returns the limits with the number of depths that agree after which no deeper estimate is made.
    #[must_use]
    pub const fn with_settled(mut self, depths: u32) -> Self {
        self.settled = Some(depths);
        self
    }

    /// Returns the limits for a solution that only distinguishes win, draw and loss.
    #[must_use]
    pub const fn with_win_loss_draw(mut self) -> Self {
        self.win_loss_draw = true;
        self
    }

    /// Returns what is left of these limits after a search; `None` if it has used them up.
    pub fn after(&self, search: &super::SearchInfo) -> Option<Self> {
        let rest = |time: Duration| time.checked_sub(search.elapsed).filter(|t| !t.is_zero());
        let mut limits = *self;
        for time in [&mut limits.time, &mut limits.enough_time]
            .into_iter()
            .flatten()
        {
            *time = rest(*time)?;
        }
        if let Some(nodes) = &mut limits.nodes {
            *nodes = nodes.checked_sub(search.nodes).filter(|&left| left > 0)?;
        }
        Some(limits)
    }

    /// Returns true if time or nodes are limited.
    pub(super) const fn is_limited(&self) -> bool {
        self.time.is_some() || self.enough_time.is_some() || self.nodes.is_some()
    }

    /// Returns the depth and confidence of each iteration, where each prepares the next.
    ///
    /// Depths rise by two plies and share the parity of the last, because estimates depend on which side moves last. To
    /// depth 24, 30 positions of 40 empty squares take 85 million nodes, by single plies 113 million; the scores of 69
    /// positions of 30 empty squares were as accurate.
    pub(super) fn iterations(&self, empties: u32) -> Vec<(u32, Confidence)> {
        if let Some(last) = self.depth
            && last < empties
            && empties > self.exact_from
        {
            return (1..=last)
                .filter(|depth| *depth <= SINGLE_PLIES || depth % 2 == last % 2)
                .map(|depth| (depth, self.confidence))
                .collect();
        }
        let mut iterations = Vec::new();
        let (last, confidence, passes) = if self.is_limited() {
            (
                depth_before_timed_end(empties),
                self.confidence,
                TIMED_SELECTIVE_PASSES,
            )
        } else {
            (
                depth_before_solving(empties),
                self.confidence.max(CONFIDENCE_BEFORE_SOLVING),
                SELECTIVE_PASSES,
            )
        };
        let depths = (2 - last % 2..=last).step_by(2);
        iterations.extend(depths.map(|depth| (depth, confidence)));
        for (confidence, from) in passes {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchInfo;

    #[test]
    fn depths_lead_to_the_last_with_its_parity() {
        let depths = |limits: Limits, empties| -> Vec<u32> {
            let iterations = limits.iterations(empties).into_iter();
            iterations.map(|(depth, _)| depth).collect()
        };
        for last in 1..=30 {
            let depths = depths(Limits::depth(last), 40);
            let single: Vec<u32> = (1..=last.min(SINGLE_PLIES)).collect();
            assert!(depths.starts_with(&single), "{depths:?}");
            assert!(depths.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(depths.last(), Some(&last));
            let mut deep = depths.iter().filter(|depth| **depth > SINGLE_PLIES);
            assert!(deep.all(|depth| depth % 2 == last % 2), "{depths:?}");
        }
        for empties in 1..=60 {
            for limits in [Limits::solve(), Limits::nodes(1000)] {
                let depths = depths(limits, empties);
                assert!(depths.is_sorted());
                assert!(depths.iter().all(|depth| depth % 2 == empties % 2));
                assert_eq!(depths.last(), Some(&empties));
            }
        }
    }

    #[test]
    fn a_second_search_gets_what_the_first_has_left() {
        let limits = Limits {
            time: Some(Duration::from_secs(8)),
            enough_time: Some(Duration::from_secs(4)),
            nodes: Some(1000),
            ..Limits::depth(20)
        };
        let after = |seconds, nodes| {
            limits.after(&SearchInfo {
                elapsed: Duration::from_secs(seconds),
                nodes,
                ..SearchInfo::default()
            })
        };
        let rest = Limits {
            time: Some(Duration::from_secs(5)),
            enough_time: Some(Duration::from_secs(1)),
            nodes: Some(400),
            ..limits
        };
        assert_eq!(after(3, 600), Some(rest));
        assert_eq!(after(4, 600), None, "no iteration may start");
        assert_eq!(after(9, 600), None);
        assert_eq!(after(3, 1000), None);
    }
}
