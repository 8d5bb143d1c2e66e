//! Facts about Reversi that the rules must reproduce: known games, known counts, known extremes.

use std::collections::HashSet;

use reversi::transcript;
use reversi::{Board, ByColor, Color, Ending, Entry, Game, Outcome};

use crate::dial;

/// The outcome of a finished game, which every game here is.
fn outcome(moves: &str) -> (Game, Outcome) {
    let game = transcript::parse(moves).unwrap();
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(outcome.ending, Ending::Finished);
    (game, outcome)
}

#[test]
fn the_shortest_game_ends_after_nine_moves_13_0_and_counts_64_0() {
    let (game, outcome) = outcome("e6f4e3f6g5d6e7f5c5");
    assert_eq!(game.entries().len(), 9);
    assert_eq!(outcome.discs, ByColor::new(13, 0));
    assert_eq!(outcome.score, ByColor::new(64, 0));
    assert_eq!(outcome.winner, Some(Color::Black));
    assert_eq!(outcome.empties(), 51);
}

#[test]
fn an_early_end_without_wipeout_is_14_1_and_counts_63_1() {
    let (_, outcome) = outcome("f5f4c3e6f7g6g4e8g8g5h5");
    assert_eq!(outcome.discs, ByColor::new(14, 1));
    assert_eq!(outcome.score, ByColor::new(63, 1));
    assert_eq!(outcome.margin(), 62);
}

#[test]
fn a_tournament_game_of_nine_moves_is_a_wipeout() {
    // WTHOR 2001, no. 1388.
    let (_, outcome) = outcome("f5d6c5f6e7f4g5e6e3");
    assert_eq!(outcome.discs, ByColor::new(13, 0));
    assert_eq!(outcome.score, ByColor::new(64, 0));
}

#[test]
fn a_draw_with_empty_squares_counts_32_32() {
    // WTHOR 1999, no. 4485: 31-31 on the board, one pass.
    let (game, outcome) = outcome(
        "f5d6c3d3c4f4c5b3c2e3d2c6b4a3g3g4f3c1b5f2e2a4e1b6a6a5a2g1e7d7d8e6g6g5a7c8b8e8f8c7f6h4d1f1b2h7h5h6h2f7g7h3g8h1g2b7b1a1",
    );
    assert_eq!(outcome.discs, ByColor::new(31, 31));
    assert_eq!(outcome.score, ByColor::new(32, 32));
    assert_eq!(outcome.winner, None);
    assert_eq!(outcome.margin(), 0);
    let passes = game
        .entries()
        .iter()
        .filter(|e| matches!(e, Entry::Pass { .. }));
    assert_eq!(passes.count(), 1);
}

#[test]
fn a_wipeout_by_white_goes_to_white() {
    // WTHOR 1999, no. 1404: nine passes, 0-39.
    let (game, outcome) =
        outcome("f5f6e6f4g3g4g5g6g7h8c4h7g8f8f7h6d6e7e8d8h5h4c6d7c7b8c8b7a8h3h2a7b6c5b4");
    assert_eq!(outcome.discs, ByColor::new(0, 39));
    assert_eq!(outcome.score, ByColor::new(0, 64));
    let passes = game
        .entries()
        .iter()
        .filter(|e| matches!(e, Entry::Pass { .. }));
    assert_eq!(passes.count(), 9);
}

/// All games of exactly `plies` plies that are then over, as their last boards.
fn games_that_end_after(plies: u32) -> Vec<Board> {
    fn walk(board: Board, plies: u32, ends: &mut Vec<Board>) {
        if board.legal_moves().is_empty() {
            match board.pass() {
                Some(passed) if plies > 0 => walk(passed, plies - 1, ends),
                None if plies == 0 => ends.push(board),
                _ => {}
            }
        } else if plies > 0 {
            for square in board.legal_moves() {
                walk(board.play(square).unwrap(), plies - 1, ends);
            }
        }
    }
    let mut ends = Vec::new();
    walk(Board::START, plies, &mut ends);
    ends
}

#[test]
fn no_game_is_shorter_than_nine_moves_and_228_have_nine() {
    for plies in 0..9 {
        assert_eq!(games_that_end_after(plies), [], "{plies} plies");
    }
    let ends = games_that_end_after(9);
    assert_eq!(ends.len(), 228);
    // White is to move and has nothing left.
    assert!(
        ends.iter()
            .all(|board| board.player().is_empty() && board.final_score() == -64)
    );
}

#[test]
fn the_distinct_positions_after_n_discs_are_as_many_as_known() {
    // n = 0..=9 without and with symmetry.
    let all = [1, 4, 12, 54, 236, 1_288, 7_092, 42_614, 269_352, 1_743_592];
    let modulo_symmetry = [1, 1, 3, 14, 60, 322, 1_773, 10_649, 67_245, 434_029];
    let last = if dial::is_full() { 8 } else { 7 };
    for (canonical, known) in [
        (false, &all[..=last]),
        (true, &modulo_symmetry[..=last + 1]),
    ] {
        let mut level = HashSet::from([Board::START]);
        for (placed, &known) in known.iter().enumerate() {
            assert_eq!(
                level.len(),
                known,
                "{placed} discs placed, canonical: {canonical}"
            );
            level = level
                .iter()
                .map(|&board| board.pass().unwrap_or(board))
                .flat_map(|board| {
                    board
                        .legal_moves()
                        .iter()
                        .filter_map(move |square| board.play(square))
                })
                .map(|board| if canonical { board.canonical() } else { board })
                .collect();
        }
    }
}

#[test]
fn a_move_can_turn_19_discs_in_a_set_up() {
    // An own disc at the end of all eight lines through d4, opponent discs on every other square.
    let square = "d4".parse().unwrap();
    let mut own = 0;
    for (files, ranks) in [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ] {
        let mut end: reversi::Square = square;
        while let Some(next) = end.offset(files, ranks) {
            end = next;
        }
        own |= end.bit();
    }
    let board = Board::from_bits(own, !(own | square.bit())).unwrap();
    assert_eq!(board.flips(square).len(), 19);
}
