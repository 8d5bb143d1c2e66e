//! Every version of the kernel against every other and against a board of another kind.

use crate::{dial, random};

use std::collections::HashSet;

use random::Random;
use reversi::array_board::{self, BLACK, WALL};
use reversi::bitboard::halves::Halves;
use reversi::bitboard::kernel::Kernel;
use reversi::bitboard::{self, AnyKernel, carry, plain};
use reversi::{Board, Square, SquareSet};

/// The version to read, as a kernel.
#[derive(Clone, Copy)]
struct Plain;

impl Kernel for Plain {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        plain::legal_moves(own, opponent)
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        plain::flips(own, opponent, square.bit())
    }
}

/// The same on words of 32 bits.
#[derive(Clone, Copy)]
struct In32Bits;

impl Kernel for In32Bits {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        plain::legal_moves(Halves::from(own), opponent.into()).into()
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        let placed = Halves::from(square.bit());
        plain::flips(Halves::from(own), opponent.into(), placed).into()
    }
}

/// Flips by carry, on both words.
#[derive(Clone, Copy)]
struct ByCarry;

impl Kernel for ByCarry {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        plain::legal_moves(own, opponent)
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        let in_halves: u64 = carry::flips(Halves::from(own), opponent.into(), square).into();
        let flips = carry::flips(own, opponent, square);
        assert_eq!(in_halves, flips);
        flips
    }
}

/// Compares legal moves, and the flips on all 64 squares, with the oracle.
fn assert_all_agree(own: u64, opponent: u64) {
    assert_eq!(own & opponent, 0, "a set-up, not an overlap, is compared");
    let [black, white] = [own, opponent].map(SquareSet::from_bits);
    let oracle = array_board::set_up([[WALL; 10]; 10], black, white);
    let mut squares = Square::all();
    let flips: [u64; 64] = std::array::from_fn(|_| {
        let square = squares.next().unwrap();
        array_board::flips(&oracle, square, BLACK).bits()
    });
    let moves = (0..64).fold(0, |moves, index| {
        moves | u64::from(flips[index] != 0) << (63 - index)
    });
    for square in Square::all() {
        let right = flips[usize::from(square.index())];
        assert_eq!(plain::flips(own, opponent, square.bit()), right, "{square}");
        assert_eq!(bitboard::flips(own, opponent, square), right, "{square}");
    }
    assert_agrees("plain", Plain, (own, opponent), moves, &flips);
    assert_agrees("32 bits", In32Bits, (own, opponent), moves, &flips);
    assert_agrees("carry", ByCarry, (own, opponent), moves, &flips);
    for kernel in AnyKernel::all() {
        assert_agrees(kernel.name(), kernel, (own, opponent), moves, &flips);
    }
}

fn assert_agrees(
    name: &str,
    kernel: impl Kernel,
    (own, opponent): (u64, u64),
    moves: u64,
    flips: &[u64; 64],
) {
    let found = kernel.legal_moves(own, opponent);
    assert!(
        found == moves,
        "{name}: legal moves of {own:#018x} against {opponent:#018x}: {found:#018x}, not {moves:#018x}"
    );
    for square in SquareSet::from_bits(!(own | opponent)) {
        let (found, right) = (
            kernel.flips(own, opponent, square),
            flips[usize::from(square.index())],
        );
        assert!(
            found == right,
            "{name}: flips of {own:#018x} against {opponent:#018x} on {square}: {found:#018x}, not {right:#018x}"
        );
    }
}

/// Plays random games to the end, until so many positions were seen, and shows every one to `look`;
/// gives the number of passes met.
fn random_games(seed: u64, positions: usize, mut look: impl FnMut(Board)) -> usize {
    let mut random = Random(seed);
    let mut shown = 0;
    let mut passes = 0;
    while shown < positions {
        let mut board = Board::START;
        loop {
            look(board);
            shown += 1;
            let moves = board.legal_moves();
            if moves.is_empty() {
                // The board of the side that passes was shown too.
                let Some(next) = board.pass() else { break };
                board = next;
                passes += 1;
                continue;
            }
            let choice = random.below(moves.len());
            let square = moves.iter().nth(choice).unwrap();
            board = board.play(square).unwrap();
        }
    }
    passes
}

// Two tests of half a million positions: they run side by side.

#[test]
fn all_kernels_agree_on_the_first_half_million_positions_of_random_games() {
    let passes = random_games(1, dial::events(500_000), |board| {
        assert_all_agree(board.player().bits(), board.opponent().bits());
    });
    assert!(
        passes > dial::events(3_000),
        "only {passes} passes were met"
    );
}

#[test]
fn all_kernels_agree_on_the_second_half_million_positions_of_random_games() {
    let passes = random_games(2, dial::events(500_000), |board| {
        assert_all_agree(board.player().bits(), board.opponent().bits());
    });
    assert!(
        passes > dial::events(3_000),
        "only {passes} passes were met"
    );
}

#[test]
fn all_kernels_agree_on_set_ups_of_every_density() {
    let mut random = Random(3);
    let mut filled = HashSet::new();
    // Out of 16: how many squares are taken, and how many of those are the opponent's.
    for taken in 0..=16 {
        for theirs in 0..=16 {
            for _ in 0..dial::games(200) {
                let (mut own, mut opponent) = (0u64, 0u64);
                for square in Square::all() {
                    if random.below(16) < taken {
                        let side = if random.below(16) < theirs {
                            &mut opponent
                        } else {
                            &mut own
                        };
                        *side |= square.bit();
                    }
                }
                assert_all_agree(own, opponent);
                filled.insert((own | opponent).count_ones());
            }
        }
    }
    assert_eq!(filled.len(), 65, "every number of discs was met");
}

#[test]
fn all_kernels_agree_on_full_boards_and_boards_of_one_colour() {
    let mut random = Random(4);
    for _ in 0..dial::events(5_000) {
        let set = random.next();
        assert_all_agree(set, !set);
        assert_all_agree(set, 0);
        assert_all_agree(0, set);
    }
    for (own, opponent) in [(0, 0), (u64::MAX, 0), (0, u64::MAX)] {
        assert_all_agree(own, opponent);
        assert_eq!(plain::legal_moves(own, opponent), 0);
    }
}

#[test]
fn all_kernels_agree_on_one_empty_square_and_one_own_disc_among_opponent_discs() {
    // The longest runs there are, in every direction and up to every edge.
    for empty in Square::all() {
        for own in Square::all().filter(|&own| own != empty) {
            assert_all_agree(own.bit(), !(own.bit() | empty.bit()));
        }
    }
}

#[test]
fn no_run_goes_round_an_edge() {
    // Opponent discs on two files or ranks that meet only round the edge, an own disc anywhere.
    let mut random = Random(5);
    for near in [
        0x8080_8080_8080_8080u64, // a
        0xc0c0_c0c0_c0c0_c0c0,
        0xff00_0000_0000_0000, // 1
        0xffff_0000_0000_0000,
    ] {
        let opposite = near.reverse_bits();
        for own in Square::all() {
            let rest = !own.bit();
            assert_all_agree(own.bit(), (near | opposite) & rest);
            assert_all_agree(own.bit(), (near | opposite | 0xff81_8181_8181_81ff) & rest);
            for _ in 0..20 {
                assert_all_agree(own.bit(), (near | opposite) & random.next() & rest);
            }
        }
    }
    // The squares beyond an edge, one step on: reading order joins them, the board does not.
    for rank in 1..8u32 {
        let end = 1u64 << (8 * rank); // h of a rank, the a of the next one is `end >> 1`
        let (own, opponent) = (end << 1, end);
        assert_all_agree(own, opponent);
        assert_eq!(plain::legal_moves(own, opponent) & (end >> 1), 0);
        assert_eq!(plain::flips(own, opponent, end >> 1), 0);
    }
}

#[test]
fn every_processor_runs_the_portable_kernel_and_prefers_another() {
    let names: Vec<&str> = AnyKernel::all().map(AnyKernel::name).collect();
    assert_eq!(names.last(), Some(&"portable"));
    assert_eq!(names[0], AnyKernel::fastest().name());
    #[cfg(target_arch = "x86_64")]
    {
        assert_eq!(names.contains(&"AVX2"), is_x86_feature_detected!("avx2"));
        let newer = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        assert_eq!(names[0] == "AVX-512", newer);
    }
    #[cfg(target_arch = "aarch64")]
    assert_eq!(names, ["NEON", "portable"]);
}
