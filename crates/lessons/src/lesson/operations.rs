//! The number of operations that a kernel needs on words of 32 bits.

use std::cell::Cell;
use std::ops;

use reversi::Square;
use reversi::bitboard::by_word::{self, Half};
use reversi::bitboard::plain::{self, DIRECTIONS, Direction};
use reversi::bitboard::word::Word;

use super::HalvesOrder;

thread_local! {
    /// The operations so far. A word is `Copy`, so it cannot hold a counter.
    static OPERATIONS: Cell<u32> = const { Cell::new(0) };
}

/// A set that counts what is done with it: with two words of 32 bits each time, or with one.
#[derive(Clone, Copy)]
struct Counted<const WORDS: u32>(u64);

impl<const WORDS: u32> Counted<WORDS> {
    /// Counts a logical operation: one for each word.
    fn logic(set: u64) -> Self {
        OPERATIONS.set(OPERATIONS.get() + WORDS);
        Self(set)
    }

    /// Counts a shift. That of two words is two shifts, a third for what crosses over, and an `or` that adds it.
    fn shift(set: u64) -> Self {
        OPERATIONS.set(OPERATIONS.get() + WORDS * WORDS);
        Self(set)
    }
}

macro_rules! counted {
    ($($name:ident $method:ident $operator:tt $other:ty, $of:expr, $count:ident;)*) => { $(
        impl<const WORDS: u32> ops::$name<$other> for Counted<WORDS> {
            type Output = Self;
            fn $method(self, other: $other) -> Self {
                let of: fn($other) -> _ = $of;
                Self::$count(self.0 $operator of(other))
            }
        }
    )* };
}

counted! {
    BitAnd bitand & Self, |other: Self| other.0, logic;
    BitAnd bitand & u64, |other| other, logic;
    BitOr bitor | Self, |other: Self| other.0, logic;
    BitOr bitor | u64, |other| other, logic;
    BitXor bitxor ^ Self, |other: Self| other.0, logic;
    Shl shl << u32, |by| by, shift;
    Shr shr >> u32, |by| by, shift;
}

impl<const WORDS: u32> ops::BitAndAssign for Counted<WORDS> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const WORDS: u32> ops::BitOrAssign for Counted<WORDS> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: u32> ops::Not for Counted<WORDS> {
    type Output = Self;

    fn not(self) -> Self {
        Self::logic(!self.0)
    }
}

impl<const WORDS: u32> From<u64> for Counted<WORDS> {
    fn from(set: u64) -> Self {
        Self(set)
    }
}

impl<const WORDS: u32> PartialEq<u64> for Counted<WORDS> {
    fn eq(&self, other: &u64) -> bool {
        self.0 == *other
    }
}

/// The arithmetic that neither order uses for moves.
impl<const WORDS: u32> Word for Counted<WORDS> {
    fn rotate_left(self, by: u32) -> Self {
        Self::shift(self.0.rotate_left(by))
    }

    fn wrapping_add(self, other: Self) -> Self {
        Self::logic(self.0.wrapping_add(other.0))
    }

    fn wrapping_sub(self, other: Self) -> Self {
        Self::logic(self.0.wrapping_sub(other.0))
    }

    fn wrapping_neg(self) -> Self {
        Self::logic(self.0.wrapping_neg())
    }

    fn wrapping_mul(self, factor: u64) -> Self {
        Self::logic(self.0.wrapping_mul(factor))
    }

    fn call<F: Fn(u64, u64) -> u64>(function: F, a: Self, b: Self) -> Self {
        Self::logic(function(a.0, b.0))
    }
}

/// One word at its place in the whole board.
impl Half for Counted<1> {
    fn part(set: u64, is_upper: bool) -> Self {
        Self(if is_upper {
            set >> 32 << 32
        } else {
            set & (u64::MAX >> 32)
        })
    }

    fn cross(self, direction: &Direction) -> Self {
        let Self(moved) = direction.step(self);
        Self::part(moved, direction.shift > 0)
    }

    fn kept(self, is_upper: bool) -> Self {
        Self::part(self.0, is_upper)
    }

    fn wrapping_add(self, other: Self) -> Self {
        Word::wrapping_add(self, other)
    }

    fn wrapping_sub(self, other: Self) -> Self {
        Word::wrapping_sub(self, other)
    }

    fn wrapping_neg(self) -> Self {
        Word::wrapping_neg(self)
    }

    fn sign_mask(self) -> Self {
        Self::shift((self.0.cast_signed() >> 63).cast_unsigned())
    }
}

/// Returns the number of operations on 32 bits that find the legal moves, which is the same on every board, or
/// the flips of a move.
pub(super) fn operations(order: HalvesOrder, discs: [u64; 2], square: Option<Square>) -> u32 {
    OPERATIONS.set(0);
    let placed = square.map(Square::bit);
    match order {
        HalvesOrder::StepByStep => {
            let [own, opponent] = discs.map(Counted::<2>);
            match placed {
                None => plain::legal_moves(own, opponent),
                Some(placed) => plain::flips(own, opponent, Counted(placed)),
            };
        }
        HalvesOrder::WordByWord => {
            let parts = |set: u64| [true, false].map(|is_upper| Counted::part(set, is_upper));
            let [own, opponent] = discs.map(parts);
            match placed {
                None => by_word::legal_moves_along(&DIRECTIONS, own, opponent),
                Some(placed) => by_word::flips_along(&DIRECTIONS, own, opponent, parts(placed)),
            };
        }
    }
    OPERATIONS.get()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::cases::cases;

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn the_moves_take_the_same_number_of_operations_on_every_board(own: u64, other: u64) {
            let discs = [own, other & !own];
            for (order, expected) in [(HalvesOrder::StepByStep, 452), (HalvesOrder::WordByWord, 268)] {
                prop_assert_eq!(operations(order, discs, None), expected);
            }
        }
    }
}
