//! The levels of the engine: what holds for each of them.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

#[path = "../../../tests/support/random.rs"]
mod random;

use random::Random;
use reversi::search::Searcher;
use reversi::{Board, Square};
use reversi_table::player::level::{LEVELS, Level};

/// A position with at least one move and this many empty squares, from a random game.
fn board(random: &mut Random, empties: u32) -> Board {
    loop {
        let mut board = Board::START;
        while board.empty_count() > empties && !board.is_game_over() {
            let moves: Vec<Square> = board.legal_moves().iter().collect();
            board = match moves.len() {
                0 => board.swapped(),
                count => board.play(moves[random.below(count)]).unwrap(),
            };
        }
        if board.empty_count() == empties && !board.legal_moves().is_empty() {
            return board;
        }
    }
}

#[test]
fn a_level_chooses_a_legal_move_and_the_same_one_again() {
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(11), None);
    let mut random = Random(11);
    for level in &LEVELS[..8] {
        for seed in 0..6 {
            let empties = [20, 25, 30, 35, 40, 45][random.below(6)];
            let board = board(&mut random, empties);
            let choose = || {
                level
                    .choose(&mut Searcher::new(1), (board, None), seed, &mut ())
                    .unwrap()
            };
            let found = choose();
            assert_eq!(choose(), found);
            assert!(board.play(found.square.unwrap()).is_some());
        }
    }
    let mut searcher = Searcher::new(1);
    let none = Board::from_bits(1, 0).unwrap();
    let choice = LEVELS[0].choose(&mut searcher, (none, None), 0, &mut ());
    assert_eq!(choice, None);
}
