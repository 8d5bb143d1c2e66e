//! The number of legal positions: every colouring of the board is tried. The numbers are those of Tromp and
//! Farnebäck, "Combinatorics of Go" (2007).

use reversi::Color;
use reversi_table::go::{GoGame, Komi, Stones, kernel};

use crate::go::board::{Board, grid};

/// Calls a function for every colouring of the board's points.
fn each_colouring(size: u8, mut look: impl FnMut(Stones)) {
    let area = grid(size).area();
    for number in 0..3u64.pow(area) {
        let (mut stones, mut rest) = (Stones::default(), number);
        for point in 0..area {
            match rest % 3 {
                1 => stones.black |= 1 << point,
                2 => stones.white |= 1 << point,
                _ => {}
            }
            rest /= 3;
        }
        look(stones);
    }
}

/// Counts the colourings where every stone has a liberty.
fn legal_positions(size: u8) -> u64 {
    let (grid, mut count) = (grid(size), 0);
    each_colouring(size, |Stones { black, white }| {
        let dead =
            kernel::dead_stones(grid, black, white) | kernel::dead_stones(grid, white, black);
        count += u64::from(dead == 0);
    });
    count
}

#[test]
fn there_are_57_legal_positions_on_2x2_and_12675_on_3x3() {
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
}

#[test]
#[ignore = "tries 43 million colourings: cargo test --test lessons -- --ignored"]
fn there_are_24318165_legal_positions_on_4x4() {
    assert_eq!(legal_positions(4), 24_318_165);
}

#[test]
fn exactly_the_legal_positions_can_be_set_up() {
    for size in 2..=3 {
        each_colouring(size, |stones| {
            let game = GoGame::from_position(grid(size), Komi::default(), stones, Color::White);
            assert_eq!(game.is_some(), Board::new(grid(size), stones).is_legal());
        });
    }
}
