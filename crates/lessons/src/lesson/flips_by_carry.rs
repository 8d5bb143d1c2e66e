//! The lesson of the flips by carry: a multiplication sets the ray of the move, a negation finds the disc that closes
//! a run, and a subtraction the discs between.

use super::flips::{nothing_here, placed, result, run_begins, run_grows, taken_is};
use super::narrator::{self, NarratedStep, common};
use super::runs::passable;
use super::words::{squares, toward};
use super::{LessonOptions, Topic, Trace};
use crate::lesson::traced::Traced;
use reversi::Square;
use reversi::bitboard::carry::flips_along;
use reversi::bitboard::plain::Direction;
use reversi_text::{Said, label, tr};

/// Explains which discs a disc on `square` turns, in all directions or in one.
pub(super) fn trace(discs: [u64; 2], square: Square, options: LessonOptions) -> Trace {
    let taken = (discs[0] | discs[1]) & square.bit() != 0;
    let directions = options.directions();
    let mut coming = directions.iter().copied();
    let mut direction = directions[0];
    let run = |own: Traced, opponent: Traced| {
        flips_along(&directions, own, opponent, square).returned_as("flips")
    };
    let topic = Topic::FlipsByCarry(square);
    narrator::trace(topic, options, discs, run, |step| {
        if step.name == "passable" {
            direction = coming.next().unwrap_or(direction);
            step.begins(toward(direction), Some(direction));
        }
        Some(match (step.name, step.value) {
            ("placed", _) => placed(square),
            ("taken", _) => taken_is(square, taken),
            ("flipped", _) if step.updates => turned(step, direction),
            ("passable", set) => Said::sentences([
                passable(set),
                tr!("The mask leaves out the edges that the run cannot cross."),
            ]),
            ("ray", set) => ray_is(set, square, direction),
            ("run", _) if step.updates && step.added() == 0 => return None,
            ("flips", found) => {
                step.begins(label!("the result"), None);
                match found {
                    0 if options.direction.is_some() && !taken => nothing_here(),
                    set => result(square, taken, set),
                }
            }
            ("own" | "opponent" | "flipped", _) => return common(step),
            _ if direction.shift > 0 => by_carry(step),
            _ => by_fill(step, direction),
        })
    })
}

/// Describes a ray that one multiplication sets.
fn ray_is(set: u64, square: Square, direction: Direction) -> Said {
    let ray = direction.ray(square);
    let direction = &toward(direction);
    let inside = if ray == 0 {
        tr!(
            "{square} is on the edge: there is no ray {direction}.",
            square,
            direction
        )
    } else {
        tr!(
            "One multiplication moves the placed disc by up to seven steps at once, which is the ray {direction}: \
         {squares}.",
            direction,
            squares = &squares(ray)
        )
    };
    let beyond = match set & !ray {
        0 => Said::default(),
        beyond => tr!(
            "The multiplication also sets {squares}, across the edge, but every run ends before it.",
            squares = &squares(beyond)
        ),
    };
    Said::sentences([inside, beyond])
}

/// Describes a direction in which the carry runs along the ray.
fn by_carry(step: &NarratedStep) -> Said {
    let found = &squares(step.value);
    match (step.name, step.value) {
        ("ends", 0) if step.at("ray") == 0 => tr!("Without a ray there is no run."),
        ("ends", 0) => tr!("Only passable discs are on the ray: no run ends there."),
        ("ends", _) => tr!(
            "The squares of the ray where a run ends, because no passable disc is there: {found}.",
            found
        ),
        ("lowest", 0) => tr!("No bit is set, so there is no lowest one."),
        ("lowest", _) => tr!(
            "x & -x is the lowest bit of x: -x is !x + 1, and the carry runs up to that bit. The nearest end: {found}.",
            found
        ),
        ("closing", 0) => tr!("No own disc is there: nothing turns."),
        ("closing", _) => tr!("An own disc is there, {found}.", found),
        ("negative", 0) => tr!("Zero minus zero is zero."),
        ("negative", _) => tr!("Zero minus the closing disc: it and every bit above it."),
        ("sign", _) => tr!(
            "A number or its negative has the highest bit, unless it is zero. Shifted down, that bit is 1 if there is \
             a closing disc and 0 if not, without a branch."
        ),
        ("below", 0) if step.at("sign") == 0 => tr!("Nothing is subtracted from nothing."),
        ("below", _) => tr!("One subtraction turns the closing disc into all bits below it."),
        (name, _) => unreachable!("nothing is said of {name}"),
    }
}

/// Describes a direction in which the carry would run the wrong way.
fn by_fill(step: &NarratedStep, direction: Direction) -> Said {
    match (step.name, step.value) {
        ("shifted", _) => tr!(
            "A carry runs only towards a1, so {direction} the run is filled step by step. The placed disc, moved \
             one square {direction}.",
            direction = &toward(direction)
        ),
        ("run", 0) => tr!("No opponent disc is beside the placed one: there is no run."),
        ("run", run) if !step.updates => run_begins(run),
        ("run", _) => run_grows(step.added()),
        ("closing", 0) => tr!("No own disc is behind the run: nothing closes it."),
        ("closing", disc) => tr!(
            "The own disc behind the run closes it: {disc}.",
            disc = &squares(disc)
        ),
        ("above", 0) => tr!("Zero minus zero is zero: this mask keeps nothing."),
        ("above", _) => {
            tr!("Zero minus the closing disc: it and every bit above it, where the run is.")
        }
        (name, _) => unreachable!("nothing is said of {name}"),
    }
}

/// Describes what a direction adds.
fn turned(step: &NarratedStep, direction: Direction) -> Said {
    match step.added() {
        0 if step.at("closing") != 0 => tr!("No disc is between: nothing turns."),
        0 => tr!("Nothing turns {direction}.", direction = &toward(direction)),
        set => tr!("The discs between turn: {discs}.", discs = &squares(set)),
    }
}
