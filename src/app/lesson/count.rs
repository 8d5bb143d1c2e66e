//! Owns the lesson of the disc count: 64 bits are added up in parallel, pairs, then nibbles, then
//! bytes, and one multiplication adds the bytes (Warren, Hacker's Delight, section 5-1). The kernel
//! calls `u64::count_ones`, for which most machines have an instruction; the result is the same.

use super::expression::{Expression, Variable};
use super::recorder::Recorder;
use super::words;
use super::{Options, Topic, Trace, View, source};

const ODD_BITS: u64 = 0x5555_5555_5555_5555;
const ODD_PAIRS: u64 = 0x3333_3333_3333_3333;
const ODD_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
const ONES: u64 = 0x0101_0101_0101_0101;

/// `set.count_ones()` without the instruction: 0 to 64. [`disc_count`] traces it.
///
/// ```
/// use reversi::app::lesson::count::count_ones;
/// assert_eq!(count_ones(0x8100_0000_0000_0081), 4);
/// ```
#[must_use]
pub const fn count_ones(set: u64) -> u64 {
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

/// How many discs are on the board, 0 to 64.
#[must_use]
pub const fn count_discs(own: u64, opponent: u64) -> u64 {
    count_ones(own) + count_ones(opponent)
}

/// How the discs of each side are counted. The result is the number of discs on the board; the
/// numbers of each side are the values `own_count` and `opponent_count`.
#[must_use]
pub fn disc_count(own: u64, opponent: u64) -> Trace {
    let mut rec = Recorder::default();
    let (own, opponent) = rec.position(own, opponent, source::COUNT_BOTH);
    let own_count = count(&mut rec, own, "own discs", "own_count");
    let opponent_count = count(&mut rec, opponent, "opponent discs", "opponent_count");
    rec.chapter("both sides", None);
    let discs = rec.step_seen_as(
        View::Number,
        "discs",
        own_count + opponent_count,
        source::COUNT_BOTH,
        |number| {
            format!(
                "{} on the board, {}.",
                words::count(number, "disc"),
                match 64u64.saturating_sub(number) {
                    0 => "no square empty".to_owned(),
                    1 => "1 square empty".to_owned(),
                    empty => format!("{empty} squares empty"),
                }
            )
        },
    );
    rec.finish(Topic::DiscCount, (own, opponent), Options::default(), discs)
}

/// Counts one set: a chapter.
fn count(rec: &mut Recorder, discs: Variable, title: &str, name: &'static str) -> Variable {
    rec.chapter(title, None);
    let constant = Variable::constant;
    let (odd_bits, odd_pairs) = (
        constant("ODD_BITS", ODD_BITS),
        constant("ODD_PAIRS", ODD_PAIRS),
    );
    let (odd_nibbles, ones) = (constant("ODD_NIBBLES", ODD_NIBBLES), constant("ONES", ONES));

    let set = rec.step("set", discs, source::COUNT_SET, |_| {
        format!("The set to count: the {title}. Each bit is a number of its own, 0 or 1.")
    });
    let second = rec.step("second", (set >> 1) & odd_bits, source::COUNT_HALF, |_| {
        "The left bit of each pair of bits, moved onto the right one; the mask keeps every second \
         bit."
            .to_owned()
    });
    let pairs = View::Fields(2);
    let sum = set - second;
    let pairs = rec.step_seen_as(pairs, "pairs", sum, source::COUNT_PAIRS, |_| {
        "Pairs: a pair with the bits l and r is the number 2l + r; take away l, and l + r remains. \
         Each pair now holds its own count, 0 to 2."
            .to_owned()
    });
    let right = rec.step_seen_as(
        View::Fields(4),
        "right",
        pairs & odd_pairs,
        source::COUNT_LOW,
        |_| "The right pair of each four bits.".to_owned(),
    );
    let left = rec.step_seen_as(
        View::Fields(4),
        "left",
        (pairs >> 2) & odd_pairs,
        source::COUNT_HIGH,
        |_| "The left pair of each four bits, moved onto the right one.".to_owned(),
    );
    let nibbles = rec.step_seen_as(
        View::Fields(4),
        "nibbles",
        left + right,
        source::COUNT_NIBBLES,
        |_| {
            "Nibbles: both together. Each four bits, half a rank, hold their count, 0 to 4."
                .to_owned()
        },
    );
    let sums = rec.step_seen_as(
        View::Fields(4),
        "sums",
        nibbles + (nibbles >> 4),
        source::COUNT_SUMS,
        |_| {
            "Each nibble and its left neighbour added. No sum is above 8, so that none runs over; the \
             right nibble of a rank is what counts, the left one is of no use."
                .to_owned()
        },
    );
    let bytes = rec.step_seen_as(
        View::Fields(8),
        "bytes",
        sums & odd_nibbles,
        source::COUNT_BYTES,
        |_| "Bytes: the mask leaves the count of each rank, 0 to 8.".to_owned(),
    );
    let product = Expression::from(bytes).wrapping_mul(ones);
    let product = rec.step_seen_as(View::Fields(8), "product", product, source::COUNT_PRODUCT, |_| {
        "The multiplication adds up eight copies, each one rank higher than the one before. Rank 8 \
         holds its own count, rank 7 that of both, and so on up: rank 1 holds the sum of all eight."
            .to_owned()
    });
    rec.step_seen_as(
        View::Number,
        name,
        product >> 56,
        source::COUNT_TOP,
        |number| {
            format!(
                "The top byte is the count. There {} {}.",
                if number == 1 { "is" } else { "are" },
                words::count(number, title.trim_end_matches('s'))
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_full_and_the_empty_board_are_counted() {
        assert_eq!(count_ones(u64::MAX), 64);
        assert_eq!(count_ones(0), 0);
        assert_eq!(disc_count(u64::MAX, 0).result().value, 64);
    }

    #[test]
    fn a_pair_of_discs_gives_a_two() {
        let trace = disc_count(0xc000_0000_0000_0000, 0);
        assert_eq!(trace.steps()[4].result().name, "pairs");
        assert_eq!(trace.steps()[4].result().value, 0x8000_0000_0000_0000);
    }

    proptest! {
        #[test]
        fn adding_in_parallel_counts_the_ones(set: u64, other: u64) {
            prop_assert_eq!(count_ones(set), u64::from(set.count_ones()));
            let other = other & !set;
            prop_assert_eq!(count_discs(set, other), u64::from((set | other).count_ones()));
        }
    }
}
