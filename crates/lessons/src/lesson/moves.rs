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

#[cfg(test)]
mod tests {
    use super::super::traced::record;
    use super::*;
    use crate::course::CHAPTERS;
    use reversi::Square;
    use reversi::bitboard::plain::DIRECTIONS;

    #[test]
    fn without_the_mask_a_run_goes_on_at_the_other_side_of_the_board() {
        // Own f1, opponent g1 and h1; a2 is empty and no move.
        let discs = [0x0400_0000_0000_0000, 0x0300_0000_0000_0000];
        let a2 = "a2".parse::<Square>().unwrap().bit();
        for direction in [None, Some(DIRECTIONS[2])] {
            let unmasked = LessonOptions {
                direction,
                masked: false,
                ..LessonOptions::default()
            };
            let lesson = trace(discs, unmasked);
            assert_eq!(lesson.result.value, a2);
            assert_eq!(lesson.value("wrong"), Some(a2));
            assert_eq!(lesson.value("with_mask"), Some(0));
            let told = lesson.steps.iter().any(|step| {
                step.sentence
                    .contains("Wrong: a2 was reached across the edge of the board.")
            });
            assert!(told);
            let masked = LessonOptions {
                direction,
                ..LessonOptions::default()
            };
            assert_eq!(trace(discs, masked).result.value, 0);
        }
    }

    #[test]
    fn a_run_of_six_is_filled_in_five_steps() {
        // Own a1, opponent b1 to g1, h1 empty.
        let options = LessonOptions {
            direction: Some(DIRECTIONS[2]),
            ..LessonOptions::default()
        };
        let lesson = trace([1 << 63, 0x7e00_0000_0000_0000], options);
        let fills = lesson
            .steps
            .iter()
            .filter(|step| step.result.name == "run")
            .count();
        assert_eq!(fills, 6);
        assert_eq!(lesson.result.value, Square::H1.bit());
    }

    #[test]
    fn the_moves_of_any_board_take_the_operations_that_the_course_names() {
        for [own, opponent] in [
            [0, 0],
            [0x0000_0008_1000_0000, 0x0000_0010_0800_0000],
            [1, !1],
        ] {
            let (steps, _) = record(Vec::new(), || {
                let (own, opponent) = (
                    Traced::input("own", own),
                    Traced::input("opponent", opponent),
                );
                legal_moves_along(&DIRECTIONS, own, opponent)
            });
            let texts = steps.iter().map(|step| step.expression.to_string());
            let signs = ["&", "|", "!", "<<", ">>"];
            let count = |text: String| signs.map(|sign| text.matches(sign).count());
            let count: usize = texts.flat_map(count).sum();
            let last = CHAPTERS.last().unwrap();
            assert_eq!(last.check_text(&format!("{count} on any board")), Ok(()));
            assert_eq!(count, 8 * 21 + 2, "as its sentence says");
        }
    }
}
