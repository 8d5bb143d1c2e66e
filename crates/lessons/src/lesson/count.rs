//! The lesson of the disc count: 64 bits are added up in parallel, pairs, then nibbles, then bytes,
//! and one multiplication adds the bytes (Warren, Hacker's Delight, section 5-1). The kernel calls
//! `u64::count_ones`, for which most machines have an instruction; the result is the same.

use super::narrator::{self, NarratedStep, common};
use super::traced::{ODD_BITS, ODD_NIBBLES, ODD_PAIRS, ONES, Traced, renamed};
use super::{LessonOptions, Topic, Trace};
use reversi::bitboard::word::Word;
use reversi_text::{Said, label, tr};

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

fn tell(step: &mut NarratedStep) -> Option<Said> {
    Some(match (step.name, step.value) {
        ("second", _) => {
            let title = match step.before {
                Some(_) => label!("opponent discs"),
                None => label!("own discs"),
            };
            step.begins(title, None);
            tr!(
                "The left bit of each pair, moved onto the right one; the mask keeps every second bit."
            )
        }
        ("pairs", _) => tr!(
            "Pairs: a pair with the bits l and r is the number 2l + r; subtract l, and l + r remains. \
             Each pair now holds its own count, 0 to 2."
        ),
        ("right" | "left", _) => pair(step.name),
        ("nibbles", _) => tr!(
            "Nibbles: the two added. Every four bits, half a rank, now hold their own count, 0 to 4."
        ),
        ("sums", _) => tr!(
            "Add each nibble to its left neighbour. No sum exceeds 8, so none overflows. The right \
             nibble of each rank holds the count of the rank; the left one is not needed."
        ),
        ("bytes", _) => tr!("Bytes: the mask leaves the count of each rank, 0 to 8."),
        ("product", _) => tr!(
            "The multiplication adds eight copies, each one rank higher than the previous one. Rank 8 \
             holds its own count, rank 7 the count of both, and so on: rank 1 holds the sum of all eight."
        ),
        ("own_count", 0) => tr!("The top byte is the count. There are no own discs."),
        ("own_count", count) => tr!(
            "The top byte is the count. There is {count} own disc."
                | "The top byte is the count. There are {count} own discs.",
            count
        ),
        ("opponent_count", 0) => tr!("The top byte is the count. There are no opponent discs."),
        ("opponent_count", count) => tr!(
            "The top byte is the count. There is {count} opponent disc."
                | "The top byte is the count. There are {count} opponent discs.",
            count
        ),
        ("discs", discs) => {
            step.begins(label!("both sides"), None);
            let discs = &match discs {
                0 => tr!("no discs"),
                count => tr!("{count} disc" | "{count} discs", count),
            };
            // Sides that overlap count their common squares twice.
            let empty = &match 64u64.saturating_sub(step.value) {
                0 => tr!("no empty squares"),
                count => tr!("{count} empty square" | "{count} empty squares", count),
            };
            tr!("{discs} on the board, {empty}.", discs, empty)
        }
        _ => return common(step),
    })
}

/// Describes the pairs that are added.
pub(super) fn pair(name: &str) -> Said {
    if name == "right" {
        tr!("The right pair of every four bits.")
    } else {
        tr!("The left pair of every four bits, moved onto the right one.")
    }
}
