//! The bench of the boards: [`perft`](fn@crate::perft) by each kind of array and by each kernel, timed.

#![allow(clippy::inline_always)] // see bitboard::kernel::compiled

use std::time::{Duration, Instant};

use super::{ArrayBoard, BLACK, WALL, perft, set_up};
use crate::bitboard::AnyKernel;
use crate::bitboard::kernel::{Kernel, compiled};
use crate::bitboard::plain;
use crate::board::Board;
use crate::perft::{PerftBoard, leaves};
use crate::square::Square;

/// How often each board counts.
pub const RUNS: usize = 9;

/// A board and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTime {
    /// The type of the array, or the name of the kernel: `[i8; 100]`, `plain`.
    pub name: String,
    /// True if it is an array that keeps the flags of a legal move for playing it.
    pub flags: bool,
    /// The number of leaves.
    pub leaves: u64,
    /// The shortest of [`RUNS`] times.
    pub best: Duration,
}

impl BoardTime {
    /// Returns how many times as long this took as another one.
    pub fn ratio(&self, other: &Self) -> f64 {
        self.best.as_secs_f64().max(1e-9) / other.best.as_secs_f64().max(1e-9)
    }

    /// Returns the leaves per second.
    #[allow(clippy::cast_precision_loss)] // a rate to be read by people
    pub fn rate(&self) -> f64 {
        self.leaves as f64 / self.best.as_secs_f64().max(1e-9)
    }
}

/// The boards with their names, whether they keep flags, and how they count.
type Counts = Vec<(String, bool, Box<dyn Fn() -> u64>)>;

/// Counts the leaves `depth` plies below the start with every board: first the three arrays, each without and
/// then with flags, then the plain kernel, then those that this processor can run, the portable one first. All play
/// every move, one board at a time.
pub fn bench(depth: u32) -> Vec<BoardTime> {
    let mut counts = Counts::new();
    add_array(&mut counts, "[[i8; 10]; 10]", [[WALL; 10]; 10], depth);
    add_array(&mut counts, "[i8; 100]", [WALL; 100], depth);
    add_array(&mut counts, "[i8; 160]", [WALL; 160], depth);
    let mut kernels: Vec<_> = AnyKernel::all().map(Some).chain([None]).collect();
    kernels.reverse();
    for kernel in kernels {
        let name = kernel.map_or("plain", AnyKernel::name).to_owned();
        let count = move || perft_by_moves(kernel, Board::START, depth);
        counts.push((name, false, Box::new(count)));
    }
    let mut times: Vec<BoardTime> = Vec::new();
    // The boards take turns, so that a slow moment of the machine spoils a run of each and not the best of one.
    for run in 0..RUNS {
        for (index, (name, flags, count)) in counts.iter().enumerate() {
            let begin = Instant::now();
            let leaves = count();
            let time = begin.elapsed();
            if run == 0 {
                times.push(BoardTime {
                    name: name.clone(),
                    flags: *flags,
                    leaves,
                    best: time,
                });
            }
            times[index].best = times[index].best.min(time);
        }
    }
    times
}

/// Adds an array without and with flags.
fn add_array(counts: &mut Counts, name: &str, walls: impl ArrayBoard + Copy + 'static, depth: u32) {
    let start = set_up(walls, Board::START.player(), Board::START.opponent());
    for flags in [false, true] {
        let count = move || perft(start, BLACK, depth, flags);
        counts.push((name.to_owned(), flags, Box::new(count)));
    }
}

/// Counts the same with the functions of a kernel; `None` is the plain kernel, which [`AnyKernel`] does not have.
fn perft_by_moves(kernel: Option<AnyKernel>, board: Board, depth: u32) -> u64 {
    fn by<K: CompiledWalk>(kernel: &K, board: Board, depth: u32) -> u64 {
        CompiledWalk::walk(&mut MoveByMove { kernel }, board, depth)
    }
    match &kernel {
        None => by(&PlainKernel, board, depth),
        Some(AnyKernel::Portable(kernel)) => by(kernel, board, depth),
        #[cfg(target_arch = "x86_64")]
        Some(AnyKernel::Avx2(kernel)) => by(kernel, board, depth),
        #[cfg(target_arch = "x86_64")]
        Some(AnyKernel::Avx512(kernel)) => by(kernel, board, depth),
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
        let board = KernelBoard {
            board,
            kernel: *self.kernel,
        };
        leaves(board, depth, |next, depth| K::walk(self, next.board, depth))
    }
}

/// A board whose moves a kernel computes.
#[derive(Clone, Copy)]
struct KernelBoard<K> {
    board: Board,
    kernel: K,
}

impl<K: Kernel> PerftBoard for KernelBoard<K> {
    #[inline(always)]
    fn after_each_move(self, mut visit: impl FnMut(Self)) {
        let Self { board, kernel } = self;
        for square in board.legal_moves_by(kernel) {
            let board = board.play_unchecked(square, board.flips_by(kernel, square));
            visit(Self { board, kernel });
        }
    }

    #[inline(always)]
    fn passed(self) -> Self {
        let board = self.board.swapped();
        Self { board, ..self }
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

impl CompiledWalk for PlainKernel {
    fn walk(target: &mut MoveByMove<'_, Self>, board: Board, depth: u32) -> u64 {
        target.walk(board, depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_counts_the_leaves_of_perft() {
        for depth in 0..5 {
            let times = bench(depth);
            assert!(times.len() >= 8);
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
                assert_eq!(perft_by_moves(None, board, depth), expected);
                assert_eq!(perft(array, BLACK, depth, true), expected);
                assert_eq!(perft(array, BLACK, depth, false), expected);
            }
        }
    }
}
