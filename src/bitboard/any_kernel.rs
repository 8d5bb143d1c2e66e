//! The kernel for the processor at hand.

use super::kernel::{Kernel, Portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::square::Square;

/// One of the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyKernel {
    /// For any machine.
    Portable(Portable),
    /// For x86-64 processors with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// For x86-64 processors with AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl AnyKernel {
    /// Returns the kernels that this processor can run, the fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = [
            Avx512::detect().map(Self::Avx512),
            Avx2::detect().map(Self::Avx2),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let special = [None];
        special
            .into_iter()
            .flatten()
            .chain([Self::Portable(Portable)])
    }

    /// Returns the fastest kernel that this processor can run.
    ///
    /// # Panics
    /// Never: every processor can run the portable one.
    pub fn fastest() -> Self {
        Self::all().next().expect("the portable kernel")
    }

    /// Returns the kernel's name: `AVX-512`, `AVX2` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "AVX-512",
        }
    }
}

/// For single calls; a loop runs faster with the kernel itself.
impl Kernel for AnyKernel {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        match self {
            Self::Portable(kernel) => kernel.legal_moves(own, opponent),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => kernel.legal_moves(own, opponent),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => kernel.legal_moves(own, opponent),
        }
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        match self {
            Self::Portable(kernel) => kernel.flips(own, opponent, square),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => kernel.flips(own, opponent, square),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(kernel) => kernel.flips(own, opponent, square),
        }
    }
}
