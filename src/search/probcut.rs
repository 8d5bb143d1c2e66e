//! ProbCut: pruning by the result of a shallow search, at a given confidence.

use super::compiled::Compiled;
use super::node::Node;
use super::parameters::{Check, PROBCUT_NESTING};
use super::score::Confidence;
use super::worker::Worker;
use crate::eval::Estimate;

impl<K: Compiled> Worker<'_, K> {
    /// Returns whether the search prunes without proof.
    #[inline(always)]
    pub(super) fn is_selective(&self) -> bool {
        self.confidence != Confidence::Full
    }

    /// Multi-ProbCut (Michael Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation
    /// function for Othello", 1997): if a shallow search is so far beyond alpha that the deep one would
    /// very likely agree, its bound is used. The cheapest search comes first. Unsound: right only as often as the
    /// confidence says. Off at full confidence.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        estimate: Estimate,
        alpha: i32,
        depth: u32,
    ) -> Option<i32> {
        if self.nested >= PROBCUT_NESTING {
            return None;
        }
        let (empties, beta) = (node.board.empty_count(), alpha + 1);
        // A search is unlikely to reach what the evaluation is far from.
        let far = self.margin(Check::Static, depth, empties)? / 2;
        let (low_end, high_end) = (estimate.0 - far, estimate.0 + far);
        for check in [Check::Quarter, Check::Half] {
            let Some(shallow) = check.depth(depth) else {
                continue;
            };
            let error = Estimate(self.margin(check, depth, empties)?).discs();
            let high = beta + error;
            if Estimate(high_end).discs() >= beta && high <= 64 {
                self.nested += 1;
                let score = K::null_window(self, node, high - 1, shallow);
                self.nested -= 1;
                if score >= high && !self.stopped {
                    return Some(beta);
                }
            }
            let low = alpha - error;
            if Estimate(low_end).discs() <= alpha && low >= -64 {
                self.nested += 1;
                let score = K::null_window(self, node, low, shallow);
                self.nested -= 1;
                if score <= low && !self.stopped {
                    return Some(alpha);
                }
            }
        }
        None
    }

    /// `ProbCut` by the evaluation alone, in the last plies: returns the bound if the estimate is far enough beyond
    /// alpha. Unsound like the above, and off at full confidence.
    #[inline(always)]
    pub(super) fn static_cut(
        &self,
        estimate: Estimate,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Option<i32> {
        Check::Static.depth(depth)?;
        let margin = self.margin(Check::Static, depth, empties)?;
        // A greater estimate rounds to more than alpha.
        let limit = Estimate::most(alpha).0;
        // No score is beyond 64 discs, though an estimate may be.
        if estimate.0 - margin > limit && alpha < 64 {
            Some(alpha + 1)
        } else if estimate.0 + margin <= limit && alpha >= -64 {
            Some(alpha)
        } else {
            None
        }
    }

    /// Returns the margin of a check, in the units of an [`Estimate`]; `None` at full confidence.
    #[inline(always)]
    fn margin(&self, check: Check, depth: u32, empties: u32) -> Option<i32> {
        let deviations = self.confidence.deviations()?;
        Some((deviations * self.shared.margins.get(check, depth, empties)) as i32)
    }
}
