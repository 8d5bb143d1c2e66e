//! Owns ProbCut: pruning what a shallow search says will not matter, at a stated confidence.

use super::score::Confidence;
use super::worker::Worker;
use crate::board::Board;

const LEAST_DEPTH: u32 = 3;

impl Worker<'_> {
    /// Multi-ProbCut (Michael Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation
    /// function for Othello", 1997): when a shallow search is so far beyond alpha that the deep one
    /// would hardly come back, its bound is taken. Never sound; the confidence says how often it is
    /// right. Off at full confidence.
    pub(super) fn probcut(
        &mut self,
        board: Board,
        alpha: i32,
        depth: u32,
        empties: u32,
    ) -> Option<i32> {
        let deviations = self.confidence.deviations()?;
        if depth < LEAST_DEPTH || self.nested >= 2 {
            return None;
        }
        let mut shallow = 2 * (depth / 4) + (depth & 1);
        if shallow == 0 {
            shallow = depth - 2;
        }
        let error = (deviations * sigma(empties, depth, shallow)).round() as i32;
        let rough = (deviations * sigma(empties, depth, 0)).round() as i32;
        let estimate = self.estimate(board);
        let beta = alpha + 1;
        let high = beta + error;
        if estimate >= beta - rough / 2 && high <= 64 {
            self.nested += 1;
            let score = self.null_window(board, high - 1, shallow);
            self.nested -= 1;
            if score >= high && !self.stopped {
                return Some(beta);
            }
        }
        let low = alpha - error;
        if estimate <= alpha + rough / 2 && low >= -64 {
            self.nested += 1;
            let score = self.null_window(board, low, shallow);
            self.nested -= 1;
            if score <= low && !self.stopped {
                return Some(alpha);
            }
        }
        None
    }
}

/// The standard deviation of the difference between a search and a shallower one, in discs.
pub(super) fn sigma(empties: u32, depth: u32, shallow: u32) -> f32 {
    let (e, d, s) = (empties as f32, depth as f32, shallow as f32);
    let _ = e;
    2.5 + 0.35 * (d - s) - 0.1 * s.min(6.0)
}

#[allow(dead_code)]
const _: Option<Confidence> = None;
