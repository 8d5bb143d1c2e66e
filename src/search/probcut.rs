//! Owns ProbCut: pruning what a shallow search says will not matter, at a stated confidence.

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
///
/// Measured on some ten thousand tournament positions with up to three random moves added, searched
/// at full confidence to depths 1 to 8 and, with up to 18 empties, solved: it grows with the root of
/// the plies left out, shrinks as the shallow search gets deeper, and is largest near the end. The
/// rows that were measured are met within a fifth.
#[allow(clippy::cast_precision_loss)] // at most 64
fn sigma(empties: u32, depth: u32, shallow: u32) -> f32 {
    let (empties, depth, shallow) = (empties as f32, depth as f32, shallow as f32);
    let plain = 2.25 * (depth - shallow).sqrt() + 0.12 * (4.0 - shallow);
    let midgame = if shallow == 0.0 { 1.2 * plain } else { plain };
    if depth >= empties {
        // Against the true end of the game an evaluation is further off than against itself.
        return (1.2 * midgame).min((11.4 - 0.57 * shallow).max(4.0));
    }
    let quiet = 1.0 - 0.0165 * (empties - 16.0);
    midgame * quiet.clamp(0.4, 1.0)
}
