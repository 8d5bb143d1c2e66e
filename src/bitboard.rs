//! The kernel: sets of squares as `u64`, which moves are legal, and which discs a move turns.
//!
//! A set of squares is a `u64`. Bit 63 is a1 and bit 0 is h8, in reading order, so that a literal
//! reads like the printed board. Moving every disc of a set one step is a shift: `<< 1` to the left,
//! `<< 8` up. A shift by one file runs over the edge onto the next rank; the masks here prevent it.
//!
//! There are five versions of the rules, each in its own file, and all compute the same:
//!
//! - [`plain`]: eight directions as (shift, mask) pairs in a table, walked by a loop. Read this one;
//!   written for any [`word`], it also shows its own steps in a lesson.
//! - [`portable`]: for any 64-bit machine. [`legal_moves`] and [`flips`] are this version.
//! - `avx2`: four directions at once in 256-bit registers, for processors with AVX2.
//! - `avx512`: the same with the instructions of AVX-512.
//! - `neon`: both ways along a line at once in 128-bit registers, for ARM's processors of 64 bits.
//!
//! [`carry`] has the flips once more, by additions, [`halves`] a word for machines of 32 bits, and [`by_word`] a faster
//! order for them: these are lessons.
//!
//! Where speed matters, in the search and in [`perft`](fn@crate::perft), [`AnyKernel`] chooses the version
//! for the processor at hand.
//!
//! Beside them are two measures of a position: [`mobility`] and [`stability`].

pub(crate) mod any_kernel;
#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod by_word;
pub mod carry;
pub mod halves;
pub mod kernel;
pub(crate) mod last_flip;
pub mod mobility;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod plain;
pub mod portable;
pub mod stability;
pub mod word;

use word::Word;

pub use any_kernel::AnyKernel;
pub use portable::{flips, legal_moves};

/// All squares except files a and h: those that a run along a rank or a diagonal may pass over.
pub const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// All squares except ranks 1 and 8: those that a run along a file may pass over.
pub const INNER_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

/// All squares except file a.
pub const NOT_A: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// All squares except file h.
pub const NOT_H: u64 = 0xfefe_fefe_fefe_fefe;

/// Returns every square that touches a square of the set along a rank, a file or a diagonal; squares of
/// the set itself are included if they touch another one.
#[inline]
pub fn neighbours<W: Word>(set: W) -> W {
    let beside = (set & NOT_A) << 1 | (set & NOT_H) >> 1;
    let row = set | beside;
    beside | row << 8 | row >> 8
}

/// The files that lessons quote, with their texts.
#[doc(hidden)]
pub const SOURCES: [(&str, &str); 6] = [
    ("src/bitboard.rs", include_str!("bitboard.rs")),
    (
        "src/bitboard/by_word.rs",
        include_str!("bitboard/by_word.rs"),
    ),
    ("src/bitboard/carry.rs", include_str!("bitboard/carry.rs")),
    ("src/bitboard/plain.rs", include_str!("bitboard/plain.rs")),
    (
        "src/bitboard/stability.rs",
        include_str!("bitboard/stability.rs"),
    ),
    (
        "src/bitboard/mobility.rs",
        include_str!("bitboard/mobility.rs"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn neighbours_are_the_squares_one_step_away() {
        for square in Square::all() {
            let mut expected = 0;
            for files in -1..=1 {
                for ranks in -1..=1 {
                    if let Some(near) = square.offset(files, ranks)
                        && near != square
                    {
                        expected |= near.bit();
                    }
                }
            }
            assert_eq!(neighbours(square.bit()), expected, "{square}");
        }
    }
}
