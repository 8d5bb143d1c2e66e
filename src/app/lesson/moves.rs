//! Owns the trace of the legal moves: eight directions, each a shift, a mask, a fill and one more
//! shift, and their union. Follows [`plain::legal_moves`](super::plain::legal_moves) line by line.

use super::direction::{identifier, step, wrapped};
use super::expression::{Expression, Function, Variable};
use super::plain::{DIRECTIONS, Direction};
use super::recorder::Recorder;
use super::words::{squares, verb};
use super::{Options, Topic, Trace, source};

/// How the legal moves are found. The result is what [`legal_moves`](crate::bitboard::legal_moves)
/// returns; for one direction alone, its part of that.
///
/// Without the mask, a chapter at the end compares the result with the right one, as `wrong`.
#[must_use]
pub fn legal_moves(own: u64, opponent: u64, options: Options) -> Trace {
    let mut rec = Recorder::default();
    let sides = rec.position(own, opponent, source::MOVES);
    let empty = rec.empty(sides.0, sides.1, source::MOVES_EMPTY);
    let board = Sides {
        own: sides.0,
        opponent: sides.1,
        empty,
    };
    let result = if let Some(direction) = options.direction {
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
        let moves = union(&mut rec, "moves", parts, source::MOVES_TARGET);
        if !options.masked {
            rec.chapter("with the mask", None);
            let call = Expression::call(Function::LegalMoves, board.own, board.opponent);
            let right = rec.step("with_mask", call, source::MOVES, |set| {
                format!(
                    "The legal moves as they are, with the mask: {}.",
                    squares(set)
                )
            });
            compare(&mut rec, None, moves, right);
        }
        moves
    };
    rec.finish(Topic::LegalMoves, sides, options, result)
}

/// The variables that every direction reads.
struct Sides {
    own: Variable,
    opponent: Variable,
    empty: Variable,
}

impl Sides {
    /// One direction: a chapter. Gives the squares found, under `name`.
    fn towards(
        &self,
        rec: &mut Recorder,
        direction: Direction,
        masked: bool,
        title: &str,
        name: &'static str,
    ) -> Variable {
        rec.chapter(title, Some(direction));
        let passable = rec.passable(direction, self.opponent, masked, source::MOVES_PASSABLE);
        let shifted = rec.step(
            "shifted",
            step(direction, self.own),
            source::MOVES_RUN,
            |_| {
                let over = wrapped(direction, self.own.value);
                let warning = match (over, masked) {
                    (0, _) => String::new(),
                    (_, true) => format!(
                        " {} came over the edge of the board; no bit of the mask is there.",
                        squares(over)
                    ),
                    (_, false) => edge_warning(over),
                };
                format!("The own discs, moved one square {direction}.{warning}")
            },
        );
        let mut run = rec.step("run", shifted & passable, source::MOVES_RUN, |set| {
            if set == 0 {
                return format!(
                    "One step {direction} from the own discs there is no opponent disc to pass over."
                );
            }
            format!(
                "One step {direction} from an own disc {} these opponent discs, where the runs \
                 begin: {}.",
                verb(set, "stands", "stand"),
                squares(set)
            )
        });
        for _ in 0..5 {
            let before = run;
            if before.value == 0 {
                break;
            }
            let fill = before | (step(direction, before) & passable);
            run = rec.step("run", fill, source::MOVES_FILL, |set| {
                let new = set & !before.value;
                if new == 0 {
                    return "No further opponent disc in line: the runs are complete. The kernel \
                            has no branch here and always fills five times."
                        .to_owned();
                }
                let warning = match wrapped(direction, before.value) & passable.value {
                    0 => String::new(),
                    over => edge_warning(over),
                };
                let joins = verb(new, "joins", "join");
                format!(
                    "The runs grow {direction}: {} {joins} them.{warning}",
                    squares(new)
                )
            });
            if run.value == before.value {
                break;
            }
        }
        let last = step(direction, run) & self.empty;
        rec.step(name, last, source::MOVES_TARGET, |set| {
            if run.value == 0 {
                return "Without a run there is no move in this direction.".to_owned();
            }
            if set == 0 {
                return "The squares behind the runs are taken or off the board: no move in this \
                        direction."
                    .to_owned();
            }
            let over = wrapped(direction, run.value) & self.empty.value;
            let warning = match over {
                0 => String::new(),
                over => edge_warning(over),
            };
            format!(
                "One step more, onto empty squares: {} {} a run of opponent discs with an own disc \
                 at its other end.{warning}",
                squares(set),
                verb(set, "closes", "close")
            )
        })
    }
}

/// Says that squares were reached the wrong way.
pub(super) fn edge_warning(over: u64) -> String {
    format!(" Wrong: {} came over the edge of the board.", squares(over))
}

/// The chapter that joins what eight directions found.
pub(super) fn union(
    rec: &mut Recorder,
    name: &'static str,
    parts: [Variable; 8],
    source: super::Source,
) -> Variable {
    rec.chapter("all directions", None);
    let [first, rest @ ..] = parts;
    let mut sum = rec.step(name, first, source, |set| {
        format!(
            "The union begins with what was found {}: {}.",
            DIRECTIONS[0],
            squares(set)
        )
    });
    for (direction, part) in DIRECTIONS[1..].iter().zip(rest) {
        let before = sum;
        sum = rec.step(name, before | part, source, |set| {
            let new = set & !before.value;
            if part.value == 0 {
                format!("Nothing was found {direction}.")
            } else if new == 0 {
                format!(
                    "What was found {direction}, {}, is in the union already.",
                    squares(part.value)
                )
            } else {
                format!("The direction {direction} adds {}.", squares(new))
            }
        });
    }
    sum
}

/// The chapter that says what the missing mask did.
pub(super) fn compare(
    rec: &mut Recorder,
    direction: Option<Direction>,
    found: Variable,
    right: Variable,
) {
    rec.chapter("what goes wrong", None);
    rec.step("wrong", found ^ right, source::DIRECTION_TABLE, |set| {
        if direction.is_some_and(|direction| direction.shift.abs() == 8) {
            return "Nothing can go wrong up and down: bits that leave the rank 1 or 8 fall out of \
                    the 64. Here the mask only saves the search of runs that nothing can close."
                .to_owned();
        }
        if set == 0 {
            return "Nothing went wrong this time: no run reached the edge that the mask guards. Only \
                    other positions show why it is there."
                .to_owned();
        }
        let (more, less) = (set & found.value, set & right.value);
        let part = |set, what: &str| match set {
            0 => String::new(),
            _ => format!(" Without the mask {} {} {what}.", squares(set), verb(set, "is", "are")),
        };
        format!(
            "The difference.{}{}",
            part(more, "found that should not be"),
            part(less, "missing")
        )
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn without_the_mask_a_run_goes_on_at_the_other_side_of_the_board() {
        // Own f1, opponent g1 and h1; a2 is empty and no move.
        let own = 0x0400_0000_0000_0000;
        let opponent = 0x0300_0000_0000_0000;
        let a2 = "a2".parse::<Square>().unwrap().bit();
        for direction in [None, Some("right".parse().unwrap())] {
            let unmasked = Options {
                direction,
                masked: false,
            };
            let trace = legal_moves(own, opponent, unmasked);
            assert_eq!(trace.result().value, a2);
            assert_eq!(trace.value("wrong"), Some(a2));
            assert_eq!(trace.value("with_mask"), Some(0));
            let told = trace.steps().iter().any(|step| {
                step.sentence()
                    .contains("Wrong: a2 came over the edge of the board.")
            });
            assert!(told);
            let masked = Options {
                direction,
                masked: true,
            };
            assert_eq!(legal_moves(own, opponent, masked).result().value, 0);
        }
    }

    #[test]
    fn a_run_of_six_is_filled_in_five_steps() {
        // Own a1, opponent b1 to g1, h1 empty.
        let options = Options {
            direction: Some("right".parse().unwrap()),
            ..Options::default()
        };
        let trace = legal_moves(1 << 63, 0x7e00_0000_0000_0000, options);
        let fills = trace
            .steps()
            .iter()
            .filter(|step| step.result().name == "run")
            .count();
        assert_eq!(fills, 6);
        assert_eq!(trace.result().value, Square::H1.bit());
    }
}
