//! The laws of the trace: it ends in what the kernel returns, each step is what its text says, and the
//! steps hang together.

use crate::{boards, rust_text};

use std::collections::HashMap;
use std::path::Path;

use boards::{arbitrary, reachable};
use proptest::prelude::*;
use reversi::array_board::{self, ArrayBoard, BLACK, WALL};
use reversi::bitboard::plain::DIRECTIONS;
use reversi::bitboard::{self, stability};
use reversi::{Board, Color, Square};
use reversi_lessons::{HalvesOrder, LessonOptions, RowLength, Topic, Trace, View, text};
use rust_text::Cells;

use crate::cases::cases;

/// Any board with all lines of a few ranks and files full, where stable discs are many.
fn crowded() -> impl Strategy<Value = Board> {
    any::<[u64; 5]>().prop_map(|[own, a, b, c, d]| {
        let occupied = a | b | c | d;
        Board::from_bits(own & occupied, !own & occupied).expect("sides that share no square")
    })
}

fn board() -> impl Strategy<Value = Board> {
    prop_oneof![reachable(), arbitrary(), crowded()]
}

/// Every topic with every option, on one board and one square.
fn all_traces(board: Board, square: Square) -> Vec<Trace> {
    traces_of(board, Topic::all(square))
}

/// Topics with every option.
fn traces_of(board: Board, topics: impl IntoIterator<Item = Topic>) -> Vec<Trace> {
    let mut traces = Vec::new();
    for topic in topics {
        let mut directions = vec![None];
        if topic.has_directions() {
            directions.extend(DIRECTIONS.map(Some));
        }
        for direction in directions {
            for masked in [true, false] {
                if !masked && !topic.has_mask() {
                    continue;
                }
                let options = LessonOptions {
                    direction,
                    masked,
                    ..LessonOptions::default()
                };
                let trace =
                    |options| topic.trace(board.player().bits(), board.opponent().bits(), options);
                traces.push(trace(options));
                match topic {
                    Topic::Arrays(_) => traces.push(trace(LessonOptions {
                        rows: options.rows.other(),
                        ..options
                    })),
                    Topic::Halves | Topic::FlipsInHalves(_) => traces.push(trace(LessonOptions {
                        order: options.order.other(),
                        ..options
                    })),
                    _ => {}
                }
            }
        }
    }
    traces
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn the_trace_of_the_legal_moves_ends_in_what_the_kernel_returns(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let trace = Topic::LegalMoves.trace(own, opponent, LessonOptions::default());
        prop_assert_eq!(trace.result.value, bitboard::legal_moves(own, opponent));
        let mut union = 0;
        for direction in DIRECTIONS {
            let options = LessonOptions { direction: Some(direction), ..LessonOptions::default() };
            union |= Topic::LegalMoves.trace(own, opponent, options).result.value;
        }
        prop_assert_eq!(union, trace.result.value);
    }

    #[test]
    fn the_trace_of_the_flips_ends_in_what_the_kernel_returns(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        for square in Square::all() {
            let trace = Topic::Flips(square).trace(own, opponent, LessonOptions::default());
            prop_assert_eq!(trace.result.value, bitboard::flips(own, opponent, square));
        }
    }

    #[test]
    fn the_trace_of_the_flips_by_carry_ends_in_what_the_kernel_returns(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        for square in Square::all() {
            let trace = Topic::FlipsByCarry(square).trace(own, opponent, LessonOptions::default());
            prop_assert_eq!(trace.result.value, bitboard::flips(own, opponent, square));
        }
    }

    #[test]
    fn the_trace_on_an_array_ends_in_the_flips_of_the_kernel_and_the_flags(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let array = array_board::set_up([WALL; 160], board.player(), board.opponent());
        for square in Square::all() {
            let trace = Topic::Arrays(square).trace(own, opponent, LessonOptions::default());
            prop_assert_eq!(trace.result.value, bitboard::flips(own, opponent, square));
            let flags = array_board::flags(&array, <[i8; 160]>::place(square), BLACK);
            prop_assert_eq!(trace.value("flags"), Some(flags.into()));
            // A direction that turns discs has a sentence that says so, and no other has one.
            for chapter in &trace.chapters[1..] {
                let sentences = trace.steps[chapter.steps.clone()].iter().map(|step| &step.sentence);
                let turns = sentences.filter(|said| said.contains("disc closes the run")).count();
                if let Some(direction) = chapter.direction {
                    let flips = Topic::Flips(square);
                    let options = LessonOptions { direction: Some(direction), ..LessonOptions::default() };
                    let expected = flips.trace(own, opponent, options).result.value != 0;
                    prop_assert_eq!(turns, usize::from(expected), "{} {}", square, direction);
                }
            }
            let occupied = board.occupied().contains(square);
            let directions = trace.chapters.iter().filter(|chapter| chapter.direction.is_some());
            prop_assert_eq!(directions.count(), if occupied { 0 } else { 8 });
        }
    }

    #[test]
    fn the_trace_of_the_halves_ends_in_the_legal_moves_and_their_number(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let moves = bitboard::legal_moves(own, opponent);
        let trace = Topic::Halves.trace(own, opponent, LessonOptions::default());
        prop_assert_eq!(trace.result.value, moves);
        prop_assert_eq!(trace.value("count_in_halves"), Some(moves.count_ones().into()));
    }

    #[test]
    fn the_trace_of_the_disc_count_ends_in_the_number_of_ones(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let trace = Topic::DiscCount.trace(own, opponent, LessonOptions::default());
        prop_assert_eq!(trace.value("own_count"), Some(u64::from(own.count_ones())));
        prop_assert_eq!(trace.value("opponent_count"), Some(u64::from(opponent.count_ones())));
        prop_assert_eq!(trace.result.value, u64::from(64 - board.empty_count()));
    }

    #[test]
    fn the_trace_of_the_stable_discs_ends_in_what_the_kernel_returns(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let trace = Topic::StableDiscs.trace(own, opponent, LessonOptions::default());
        prop_assert_eq!(trace.result.value, stability::stable_discs(own, opponent));
        let edges = trace.value("edges");
        prop_assert_eq!(edges, Some(stability::stable_edge_discs(own, opponent)));
    }

    #[test]
    fn the_trace_of_the_carry_ends_in_the_moves_to_the_left(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let left = LessonOptions { direction: Some(DIRECTIONS[6]), ..LessonOptions::default() };
        let expected = Topic::LegalMoves.trace(own, opponent, left).result.value;
        let trace = Topic::Carry.trace(own, opponent, LessonOptions::default());
        prop_assert_eq!(trace.result.value, expected);
    }

    #[test]
    fn without_the_mask_the_difference_is_shown(board in board(), square in 0u8..64) {
        let square = Square::new(square).unwrap();
        let traces = traces_of(board, Topic::all(square).into_iter().filter(|topic| topic.has_mask()));
        for trace in traces.iter().filter(|trace| !trace.options.masked) {
            let masked = LessonOptions { masked: true, ..trace.options };
            let is_right = |other: &&Trace| (other.topic, other.options) == (trace.topic, masked);
            let right = traces.iter().find(is_right).expect("it is traced with the mask");
            prop_assert_eq!(right.result.value & !trace.result.value, 0, "nothing is missing");
            let taken = matches!(trace.topic, Topic::Flips(s) if board.occupied().contains(s));
            let wrong = (!taken).then_some(trace.result.value ^ right.result.value);
            prop_assert_eq!(trace.value("wrong"), wrong);
            // Along a file nothing wraps: the sentence there says that nothing can go wrong.
            if trace.options.direction.is_some_and(|direction| direction.shift.abs() == 8) {
                prop_assert!(wrong.is_none_or(|wrong| wrong == 0) || trace.topic == Topic::Carry);
            }
        }
    }
}

/// The laws below compare these lessons with the kernel.
#[test]
fn each_trick_of_the_kernels_is_a_step_of_its_own() {
    let f5 = "f5".parse().unwrap();
    let board = Board::START;
    let steps = |topic: Topic, direction: usize| {
        let options = LessonOptions {
            direction: Some(DIRECTIONS[direction]),
            order: HalvesOrder::WordByWord,
            ..LessonOptions::default()
        };
        let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
        trace.steps
    };
    let [up_right, left] = [1, 6];
    for (topic, direction, expected) in [
        (
            Topic::FlipsInHalves(f5),
            left,
            &[
                "lower_sum = lower_passable.wrapping_add(lower_beside)",
                "lower_behind = lower_sum & !lower_beside",
                "closed = (closing | negative).sign_mask()",
            ][..],
        ),
        (
            Topic::FlipsByCarry(f5),
            up_right,
            &[
                "ray = placed.wrapping_mul(0x0002_0408_1020_4080)",
                "lowest = ends & ends.wrapping_neg()",
            ],
        ),
    ] {
        let steps = steps(topic, direction);
        for expression in expected {
            let is_step = steps.iter().any(|step| step.to_string() == *expression);
            assert!(is_step, "{expression}");
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn both_orders_on_two_words_end_in_the_flips_of_the_kernel(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        for order in [HalvesOrder::StepByStep, HalvesOrder::WordByWord] {
            let options = LessonOptions { order, ..LessonOptions::default() };
            let trace = Topic::Halves.trace(own, opponent, options);
            prop_assert_eq!(trace.result.value, bitboard::legal_moves(own, opponent));
            for square in Square::all() {
                let trace = Topic::FlipsInHalves(square).trace(own, opponent, options);
                prop_assert_eq!(trace.result.value, bitboard::flips(own, opponent, square));
            }
        }
    }

    #[test]
    fn an_array_with_longer_rows_ends_in_the_same_flips(board in board()) {
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        let wide = LessonOptions { rows: RowLength::Sixteen, ..LessonOptions::default() };
        for square in Square::all() {
            let trace = Topic::Arrays(square).trace(own, opponent, wide);
            prop_assert_eq!(trace.result.value, bitboard::flips(own, opponent, square));
            let tens = Topic::Arrays(square).trace(own, opponent, LessonOptions::default());
            prop_assert_eq!(trace.value("flags"), tens.value("flags"));
            prop_assert_eq!(trace.steps.len(), tens.steps.len());
        }
    }

    /// No bits are drawn where there are none: every value of the array lesson is drawn on the array.
    #[test]
    fn every_step_on_an_array_shows_the_array(board in board(), square in 0u8..64) {
        let square = Square::new(square).unwrap();
        let (own, opponent) = (board.player().bits(), board.opponent().bits());
        for rows in [RowLength::Ten, RowLength::Sixteen] {
            let options = LessonOptions { rows, ..LessonOptions::default() };
            let trace = Topic::Arrays(square).trace(own, opponent, options);
            for step in &trace.steps {
                let View::Grid(grid) = step.result.view else {
                    panic!("{step} is not drawn on the array");
                };
                let discs = grid.cells().concat().iter().filter(|cell| matches!(cell.content, 1 | -1)).count();
                prop_assert!(discs >= board.occupied().len(), "{step}");
            }
        }
    }

    /// The text is read by a parser of its own, with Rust's precedences, and evaluated from the
    /// operands: what a reader sees is what was computed.
    #[test]
    fn each_step_is_what_its_text_says(board in board(), square in 0u8..64) {
        let square = Square::new(square).unwrap();
        for trace in all_traces(board, square) {
            let cells = Cells {
                row: trace.options.rows.cells() as u64,
                own: trace.own,
                opponent: trace.opponent,
            };
            for step in trace.steps {
                let operands: HashMap<_, _> =
                    step.expression.variables().into_iter().map(|v| (v.name, v.value)).collect();
                prop_assert_eq!(operands.len(), step.expression.variables().len(), "a name twice in {}", step);
                let value = rust_text::evaluate(&step.expression.to_string(), &operands, &cells);
                prop_assert_eq!(Ok(step.result.value), value, "{}", step);
            }
        }
    }

    /// A name in lower case stands for the last result that was given that name; a name in upper case
    /// is a constant and never changes.
    #[test]
    fn each_operand_is_an_earlier_result_or_a_constant(board in board(), square in 0u8..64) {
        let square = Square::new(square).unwrap();
        let mut constants = HashMap::new();
        for trace in all_traces(board, square) {
            let mut values = HashMap::new();
            for step in trace.steps {
                for operand in step.expression.variables() {
                    if operand.name.chars().any(char::is_lowercase) {
                        prop_assert_eq!(values.get(operand.name), Some(&operand.value), "{}", step);
                    } else {
                        let constant = constants.entry(operand.name).or_insert(operand.value);
                        prop_assert_eq!(*constant, operand.value);
                    }
                }
                values.insert(step.result.name, step.result.value);
            }
        }
    }

    #[test]
    fn chapters_hold_each_step_once_and_in_order(board in board(), square in 0u8..64) {
        for trace in all_traces(board, Square::new(square).unwrap()) {
            let mut next = 0;
            for (number, chapter) in trace.chapters.iter().enumerate() {
                prop_assert_eq!(chapter.steps.start, next);
                prop_assert!(!chapter.steps.is_empty(), "{} is empty", chapter.title);
                next = chapter.steps.end;
                for step in &trace.steps[chapter.steps.clone()] {
                    prop_assert_eq!(step.chapter, number);
                }
            }
            prop_assert_eq!(next, trace.steps.len());
        }
    }

    #[test]
    fn every_step_is_told_in_whole_sentences_with_a_place(board in board(), square in 0u8..64) {
        let mut files = HashMap::new();
        for trace in all_traces(board, Square::new(square).unwrap()) {
            for step in trace.steps {
                let sentence = step.sentence;
                prop_assert!(sentence.ends_with('.') && !sentence.contains(".."), "{}", sentence);
                prop_assert!(!sentence.contains("  "), "{}", sentence);
                let source = step.source;
                let text = files.entry(source.path).or_insert_with(|| {
                    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
                    std::fs::read_to_string(root.join(source.path)).expect("a source file")
                });
                let line = text.lines().nth(source.line - 1).map(str::trim);
                prop_assert_eq!(line, Some(source.code()));
                prop_assert!(!source.code().is_empty());
                prop_assert!(text.contains(&("fn ".to_owned() + source.symbol)));
                if step.result.view == View::Number {
                    prop_assert!(step.result.value <= 64);
                }
            }
        }
    }

    #[test]
    fn the_text_form_is_plain_ascii_of_80_columns(board in board(), square in 0u8..64) {
        for trace in all_traces(board, Square::new(square).unwrap()) {
            let text = text::to_string(&trace, Color::Black);
            for line in text.lines() {
                prop_assert!(line.len() <= text::WIDTH, "{}", line);
                prop_assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{:?}", line);
                prop_assert!(!line.ends_with(' '), "{:?}", line);
            }
            prop_assert!(text.ends_with('\n') && !text.contains("\n\n\n"));
        }
    }
}
