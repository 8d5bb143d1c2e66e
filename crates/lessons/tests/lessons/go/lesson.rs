//! The laws of the lessons of Go: a trace ends in what the kernel returns, each step is what its text says,
//! and the steps hang together.

use std::collections::HashMap;
use std::path::Path;

use reversi::{ByColor, Color};
use reversi_lessons::go::GoTopic;
use reversi_lessons::{Step, Trace, text};
use reversi_table::go::{GoDiagram, kernel};

use crate::dial;
use crate::go::board::{grid, random_position, random_stones};
use crate::random::Random;
use crate::rust_text::{Cells, evaluate};

/// Calls a function for the traces of random positions of every size, and of the examples.
fn each_trace(mut look: impl FnMut(GoDiagram, &Trace<GoTopic>)) {
    for topic in GoTopic::ALL {
        let example = topic.example().parse().unwrap();
        look(example, &topic.trace(example));
        for size in 2..=7 {
            let mut random = Random(u64::from(size));
            for number in 0..dial::events(100) {
                let stones = match topic {
                    GoTopic::DeadStones => random_stones(grid(size), &mut random),
                    GoTopic::LegalMoves => random_position(grid(size), &mut random),
                };
                let position = GoDiagram {
                    grid: grid(size),
                    stones,
                    side_to_move: Color::ALL[number % 2],
                };
                look(position, &topic.trace(position));
            }
        }
    }
}

#[test]
fn a_trace_ends_in_what_the_kernel_returns() {
    each_trace(|position, trace| {
        let GoDiagram {
            grid,
            stones,
            side_to_move,
        } = position;
        let (own, opponent) = (stones[side_to_move], stones[side_to_move.opposite()]);
        let expected = match trace.topic {
            GoTopic::DeadStones => kernel::dead_stones(grid, own, opponent),
            GoTopic::LegalMoves => kernel::legal_moves(grid, own, opponent),
        };
        assert_eq!(trace.result.value, expected);
        assert_eq!((trace.own, trace.opponent), (own, opponent));
    });
}

#[test]
fn the_examples_show_what_they_are_for() {
    let named = |topic: GoTopic, set| {
        let position: GoDiagram = topic.example().parse().unwrap();
        let names = position.grid.points(set).map(|point| point.to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    let dead = GoTopic::DeadStones.trace(GoTopic::DeadStones.example().parse().unwrap());
    assert_eq!(named(GoTopic::DeadStones, dead.result.value), "a5 b5");
    let looked = dead.steps.iter().find(|step| step.result.name == "dead");
    let looked = looked.unwrap().result.value;
    assert_eq!(named(GoTopic::DeadStones, looked), "a5 b5 b2 c2 d2");

    let moves = GoTopic::LegalMoves.trace(GoTopic::LegalMoves.example().parse().unwrap());
    let tried = moves.value("enclosed").unwrap();
    assert_eq!(named(GoTopic::LegalMoves, tried), "a5 e5 a1");
    let suicides = tried & !moves.result.value;
    assert_eq!(named(GoTopic::LegalMoves, suicides), "a1");
    for part in [
        "The new stone captures d5 and e4.",
        "So a1 is suicide.",
        "joins living ones.",
    ] {
        let told = moves.steps.iter().any(|step| step.sentence.contains(part));
        assert!(told, "{part}");
    }
}

/// Evaluates the text of a step with a reader of its own. The masks of the board and a call of
/// `neighbours` become names first.
fn value_of(step: &Step, position: GoDiagram) -> Result<u64, String> {
    let GoDiagram { grid, .. } = position;
    let mut operands: HashMap<String, u64> = HashMap::new();
    let mut text = step.expression.to_string();
    for variable in step.expression.variables() {
        let name = variable.name.replace("grid.", "grid_").replace("()", "");
        text = text.replace(variable.name, &name);
        let call = format!("neighbours({name})");
        let called = format!("neighbours_{name}");
        text = text.replace(&call, &called);
        operands.insert(called, kernel::neighbours(grid, variable.value));
        operands.insert(name, variable.value);
    }
    let operands = operands.iter().map(|(name, &value)| (name.as_str(), value));
    // No step of Go reads an array.
    let cells = Cells {
        row: 10,
        own: 0,
        opponent: 0,
    };
    evaluate(&text, &operands.collect(), &cells)
}

#[test]
fn each_step_is_what_its_text_says() {
    each_trace(|position, trace| {
        for step in &trace.steps {
            assert_eq!(value_of(step, position), Ok(step.result.value), "{step}");
        }
    });
}

#[test]
fn each_operand_is_an_earlier_result_or_a_mask_of_the_board() {
    each_trace(|GoDiagram { grid, .. }, trace| {
        let mut values = HashMap::from([
            ("grid.board()", grid.board()),
            ("grid.not_right_column()", grid.not_right_column()),
            ("grid.not_left_column()", grid.not_left_column()),
        ]);
        for step in &trace.steps {
            for operand in step.expression.variables() {
                assert_eq!(values.get(operand.name), Some(&operand.value), "{step}");
            }
            values.insert(step.result.name, step.result.value);
        }
    });
}

#[test]
fn every_step_has_its_chapter_whole_sentences_and_its_line_of_the_kernel() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("crates/table/src/go/kernel.rs");
    let kernel = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = kernel.lines().map(str::trim).collect();
    each_trace(|_, trace| {
        let mut next = 0;
        for (number, chapter) in trace.chapters.iter().enumerate() {
            assert_eq!(chapter.steps.start, next);
            assert!(!chapter.steps.is_empty(), "{}", chapter.title);
            next = chapter.steps.end;
            for step in &trace.steps[chapter.steps.clone()] {
                assert_eq!(step.chapter, number);
            }
        }
        assert_eq!(next, trace.steps.len());
        for step in &trace.steps {
            let sentence = &step.sentence;
            assert!(
                sentence.ends_with('.') && !sentence.contains(".."),
                "{sentence}"
            );
            assert!(!sentence.contains("  "), "{sentence}");
            assert_eq!(step.source.path, "crates/table/src/go/kernel.rs");
            assert_eq!(lines[step.source.line - 1], step.source.code());
        }
    });
}

#[test]
fn the_text_form_is_plain_ascii_of_80_columns_and_speaks_of_stones() {
    each_trace(|position, trace| {
        let text = text::to_string(trace, position.side_to_move);
        for line in text.lines() {
            assert!(line.len() <= text::WIDTH, "{line}");
            assert!(
                line.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
                "{line}"
            );
            assert!(!line.ends_with(' '), "{line:?}");
            assert!(!line.contains("disc") && !line.contains("square"), "{line}");
        }
        assert!(text.ends_with('\n') && !text.contains("\n\n\n"));
        let letters = ByColor::new('X', 'O');
        let own = letters[position.side_to_move];
        assert!(text.contains(&format!("{own} own stones, ")));
    });
}
