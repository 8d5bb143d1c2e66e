//! The fast kernel for any 64-bit machine: no intrinsics, no branches, no unsafe code.
//!
//! Moves come from parallel-prefix fills, the Kogge-Stone generator of set-wise chess programming
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>): a run of six squares is filled in
//! three steps of 1, 2 and 2 squares. To the left, along a rank, one addition does the same: the carry
//! runs through the opponent discs and falls out on the square behind them.
//!
//! Flips come from line masks: for each square a table holds the squares of its eight rays. On a ray
//! the nearest square that is not an opponent disc decides. Towards bit 63 that is the lowest bit of
//! the ray, which subtraction isolates; towards bit 0 it is the highest. Exchanging the bytes turns the
//! three rays that go down into rays that go up, so that only the ray to the right has to look for a
//! highest bit.

// Functions called in a loop over several boards must be inlined, or the compiler cannot vectorise the loop
// with one board per lane; in a build for plain x86-64 it considers these too large.
#![allow(clippy::inline_always)]

use super::{INNER_FILES, INNER_RANKS};
use crate::square::Square;

/// Returns the legal moves of the side with the discs `own`, like [`super::plain::legal_moves`].
#[inline(always)]
pub const fn legal_moves(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    let moves = along_ranks(own, inner)
        | along::<8>(own, opponent & INNER_RANKS)
        | along::<7>(own, inner)
        | along::<9>(own, inner);
    moves & !(own | opponent)
}

/// Returns the squares behind the runs of `passable` squares that begin next to an own disc, both ways along
/// the lines whose squares are `STEP` apart.
#[inline(always)]
const fn along<const STEP: u32>(own: u64, passable: u64) -> u64 {
    let mut left = passable & (own << STEP);
    let mut right = passable & (own >> STEP);
    left |= passable & (left << STEP);
    right |= passable & (right >> STEP);
    // Where two passable squares are adjacent, two steps can be made at once.
    let pair_left = passable & (passable << STEP);
    let pair_right = pair_left >> STEP;
    left |= pair_left & (left << (2 * STEP));
    right |= pair_right & (right >> (2 * STEP));
    left |= pair_left & (left << (2 * STEP));
    right |= pair_right & (right >> (2 * STEP));
    left << STEP | right >> STEP
}

/// Does the same as [`along`] for ranks: the carry of an addition fills the runs to the left.
#[inline(always)]
const fn along_ranks(own: u64, passable: u64) -> u64 {
    // No run reaches file a, so a carry ends there at the latest. A run that it does not enter stays
    // unchanged, and it contains no empty square.
    let left = passable.wrapping_add(passable & (own << 1));
    let mut right = passable & (own >> 1);
    right |= passable & (right >> 1);
    let pair = passable & (passable >> 1);
    right |= pair & (right >> 2);
    right |= pair & (right >> 2);
    left | right >> 1
}

/// The rays of one square. Downward rays are stored with their bytes reversed.
#[derive(Clone, Copy)]
struct Rays {
    left: u64,
    right: u64,
    /// Up left, up, up right.
    up: [u64; 3],
    /// Down left, down, down right, mirrored.
    down: [u64; 3],
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays {
        left: 0,
        right: 0,
        up: [0; 3],
        down: [0; 3],
    }; 64];
    let mut index = 0;
    while index < 64 {
        #[allow(clippy::cast_possible_truncation)] // below 64
        if let Some(square) = Square::new(index as u8) {
            rays[index] = Rays {
                left: ray(square, -1, 0),
                right: ray(square, 1, 0),
                up: [ray(square, -1, -1), ray(square, 0, -1), ray(square, 1, -1)],
                down: [
                    ray(square, -1, 1).swap_bytes(),
                    ray(square, 0, 1).swap_bytes(),
                    ray(square, 1, 1).swap_bytes(),
                ],
            };
        }
        index += 1;
    }
    rays
};

/// Returns the squares beyond `square` in one direction, up to the edge.
pub(super) const fn ray(square: Square, files: i8, ranks: i8) -> u64 {
    let mut set = 0;
    let mut next = square.offset(files, ranks);
    while let Some(square) = next {
        set |= square.bit();
        next = square.offset(files, ranks);
    }
    set
}

/// Returns the opponent discs that a disc of `own` on `square` turns, like [`super::plain::flips`].
#[inline]
pub fn flips(own: u64, opponent: u64, square: Square) -> u64 {
    if (own | opponent) & square.bit() == 0 {
        flips_from_empty(own, opponent, square)
    } else {
        0
    }
}

/// Does the same for a square that is known to be empty.
#[inline(always)]
pub(super) fn flips_from_empty(own: u64, opponent: u64, square: Square) -> u64 {
    let rays = &RAYS[usize::from(square.index() & 63)];
    let sideways =
        towards_bit_63(own, opponent, rays.left) | towards_bit_0(own, opponent, rays.right);
    let mut up = 0;
    for ray in rays.up {
        up |= towards_bit_63(own, opponent, ray);
    }
    let (own_mirrored, opponent_mirrored) = (own.swap_bytes(), opponent.swap_bytes());
    let mut down = 0;
    for ray in rays.down {
        down |= towards_bit_63(own_mirrored, opponent_mirrored, ray);
    }
    sideways | up | down.swap_bytes()
}

/// Returns the opponent discs between the start of a ray and the own disc that closes them.
#[inline]
const fn towards_bit_63(own: u64, opponent: u64, ray: u64) -> u64 {
    let stops = ray & !opponent;
    let closing = stops & stops.wrapping_neg() & own;
    // The bits below the closing disc; none if there is no such disc.
    ray & closing.wrapping_sub((closing != 0) as u64)
}

/// Does the same for a ray to the right.
#[inline]
const fn towards_bit_0(own: u64, opponent: u64, ray: u64) -> u64 {
    // Bit 0 is the fallback if the opponent occupies the whole ray: it is then no own disc of this
    // ray.
    let stops = ray & !opponent | 1;
    let closing = (1 << 63 >> stops.leading_zeros()) & own & ray;
    // The bits above the closing disc.
    ray & (closing.wrapping_neg() << 1)
}
