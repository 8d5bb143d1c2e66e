//! The bench of the boards: [`perft`](fn@crate::perft) by each kind of array and by each kernel, timed.

#![doc(hidden)]
#![allow(clippy::inline_always)] // see bitboard::any_kernel::compiled

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::{ArrayBoard, BLACK, WALL, perft, set_up};
use crate::bitboard::any_kernel::{compiled, with_kernel};
use crate::bitboard::halves::Halves;
use crate::bitboard::kernel::Kernel;
use crate::bitboard::{AnyKernel, by_word, plain};
use crate::board::Board;
use crate::square::Square;

/// How often each board counts.
pub const RUNS: usize = 9;

/// A board and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTime {
    /// The type of the array or the name of the kernel: `[i8; 100]`, `[i8; 100] with flags`, `plain`.
    pub name: String,
    /// The number of leaves.
    pub leaves: u64,
    /// The shortest of [`RUNS`] times, at least a nanosecond.
    pub best: Duration,
}

impl BoardTime {
    /// Returns how many times as long this took as another one.
    pub fn ratio(&self, other: &Self) -> f64 {
        self.best.as_secs_f64() / other.best.as_secs_f64()
    }
}

/// Counts the leaves `depth` plies below the start with every board: first the three arrays, each without and
/// then with flags, then the plain kernel and those on two words of 32 bits, then those that this processor can run,
/// the portable one first. All play every move, one board at a time.
pub fn bench(depth: u32) -> Vec<BoardTime> {
    let mut counts = Vec::new();
    add_array(&mut counts, "[[i8; 10]; 10]", [[WALL; 10]; 10], depth);
    add_array(&mut counts, "[i8; 100]", [WALL; 100], depth);
    add_array(&mut counts, "[i8; 160]", [WALL; 160], depth);
    let mut kernels: Vec<_> = AnyKernel::all().map(BenchKernel::Any).collect();
    kernels.extend([
        BenchKernel::WordByWord,
        BenchKernel::StepByStep,
        BenchKernel::Plain,
    ]);
    kernels.reverse();
    for kernel in kernels {
        let count = move || perft_by_moves(kernel, Board::START, depth);
        counts.push((kernel.name().to_owned(), Box::new(count)));
    }
    // The boards take turns, so that a slow moment of the machine spoils one run of several and not all of one.
    let mut best = vec![Duration::MAX; counts.len()];
    for _ in 0..RUNS {
        for ((_, count), best) in counts.iter().zip(&mut best) {
            let begin = Instant::now();
            black_box(count());
            *best = begin.elapsed().clamp(Duration::from_nanos(1), *best);
        }
    }
    let time = |((name, count), best): ((_, Count), _)| BoardTime {
        name,
        leaves: count(),
        best,
    };
    counts.into_iter().zip(best).map(time).collect()
}

type Count = Box<dyn Fn() -> u64>;

/// Adds an array without and with flags.
fn add_array<A>(counts: &mut Vec<(String, Count)>, name: &str, walls: A, depth: u32)
where
    A: ArrayBoard + Copy + 'static,
{
    let start = set_up(walls, Board::START.player(), Board::START.opponent());
    for (name, flags) in [
        (name.to_owned(), false),
        (format!("{name} with flags"), true),
    ] {
        counts.push((name, Box::new(move || perft(&start, BLACK, depth, flags))));
    }
}

/// A kernel to measure.
#[derive(Clone, Copy)]
enum BenchKernel {
    Plain,
    /// The plain one on two words of 32 bits.
    StepByStep,
    /// One of two words after the other.
    WordByWord,
    /// One for play.
    Any(AnyKernel),
}

impl BenchKernel {
    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::StepByStep => "32-bit step-by-step",
            Self::WordByWord => "32-bit word-by-word",
            Self::Any(kernel) => kernel.name(),
        }
    }
}

/// Counts the same with the functions of a kernel.
fn perft_by_moves(kernel: BenchKernel, board: Board, depth: u32) -> u64 {
    fn by<K: CompiledWalk>(kernel: &K, board: Board, depth: u32) -> u64 {
        CompiledWalk::walk(&mut MoveByMove { kernel }, board, depth)
    }
    match kernel {
        BenchKernel::Plain => by(&PlainKernel, board, depth),
        BenchKernel::StepByStep => by(&StepByStepKernel, board, depth),
        BenchKernel::WordByWord => by(&WordByWordKernel, board, depth),
        BenchKernel::Any(kernel) => with_kernel!(kernel, kernel => by(&kernel, board, depth)),
    }
}

/// A count with one kernel.
struct MoveByMove<'a, K> {
    kernel: &'a K,
}

compiled! {
    /// A kernel with the inner function of [`MoveByMove`].
    trait CompiledWalk for MoveByMove {
        fn walk(board: Board, depth: u32) -> u64;
    }
}

impl<K: CompiledWalk> MoveByMove<'_, K> {
    #[inline(always)]
    fn walk(&mut self, board: Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for square in board.legal_moves_by(*self.kernel) {
            let next = board.play_unchecked(square, board.flips_by(*self.kernel, square));
            leaves += K::walk(self, next, depth - 1);
        }
        let passed = board.swapped();
        match leaves {
            0 if passed.legal_moves_by(*self.kernel).is_empty() => 1,
            0 => K::walk(self, passed, depth - 1),
            _ => leaves,
        }
    }
}

/// The kernel to read.
#[derive(Clone, Copy)]
struct PlainKernel;

impl Kernel for PlainKernel {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        plain::legal_moves(own, opponent)
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        plain::flips(own, opponent, square.bit())
    }
}

/// The kernel to read, on two words of 32 bits.
#[derive(Clone, Copy)]
struct StepByStepKernel;

impl Kernel for StepByStepKernel {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        plain::legal_moves(Halves::from(own), Halves::from(opponent)).into()
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        let [own, opponent, placed] = [own, opponent, square.bit()].map(Halves::from);
        plain::flips(own, opponent, placed).into()
    }
}

/// The kernel for two words of 32 bits, one after the other.
#[derive(Clone, Copy)]
struct WordByWordKernel;

impl Kernel for WordByWordKernel {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        by_word::legal_moves(own.into(), opponent.into()).into()
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        by_word::flips(own.into(), opponent.into(), square).into()
    }
}

macro_rules! compiled_here {
    ($($kernel:ty)*) => { $(
        impl CompiledWalk for $kernel {
            fn walk(target: &mut MoveByMove<'_, Self>, board: Board, depth: u32) -> u64 {
                target.walk(board, depth)
            }
        }
    )* };
}

compiled_here! { PlainKernel StepByStepKernel WordByWordKernel }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_counts_the_leaves_of_perft() {
        for depth in 0..5 {
            let times = bench(depth);
            assert!(times.len() >= 10);
            for time in times {
                assert_eq!(
                    time.leaves,
                    crate::perft(Board::START, depth),
                    "{}",
                    time.name
                );
            }
        }
    }

    #[test]
    fn passes_and_early_ends_count_as_in_perft() {
        // Black passes; after White's move both must, and the game ends early.
        let board: crate::Position =
            "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X"
                .parse()
                .unwrap();
        for board in [board.board(), board.board().swapped()] {
            let array = set_up([WALL; 100], board.player(), board.opponent());
            for depth in 0..5 {
                let expected = crate::perft(board, depth);
                assert_eq!(perft_by_moves(BenchKernel::Plain, board, depth), expected);
                assert_eq!(perft(&array, BLACK, depth, true), expected);
                assert_eq!(perft(&array, BLACK, depth, false), expected);
            }
        }
    }
}
