//! The versions of the kernel, chosen when the program runs.
//!
//! One program runs on every processor of its kind and uses the instructions that the processor has. Only
//! a function that is compiled for these instructions can use them well, so the inner loops of the program
//! are generic over a [`Kernel`], and the macro `compiled` of [`any_kernel`](super::any_kernel) compiles them for each.

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
