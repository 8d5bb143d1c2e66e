//! The lesson of the disc count: 64 bits are added up in parallel, pairs, then nibbles, then bytes,
//! and one multiplication adds the bytes (Warren, Hacker's Delight, section 5-1). The kernel calls
//! `u64::count_ones`, for which most machines have an instruction; the result is the same.

use super::narrator::{self, NarratedStep, common};
use super::traced::{ODD_BITS, ODD_NIBBLES, ODD_PAIRS, ONES, Traced, renamed};
use super::words::count;
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::word::Word;

/// Returns `set.count_ones()` without the instruction: 0 to 64.
fn count_ones(set: Traced) -> Traced {
    let second = (set >> 1) & ODD_BITS;
    let pairs = set - second;
    let right = pairs & ODD_PAIRS;
    let left = (pairs >> 2) & ODD_PAIRS;
    let nibbles = left + right;
    let sums = nibbles + (nibbles >> 4);
    let bytes = sums & ODD_NIBBLES;
    let product = bytes.wrapping_mul(ONES);
    product >> 56
}

/// Returns the number of discs on the board, 0 to 64.
fn discs(own: Traced, opponent: Traced) -> Traced {
    let own_count = renamed(&[("count_ones", "own_count")], || count_ones(own));
    let opponent_count = renamed(&[("count_ones", "opponent_count")], || count_ones(opponent));
    own_count + opponent_count
}

/// Explains how the discs of each side are counted.
pub(super) fn trace(sides: [u64; 2]) -> Trace {
    narrator::trace(
        Topic::DiscCount,
        LessonOptions::default(),
        sides,
        discs,
        tell,
    )
}

fn tell(step: &mut NarratedStep) -> Option<String> {
    let sentence = match step.name {
        "second" => {
            let again = step.before.is_some();
            step.begins(if again { "opponent discs" } else { "own discs" }, None);
            "The left bit of each pair, moved onto the right one; the mask keeps every second \
             bit."
        }
        "pairs" => {
            "Pairs: a pair with the bits l and r is the number 2l + r; subtract l, and l + r remains. \
             Each pair now holds its own count, 0 to 2."
        }
        "right" => "The right pair of every four bits.",
        "left" => "The left pair of every four bits, moved onto the right one.",
        "nibbles" => {
            "Nibbles: the two added. Every four bits, half a rank, now hold their own count, 0 to 4."
        }
        "sums" => {
            "Add each nibble to its left neighbour. No sum exceeds 8, so none overflows. The right \
             nibble of each rank holds the count of the rank; the left one is not needed."
        }
        "bytes" => "Bytes: the mask leaves the count of each rank, 0 to 8.",
        "product" => {
            "The multiplication adds eight copies, each one rank higher than the previous one. Rank 8 \
             holds its own count, rank 7 the count of both, and so on: rank 1 holds the sum of all eight."
        }
        "own_count" | "opponent_count" => {
            let side = if step.name == "own_count" {
                "own disc"
            } else {
                "opponent disc"
            };
            return Some(format!(
                "The top byte is the count. There {} {}.",
                if step.value == 1 { "is" } else { "are" },
                count(step.value, side)
            ));
        }
        "discs" => {
            step.begins("both sides", None);
            return Some(format!(
                "{} on the board, {}.",
                count(step.value, "disc"),
                // Sides that overlap count their common squares twice.
                count(64u64.saturating_sub(step.value), "empty square")
            ));
        }
        _ => return common(step),
    };
    Some(sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::cases::cases;

    #[test]
    fn the_full_and_the_empty_board_are_counted() {
        assert_eq!(trace([u64::MAX, 0]).result.value, 64);
        assert_eq!(trace([0, 0]).result.value, 0);
    }

    #[test]
    fn a_pair_of_discs_gives_a_two() {
        let trace = trace([0xc000_0000_0000_0000, 0]);
        assert_eq!(trace.steps[3].result.name, "pairs");
        assert_eq!(trace.steps[3].result.value, 0x8000_0000_0000_0000);
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn adding_in_parallel_counts_the_ones(own: u64, other: u64) {
            let lesson = trace([own, other & !own]);
            prop_assert_eq!(lesson.value("own_count"), Some(u64::from(own.count_ones())));
            prop_assert_eq!(lesson.result.value, u64::from((own | other).count_ones()));
        }
    }
}
