//! The eight symmetries of the board, on sets of squares and on single squares.

use crate::square::Square;
use crate::squares::SquareSet;

/// One of the eight symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// The identity.
    Identity,
    /// Files exchanged: a with h.
    MirrorFiles,
    /// Ranks exchanged: 1 with 8.
    MirrorRanks,
    /// Half a turn: a1 to h8. It maps the start onto itself.
    Rotate180,
    /// Reflected in the diagonal a1-h8: b1 to a2. It maps the start onto itself.
    Transpose,
    /// Reflected in the diagonal h1-a8: a1 to h8. It maps the start onto itself.
    AntiTranspose,
    /// A quarter turn clockwise: a1 to h1.
    Rotate90,
    /// A quarter turn anticlockwise: a1 to a8.
    Rotate270,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::MirrorFiles,
        Self::MirrorRanks,
        Self::Rotate180,
        Self::Transpose,
        Self::AntiTranspose,
        Self::Rotate90,
        Self::Rotate270,
    ];

    /// Returns the transformed set.
    pub const fn apply(self, set: SquareSet) -> SquareSet {
        let set = set.bits();
        SquareSet::from_bits(match self {
            Self::Identity => set,
            Self::MirrorFiles => mirror_files(set),
            Self::MirrorRanks => set.swap_bytes(),
            Self::Rotate180 => set.reverse_bits(),
            Self::Transpose => transpose(set),
            Self::AntiTranspose => transpose(set).reverse_bits(),
            Self::Rotate90 => mirror_files(transpose(set)),
            Self::Rotate270 => transpose(set).swap_bytes(),
        })
    }

    /// Returns the image of a square.
    ///
    /// # Panics
    /// Never: every symmetry moves one square to one square.
    pub const fn square(self, square: Square) -> Square {
        let moved = self.apply(SquareSet::EMPTY.with(square));
        moved
            .first()
            .expect("a symmetry moves a square to a square")
    }

    /// Returns the inverse symmetry.
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            same => same,
        }
    }
}

/// Reverses the bits of each byte: single squares, pairs, then halves of a rank.
const fn mirror_files(set: u64) -> u64 {
    let set = (set >> 1) & 0x5555_5555_5555_5555 | (set & 0x5555_5555_5555_5555) << 1;
    let set = (set >> 2) & 0x3333_3333_3333_3333 | (set & 0x3333_3333_3333_3333) << 2;
    (set >> 4) & 0x0f0f_0f0f_0f0f_0f0f | (set & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Transposes the 8x8 bit matrix by delta swaps of blocks of 1, 2 and 4 (Warren, Hacker's Delight,
/// section 7-3).
const fn transpose(set: u64) -> u64 {
    let t = (set ^ (set >> 7)) & 0x00aa_00aa_00aa_00aa;
    let set = set ^ t ^ (t << 7);
    let t = (set ^ (set >> 14)) & 0x0000_cccc_0000_cccc;
    let set = set ^ t ^ (t << 14);
    let t = (set ^ (set >> 28)) & 0x0000_0000_f0f0_f0f0;
    set ^ t ^ (t << 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_moves_a1_b1_as_its_name_says() {
        let b1: Square = "b1".parse().unwrap();
        let expected = ["b1", "g1", "b8", "g8", "a2", "h7", "h2", "a7"];
        for (symmetry, name) in Symmetry::ALL.into_iter().zip(expected) {
            assert_eq!(symmetry.square(b1).to_string(), name, "{symmetry:?}");
        }
    }

    #[test]
    fn the_inverse_brings_every_square_back() {
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                assert_eq!(symmetry.inverse().square(symmetry.square(square)), square);
            }
        }
    }

    #[test]
    fn a_set_moves_as_its_squares_do() {
        let set = SquareSet::from_bits(0x0123_4567_89ab_cdef);
        for symmetry in Symmetry::ALL {
            let moved = set.into_iter().map(|s| symmetry.square(s)).collect();
            assert_eq!(symmetry.apply(set), moved, "{symmetry:?}");
        }
    }
}
