//! The lesson of the flips of one move: in each direction the run beside the placed disc, and the
//! square behind it, where an own disc closes the run or not.

use super::narrator::{self, NarratedStep};
use super::runs::{Runs, wrong};
use super::traced::{Traced, renamed};
use super::words::{squares, toward};
use super::{LessonOptions, Topic, Trace};
use reversi::Square;
use reversi::bitboard::plain::{flips, flips_along};
use reversi_text::{Said, label, tr};

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
        Some(match step.name {
            "placed" => placed(square),
            "flipped" | "with_mask" if step.updates => match step.at("run") {
                0 => tr!("The empty run adds nothing."),
                run => tr!("The closed run turns: {discs}.", discs = &squares(run)),
            },
            "with_mask" => runs.with_mask(step, true),
            "taken" if step.before.is_some() => return None,
            "taken" => taken_is(square, taken),
            "run" if !step.updates => tr!(
                "The run {direction}, empty so far.",
                direction = &toward(runs.direction)
            ),
            "run" if step.before == Some(0) => run_begins(step.value),
            "run" => tr!("{disc} joins the run.", disc = &squares(step.added())),
            "next" => met(step, &runs),
            "closed" => closed(step),
            "flips" => {
                step.begins(label!("the result"), None);
                match step.value {
                    0 if options.direction.is_some() && !taken => nothing_here(),
                    set if set != 0 && !options.masked => {
                        tr!("Found without the mask: {discs}.", discs = &squares(set))
                    }
                    set => result(square, taken, set),
                }
            }
            _ => return runs.tell(step),
        })
    })
}

/// Names the disc that is placed.
pub(super) fn placed(square: Square) -> Said {
    tr!("The disc that is placed, on {square}.", square)
}

/// Says whether a disc can be placed on a square.
pub(super) fn taken_is(square: Square, taken: bool) -> Said {
    if taken {
        tr!(
            "{square} is occupied: no disc can be placed there, and nothing turns.",
            square
        )
    } else {
        tr!("{square} is empty, so a disc can be placed there.", square)
    }
}

/// Describes the first discs of a run.
pub(super) fn run_begins(run: u64) -> Said {
    tr!("A run begins: {discs}.", discs = &squares(run))
}

/// Describes the discs that join a run.
pub(super) fn run_grows(joined: u64) -> Said {
    tr!("The run grows: {discs}.", discs = &squares(joined))
}

/// Describes no flips in the only direction.
pub(super) fn nothing_here() -> Said {
    tr!("Nothing turns in this direction.")
}

/// Describes all flips of a disc on a square, which may be occupied.
pub(super) fn result(square: Square, taken: bool, flips: u64) -> Said {
    match flips {
        _ if taken => tr!("{square} is occupied: the move is not legal.", square),
        0 => tr!(
            "Nothing turns in any direction: {square} is not a legal move.",
            square
        ),
        _ => tr!(
            "A disc on {square} turns {discs}.",
            square,
            discs = &squares(flips)
        ),
    }
}

fn with_mask(own: Traced, opponent: Traced, placed: Traced) -> Traced {
    let value = flips(own.value, opponent.value, placed.value);
    Traced::called("flips", value, [own, opponent, placed])
}

/// Describes the next square along a direction.
fn met(step: &NarratedStep, runs: &Runs) -> Said {
    let (next, is_first) = (step.value, step.at("run") == 0);
    let square = &squares(next);
    let found = &match next {
        0 => tr!("beyond the edge of the board"),
        _ if next & step.at("own") != 0 => tr!("{square}, an own disc", square),
        _ if next & step.at("opponent") != 0 => tr!("{square}, an opponent disc", square),
        _ => tr!("{square}, empty", square),
    };
    let (met, from) = if is_first {
        let direction = &toward(runs.direction);
        let met = tr!(
            "One step {direction} from the placed disc: {found}.",
            direction,
            found
        );
        (met, step.at("placed"))
    } else {
        (tr!("One step further: {found}.", found), step.at("next"))
    };
    let warning = match next {
        0 => Said::default(),
        _ => runs.warning(from, u64::MAX),
    };
    Said::sentences([met, warning])
}

/// Describes the end of a run.
fn closed(step: &NarratedStep) -> Said {
    let next = step.at("next");
    let square = &squares(next);
    match step.at("run") {
        0 if step.value == 0 => tr!("No run begins, so nothing turns in this direction."),
        0 => tr!(
            "The own disc on {square} closes no run: there is no disc in between.",
            square
        ),
        _ if step.value != 0 => tr!("The own disc on {square} closes the run.", square),
        _ if next == 0 => tr!("The run ends at the edge of the board: nothing closes it."),
        _ if next & step.at("opponent") != 0 => tr!(
            "{square} is an opponent disc on the edge, with no room for an own disc behind it: nothing closes the run.",
            square
        ),
        _ => tr!("{square} is empty: nothing closes the run.", square),
    }
}
