//! The lesson of the legal moves: eight directions, each a mask, a shift, a fill and one more shift.

use super::narrator::{self, NarratedStep};
use super::runs::{Runs, wrong};
use super::traced::{Traced, renamed};
use super::words::{squares, toward};
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard;
use reversi::bitboard::plain::legal_moves_along;
use reversi::bitboard::word::Word;
use reversi_text::{Said, label, tr};

/// Explains how the legal moves are found, in all directions or in one.
pub(super) fn trace(discs: [u64; 2], options: LessonOptions) -> Trace {
    let run = |own: Traced, opponent: Traced| {
        let moves = legal_moves_along(&options.directions(), own, opponent);
        let found = moves.returned_as("legal_moves");
        if !options.masked {
            let with_mask = match options.direction {
                None => with_mask(own, opponent),
                Some(direction) => renamed(&[("moves", "with_mask")], || {
                    legal_moves_along(&[direction], own, opponent)
                }),
            };
            wrong(found, with_mask);
        }
        found
    };
    let mut runs = Runs::new(options);
    narrator::trace(Topic::LegalMoves, options, discs, run, |step| {
        let direction = &toward(runs.direction);
        Some(match step.name {
            "moves" | "with_mask" if step.updates => found(step, &runs),
            "with_mask" => runs.with_mask(step, false),
            "shifted" => {
                Said::sentences([own_moved(direction), runs.warning(step.at("own"), u64::MAX)])
            }
            "run" => return grown(step, &mut runs),
            "legal_moves" => {
                step.begins(label!("the result"), None);
                let found = &squares(step.value);
                match options.direction {
                    _ if !options.masked => tr!("Found without the mask: {found}.", found),
                    Some(_) => tr!(
                        "The legal moves found {direction}: {found}.",
                        direction,
                        found
                    ),
                    None => moves_are(step.value),
                }
            }
            _ => return runs.tell(step),
        })
    })
}

fn with_mask(own: Traced, opponent: Traced) -> Traced {
    Traced::call(bitboard::legal_moves, own, opponent)
}

/// Describes a step of the own discs.
pub(super) fn own_moved(direction: &Said) -> Said {
    tr!("The own discs, moved one square {direction}.", direction)
}

/// Names the legal moves.
pub(super) fn moves_are(set: u64) -> Said {
    tr!("The legal moves: {moves}.", moves = &squares(set))
}

/// Describes the runs while they grow. Fills that add nothing new are skipped.
fn grown(step: &NarratedStep, runs: &mut Runs) -> Option<Said> {
    let direction = &toward(runs.direction);
    if !step.updates {
        runs.complete = step.value == 0;
        return Some(match step.value {
            0 => tr!(
                "No opponent disc is one step {direction} from an own disc: no run begins.",
                direction
            ),
            set => tr!(
                "Runs begin at the opponent discs one step {direction} from an own disc: {discs}.",
                direction,
                discs = &squares(set)
            ),
        });
    }
    if runs.complete {
        return None;
    }
    let new = step.added();
    runs.complete = new == 0;
    let discs = &squares(new);
    let grows = match new {
        0 => {
            return Some(tr!(
                "No other opponent disc is in line: the runs are complete. The kernel does not test for this; it \
                 always fills five times."
            ));
        }
        _ if new.is_power_of_two() => tr!(
            "The runs grow {direction}: {discs} joins them.",
            direction,
            discs
        ),
        _ => tr!(
            "The runs grow {direction}: {discs} join them.",
            direction,
            discs
        ),
    };
    let warning = runs.warning(step.at("run"), step.at("passable"));
    Some(Said::sentences([grows, warning]))
}

/// Describes the squares behind the runs of a direction.
fn found(step: &NarratedStep, runs: &Runs) -> Said {
    let (run, empty) = (step.at("run"), step.at("empty"));
    let targets = runs.direction.step(run) & empty;
    let squares_behind = &squares(targets);
    let found = match targets {
        0 if run == 0 => return tr!("There is no run, so there is no move in this direction."),
        0 => {
            return tr!(
                "Every square behind a run is occupied or off the board: no move in this direction."
            );
        }
        _ if targets.is_power_of_two() => tr!(
            "One more step, onto an empty square: {squares} ends a run of opponent discs with an own disc at the other \
             end.",
            squares = squares_behind
        ),
        _ => tr!(
            "One more step, onto an empty square: {squares} end runs of opponent discs with an own disc at the other end.",
            squares = squares_behind
        ),
    };
    let known = match targets & !step.added() {
        0 => Said::default(),
        known => tr!("Already found: {moves}.", moves = &squares(known)),
    };
    Said::sentences([found, known, runs.warning(run, empty)])
}
