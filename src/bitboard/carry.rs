//! The flips of a move without a loop that depends on the position: a carry finds the disc that closes a run.
//!
//! In the four directions towards bit 63 an addition runs along the ray of the move (the same idea as
//! [`portable`](mod@portable) uses, which isolates the lowest stop instead). Carries do not run the other way: there
//! the run is filled step by step. Written for any [`Word`], so that a lesson can show it.

use super::plain::{DIRECTIONS, Direction};
use super::portable;
use super::word::Word;
use crate::square::Square;

impl Direction {
    /// Returns the squares beyond a square in this direction, up to the edge.
    pub const fn ray(&self, square: Square) -> u64 {
        // Nine, eight and seven bits are one rank; one bit is none.
        let ranks = -(self.shift + self.shift.signum()) / 8;
        portable::ray(square, -self.shift - 8 * ranks, ranks)
    }
}

/// Returns the opponent discs that a new disc of `own` on `square` turns, like [`super::plain::flips`].
pub fn flips<W: Word>(own: W, opponent: W, square: Square) -> W {
    flips_along(&DIRECTIONS, own, opponent, square)
}

/// Returns the part of [`flips`] in these directions.
pub fn flips_along<W: Word>(directions: &[Direction], own: W, opponent: W, square: Square) -> W {
    let mut flipped = W::from(0);
    let placed = W::from(square.bit());
    let taken = (own | opponent) & placed;
    if taken != 0 {
        return flipped;
    }
    for direction in directions {
        let ray = W::from(direction.ray(square));
        if direction.shift > 0 {
            // The carry runs through the opponent discs of the ray and stops behind them.
            let sum = (opponent | !ray).wrapping_add(W::from(1));
            let closing = sum & ray & own;
            // 1 if a disc closes the run, without a branch: then the subtraction sets the bits below it.
            let negative = closing.wrapping_neg();
            let sign = (closing | negative) >> 63;
            let below = closing.wrapping_sub(sign);
            flipped |= below & ray;
        } else {
            let passable = opponent & ray;
            let shifted = direction.step(placed);
            let mut run = shifted & passable;
            for _ in 0..5 {
                run |= direction.step(run) & passable;
            }
            let closing = direction.step(run) & ray & own;
            // The closing disc and all bits above it, or none.
            let above = closing.wrapping_neg();
            flipped |= run & above;
        }
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_is_the_steps_to_the_edge() {
        for square in Square::all() {
            for direction in DIRECTIONS {
                let (mut steps, mut last) = (0, square);
                let near = |a: Square, b: Square| {
                    a.file().index().abs_diff(b.file().index()) <= 1
                        && a.rank().index().abs_diff(b.rank().index()) <= 1
                };
                let next = |from: Square| {
                    let landed = direction.step(from.bit());
                    Square::all().find(|to| to.bit() == landed && near(from, *to))
                };
                while let Some(to) = next(last) {
                    steps |= to.bit();
                    last = to;
                }
                assert_eq!(direction.ray(square), steps, "{square} {direction:?}");
            }
        }
    }
}
