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
use super::words::squares;
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::plain::{DIRECTIONS, Direction};
use reversi_text::{Said, label, tr};

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
        let found = &squares(step.value);
        Some(match step.name {
            "passable" => {
                let sentence = runs.tell(step);
                let title = match step.before {
                    Some(_) => label!("the addition, with the mask"),
                    None => label!("the addition"),
                };
                step.begins(title, Some(LEFT));
                return sentence;
            }
            "shifted" => tr!("The own discs, moved one square left."),
            "start" if step.value == 0 => {
                tr!("No opponent disc is one step left of an own disc, so nothing is added.")
            }
            "start" => Said::sentences([
                tr!(
                    "The opponent discs one step left of an own disc: {discs}. Each is the lowest bit of its run.",
                    discs = found
                ),
                runs.warning(step.at("own"), step.value),
            ]),
            "sum" if step.at("start") == 0 => {
                tr!("Nothing is added, and every run stays unchanged.")
            }
            "sum" => tr!(
                "One addition for all runs. The runs that begin at an own disc are cleared: {discs}. Each carry lands \
                 just behind its run. The other runs stay unchanged.",
                discs = &squares(step.at("passable") & !step.value)
            ),
            "moves_left" | "with_mask" if step.value == 0 => {
                tr!("No carry landed on an empty square: there is no move to the left.")
            }
            "moves_left" | "with_mask" if step.value.is_power_of_two() => tr!(
                "The empty squares in the sum, where a carry landed: {found} is a move to the left. No other bit of \
                 the sum is on an empty square.",
                found
            ),
            "moves_left" | "with_mask" => tr!(
                "The empty squares in the sum, where a carry landed: {found} are moves to the left. No other bit of \
                 the sum is on an empty square.",
                found
            ),
            "carries" | "partial" | "carry" | "meet" => ripple(step, &runs),
            _ => return runs.tell(step),
        })
    })
}

/// Describes the carry while it moves.
fn ripple(step: &mut NarratedStep, runs: &Runs) -> Said {
    let squares_of = squares;
    let squares = &squares(step.value);
    match (step.name, step.value) {
        ("carries", set) => {
            step.begins(label!("the carry, square by square"), Some(LEFT));
            if set == 0 {
                tr!("No carry came in anywhere.")
            } else {
                tr!(
                    "The carries made visible: a bit of the sum that differs from the sum of its two bits received a \
                 carry from the right: {squares}.",
                    squares
                )
            }
        }
        ("partial", set) if step.updates => {
            let rests = &squares_of(step.at("carry") & set);
            match (step.at("meet"), step.at("carry") & set) {
                (0, _) => tr!("It comes to rest on {rests}.", rests),
                (_, 0) => tr!("One and one make zero there."),
                _ => tr!(
                    "One and one make zero there; the other carries come to rest on {rests}.",
                    rests
                ),
            }
        }
        ("partial", _) => tr!(
            "The same addition with logic alone. First add each bit without carries: one and one make zero."
        ),
        ("meet", 0) => tr!("The carry meets no other set bit."),
        ("meet", _) => tr!("The carry meets another set bit here: {squares}.", squares),
        (_, 0) => tr!("No carry is left: the sum is complete."),
        _ if step.before.is_none() => tr!(
            "One and one also produce a carry, which moves one square left: {squares}.",
            squares
        ),
        _ => Said::sentences([
            tr!("The carry moves one more square left: {squares}.", squares),
            runs.warning(step.at("meet"), u64::MAX),
        ]),
    }
}
