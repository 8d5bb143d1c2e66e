//! The lesson on the two halves: how a machine with words of 32 bits finds the legal moves and counts them.
//!
//! In the first order, bits cross between the words at every step: [`Halves`] runs the ordinary kernel on two words.
//! In the second order, [`by_word`] finishes one word before the other, so bits cross once in each direction.

use super::narrator::{self, NarratedStep};
use super::operations::operations;
use super::runs::Runs;
use super::traced::{
    LOWER_HALF, ODD_BITS_32, ODD_NIBBLES_32, ODD_PAIRS_32, ONES_32, Traced, UPPER_HALF, renamed,
};
use super::words::{count, squares, verb};
use super::{HalvesOrder, LessonOptions, Topic, Trace};
use reversi::Square;
use reversi::bitboard::by_word;
use reversi::bitboard::halves::Halves;
use reversi::bitboard::plain::{DIRECTIONS, Direction, legal_moves_along};
use reversi::bitboard::stability::FILE_H;
use reversi::bitboard::word::Word as _;
use reversi_table::phrase::capitalized;

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
    trace.title = capitalized(&topic.to_string());
    if let Some(direction) = options.direction {
        trace.title = format!("{}, {direction}", trace.title);
    }
    for step in &mut trace.steps {
        let moved = step.expression.variables();
        let direction = trace.chapters[step.chapter].direction;
        if let ("next", Some(direction), [from]) = (step.result.name, direction, &moved[..]) {
            step.sentence = format!("{} {}", step.sentence, crossed(direction, from.value));
        }
        if step.result.name == "flips" && !taken {
            let counts = operations_are(discs, Some(square), options);
            step.sentence = format!("{} {counts}", step.sentence);
        }
    }
    trace
}

/// Compares the numbers of operations of both orders. A single direction gets no comparison.
fn operations_are(discs: [u64; 2], square: Option<Square>, options: LessonOptions) -> String {
    if options.direction.is_some() {
        return "In all eight directions, word by word crosses less often than step by step."
            .to_owned();
    }
    let [steps, words] = [HalvesOrder::StepByStep, HalvesOrder::WordByWord]
        .map(|order| operations(order, discs, square));
    let what = if square.is_some() {
        "these flips take"
    } else {
        "the moves of any board take"
    };
    format!("On words of 32 bits, {what} {steps} operations step by step and {words} word by word.")
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
    /// Returns the word that the direction leaves and the one that it enters.
    const fn words(&self) -> [&'static str; 2] {
        if self.direction.shift > 0 {
            ["lower", "upper"]
        } else {
            ["upper", "lower"]
        }
    }

    fn tell(&mut self, step: &mut NarratedStep) -> Option<String> {
        let set = step.value;
        let found = squares(set);
        if step.name == "upper_passable" {
            self.direction = self.coming.next().unwrap_or(self.direction);
            step.begins(self.direction.to_string(), Some(self.direction));
        }
        Some(match step.name {
            "own" => {
                step.begins("the position", None);
                format!("The discs of the side to move: {found}.")
            }
            "opponent" => format!("The discs of the other side: {found}."),
            "upper_own" => {
                step.begins("two words", None);
                format!(
                    "The upper word has ranks 1 to 4, on a machine of 32 bits the number {}.",
                    word(Halves::from(set).upper)
                )
            }
            "lower_own" => format!(
                "The lower word has ranks 5 to 8: {}.",
                word(Halves::from(set).lower)
            ),
            "upper_opponent" | "lower_opponent" => {
                format!("The same of the other side: {found}.")
            }
            "upper_empty" => format!("The empty squares of the upper word: {found}."),
            "lower_empty" => format!("The empty squares of the lower word: {found}."),
            "upper_placed" | "lower_placed" if set == 0 => {
                "The disc is placed in the other word.".to_owned()
            }
            "upper_placed" | "lower_placed" => format!("The disc is placed here, on {found}."),
            "upper_moves" | "lower_moves" if !step.updates => "No move is found yet.".to_owned(),
            "upper_flips" | "lower_flips" if !step.updates => "No disc is turned yet.".to_owned(),
            "upper_passable" => {
                format!("The opponent discs that a run may pass over in the upper word: {found}.")
            }
            "lower_passable" => format!("The same in the lower word: {found}."),
            "joined" => {
                step.fold(step.expression.clone());
                return None;
            }
            "legal_moves" => {
                step.begins("the result", None);
                let counts = operations_are(self.discs, None, self.options);
                format!("The legal moves: {found}. {counts}")
            }
            "flips" => {
                step.begins("the result", None);
                let counts = operations_are(self.discs, self.square, self.options);
                match set {
                    0 => format!("Nothing turns. {counts}"),
                    _ => format!("The discs that turn: {found}. {counts}"),
                }
            }
            _ => return self.in_a_direction(step),
        })
    }

    /// Describes the steps of one direction.
    fn in_a_direction(&self, step: &mut NarratedStep) -> Option<String> {
        let set = step.value;
        let found = squares(set);
        let (direction, [near, far]) = (self.direction, self.words());
        // The flips to the left are found by an addition.
        let is_sum = self.square.is_some() && direction.shift == 1;
        let grows =
            matches!(step.name, "run" | "further" | "upper_run" | "lower_run") && step.updates;
        if grows {
            let joined = step.added();
            return (joined != 0).then(|| format!("The run grows: {}.", squares(joined)));
        }
        Some(match step.name {
            "run" => format!(
                "A step {direction} leaves the {near} word, so that is filled first, in three steps: {found}."
            ),
            "begun" => format!("Where a run can continue in the {far} word: {found}."),
            "entering" => {
                let at = match set {
                    0 => "no opponent disc is met there".to_owned(),
                    _ => format!("on {found} a run continues"),
                };
                format!("Once, everything crosses into the {far} word: {at}. {}", shift_of(direction))
            }
            "further" => format!(
                "The {far} word begins with its own discs and with what came in: {found}. Two more steps fill it."
            ),
            "leaving" => format!("One step further, this much of the run leaves the {near} word: {found}."),
            "upper_moves" | "lower_moves" => match step.added() {
                0 => "One more step finds no new move in this word.".to_owned(),
                new => format!(
                    "One more step, onto an empty square: {} {}.",
                    squares(new),
                    verb(new, "is a move", "are moves")
                ),
            },
            "upper_run" if !is_sum => format!(
                "Along a rank nothing crosses, so each word is filled alone, in six steps: {found}."
            ),
            "lower_run" if !is_sum => format!("The same in the lower word: {found}."),
            "upper_run" | "lower_run" => {
                "A subtraction sets the bits from the first disc to the closing one. Without a closing disc they \
                 mean nothing."
                    .to_owned()
            }
            _ => Self::closing(step),
        })
    }

    /// Describes the disc that closes a run, and the discs that turn.
    fn closing(step: &mut NarratedStep) -> String {
        let set = step.value;
        let found = squares(set);
        match step.name {
            "upper_beside" | "upper_sum" | "upper_behind" => by_addition(step, "upper"),
            "lower_beside" | "lower_sum" | "lower_behind" => by_addition(step, "lower"),
            "upper_end" | "lower_end" | "near_end" | "far_end" => match set {
                0 => "No own disc is behind the run in this word.".to_owned(),
                _ => format!("The own disc behind the run: {found}."),
            },
            "closing" => match set {
                0 => "No disc closes the run.".to_owned(),
                _ => format!("It closes the run: {found}."),
            },
            "negative" => "Zero minus that: the highest bit is set unless it is zero.".to_owned(),
            "closed" => format!(
                "An arithmetic shift, (x as i32) >> 31 on words of 32 bits, copies the highest bit into all others: \
                 a mask of {}, without a branch.",
                if set == 0 { "no bits" } else { "all bits" }
            ),
            "upper_flips" | "lower_flips" => match step.added() {
                0 => "Nothing turns in this word.".to_owned(),
                new => format!(
                    "The mask keeps the run: {} {}.",
                    squares(new),
                    verb(new, "turns", "turn")
                ),
            },
            _ => counting(step),
        }
    }
}

/// Describes how an addition finds the square behind a run to the left, in one of the words.
fn by_addition(step: &NarratedStep, word: &str) -> String {
    let at = |name: &str| step.at(&format!("{word}_{name}"));
    if at("placed") == 0 {
        return match step.name {
            "upper_beside" | "lower_beside" => "The disc is placed in the other word.",
            _ => "Nothing is added in this word.",
        }
        .to_owned();
    }
    if step.name.ends_with("_beside") {
        let from = squares(at("placed"));
        return match step.value {
            0 => format!("A step left of {from} leaves the word: no bit is set."),
            set if set & FILE_H != 0 => format!(
                "A step left of {from} leaves the board. Its bit is now {}, across the edge, where no disc is passable.",
                squares(set)
            ),
            set => format!(
                "The square beside the placed disc, one step left: {}.",
                squares(set)
            ),
        };
    }
    let has_run = at("beside") & at("passable") != 0;
    let is_sum = step.name.ends_with("_sum");
    let text = match (is_sum, has_run) {
        (true, true) => {
            let behind = step.value & !at("passable");
            return format!(
                "One addition in place of the steps: the carry runs through the discs, onto the first square without \
                 one, {}.",
                squares(behind)
            );
        }
        (true, false) => {
            "No passable disc is there, so the addition has no carry and only sets that bit."
        }
        (false, true) => {
            "The addition has already cleared that bit. This step matters only where there is no run."
        }
        (false, false) => "That bit is cleared again, because no run ends there.",
    };
    text.to_owned()
}

/// Returns the operation on 32 bits by which a direction crosses.
fn shift_of(direction: Direction) -> String {
    let by = direction.shift.unsigned_abs();
    if direction.shift > 0 {
        format!("On words of 32 bits this is begun >> {}.", 32 - by)
    } else {
        format!("On words of 32 bits this is begun << {}.", 32 - by)
    }
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
        let squares = squares(step.value);
        Some(match step.name {
            "own" => {
                step.begins("the position", None);
                format!(
                    "The discs of the side to move: {squares}. A machine with words of 32 bits has \
                     ranks 1 to 4 in one word, {}, and ranks 5 to 8 in another, {}.",
                    word(Halves::from(step.value).upper),
                    word(Halves::from(step.value).lower)
                )
            }
            "opponent" => format!("The discs of the other side: {squares}."),
            "upper" => {
                step.begins(format!("one step {shown} in two words"), Some(shown));
                format!("The upper word: the own discs on ranks 1 to 4, {squares}.")
            }
            "lower" => format!("The lower word: the own discs on ranks 5 to 8, {squares}."),
            "upper_moved" => format!(
                "The upper word, shifted on its own: {squares}. What leaves the word is lost."
            ),
            "lower_moved" => format!("The lower word, shifted on its own: {squares}."),
            "crossing" => crossing_is(shown, step.value),
            "step_in_halves" => {
                format!("Both words together are the whole board, moved one square {shown}.")
            }
            "empty" => "Logic needs no crossing: or and not work on each word alone.".to_owned(),
            "moves" if !step.updates => "No move is found yet.".to_owned(),
            "moves" => {
                let run = step.at("run");
                let found = direction.step(run) & step.at("empty");
                let found = match found {
                    0 => "no move in this direction".to_owned(),
                    set => format!(
                        "{} {}",
                        super::words::squares(set),
                        verb(set, "is a move", "are moves")
                    ),
                };
                format!(
                    "One more step, onto an empty square: {found}. {}",
                    crossed(direction, run)
                )
            }
            "passable" => {
                runs.tell(step);
                format!(
                    "The opponent discs that a run may pass over: {squares}. The mask is applied to each \
                     word alone."
                )
            }
            "shifted" => format!(
                "The own discs, moved one square {direction}. {}",
                crossed(direction, step.at("own"))
            ),
            "run" if step.updates && step.added() == 0 => return None,
            "run" if step.updates => {
                let before = step.value & !step.added();
                let joined = super::words::squares(step.added());
                format!("The runs grow: {joined}. {}", crossed(direction, before))
            }
            "run" => format!("Runs begin here: {squares}."),
            "legal_moves" => {
                step.begins("the result", None);
                let counts = operations_are(discs, None, options);
                format!("The legal moves: {squares}. {counts}")
            }
            _ => counting(step),
        })
    })
}

/// Describes the number of the moves while it is computed.
fn counting(step: &mut NarratedStep) -> String {
    let text = match step.name {
        "upper_second" => {
            step.begins("the count", None);
            "How many moves? Each word is added up as usual. The left bit of each pair of the upper \
             word, moved onto the right one."
        }
        "upper_pairs" | "lower_pairs" => "Each pair now holds its own count, 0 to 2.",
        "right" => "The right pair of every four bits.",
        "left" if step.has("merged") => "The left nibble of every byte, moved onto the right one.",
        "left" => "The left pair of every four bits, moved onto the right one.",
        "upper_nibbles" => "Every four bits of the upper word hold their own count, 0 to 4.",
        "lower_second" => "The same with the lower word.",
        "lower_nibbles" => "Every four bits of the lower word hold their own count, 0 to 4.",
        "merged" => {
            "Both words become one: no sum exceeds 8, so four bits are enough. From here on there is one \
             word, and one multiplication instead of two."
        }
        "bytes" => "Each byte holds the count of two ranks, one of each word, 0 to 16.",
        "product" => {
            "The multiplication adds all four bytes into the highest one. What is above 32 bits is lost, \
             as on a machine with such words."
        }
        "count_in_halves" => {
            let moves = count(step.value, "legal move");
            return format!("The highest byte is the count: {moves}.");
        }
        name => unreachable!("nothing is said of {name}"),
    };
    text.to_owned()
}

/// Prints a half.
fn word(half: u32) -> String {
    format!("0x{:04x}_{:04x}", half >> 16, half & 0xffff)
}

/// Describes the bits that cross, and the 32-bit operation that finds them.
fn crossing_is(direction: Direction, arrived: u64) -> String {
    let by = direction.shift.unsigned_abs();
    let (from, operation) = if direction.shift > 0 {
        ("lower", format!("lower >> {}", 32 - by))
    } else {
        ("upper", format!("upper << {}", 32 - by))
    };
    let bits = if by == 1 {
        format!("The bit that left the {from} word enters")
    } else {
        format!("The {by} bits that left the {from} word enter")
    };
    format!(
        "{bits} the other one: {}. On words of 32 bits this is {operation}.",
        squares(arrived)
    )
}

/// Describes what a shift of the kernel moves from one word to the other.
fn crossed(direction: Direction, set: u64) -> String {
    let arrived = crossing(direction, set);
    let other = if direction.shift > 0 {
        "upper"
    } else {
        "lower"
    };
    match (direction.shift.abs(), arrived) {
        (1, 0) => "A step along a rank stays in its word: nothing crosses.".to_owned(),
        (1, set) => format!(
            "A step along a rank stays in its word. Only {} would be reached from the other word, across the \
             edge, and the mask drops it: so this step needs no crossing.",
            squares(set)
        ),
        (_, 0) => "No bit crosses from one word to the other.".to_owned(),
        (_, set) => format!(
            "Into the {other} word {} {}.",
            verb(set, "crosses", "cross"),
            squares(set)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::cases::cases;

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn a_step_in_halves_and_its_crossing_are_those_of_the_two_words(own: u64, other: u64) {
            for direction in DIRECTIONS {
                let options = LessonOptions { direction: Some(direction), ..LessonOptions::default() };
                let lesson = trace([own, other & !own], options);
                let moved = direction.step(Halves::from(own));
                prop_assert_eq!(lesson.value("step_in_halves"), Some(u64::from(moved)));
                prop_assert_eq!(lesson.value("crossing"), Some(crossing(direction, own)));
                let number = Halves::from(lesson.result.value).count_ones();
                prop_assert_eq!(lesson.value("count_in_halves"), Some(number.into()));
            }
        }
    }

    #[test]
    fn a_step_up_moves_the_fifth_rank_into_the_upper_word() {
        let up = LessonOptions {
            direction: Some(DIRECTIONS[0]),
            ..LessonOptions::default()
        };
        // Own e5, opponent e4: the disc crosses, and e3 is a move.
        let lesson = trace([0x0000_0000_0800_0000, 0x0000_0008_0000_0000], up);
        let told = |text: &str| lesson.steps.iter().any(|step| step.sentence.contains(text));
        assert!(told(
            "The 8 bits that left the lower word enter the other one: e4."
        ));
        assert!(told("On words of 32 bits this is lower >> 24."));
        assert!(told("Into the upper word crosses e4."));
        assert_eq!(lesson.value("count_in_halves"), Some(1));
    }
}
