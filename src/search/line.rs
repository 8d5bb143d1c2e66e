//! A line of moves that needs no allocation.

use crate::square::Square;

/// At most sixty moves; passes are left out.
#[derive(Clone, Copy)]
pub(super) struct Line {
    moves: [Square; 64],
    length: usize,
}

impl Line {
    pub(super) const fn new() -> Self {
        Self {
            moves: [Square::A1; 64],
            length: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.length = 0;
    }

    /// Makes this line a move and the line after it.
    pub(super) fn set(&mut self, first: Square, rest: &Self) {
        let length = rest.length.min(63);
        self.moves[0] = first;
        self.moves[1..=length].copy_from_slice(&rest.moves[..length]);
        self.length = length + 1;
    }

    pub(super) fn as_slice(&self) -> &[Square] {
        &self.moves[..self.length]
    }
}
