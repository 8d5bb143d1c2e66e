//! The kernel for processors with AVX2: four lines through a square in one 256-bit register.
//!
//! A board has four kinds of lines: ranks, files and the two diagonals. Their squares are 1, 8, 7 and 9
//! bits apart, and AVX2 can shift each 64-bit lane of a register by a different distance. So all four
//! kinds are computed at once, both ways along each. The arithmetic is that of [`super::portable`].
//!
//! The only unsafe code of the rules is here, in [`super::avx512`], in `neon` and in `compiled`: calls of functions with
//! target features, which are safe only where the processor has them.

#![allow(unsafe_code)] // two calls of functions with #[target_feature], see above
#![allow(clippy::inline_always)] // see Kernel

#[allow(clippy::wildcard_imports)] // intrinsics carry their module in their names
use std::arch::x86_64::*;
use std::ptr;

use super::kernel::Kernel;
use super::portable::ray;
use super::{INNER_FILES, INNER_RANKS};
use crate::square::Square;

/// The kernel for processors with AVX2 and the instructions that came with it, BMI, LZCNT and POPCNT:
/// Intel's since 2013, AMD's since 2015. A value of this type exists only on such a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the kernel if the processor can run it.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { four_lines_of_moves(own, opponent) }
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { four_lines_of_flips(own, opponent, square) }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch reads and writes nothing, and every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ptr::from_ref(value).cast()) }
    }
}

/// Returns four lanes from their values, in the order ranks, files, diagonals, anti-diagonals.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn lanes(values: [u64; 4]) -> __m256i {
    let [a, b, c, d] = values.map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

/// Returns the same value in each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn all(value: u64) -> __m256i {
    _mm256_set1_epi64x(value.cast_signed())
}

/// Returns the union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    let both = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si64(both).cast_unsigned()
}

#[inline]
#[target_feature(enable = "avx2")]
fn four_lines_of_moves(own: u64, opponent: u64) -> u64 {
    let step = lanes([1, 8, 7, 9]);
    let two_steps = lanes([2, 16, 14, 18]);
    let inner = lanes([INNER_FILES, INNER_RANKS, INNER_FILES, INNER_FILES]);
    let discs = all(own);
    let passable = _mm256_and_si256(all(opponent), inner);

    let mut left = _mm256_and_si256(passable, _mm256_sllv_epi64(discs, step));
    let mut right = _mm256_and_si256(passable, _mm256_srlv_epi64(discs, step));
    left = extend(left, passable, _mm256_sllv_epi64(left, step));
    right = extend(right, passable, _mm256_srlv_epi64(right, step));
    // Where two passable squares are adjacent, two steps can be made at once.
    let pair_left = _mm256_and_si256(passable, _mm256_sllv_epi64(passable, step));
    let pair_right = _mm256_srlv_epi64(pair_left, step);
    left = extend(left, pair_left, _mm256_sllv_epi64(left, two_steps));
    right = extend(right, pair_right, _mm256_srlv_epi64(right, two_steps));
    left = extend(left, pair_left, _mm256_sllv_epi64(left, two_steps));
    right = extend(right, pair_right, _mm256_srlv_epi64(right, two_steps));

    let moves = _mm256_or_si256(
        _mm256_sllv_epi64(left, step),
        _mm256_srlv_epi64(right, step),
    );
    union(moves) & !(own | opponent)
}

/// Returns `run` extended by the squares of `moved` that are in `passable`.
#[inline]
#[target_feature(enable = "avx2")]
fn extend(run: __m256i, passable: __m256i, moved: __m256i) -> __m256i {
    _mm256_or_si256(run, _mm256_and_si256(passable, moved))
}

/// The rays of one square, one lane for each kind of line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Rays {
    /// Left, up, up right, up left: towards bit 63.
    pub(super) rising: [u64; 4],
    /// Right, down, down left, down right: towards bit 0.
    pub(super) falling: [u64; 4],
}

pub(super) static RAYS: [Rays; 64] = {
    let mut rays = [Rays {
        rising: [0; 4],
        falling: [0; 4],
    }; 64];
    let mut index = 0;
    while index < 64 {
        #[allow(clippy::cast_possible_truncation)] // below 64
        if let Some(square) = Square::new(index as u8) {
            rays[index] = Rays {
                rising: [
                    ray(square, -1, 0),
                    ray(square, 0, -1),
                    ray(square, 1, -1),
                    ray(square, -1, -1),
                ],
                falling: [
                    ray(square, 1, 0),
                    ray(square, 0, 1),
                    ray(square, -1, 1),
                    ray(square, 1, 1),
                ],
            };
        }
        index += 1;
    }
    rays
};

#[inline]
#[target_feature(enable = "avx2")]
fn four_lines_of_flips(own: u64, opponent: u64, square: Square) -> u64 {
    let rays = &RAYS[usize::from(square.index() & 63)];
    let (discs, others) = (all(own), all(opponent));
    let zero = _mm256_setzero_si256();
    let rising = rising_flips(discs, others, rays);

    // Towards bit 0 it is the highest.
    let ray = lanes(rays.falling);
    let nearest = highest(_mm256_andnot_si256(others, ray));
    let closing = _mm256_and_si256(nearest, discs);
    // The bits above the closing disc.
    let above = _mm256_slli_epi64::<1>(_mm256_sub_epi64(zero, closing));
    let falling = _mm256_and_si256(ray, above);

    union(_mm256_or_si256(rising, falling))
}

/// Returns the flips towards bit 63.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn rising_flips(discs: __m256i, others: __m256i, rays: &Rays) -> __m256i {
    let zero = _mm256_setzero_si256();
    // The nearest square that is no opponent disc is the lowest bit of the ray.
    let ray = lanes(rays.rising);
    let stops = _mm256_andnot_si256(others, ray);
    let nearest = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
    let closing = _mm256_and_si256(nearest, discs);
    // closing - 1 has the bits below the closing disc; without one it is -1, and so is the comparison.
    let below = _mm256_sub_epi64(
        _mm256_add_epi64(closing, _mm256_set1_epi64x(-1)),
        _mm256_cmpeq_epi64(closing, zero),
    );
    _mm256_and_si256(ray, below)
}

/// Returns the highest bit of each lane, which holds squares of one ray towards bit 0.
#[inline]
#[target_feature(enable = "avx2")]
fn highest(stops: __m256i) -> __m256i {
    let step = lanes([1, 8, 7, 9]);
    let mut below = _mm256_srlv_epi64(stops, step);
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, step));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, lanes([2, 16, 14, 18])));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, lanes([4, 32, 28, 36])));
    _mm256_andnot_si256(below, stops)
}
