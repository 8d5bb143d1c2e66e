//! Solving set problems: a proven score, compared with listed scores.

use super::info::{Handler, SearchInfo};
use super::limits::Limits;
use super::score::Score;
use super::searcher::Searcher;
use crate::board::Board;
use crate::square::Square;

/// What to solve about a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Only win, draw or loss.
    pub win_loss_draw: bool,
    /// The score of every legal move, not just the best.
    pub every_move: bool,
}

/// A listed score that differs from the score found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The move.
    pub square: Square,
    /// The listed score.
    pub listed: i32,
    /// The score found; for win, draw or loss only the sign counts.
    pub found: Score,
}

/// A solved problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The result of the search; its first line is the solution.
    pub result: SearchInfo,
    /// The listed scores that are wrong; empty if all comparable scores agree.
    pub differences: Vec<Difference>,
}

/// Solves a board and compares the result with listed scores: each searched move with its listed
/// score, and the best move's score with the highest listed one.
pub fn solve(
    searcher: &mut Searcher,
    board: Board,
    listed: &[(Square, i32)],
    goal: Goal,
    handler: &mut dyn Handler,
) -> Solution {
    let limits = Limits {
        win_loss_draw: goal.win_loss_draw,
        ..Limits::solve()
    };
    let count = if goal.every_move { 64 } else { 1 };
    let result = searcher.analyse(board, count, &limits, handler);
    let differs = |listed: i32, found: Score| {
        if goal.win_loss_draw {
            listed.signum() != found.discs().signum()
        } else {
            listed != found.discs()
        }
    };
    let mut differences = Vec::new();
    for line in result
        .moves
        .iter()
        .filter(|line| line.certainty.is_proven())
    {
        for &(square, score) in listed {
            if line.square == Some(square) && differs(score, line.score) {
                differences.push(Difference {
                    square,
                    listed: score,
                    found: line.score,
                });
            }
        }
    }
    // The best listed move is not the one found, but would be better, or the other way round.
    if let Some(&(square, best)) = listed.iter().max_by_key(|(_, score)| *score)
        && differences.is_empty()
        && result.certainty().is_proven()
        && differs(best, result.score())
    {
        differences.push(Difference {
            square,
            listed: best,
            found: result.score(),
        });
    }
    Solution {
        result,
        differences,
    }
}
