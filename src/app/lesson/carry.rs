//! Owns the lesson of the add-and-carry trick: one addition finds the moves of all runs to the left.
//!
//! To the left, from h to a, the bits of a rank grow in weight. An opponent run with an own disc at its
//! right end is a row of ones; adding one to its lowest bit turns them all to zeros, and the carry
//! falls out on the square behind the run. The trick is common in chess programming, where it finds
//! sliding attacks (<https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece> tells
//! of its twin, the subtraction). The portable kernel uses it for this one direction: towards the
//! other side, a carry does not run.

use super::direction::wrapped;
use super::expression::{Expression, Variable};
use super::moves::{compare, edge_warning};
use super::plain::{DIRECTIONS, Direction};
use super::recorder::Recorder;
use super::words::{squares, verb};
use super::{Options, Topic, Trace, source};
use crate::bitboard::INNER_FILES;

/// The legal moves that the direction `left` finds, by one addition: empty squares with a run of
/// opponent discs and then an own disc to their right. The lesson in a few lines; [`carry()`] traces
/// it.
///
/// ```
/// use reversi::app::lesson::carry::moves_left;
/// // Own h1, opponent e1 to g1: d1 is a move.
/// assert_eq!(moves_left(0x0100_0000_0000_0000, 0x0e00_0000_0000_0000), 0x1000_0000_0000_0000);
/// ```
#[must_use]
pub const fn moves_left(own: u64, opponent: u64) -> u64 {
    let passable = opponent & INNER_FILES;
    let shifted = own << 1;
    let start = shifted & passable;
    let sum = passable.wrapping_add(start);
    let empty = !(own | opponent);
    sum & empty
}

/// `a.wrapping_add(b)` by logic alone: bits are added without their carries, then the carries are
/// added, one square further each time, until none is left.
///
/// ```
/// use reversi::app::lesson::carry::add_by_logic;
/// assert_eq!(add_by_logic(0b0111, 0b0001), 0b1000);
/// ```
#[must_use]
pub const fn add_by_logic(a: u64, b: u64) -> u64 {
    let (mut sum, mut carry) = (a ^ b, (a & b) << 1);
    while carry != 0 {
        let meet = sum & carry;
        sum ^= carry;
        carry = meet << 1;
    }
    sum
}

/// How one addition finds the moves to the left, with the carry followed square by square. The result
/// is what the direction `left` finds. [`Options::direction`] is not looked at; without the mask, a
/// carry runs over the edge, and a chapter at the end compares the result with the right one, as
/// `wrong`.
#[must_use]
pub fn carry(own: u64, opponent: u64, options: Options) -> Trace {
    let mut rec = Recorder::default();
    let (own, opponent) = rec.position(own, opponent, source::CARRY_RUNS);
    let empty = rec.empty(own, opponent, source::CARRY_EMPTY);
    let result = addition(&mut rec, own, opponent, empty, options.masked, "targets");
    if !options.masked {
        let right = addition(&mut rec, own, opponent, empty, true, "with_mask");
        compare(&mut rec, Some(LEFT), result, right);
    }
    rec.finish(Topic::Carry, (own, opponent), options, result)
}

/// The direction that the trick works for.
const LEFT: Direction = DIRECTIONS[6];

fn addition(
    rec: &mut Recorder,
    own: Variable,
    opponent: Variable,
    empty: Variable,
    masked: bool,
    name: &'static str,
) -> Variable {
    let title = if name == "with_mask" {
        "the addition, with the mask"
    } else {
        "the addition"
    };
    rec.chapter(title, Some(LEFT));
    let passable = rec.passable(LEFT, opponent, masked, source::CARRY_PASSABLE);
    let shifted = rec.step("shifted", own << 1, source::CARRY_SHIFTED, |_| {
        "The own discs, moved one square left.".to_owned()
    });
    let start = rec.step("start", shifted & passable, source::CARRY_START, |set| {
        if set == 0 {
            return "One step left of the own discs there is no opponent disc: nothing will be added."
                .to_owned();
        }
        let warning = match wrapped(LEFT, own.value) & set {
            0 => String::new(),
            over => edge_warning(over),
        };
        format!(
            "The opponent discs one step left of an own disc: {}. Each is the lowest bit of its \
             run.{warning}",
            squares(set)
        )
    });
    let addition = Expression::from(passable).wrapping_add(start);
    let sum = rec.step("sum", addition, source::CARRY_SUM, |set| {
        let cleared = passable.value & !set;
        if start.value == 0 {
            "Nothing is added, and every run stays as it is.".to_owned()
        } else {
            format!(
                "One addition for all runs. The runs that begin at an own disc are cleared: {}. Each \
                 carry falls out behind its run. The other runs stay as they are.",
                squares(cleared)
            )
        }
    });
    let carries = rec.step("carries", passable ^ start ^ sum, source::CARRY_SUM, |set| {
        if set == 0 {
            "Where a carry came in: nowhere.".to_owned()
        } else {
            format!(
                "The carry made visible: where a bit of the sum is not what its two bits alone would \
                 give, a carry came in from the right. Here: {}.",
                squares(set)
            )
        }
    });
    if carries.value != 0 {
        ripple(rec, passable, start);
    }
    rec.chapter(
        if name == "with_mask" {
            "the moves, with the mask"
        } else {
            "the moves"
        },
        Some(LEFT),
    );
    rec.step(name, sum & empty, source::CARRY_TARGET, |set| {
        if set == 0 {
            "No carry fell out on an empty square: no move to the left.".to_owned()
        } else {
            format!(
                "Of the sum, the empty squares: there a carry fell out. {} {} to the left. Runs that \
                 stayed as they are stand on no empty square.",
                squares(set),
                verb(set, "is a move", "are moves")
            )
        }
    })
}

/// The same addition by logic, so that the carry is seen to move.
fn ripple(rec: &mut Recorder, passable: Variable, start: Variable) {
    rec.chapter("the carry, square by square", Some(LEFT));
    let mut partial = rec.step("partial", passable ^ start, source::CARRY_FIRST, |_| {
        "The same addition by logic alone. First each bit by itself: one and one give zero."
            .to_owned()
    });
    let first = (passable & start) << 1;
    let mut carry = rec.step("carry", first, source::CARRY_FIRST, |set| {
        format!(
            "One and one also give a carry, which goes one square left: {}.",
            squares(set)
        )
    });
    while carry.value != 0 {
        let meet = rec.step(
            "meet",
            partial & carry,
            source::CARRY_MEET,
            |set| match set {
                0 => "The carry meets no further one.".to_owned(),
                _ => format!("Here the carry meets another one: {}.", squares(set)),
            },
        );
        partial = rec.step("partial", partial ^ carry, source::CARRY_REST, |set| {
            let rests = carry.value & set;
            match (meet.value, rests) {
                (0, _) => format!("It comes to rest on {}.", squares(rests)),
                (_, 0) => "One and one give zero there.".to_owned(),
                _ => format!(
                    "One and one give zero there; the other carries come to rest, on {}.",
                    squares(rests)
                ),
            }
        });
        carry = rec.step("carry", meet << 1, source::CARRY_RIPPLE, |set| {
            if set == 0 {
                return "No carry is left: the sum is complete.".to_owned();
            }
            let warning = match wrapped(LEFT, meet.value) {
                0 => String::new(),
                over => edge_warning(over),
            };
            format!(
                "And the carry goes on, one square left: {}.{warning}",
                squares(set)
            )
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn without_the_mask_a_carry_runs_over_the_edge() {
        // Own c2, opponent a2 and b2: the carry leaves file a and comes to rest on h1.
        let own = 0x0020_0000_0000_0000;
        let opponent = 0x00c0_0000_0000_0000;
        let options = Options {
            masked: false,
            ..Options::default()
        };
        let trace = carry(own, opponent, options);
        assert_eq!(trace.result().value, 1 << 56);
        assert_eq!(trace.value("wrong"), Some(1 << 56));
        assert_eq!(moves_left(own, opponent), 0);
    }

    #[test]
    fn only_left_is_the_direction_of_the_carry() {
        assert_eq!(LEFT.name, "left");
    }

    proptest! {
        #[test]
        fn the_carry_followed_by_logic_gives_the_sum(a: u64, b: u64) {
            prop_assert_eq!(add_by_logic(a, b), a.wrapping_add(b));
        }

        #[test]
        fn the_addition_finds_what_shifts_find(own: u64, other: u64) {
            let opponent = other & !own;
            let trace = super::super::legal_moves(own, opponent, Options {
                direction: Some(LEFT),
                ..Options::default()
            });
            prop_assert_eq!(moves_left(own, opponent), trace.result().value);
            let lesson = carry(own, opponent, Options::default());
            prop_assert_eq!(lesson.value("partial").unwrap_or(lesson.value("sum").unwrap()),
                lesson.value("sum").unwrap());
        }
    }
}
