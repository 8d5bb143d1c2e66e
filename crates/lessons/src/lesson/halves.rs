//! The lesson on the two halves: how a machine with words of 32 bits finds the legal moves and counts them.
//!
//! In the first order, bits cross between the words at every step: [`Halves`] runs the ordinary kernel on two words.
//! In the second order, [`by_word`] finishes one word before the other, so bits cross once in each direction.

use std::mem;

use super::count::pair;
use super::flips::run_grows;
use super::moves::{moves_are, own_moved};
use super::narrator::{self, NarratedStep, common};
use super::operations::operations;
use super::runs::{Runs, passable};
use super::traced::{
    LOWER_HALF, ODD_BITS_32, ODD_NIBBLES_32, ODD_PAIRS_32, ONES_32, Traced, UPPER_HALF, renamed,
};
use super::words::{squares, toward};
use super::{HalvesOrder, LessonOptions, Topic, Trace};
use reversi::Square;
use reversi::bitboard::by_word;
use reversi::bitboard::halves::Halves;
use reversi::bitboard::plain::{DIRECTIONS, Direction, legal_moves_along};
use reversi::bitboard::stability::FILE_H;
use reversi::bitboard::word::Word as _;
use reversi_text::{Name, Said, label, tr};

/// Shifts a set by one step as two words: each is shifted on its own, and the bits that leave one enter the other.
fn step_in_halves(direction: Direction, set: Traced) -> Traced {
    let upper = set & UPPER_HALF;
    let lower = set & LOWER_HALF;
    let upper_moved = direction.step(upper) & UPPER_HALF;
    let lower_moved = direction.step(lower) & LOWER_HALF;
    let is_left = direction.shift > 0;
    let (from, into) = if is_left {
        (lower, UPPER_HALF)
    } else {
        (upper, LOWER_HALF)
    };
    let crossing = direction.step(from) & into;
    upper_moved | lower_moved | crossing
}

/// Returns the number of ones in each four bits of a half.
fn nibbles(half: Traced) -> Traced {
    let second = (half >> 1) & ODD_BITS_32;
    let pairs = half - second;
    let right = pairs & ODD_PAIRS_32;
    let left = (pairs >> 2) & ODD_PAIRS_32;
    left + right
}

/// Counts a set in two words, which are merged before the multiplication.
fn count_in_halves(set: Traced) -> Traced {
    let upper_names = &[
        ("second", "upper_second"),
        ("pairs", "upper_pairs"),
        ("nibbles", "upper_nibbles"),
    ];
    let lower_names = &[
        ("second", "lower_second"),
        ("pairs", "lower_pairs"),
        ("nibbles", "lower_nibbles"),
    ];
    let upper_nibbles = renamed(upper_names, || nibbles(set >> 32));
    let lower_nibbles = renamed(lower_names, || nibbles(set & LOWER_HALF));
    let merged = upper_nibbles + lower_nibbles;
    let left = (merged >> 4) & ODD_NIBBLES_32;
    let bytes = (merged & ODD_NIBBLES_32) + left;
    let product = bytes.wrapping_mul(ONES_32) & LOWER_HALF;
    product >> 24
}

/// Returns the squares that a step reaches from the other half.
fn crossing(direction: Direction, set: u64) -> u64 {
    let (halves, by) = (Halves::from(set), u32::from(direction.shift.unsigned_abs()));
    if direction.shift > 0 {
        u64::from(halves.crossing_left(by)) << 32
    } else {
        halves.crossing_right(by).into()
    }
}

/// Explains how the legal moves are found and counted with two words, in all directions or in one.
pub(super) fn trace(discs: [u64; 2], options: LessonOptions) -> Trace {
    match options.order {
        HalvesOrder::StepByStep => trace_step_by_step(discs, options),
        HalvesOrder::WordByWord => trace_word_by_word(Topic::Halves, discs, options),
    }
}

/// Explains which discs a disc on `square` turns, in the same ways.
pub(super) fn trace_flips(discs: [u64; 2], square: Square, options: LessonOptions) -> Trace {
    let topic = Topic::FlipsInHalves(square);
    let taken = (discs[0] | discs[1]) & square.bit() != 0;
    if options.order == HalvesOrder::WordByWord && !taken {
        return trace_word_by_word(topic, discs, options);
    }
    // The same steps as with one large word, and what crosses.
    let mut trace = Topic::Flips(square).trace(discs[0], discs[1], options);
    trace.topic = topic;
    trace.title = topic.title(options.direction);
    for step in &mut trace.steps {
        let moved = step.expression.variables();
        let direction = trace.chapters[step.chapter].direction;
        let mut say = |more| step.sentence = Said::sentences([mem::take(&mut step.sentence), more]);
        if let ("next", Some(direction), [from]) = (step.result.name, direction, &moved[..]) {
            say(crossed(direction, from.value));
        }
        if step.result.name == "flips" && !taken {
            say(operations_are(discs, Some(square), options));
        }
    }
    trace
}

/// Compares the numbers of operations of both orders. A single direction gets no comparison.
fn operations_are(discs: [u64; 2], square: Option<Square>, options: LessonOptions) -> Said {
    if options.direction.is_some() {
        return tr!("In all eight directions, word by word crosses less often than step by step.");
    }
    let [steps, words] = [HalvesOrder::StepByStep, HalvesOrder::WordByWord]
        .map(|order| operations(order, discs, square));
    if square.is_some() {
        tr!(
            "On words of 32 bits, these flips take {steps} operations step by step and {words} word by word.",
            steps,
            words
        )
    } else {
        tr!(
            "On words of 32 bits, the moves of any board take {steps} operations step by step and {words} word by word.",
            steps,
            words
        )
    }
}

/// The four words of a board, named as in the lesson.
struct Words {
    own: [Traced; 2],
    opponent: [Traced; 2],
}

/// Splits a board.
fn split(own: Traced, opponent: Traced) -> Words {
    let upper_own = own & UPPER_HALF;
    let lower_own = own & LOWER_HALF;
    let upper_opponent = opponent & UPPER_HALF;
    let lower_opponent = opponent & LOWER_HALF;
    Words {
        own: [upper_own, lower_own],
        opponent: [upper_opponent, lower_opponent],
    }
}

/// Puts the words of a result together.
fn joined([upper, lower]: [Traced; 2]) -> Traced {
    upper | lower
}

/// Explains the moves or the flips with one word finished before the other begins.
fn trace_word_by_word(topic: Topic, discs: [u64; 2], options: LessonOptions) -> Trace {
    let directions = options.directions();
    let square = match topic {
        Topic::FlipsInHalves(square) => Some(square),
        _ => None,
    };
    let run = |own: Traced, opponent: Traced| {
        let Words { own, opponent } = split(own, opponent);
        let Some(square) = square else {
            let moves = by_word::legal_moves_along(&directions, own, opponent);
            let moves = joined(moves).returned_as("legal_moves");
            count_in_halves(moves);
            return moves;
        };
        let [upper, lower] = [UPPER_HALF, LOWER_HALF].map(|half| square.bit() & half);
        let upper = Traced::input("upper_placed", upper);
        let placed = [upper, Traced::input("lower_placed", lower)];
        let flips = by_word::flips_along(&directions, own, opponent, placed);
        joined(flips).returned_as("flips")
    };
    let mut teller = WordTeller {
        coming: directions.clone().into_iter(),
        direction: directions[0],
        square,
        discs,
        options,
    };
    narrator::trace(topic, options, discs, run, |step| teller.tell(step))
}

/// The facts that the sentences on the second order state.
struct WordTeller {
    coming: std::vec::IntoIter<Direction>,
    direction: Direction,
    square: Option<Square>,
    discs: [u64; 2],
    options: LessonOptions,
}

impl WordTeller {
    fn tell(&mut self, step: &mut NarratedStep) -> Option<Said> {
        let set = step.value;
        let found = &squares(set);
        if step.name == "upper_passable" {
            self.direction = self.coming.next().unwrap_or(self.direction);
            step.begins(toward(self.direction), Some(self.direction));
        }
        Some(match step.name {
            "own" => {
                step.begins(label!("the position"), None);
                tr!("The discs of the side to move: {found}.", found)
            }
            "upper_own" => {
                step.begins(label!("two words"), None);
                tr!(
                    "The upper word has ranks 1 to 4, on a machine of 32 bits the number {number}.",
                    number = Name(&word(Halves::from(set).upper))
                )
            }
            "lower_own" => tr!(
                "The lower word has ranks 5 to 8: {number}.",
                number = Name(&word(Halves::from(set).lower))
            ),
            "upper_opponent" | "lower_opponent" => {
                tr!("The same of the other side: {found}.", found)
            }
            "upper_empty" => tr!("The empty squares of the upper word: {found}.", found),
            "lower_empty" => tr!("The empty squares of the lower word: {found}.", found),
            "upper_placed" | "lower_placed" if set == 0 => placed_elsewhere(),
            "upper_placed" | "lower_placed" => tr!("The disc is placed here, on {found}.", found),
            "upper_moves" | "lower_moves" | "upper_flips" | "lower_flips" if step.updates => {
                return self.in_a_direction(step);
            }
            "opponent" | "upper_moves" | "lower_moves" | "upper_flips" | "lower_flips" => {
                return common(step);
            }
            "upper_passable" => tr!(
                "The opponent discs that a run may pass over in the upper word: {found}.",
                found
            ),
            "lower_passable" => same_in_lower(found),
            "joined" => {
                step.fold(step.expression.clone());
                return None;
            }
            "legal_moves" => {
                step.begins(label!("the result"), None);
                let counts = operations_are(self.discs, None, self.options);
                Said::sentences([moves_are(set), counts])
            }
            "flips" => {
                step.begins(label!("the result"), None);
                let flips = if set == 0 {
                    tr!("Nothing turns.")
                } else {
                    tr!("The discs that turn: {found}.", found)
                };
                let counts = operations_are(self.discs, self.square, self.options);
                Said::sentences([flips, counts])
            }
            _ => return self.in_a_direction(step),
        })
    }

    /// Describes the steps of one direction.
    fn in_a_direction(&self, step: &mut NarratedStep) -> Option<Said> {
        let set = step.value;
        let found = &squares(set);
        let direction = &toward(self.direction);
        // From the lower word into the upper one.
        let is_up = self.direction.shift > 0;
        // The flips to the left are found by an addition.
        let is_sum = self.square.is_some() && self.direction.shift == 1;
        let grows =
            matches!(step.name, "run" | "further" | "upper_run" | "lower_run") && step.updates;
        if grows {
            let joined = step.added();
            return (joined != 0).then(|| run_grows(joined));
        }
        Some(match step.name {
            "run" if is_up => tr!(
                "A step {direction} leaves the lower word, so that is filled first, in three steps: {found}.",
                direction,
                found
            ),
            "run" => tr!(
                "A step {direction} leaves the upper word, so that is filled first, in three steps: {found}.",
                direction,
                found
            ),
            "begun" if is_up => tr!(
                "Where a run can continue in the upper word: {found}.",
                found
            ),
            "begun" => tr!(
                "Where a run can continue in the lower word: {found}.",
                found
            ),
            "entering" => {
                let entered = match (set, is_up) {
                    (0, true) => tr!(
                        "Once, everything crosses into the upper word: no opponent disc is met there."
                    ),
                    (0, false) => tr!(
                        "Once, everything crosses into the lower word: no opponent disc is met there."
                    ),
                    (_, true) => tr!(
                        "Once, everything crosses into the upper word: on {found} a run continues.",
                        found
                    ),
                    (_, false) => tr!(
                        "Once, everything crosses into the lower word: on {found} a run continues.",
                        found
                    ),
                };
                Said::sentences([entered, shift_of(self.direction, ["begun"; 2])])
            }
            "further" if is_up => tr!(
                "The upper word begins with its own discs and with what came in: {found}. Two more steps fill it.",
                found
            ),
            "further" => tr!(
                "The lower word begins with its own discs and with what came in: {found}. Two more steps fill it.",
                found
            ),
            "leaving" if is_up => tr!(
                "One step further, this much of the run leaves the lower word: {found}.",
                found
            ),
            "leaving" => tr!(
                "One step further, this much of the run leaves the upper word: {found}.",
                found
            ),
            "upper_moves" | "lower_moves" => match step.added() {
                0 => tr!("One more step finds no new move in this word."),
                new => moves_onto_empty(new),
            },
            "upper_run" if !is_sum => tr!(
                "Along a rank nothing crosses, so each word is filled alone, in six steps: {found}.",
                found
            ),
            "lower_run" if !is_sum => same_in_lower(found),
            "upper_run" | "lower_run" => tr!(
                "A subtraction sets the bits from the first disc to the closing one. Without a closing disc they mean \
                 nothing."
            ),
            _ => Self::closing(step),
        })
    }

    /// Describes the disc that closes a run, and the discs that turn.
    fn closing(step: &mut NarratedStep) -> Said {
        let set = step.value;
        let found = &squares(set);
        match step.name {
            "upper_beside" | "upper_sum" | "upper_behind" => by_addition(step, "upper"),
            "lower_beside" | "lower_sum" | "lower_behind" => by_addition(step, "lower"),
            "upper_end" | "lower_end" | "near_end" | "far_end" => {
                if set == 0 {
                    tr!("No own disc is behind the run in this word.")
                } else {
                    tr!("The own disc behind the run: {found}.", found)
                }
            }
            "closing" => {
                if set == 0 {
                    tr!("No disc closes the run.")
                } else {
                    tr!("It closes the run: {found}.", found)
                }
            }
            "negative" => tr!("Zero minus that: the highest bit is set unless it is zero."),
            "closed" if set == 0 => tr!(
                "An arithmetic shift, (x as i32) >> 31 on words of 32 bits, copies the highest bit into all others: \
                 a mask of no bits, without a branch."
            ),
            "closed" => tr!(
                "An arithmetic shift, (x as i32) >> 31 on words of 32 bits, copies the highest bit into all others: \
                 a mask of all bits, without a branch."
            ),
            "upper_flips" | "lower_flips" => {
                let new = step.added();
                let discs = &squares(new);
                match new {
                    0 => tr!("Nothing turns in this word."),
                    _ if new.is_power_of_two() => {
                        tr!("The mask keeps the run: {discs} turns.", discs)
                    }
                    _ => tr!("The mask keeps the run: {discs} turn.", discs),
                }
            }
            _ => counting(step),
        }
    }
}

fn placed_elsewhere() -> Said {
    tr!("The disc is placed in the other word.")
}

fn same_in_lower(found: &Said) -> Said {
    tr!("The same in the lower word: {found}.", found)
}

/// Describes the empty squares behind runs.
fn moves_onto_empty(set: u64) -> Said {
    let moves = &squares(set);
    match set {
        0 => tr!("One more step, onto an empty square: no move in this direction."),
        _ if set.is_power_of_two() => tr!(
            "One more step, onto an empty square: {moves} is a move.",
            moves
        ),
        _ => tr!(
            "One more step, onto an empty square: {moves} are moves.",
            moves
        ),
    }
}

/// Describes how an addition finds the square behind a run to the left, in one of the words.
fn by_addition(step: &NarratedStep, word: &str) -> Said {
    let at = |name: &str| step.at(&format!("{word}_{name}"));
    let set = step.value;
    let (is_beside, is_sum) = (step.name.ends_with("_beside"), step.name.ends_with("_sum"));
    if at("placed") == 0 {
        return if is_beside {
            placed_elsewhere()
        } else {
            tr!("Nothing is added in this word.")
        };
    }
    if is_beside {
        let from = &squares(at("placed"));
        return match set {
            0 => tr!(
                "A step left of {from} leaves the word: no bit is set.",
                from
            ),
            _ if set & FILE_H != 0 => tr!(
                "A step left of {from} leaves the board. Its bit is now {to}, across the edge, where no disc is passable.",
                from,
                to = &squares(set)
            ),
            _ => tr!(
                "The square beside the placed disc, one step left: {square}.",
                square = &squares(set)
            ),
        };
    }
    let has_run = at("beside") & at("passable") != 0;
    match (is_sum, has_run) {
        (true, true) => tr!(
            "One addition in place of the steps: the carry runs through the discs, onto the first square without one, \
             {behind}.",
            behind = &squares(set & !at("passable"))
        ),
        (true, false) => {
            tr!("No passable disc is there, so the addition has no carry and only sets that bit.")
        }
        (false, true) => tr!(
            "The addition has already cleared that bit. This step matters only where there is no run."
        ),
        (false, false) => tr!("That bit is cleared again, because no run ends there."),
    }
}

/// Names the operation on 32 bits by which a direction crosses, on one of these variables, the upper and the lower one.
fn shift_of(direction: Direction, [upper, lower]: [&str; 2]) -> Said {
    let by = 32 - direction.shift.unsigned_abs();
    let operation = if direction.shift > 0 {
        format!("{lower} >> {by}")
    } else {
        format!("{upper} << {by}")
    };
    tr!(
        "On words of 32 bits this is {operation}.",
        operation = Name(&operation)
    )
}

/// Explains the order in which every step crosses.
fn trace_step_by_step(discs: [u64; 2], options: LessonOptions) -> Trace {
    let crosses =
        |direction: &Direction| direction.shift.abs() > 1 && crossing(*direction, discs[0]) != 0;
    let shown = DIRECTIONS
        .into_iter()
        .find(crosses)
        .unwrap_or(DIRECTIONS[0]);
    let shown = options.direction.unwrap_or(shown);
    let run = |own: Traced, opponent: Traced| {
        step_in_halves(shown, own);
        let moves = legal_moves_along(&options.directions(), own, opponent);
        let moves = moves.returned_as("legal_moves");
        count_in_halves(moves);
        moves
    };
    let mut runs = Runs::new(options);
    narrator::trace(Topic::Halves, options, discs, run, |step| {
        let direction = runs.direction;
        let found = &squares(step.value);
        Some(match step.name {
            "own" => {
                step.begins(label!("the position"), None);
                tr!(
                    "The discs of the side to move: {found}. A machine with words of 32 bits has ranks 1 to 4 in one \
                     word, {upper}, and ranks 5 to 8 in another, {lower}.",
                    found,
                    upper = Name(&word(Halves::from(step.value).upper)),
                    lower = Name(&word(Halves::from(step.value).lower))
                )
            }
            "upper" => {
                let title = tr!(
                    "one step {direction} in two words",
                    direction = &toward(shown)
                );
                step.begins(title, Some(shown));
                tr!(
                    "The upper word: the own discs on ranks 1 to 4, {found}.",
                    found
                )
            }
            "lower" => tr!(
                "The lower word: the own discs on ranks 5 to 8, {found}.",
                found
            ),
            "upper_moved" => tr!(
                "The upper word, shifted on its own: {found}. What leaves the word is lost.",
                found
            ),
            "lower_moved" => tr!("The lower word, shifted on its own: {found}.", found),
            "crossing" => crossing_is(shown, step.value),
            "step_in_halves" => tr!(
                "Both words together are the whole board, moved one square {direction}.",
                direction = &toward(shown)
            ),
            "empty" => tr!("Logic needs no crossing: or and not work on each word alone."),
            "moves" if step.updates => {
                let run = step.at("run");
                let moves = moves_onto_empty(direction.step(run) & step.at("empty"));
                Said::sentences([moves, crossed(direction, run)])
            }
            "opponent" | "moves" => return common(step),
            "passable" => {
                runs.tell(step);
                let mask = tr!("The mask is applied to each word alone.");
                Said::sentences([passable(step.value), mask])
            }
            "shifted" => Said::sentences([
                own_moved(&toward(direction)),
                crossed(direction, step.at("own")),
            ]),
            "run" if step.updates && step.added() == 0 => return None,
            "run" if step.updates => {
                let before = step.value & !step.added();
                let grow = tr!("The runs grow: {discs}.", discs = &squares(step.added()));
                Said::sentences([grow, crossed(direction, before)])
            }
            "run" => tr!("Runs begin here: {found}.", found),
            "legal_moves" => {
                step.begins(label!("the result"), None);
                let counts = operations_are(discs, None, options);
                Said::sentences([moves_are(step.value), counts])
            }
            _ => counting(step),
        })
    })
}

/// Describes the number of the moves while it is computed.
fn counting(step: &mut NarratedStep) -> Said {
    match step.name {
        "upper_second" => {
            step.begins(label!("the count"), None);
            tr!(
                "How many moves? Each word is added up as usual. The left bit of each pair of the upper word, moved \
                 onto the right one."
            )
        }
        "upper_pairs" | "lower_pairs" => tr!("Each pair now holds its own count, 0 to 2."),
        "left" if step.has("merged") => {
            tr!("The left nibble of every byte, moved onto the right one.")
        }
        "right" | "left" => pair(step.name),
        "upper_nibbles" => tr!("Every four bits of the upper word hold their own count, 0 to 4."),
        "lower_second" => tr!("The same with the lower word."),
        "lower_nibbles" => tr!("Every four bits of the lower word hold their own count, 0 to 4."),
        "merged" => tr!(
            "Both words become one: no sum exceeds 8, so four bits are enough. From here on there is one word, and one \
             multiplication instead of two."
        ),
        "bytes" => tr!("Each byte holds the count of two ranks, one of each word, 0 to 16."),
        "product" => tr!(
            "The multiplication adds all four bytes into the highest one. What is above 32 bits is lost, as on a \
             machine with such words."
        ),
        "count_in_halves" => match step.value {
            0 => tr!("The highest byte is the count: no legal moves."),
            count => tr!(
                "The highest byte is the count: {count} legal move."
                    | "The highest byte is the count: {count} legal moves.",
                count
            ),
        },
        name => unreachable!("nothing is said of {name}"),
    }
}

/// Prints a half.
fn word(half: u32) -> String {
    format!("0x{:04x}_{:04x}", half >> 16, half & 0xffff)
}

/// Describes the bits that cross, and the 32-bit operation that finds them.
fn crossing_is(direction: Direction, arrived: u64) -> Said {
    let count = direction.shift.unsigned_abs();
    let squares = &squares(arrived);
    let bits = if direction.shift > 0 {
        tr!(
            "The bit that left the lower word enters the other one: {squares}."
                | "The {count} bits that left the lower word enter the other one: {squares}.",
            count,
            squares
        )
    } else {
        tr!(
            "The bit that left the upper word enters the other one: {squares}."
                | "The {count} bits that left the upper word enter the other one: {squares}.",
            count,
            squares
        )
    };
    Said::sentences([bits, shift_of(direction, ["upper", "lower"])])
}

/// Describes what a shift of the kernel moves from one word to the other.
fn crossed(direction: Direction, set: u64) -> Said {
    let arrived = crossing(direction, set);
    let squares = &squares(arrived);
    match (direction.shift, arrived) {
        (-1 | 1, 0) => tr!("A step along a rank stays in its word: nothing crosses."),
        (-1 | 1, _) => tr!(
            "A step along a rank stays in its word. Only {squares} would be reached from the other word, across the \
             edge, and the mask drops it: so this step needs no crossing.",
            squares
        ),
        (_, 0) => tr!("No bit crosses from one word to the other."),
        (1.., _) if arrived.is_power_of_two() => {
            tr!("Into the upper word crosses {squares}.", squares)
        }
        (1.., _) => tr!("Into the upper word cross {squares}.", squares),
        _ if arrived.is_power_of_two() => tr!("Into the lower word crosses {squares}.", squares),
        _ => tr!("Into the lower word cross {squares}.", squares),
    }
}
