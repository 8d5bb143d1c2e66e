//! A set of squares in two words of 32 bits, for machines that have no larger ones: ranks 1 to 4 and ranks 5 to 8.
//!
//! Logic works on each half alone. In a shift, the bits that leave one half where the other begins cross over. With
//! this [`Word`] the readable kernel runs unchanged.

use std::ops;

use super::word::Word;

/// A set of squares in two halves. Operators do what they do on a `u64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves {
    /// Ranks 1 to 4: a1 is bit 31, h4 is bit 0.
    pub upper: u32,
    /// Ranks 5 to 8: a5 is bit 31, h8 is bit 0.
    pub lower: u32,
}

impl Halves {
    /// Returns the bits of the lower half that a shift to the left moves into the upper one.
    ///
    /// # Panics
    /// If `by` is not 1 to 31.
    pub const fn crossing_left(self, by: u32) -> u32 {
        self.lower >> (32 - by)
    }

    /// Returns the bits of the upper half that a shift to the right moves into the lower one.
    ///
    /// # Panics
    /// If `by` is not 1 to 31.
    pub const fn crossing_right(self, by: u32) -> u32 {
        self.upper << (32 - by)
    }

    /// Returns the upper and the lower word.
    pub const fn words(self) -> [u32; 2] {
        [self.upper, self.lower]
    }

    /// Returns the number of squares, 0 to 64. Each half is added up to nibbles; then both are merged, and one
    /// multiplication adds the rest.
    pub const fn count_ones(self) -> u32 {
        let merged = nibbles(self.upper) + nibbles(self.lower);
        let bytes = (merged & 0x0f0f_0f0f) + (merged >> 4 & 0x0f0f_0f0f);
        bytes.wrapping_mul(0x0101_0101) >> 24
    }
}

/// Returns the number of ones in each four bits, 0 to 4.
const fn nibbles(half: u32) -> u32 {
    let pairs = half - (half >> 1 & 0x5555_5555);
    (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333)
}

impl From<u64> for Halves {
    #[allow(clippy::cast_possible_truncation)] // each half is what the cast keeps
    fn from(set: u64) -> Self {
        Self {
            upper: (set >> 32) as u32,
            lower: set as u32,
        }
    }
}

impl From<Halves> for u64 {
    fn from(set: Halves) -> Self {
        Self::from(set.upper) << 32 | Self::from(set.lower)
    }
}

impl PartialEq<u64> for Halves {
    fn eq(&self, other: &u64) -> bool {
        *self == Self::from(*other)
    }
}

macro_rules! logic {
    ($($name:ident $method:ident $assign:ident $assign_method:ident $operator:tt;)*) => { $(
        impl ops::$name for Halves {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self {
                    upper: self.upper $operator other.upper,
                    lower: self.lower $operator other.lower,
                }
            }
        }

        impl ops::$name<u64> for Halves {
            type Output = Self;
            fn $method(self, other: u64) -> Self {
                self $operator Self::from(other)
            }
        }

        impl ops::$assign for Halves {
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )* };
}

logic! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
}

impl ops::Not for Halves {
    type Output = Self;

    fn not(self) -> Self {
        Self {
            upper: !self.upper,
            lower: !self.lower,
        }
    }
}

impl ops::Shl<u32> for Halves {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..32 => Self {
                upper: self.upper << by | self.crossing_left(by),
                lower: self.lower << by,
            },
            _ => Self {
                upper: self.lower << (by - 32),
                lower: 0,
            },
        }
    }
}

impl ops::Shr<u32> for Halves {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        match by {
            0 => self,
            1..32 => Self {
                upper: self.upper >> by,
                lower: self.lower >> by | self.crossing_right(by),
            },
            _ => Self {
                upper: 0,
                lower: self.upper >> (by - 32),
            },
        }
    }
}

impl Word for Halves {
    fn rotate_left(self, by: u32) -> Self {
        match by % 64 {
            0 => self,
            by => self << by | self >> (64 - by),
        }
    }

    fn wrapping_add(self, other: Self) -> Self {
        let (lower, carries) = self.lower.overflowing_add(other.lower);
        let upper = self.upper.wrapping_add(other.upper);
        Self {
            upper: upper.wrapping_add(carries.into()),
            lower,
        }
    }

    fn wrapping_neg(self) -> Self {
        (!self).wrapping_add(Self::from(1))
    }

    fn wrapping_sub(self, other: Self) -> Self {
        self.wrapping_add(other.wrapping_neg())
    }

    fn wrapping_mul(self, factor: u64) -> Self {
        // The product of two halves has 64 bits; of those above, nothing remains.
        let factor = Self::from(factor);
        let product = Self::from(u64::from(self.lower) * u64::from(factor.lower));
        let crossed = self.upper.wrapping_mul(factor.lower);
        let other = self.lower.wrapping_mul(factor.upper);
        Self {
            upper: product.upper.wrapping_add(crossed).wrapping_add(other),
            ..product
        }
    }

    fn call<F: Fn(u64, u64) -> u64>(function: F, a: Self, b: Self) -> Self {
        function(a.into(), b.into()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn two_halves_compute_what_one_word_does(a: u64, b: u64, by in 0u32..64) {
            let (left, right) = (Halves::from(a), Halves::from(b));
            prop_assert_eq!(u64::from(left), a);
            prop_assert_eq!(u64::from(left & right), a & b);
            prop_assert_eq!(u64::from(left | b), a | b);
            prop_assert_eq!(u64::from(!left), !a);
            prop_assert_eq!(u64::from(left << by), a << by);
            prop_assert_eq!(u64::from(left >> by), a >> by);
            prop_assert_eq!(u64::from(Word::rotate_left(left, by)), a.rotate_left(by));
            prop_assert_eq!(u64::from(left.wrapping_add(right)), a.wrapping_add(b));
            prop_assert_eq!(u64::from(left.wrapping_sub(right)), a.wrapping_sub(b));
            prop_assert_eq!(u64::from(Word::wrapping_mul(left, b)), a.wrapping_mul(b));
            prop_assert_eq!(left.count_ones(), a.count_ones());
        }
    }

    #[test]
    fn full_and_empty_halves_are_counted() {
        for set in [0, u64::MAX, u64::MAX << 32, u64::MAX >> 32] {
            assert_eq!(Halves::from(set).count_ones(), set.count_ones());
        }
    }
}
