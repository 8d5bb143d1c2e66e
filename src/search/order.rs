//! Move ordering.

use arrayvec::ArrayVec;

use super::parameters::{
    ENDGAME_MOBILITY, ENDGAME_ODD_QUADRANT, ENDGAME_POTENTIAL_MOBILITY, ENDGAME_STABLE_EDGE,
    SHALLOW_MOBILITY, SQUARE_ORDER,
};
use super::parity::Parity;
use crate::bitboard::kernel::Kernel;
use crate::bitboard::neighbours;
use crate::bitboard::stability::stable_edge_count;
use crate::board::Board;
use crate::eval::Estimate;
use crate::square::Square;
use crate::squares::SquareSet;

/// The squares by their value in [`SQUARE_ORDER`], the best first.
pub(super) static BEST_SQUARES: [SquareSet; 10] = {
    let mut sets = [SquareSet::EMPTY; 10];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        let place = 9 - SQUARE_VALUES[index as usize].cast_unsigned() as usize;
        sets[place] = sets[place].with(square);
        index += 1;
    }
    sets
};

/// The value of each square in [`SQUARE_ORDER`].
const SQUARE_VALUES: [i8; 64] = {
    let mut values = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (file, rank) = (index % 8, index / 8);
        let x = if file < 4 { file } else { 7 - file };
        let y = if rank < 4 { rank } else { 7 - rank };
        values[index] = SQUARE_ORDER[y][x];
        index += 1;
    }
    values
};

/// One legal move and the board after it, seen by the opponent.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) board: Board,
    /// The legal moves after it, once the order is known.
    pub(super) moves: SquareSet,
    pub(super) square: Square,
    /// The priority: higher values come first.
    pub(super) value: i32,
    /// The evaluation of the board, if the order needed it.
    pub(super) estimate: Option<Estimate>,
}

/// The legal moves of a board, returned best first.
pub(super) struct MoveList {
    /// Space for a move on every square. A game reaches at most 33 legal moves at once (Takizawa, doi
    /// 10.51094/jxiv.480), but a set-up board can have more, and no bound is proven for those.
    moves: ArrayVec<Candidate, 64>,
    next: usize,
    /// True if a move leaves the opponent without discs, which ends the game at once.
    pub(super) has_wipeout: bool,
}

impl MoveList {
    /// Creates an empty list.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            moves: ArrayVec::new(),
            next: 0,
            has_wipeout: false,
        }
    }

    /// Adds legal moves, unordered. Separate from the constructor, because returning a full list would copy it.
    #[inline(always)]
    pub(super) fn add(&mut self, kernel: impl Kernel, board: Board, moves: SquareSet) {
        for square in moves {
            let flips = board.flips_by(kernel, square);
            self.has_wipeout |= flips == board.opponent();
            self.moves.push(Candidate {
                board: board.play_unchecked(square, flips),
                moves: SquareSet::EMPTY,
                square,
                value: 0,
                estimate: None,
            });
        }
    }

    /// Returns the number of moves that [`Self::next_best`] has returned.
    #[inline]
    pub(super) const fn taken(&self) -> usize {
        self.next
    }

    /// Returns the remaining moves, in no particular order.
    #[inline]
    pub(super) fn rest(&self) -> &[Candidate] {
        &self.moves[self.next..]
    }

    #[inline]
    pub(super) fn rest_mut(&mut self) -> &mut [Candidate] {
        &mut self.moves[self.next..]
    }

    /// Returns the best remaining move. A selection sort, since most nodes need only the first few.
    #[inline(always)]
    pub(super) fn next_best(&mut self) -> Option<Candidate> {
        if self.next == self.moves.len() {
            return None;
        }
        let mut best = self.next;
        for place in self.next + 1..self.moves.len() {
            if self.moves[place].value > self.moves[best].value {
                best = place;
            }
        }
        self.moves.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// Orders moves by the opponent's mobility, with corners counted twice, and by the square.
    #[inline(always)]
    pub(super) fn order_by_mobility(&mut self, kernel: impl Kernel) {
        for candidate in self.rest_mut() {
            let moves = candidate.board.legal_moves_by(kernel);
            candidate.moves = moves;
            let count = |set: SquareSet| set.bits().count_ones().cast_signed();
            let mobility = count(moves) + count(moves & SquareSet::CORNERS);
            candidate.value = i32::from(SQUARE_VALUES[usize::from(candidate.square.index())])
                - SHALLOW_MOBILITY * mobility;
        }
    }

    /// Orders moves: known good ones first, then fastest first. The fewer moves the opponent has, with
    /// corners counted twice, the smaller the subtree (Gunnar Andersson, Writing an Othello program).
    /// Stable edge discs, potential mobility and parity break ties.
    #[inline(always)]
    pub(super) fn order_for_endgame(
        &mut self,
        kernel: impl Kernel,
        known: [Option<Square>; 2],
        parity: Parity,
    ) {
        let odd = parity.odd_squares();
        for candidate in self.rest_mut() {
            let (board, square) = (candidate.board, candidate.square);
            let moves = board.legal_moves_by(kernel);
            candidate.moves = moves;
            if Some(square) == known[0] {
                candidate.value = 1 << 30;
                continue;
            }
            if Some(square) == known[1] {
                candidate.value = 1 << 29;
                continue;
            }
            let count = |set: u64| set.count_ones().cast_signed();
            let (own, other) = (board.player().bits(), board.opponent().bits());
            let mobility = count(moves.bits()) + count((moves & SquareSet::CORNERS).bits());
            let potential = count(neighbours(other) & !(own | other));
            let stable = stable_edge_count(other, own).cast_signed();
            let odd = i32::from(odd.contains(square));
            candidate.value = ENDGAME_STABLE_EDGE * stable + ENDGAME_ODD_QUADRANT * odd
                - ENDGAME_MOBILITY * mobility
                - ENDGAME_POTENTIAL_MOBILITY * potential;
        }
    }
}
