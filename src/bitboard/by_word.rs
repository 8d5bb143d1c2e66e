//! The legal moves and the flips with two words of 32 bits, one word after the other.
//!
//! [`Halves`] moves both words at every step, and every step crosses from one to the other. Here
//! a direction finishes the word that it leaves, crosses once with the whole run, and finishes the word that it
//! enters. A word has four ranks, so three steps fill it.
//!
//! The code is written for any [`Half`]: a `u32`, or a word that records what is done with it.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::halves::Halves;
use super::plain::{DIRECTIONS, Direction};
use crate::square::Square;

/// Ranks 1 to 4 or ranks 5 to 8.
pub trait Half:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Returns the upper or the lower half of a set.
    #[track_caller] // a recorded operation belongs to the line that needs it, and likewise below
    fn part(set: u64, is_upper: bool) -> Self;

    /// Returns what a step moves from this word into the other one, at its place there.
    #[track_caller]
    fn cross(self, direction: &Direction) -> Self;

    /// Returns what a shift left inside the word, which is all that a real word has.
    #[track_caller]
    fn kept(self, is_upper: bool) -> Self;

    /// Same as [`u32::wrapping_add`].
    #[track_caller]
    fn wrapping_add(self, other: Self) -> Self;

    /// Same as [`u32::wrapping_sub`].
    #[track_caller]
    fn wrapping_sub(self, other: Self) -> Self;

    /// Same as [`u32::wrapping_neg`].
    #[track_caller]
    fn wrapping_neg(self) -> Self;

    /// Returns a word full of the highest bit: an arithmetic shift to the right.
    #[track_caller]
    fn sign_mask(self) -> Self;
}

impl Half for u32 {
    #[allow(clippy::cast_possible_truncation)] // the lower half is what the cast keeps
    fn part(set: u64, is_upper: bool) -> Self {
        if is_upper {
            (set >> 32) as Self
        } else {
            set as Self
        }
    }

    fn cross(self, direction: &Direction) -> Self {
        let by = u32::from(direction.shift.unsigned_abs());
        if direction.shift > 0 {
            self >> (32 - by)
        } else {
            self << (32 - by)
        }
    }

    fn kept(self, _: bool) -> Self {
        self
    }

    fn wrapping_add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn wrapping_sub(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    fn wrapping_neg(self) -> Self {
        self.wrapping_neg()
    }

    fn sign_mask(self) -> Self {
        (self.cast_signed() >> 31).cast_unsigned()
    }
}

/// One word of a board in one direction.
#[derive(Clone, Copy)]
struct WordSide<H> {
    /// The discs from which the walk begins.
    own: H,
    /// The opponent discs that a run may pass over.
    passable: H,
}

/// The runs from own discs, or from a placed one, in the word that the direction leaves and in the one that it enters.
struct WordRuns<H> {
    near: H,
    far: H,
}

/// Moves a word one step; what leaves it is lost.
#[track_caller]
fn step<H: Half>(direction: &Direction, set: H) -> H {
    let by = u32::from(direction.shift.unsigned_abs());
    if direction.shift > 0 {
        set << by
    } else {
        set >> by
    }
}

/// Fills the word that the direction leaves, crosses once, and fills the word that it enters.
fn fill<H: Half>(direction: &Direction, near: WordSide<H>, far: WordSide<H>) -> WordRuns<H> {
    let mut run = step(direction, near.own) & near.passable;
    run |= step(direction, run) & near.passable;
    run |= step(direction, run) & near.passable;
    let begun = near.own | run;
    let entering = begun.cross(direction) & far.passable;
    let mut further = (step(direction, far.own) & far.passable) | entering;
    further |= step(direction, further) & far.passable;
    further |= step(direction, further) & far.passable;
    WordRuns {
        near: run,
        far: further,
    }
}

/// Fills both words along their ranks, where nothing crosses: up to six discs.
fn fill_ranks<H: Half>(direction: &Direction, upper: WordSide<H>, lower: WordSide<H>) -> [H; 2] {
    let mut upper_run = step(direction, upper.own) & upper.passable;
    let mut lower_run = step(direction, lower.own) & lower.passable;
    for _ in 0..5 {
        upper_run |= step(direction, upper_run) & upper.passable;
        lower_run |= step(direction, lower_run) & lower.passable;
    }
    [upper_run, lower_run]
}

/// Returns the legal moves that these directions find, as an upper and a lower word.
pub fn legal_moves_along<H: Half>(
    directions: &[Direction],
    own: [H; 2],
    opponent: [H; 2],
) -> [H; 2] {
    let upper_empty = (own[0] | opponent[0]) ^ H::part(u64::MAX, true);
    let lower_empty = (own[1] | opponent[1]) ^ H::part(u64::MAX, false);
    let mut upper_moves = H::part(0, true);
    let mut lower_moves = H::part(0, false);
    for direction in directions {
        let upper_passable = opponent[0] & H::part(direction.mask, true);
        let lower_passable = opponent[1] & H::part(direction.mask, false);
        let upper = WordSide {
            own: own[0],
            passable: upper_passable,
        };
        let lower = WordSide {
            own: own[1],
            passable: lower_passable,
        };
        match direction.shift {
            -1 | 1 => {
                let [upper_run, lower_run] = fill_ranks(direction, upper, lower);
                upper_moves |= step(direction, upper_run) & upper_empty;
                lower_moves |= step(direction, lower_run) & lower_empty;
            }
            2.. => {
                let WordRuns { near, far } = fill(direction, lower, upper);
                lower_moves |= step(direction, near) & lower_empty;
                let leaving = near.cross(direction);
                upper_moves |= (step(direction, far) | leaving) & upper_empty;
            }
            _ => {
                let WordRuns { near, far } = fill(direction, upper, lower);
                upper_moves |= step(direction, near) & upper_empty;
                let leaving = near.cross(direction);
                lower_moves |= (step(direction, far) | leaving) & lower_empty;
            }
        }
    }
    [upper_moves, lower_moves]
}

/// Returns the discs that a new disc of `own` turns in these directions, as an upper and a lower word. The square
/// must be empty.
pub fn flips_along<H: Half>(
    directions: &[Direction],
    own: [H; 2],
    opponent: [H; 2],
    placed: [H; 2],
) -> [H; 2] {
    let mut upper_flips = H::part(0, true);
    let mut lower_flips = H::part(0, false);
    for direction in directions {
        let upper_passable = opponent[0] & H::part(direction.mask, true);
        let lower_passable = opponent[1] & H::part(direction.mask, false);
        let upper = WordSide {
            own: placed[0],
            passable: upper_passable,
        };
        let lower = WordSide {
            own: placed[1],
            passable: lower_passable,
        };
        let (upper_run, lower_run, closing) = match direction.shift {
            1 => {
                // The carry of an addition runs through the discs, onto the first square without one. If no disc is
                // beside the placed one, the sum only sets that bit, which is cleared again.
                let upper_beside = step(direction, placed[0]).kept(true);
                let upper_sum = upper_passable.wrapping_add(upper_beside);
                let upper_behind = upper_sum & !upper_beside;
                let lower_beside = step(direction, placed[1]).kept(false);
                let lower_sum = lower_passable.wrapping_add(lower_beside);
                let lower_behind = lower_sum & !lower_beside;
                let upper_end = upper_behind & own[0];
                let lower_end = lower_behind & own[1];
                let closing = upper_end | lower_end;
                // The bits from the first disc of the run to the last.
                let upper_run = upper_end.wrapping_sub(upper_beside);
                let lower_run = lower_end.wrapping_sub(lower_beside);
                (upper_run, lower_run, closing)
            }
            -1 => {
                let [upper_run, lower_run] = fill_ranks(direction, upper, lower);
                let upper_end = step(direction, upper_run) & own[0];
                let lower_end = step(direction, lower_run) & own[1];
                let closing = upper_end | lower_end;
                (upper_run, lower_run, closing)
            }
            2.. => {
                let WordRuns { near, far } = fill(direction, lower, upper);
                let near_end = step(direction, near) & own[1];
                let leaving = near.cross(direction);
                let far_end = (step(direction, far) | leaving) & own[0];
                let closing = near_end | far_end;
                (far, near, closing)
            }
            _ => {
                let WordRuns { near, far } = fill(direction, upper, lower);
                let near_end = step(direction, near) & own[0];
                let leaving = near.cross(direction);
                let far_end = (step(direction, far) | leaving) & own[1];
                let closing = near_end | far_end;
                (near, far, closing)
            }
        };
        // All bits if a disc closes the run, otherwise none: no branch is needed.
        let negative = closing.wrapping_neg();
        let closed = (closing | negative).sign_mask();
        upper_flips |= upper_run & closed;
        lower_flips |= lower_run & closed;
    }
    [upper_flips, lower_flips]
}

/// Returns the legal moves, like [`plain::legal_moves`](super::plain::legal_moves).
pub fn legal_moves(own: Halves, opponent: Halves) -> Halves {
    let [upper, lower] = legal_moves_along(&DIRECTIONS, own.words(), opponent.words());
    Halves { upper, lower }
}

/// Returns the discs that a new disc of `own` turns, like [`plain::flips`](super::plain::flips).
pub fn flips(own: Halves, opponent: Halves, square: Square) -> Halves {
    let placed = Halves::from(square.bit());
    if (own | opponent) & placed != 0 {
        return Halves::from(0);
    }
    let [own, opponent, placed] = [own, opponent, placed].map(Halves::words);
    let [upper, lower] = flips_along(&DIRECTIONS, own, opponent, placed);
    Halves { upper, lower }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::plain;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_word_after_the_other_finds_what_one_large_word_does(a: u64, b: u64, few: u64) {
            for (own, opponent) in [(a & !b, b), (a & few & !b, b | !few & a)] {
                let halves = |set: u64| Halves::from(set);
                let moves = legal_moves(halves(own), halves(opponent));
                prop_assert_eq!(u64::from(moves), plain::legal_moves(own, opponent));
                for square in Square::all() {
                    let turned = flips(halves(own), halves(opponent), square);
                    let expected = plain::flips(own, opponent, square.bit());
                    prop_assert_eq!(u64::from(turned), expected, "{}", square);
                }
            }
        }
    }
}
