//! The lesson of the stable discs: edges from a table, full lines, and rounds until nothing is added.
//!
//! The rounds are a flood fill to a fixpoint. On a Go bitboard the same loop finds captured groups:
//! there it spreads from the liberties of a group, here from the discs that are stable already.

use super::narrator::{self, NarratedStep, common};
use super::traced::Traced;
use super::words::{squares, toward};
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::plain::DIRECTIONS;
use reversi::bitboard::stability::stable_discs;
use reversi::{File, Rank};
use reversi_text::{Name, Said, label, tr};

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
            let listed = &squares(set);
            Some(match step.name {
                "edges" => {
                    step.begins(label!("edges"), None);
                    tr!(
                        "The discs that no play along their edge can turn: {listed}. A table lists them for each of the \
                         6561 states of an edge, computed once by trying every continuation along it.",
                        listed
                    )
                }
                "occupied" => {
                    step.begins(label!("full ranks"), None);
                    tr!(
                        "All discs. A disc can never be turned along a line without an empty square. Empty: {empty}.",
                        empty = &squares(!set)
                    )
                }
                "rank" | "file" => lines(step),
                "up_left" | "down_right" | "up_right" | "down_left" => diagonal(step),
                "falling" => tr!(
                    "Full both ways: the diagonals that fall to the right, {listed}.",
                    listed
                ),
                "rising" => tr!(
                    "Full both ways: the diagonals that rise to the right, {listed}.",
                    listed
                ),
                "inner" => {
                    step.begins(label!("full lines"), None);
                    tr!(
                        "The own discs off the edges: {listed}. The table decides for those on the edges.",
                        listed
                    )
                }
                "stable" if step.updates => tr!(
                    "Round {round} adds {discs}.",
                    round,
                    discs = &squares(step.added())
                ),
                "stable" if set == 0 => tr!(
                    "No disc is stable to begin with, and stable discs only grow from stable discs."
                ),
                "stable" => match set & !step.at("edges") {
                    0 => tr!(
                        "To begin with: the edges. No inner disc has all four of its lines full."
                    ),
                    inner => tr!(
                        "To begin with: the edges, and {inner}, where all four lines are full.",
                        inner = &squares(inner)
                    ),
                },
                "on_rank" => {
                    round += 1;
                    step.begins(tr!("round {round}", round), None);
                    tr!(
                        "Safe along the rank: the line is full, or a neighbour on it is stable. A shift that runs over \
                         an edge lands on an edge, and only inner discs count."
                    )
                }
                "on_file" => {
                    tr!("Safe along the file: the line is full, or a neighbour on it is stable.")
                }
                "on_falling" => tr!(
                    "Safe along the falling diagonal: the line is full, or a neighbour on it is stable."
                ),
                "on_rising" => tr!(
                    "Safe along the rising diagonal: the line is full, or a neighbour on it is stable."
                ),
                "more" if set == 0 => {
                    tr!("No other disc is safe on all four lines, so no later round can add one.")
                }
                "more" => tr!(
                    "Safe on all four lines, and therefore stable: {listed}.",
                    listed
                ),
                "stable_discs" => {
                    step.begins(label!("the result"), None);
                    tr!(
                        "{count} stable disc in all." | "{count} stable discs in all.",
                        count = set.count_ones()
                    )
                }
                _ => return common(step),
            })
        },
    )
}

/// Describes how ranks or files are narrowed down to the full ones.
fn lines(step: &mut NarratedStep) -> Said {
    let is_full = |mask: u64| mask & !step.value == 0;
    match (step.name, step.earlier) {
        ("rank", 0) => tr!("A bit stays if its square and the one to its left are occupied."),
        ("rank", 2) => tr!(
            "The same over eight: on file h, a bit now represents a whole rank; the other files are mixed with the rank \
             above and are not used."
        ),
        ("rank", 3) => {
            let ranks = Rank::all().filter(|rank| is_full(rank.mask()));
            let ranks: Vec<String> = ranks.map(|rank| rank.to_string()).collect();
            match &ranks[..] {
                [] => tr!("No rank is full."),
                [rank] => tr!("One rank is full: {rank}.", rank = Name(rank)),
                _ => tr!(
                    "These ranks are full: {ranks}.",
                    ranks = Name(&ranks.join(", "))
                ),
            }
        }
        ("file", 0) => {
            step.begins(label!("full files"), None);
            tr!(
                "A bit stays if its square and the one below it are occupied. The rotation puts rank 1 below rank 8: a \
                 file is a ring."
            )
        }
        ("file", 2) => {
            let files = File::all().filter(|file| is_full(file.mask()));
            let files: Vec<String> = files.map(|file| file.to_string()).collect();
            match &files[..] {
                [] => tr!("No file is full."),
                [file] => tr!("One file is full: {file}.", file = Name(file)),
                _ => tr!(
                    "These files are full: {files}.",
                    files = Name(&files.join(", "))
                ),
            }
        }
        _ => tr!("The same over four squares."),
    }
}

/// Describes half a diagonal test: three doublings in one direction.
fn diagonal(step: &mut NarratedStep) -> Said {
    let direction = &toward(
        DIRECTIONS[match step.name {
            "up_left" => 3,
            "down_right" => 7,
            "up_right" => 5,
            _ => 1,
        }],
    );
    match (step.name, step.earlier) {
        ("up_left", 0) => step.begins(label!("full falling diagonals"), None),
        ("up_right", 0) => step.begins(label!("full rising diagonals"), None),
        _ => {}
    }
    match step.earlier {
        0 => tr!(
            "A bit stays if its square and the next one {direction} are occupied. The constant holds the squares \
             without a neighbour there: off the board counts as occupied.",
            direction
        ),
        1 => tr!("The same with the next two {direction}.", direction),
        _ => tr!("The same with the next four {direction}.", direction),
    }
}
