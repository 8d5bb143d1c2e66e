//! The kernel for processors with AVX-512: the lines of [`super::avx2`], with what the newer instructions add.
//!
//! A vector of leading zeros finds the highest bit of each lane at once, eight lanes hold the lines of both sides, and
//! sixteen values are gathered from a table by one instruction.

#![allow(unsafe_code)] // calls of functions with #[target_feature], and a gather, see below
#![allow(clippy::inline_always)] // see Kernel

#[allow(clippy::wildcard_imports)] // intrinsics carry their module in their names
use std::arch::x86_64::*;

use super::avx2::{Avx2, RAYS, all, lanes, rising_flips, union};
use super::kernel::Kernel;
use super::{INNER_FILES, INNER_RANKS};
use crate::square::Square;

/// The kernel for processors with AVX-512 and its extensions for bytes, words, conflicts and shorter registers: Intel's
/// servers since 2017, AMD's since 2022. A value of this type exists only on such a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(Avx2);

impl Avx512 {
    /// Returns the kernel if the processor can run it.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        if found {
            Avx2::detect().map(Self)
        } else {
            None
        }
    }
}

impl Kernel for Avx512 {
    #[inline(always)]
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        self.0.legal_moves(own, opponent)
    }

    #[inline(always)]
    fn legal_moves_of_both(self, own: u64, opponent: u64) -> [u64; 2] {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { eight_lines_of_moves(own, opponent) }
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { four_lines_of_flips(own, opponent, square) }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        self.0.prefetch(value);
    }

    #[inline(always)]
    fn sum<const N: usize>(self, table: &[i16], first: &[u32; N], index: &[u16; N]) -> Option<i32> {
        // SAFETY: `self` exists, so the processor has AVX-512.
        Some(unsafe { gathered_sum(table, first, index) })
    }
}

/// Returns the moves of both sides: the four lines of one in the lower half of a register, of the other in the upper.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2")]
fn eight_lines_of_moves(own: u64, opponent: u64) -> [u64; 2] {
    let step = _mm512_broadcast_i64x4(lanes([1, 8, 7, 9]));
    let two_steps = _mm512_broadcast_i64x4(lanes([2, 16, 14, 18]));
    let inner = _mm512_broadcast_i64x4(lanes([INNER_FILES, INNER_RANKS, INNER_FILES, INNER_FILES]));
    let both =
        |low: u64, high: u64| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(all(low)), all(high));
    let discs = both(own, opponent);
    let passable = _mm512_and_si512(both(opponent, own), inner);
    let extend = |run, passable, moved| _mm512_or_si512(run, _mm512_and_si512(passable, moved));

    let mut left = _mm512_and_si512(passable, _mm512_sllv_epi64(discs, step));
    let mut right = _mm512_and_si512(passable, _mm512_srlv_epi64(discs, step));
    left = extend(left, passable, _mm512_sllv_epi64(left, step));
    right = extend(right, passable, _mm512_srlv_epi64(right, step));
    // Where two passable squares are adjacent, two steps can be made at once.
    let pair_left = _mm512_and_si512(passable, _mm512_sllv_epi64(passable, step));
    let pair_right = _mm512_srlv_epi64(pair_left, step);
    left = extend(left, pair_left, _mm512_sllv_epi64(left, two_steps));
    right = extend(right, pair_right, _mm512_srlv_epi64(right, two_steps));
    left = extend(left, pair_left, _mm512_sllv_epi64(left, two_steps));
    right = extend(right, pair_right, _mm512_srlv_epi64(right, two_steps));

    let moves = _mm512_or_si512(
        _mm512_sllv_epi64(left, step),
        _mm512_srlv_epi64(right, step),
    );
    let empty = !(own | opponent);
    let of_own = union(_mm512_castsi512_si256(moves));
    let of_opponent = union(_mm512_extracti64x4_epi64::<1>(moves));
    [of_own & empty, of_opponent & empty]
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2")]
fn four_lines_of_flips(own: u64, opponent: u64, square: Square) -> u64 {
    let rays = &RAYS[usize::from(square.index() & 63)];
    let (discs, others) = (all(own), all(opponent));
    let rising = rising_flips(discs, others, rays);

    // Towards bit 0 the nearest square that is no opponent disc is the highest bit of the ray. Shifted by 64, where
    // there is none, the bit is gone.
    let ray = lanes(rays.falling);
    let stops = _mm256_andnot_si256(others, ray);
    let nearest = _mm256_srlv_epi64(all(1 << 63), _mm256_lzcnt_epi64(stops));
    let closing = _mm256_and_si256(nearest, discs);
    // The bits above the closing disc.
    let above = _mm256_slli_epi64::<1>(_mm256_sub_epi64(_mm256_setzero_si256(), closing));
    let falling = _mm256_and_si256(ray, above);

    union(_mm256_or_si256(rising, falling))
}

/// See [`Kernel::sum`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2")]
fn gathered_sum<const N: usize>(table: &[i16], first: &[u32; N], index: &[u16; N]) -> i32 {
    const LANES: usize = 8;
    const { assert!(N.is_multiple_of(LANES)) };
    assert!(table.len() > 1);
    // Each lane reads a word and the one behind it, which must be in the table too.
    let last = _mm256_set1_epi32(i32::try_from(table.len() - 2).unwrap_or(i32::MAX));
    let mut sum = _mm256_setzero_si256();
    for at in (0..N).step_by(LANES) {
        // SAFETY: the arrays have LANES values from `at` on.
        let (index, first) = unsafe {
            (
                _mm_loadu_si128(index.as_ptr().add(at).cast()),
                _mm256_loadu_si256(first.as_ptr().add(at).cast()),
            )
        };
        let places = _mm256_add_epi32(_mm256_cvtepu16_epi32(index), first);
        let places = _mm256_min_epu32(places, last);
        // SAFETY: no place is behind the last but one word of the table.
        let words = unsafe { _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), places) };
        // The word in question is the lower half: the upper one is multiplied by 0.
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(words, _mm256_set1_epi32(1)));
    }
    let half = _mm_add_epi32(
        _mm256_castsi256_si128(sum),
        _mm256_extracti128_si256::<1>(sum),
    );
    let quarter = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si32(quarter) + _mm_extract_epi32::<1>(quarter)
}
