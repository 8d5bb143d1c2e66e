//! The lesson of the add-and-carry trick: one addition finds the moves of all runs to the left.
//!
//! To the left, from h to a, the bits of a rank grow in weight. An opponent run with an own disc at its
//! right end is a row of ones; adding one to its lowest bit turns them all to zeros, and the carry
//! lands on the square behind the run. The trick is common in chess programming, where it finds
//! sliding attacks (<https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>
//! describes the same with subtraction). The portable kernel uses it for this one direction, because
//! carries do not run the other way.

use super::narrator::{self, NarratedStep};
use super::runs::{Runs, wrong};
use super::traced::{Traced, renamed};
use super::words::{squares, verb};
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::plain::{DIRECTIONS, Direction};

/// Returns the legal moves in the direction `left` by one addition: empty squares with a run of
/// opponent discs and then an own disc to their right.
fn moves_left(own: Traced, opponent: Traced, mask: u64) -> Traced {
    let empty = !(own | opponent);
    let passable = opponent & mask;
    let shifted = own << 1;
    let start = shifted & passable;
    let sum = passable.wrapping_add(start);
    sum & empty
}

/// Returns the squares that received a carry: those where the sum differs from adding without carries.
fn carries(a: Traced, b: Traced) -> Traced {
    a ^ b ^ a.wrapping_add(b)
}

/// Returns `a.wrapping_add(b)` by logic alone: adds the bits without carries, then the carries, one
/// square further each time, until none is left.
fn add_by_logic(a: Traced, b: Traced) -> Traced {
    let mut partial = a ^ b;
    let mut carry = (a & b) << 1;
    while carry != 0 {
        let meet = partial & carry;
        partial ^= carry;
        carry = meet << 1;
    }
    partial
}

/// The direction that the trick works for.
const LEFT: Direction = DIRECTIONS[6];

/// Runs the kernel, then the carry square by square and, without the mask, what the mask would have changed.
fn carried_moves(own: Traced, opponent: Traced, options: LessonOptions) -> Traced {
    let found = moves_left(own, opponent, options.directions()[0].mask);
    let [passable, start] = ["passable", "start"].map(Traced::named);
    if carries(passable, start) != 0 {
        add_by_logic(passable, start);
    }
    if !options.masked {
        let with_mask = renamed(&[("moves_left", "with_mask")], || {
            moves_left(own, opponent, LEFT.mask)
        });
        wrong(found, with_mask);
    }
    found
}

/// Explains how one addition finds the moves to the left, following the carry square by square. Without
/// the mask, a carry runs over the edge.
pub(super) fn trace(discs: [u64; 2], options: LessonOptions) -> Trace {
    let left = LessonOptions {
        direction: Some(LEFT),
        ..options
    };
    let run = |own: Traced, opponent: Traced| carried_moves(own, opponent, left);
    let mut runs = Runs::new(left);
    narrator::trace(Topic::Carry, options, discs, run, |step| {
        let squares = squares(step.value);
        Some(match step.name {
            "passable" => {
                let sentence = runs.tell(step);
                let again = step.before.is_some();
                let title = if again {
                    "the addition, with the mask"
                } else {
                    "the addition"
                };
                step.begins(title, Some(LEFT));
                return sentence;
            }
            "shifted" => "The own discs, moved one square left.".to_owned(),
            "start" if step.value == 0 => {
                "No opponent disc is one step left of an own disc, so nothing is added.".to_owned()
            }
            "start" => format!(
                "The opponent discs one step left of an own disc: {squares}. Each is the lowest bit of \
                 its run.{}",
                runs.warning(step.at("own"), step.value)
            ),
            "sum" if step.at("start") == 0 => {
                "Nothing is added, and every run stays unchanged.".to_owned()
            }
            "sum" => format!(
                "One addition for all runs. The runs that begin at an own disc are cleared: {}. Each \
                 carry lands just behind its run. The other runs stay unchanged.",
                super::words::squares(step.at("passable") & !step.value)
            ),
            "moves_left" | "with_mask" if step.value == 0 => {
                "No carry landed on an empty square: there is no move to the left.".to_owned()
            }
            "moves_left" | "with_mask" => format!(
                "The empty squares in the sum, where a carry landed: {squares} {} to the left. No \
                 other bit of the sum is on an empty square.",
                verb(step.value, "is a move", "are moves")
            ),
            "carries" | "partial" | "carry" | "meet" => ripple(step, &runs),
            _ => return runs.tell(step),
        })
    })
}

/// Describes the carry while it moves.
fn ripple(step: &mut NarratedStep, runs: &Runs) -> String {
    let squares = squares(step.value);
    match (step.name, step.value) {
        ("carries", set) => {
            step.begins("the carry, square by square", Some(LEFT));
            match set {
                0 => "No carry came in anywhere.".to_owned(),
                _ => format!(
                    "The carries made visible: a bit of the sum that differs from the sum of its two bits \
                     received a carry from the right: {squares}."
                ),
            }
        }
        ("partial", set) if step.updates => {
            let rests = super::words::squares(step.at("carry") & set);
            match (step.at("meet"), step.at("carry") & set) {
                (0, _) => format!("It comes to rest on {rests}."),
                (_, 0) => "One and one make zero there.".to_owned(),
                _ => format!(
                    "One and one make zero there; the other carries come to rest on {rests}."
                ),
            }
        }
        ("partial", _) => {
            "The same addition with logic alone. First add each bit without carries: one and one make zero."
                .to_owned()
        }
        ("meet", 0) => "The carry meets no other set bit.".to_owned(),
        ("meet", _) => format!("The carry meets another set bit here: {squares}."),
        (_, 0) => "No carry is left: the sum is complete.".to_owned(),
        _ if step.before.is_none() => {
            format!("One and one also produce a carry, which moves one square left: {squares}.")
        }
        _ => format!(
            "The carry moves one more square left: {squares}.{}",
            runs.warning(step.at("meet"), u64::MAX)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::cases::cases;

    #[test]
    fn a_carry_falls_out_behind_a_run() {
        // Own h1, opponent e1 to g1: d1 is a move.
        let discs = [0x0100_0000_0000_0000, 0x0e00_0000_0000_0000];
        let lesson = trace(discs, LessonOptions::default());
        assert_eq!(lesson.result.value, 0x1000_0000_0000_0000);
    }

    #[test]
    fn without_the_mask_a_carry_runs_over_the_edge() {
        // Own c2, opponent a2 and b2: the carry leaves file a and comes to rest on h1.
        let discs = [0x0020_0000_0000_0000, 0x00c0_0000_0000_0000];
        let options = LessonOptions {
            masked: false,
            ..LessonOptions::default()
        };
        let lesson = trace(discs, options);
        assert_eq!(lesson.result.value, 1 << 56);
        assert_eq!(lesson.value("wrong"), Some(1 << 56));
        assert_eq!(lesson.value("with_mask"), Some(0));
    }

    #[test]
    fn only_left_is_the_direction_of_the_carry() {
        assert_eq!(LEFT.to_string(), "left");
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn the_carry_followed_by_logic_gives_the_sum(own: u64, other: u64) {
            let lesson = trace([own, other & !own], LessonOptions::default());
            let sum = lesson.value("sum");
            prop_assert_eq!(lesson.value("partial").or(sum), sum);
        }
    }
}
