//! The first lesson: how a few operations find moves in one direction, in six steps. It leaves out runs of
//! more than one disc, which the lesson of the legal moves has.

use super::narrator::{self, Moment};
use super::traced::Traced;
use super::words::{squares, verb};
use super::{LessonOptions, Topic, Trace};
use crate::bitboard::plain::{DIRECTIONS, Direction};
use crate::bitboard::word::Word;

/// Returns the legal moves in a direction that turn a single disc.
fn first_moves<W: Word>(direction: Direction, own: W, opponent: W) -> W {
    let empty = !(own | opponent);
    let passable = opponent & direction.mask;
    let beside = direction.step(own) & passable;
    direction.step(beside) & empty
}

/// Explains how moves are found in the direction that has most of them.
pub(super) fn trace([own, opponent]: [u64; 2]) -> Trace {
    let found = |direction: &Direction| first_moves(*direction, own, opponent).count_ones();
    let direction = DIRECTIONS.into_iter().rev().max_by_key(found);
    let direction = direction.unwrap_or(DIRECTIONS[0]);
    let run = |own: Traced, opponent: Traced| first_moves(direction, own, opponent);
    let options = LessonOptions::default();
    narrator::trace(Topic::StartHere, options, [own, opponent], run, |step| {
        Some(tell(step, direction))
    })
}

fn tell(step: &mut Moment, direction: Direction) -> String {
    let squares = squares(step.value);
    match step.name {
        "own" => {
            step.begins("six steps", Some(direction));
            format!(
                "A set of squares is one number with 64 bits, a bit for each square. The discs of \
                 the side to move: {squares}."
            )
        }
        "opponent" => format!("A second number has the discs of the other side: {squares}."),
        "empty" => {
            "Logic works on all squares at once: or, then not, finds the empty ones.".to_owned()
        }
        "passable" => format!(
            "The opponent discs that a row {direction} may run over, without those on an edge that \
             the shift would cross: {squares}."
        ),
        "beside" => format!(
            "A shift moves every own disc one square {direction} at once, and the logical and keeps \
             those that land on an opponent disc: {squares}."
        ),
        "first_moves" if step.value == 0 => {
            "One more shift, onto an empty square, would be a move: there is none here.".to_owned()
        }
        "first_moves" => format!(
            "One more shift, onto an empty square: {squares} {}. The kernel does it in eight \
             directions, and for longer runs.",
            verb(step.value, "is a legal move", "are legal moves")
        ),
        name => unreachable!("nothing is said of {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn it_has_six_steps_and_finds_legal_moves() {
        for game in ["", "f5d6c3", "f5d6c3d3c4f4f6f3e6e7d7c6"] {
            let game = crate::notation::transcript::parse(game).unwrap();
            let board: Board = game.position().board();
            let trace = trace([board.player().bits(), board.opponent().bits()]);
            assert_eq!(trace.steps.len(), 6);
            assert_ne!(trace.result.value, 0);
            assert_eq!(trace.result.value & !board.legal_moves().bits(), 0);
        }
    }
}
