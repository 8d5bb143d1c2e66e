//! The kernel for ARM's processors of 64 bits: both ways along a line in one 128-bit register.
//!
//! One half of a register has the board, the other the board with its bits in reverse order. What goes up or left on
//! the one goes down or right on the other, so that every step is a shift towards bit 63, by one distance for both.
//! There the lowest bit of a set, which subtraction isolates, is the nearest one, and along ranks an addition fills
//! all runs. The arithmetic is that of [`super::portable`].
//!
//! NEON cannot gather values from a table: the evaluation adds them one by one, as without it.

#![allow(unsafe_code)] // two calls of functions with #[target_feature]
#![allow(clippy::inline_always)] // see Kernel

#[allow(clippy::wildcard_imports)] // intrinsics carry their module in their names
use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

use super::kernel::Kernel;
use super::portable::ray;
use crate::square::Square;

/// The kernel for processors with NEON, which nearly all ARM processors of 64 bits have. A value of this type exists
/// only on such a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(());

impl Neon {
    /// Returns the kernel if the processor can run it.
    pub fn detect() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

impl Kernel for Neon {
    #[inline(always)]
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        // SAFETY: `self` exists, so the processor has NEON.
        unsafe { moves_both_ways(own, opponent) }
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        // SAFETY: `self` exists, so the processor has NEON.
        unsafe { flips_both_ways(own, opponent, square) }
    }
}

/// Returns a register of two halves.
#[inline]
#[target_feature(enable = "neon")]
fn halves([low, high]: [u64; 2]) -> uint64x2_t {
    vcombine_u64(vcreate_u64(low), vcreate_u64(high))
}

/// Returns a set, and beside it the set with its bits in reverse order.
#[inline]
#[target_feature(enable = "neon")]
fn both_ways(set: u64) -> uint64x2_t {
    halves([set, set.reverse_bits()])
}

/// Returns the union of a set and of what is beside it in reverse order.
#[inline]
#[target_feature(enable = "neon")]
fn union(sets: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(sets) | vgetq_lane_u64::<1>(sets).reverse_bits()
}

#[inline]
#[target_feature(enable = "neon")]
fn moves_both_ways(own: u64, opponent: u64) -> u64 {
    let (discs, others) = (both_ways(own), both_ways(opponent));
    // No run passes over the files a and h. Over the ranks 1 and 8 bits fall off the register.
    let inner = vandq_u64(others, vreinterpretq_u64_u8(vdupq_n_u8(0x7e)));
    // The carry runs through the opponent discs of a rank, as in `portable`.
    let beside = vandq_u64(inner, vshlq_n_u64::<1>(discs));
    let moves = [
        vaddq_u64(inner, beside),
        along::<8, 16>(discs, others),
        along::<7, 14>(discs, inner),
        along::<9, 18>(discs, inner),
    ];
    let [a, b, c, d] = moves;
    union(vorrq_u64(vorrq_u64(a, b), vorrq_u64(c, d))) & !(own | opponent)
}

/// Returns the squares behind the runs of `passable` squares that begin next to a disc, along the lines whose
/// squares are `STEP` apart; `TWO` is twice that.
#[inline]
#[target_feature(enable = "neon")]
fn along<const STEP: i32, const TWO: i32>(discs: uint64x2_t, passable: uint64x2_t) -> uint64x2_t {
    let mut run = vandq_u64(passable, vshlq_n_u64::<STEP>(discs));
    run = vorrq_u64(run, vandq_u64(passable, vshlq_n_u64::<STEP>(run)));
    // Where two passable squares are adjacent, two steps can be made at once.
    let pair = vandq_u64(passable, vshlq_n_u64::<STEP>(passable));
    run = vorrq_u64(run, vandq_u64(pair, vshlq_n_u64::<TWO>(run)));
    run = vorrq_u64(run, vandq_u64(pair, vshlq_n_u64::<TWO>(run)));
    vshlq_n_u64::<STEP>(run)
}

/// The rays of each square: for each kind of line the ray towards bit 63, and beside it the opposite one with its bits
/// in reverse order.
static RAYS: [[[u64; 2]; 4]; 64] = {
    let mut rays = [[[0; 2]; 4]; 64];
    let mut index = 0;
    while index < 64 {
        #[allow(clippy::cast_possible_truncation)] // below 64
        if let Some(square) = Square::new(index as u8) {
            rays[index] = [
                [ray(square, -1, 0), ray(square, 1, 0).reverse_bits()],
                [ray(square, 0, -1), ray(square, 0, 1).reverse_bits()],
                [ray(square, 1, -1), ray(square, -1, 1).reverse_bits()],
                [ray(square, -1, -1), ray(square, 1, 1).reverse_bits()],
            ];
        }
        index += 1;
    }
    rays
};

#[inline]
#[target_feature(enable = "neon")]
fn flips_both_ways(own: u64, opponent: u64, square: Square) -> u64 {
    let (discs, others) = (both_ways(own), both_ways(opponent));
    let [a, b, c, d] = RAYS[usize::from(square.index() & 63)];
    let [a, b, c, d] = [
        line_flips(discs, others, halves(a)),
        line_flips(discs, others, halves(b)),
        line_flips(discs, others, halves(c)),
        line_flips(discs, others, halves(d)),
    ];
    union(vorrq_u64(vorrq_u64(a, b), vorrq_u64(c, d)))
}

/// Returns the flips both ways along one kind of line.
#[inline]
#[target_feature(enable = "neon")]
fn line_flips(discs: uint64x2_t, others: uint64x2_t, ray: uint64x2_t) -> uint64x2_t {
    // The nearest square that is no opponent disc is the lowest bit of the ray.
    let stops = vbicq_u64(ray, others);
    let negative = vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(stops)));
    let closing = vandq_u64(vandq_u64(stops, negative), discs);
    // The bits below the closing disc; none if there is no such disc, because this subtraction stops at 0.
    vandq_u64(ray, vqsubq_u64(closing, vdupq_n_u64(1)))
}
