//! The kernel for the processor at hand.

use super::kernel::{Kernel, Portable};
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::square::Square;

/// One of the kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyKernel {
    /// For any machine.
    Portable(Portable),
    /// For x86-64 processors with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// For x86-64 processors with AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// For ARM's processors of 64 bits with NEON.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

/// Evaluates an expression with the kernel itself under the name that is given, once for each type it can have.
macro_rules! with_kernel {
    ($any:expr, $kernel:ident => $result:expr) => {{
        use $crate::bitboard::AnyKernel;
        match $any {
            AnyKernel::Portable($kernel) => $result,
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx2($kernel) => $result,
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx512($kernel) => $result,
            #[cfg(target_arch = "aarch64")]
            AnyKernel::Neon($kernel) => $result,
        }
    }};
}

impl AnyKernel {
    /// Returns the kernels that this processor can run, the fastest first.
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = [
            Avx512::detect().map(Self::Avx512),
            Avx2::detect().map(Self::Avx2),
        ];
        #[cfg(target_arch = "aarch64")]
        let special = [Neon::detect().map(Self::Neon)];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
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

    /// Returns the kernel's name: `AVX-512`, `AVX2`, `NEON` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => "NEON",
        }
    }
}

/// For single calls; a loop runs faster with the kernel itself.
impl Kernel for AnyKernel {
    fn legal_moves(self, own: u64, opponent: u64) -> u64 {
        with_kernel!(self, kernel => kernel.legal_moves(own, opponent))
    }

    fn flips(self, own: u64, opponent: u64, square: Square) -> u64 {
        with_kernel!(self, kernel => kernel.flips(own, opponent, square))
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

        $crate::bitboard::any_kernel::compiled_for! {
            "x86_64",
            $crate::bitboard::avx2::Avx2,
            "avx2,bmi1,bmi2,lzcnt,popcnt",
            trait $trait for $target { $(fn $name($($argument: $type),*) $(-> $result)?;)* }
        }
        $crate::bitboard::any_kernel::compiled_for! {
            "x86_64",
            $crate::bitboard::avx512::Avx512,
            "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt",
            trait $trait for $target { $(fn $name($($argument: $type),*) $(-> $result)?;)* }
        }
        $crate::bitboard::any_kernel::compiled_for! {
            "aarch64",
            $crate::bitboard::neon::Neon,
            "neon",
            trait $trait for $target { $(fn $name($($argument: $type),*) $(-> $result)?;)* }
        }
    };
}

/// Compiles the functions for one kernel with its instructions.
macro_rules! compiled_for {
    (
        $processor:literal,
        $kernel:path,
        $features:literal,
        trait $trait:ident for $target:ident {
            $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
        }
    ) => {
        #[cfg(target_arch = $processor)]
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

pub(crate) use compiled;
pub(crate) use compiled_for;
pub(crate) use with_kernel;
