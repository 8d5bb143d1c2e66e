//! Lists of all variants of an enum, which the compiler keeps complete.

use strum::VariantArray;

/// Returns all variants of an enum in their order. A list of another length does not compile.
///
/// # Panics
/// If the list has another length. In a constant the compiler reports it; use it nowhere else.
pub const fn all<T: VariantArray + Copy, const N: usize>() -> [T; N] {
    assert!(T::VARIANTS.len() == N, "the list has another length");
    match T::VARIANTS.first_chunk() {
        Some(all) => *all,
        None => unreachable!(),
    }
}
