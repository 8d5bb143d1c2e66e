//! The kernel against the oracle, on random boards of every size.

use reversi::Color;
use reversi_table::go::{Grid, Stones, kernel};

use crate::dial;
use crate::go::board::{Board, grid, random_position, random_stones};
use crate::random::Random;

/// Calls a function for random boards of each size; the larger the more.
fn each_size(mut look: impl FnMut(Grid, &mut Random)) {
    for size in 2..=7u8 {
        let mut random = Random(size.into());
        for _ in 0..dial::events(u32::from(size) * 200) {
            look(grid(size), &mut random);
        }
    }
}

#[test]
fn neighbours_are_those_of_each_point() {
    each_size(|grid, random| {
        let set = random.next() & random.next() & grid.board();
        let board = Board::new(grid, Stones::new(set, 0));
        let around = board.of(Some(Color::Black)).into_iter();
        let around = around.flat_map(|place| board.neighbours(place));
        assert_eq!(kernel::neighbours(grid, set), board.set(around));
    });
}

#[test]
fn dead_stones_are_those_of_chains_without_a_liberty() {
    each_size(|grid, random| {
        let stones = random_stones(grid, random);
        let board = Board::new(grid, stones);
        for color in Color::ALL {
            let dead = kernel::dead_stones(grid, stones[color], stones[color.opposite()]);
            assert_eq!(dead, board.set(board.dead(color)), "{board:?}");
        }
    });
}

#[test]
fn legal_moves_are_the_empty_points_that_are_no_suicide() {
    each_size(|grid, random| {
        let stones = random_position(grid, random);
        let board = Board::new(grid, stones);
        for color in Color::ALL {
            let legal = board.of(None).into_iter();
            let legal = legal.filter(|&place| board.play(place, color).is_some());
            let moves = kernel::legal_moves(grid, stones[color], stones[color.opposite()]);
            assert_eq!(moves, board.set(legal), "{color} on {board:?}");
        }
    });
}

#[test]
fn captures_are_the_chains_whose_last_liberty_is_taken() {
    each_size(|grid, random| {
        let stones = random_position(grid, random);
        let board = Board::new(grid, stones);
        for color in Color::ALL {
            for place in board.of(None) {
                let found = kernel::captures(
                    grid,
                    stones[color],
                    stones[color.opposite()],
                    board.set([place]),
                );
                let opponent = board.neighbours(place).into_iter();
                let captured = opponent
                    .filter(|&next| board.points[next] == Some(color.opposite()))
                    .filter(|&next| board.liberties(next) == [place])
                    .flat_map(|next| board.region(next).points);
                assert_eq!(found, board.set(captured), "{color} on {board:?}");
            }
        }
    });
}

#[test]
fn liberties_are_the_empty_points_around_a_chain() {
    each_size(|grid, random| {
        let stones = random_stones(grid, random);
        let board = Board::new(grid, stones);
        for color in Color::ALL {
            for place in board.of(Some(color)) {
                let found = kernel::liberties(
                    grid,
                    stones[color],
                    stones[color.opposite()],
                    board.set([place]),
                );
                assert_eq!(found, board.set(board.liberties(place)), "{board:?}");
            }
        }
    });
}

#[test]
fn an_area_is_the_stones_and_the_regions_that_touch_no_other() {
    each_size(|grid, random| {
        let stones = random_position(grid, random);
        let board = Board::new(grid, stones);
        for color in Color::ALL {
            let area = kernel::area(grid, stones[color], stones[color.opposite()]);
            assert_eq!(area, board.set(board.area(color)), "{color} on {board:?}");
        }
    });
}

/// Returns a set under one of the eight symmetries.
fn transformed(grid: Grid, set: u64, symmetry: u8) -> u64 {
    let size = usize::from(grid.size());
    let board = Board::new(grid, Stones::new(set, 0));
    let image = |place: usize| {
        let (mut row, mut column) = (place / size, place % size);
        if symmetry & 1 != 0 {
            row = size - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = size - 1 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        row * size + column
    };
    board.set(board.of(Some(Color::Black)).into_iter().map(image))
}

#[test]
fn a_symmetric_board_has_symmetric_moves_dead_stones_and_areas() {
    each_size(|grid, random| {
        let Stones { black, white } = random_stones(grid, random);
        for symmetry in 0..8 {
            let image = |set| transformed(grid, set, symmetry);
            for function in [kernel::legal_moves, kernel::dead_stones, kernel::area] {
                assert_eq!(
                    function(grid, image(black), image(white)),
                    image(function(grid, black, white)),
                    "symmetry {symmetry} of {black:#x} and {white:#x}"
                );
            }
        }
    });
}
