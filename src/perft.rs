//! Perft: counts the leaves of the game tree, the standard test of the rules.
//!
//! By convention a pass is one ply, and a game that ends before the depth is reached is one leaf.
//! Counts to depth 14 are published at <https://www.aartbik.com/MISC/reversi.html>.
//!
//! The last ply is counted, not played. Boards with one or two plies left, which are nearly all boards,
//! are queued so that the legal moves of many can be computed at once, one board in each lane of the
//! processor's vector registers.

#![allow(clippy::inline_always)] // see bitboard::any_kernel::compiled

use crate::bitboard::any_kernel::{compiled, with_kernel};
use crate::bitboard::kernel::Kernel;
use crate::bitboard::{AnyKernel, portable};
use crate::board::Board;
use crate::squares::SquareSet;

/// Returns the number of leaves `depth` plies below a board.
pub fn perft(board: Board, depth: u32) -> u64 {
    perft_by(AnyKernel::fastest(), board, depth)
}

/// Returns the same, counted by a kernel.
#[doc(hidden)]
pub fn perft_by(kernel: AnyKernel, board: Board, depth: u32) -> u64 {
    with_kernel!(kernel, kernel => count(kernel, board, depth))
}

fn count(kernel: impl CompiledPerft, board: Board, depth: u32) -> u64 {
    let mut count = Count {
        kernel,
        two_to_go: &mut Queue::new(),
        one_to_go: &mut Queue::new(),
        leaves: 0,
    };
    match depth {
        0 => return 1,
        1 => count.one_to_go.push(board),
        2 => count.two_to_go.push(board),
        _ => CompiledPerft::walk(&mut count, board, depth),
    }
    count.finish()
}

/// Returns the leaves one ply below a board: one per move, or one for a pass or a finished game.
#[inline]
fn leaves_of(moves: u64) -> u64 {
    u64::from(moves.count_ones().max(1))
}

/// The leaves counted so far, and the queued boards.
struct Count<'a, K> {
    kernel: K,
    two_to_go: &'a mut Queue,
    one_to_go: &'a mut Queue,
    leaves: u64,
}

compiled! {
    /// A kernel with the inner functions of a [`Count`].
    trait CompiledPerft for Count {
        fn walk(board: Board, depth: u32);
        fn expand(number: usize);
        fn moves_of_two_to_go(from: usize) -> [u64; LANES];
        fn leaves_of_one_to_go(from: usize) -> u64;
    }
}

impl<K: CompiledPerft> Count<'_, K> {
    /// Plays all but the last two of `depth` plies, at least one.
    #[inline(always)]
    fn walk(&mut self, board: Board, depth: u32) {
        let moves = board.legal_moves_by(self.kernel);
        if moves.is_empty() {
            let passed = board.swapped();
            if passed.legal_moves_by(self.kernel).is_empty() {
                self.leaves += 1;
            } else if depth == 3 {
                self.two_to_go.push(passed);
                self.expand_full();
            } else {
                K::walk(self, passed, depth - 1);
            }
        } else if depth == 3 {
            self.two_to_go.push_children(self.kernel, board, moves);
            self.expand_full();
        } else {
            for square in moves {
                let next = board.play_unchecked(square, board.flips_by(self.kernel, square));
                K::walk(self, next, depth - 1);
            }
        }
    }

    /// Plays the second-to-last ply while there are enough boards for all lanes.
    #[inline(always)]
    fn expand_full(&mut self) {
        while self.two_to_go.waiting >= LANES {
            K::expand(self, LANES);
        }
    }

    /// Plays the second-to-last ply of the last `number` boards, at most [`LANES`].
    #[inline(always)]
    fn expand(&mut self, number: usize) {
        self.two_to_go.waiting -= number;
        let from = self.two_to_go.waiting;
        let moves = K::moves_of_two_to_go(self, from);
        for (index, &moves) in (from..from + number).zip(&moves) {
            let board = self.two_to_go.board(index);
            if moves == 0 {
                self.leaves += leaves_of(board.swapped().legal_moves().bits());
                continue;
            }
            self.one_to_go
                .push_children(self.kernel, board, SquareSet::from_bits(moves));
            while self.one_to_go.waiting >= LANES {
                self.one_to_go.waiting -= LANES;
                let from = self.one_to_go.waiting;
                self.leaves += K::leaves_of_one_to_go(self, from);
            }
        }
    }

    /// Returns the legal moves of the boards `from..from + LANES`; entries past the end have no meaning.
    ///
    /// Always uses the portable kernel: the compiler can vectorise its plain arithmetic across boards,
    /// which is faster than a kernel that fills a register with one board.
    #[inline(always)]
    fn moves_of_two_to_go(&self, from: usize) -> [u64; LANES] {
        let mut moves = [0; LANES];
        for (moves, (&player, &opponent)) in moves.iter_mut().zip(self.two_to_go.lanes(from)) {
            *moves = portable::legal_moves(player, opponent);
        }
        moves
    }

    /// Returns the leaves one ply below the boards `from..from + LANES`.
    #[inline(always)]
    fn leaves_of_one_to_go(&self, from: usize) -> u64 {
        let boards = self.one_to_go.lanes(from);
        boards.fold(0, |leaves, (&player, &opponent)| {
            leaves + leaves_of(portable::legal_moves(player, opponent))
        })
    }

    /// Counts the boards left in the queues.
    fn finish(mut self) -> u64 {
        let waiting = self.two_to_go.waiting;
        K::expand(&mut self, waiting);
        for index in 0..self.one_to_go.waiting {
            self.leaves += leaves_of(self.one_to_go.board(index).legal_moves().bits());
        }
        self.leaves
    }
}

/// The number of boards processed together.
const LANES: usize = 32;

/// The capacity: room for those and for the children of one more board, fewer than 64. A power of two,
/// so that a single remainder instruction keeps every index in bounds.
const CAPACITY: usize = 128;

/// Queued boards, last in, first out. Except briefly, fewer than [`LANES`].
struct Queue {
    players: [u64; CAPACITY],
    opponents: [u64; CAPACITY],
    waiting: usize,
}

impl Queue {
    const fn new() -> Self {
        Self {
            players: [0; CAPACITY],
            opponents: [0; CAPACITY],
            waiting: 0,
        }
    }

    #[inline]
    fn push(&mut self, board: Board) {
        self.players[self.waiting % CAPACITY] = board.player().bits();
        self.opponents[self.waiting % CAPACITY] = board.opponent().bits();
        self.waiting += 1;
    }

    /// Adds the boards after each of `moves`. Most of the time goes into this loop.
    #[inline(always)]
    fn push_children(&mut self, kernel: impl Kernel, board: Board, moves: SquareSet) {
        let mut waiting = self.waiting;
        for square in moves {
            let next = board.play_unchecked(square, board.flips_by(kernel, square));
            self.players[waiting % CAPACITY] = next.player().bits();
            self.opponents[waiting % CAPACITY] = next.opponent().bits();
            waiting += 1;
        }
        self.waiting = waiting;
    }

    #[inline]
    fn board(&self, index: usize) -> Board {
        Board::new_unchecked(
            self.players[index % CAPACITY],
            self.opponents[index % CAPACITY],
        )
    }

    #[inline]
    fn lanes(&self, from: usize) -> impl Iterator<Item = (&u64, &u64)> {
        let from = from.min(CAPACITY - LANES);
        let players = &self.players[from..from + LANES];
        players.iter().zip(&self.opponents[from..from + LANES])
    }
}
