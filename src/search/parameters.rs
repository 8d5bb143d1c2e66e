//! Every number that the search is tuned by: what it means, and how it was found.
//!
//! Unless a comment says otherwise, a value was set by hand and kept by trial; no series of measurements
//! stands behind it. None of them decides whether a proof is right: at full confidence they change the
//! time that a search takes and nothing else. `reversi bench` shows what a change does to the number of
//! nodes and to the time.

// ---- Which search runs ----

/// Up to so many empty squares, a search to the end of the game runs without an evaluation.
pub(super) const ENDGAME_EMPTIES: u32 = 13;

/// Up to so many empty squares, an endgame node uses the small table of its thread, which stays in the
/// processor's cache; above, it uses the table that all threads share.
pub(super) const THREAD_TABLE_EMPTIES: u32 = 10;

/// Up to so many empty squares, an endgame node has neither a table nor a list of moves: moves are
/// ordered by parity alone.
pub(super) const PARITY_SEARCH_EMPTIES: u32 = 6;

/// From this depth on, a midgame node has a table entry, moves ordered by a shallow search, and ProbCut.
pub(super) const FULL_NODE_DEPTH: u32 = 3;

// ---- Iterative deepening and aspiration ----

/// Up to so many empty squares, a position is solved without midgame searches before it.
pub(super) const SOLVE_AT_ONCE_EMPTIES: u32 = ENDGAME_EMPTIES;

/// Up to so many empty squares, the midgame searches before a solution deepen by two plies at a time.
pub(super) const SOLVE_BY_TWOS_EMPTIES: u32 = 26;

/// The depth of the last midgame search before a position is solved: a deeper one would cost more than
/// its better order of moves saves.
pub(super) const fn depth_before_solving(empties: u32) -> u32 {
    if empties <= SOLVE_AT_ONCE_EMPTIES {
        0
    } else if empties > SOLVE_BY_TWOS_EMPTIES {
        empties - 12
    } else if empties > 22 {
        14
    } else {
        empties - 8
    }
}

/// From so many empty squares on, a selective search to the end at 50 % comes before the proof.
pub(super) const SELECTIVE_PASS_EMPTIES: u32 = 18;

/// From so many empty squares on, a second one at 73 % comes after it.
pub(super) const SECOND_SELECTIVE_PASS_EMPTIES: u32 = 24;

/// Half the width of the first aspiration window around the expected score, in discs.
pub(super) const ASPIRATION_MIDGAME: i32 = 4;
/// The same for a proof: final scores are even, so that a window of one disc holds a single score.
pub(super) const ASPIRATION_EXACT: i32 = 1;
/// The same for a selective search to the end.
pub(super) const ASPIRATION_SELECTIVE: i32 = 2;
/// The width doubles with each miss; beyond this the window is opened to all scores.
pub(super) const ASPIRATION_WIDEST: i32 = 16;

// ---- Order of moves ----

/// How good a square is to move to when nothing else is known, for one quarter of the board: corners
/// first, the squares beside them last.
pub(super) const SQUARE_ORDER: [[i8; 4]; 4] =
    [[9, 2, 7, 6], [2, 1, 3, 4], [7, 3, 6, 5], [6, 4, 5, 0]];

/// The plies of the search that orders the moves of a midgame node.
pub(super) const fn ordering_plies(depth: u32) -> u32 {
    match depth {
        0..=8 => 0,
        9..=12 => 1,
        13..=19 => 2,
        20..=27 => 3,
        _ => 4,
    }
}

/// By how many discs the window of that search lies above alpha: better moves need no order.
pub(super) const ORDERING_MARGIN: i32 = 12;

/// The value of one move less for the opponent in the order of midgame moves, in hundredths of a disc.
pub(super) const MIDGAME_MOBILITY: i32 = 150;

/// The weights of the order of endgame moves: mobility of the opponent with corners counted twice, then
/// stable edge discs and potential mobility, then parity.
pub(super) const ENDGAME_MOBILITY: i32 = 1024;
/// The weight of an own stable disc on an edge.
pub(super) const ENDGAME_STABLE_EDGE: i32 = 128;
/// The weight of an empty square next to an own disc.
pub(super) const ENDGAME_POTENTIAL_MOBILITY: i32 = 128;
/// The weight of a move into a quadrant with an odd number of empty squares.
pub(super) const ENDGAME_ODD_QUADRANT: i32 = 64;

// ---- Pruning ----

/// From so many empty squares on, an endgame node looks all its children up before it searches one
/// (enhanced transposition cut-off).
pub(super) const ENHANCED_CUTOFF_EMPTIES: u32 = 11;

/// From this alpha on, by empty squares, the opponent's stable discs are counted: below, there are hardly
/// ever enough of them to matter. By measurement of how often the count cuts.
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

/// From this depth on, a node may be pruned by ProbCut.
pub(super) const PROBCUT_DEPTH: u32 = 3;

/// How many ProbCut searches may be inside each other.
pub(super) const PROBCUT_NESTING: u32 = 2;

/// The depth of the search that decides for a deeper one: about half, and of the same parity, because
/// estimates swing with the side that moves last.
pub(crate) const fn probcut_depth(depth: u32) -> u32 {
    match 2 * (depth / 4) + (depth & 1) {
        0 => depth - 2,
        shallow => shallow,
    }
}

/// The error of a search: how far, in discs, it is from a deeper one of the same position.
///
/// It grows with the root of the plies left out, shrinks as the shallow search gets deeper, and is largest
/// near the end of the game. `reversi fit-probcut` measures it and fits these numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ErrorModel {
    /// Discs for each root of a ply left out.
    pub(crate) per_root_ply: f32,
    /// Discs less for each ply of the shallow search beyond four, and more for each ply below.
    pub(crate) per_shallow_ply: f32,
    /// How much larger the error of the evaluation alone is.
    pub(crate) static_factor: f32,
    /// The part that each empty square beyond 16 takes from the error.
    pub(crate) quiet_per_empty: f32,
    /// The most that an evaluation is off the true end of the game.
    pub(crate) end_limit: f32,
    /// How much less that is for each ply of the shallow search.
    pub(crate) end_limit_per_ply: f32,
}

/// Measured on about ten thousand tournament positions with up to three random moves added, searched at
/// full confidence to depths 1 to 8 and, with up to 18 empties, solved. Every measured pair of depths is
/// met within a fifth.
pub(crate) const PROBCUT_ERROR: ErrorModel = ErrorModel {
    per_root_ply: 2.25,
    per_shallow_ply: 0.12,
    static_factor: 1.2,
    quiet_per_empty: 0.0165,
    end_limit: 11.4,
    end_limit_per_ply: 0.57,
};

impl ErrorModel {
    /// Returns the standard deviation of the difference between a search and a shallower one, in discs.
    #[allow(clippy::cast_precision_loss)] // at most 64
    #[inline]
    pub(crate) fn sigma(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let (left_out, shallow) = ((depth - shallow) as f32, shallow as f32);
        let plain = self.per_root_ply * left_out.sqrt() + self.per_shallow_ply * (4.0 - shallow);
        let midgame = if shallow == 0.0 {
            self.static_factor * plain
        } else {
            plain
        };
        if depth >= empties {
            // Against the true end of the game an evaluation is further off than against itself; the
            // factor and the lower limit were set by hand.
            let limit = self.end_limit - self.end_limit_per_ply * shallow;
            return (1.2 * midgame).min(limit.max(4.0));
        }
        midgame * self.quiet(empties)
    }

    /// Returns the part of the error that is left with so many empty squares before the end.
    #[allow(clippy::cast_precision_loss)] // at most 64
    pub(crate) fn quiet(&self, empties: u32) -> f32 {
        (1.0 - self.quiet_per_empty * (empties as f32 - 16.0)).clamp(0.4, 1.0)
    }
}

// ---- Threads and memory ----

/// With fewer empty squares the whole search runs on one thread: starting others costs more.
pub(super) const PARALLEL_EMPTIES: u32 = 12;

/// From so many empty squares on, an endgame node is worth sharing with other threads.
pub(super) const SHARED_ENDGAME_EMPTIES: u32 = 12;

/// From this depth on, a midgame node is worth sharing with other threads.
pub(super) const SHARED_MIDGAME_DEPTH: u32 = 6;

/// A thread looks for a stop after so many nodes: well under a millisecond.
pub(super) const POLL_NODES: u64 = 8_192;

/// Entries of the shared table that compete for one place: as many as fit into two cache lines.
pub(super) const TABLE_WAYS: usize = 5;

/// The entries of each thread's table, as a power of two: 640 kB, a usual second-level cache.
pub(super) const THREAD_TABLE_BITS: u32 = 14;
