//! Owns the trace of the flips of one move: in each direction the run beside the placed disc and the
//! far disc that closes it or fails to. Follows [`plain::flips`](super::plain::flips) line by line.

use super::direction::{identifier, step, wrapped};
use super::expression::{Expression, Function, Variable};
use super::moves::{compare, edge_warning, union};
use super::plain::{DIRECTIONS, Direction};
use super::recorder::Recorder;
use super::words::squares;
use super::{Options, Topic, Trace, source};
use crate::square::Square;

/// Which discs a disc on `square` turns. The result is what [`flips`](crate::bitboard::flips)
/// returns; for one direction alone, its part of that.
///
/// Without the mask, a chapter at the end compares the result with the right one, as `wrong`.
#[must_use]
pub fn flips(own: u64, opponent: u64, square: Square, options: Options) -> Trace {
    let mut rec = Recorder::default();
    let (own, opponent) = rec.position(own, opponent, source::FLIPS);
    let placed = rec.step("placed", square.bit(), source::FLIPS_PLACED, |_| {
        format!("The disc that is placed, on {square}.")
    });
    let taken = rec.step(
        "taken",
        (own | opponent) & placed,
        source::FLIPS_TAKEN,
        |set| {
            if set == 0 {
                format!("{square} is empty, so that a disc can be placed there.")
            } else {
                format!("{square} has a disc already.")
            }
        },
    );
    let board = Sides {
        own,
        opponent,
        placed,
    };
    let result = if taken.value != 0 {
        rec.step("flipped", 0, source::FLIPS_NOTHING, |_| {
            "No disc can be placed on a square that is taken, and nothing turns.".to_owned()
        })
    } else if let Some(direction) = options.direction {
        let name = identifier(direction);
        let found = board.towards(&mut rec, direction, options.masked, direction.name, name);
        if !options.masked {
            let title = format!("{direction}, with the mask");
            let right = board.towards(&mut rec, direction, true, &title, "with_mask");
            compare(&mut rec, options.direction, found, right);
        }
        found
    } else {
        let parts = DIRECTIONS.map(|direction| {
            let name = identifier(direction);
            board.towards(&mut rec, direction, options.masked, direction.name, name)
        });
        let flipped = union(&mut rec, "flipped", parts, source::FLIPS_UNION);
        if !options.masked {
            rec.chapter("with the mask", None);
            let call = Expression::call(Function::Flips(square), own, opponent);
            let right = rec.step("with_mask", call, source::FLIPS, |set| {
                format!("The flips as they are, with the mask: {}.", squares(set))
            });
            compare(&mut rec, None, flipped, right);
        }
        flipped
    };
    rec.finish(Topic::Flips(square), (own, opponent), options, result)
}

/// The variables that every direction reads.
struct Sides {
    own: Variable,
    opponent: Variable,
    placed: Variable,
}

impl Sides {
    /// One direction: a chapter. Gives the discs turned, under `name`.
    fn towards(
        &self,
        rec: &mut Recorder,
        direction: Direction,
        masked: bool,
        title: &str,
        name: &'static str,
    ) -> Variable {
        rec.chapter(title, Some(direction));
        let passable = rec.passable(direction, self.opponent, masked, source::FLIPS_PASSABLE);
        let first = step(direction, self.placed);
        let mut next = rec.step("next", first, source::FLIPS_FIRST, |set| {
            format!(
                "One step {direction} from the placed disc: {}",
                self.what_is_on(direction, self.placed, set, masked)
            )
        });
        let mut run: Option<Variable> = None;
        while next.value & passable.value != 0 {
            let grown = match run {
                None => next.into(),
                Some(run) => run | next,
            };
            run = Some(rec.step("run", grown, source::FLIPS_RUN, |set| {
                if set == next.value {
                    format!("A run begins: {}.", squares(set))
                } else {
                    format!("{} joins the run.", squares(next.value))
                }
            }));
            let before = next;
            next = rec.step("next", step(direction, next), source::FLIPS_NEXT, |set| {
                format!(
                    "One step on: {}",
                    self.what_is_on(direction, before, set, masked)
                )
            });
        }
        let Some(run) = run else {
            return rec.step(name, 0, source::FLIPS_START, |_| {
                "No run begins, so that nothing turns in this direction.".to_owned()
            });
        };
        let closed = rec.step("closed", next & self.own, source::FLIPS_CLOSED, |set| {
            if set != 0 {
                format!("The own disc on {} closes the run.", squares(set))
            } else if next.value == 0 {
                "The run ends at the edge of the board: nothing closes it.".to_owned()
            } else if next.value & self.opponent.value != 0 {
                format!(
                    "{} is an opponent disc on the edge, behind which no own disc can stand: \
                     nothing closes the run.",
                    squares(next.value)
                )
            } else {
                format!("{} is empty: nothing closes the run.", squares(next.value))
            }
        });
        rec.step(
            name,
            Expression::when(closed, run),
            source::FLIPS_CLOSED,
            |set| {
                if set == 0 {
                    "The run stays as it is.".to_owned()
                } else {
                    format!("The closed run turns: {}.", squares(set))
                }
            },
        )
    }

    /// What the walk meets on `next`, as the end of a sentence.
    fn what_is_on(
        &self,
        direction: Direction,
        before: Variable,
        next: u64,
        masked: bool,
    ) -> String {
        if next == 0 {
            return "beyond the edge of the board.".to_owned();
        }
        let disc = if next & self.own.value != 0 {
            "an own disc"
        } else if next & self.opponent.value != 0 {
            "an opponent disc"
        } else {
            "empty"
        };
        let warning = match wrapped(direction, before.value) {
            0 => String::new(),
            over if masked => format!(
                " {} came over the edge of the board, but the mask has no bit there.",
                squares(over)
            ),
            over => edge_warning(over),
        };
        format!("{}, {disc}.{warning}", squares(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_mask_discs_beyond_the_edge_turn() {
        // Own a2, opponent g1 and h1: from f1 to the right, reading order runs on to a2.
        let own = 0x0080_0000_0000_0000;
        let opponent = 0x0300_0000_0000_0000;
        let f1 = "f1".parse().unwrap();
        let options = Options {
            masked: false,
            ..Options::default()
        };
        let trace = flips(own, opponent, f1, options);
        assert_eq!(trace.result().value, opponent);
        assert_eq!(trace.value("wrong"), Some(opponent));
        assert_eq!(
            flips(own, opponent, f1, Options::default()).result().value,
            0
        );
    }

    #[test]
    fn a_taken_square_turns_nothing_and_says_why() {
        let trace = flips(1, 2, Square::H8, Options::default());
        assert_eq!(trace.result().value, 0);
        let last = trace.steps().last().unwrap();
        assert!(last.sentence().contains("taken"), "{}", last.sentence());
    }
}
