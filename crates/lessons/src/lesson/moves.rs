//! The lesson of the legal moves: eight directions, each a mask, a shift, a fill and one more shift.

use super::narrator::{self, NarratedStep};
use super::runs::{Runs, wrong};
use super::traced::{Traced, renamed};
use super::words::{squares, verb};
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard;
use reversi::bitboard::plain::legal_moves_along;
use reversi::bitboard::word::Word;

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
        let direction = runs.direction;
        Some(match step.name {
            "moves" | "with_mask" if step.updates => found(step, &runs),
            "moves" => "No move is found yet.".to_owned(),
            "with_mask" => runs.with_mask(step, "legal moves"),
            "shifted" => {
                let warning = runs.warning(step.at("own"), u64::MAX);
                format!("The own discs, moved one square {direction}.{warning}")
            }
            "run" => return grown(step, &mut runs),
            "legal_moves" => {
                step.begins("the result", None);
                let found = squares(step.value);
                match options.direction {
                    _ if !options.masked => format!("Found without the mask: {found}."),
                    Some(direction) => format!("The legal moves found {direction}: {found}."),
                    None => format!("The legal moves: {found}."),
                }
            }
            _ => return runs.tell(step),
        })
    })
}

fn with_mask(own: Traced, opponent: Traced) -> Traced {
    Traced::call(bitboard::legal_moves, own, opponent)
}

/// Describes the runs while they grow. Fills that add nothing new are skipped.
fn grown(step: &NarratedStep, runs: &mut Runs) -> Option<String> {
    let direction = runs.direction;
    if !step.updates {
        runs.complete = step.value == 0;
        return Some(match step.value {
            0 => {
                format!("No opponent disc is one step {direction} from an own disc: no run begins.")
            }
            set => format!(
                "Runs begin at the opponent discs one step {direction} from an own disc: {}.",
                squares(set)
            ),
        });
    }
    if runs.complete {
        return None;
    }
    let new = step.added();
    runs.complete = new == 0;
    Some(match new {
        0 => "No other opponent disc is in line: the runs are complete. The kernel does not test \
              for this; it always fills five times."
            .to_owned(),
        _ => format!(
            "The runs grow {direction}: {} {} them.{}",
            squares(new),
            verb(new, "joins", "join"),
            runs.warning(step.at("run"), step.at("passable"))
        ),
    })
}

/// Describes the squares behind the runs of a direction.
fn found(step: &NarratedStep, runs: &Runs) -> String {
    let (run, empty) = (step.at("run"), step.at("empty"));
    let targets = runs.direction.step(run) & empty;
    if run == 0 {
        return "There is no run, so there is no move in this direction.".to_owned();
    }
    if targets == 0 {
        return "Every square behind a run is occupied or off the board: no move in this direction."
            .to_owned();
    }
    format!(
        "One more step, onto an empty square: {} {} of opponent discs with an own disc at the other \
         end.{}{}",
        squares(targets),
        verb(targets, "ends a run", "end runs"),
        match targets & !step.added() {
            0 => String::new(),
            known => format!(" Already found: {}.", squares(known)),
        },
        runs.warning(run, empty)
    )
}
