//! The bench: a fixed set of searches whose node totals are the signature of the search.
//!
//! A change that does not affect what is searched leaves the totals unchanged; any other change alters
//! them. The bench uses one thread and a fresh table for each position.

use std::time::{Duration, Instant};

use super::limits::Limits;
use super::searcher::Searcher;
use crate::bitboard::AnyKernel;
use crate::board::Board;
use crate::perft::perft_by;

/// The depth of the perft part.
const PERFT_DEPTH: u32 = 10;

/// The depth of the midgame part.
const MIDGAME_DEPTH: u32 = 15;

/// Positions from the opening to the middle of the game, player and opponent. They come from shallow searches playing
/// on from eight named openings.
const MIDGAME: [Board; 8] = [
    board(0x0000_2030_0c04_0000, 0x0000_140c_1010_0000),
    board(0x0008_0202_1000_0400, 0x0004_1c1c_0c0c_1800),
    board(0x0000_1030_3010_2870, 0x0008_0c0c_0c2c_1000),
    board(0x0004_0000_5e00_1000, 0x0018_3c1e_207c_2808),
    board(0x0018_1103_1f1e_0800, 0x0004_2e3c_2060_0400),
    board(0x0000_385c_6cfc_0200, 0x0080_c0a0_1302_3c30),
    board(0x0020_303a_363b_00e0, 0x0000_0e04_08c4_fc1c),
    board(0x0000_1a17_3b37_2000, 0x0f1f_6528_0408_1c04),
];

/// Positions near the end, which are solved: numbers 1, 5, 16 and 40 of the FFO endgame test set.
const ENDGAME: [Board; 4] = [
    board(0x3e0c_0d2b_772b_7000, 0x0071_7254_8814_0e7c),
    board(0x0019_d6d6_c8f0_a07c, 0x7c24_2829_370d_1c00),
    board(0x7eb8_b99d_0f0f_0028, 0x0006_4662_7030_1c12),
    board(0x0101_3123_0301_0100, 0x9e7e_cedc_fc1e_0800),
];

const fn board(player: u64, opponent: u64) -> Board {
    Board::new_unchecked(player, opponent)
}

/// A part of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// What it measures: `perft`, `endgame` or `midgame`.
    pub name: &'static str,
    /// The number of positions.
    pub positions: usize,
    /// The total number of nodes visited: the signature. For perft the number of leaves.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

impl Part {
    /// Returns the nodes per second.
    #[allow(clippy::cast_precision_loss)] // a rate to be read by people
    pub fn rate(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Runs the bench: perft, the endgame and the midgame. It takes about a second. The nodes are the same for every kernel.
pub fn bench(kernel: AnyKernel) -> [Part; 3] {
    let begin = Instant::now();
    let perft = Part {
        name: "perft",
        positions: 1,
        nodes: perft_by(kernel, Board::START, PERFT_DEPTH),
        elapsed: begin.elapsed(),
    };
    let mut searcher = Searcher::new(16).with_kernel(kernel);
    let mut part = |name, boards: &[Board], limits: &Limits| {
        let mut sum = Part {
            name,
            positions: boards.len(),
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        for &board in boards {
            searcher.clear();
            let result = searcher.search(board, limits, &mut ());
            sum.nodes += result.nodes;
            sum.elapsed += result.elapsed;
        }
        sum
    };
    [
        perft,
        part("endgame", &ENDGAME, &Limits::solve()),
        part("midgame", &MIDGAME, &Limits::depth(MIDGAME_DEPTH)),
    ]
}
