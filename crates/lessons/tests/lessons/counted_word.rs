//! A word that counts the operations on it.

use std::cell::Cell;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use reversi::bitboard::plain::{DIRECTIONS, legal_moves_along};
use reversi::bitboard::word::Word;

thread_local! {
    static OPERATIONS: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone, Copy)]
struct Counted(u64);

impl Counted {
    fn operation(set: u64) -> Self {
        OPERATIONS.set(OPERATIONS.get() + 1);
        Self(set)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $other:ty, $of:expr, $operator:tt;)*) => {
        $(impl $trait<$other> for Counted {
            type Output = Self;

            fn $method(self, other: $other) -> Self {
                Self::operation(self.0 $operator $of(other))
            }
        })*
    };
}

operators! {
    BitAnd bitand Counted, |other: Counted| other.0, &;
    BitAnd bitand u64, |other| other, &;
    BitOr bitor Counted, |other: Counted| other.0, |;
    BitOr bitor u64, |other| other, |;
    Shl shl u32, |other| other, <<;
    Shr shr u32, |other| other, >>;
}

impl BitAndAssign for Counted {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Counted {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Counted {
    type Output = Self;

    fn not(self) -> Self {
        Self::operation(!self.0)
    }
}

impl From<u64> for Counted {
    fn from(set: u64) -> Self {
        Self(set)
    }
}

impl PartialEq<u64> for Counted {
    fn eq(&self, other: &u64) -> bool {
        self.0 == *other
    }
}

impl Word for Counted {
    fn rotate_left(self, by: u32) -> Self {
        Self::operation(self.0.rotate_left(by))
    }

    fn wrapping_add(self, other: Self) -> Self {
        Self::operation(self.0.wrapping_add(other.0))
    }

    fn wrapping_sub(self, other: Self) -> Self {
        Self::operation(self.0.wrapping_sub(other.0))
    }

    fn wrapping_neg(self) -> Self {
        Self::operation(self.0.wrapping_neg())
    }

    fn wrapping_mul(self, factor: u64) -> Self {
        Self::operation(self.0.wrapping_mul(factor))
    }

    fn call<F: Fn(u64, u64) -> u64>(function: F, a: Self, b: Self) -> Self {
        Self::operation(function(a.0, b.0))
    }
}

/// Returns the number of operations that find the legal moves of a board.
pub(crate) fn operations_of(own: u64, opponent: u64) -> u32 {
    OPERATIONS.set(0);
    legal_moves_along(&DIRECTIONS, Counted(own), Counted(opponent));
    OPERATIONS.get()
}
