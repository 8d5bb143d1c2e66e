//! The values of the smallest boards with area scoring and positional superko: Black wins by 1 on 2x2, and
//! by 9, which is everything, on 3x3.
//!
//! The search asks whether a side can force a result within so many moves, and allows it more until it can.
//! It plays real games: with superko, a position alone does not say what may be played, so a table of
//! positions would be wrong. A proof within a limit holds without it.

use reversi::{Color, Entry};
use reversi_table::go::{GoGame, GoMove, Komi};

use crate::go::board::grid;

/// Returns by how many points a side would be ahead if the game ended now.
fn lead(game: &GoGame, of: Color) -> i32 {
    let count = |color| game.area(color).count_ones().cast_signed();
    count(of) - count(of.opposite())
}

/// Returns the legal moves: first those that capture, from the centre outwards; the pass at the end.
fn ordered_moves(game: &GoGame) -> Vec<GoMove> {
    let grid = game.grid();
    let middle = i32::from(grid.size()) - 1;
    let mut moves: Vec<_> = grid
        .points(game.legal_moves())
        .map(|point| {
            let from = |index: u8| (2 * i32::from(index) - middle).abs();
            let distance = from(point.file().index()) + from(point.rank().index());
            let captured = game.check(GoMove::Stone(point)).unwrap().count_ones();
            ((-captured.cast_signed(), distance), GoMove::Stone(point))
        })
        .collect();
    moves.sort_by_key(|(order, _)| *order);
    let stones = moves.into_iter().map(|(_, played)| played);
    stones.chain([GoMove::Pass]).collect()
}

/// Returns whether a side can end the game within so many moves, at least so many points ahead, whatever
/// the other side does.
fn forces(game: &mut GoGame, side: Color, target: i32, moves: u32) -> bool {
    if game.outcome().is_some() {
        return lead(game, side) >= target;
    }
    if moves == 0 {
        return false;
    }
    let is_own_turn = game.side_to_move() == side;
    let mut tried = ordered_moves(game);
    let passed = |entry: &Entry| matches!(entry, Entry::Pass { .. });
    if game.entries().last().is_some_and(passed) {
        // A pass that ends the game is the shortest answer.
        tried.rotate_right(1);
    }
    let mut wins = |played| {
        game.play(played).unwrap();
        let wins = forces(game, side, target, moves - 1);
        game.undo();
        wins
    };
    if is_own_turn {
        tried.into_iter().any(&mut wins)
    } else {
        tried.into_iter().all(&mut wins)
    }
}

/// Checks that a side can force a lead on an empty board.
fn assert_forced(size: u8, winner: Color, target: i32) {
    let mut game = GoGame::new(grid(size), Komi::default());
    let within = (1..=40).find(|&moves| {
        eprintln!(
            "{size} {moves} {:?}",
            std::time::SystemTime::UNIX_EPOCH.elapsed()
        );
        forces(&mut game, winner, target, moves)
    });
    println!("{size}x{size}: {winner} {target:+} within {within:?} moves");
    assert!(within.is_some());
}

#[test]
fn on_2x2_black_wins_by_1() {
    assert_forced(2, Color::Black, 1);
    assert_forced(2, Color::White, -1);
}

#[test]
fn on_3x3_black_wins_everything() {
    assert_forced(3, Color::Black, 9);
}
