//! The lessons in a made-up language: what bypasses the messages stays English. The language is global, so this test is a
//! separate program.

#![allow(clippy::unwrap_used)] // in tests a panic is the report

use std::collections::{BTreeMap, BTreeSet};

use reversi::bitboard::plain::DIRECTIONS;
use reversi::{Position, Square};
use reversi_lessons::course::tutorial::STEPS;
use reversi_lessons::course::{CHAPTERS, CourseStep};
use reversi_lessons::exercise::{AnswerForm, Feedback};
use reversi_lessons::go::GoTopic;
use reversi_lessons::{LessonOptions, RowLength, Topic, Trace, text};
use reversi_table::go::GoDiagram;
use reversi_text::Language;

/// The middle of a game, and an end, in which there is more to say.
const POSITIONS: [&str; 2] = [
    "---------------------------OX-O----XXO----XO-------------------- X",
    "XXXXXXXXXXOOOXOOXOXOXOOOXOOXOOXOXOXOOXXOXXOXOXX-XOOOOOO-OOOOOO-- O",
];

/// The name of a value that stands in the course.
const CODE: [&str; 1] = ["own"];

/// A command that a lesson names.
const COMMAND: [&str; 3] = ["reversi", "bench", "boards"];

/// Returns the words of a text: letters, digits and underscores, not numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the plain English words of a text that are not names: three letters or more.
fn english(text: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
    let is_plain = |word: &&str| word.len() >= 3 && word.chars().all(|c| c.is_ascii_alphabetic());
    let plain = words(text).filter(is_plain).map(str::to_owned);
    plain.filter(|word| !names.contains(word)).collect()
}

/// Returns the plain English words of a lesson in both its forms, without the names in its code.
fn english_of<T>(trace: &Trace<T>, position: Position) -> BTreeSet<String> {
    let code = |step: &reversi_lessons::Step| {
        let source = step.source;
        format!("{step} {} {}", source.path, source.symbol)
    };
    let code: Vec<String> = trace.steps.iter().map(code).collect();
    let code = code.join(" ") + " " + trace.result.name;
    let names = words(&code).chain(COMMAND).map(str::to_owned).collect();
    let side = position.side_to_move();
    let told = text::to_string(trace, side) + &text::summary(trace, side);
    let told = trace
        .steps
        .iter()
        .fold(told, |told, step| told + " " + &step.sentence);
    english(&told, &names)
}

/// Returns the plain English words of a step of a course.
fn english_in(step: &CourseStep) -> BTreeSet<String> {
    let game = step.game();
    let typed = match step.form() {
        AnswerForm::Choice(choices) => choices,
        _ => ["zz", "0", "1"].map(str::to_owned).into(),
    };
    let of_squares = Square::all().filter_map(|square| step.check(&game, square).err());
    let of_texts = typed.iter().filter_map(|text| step.check_text(text).err());
    let feedback = of_squares.chain(of_texts).chain(step.hint(&game));
    let mut told: Vec<String> = [step.title, step.text, step.task].map(String::from).into();
    told.push(step.done(&game).into());
    for Feedback {
        sentence, details, ..
    } in feedback
    {
        told.extend([sentence].into_iter().chain(details).map(String::from));
    }
    told.extend(typed);
    english(&told.join(" "), &CODE.map(str::to_owned).into())
}

#[test]
fn no_lesson_has_a_word_of_english_but_names_of_code() {
    Language::Long.make_current();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut note = |name: String, words: BTreeSet<String>| {
        if !words.is_empty() {
            found.entry(name).or_default().extend(words);
        }
    };
    let standard = LessonOptions::default();
    let mut options = vec![
        LessonOptions {
            masked: false,
            ..standard
        },
        LessonOptions {
            rows: RowLength::Sixteen,
            ..standard
        },
        LessonOptions {
            order: standard.order.other(),
            ..standard
        },
        standard,
    ];
    options.extend(DIRECTIONS.map(|direction| LessonOptions {
        direction: Some(direction),
        ..standard
    }));
    for position in POSITIONS.map(|text| text.parse::<Position>().unwrap()) {
        let board = position.board();
        let square = board.legal_moves().iter().next().unwrap_or(Square::A1);
        for topic in Topic::all(square) {
            for &options in &options {
                let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
                note(format!("{topic:?}"), english_of(&trace, position));
            }
        }
    }
    for topic in GoTopic::ALL {
        let diagram: GoDiagram = topic.example().parse().unwrap();
        note(
            format!("{topic:?}"),
            english_of(&topic.trace(diagram), Position::START),
        );
    }
    for (course, steps) in [("tutorial", &STEPS[..]), ("course", &CHAPTERS[..])] {
        for (number, step) in (1..).zip(steps) {
            note(format!("{course} {number}"), english_in(step));
        }
    }
    assert_eq!(found, BTreeMap::new());
}
