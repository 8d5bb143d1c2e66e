//! Parity: which of the four quadrants of the board have an odd number of empty squares.
//!
//! Whoever moves first into an odd region also gets the last move there, as long as nobody passes, so
//! moves into odd quadrants are tried first when few squares are empty. The quadrants stand in for
//! the true regions; they are cheap and nearly as good an order (Jean-Christophe Weill, 1992; Gunnar
//! Andersson's endgame solver).

use crate::square::Square;
use crate::squares::SquareSet;

/// The quadrants, as bits of a parity: top left, top right, bottom left, bottom right.
const QUADRANTS: [u64; 4] = [
    0xf0f0_f0f0_0000_0000,
    0x0f0f_0f0f_0000_0000,
    0x0000_0000_f0f0_f0f0,
    0x0000_0000_0f0f_0f0f,
];

static ODD_SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if parity >> quadrant & 1 == 1 {
                table[parity] |= QUADRANTS[quadrant];
            }
            quadrant += 1;
        }
        parity += 1;
    }
    table
};

/// One bit for each quadrant: set if it has an odd number of empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parity(u8);

impl Parity {
    /// Returns the parity of a set of empty squares.
    pub(crate) fn of(empties: SquareSet) -> Self {
        let odd =
            |quadrant: usize| ((empties.bits() & QUADRANTS[quadrant]).count_ones() & 1) << quadrant;
        Self((odd(0) | odd(1) | odd(2) | odd(3)) as u8)
    }

    /// Returns the parity after a move to a square.
    #[inline]
    pub(crate) fn after_move(self, square: Square) -> Self {
        let index = square.index();
        Self(self.0 ^ 1 << (index >> 2 & 1 | index >> 4 & 2))
    }

    /// Returns the squares of all odd quadrants, empty or not.
    #[inline]
    pub(crate) fn odd_squares(self) -> SquareSet {
        SquareSet::from_bits(ODD_SQUARES[usize::from(self.0 & 15)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placing_a_disc_changes_the_parity_of_its_quadrant() {
        let empties = SquareSet::from_bits(0x0123_4567_89ab_cdef);
        for square in empties {
            assert_eq!(
                Parity::of(empties).after_move(square),
                Parity::of(empties.without(square))
            );
        }
        // a1, and g1 with h1: one in the first quadrant, two in the second.
        let odd = Parity::of(SquareSet::from_bits(0x8300_0000_0000_0000)).odd_squares();
        assert_eq!(odd.bits(), 0xf0f0_f0f0_0000_0000);
    }
}
