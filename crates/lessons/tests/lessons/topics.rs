//! The lessons of single topics: what goes wrong without the mask, and what the steps are called.

use proptest::prelude::*;

use crate::cases::cases;
use reversi::Square;
use reversi::bitboard::halves::Halves;
use reversi::bitboard::plain::{DIRECTIONS, Direction};
use reversi::bitboard::{self};
use reversi_lessons::course::CHAPTERS;
use reversi_lessons::{LessonOptions, Topic, Trace};

use crate::counted_word::operations_of;

fn trace_with(topic: Topic, [own, opponent]: [u64; 2], options: LessonOptions) -> Trace {
    topic.trace(own, opponent, options)
}

fn trace(topic: Topic, discs: [u64; 2]) -> Trace {
    trace_with(topic, discs, LessonOptions::default())
}

#[test]
fn a_carry_falls_out_behind_a_run() {
    // Own h1, opponent e1 to g1: d1 is a move.
    let discs = [0x0100_0000_0000_0000, 0x0e00_0000_0000_0000];
    let lesson = trace(Topic::Carry, discs);
    assert_eq!(lesson.result.value, 0x1000_0000_0000_0000);
}

#[test]
fn without_the_mask_a_carry_runs_over_the_edge() {
    // Own c2, opponent a2 and b2: the carry leaves file a and comes to rest on h1.
    let discs = [0x0020_0000_0000_0000, 0x00c0_0000_0000_0000];
    let options = LessonOptions {
        masked: false,
        ..LessonOptions::default()
    };
    let lesson = trace_with(Topic::Carry, discs, options);
    assert_eq!(lesson.result.value, 1 << 56);
    assert_eq!(lesson.value("wrong"), Some(1 << 56));
    assert_eq!(lesson.value("with_mask"), Some(0));
}

#[test]
fn only_left_is_the_direction_of_the_carry() {
    let lesson = trace(Topic::Carry, [1, 2]);
    let directions = lesson
        .chapters
        .iter()
        .filter_map(|chapter| chapter.direction);
    let directions: Vec<String> = directions.map(|direction| direction.to_string()).collect();
    assert_eq!(directions, ["left"; 2]);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn the_carry_followed_by_logic_gives_the_sum(own: u64, other: u64) {
        let lesson = trace(Topic::Carry, [own, other & !own]);
        let sum = lesson.value("sum");
        prop_assert_eq!(lesson.value("partial").or(sum), sum);
    }
}

#[test]
fn the_full_and_the_empty_board_are_counted() {
    assert_eq!(trace(Topic::DiscCount, [u64::MAX, 0]).result.value, 64);
    assert_eq!(trace(Topic::DiscCount, [0, 0]).result.value, 0);
}

#[test]
fn a_pair_of_discs_gives_a_two() {
    let trace = trace(Topic::DiscCount, [0xc000_0000_0000_0000, 0]);
    assert_eq!(trace.steps[3].result.name, "pairs");
    assert_eq!(trace.steps[3].result.value, 0x8000_0000_0000_0000);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn adding_in_parallel_counts_the_ones(own: u64, other: u64) {
        let lesson = trace(Topic::DiscCount, [own, other & !own]);
        prop_assert_eq!(lesson.value("own_count"), Some(u64::from(own.count_ones())));
        prop_assert_eq!(lesson.result.value, u64::from((own | other).count_ones()));
    }
}

#[test]
fn without_the_mask_discs_beyond_the_edge_turn() {
    // Own a2, opponent g1 and h1: from f1 to the right, reading order runs on to a2.
    let discs = [0x0080_0000_0000_0000, 0x0300_0000_0000_0000];
    let f1 = "f1".parse().unwrap();
    let options = LessonOptions {
        masked: false,
        ..LessonOptions::default()
    };
    let lesson = trace_with(Topic::Flips(f1), discs, options);
    assert_eq!(lesson.result.value, discs[1]);
    assert_eq!(lesson.value("wrong"), Some(discs[1]));
    assert_eq!(trace(Topic::Flips(f1), discs).result.value, 0);
}

#[test]
fn a_taken_square_turns_nothing_and_says_why() {
    let lesson = trace(Topic::Flips(Square::H8), [1, 2]);
    assert_eq!(lesson.result.value, 0);
    let last = lesson.steps.last().unwrap();
    assert!(last.sentence.contains("occupied"), "{}", last.sentence);
}

#[test]
fn the_carry_stops_on_the_closing_disc_and_the_subtraction_leaves_the_run() {
    // Own a4, opponent b4 and c4, a disc on d4.
    let discs = [0x0000_0080_0000_0000, 0x0000_0060_0000_0000];
    let d4 = "d4".parse().unwrap();
    let lesson = trace(Topic::FlipsByCarry(d4), discs);
    assert_eq!(lesson.result.value, discs[1]);
    let told = |text: &str| lesson.steps.iter().any(|step| step.sentence.contains(text));
    assert!(told("An own disc is there, a4."));
    assert!(told("The discs between turn: b4 and c4."));
}

#[test]
fn without_a_closing_disc_the_sign_is_zero_and_nothing_turns() {
    let discs = [0x0000_0000_0000_0001, 0x0000_00e0_0000_0000];
    let d4 = "d4".parse().unwrap();
    let lesson = trace(Topic::FlipsByCarry(d4), discs);
    assert_eq!((lesson.result.value, lesson.value("sign")), (0, Some(0)));
    let told = |text: &str| lesson.steps.iter().any(|step| step.sentence.contains(text));
    assert!(told("No own disc is there: nothing turns."));
}

/// Returns the squares that a step reaches from the other half.
fn crossing(direction: Direction, set: u64) -> u64 {
    let (lower, upper) = (u64::from(u32::MAX), u64::from(u32::MAX) << 32);
    let (from, into) = if direction.shift > 0 {
        (lower, upper)
    } else {
        (upper, lower)
    };
    direction.step(set & from) & into
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_step_in_halves_and_its_crossing_are_those_of_the_two_words(own: u64, other: u64) {
        for direction in DIRECTIONS {
            let options = LessonOptions { direction: Some(direction), ..LessonOptions::default() };
            let lesson = trace_with(Topic::Halves, [own, other & !own], options);
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
    let lesson = trace_with(
        Topic::Halves,
        [0x0000_0000_0800_0000, 0x0000_0008_0000_0000],
        up,
    );
    let told = |text: &str| lesson.steps.iter().any(|step| step.sentence.contains(text));
    assert!(told(
        "The 8 bits that left the lower word enter the other one: e4."
    ));
    assert!(told("On words of 32 bits this is lower >> 24."));
    assert!(told("Into the upper word crosses e4."));
    assert_eq!(lesson.value("count_in_halves"), Some(1));
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn every_measure_is_the_kernel_s(own: u64, other: u64) {
        let opponent = other & !own;
        let empty = !(own | opponent);
        let lesson = trace(Topic::Mobility, [own, opponent]);
        let expected = [
            ("mobility", u64::from(bitboard::mobility::mobility(own, opponent))),
            ("opponent_mobility", u64::from(bitboard::mobility::mobility(opponent, own))),
            ("potential_mobility", bitboard::mobility::potential_mobility(own, opponent)),
            ("opponent_frontier", bitboard::mobility::frontier(opponent, empty)),
            ("frontier", bitboard::mobility::frontier(own, empty)),
        ];
        for (name, value) in expected {
            prop_assert_eq!(lesson.value(name), Some(value), "{}", name);
        }
    }
}

#[test]
fn without_the_mask_a_run_goes_on_at_the_other_side_of_the_board() {
    // Own f1, opponent g1 and h1; a2 is empty and no move.
    let discs = [0x0400_0000_0000_0000, 0x0300_0000_0000_0000];
    let a2 = "a2".parse::<Square>().unwrap().bit();
    for direction in [None, Some(DIRECTIONS[2])] {
        let unmasked = LessonOptions {
            direction,
            masked: false,
            ..LessonOptions::default()
        };
        let lesson = trace_with(Topic::LegalMoves, discs, unmasked);
        assert_eq!(lesson.result.value, a2);
        assert_eq!(lesson.value("wrong"), Some(a2));
        assert_eq!(lesson.value("with_mask"), Some(0));
        let told = lesson.steps.iter().any(|step| {
            step.sentence
                .contains("Wrong: a2 was reached across the edge of the board.")
        });
        assert!(told);
        let masked = LessonOptions {
            direction,
            ..LessonOptions::default()
        };
        assert_eq!(trace_with(Topic::LegalMoves, discs, masked).result.value, 0);
    }
}

#[test]
fn a_run_of_six_is_filled_in_five_steps() {
    // Own a1, opponent b1 to g1, h1 empty.
    let options = LessonOptions {
        direction: Some(DIRECTIONS[2]),
        ..LessonOptions::default()
    };
    let lesson = trace_with(Topic::LegalMoves, [1 << 63, 0x7e00_0000_0000_0000], options);
    let fills = lesson
        .steps
        .iter()
        .filter(|step| step.result.name == "run")
        .count();
    assert_eq!(fills, 6);
    assert_eq!(lesson.result.value, Square::H1.bit());
}

#[test]
fn the_moves_of_any_board_take_the_operations_that_the_course_names() {
    for [own, opponent] in [
        [0, 0],
        [0x0000_0008_1000_0000, 0x0000_0010_0800_0000],
        [1, !1],
    ] {
        let count = operations_of(own, opponent);
        let last = CHAPTERS.last().unwrap();
        assert_eq!(last.check_text(&format!("{count} on any board")), Ok(()));
        assert_eq!(count, 8 * 21 + 2, "as its sentence says");
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn the_moves_take_the_same_number_of_operations_on_every_board(own: u64, other: u64) {
        let lesson = trace(Topic::Halves, [own, other & !own]);
        let expected = "the moves of any board take 452 operations step by step and 268 word by word.";
        prop_assert!(lesson.steps.iter().any(|step| step.sentence.ends_with(expected)));
    }
}
