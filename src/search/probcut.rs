//! ProbCut: pruning by the result of a shallow search, at a given confidence.

use super::compiled::Compiled;
use super::node::Node;
use super::parameters::{Check, PROBCUT_NESTING};
use super::worker::Worker;
use crate::eval::Estimate;

impl<K: Compiled> Worker<'_, K> {
    /// Multi-ProbCut (Michael Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation
    /// function for Othello", 1997): if a shallow search is so far beyond alpha that the deep one would
    /// very likely agree, its bound is used. The cheapest check comes first. Unsound: right only as often as the
    /// confidence says. Off at full confidence.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Option<i32> {
        self.confidence.deviations()?;
        let estimate = self.evaluate(node);
        if let Some(bound) = self.static_cut(estimate, alpha, depth, empties) {
            return Some(bound);
        }
        if self.nested >= PROBCUT_NESTING {
            return None;
        }
        let estimate = estimate.discs();
        let beta = alpha + 1;
        // A search hardly reaches what the evaluation is far from.
        let far = Estimate(self.margin(Check::Static, depth, empties)? / 2).discs();
        for check in [Check::Quarter, Check::Half] {
            let Some(shallow) = check.depth(depth) else {
                continue;
            };
            let error = Estimate(self.margin(check, depth, empties)?).discs();
            let high = beta + error;
            if estimate >= beta - far && high <= 64 {
                self.nested += 1;
                let score = K::null_window(self, node, high - 1, shallow);
                self.nested -= 1;
                if score >= high && !self.stopped {
                    return Some(beta);
                }
            }
            let low = alpha - error;
            if estimate <= alpha + far && low >= -64 {
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

    /// Returns the bound if the evaluation alone is far enough beyond alpha.
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
        // An estimate above this rounds to more than alpha.
        let limit = Estimate::most(alpha).0;
        if estimate.0 - margin > limit {
            Some(alpha + 1)
        } else if estimate.0 + margin <= limit {
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
