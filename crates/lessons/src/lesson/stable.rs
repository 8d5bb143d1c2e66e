//! The lesson of the stable discs: edges from a table, full lines, and rounds until nothing is added.
//!
//! The rounds are a flood fill to a fixpoint. On a Go bitboard the same loop finds captured groups:
//! there it spreads from the liberties of a group, here from the discs that are stable already.

use super::narrator::{self, NarratedStep, common};
use super::traced::Traced;
use super::words::{squares, verb};
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::stability::stable_discs;
use reversi::{File, Rank};

/// Explains how stable discs of the side to move are found.
pub(super) fn trace(discs: [u64; 2]) -> Trace {
    let run =
        |own: Traced, opponent: Traced| stable_discs(own, opponent).returned_as("stable_discs");
    let mut round = 0;
    narrator::trace(
        Topic::StableDiscs,
        LessonOptions::default(),
        discs,
        run,
        |step| {
            let set = step.value;
            let listed = squares(set);
            Some(match step.name {
                "edges" => {
                    step.begins("edges", None);
                    format!(
                        "The discs that no play along their edge can turn: {listed}. A table lists them for each of \
                     the 6561 states of an edge, computed once by trying every continuation along it."
                    )
                }
                "occupied" => {
                    step.begins("full ranks", None);
                    format!(
                        "All discs. A disc can never be turned along a line without an empty square. Empty: \
                     {}.",
                        squares(!set)
                    )
                }
                "rank" | "file" => lines(step),
                "up_left" | "down_right" | "up_right" | "down_left" => diagonal(step),
                "falling" => {
                    format!("Full both ways: the diagonals that fall to the right, {listed}.")
                }
                "rising" => {
                    format!("Full both ways: the diagonals that rise to the right, {listed}.")
                }
                "inner" => {
                    step.begins("full lines", None);
                    format!(
                        "The own discs off the edges: {listed}. The table decides for those on the edges."
                    )
                }
                "stable" if step.updates => {
                    format!("Round {round} adds {}.", squares(step.added()))
                }
                "stable" if set == 0 => {
                    "No disc is stable to begin with, and stable discs only grow from stable discs."
                        .to_owned()
                }
                "stable" => match set & !step.at("edges") {
                    0 => "To begin with: the edges. No inner disc has all four of its lines full."
                        .to_owned(),
                    inner => format!(
                        "To begin with: the edges, and {}, where all four lines are full.",
                        squares(inner)
                    ),
                },
                "on_rank" => {
                    round += 1;
                    step.begins(format!("round {round}"), None);
                    safe("the rank")
                        + " A shift that runs over an edge lands on an edge, and only inner discs count."
                }
                "on_file" => safe("the file"),
                "on_falling" => safe("the falling diagonal"),
                "on_rising" => safe("the rising diagonal"),
                "more" if set == 0 => {
                    "No other disc is safe on all four lines, so no later round can add one."
                        .to_owned()
                }
                "more" => format!("Safe on all four lines, and therefore stable: {listed}."),
                "stable_discs" => {
                    step.begins("the result", None);
                    let number = set.count_ones();
                    format!("{number} stable {} in all.", verb(set, "disc", "discs"))
                }
                _ => return common(step),
            })
        },
    )
}

fn safe(what: &str) -> String {
    format!("Safe along {what}: the line is full, or a neighbour on it is stable.")
}

/// Describes how ranks or files are narrowed down to the full ones.
fn lines(step: &mut NarratedStep) -> String {
    let full = |line: &str, masks: Vec<(String, u64)>| {
        let names = masks
            .into_iter()
            .filter(|(_, mask)| mask & !step.value == 0);
        match names.map(|(name, _)| name).collect::<Vec<_>>().as_slice() {
            [] => format!("No {line} is full."),
            [name] => format!("One {line} is full: {name}."),
            names => format!("These {line}s are full: {}.", names.join(", ")),
        }
    };
    match (step.name, step.earlier) {
        ("rank", 0) => "A bit stays if its square and the one to its left are occupied.".to_owned(),
        ("rank", 2) => {
            "The same over eight: on file h, a bit now represents a whole rank; the other files are \
             mixed with the rank above and are not used."
                .to_owned()
        }
        ("rank", 3) => full(
            "rank",
            Rank::all().map(|rank| (rank.to_string(), rank.mask())).collect(),
        ),
        ("file", 0) => {
            step.begins("full files", None);
            "A bit stays if its square and the one below it are occupied. The rotation puts rank 1 \
             below rank 8: a file is a ring."
                .to_owned()
        }
        ("file", 2) => full(
            "file",
            File::all().map(|file| (file.to_string(), file.mask())).collect(),
        ),
        _ => "The same over four squares.".to_owned(),
    }
}

/// Describes half a diagonal test: three doublings in one direction.
fn diagonal(step: &mut NarratedStep) -> String {
    let towards = match step.name {
        "up_left" => "down right",
        "down_right" => "up left",
        "up_right" => "down left",
        _ => "up right",
    };
    match (step.name, step.earlier) {
        ("up_left", 0) => step.begins("full falling diagonals", None),
        ("up_right", 0) => step.begins("full rising diagonals", None),
        _ => {}
    }
    match step.earlier {
        0 => format!(
            "A bit stays if its square and the next one {towards} are occupied. The constant holds the \
             squares without a neighbour there: off the board counts as occupied."
        ),
        1 => format!("The same with the next two {towards}."),
        _ => format!("The same with the next four {towards}."),
    }
}
