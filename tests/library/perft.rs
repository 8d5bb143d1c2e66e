//! Path counts: the published numbers, and a slow count of another kind where passes and ends are.

use crate::{dial, random};

use random::Random;
use reversi::array_board::{self, ArrayBoard, BLACK, WALL};
use reversi::bitboard::halves::Halves;
use reversi::bitboard::plain;
use reversi::{Board, perft};

#[test]
fn the_published_counts_from_the_start_hold() {
    // https://www.aartbik.com/MISC/reversi.html: a pass is one ply, an early end one leaf.
    let published = [
        1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284,
    ];
    for (depth, leaves) in (0..).zip(published) {
        assert_eq!(perft(Board::START, depth), leaves, "depth {depth}");
    }
}

/// The same convention with the readable kernel on words of 32 bits.
fn perft_in_halves(own: Halves, opponent: Halves, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = u64::from(plain::legal_moves(own, opponent));
    if moves == 0 {
        return if plain::legal_moves(opponent, own) == 0 {
            1
        } else {
            perft_in_halves(opponent, own, depth - 1)
        };
    }
    let mut leaves = 0;
    while moves != 0 {
        let placed = Halves::from(moves & moves.wrapping_neg());
        moves &= moves - 1;
        let flips = plain::flips(own, opponent, placed);
        leaves += perft_in_halves(opponent & !flips, own | placed | flips, depth - 1);
    }
    leaves
}

#[test]
fn words_of_32_bits_count_8200_leaves_at_depth_6() {
    let [own, opponent] = [Board::START.player(), Board::START.opponent()];
    let [own, opponent] = [own, opponent].map(|side| Halves::from(side.bits()));
    assert_eq!(perft_in_halves(own, opponent, 6), 8_200);
}

/// What the slow count met on its way.
#[derive(Default)]
struct Met {
    passes: usize,
    early_ends: usize,
}

/// The same convention, counted to the last ply by playing on the oracle.
fn slow_perft(board: [[i8; 10]; 10], side: i8, depth: u32, met: &mut Met) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves: Vec<_> = array_board::legal_moves(&board, side).collect();
    if !moves.is_empty() {
        let play = |(square, flags)| {
            let mut next = board;
            array_board::play(&mut next, <[[i8; 10]; 10]>::place(square), side, flags);
            slow_perft(next, -side, depth - 1, met)
        };
        return moves.into_iter().map(play).sum();
    }
    if array_board::legal_moves(&board, -side).next().is_none() {
        met.early_ends += 1;
        return 1;
    }
    met.passes += 1;
    slow_perft(board, -side, depth - 1, met)
}

/// The oracle with the player's discs black.
fn oracle(board: Board) -> [[i8; 10]; 10] {
    array_board::set_up([[WALL; 10]; 10], board.player(), board.opponent())
}

#[test]
fn the_count_is_that_of_a_slow_count_from_the_start() {
    for depth in 0..=6 {
        let start = Board::START;
        let slow = slow_perft(oracle(start), BLACK, depth, &mut Met::default());
        assert_eq!(perft(Board::START, depth), slow, "depth {depth}");
    }
}

#[test]
fn passes_and_early_ends_count_as_one_ply_and_one_leaf_at_every_depth() {
    // Late positions of random games, where both are common: to the very end and beyond.
    let mut random = Random(6);
    let mut met = Met::default();
    for _ in 0..dial::games(150) {
        let mut board = Board::START;
        while board.empty_count() > 6 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                let Some(passed) = board.pass() else { break };
                board = passed;
                continue;
            }
            let choice = random.below(moves.len());
            board = board.play(moves.iter().nth(choice).unwrap()).unwrap();
        }
        for board in [board, board.swapped()] {
            for depth in 0..=9 {
                let slow = slow_perft(oracle(board), BLACK, depth, &mut met);
                assert_eq!(perft(board, depth), slow, "{board:?} depth {depth}");
            }
        }
    }
    let Met { passes, early_ends } = met;
    let least = dial::games(10_000);
    assert!(passes > least, "only {passes} passes were met");
    assert!(early_ends > least, "only {early_ends} early ends were met");
}

#[test]
fn a_finished_board_is_one_leaf_at_every_depth() {
    for (player, opponent) in [
        (0, 0),
        (u64::MAX, 0),
        (0, 1),
        (1, 0),
        (u64::MAX << 32, u64::MAX >> 32),
    ] {
        let board = Board::from_bits(player, opponent).unwrap();
        for depth in 0..5 {
            assert_eq!(perft(board, depth), 1);
        }
    }
}
