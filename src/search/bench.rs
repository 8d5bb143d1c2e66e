//! The bench: a fixed set of searches whose node total is the signature of the search.
//!
//! A change that does not affect what is searched leaves the total unchanged; any other change alters
//! it. The bench uses one thread and a fresh table for each position.

use std::time::Duration;

use super::limits::Limits;
use super::searcher::Searcher;
use crate::bitboard::AnyKernel;
use crate::board::Board;

/// Positions from the opening to the endgame, player and opponent, and the depth to search them.
/// They come from shallow searches playing on from eight named openings; the last four
/// are from the FFO endgame test set (numbers 1, 5, 16 and 40), which is solved.
const POSITIONS: [(Board, Option<u32>); 12] = [
    (
        board(0x0000_2030_0c04_0000, 0x0000_140c_1010_0000),
        Some(10),
    ),
    (
        board(0x0008_0202_1000_0400, 0x0004_1c1c_0c0c_1800),
        Some(10),
    ),
    (
        board(0x0000_1030_3010_2870, 0x0008_0c0c_0c2c_1000),
        Some(10),
    ),
    (
        board(0x0004_0000_5e00_1000, 0x0018_3c1e_207c_2808),
        Some(10),
    ),
    (
        board(0x0018_1103_1f1e_0800, 0x0004_2e3c_2060_0400),
        Some(10),
    ),
    (
        board(0x0000_385c_6cfc_0200, 0x0080_c0a0_1302_3c30),
        Some(10),
    ),
    (
        board(0x0020_303a_363b_00e0, 0x0000_0e04_08c4_fc1c),
        Some(10),
    ),
    (
        board(0x0000_1a17_3b37_2000, 0x0f1f_6528_0408_1c04),
        Some(10),
    ),
    (board(0x3e0c_0d2b_772b_7000, 0x0071_7254_8814_0e7c), None),
    (board(0x0019_d6d6_c8f0_a07c, 0x7c24_2829_370d_1c00), None),
    (board(0x7eb8_b99d_0f0f_0028, 0x0006_4662_7030_1c12), None),
    (board(0x0101_3123_0301_0100, 0x9e7e_cedc_fc1e_0800), None),
];

const fn board(player: u64, opponent: u64) -> Board {
    Board::new_unchecked(player, opponent)
}

/// The result of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The number of positions searched.
    pub positions: usize,
    /// The total number of nodes visited: the signature.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

impl Bench {
    /// Returns the nodes per second.
    #[allow(clippy::cast_precision_loss)] // a rate to be read by people
    pub fn rate(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Runs the bench; it takes about a second. The nodes are the same for every kernel.
pub fn bench(kernel: AnyKernel) -> Bench {
    let mut searcher = Searcher::new(16).with_kernel(kernel);
    let mut sum = Bench {
        positions: POSITIONS.len(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for (board, depth) in POSITIONS {
        let limits = depth.map_or_else(Limits::solve, Limits::depth);
        searcher.clear();
        let result = searcher.search(board, &limits, &mut ());
        sum.nodes += result.nodes;
        sum.elapsed += result.elapsed;
    }
    sum
}
