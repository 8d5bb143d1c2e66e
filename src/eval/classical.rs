//! The classical evaluation: a weighted sum of features, with weights by the number of empties.

use std::sync::LazyLock;

use super::features::{
    BLOCKS, INNER_KINDS, KINDS, MOST_MOBILITY, RUNS, Side, corner_blocks, difference, edges,
    odd_quadrants, swapped_c_squares, swapped_colors,
};
use super::weights::{KNOTS, Weights};
use super::{Evaluator, UNITS_PER_DISC};
use crate::bitboard::stability::edge_index;
use crate::board::Board;

/// The number of states of an edge.
const EDGES: usize = 6561;

/// The classical evaluation: mobility, potential mobility and frontier, edges, corners, square
/// classes and parity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classical;

/// The weights for one number of empties, expanded into tables for fast use.
struct Phase {
    /// Two runs of five squares make an edge.
    edges: Box<[i16; EDGES]>,
    blocks: [i16; BLOCKS],
    mobility: [[i16; MOST_MOBILITY + 1]; 2],
    counts: [[i16; 2]; 4],
    kinds: [i16; KINDS],
    discs: i16,
    odd_quadrants: [i16; 5],
}

static PHASES: LazyLock<[Phase; 65]> =
    LazyLock::new(|| std::array::from_fn(|empties| Phase::new(empties as u32)));

impl Evaluator for Classical {
    #[inline]
    fn evaluate(&self, board: Board) -> i32 {
        PHASES[board.empty_count() as usize].evaluate(board)
    }
}

/// Returns the two knots around a number of empties: the index of the first, the distance from it, and
/// the distance between them.
pub(super) fn knots(empties: u32) -> (usize, u32, u32) {
    let at = empties.clamp(KNOTS[0].empties, KNOTS[KNOTS.len() - 1].empties);
    let upper = KNOTS.partition_point(|knot| knot.empties < at).max(1);
    let below = KNOTS[upper - 1].empties;
    (upper - 1, at - below, KNOTS[upper].empties - below)
}

/// Returns the weights for a number of empties, interpolated between the two nearest knots.
fn weights_at(empties: u32) -> Weights {
    let (lower, beyond, apart) = knots(empties);
    let (a, b) = (&KNOTS[lower], &KNOTS[lower + 1]);
    let part = (beyond, apart);
    Weights {
        empties,
        runs: between(&a.runs, &b.runs, part),
        blocks: between(&a.blocks, &b.blocks, part),
        mobility: [0, 1].map(|side| between(&a.mobility[side], &b.mobility[side], part)),
        corners: between(&a.corners, &b.corners, part),
        dangers: between(&a.dangers, &b.dangers, part),
        potential: between(&a.potential, &b.potential, part),
        frontier: between(&a.frontier, &b.frontier, part),
        kinds: between(&a.kinds, &b.kinds, part),
        discs: between(&[a.discs], &[b.discs], part)[0],
        odd_quadrants: between(&a.odd_quadrants, &b.odd_quadrants, part),
    }
}

/// Interpolates from `a` to `b` by a fraction (numerator, denominator).
fn between<const N: usize>(a: &[i16; N], b: &[i16; N], part: (u32, u32)) -> [i16; N] {
    let (t, whole) = (part.0.cast_signed(), part.1.cast_signed());
    std::array::from_fn(|i| {
        let sum = i32::from(a[i]) * (whole - t) + i32::from(b[i]) * t;
        (sum + whole / 2).div_euclid(whole) as i16
    })
}

/// Expands class weights to all states: the states of a class share its weight, those of the opposite
/// class have it negated, and states that favour neither side have weight 0. `same` maps a state to
/// another one of its class.
pub(super) fn spread<const N: usize>(weights: &[i16], same: fn(usize) -> usize) -> [i16; N] {
    let mut states = [0; N];
    let mut done = [false; N];
    let mut left = weights.iter();
    for state in 0..N {
        let (twin, swapped) = (same(state), swapped_colors(state));
        if done[state] || swapped == state || swapped == twin {
            continue;
        }
        let weight = *left.next().expect("a weight for each class");
        for (member, value) in [
            (state, weight),
            (twin, weight),
            (swapped, -weight),
            (swapped_colors(twin), -weight),
        ] {
            states[member] = value;
            done[member] = true;
        }
    }
    states
}

impl Phase {
    fn new(empties: u32) -> Self {
        let weights = weights_at(empties);
        let runs: [i16; RUNS] = spread(&weights.runs, |state| state);
        let mut edges = Box::new([0; EDGES]);
        for own in 0..=255u8 {
            for other in (0..=255u8).filter(|other| other & own == 0) {
                let forth = edge_index(own, other);
                let back = edge_index(own.reverse_bits(), other.reverse_bits());
                // The run of five from the first square: the five highest of eight digits.
                edges[usize::from(forth)] =
                    runs[usize::from(forth / 27)] + runs[usize::from(back / 27)];
            }
        }
        Self {
            edges,
            blocks: spread(&weights.blocks, swapped_c_squares),
            mobility: weights.mobility,
            counts: [
                weights.corners,
                weights.dangers,
                weights.potential,
                weights.frontier,
            ],
            kinds: weights.kinds,
            discs: weights.discs,
            odd_quadrants: weights.odd_quadrants,
        }
    }

    #[inline]
    fn evaluate(&self, board: Board) -> i32 {
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let mut sum = 0;
        for (own, other) in edges(player).into_iter().zip(edges(opponent)) {
            sum += i32::from(self.edges[usize::from(edge_index(own, other))]);
        }
        for (own, other) in corner_blocks(player)
            .into_iter()
            .zip(corner_blocks(opponent))
        {
            sum += i32::from(self.blocks[usize::from(edge_index(own, other))]);
        }
        let sides = [Side::of(player, opponent), Side::of(opponent, player)];
        if sides[0].mobility + sides[1].mobility == 0 {
            return UNITS_PER_DISC * board.final_score();
        }
        for (at, side) in sides.iter().enumerate() {
            sum += i32::from(self.mobility[at][side.mobility]);
            let counts = [side.corners, side.dangers, side.potential, side.frontier];
            for (weights, count) in self.counts.iter().zip(counts) {
                sum += i32::from(weights[at]) * count.cast_signed();
            }
        }
        for (weight, kind) in self.kinds.iter().zip(INNER_KINDS) {
            sum += i32::from(*weight) * difference(board, kind);
        }
        sum + i32::from(self.discs) * difference(board, u64::MAX)
            + i32::from(self.odd_quadrants[odd_quadrants(board.empties().bits())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::symmetry::Symmetry;

    #[test]
    fn symmetric_boards_have_one_estimate() {
        let mut board = Board::START;
        for text in [
            "f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "b4", "b1",
        ] {
            if let Some(next) = text.parse().ok().and_then(|square| board.play(square)) {
                board = next;
            }
            for symmetry in Symmetry::ALL {
                let there = Classical.evaluate(board.transformed(symmetry));
                assert_eq!(
                    there,
                    Classical.evaluate(board),
                    "{symmetry:?} after {text}"
                );
            }
        }
        assert_ne!(board, Board::START);
    }
}
