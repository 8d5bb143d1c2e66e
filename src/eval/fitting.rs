//! The classical evaluation as a linear function, for the tool that fits its weights.

use std::sync::LazyLock;

use super::classical::{knots, spread};
use super::features::{
    BLOCKS, INNER_KINDS, RUNS, Side, corner_blocks, difference, edges, odd_quadrants,
    swapped_c_squares,
};
use super::weights::KNOTS;
use crate::bitboard::stability::edge_index;
use crate::board::Board;

/// The weight groups at one knot: the name of each in the table, and its size.
pub(crate) const GROUPS: [(&str, usize); 11] = [
    ("runs", 121),
    ("blocks", 26),
    ("mobility own", 24),
    ("mobility opponent", 24),
    ("corners", 2),
    ("dangers", 2),
    ("potential", 2),
    ("frontier", 2),
    ("kinds", 5),
    ("discs", 1),
    ("odd_quadrants", 5),
];

/// The number of weights at one knot.
pub(crate) const WEIGHTS: usize = 214;

/// Returns the knots: the numbers of empty squares that have their own weights.
pub(crate) fn knot_empties() -> impl ExactSizeIterator<Item = u32> {
    KNOTS.iter().map(|knot| knot.empties)
}

/// Returns the features of a board: the index of each weight, counted over all knots, and its factor.
/// The estimate is the sum of the products.
pub(crate) fn features(board: Board) -> Vec<(usize, f64)> {
    let (lower, beyond, apart) = knots(board.empty_count());
    let share = f64::from(beyond) / f64::from(apart);
    let mut row = Vec::with_capacity(100);
    for (weight, factor) in features_at_a_knot(board) {
        row.push((lower * WEIGHTS + weight, (1.0 - share) * f64::from(factor)));
        row.push(((lower + 1) * WEIGHTS + weight, share * f64::from(factor)));
    }
    row
}

/// The weight of each state of a run: its number from 1, negated for the opposite sign, 0 for none.
static RUN_WEIGHTS: LazyLock<[i16; RUNS]> =
    LazyLock::new(|| spread(&(1..=121).collect::<Vec<_>>(), |state| state));
/// The same for the states of corner blocks.
static BLOCK_WEIGHTS: LazyLock<[i16; BLOCKS]> =
    LazyLock::new(|| spread(&(1..=26).collect::<Vec<_>>(), swapped_c_squares));

fn features_at_a_knot(board: Board) -> Vec<(usize, i32)> {
    let (player, opponent) = (board.player().bits(), board.opponent().bits());
    let mut row = Vec::new();
    let mut class = |first: usize, weight: i16| {
        if weight != 0 {
            let number = first + usize::from(weight.unsigned_abs()) - 1;
            row.push((number, i32::from(weight.signum())));
        }
    };
    for (own, other) in edges(player).into_iter().zip(edges(opponent)) {
        let back = edge_index(own.reverse_bits(), other.reverse_bits());
        for state in [edge_index(own, other), back] {
            class(0, RUN_WEIGHTS[usize::from(state / 27)]);
        }
    }
    for (own, other) in corner_blocks(player)
        .into_iter()
        .zip(corner_blocks(opponent))
    {
        class(121, BLOCK_WEIGHTS[usize::from(edge_index(own, other))]);
    }
    let sides = [Side::of(player, opponent), Side::of(opponent, player)];
    for (at, side) in sides.iter().enumerate() {
        row.push((147 + 24 * at + side.mobility, 1));
        let counts = [side.corners, side.dangers, side.potential, side.frontier];
        for (group, count) in counts.into_iter().enumerate() {
            row.push((195 + 2 * group + at, count.cast_signed()));
        }
    }
    for (kind, squares) in INNER_KINDS.into_iter().enumerate() {
        row.push((203 + kind, difference(board, squares)));
    }
    row.push((208, difference(board, u64::MAX)));
    row.push((209 + odd_quadrants(board.empties().bits()), 1));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Classical, Evaluator};
    use crate::notation::transcript;

    /// The weights of the table in one row.
    fn table() -> Vec<f64> {
        let knot = |knot: &super::super::weights::Weights| {
            let counts = [knot.corners, knot.dangers, knot.potential, knot.frontier];
            let mut all = [&knot.runs[..], &knot.blocks, &knot.mobility.concat()].concat();
            all.extend(counts.concat());
            all.extend(knot.kinds);
            all.push(knot.discs);
            all.extend(knot.odd_quadrants);
            all
        };
        KNOTS.iter().flat_map(knot).map(f64::from).collect()
    }

    #[test]
    fn the_features_times_the_weights_are_the_evaluation() {
        assert_eq!(
            GROUPS.iter().map(|(_, count)| count).sum::<usize>(),
            WEIGHTS
        );
        let table = table();
        let game = transcript::parse("f5d6c3d3c4f4c5b3c2e3d2c6b5e6f6f7e7d7").unwrap();
        for position in game.positions() {
            let board = position.board();
            let sum: f64 = features(board).iter().map(|&(at, x)| table[at] * x).sum();
            let estimate = f64::from(Classical.evaluate(board));
            // Weights between knots are rounded.
            assert!(
                (sum - estimate).abs() < 30.0,
                "{position}: {sum} {estimate}"
            );
            if knot_empties().any(|empties| empties == board.empty_count()) {
                assert!(
                    (sum - estimate).abs() < 1e-6,
                    "{position}: {sum} {estimate}"
                );
            }
        }
    }
}
