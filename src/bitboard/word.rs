//! The word of the readable kernel: a `u64`, two halves of 32 bits, or a type that also records every operation on it.
//!
//! [`plain`](super::plain), [`stability`](super::stability) and [`mobility`](super::mobility) are
//! written for any [`Word`]. With `u64` they compile to the same machine code as without the trait;
//! with a recording word they show how the result is computed.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A set of squares that the kernel computes with. Operators do what they do on a `u64`.
pub trait Word:
    Copy
    + From<u64>
    + PartialEq<u64>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitAnd<u64, Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOr<u64, Output = Self>
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Same as [`u64::rotate_left`].
    fn rotate_left(self, by: u32) -> Self;

    /// Same as [`u64::wrapping_add`].
    fn wrapping_add(self, other: Self) -> Self;

    /// Same as [`u64::wrapping_sub`].
    fn wrapping_sub(self, other: Self) -> Self;

    /// Same as [`u64::wrapping_neg`].
    fn wrapping_neg(self) -> Self;

    /// Same as [`u64::wrapping_mul`].
    fn wrapping_mul(self, factor: u64) -> Self;

    /// Returns `function(a, b)`, for results that are not computed on words, like a table lookup.
    fn call<F: Fn(u64, u64) -> u64>(function: F, a: Self, b: Self) -> Self;
}

impl Word for u64 {
    #[inline]
    fn rotate_left(self, by: u32) -> Self {
        self.rotate_left(by)
    }

    #[inline]
    fn wrapping_add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn wrapping_sub(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline]
    fn wrapping_neg(self) -> Self {
        self.wrapping_neg()
    }

    #[inline]
    fn wrapping_mul(self, factor: u64) -> Self {
        self.wrapping_mul(factor)
    }

    #[inline]
    fn call<F: Fn(u64, u64) -> u64>(function: F, a: Self, b: Self) -> Self {
        function(a, b)
    }
}
