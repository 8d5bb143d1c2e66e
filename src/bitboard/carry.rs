//! The flips of a move without a loop that depends on the position: a carry finds the disc that closes a run.
//!
//! In the four directions towards bit 63 one multiplication sets the ray of the move, and the carry of a negation runs
//! along it to the lowest square without an opponent disc, as in [`portable`](mod@portable). Carries do not run the
//! other way: there the run is filled step by step. Written for any [`Word`], so that a lesson can show it.

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

    /// Returns the factor that moves one square by one to seven steps at once, for a direction towards bit 63. Steps
    /// across an edge of the board are not left out.
    pub const fn steps(&self) -> u64 {
        let mut factor = 0;
        let mut step = 1;
        while step <= 7 && step * self.shift < 64 {
            factor |= 1 << (step * self.shift);
            step += 1;
        }
        factor
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
        let passable = opponent & direction.mask;
        if direction.shift > 0 {
            // What the ray has across an edge does no harm: a run ends before, because that edge is not passable.
            let ray = placed.wrapping_mul(direction.steps());
            let ends = ray & !passable;
            // Minus x is !x + 1: the carry runs to the lowest bit of x, which is the only one that both have.
            let lowest = ends & ends.wrapping_neg();
            let closing = lowest & own;
            // 1 if a disc closes the run, without a branch: then the subtraction sets the bits below it.
            let negative = closing.wrapping_neg();
            let sign = (closing | negative) >> 63;
            let below = closing.wrapping_sub(sign);
            flipped |= below & ray;
        } else {
            let shifted = direction.step(placed);
            let mut run = shifted & passable;
            for _ in 0..5 {
                run |= direction.step(run) & passable;
            }
            let closing = direction.step(run) & own;
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

    #[test]
    fn one_multiplication_sets_a_ray_in_which_a_run_ends_before_it_crosses_an_edge() {
        assert_eq!(DIRECTIONS[1].steps(), 0x0002_0408_1020_4080);
        for direction in DIRECTIONS.into_iter().filter(|other| other.shift > 0) {
            for square in Square::all() {
                let set = square.bit().wrapping_mul(direction.steps());
                let ray = direction.ray(square);
                assert_eq!(set & ray, ray, "{square} {direction:?}");
                let inside = ray & direction.mask;
                let end = (set & !inside) & (set & !inside).wrapping_neg();
                assert!(end == 0 || inside < end, "{square} {direction:?}");
                assert_eq!(end & direction.mask, 0, "{square} {direction:?}");
                assert!(inside == 0 || end & !ray == 0, "{square} {direction:?}");
            }
        }
    }
}
