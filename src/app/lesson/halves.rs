//! The lesson of the two halves: how a machine with words of 32 bits finds the legal moves and counts them.
//!
//! The kernel runs as always. What crosses from one word to the other is computed by [`Halves`], with which the same
//! kernel runs on two words.

use super::narrator::{self, Moment};
use super::runs::Runs;
use super::traced::{
    LOWER_HALF, ODD_BITS_32, ODD_NIBBLES_32, ODD_PAIRS_32, ONES_32, Traced, UPPER_HALF, renamed,
};
use super::words::{count, squares, verb};
use super::{LessonOptions, Topic, Trace};
use crate::bitboard::halves::Halves;
use crate::bitboard::plain::{DIRECTIONS, Direction, legal_moves_along};
use crate::bitboard::word::Word as _;

/// Moves a set one step as two words do: each on its own, and what leaves one where the other begins crosses over.
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
                format!("The legal moves: {squares}.")
            }
            _ => counting(step),
        })
    })
}

/// Describes the number of the moves while it is computed.
fn counting(step: &mut Moment) -> String {
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

/// Describes what crosses over, by the operation on 32 bits that finds it.
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

    proptest! {
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
