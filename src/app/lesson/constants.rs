//! The constants of the lessons that have a name of their own in the steps.

/// The mask that replaces the one of a direction when masks are left out.
pub(super) const EVERY_SQUARE: u64 = u64::MAX;

pub(super) const ODD_BITS: u64 = 0x5555_5555_5555_5555;
pub(super) const ODD_PAIRS: u64 = 0x3333_3333_3333_3333;
pub(super) const ODD_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
