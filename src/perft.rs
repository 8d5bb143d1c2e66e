//! Perft: counts the leaves of the game tree, the standard test of the rules.
//!
//! By convention a pass is one ply, and a game that ends before the depth is reached is one leaf.
//! Counts to depth 14 are published at <https://www.aartbik.com/MISC/reversi.html>.
//!
//! The last ply is counted, not played. Boards with one or two plies left, which are nearly all boards,
//! are queued so that the legal moves of many can be computed at once, one board in each lane of the
//! processor's vector registers.

use crate::bitboard::portable;
use crate::board::Board;
use crate::squares::SquareSet;

/// Returns the number of leaves `depth` plies below a board.
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    let mut count = Count {
        two_to_go: Queue::new(),
        one_to_go: Queue::new(),
        leaves: 0,
    };
    match depth {
        0 => return 1,
        1 => count.one_to_go.push(board),
        2 => count.two_to_go.push(board),
        _ => count.walk(board, depth),
    }
    count.finish()
}

/// Returns the leaves one ply below a board: one per move, or one for a pass or a finished game.
#[inline]
fn leaves_of(moves: u64) -> u64 {
    u64::from(moves.count_ones().max(1))
}

/// The leaves counted so far, and the queued boards.
struct Count {
    two_to_go: Queue,
    one_to_go: Queue,
    leaves: u64,
}

impl Count {
    /// Plays all but the last two of `depth` plies, at least one.
    fn walk(&mut self, board: Board, depth: u32) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            let passed = board.swapped();
            if passed.legal_moves().is_empty() {
                self.leaves += 1;
            } else if depth == 3 {
                self.two_to_go.push(passed);
                self.expand_full();
            } else {
                self.walk(passed, depth - 1);
            }
        } else if depth == 3 {
            self.two_to_go.push_children(board, moves);
            self.expand_full();
        } else {
            for square in moves {
                let next = board.play_unchecked(square, board.flips(square));
                self.walk(next, depth - 1);
            }
        }
    }

    /// Plays the second-to-last ply while there are enough boards for all lanes.
    fn expand_full(&mut self) {
        while self.two_to_go.waiting >= LANES {
            self.expand(LANES);
        }
    }

    /// Plays the second-to-last ply of the last `number` boards, at most [`LANES`].
    fn expand(&mut self, number: usize) {
        self.two_to_go.waiting -= number;
        let from = self.two_to_go.waiting;
        let moves = self.two_to_go.legal_moves(from);
        for (index, &moves) in (from..from + number).zip(&moves) {
            let board = self.two_to_go.board(index);
            if moves == 0 {
                self.leaves += leaves_of(board.swapped().legal_moves().bits());
                continue;
            }
            self.one_to_go
                .push_children(board, SquareSet::from_bits(moves));
            while self.one_to_go.waiting >= LANES {
                self.one_to_go.waiting -= LANES;
                self.leaves += self.one_to_go.leaves(self.one_to_go.waiting);
            }
        }
    }

    /// Counts the boards left in the queues.
    fn finish(mut self) -> u64 {
        self.expand(self.two_to_go.waiting);
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
    #[allow(clippy::inline_always)] // a call costs a tenth of the whole on plain x86-64
    #[inline(always)]
    fn push_children(&mut self, board: Board, moves: SquareSet) {
        let mut waiting = self.waiting;
        for square in moves {
            let next = board.play_unchecked(square, board.flips(square));
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

    /// Returns the legal moves of the boards `from..from + LANES`; entries past the end have no meaning.
    ///
    /// Always uses the portable kernel: the compiler can vectorise its plain arithmetic across boards,
    /// which is faster than a kernel that fills a register with one board.
    #[inline(never)]
    fn legal_moves(&self, from: usize) -> [u64; LANES] {
        let mut moves = [0; LANES];
        for (moves, (&player, &opponent)) in moves.iter_mut().zip(self.lanes(from)) {
            *moves = portable::legal_moves(player, opponent);
        }
        moves
    }

    /// Returns the leaves one ply below the boards `from..from + LANES`.
    #[inline(never)]
    fn leaves(&self, from: usize) -> u64 {
        self.lanes(from).fold(0, |leaves, (&player, &opponent)| {
            leaves + leaves_of(portable::legal_moves(player, opponent))
        })
    }

    #[inline]
    fn lanes(&self, from: usize) -> impl Iterator<Item = (&u64, &u64)> {
        let from = from.min(CAPACITY - LANES);
        let players = &self.players[from..from + LANES];
        players.iter().zip(&self.opponents[from..from + LANES])
    }
}
