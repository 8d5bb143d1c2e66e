//! The three array boards against the kernel, and the flags against the discs that turn.

use crate::boards;
use crate::cases::cases;

use boards::{arbitrary, reachable};
use proptest::prelude::*;
use reversi::array_board::{
    self, ArrayBoard, BLACK, DIRECTIONS, EMPTY, WALL, WHITE, bench, flags, is_legal, legal_moves,
    perft, play, set_up,
};
use reversi::{Board, Color, Position, Square, SquareSet, bitboard};

/// Compares legality, flags, flips and play of every square with the kernel, for both sides.
fn agrees<A: ArrayBoard + Clone + PartialEq + std::fmt::Debug>(walls: &A, board: Board) {
    let (player, opponent) = (board.player(), board.opponent());
    let array = set_up(walls.clone(), player, opponent);
    for (side, own, theirs) in [(BLACK, player, opponent), (WHITE, opponent, player)] {
        assert_eq!(array_board::discs(&array, side), own);
        let legal: SquareSet = legal_moves(&array, side)
            .map(|(square, _)| square)
            .collect();
        assert_eq!(
            legal.bits(),
            bitboard::legal_moves(own.bits(), theirs.bits())
        );
        for square in Square::all() {
            let place = A::place(square);
            let expected = bitboard::flips(own.bits(), theirs.bits(), square);
            let flips = array_board::flips(&array, square, side);
            assert_eq!(flips.bits(), expected, "{square}");
            assert_eq!(is_legal(&array, place, side), expected != 0, "{square}");
            let flags = flags(&array, place, side);
            for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
                // Discs turn in a direction if and only if the neighbour there turns.
                let step = |by: isize| i8::try_from(by).unwrap();
                let neighbour = square.offset(step(right), step(down));
                let turns = neighbour.is_some_and(|near| flips.contains(near));
                assert_eq!(
                    flags >> direction & 1 == 1,
                    turns,
                    "{square}, direction {direction}"
                );
            }
            if flags != 0 {
                let mut after = array.clone();
                play(&mut after, place, side, flags);
                let own = (own | flips).with(square);
                let both = if side == BLACK {
                    [own, theirs - flips]
                } else {
                    [theirs - flips, own]
                };
                assert_eq!(after, set_up(walls.clone(), both[0], both[1]));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_three_boards_agree_with_the_kernel(board in prop_oneof![reachable(), arbitrary()]) {
        agrees(&[[WALL; 10]; 10], board);
        agrees(&[WALL; 100], board);
        agrees(&[WALL; 160], board);
    }
}

#[test]
fn the_flags_of_a_known_position_are_these() {
    // Black e3 d4 c5 f5, White e4 f4 d5 e5 c6 d6, Black to move.
    let text = "--------------------X------XOO----XOOX----OO-------------------- X";
    let position: Position = text.parse().unwrap();
    let [black, white] = Color::ALL.map(|color| position.discs(color));
    assert_eq!(black.to_string(), "e3 d4 c5 f5");
    assert_eq!(white.to_string(), "e4 f4 d5 e5 c6 d6");
    let expected = "d3 80, f3 40, g4 08, g5 01, e6 02, f6 01, c7 02, d7 02, e7 01";
    let text = |moves: Vec<(Square, u8)>| {
        let moves = moves
            .iter()
            .map(|(square, flags)| format!("{square} {flags:02x}"));
        moves.collect::<Vec<_>>().join(", ")
    };
    let board = set_up([[WALL; 10]; 10], black, white);
    assert_eq!(text(legal_moves(&board, BLACK).collect()), expected);
    let board = set_up([WALL; 100], black, white);
    assert_eq!(text(legal_moves(&board, BLACK).collect()), expected);
    let board = set_up([WALL; 160], black, white);
    assert_eq!(text(legal_moves(&board, BLACK).collect()), expected);
}

#[test]
fn a_step_on_the_board_of_100_adds_minus_11_to_11() {
    let board = [EMPTY; 100];
    let steps = (0..8).map(|direction| board.next(50, direction).cast_signed() - 50);
    assert_eq!(steps.collect::<Vec<_>>(), [-11, -10, -9, -1, 1, 9, 10, 11]);
}

#[test]
fn every_board_counts_the_published_leaves_with_and_without_flags() {
    for time in bench::bench(6) {
        assert_eq!(time.leaves, 8_200, "{}", time.name);
    }
    let start = set_up([WALL; 100], Board::START.player(), Board::START.opponent());
    assert_eq!(perft(&start, BLACK, 7, true), 55_092);
    assert_eq!(perft(&start, BLACK, 7, false), 55_092);
}
