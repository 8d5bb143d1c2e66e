//! The lesson of the flips by carry: a multiplication sets the ray of the move, a negation finds the disc that closes
//! a run, and a subtraction the discs between.

use super::narrator::{self, NarratedStep, common};
use super::words::squares;
use super::{LessonOptions, Topic, Trace};
use crate::lesson::traced::Traced;
use reversi::Square;
use reversi::bitboard::carry::flips_along;
use reversi::bitboard::plain::Direction;

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
            step.begins(direction.to_string(), Some(direction));
        }
        Some(match (step.name, step.value) {
            ("placed", _) => format!("The disc that is placed, on {square}."),
            ("taken", _) if taken => {
                format!("{square} is occupied: no disc can be placed there, and nothing turns.")
            }
            ("taken", _) => format!("{square} is empty, so a disc can be placed there."),
            ("flipped", _) if !step.updates => "No disc is turned yet.".to_owned(),
            ("flipped", _) => turned(step, direction),
            ("passable", set) => format!(
                "The opponent discs that a run may pass over: {}. The mask leaves out the edges that the run \
                 cannot cross.",
                squares(set)
            ),
            ("ray", set) => ray_is(set, square, direction),
            ("run", _) if step.updates && step.added() == 0 => return None,
            ("flips", found) => {
                step.begins("the result", None);
                match found {
                    _ if taken => format!("{square} is occupied: the move is not legal."),
                    0 if options.direction.is_some() => {
                        "Nothing turns in this direction.".to_owned()
                    }
                    0 => format!("Nothing turns in any direction: {square} is not a legal move."),
                    set => format!("A disc on {square} turns {}.", squares(set)),
                }
            }
            ("own" | "opponent", _) => return common(step),
            _ if direction.shift > 0 => by_carry(step),
            _ => by_fill(step, direction),
        })
    })
}

/// Describes a ray that one multiplication sets.
fn ray_is(set: u64, square: Square, direction: Direction) -> String {
    let ray = direction.ray(square);
    let inside = match ray {
        0 => format!("{square} is on the edge: there is no ray {direction}."),
        _ => format!(
            "One multiplication moves the placed disc by up to seven steps at once, which is the ray {direction}: \
             {}.",
            squares(ray)
        ),
    };
    match set & !ray {
        0 => inside,
        beyond => format!(
            "{inside} The multiplication also sets {}, across the edge, but every run ends before it.",
            squares(beyond)
        ),
    }
}

/// Describes a direction in which the carry runs along the ray.
fn by_carry(step: &NarratedStep) -> String {
    match (step.name, step.value) {
        ("ends", 0) if step.at("ray") == 0 => "Without a ray there is no run.".to_owned(),
        ("ends", 0) => "Only passable discs are on the ray: no run ends there.".to_owned(),
        ("ends", set) => format!(
            "The squares of the ray where a run ends, because no passable disc is there: {}.",
            squares(set)
        ),
        ("lowest", 0) => "No bit is set, so there is no lowest one.".to_owned(),
        ("lowest", first) => format!(
            "x & -x is the lowest bit of x: -x is !x + 1, and the carry runs up to that bit. The nearest end: {}.",
            squares(first)
        ),
        ("closing", 0) => "No own disc is there: nothing turns.".to_owned(),
        ("closing", disc) => format!("An own disc is there, {}.", squares(disc)),
        ("negative", 0) => "Zero minus zero is zero.".to_owned(),
        ("negative", _) => "Zero minus the closing disc: it and every bit above it.".to_owned(),
        ("sign", _) => {
            "A number or its negative has the highest bit, unless it is zero. Shifted down, that \
                        bit is 1 if there is a closing disc and 0 if not, without a branch."
                .to_owned()
        }
        ("below", 0) if step.at("sign") == 0 => "Nothing is subtracted from nothing.".to_owned(),
        ("below", _) => "One subtraction turns the closing disc into all bits below it.".to_owned(),
        (name, _) => unreachable!("nothing is said of {name}"),
    }
}

/// Describes a direction in which the carry would run the wrong way.
fn by_fill(step: &NarratedStep, direction: Direction) -> String {
    match (step.name, step.value) {
        ("shifted", _) => format!(
            "A carry runs only towards a1, so {direction} the run is filled step by step. The placed disc, moved \
             one square {direction}."
        ),
        ("run", 0) => "No opponent disc is beside the placed one: there is no run.".to_owned(),
        ("run", run) if !step.updates => format!("A run begins: {}.", squares(run)),
        ("run", _) => format!("The run grows: {}.", squares(step.added())),
        ("closing", 0) => "No own disc is behind the run: nothing closes it.".to_owned(),
        ("closing", disc) => format!("The own disc behind the run closes it: {}.", squares(disc)),
        ("above", 0) => "Zero minus zero is zero: this mask keeps nothing.".to_owned(),
        ("above", _) => {
            "Zero minus the closing disc: it and every bit above it, where the run is.".to_owned()
        }
        (name, _) => unreachable!("nothing is said of {name}"),
    }
}

/// Describes what a direction adds.
fn turned(step: &NarratedStep, direction: Direction) -> String {
    match step.added() {
        0 if step.at("closing") != 0 => "No disc is between: nothing turns.".to_owned(),
        0 => format!("Nothing turns {direction}."),
        set => format!("The discs between turn: {}.", squares(set)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carry_stops_on_the_closing_disc_and_the_subtraction_leaves_the_run() {
        // Own a4, opponent b4 and c4, a disc on d4.
        let discs = [0x0000_0080_0000_0000, 0x0000_0060_0000_0000];
        let d4 = "d4".parse().unwrap();
        let lesson = trace(discs, d4, LessonOptions::default());
        assert_eq!(lesson.result.value, discs[1]);
        let told = |text: &str| lesson.steps.iter().any(|step| step.sentence.contains(text));
        assert!(told("An own disc is there, a4."));
        assert!(told("The discs between turn: b4 and c4."));
    }

    #[test]
    fn without_a_closing_disc_the_sign_is_zero_and_nothing_turns() {
        let discs = [0x0000_0000_0000_0001, 0x0000_00e0_0000_0000];
        let d4 = "d4".parse().unwrap();
        let lesson = trace(discs, d4, LessonOptions::default());
        assert_eq!((lesson.result.value, lesson.value("sign")), (0, Some(0)));
        let told = |text: &str| lesson.steps.iter().any(|step| step.sentence.contains(text));
        assert!(told("No own disc is there: nothing turns."));
    }
}
