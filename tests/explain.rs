//! Tests `reversi explain` in the real program: it prints the trace of the library, or one sentence.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

use reversi::Color;
use reversi::app::lesson::{Options, Topic, text};
use reversi::bitboard::plain::DIRECTIONS;
use reversi::notation::transcript;

fn explain(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reversi"))
        .arg("explain")
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn each_choice_prints_the_trace_of_the_library() {
    let board = transcript::parse("f5d6c3").unwrap().position().board();
    let c4 = "c4".parse().unwrap();
    let left = Options {
        direction: Some(DIRECTIONS[6]),
        masked: true,
    };
    let unmasked = Options {
        direction: None,
        masked: false,
    };
    for (args, topic, options) in [
        (&[][..], Topic::LegalMoves, Options::default()),
        (&["--moves", "--direction", "w"], Topic::LegalMoves, left),
        (&["--flips", "C4"], Topic::Flips(c4), Options::default()),
        (
            &["--flips", "c4", "--direction", "left"],
            Topic::Flips(c4),
            left,
        ),
        (&["--carry", "--unmasked"], Topic::Carry, unmasked),
        (&["--stable"], Topic::StableDiscs, Options::default()),
        (&["--count"], Topic::DiscCount, Options::default()),
        (&["--mobility"], Topic::Mobility, Options::default()),
    ] {
        let output = explain(&[&["f5d6c3"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
        let expected = text::to_string(&trace, Color::White);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
}

#[test]
fn what_cannot_be_explained_is_named_in_a_sentence_and_is_wrong_usage() {
    for (args, expected) in [
        (
            &["f5f5"][..],
            "the transcript, move 2: f5 is taken by Black",
        ),
        (&["--flips", "c9"], "c9 is off the board"),
        (
            &["--direction", "sideways"],
            "invalid value 'sideways' for '--direction <DIRECTION>'",
        ),
        (
            &["--count", "--direction", "up"],
            "--direction works only with --moves and --flips",
        ),
        (
            &["--stable", "--unmasked"],
            "--unmasked works only with --moves, --flips and --carry",
        ),
        (&["--stable", "--count"], "cannot be used with"),
    ] {
        let output = explain(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}
