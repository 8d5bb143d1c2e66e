//! ProbCut: pruning by the result of a shallow search, at a given confidence.

use super::compiled::Compiled;
use super::node::Node;
use super::parameters::{PROBCUT_DEPTH, PROBCUT_ERROR, PROBCUT_NESTING, probcut_depth};
use super::worker::Worker;

impl<K: Compiled> Worker<'_, K> {
    /// Multi-ProbCut (Michael Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation
    /// function for Othello", 1997): if a shallow search is so far beyond alpha that the deep one would
    /// very likely agree, its bound is used. Unsound: right only as often as the confidence says.
    /// Off at full confidence.
    #[inline(always)]
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Option<i32> {
        let deviations = self.confidence.deviations()?;
        if depth < PROBCUT_DEPTH || self.nested >= PROBCUT_NESTING {
            return None;
        }
        let shallow = probcut_depth(depth);
        let error = (deviations * PROBCUT_ERROR.sigma(empties, depth, shallow)).round() as i32;
        let rough = (deviations * PROBCUT_ERROR.sigma(empties, depth, 0)).round() as i32;
        let estimate = self.estimate(node);
        let beta = alpha + 1;
        let high = beta + error;
        if estimate >= beta - rough / 2 && high <= 64 {
            self.nested += 1;
            let score = K::null_window(self, node, high - 1, shallow);
            self.nested -= 1;
            if score >= high && !self.stopped {
                return Some(beta);
            }
        }
        let low = alpha - error;
        if estimate <= alpha + rough / 2 && low >= -64 {
            self.nested += 1;
            let score = K::null_window(self, node, low, shallow);
            self.nested -= 1;
            if score <= low && !self.stopped {
                return Some(alpha);
            }
        }
        None
    }
}
