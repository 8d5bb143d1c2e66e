//! The versions of the kernel, chosen when the program runs.
//!
//! One program runs on every processor of its kind and uses the instructions that the processor has. Only
//! a function that is compiled for these instructions can use them well, so the inner loops of the program
//! are generic over a [`Kernel`], and the macro `compiled` compiles them for each.

use super::portable;
use crate::square::Square;

/// A version of the kernel. A value of the type exists only where the processor can run it. The functions are
/// fast only in a function that is compiled for the same instructions.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// Returns the legal moves of the side with the discs `own`, like
    /// [`plain::legal_moves`](super::plain::legal_moves).
    fn legal_moves(self, own: u64, opponent: u64) -> u64;

    /// Returns the legal moves of the side with the discs `own`, and those that the opponent would have.
    #[allow(clippy::inline_always)] // like the others
    #[inline(always)]
    fn legal_moves_of_both(self, own: u64, opponent: u64) -> [u64; 2] {
        [
            self.legal_moves(own, opponent),
            self.legal_moves(opponent, own),
        ]
    }

    /// Returns the opponent discs that a disc of `own` on `square` turns, like
    /// [`plain::flips`](super::plain::flips). The square must be empty; otherwise the result has no meaning.
    fn flips(self, own: u64, opponent: u64, square: Square) -> u64;

    /// Loads the cache line of a value that will be read soon, if the processor can. Changes no result.
    #[allow(clippy::inline_always)] // like the others
    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        let _ = value;
    }

    /// Returns the sum of `table[first[i] + index[i]]` over all i, if the processor can gather them faster than the
    /// compiler's loop would read them. `N` is a multiple of 16. A place behind the last but one counts as that.
    #[allow(clippy::inline_always)] // like the others
    #[inline(always)]
    fn sum<const N: usize>(self, table: &[i16], first: &[u32; N], index: &[u16; N]) -> Option<i32> {
        let _ = (table, first, index);
        None
    }
}

/// The kernel for any 64-bit machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

#[allow(clippy::inline_always)] // as the trait asks
impl Kernel for Portable {
    #[inline(always)]
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        portable::legal_moves(own, opponent)
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        portable::flips_from_empty(own, opponent, square)
    }
}

/// Defines a trait whose functions call the methods of a type, compiled for the instructions of each kernel.
///
/// The type has a lifetime and the kernel as its parameters. Its methods must be `#[inline(always)]`, and so must
/// what they call: code that is not inlined is compiled for any machine. Recursive calls go through the
/// trait.
macro_rules! compiled {
    (
        $(#[$attribute:meta])*
        $visibility:vis trait $trait:ident for $target:ident {
            $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
        }
    ) => {
        $(#[$attribute])*
        $visibility trait $trait: $crate::bitboard::kernel::Kernel {
            $(fn $name(target: &mut $target<'_, Self>, $($argument: $type),*) $(-> $result)?;)*
        }

        impl $trait for $crate::bitboard::kernel::Portable {
            $(fn $name(target: &mut $target<'_, Self>, $($argument: $type),*) $(-> $result)? {
                target.$name($($argument),*)
            })*
        }

        $crate::bitboard::kernel::compiled_for! {
            $crate::bitboard::avx2::Avx2,
            "avx2,bmi1,bmi2,lzcnt,popcnt",
            trait $trait for $target { $(fn $name($($argument: $type),*) $(-> $result)?;)* }
        }
        $crate::bitboard::kernel::compiled_for! {
            $crate::bitboard::avx512::Avx512,
            "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt",
            trait $trait for $target { $(fn $name($($argument: $type),*) $(-> $result)?;)* }
        }
    };
}

/// Compiles the functions for one kernel with its instructions.
macro_rules! compiled_for {
    (
        $kernel:path,
        $features:literal,
        trait $trait:ident for $target:ident {
            $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
        }
    ) => {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, clippy::inline_always)] // see the two lines below
        impl $trait for $kernel {
            $(#[inline(always)] // it only calls the function compiled for the kernel
            fn $name(target: &mut $target<'_, Self>, $($argument: $type),*) $(-> $result)? {
                #[target_feature(enable = $features)]
                fn compiled(
                    target: &mut $target<'_, $kernel>,
                    $($argument: $type),*
                ) $(-> $result)? {
                    target.$name($($argument),*)
                }
                // SAFETY: the target has a value of the kernel's type, so the processor has these features.
                unsafe { compiled(target, $($argument),*) }
            })*
        }
    };
}

pub(crate) use {compiled, compiled_for};
