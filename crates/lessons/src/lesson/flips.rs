//! The lesson of the flips of one move: in each direction the run beside the placed disc, and the
//! square behind it, where an own disc closes the run or not.

use super::narrator::{self, NarratedStep};
use super::runs::{Runs, wrong};
use super::traced::{Traced, renamed};
use super::words::squares;
use super::{LessonOptions, Topic, Trace};
use reversi::Square;
use reversi::bitboard::plain::{flips, flips_along};

/// Explains which discs a disc on `square` turns, in all directions or in one.
pub(super) fn trace(discs: [u64; 2], square: Square, options: LessonOptions) -> Trace {
    let taken = (discs[0] | discs[1]) & square.bit() != 0;
    let run = |own: Traced, opponent: Traced| {
        let placed = Traced::input("placed", square.bit());
        let flipped = flips_along(&options.directions(), own, opponent, placed);
        let found = flipped.returned_as("flips");
        if !options.masked && !taken {
            let with_mask = match options.direction {
                None => with_mask(own, opponent, placed),
                Some(direction) => renamed(&[("flipped", "with_mask")], || {
                    flips_along(&[direction], own, opponent, placed)
                }),
            };
            wrong(found, with_mask);
        }
        found
    };
    let mut runs = Runs::new(options);
    narrator::trace(Topic::Flips(square), options, discs, run, |step| {
        let direction = runs.direction;
        Some(match step.name {
            "placed" => format!("The disc that is placed, on {square}."),
            "flipped" | "with_mask" if step.updates => match step.at("run") {
                0 => "The empty run adds nothing.".to_owned(),
                run => format!("The closed run turns: {}.", squares(run)),
            },
            "flipped" => "No disc is turned yet.".to_owned(),
            "with_mask" => runs.with_mask(step, "flips"),
            "taken" if step.before.is_some() => return None,
            "taken" if taken => {
                format!("{square} is occupied: no disc can be placed there, and nothing turns.")
            }
            "taken" => format!("{square} is empty, so a disc can be placed there."),
            "run" if !step.updates => format!("The run {direction}, empty so far."),
            "run" if step.before == Some(0) => format!("A run begins: {}.", squares(step.value)),
            "run" => format!("{} joins the run.", squares(step.added())),
            "next" => met(step, &runs),
            "closed" => closed(step),
            "flips" => {
                step.begins("the result", None);
                match step.value {
                    0 if options.direction.is_some() && !taken => {
                        "Nothing turns in this direction.".to_owned()
                    }
                    set if set != 0 && !options.masked => {
                        format!("Found without the mask: {}.", squares(set))
                    }
                    set => result(square, taken, set),
                }
            }
            _ => return runs.tell(step),
        })
    })
}

/// Describes all flips of a disc on a square, which may be occupied.
pub(super) fn result(square: Square, taken: bool, flips: u64) -> String {
    match flips {
        _ if taken => format!("{square} is occupied: the move is not legal."),
        0 => format!("Nothing turns in any direction: {square} is not a legal move."),
        _ => format!("A disc on {square} turns {}.", squares(flips)),
    }
}

fn with_mask(own: Traced, opponent: Traced, placed: Traced) -> Traced {
    let value = flips(own.value, opponent.value, placed.value);
    Traced::called("flips", value, [own, opponent, placed])
}

/// Describes the next square along a direction.
fn met(step: &NarratedStep, runs: &Runs) -> String {
    let next = step.value;
    let (how, from) = match step.at("run") {
        0 => (
            format!("One step {} from the placed disc", runs.direction),
            step.at("placed"),
        ),
        _ => ("One step further".to_owned(), step.at("next")),
    };
    let disc = match next {
        0 => return format!("{how}: beyond the edge of the board."),
        _ if next & step.at("own") != 0 => "an own disc",
        _ if next & step.at("opponent") != 0 => "an opponent disc",
        _ => "empty",
    };
    let warning = runs.warning(from, u64::MAX);
    format!("{how}: {}, {disc}.{warning}", squares(next))
}

/// Describes the end of a run.
fn closed(step: &NarratedStep) -> String {
    let next = step.at("next");
    let square = squares(next);
    match step.at("run") {
        0 if step.value == 0 => "No run begins, so nothing turns in this direction.".to_owned(),
        0 => format!("The own disc on {square} closes no run: there is no disc in between."),
        _ if step.value != 0 => format!("The own disc on {square} closes the run."),
        _ if next == 0 => "The run ends at the edge of the board: nothing closes it.".to_owned(),
        _ if next & step.at("opponent") != 0 => format!(
            "{square} is an opponent disc on the edge, with no room for an own disc behind it: nothing \
             closes the run."
        ),
        _ => format!("{square} is empty: nothing closes the run."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_mask_discs_beyond_the_edge_turn() {
        // Own a2, opponent g1 and h1: from f1 to the right, reading order runs on to a2.
        let discs = [0x0080_0000_0000_0000, 0x0300_0000_0000_0000];
        let f1 = "f1".parse().unwrap();
        let options = LessonOptions {
            masked: false,
            ..LessonOptions::default()
        };
        let lesson = trace(discs, f1, options);
        assert_eq!(lesson.result.value, discs[1]);
        assert_eq!(lesson.value("wrong"), Some(discs[1]));
        assert_eq!(trace(discs, f1, LessonOptions::default()).result.value, 0);
    }

    #[test]
    fn a_taken_square_turns_nothing_and_says_why() {
        let lesson = trace([1, 2], Square::H8, LessonOptions::default());
        assert_eq!(lesson.result.value, 0);
        let last = lesson.steps.last().unwrap();
        assert!(last.sentence.contains("occupied"), "{}", last.sentence);
    }
}
