//! The tuning parameters of the search: what each means and where its value comes from.
//!
//! Unless a comment says otherwise, a value was chosen by hand and by trial, without systematic
//! measurements. No parameter affects correctness: at full confidence they change only the time that a
//! search takes. `reversi bench` shows how a change affects the number of nodes and the time.

use std::sync::LazyLock;

use super::score::Confidence;
use crate::eval::Estimate;

// ---- Which search runs ----

/// The most empty squares at which a search to the end of the game runs without an evaluation.
/// With the faster evaluation, 12 takes 5 % fewer nodes than 13 in the same time (FFO 40-48), 11 as many as 12.
pub(super) const ENDGAME_EMPTIES: u32 = 12;

/// The most empty squares at which an endgame node uses the small table of its thread, which stays in
/// the processor's cache; above, it uses the shared table.
pub(super) const THREAD_TABLE_EMPTIES: u32 = 11;

/// The most empty squares at which an endgame node uses neither a table nor a move list, but orders
/// moves by parity alone.
pub(super) const PARITY_SEARCH_EMPTIES: u32 = 6;

/// The minimum depth at which a midgame node uses the table, moves ordered by a shallow search, and ProbCut.
pub(super) const FULL_NODE_DEPTH: u32 = 3;

// ---- Iterative deepening and aspiration ----

/// The most empty squares at which a position is solved without preparatory midgame searches.
pub(super) const SOLVE_AT_ONCE_EMPTIES: u32 = 13;

/// Searches to a fixed depth deepen by single plies up to this depth, since callers read the scores of each; it costs
/// little.
pub(super) const SINGLE_PLIES: u32 = 10;

/// Returns the depth of the last midgame search before a solve: a deeper one would cost more than its
/// better move ordering saves.
pub(super) const fn depth_before_solving(empties: u32) -> u32 {
    if empties <= SOLVE_AT_ONCE_EMPTIES {
        0
    } else if empties > 26 {
        empties - 12
    } else if empties > 22 {
        12 - empties % 2
    } else {
        empties - 10
    }
}

/// The least confidence of the midgame searches before a solve. At 73 % they are faster, but the order of moves that
/// they leave in the table is worse.
pub(super) const CONFIDENCE_BEFORE_SOLVING: Confidence = Confidence::C87;

/// Returns the same for a search with a limit of time or nodes. It may never reach the proof, so it deepens
/// for longer and then goes to the end with ever more confidence. From 30 empty squares, the first search to the end
/// takes twenty times as many nodes as one to depth 23, often more than the limit leaves. The depths in between fill
/// that gap and prepare it: deepening to 4 plies before the end instead of 7 takes 14 % fewer nodes in all.
pub(super) const fn depth_before_timed_end(empties: u32) -> u32 {
    if empties <= SOLVE_AT_ONCE_EMPTIES {
        0
    } else if empties > 22 {
        empties - 4
    } else {
        empties - 8
    }
}

/// The least depth that counts for [`Limits::settled`](super::Limits::settled): shallower searches may agree by chance.
pub(super) const SETTLED_FROM_DEPTH: u32 = 14;

/// The selective searches to the end that precede a proof, and the fewest empty squares for each.
pub(super) const SELECTIVE_PASSES: [(Confidence, u32); 3] = [
    (Confidence::C73, 18),
    (Confidence::C87, 22),
    (Confidence::C95, 25),
];

/// The same for a search with a limit of time or nodes.
pub(super) const TIMED_SELECTIVE_PASSES: [(Confidence, u32); 3] = [
    (Confidence::C73, 18),
    (Confidence::C87, 22),
    (Confidence::C95, 26),
];

/// Half the width of the first aspiration window around the expected score, in discs.
pub(super) const ASPIRATION_MIDGAME: i32 = 4;
/// The same for a proof: final scores are even, so a window of one disc contains a single score.
pub(super) const ASPIRATION_EXACT: i32 = 1;
/// The same for a selective search to the end.
pub(super) const ASPIRATION_SELECTIVE: i32 = 2;
/// The largest width of the window, which doubles with each miss; beyond this it becomes the full window.
pub(super) const ASPIRATION_WIDEST: i32 = 16;

// ---- Order of moves ----

/// The value of moving to each square when nothing else is known, for one quarter of the board: corners
/// are best, the squares next to them worst.
pub(super) const SQUARE_ORDER: [[i8; 4]; 4] =
    [[9, 2, 7, 6], [2, 1, 3, 4], [7, 3, 6, 5], [6, 4, 5, 0]];

/// The value of each move fewer that the opponent has in the last two plies, in units of [`SQUARE_ORDER`]. From 2 to
/// 4, and with corners counted once to four times, the nodes differ by less than 2 %.
pub(super) const SHALLOW_MOBILITY: i32 = 3;

/// Returns the depth of the search that orders the moves of a midgame node; 0 is the evaluation alone. Deeper ones save
/// no nodes: FFO 40-48 takes 2 % more, and 5 to 10 % more time, if the depth is 1 from depth 13 on.
pub(super) const fn ordering_plies(depth: u32) -> u32 {
    match depth {
        0..=18 => 0,
        19..=23 => 1,
        24..=27 => 2,
        28..=30 => 3,
        _ => 4,
    }
}

/// The margin in discs of that search's window above alpha: better moves need no ordering.
pub(super) const ORDERING_MARGIN: i32 = 12;

/// The bonus in midgame move ordering for each move fewer that the opponent has, in 64ths of a disc.
pub(super) const MIDGAME_MOBILITY: i32 = 96;
/// The same in searches to the end, where small trees matter more. FFO 40-48 takes 3 % fewer nodes than with 96, and as
/// many from 140 to 220.
pub(super) const SOLVE_MOBILITY: i32 = 160;

/// The weights of endgame move ordering: mobility of the opponent with corners counted twice, then
/// stable edge discs and potential mobility, then parity.
pub(super) const ENDGAME_MOBILITY: i32 = 1024;
/// The weight of an own stable disc on an edge.
pub(super) const ENDGAME_STABLE_EDGE: i32 = 128;
/// The weight of an empty square next to an own disc.
pub(super) const ENDGAME_POTENTIAL_MOBILITY: i32 = 128;
/// The weight of a move into a quadrant with an odd number of empty squares.
pub(super) const ENDGAME_ODD_QUADRANT: i32 = 64;

// ---- Pruning ----

// In searches of a tenth of a second, from 30 empty squares, the values below hardly matter any more: 1,518 tournament
// positions, 2.5 million nodes each (depth 24 to 26), moves judged by searches to the end at 87 %. Discs gained per move,
// with 95 % intervals: twice the nodes +0.017 +- 0.028, half of them -0.017 +- 0.032; margins of ProbCut 1.36 times as
// wide +0.013 +- 0.043, 0.8 times -0.053 +- 0.049; no late move reductions +0.001 +- 0.040, from the fourth move on -0.017
// +- 0.042; ProbCut nested once +0.025 +- 0.033, three times +0.017 +- 0.018.

/// The minimum depth at which a midgame node looks up all its children before it searches one (enhanced transposition
/// cutoff): below it, searches to depth 16 take 2 % more nodes without it and 2 % fewer instructions.
pub(super) const ENHANCED_CUTOFF_DEPTH: u32 = 6;

/// The lowest alpha, by empty squares, at which the opponent's stable discs are counted: below it there are
/// hardly ever enough to matter. Chosen by measuring how often the count causes a cutoff.
pub(super) static STABILITY_ALPHA: [i8; 64] = {
    let mut table = [99; 64];
    let mut empties = 4;
    while empties < 64 {
        let alpha = 2 * empties - 4;
        #[allow(clippy::cast_possible_truncation)] // at most 60
        {
            table[empties] = if alpha > 60 { 60 } else { alpha as i8 };
        }
        empties += 1;
    }
    table
};

/// The moves of a node that are searched to the whole depth at once; later ones first [`LATE_MOVE_REDUCTION`] plies less
/// deep. 240 tournament positions of 36 empty squares to depth 21 take 1.12 million nodes on average instead of 1.68, and
/// are as near to depth 25 at 87 % (root mean square 1.38 discs, without it 1.42; the same move in 86 %). From the fourth
/// move on: 0.89 million, 1.52 discs; from the seventh: 1.47 million, 1.43 discs.
pub(super) const LATE_MOVES: usize = 4;
/// The plies by which a late move is searched less deep at first. The parity of the depth stays, since estimates depend on
/// it. With 2: 1.29 million nodes, 1.41 discs; with 6: 1.13 million, 1.47 discs.
pub(super) const LATE_MOVE_REDUCTION: u32 = 4;
/// The highest confidence at which a search to the end of the game also reduces late moves, if time or nodes are limited.
/// The first such search then finishes in time more often: from 30 empty squares it takes 17 million nodes instead of 41.
/// Without a limit it only prepares a proof, and less accurate scores slow that down: FFO 40-48 takes 7 % more nodes.
pub(super) const LATE_MOVES_TO_THE_END: Confidence = Confidence::C73;
/// The confidence that such a search reports, lower than that of its ProbCut. In 410 tournament positions of 20 to 24
/// empty squares it finds the exact score in 73 % (in 62 % of those of 24), without reductions in 78 % (70 %).
pub(super) const CONFIDENCE_WITH_LATE_MOVES: Confidence = Confidence::C50;

/// The maximum nesting of ProbCut searches.
pub(super) const PROBCUT_NESTING: u32 = 2;

/// A search or an evaluation that predicts a deeper search, for ProbCut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The evaluation alone.
    Static,
    /// A search of about a quarter of the depth.
    Quarter,
    /// A search of about half the depth.
    Half,
}

impl Check {
    /// All checks, the cheapest first.
    pub const ALL: [Self; 3] = [Self::Static, Self::Quarter, Self::Half];

    /// Returns the depth that the check searches to predict a deeper search; `None` if it is not used for that depth.
    ///
    /// It has the parity of the deeper one, because estimates depend on which side moves last, except in the last
    /// plies.
    pub const fn depth(self, depth: u32) -> Option<u32> {
        match self {
            Self::Static if depth >= 1 && depth <= 4 => Some(0),
            Self::Quarter if depth >= 8 => Some(2 * (depth / 8) + (depth & 1)),
            Self::Half if depth >= 3 => Some(match 2 * (depth / 4) + (depth & 1) {
                0 => depth - 2,
                half => half,
            }),
            _ => None,
        }
    }

    /// Returns the factor of the margin. It is wider for the cheaper checks, whose wrong cuts cost as much and whose
    /// right ones save less. By trial: searches of 400 tournament positions to depth 14 are nearer to nearly full ones
    /// than with equal factors that take the same time.
    const fn width(self) -> f32 {
        match self {
            Self::Static | Self::Quarter => 1.2,
            Self::Half => 1.0,
        }
    }
}

/// The error model: how far, in discs, a search is from a deeper one of the same position.
///
/// A search sees less of what happens the later it happens: the variance grows with the logarithm of the depth. It
/// shrinks with the number of empty squares, since early positions are quieter. The tool `train` measures it and
/// fits these numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The variance at 40 empty squares that does not depend on the depths.
    pub noise: f32,
    /// The variance for each factor of e in the depths, each increased by [`ErrorModel::DEPTH`].
    pub growth: f32,
    /// The variance that the evaluation has in addition.
    pub static_noise: f32,
    /// The fraction by which each empty square beyond 40 reduces the error, and each one less increases it.
    pub quiet_per_empty: f32,
    /// The factor for searches to the end of the game, whose results differ more from estimates.
    pub end_factor: f32,
}

/// Measured on 1,500 tournament positions with up to three random moves added, searched at full confidence to
/// depths 1 to 10 and, with up to 18 empty squares, solved. The factor at the end is wider than the fit of 1.06, by trial.
pub const PROBCUT_ERROR: ErrorModel = ErrorModel {
    noise: 1.5,
    growth: 13.5,
    static_noise: 4.9,
    quiet_per_empty: 0.0265,
    end_factor: 1.2,
};

impl ErrorModel {
    /// What is added to each depth.
    pub const DEPTH: f32 = 4.0;

    /// Returns the standard deviation of the difference between a search and a shallower one, in discs.
    #[allow(clippy::cast_precision_loss)] // at most 64
    pub fn sigma(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let growth = (depth as f32 + Self::DEPTH) / (shallow as f32 + Self::DEPTH);
        let mut variance = self.noise + self.growth * growth.ln();
        if shallow == 0 {
            variance += self.static_noise;
        }
        let end = if depth >= empties {
            self.end_factor
        } else {
            1.0
        };
        end * self.quiet(empties) * variance.sqrt()
    }

    /// Returns the factor for the number of empty squares.
    #[allow(clippy::cast_precision_loss)] // at most 64
    pub fn quiet(&self, empties: u32) -> f32 {
        (1.0 - self.quiet_per_empty * (empties as f32 - 40.0)).clamp(0.5, 1.9)
    }
}

/// The margins of ProbCut in 64ths of a disc for one standard deviation, by check, depth and empty squares.
pub(super) struct Margins([[[f32; 64]; 64]; Check::ALL.len()]);

impl Margins {
    /// Returns the margins, computed once.
    pub(super) fn standard() -> &'static Self {
        #[allow(clippy::cast_precision_loss)] // 64
        const DISC: f32 = Estimate::DISC as f32;
        static MARGINS: LazyLock<Margins> = LazyLock::new(|| {
            Margins(Check::ALL.map(|check| {
                std::array::from_fn(|depth| {
                    std::array::from_fn(|empties| {
                        let (depth, empties) = (depth as u32, empties as u32);
                        let shallow = check.depth(depth).unwrap_or(0).min(depth);
                        let sigma = PROBCUT_ERROR.sigma(empties, depth, shallow);
                        DISC * check.width() * sigma
                    })
                })
            }))
        });
        &MARGINS
    }

    /// Returns the margin of a check.
    #[inline]
    pub(super) fn get(&self, check: Check, depth: u32, empties: u32) -> f32 {
        self.0[check as usize][depth as usize & 63][empties as usize & 63]
    }
}

// ---- Threads and memory ----

/// The fewest empty squares at which a search starts more than one thread; below, that costs too much.
pub(super) const PARALLEL_EMPTIES: u32 = 12;

/// The memory in bytes that must be free for one more thread: its stack, its table and what the others still need, and
/// the 64 MiB of addresses that the C library of Linux may reserve for its heap.
pub(super) const HELPER_MEMORY: usize = 72 << 20;

/// The fewest empty squares at which an endgame node is worth sharing with other threads.
pub(super) const SHARED_ENDGAME_EMPTIES: u32 = 12;

/// The minimum depth at which a midgame node is worth sharing with other threads. 30 positions of 36 empty squares to
/// depth 22 take 2.65 s on one thread and about 1.9 s on two, whether this is 9 or 12.
pub(super) const SHARED_MIDGAME_DEPTH: u32 = 10;

/// The number of nodes between checks for a stop: well under a millisecond.
pub(super) const POLL_NODES: u64 = 8_192;
/// The same in a search with a time limit: a few milliseconds without optimization, too.
pub(super) const TIMED_POLL_NODES: u64 = 512;
/// The same below a shared node, which another thread may refute at any time.
pub(super) const SHARED_POLL_NODES: u64 = 256;

/// The entries in a bucket of the shared table: as many as fit into two cache lines.
pub(super) const TABLE_WAYS: usize = 5;

/// The number of entries of each thread's table, as a power of two: 96 kB, a part of any second-level cache. Larger
/// tables save nodes, but no time.
pub(super) const THREAD_TABLE_BITS: u32 = 12;
