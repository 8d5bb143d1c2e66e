//! Tests `reversi explain` in the real program: it prints the trace of the library, or one sentence.

use std::fs;
use std::process::Output;

use reversi::Color;
use reversi::bitboard::plain::DIRECTIONS;
use reversi::transcript;
use reversi_lessons::go::GoTopic;
use reversi_lessons::{HalvesOrder, LessonOptions, RowLength, Topic, Trace, svg, text};
use reversi_table::go::GoDiagram;

#[cfg(unix)]
use crate::terminal::{PROGRAM, Terminal};
use crate::{guide, program};

use program::{error, printed, program, run};

fn explain(args: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    run(
        &mut program(home.path(), &[&["explain"], args].concat()),
        b"",
    )
}

#[test]
fn each_choice_prints_the_trace_of_the_library() {
    let board = transcript::parse("f5d6c3").unwrap().position().board();
    let c4 = "c4".parse().unwrap();
    let left = LessonOptions {
        direction: Some(DIRECTIONS[6]),
        ..LessonOptions::default()
    };
    let unmasked = LessonOptions {
        masked: false,
        ..LessonOptions::default()
    };
    for (args, topic, options) in [
        (&[][..], Topic::LegalMoves, LessonOptions::default()),
        (
            &["--legal-moves", "--direction", "w"],
            Topic::LegalMoves,
            left,
        ),
        (
            &["--flips", "C4"],
            Topic::Flips(c4),
            LessonOptions::default(),
        ),
        (
            &["--flips", "c4", "--direction", "left"],
            Topic::Flips(c4),
            left,
        ),
        (
            &["--arrays", "c4"],
            Topic::Arrays(c4),
            LessonOptions::default(),
        ),
        (&["--carry", "--unmasked"], Topic::Carry, unmasked),
        (
            &["--flips", "c4", "--carry"],
            Topic::FlipsByCarry(c4),
            LessonOptions::default(),
        ),
        (&["--halves"], Topic::Halves, LessonOptions::default()),
        (&["--halves", "--direction", "left"], Topic::Halves, left),
        (&["--stable"], Topic::StableDiscs, LessonOptions::default()),
        (
            &["--disc-count"],
            Topic::DiscCount,
            LessonOptions::default(),
        ),
        (&["--mobility"], Topic::Mobility, LessonOptions::default()),
        (
            &["--arrays", "c4", "--wide"],
            Topic::Arrays(c4),
            LessonOptions {
                rows: RowLength::Sixteen,
                ..LessonOptions::default()
            },
        ),
        (
            &["--halves", "--flips", "c4"],
            Topic::FlipsInHalves(c4),
            LessonOptions::default(),
        ),
        (
            &["--halves", "--flips", "c4", "--word-by-word"],
            Topic::FlipsInHalves(c4),
            LessonOptions {
                order: HalvesOrder::WordByWord,
                ..LessonOptions::default()
            },
        ),
    ] {
        let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
        check(&[&["f5d6c3"], args].concat(), &trace, Color::White);
    }
}

/// Checks that a command prints the summary of a trace, and with `--steps` all of it.
fn check<T>(args: &[&str], trace: &Trace<T>, side_to_move: Color) {
    let summary = text::summary(trace, side_to_move);
    let count = trace.steps.len();
    let expected = format!("{summary}\n--steps prints all {count} steps with their bits.\n");
    assert_eq!(printed(explain(args)), expected, "{args:?}");
    let steps = explain(&[args, &["--steps"]].concat());
    let expected = text::to_string(trace, side_to_move);
    assert_eq!(printed(steps), expected, "{args:?}");
}

#[test]
fn each_lesson_of_the_guide_is_a_summary_that_fits_on_a_page() {
    let lines = guide::blocks("sh")
        .into_iter()
        .flat_map(|block| block.lines);
    let mut count = 0;
    for line in lines.filter(|line| line.starts_with("reversi explain")) {
        let (command, _) = line.split_once('#').unwrap_or((&line, ""));
        let args: Vec<&str> = command.split_whitespace().skip(2).collect();
        if args.contains(&"--steps") {
            continue;
        }
        let output = explain(&args);
        assert_eq!(output.status.code(), Some(0), "{line}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() <= 60, "{line}: {text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{line}: {text}");
        assert!(text.contains("\n--steps prints all "), "{line}: {text}");
        assert!(text.contains("\nResult: "), "{line}: {text}");
        count += 1;
    }
    assert!(count > 15);
}

#[cfg(unix)]
#[test]
fn only_a_terminal_shows_the_steps_through_the_pager() {
    let args = ["explain", "--disc-count", "--steps"];
    let at_terminal = |pager| {
        let mut terminal = Terminal::start_with(PROGRAM, &args, &[("PAGER", pager)]);
        assert!(terminal.child.wait().unwrap().success(), "{pager}");
        terminal.wait_for("result", |screen| {
            screen.to_lowercase().contains("result: ")
        });
        terminal.text()
    };
    assert!(at_terminal("tr 'a-z' 'A-Z'").contains("RESULT: "));
    assert!(at_terminal("").contains("\nResult: "));
    let missing = at_terminal("no-such-pager -x");
    assert!(missing.contains("\nResult: "), "{missing}");
    let why = "warning: cannot start $PAGER: there is no such file or folder";
    assert!(missing.contains(why), "{missing}");
    // One that reads nothing is no error.
    let mut terminal = Terminal::start_with(PROGRAM, &args, &[("PAGER", "true")]);
    assert!(terminal.child.wait().unwrap().success());

    let home = tempfile::tempdir().unwrap();
    let mut piped = program(home.path(), &args);
    let piped = printed(run(piped.env("PAGER", "tr a-z A-Z"), b""));
    assert!(piped.contains("\nResult: "), "{piped}");
    assert!(!piped.contains('\u{1b}'));
}

#[test]
fn the_flags_of_every_legal_move_are_printed_on_the_board_and_in_words() {
    let known = "--------------------X------XOO----XOOX----OO-------------------- X";
    let output = explain(&["--directions", known]);
    assert_eq!(output.status.code(), Some(0));
    let expected = "\
The legal moves of Black: the directions in which they turn discs, as flags in hexadecimal.
01 up left, 02 up, 04 up right, 08 left
10 right, 20 down left, 40 down, 80 down right

   a  b  c  d  e  f  g  h
1  .  .  .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
3  .  .  . 80  X 40  .  .
4  .  .  .  X  O  O 08  .
5  .  .  X  O  O  X 01  .
6  .  .  O  O 02 01  .  .
7  .  . 02 02 01  .  .  .
8  .  .  .  .  .  .  .  .

d3 80  down right
f3 40  down
g4 08  left
g5 01  up left
e6 02  up
f6 01  up left
c7 02  up
d7 02  up
e7 01  up left
";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    let said = String::from_utf8(explain(&["--directions", "f5"]).stdout).unwrap();
    assert!(
        said.ends_with("\n\nf4 08  left\nd6 02  up\nf6 01  up left\n"),
        "{said}"
    );
    let none = format!("{} O", "X".repeat(64));
    let said = String::from_utf8(explain(&["--directions", &none]).stdout).unwrap();
    assert!(said.ends_with("\nNo move is legal.\n"), "{said}");
}

#[test]
fn every_example_is_explained_by_name_and_none_at_another_position() {
    for (name, title) in [
        ("row", "Legal moves, right\n"),
        ("edge", "Legal moves, right\n"),
        ("flags", "Walks from d3 on an array\n"),
        ("dead-stones", "Dead stones in Go on 5x5\n"),
        ("popcount", "Disc count\n"),
        ("halves", "Legal moves with two words of 32 bits\n"),
        ("ko", "Legal moves in Go on 5x5\n"),
    ] {
        let output = explain(&["--example", name, "--steps"]);
        assert_eq!(output.status.code(), Some(0), "{name}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.starts_with(title), "{name}: {said}");
        assert_eq!(explain(&["--example", name, "f5"]).status.code(), Some(2));
        let help = String::from_utf8(explain(&["--help"]).stdout).unwrap();
        assert!(help.contains(&format!("- {name}:")), "{name}");
    }
    let edge = String::from_utf8(explain(&["--example", "edge", "--steps"]).stdout).unwrap();
    assert!(edge.contains("across the edge of the board"), "{edge}");
    let flags = String::from_utf8(explain(&["--example", "flags", "--steps"]).stdout).unwrap();
    assert!(flags.contains("discs turn: down right."), "{flags}");
    let ko = String::from_utf8(explain(&["--example", "ko", "--steps"]).stdout).unwrap();
    assert!(ko.contains("A capture makes room"), "{ko}");
}

#[test]
fn an_array_and_a_carry_can_be_shown_in_one_direction() {
    let chapters = |args: &[&str]| {
        let steps = explain(&[args, &["--steps"]].concat());
        let said = String::from_utf8(steps.stdout).unwrap();
        let headings = said.lines().filter_map(|line| line.strip_prefix("Step "));
        let titles = headings.filter_map(|line| line.split_once(": "));
        titles
            .map(|(_, title)| title.to_owned())
            .collect::<Vec<_>>()
    };
    let walked = chapters(&["f5", "--arrays", "f6", "--direction", "up"]);
    assert!(walked.contains(&"up".to_owned()) && !walked.contains(&"up left".to_owned()));
    assert_eq!(
        chapters(&["f5", "--carry", "--direction", "left"]),
        chapters(&["f5", "--carry"])
    );
    let output = explain(&["f5", "--carry", "--direction", "up"]);
    assert!(error(output, 2).contains("to the left only"));
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
            &["--disc-count", "--direction", "up"],
            "--direction works only with --legal-moves, --flips, --carry, --halves and --arrays",
        ),
        (
            &["--stable", "--unmasked"],
            "--unmasked works only with --legal-moves, --flips or --carry",
        ),
        (
            &["--flips", "c4", "--carry", "--unmasked"],
            "--unmasked works only with --legal-moves, --flips or --carry",
        ),
        (&["--stable", "--disc-count"], "cannot be used with"),
        (&["--stable", "--carry"], "cannot be used with"),
        (&["--arrays", "c4", "--carry"], "cannot be used with"),
        (&["--directions", "--carry"], "cannot be used with"),
        (&["--arrays", "c4", "--directions"], "cannot be used with"),
        (
            &["--arrays", "c4", "--unmasked"],
            "--unmasked works only with",
        ),
        (
            &["--directions", "--direction", "up"],
            "cannot be used with",
        ),
    ] {
        let output = explain(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn go_is_explained_at_a_diagram_and_after_moves() {
    let diagram = ".X./XO./..O O";
    // Black's last stone captured b1: it is still on the board.
    let captured = "..../..../.X../XOX. O";
    for (args, topic, position) in [
        (&[][..], GoTopic::DeadStones, GoTopic::DeadStones.example()),
        (
            &["--legal-moves"],
            GoTopic::LegalMoves,
            GoTopic::LegalMoves.example(),
        ),
        (&["--dead", diagram], GoTopic::DeadStones, diagram),
        (
            &["--legal-moves", "--size", "3", diagram],
            GoTopic::LegalMoves,
            diagram,
        ),
        (
            &["--size", "4", "a1b1b2d4c1"],
            GoTopic::DeadStones,
            &captured.replacen("....", "...O", 1),
        ),
        (
            &["--legal-moves", "c3", "--size", "7"],
            GoTopic::LegalMoves,
            "......./......./......./......./..X..../......./....... O",
        ),
    ] {
        let position: GoDiagram = position.parse().unwrap();
        let trace = topic.trace(position);
        check(&[&["--go"], args].concat(), &trace, position.side_to_move);
    }
}

#[test]
fn what_cannot_be_explained_of_go_is_named_in_a_sentence() {
    for (args, expected) in [
        (&["c3c3"][..], "in the transcript, move 2: c3 is occupied"),
        (
            &["f1"],
            "in the transcript, move 1: f1 is not on this board",
        ),
        (
            &["c9"],
            "in the transcript, move 1: neither a point like c3 nor pass",
        ),
        (
            &["X.X"],
            "a diagram is 2 to 7 rows of as many points from the top",
        ),
        (
            &["XO/OX", "--legal-moves"],
            "the position is not legal, because some stones have no liberty",
        ),
        (
            &[".X/..", "--size", "5"],
            "the diagram has 2 rows, but --size is 5",
        ),
        (&["--size", "8"], "expected a whole number from 2 to 7"),
        (&["--stable"], "cannot be used with"),
        (&["--unmasked"], "cannot be used with"),
        (&["--dead", "--legal-moves"], "cannot be used with"),
    ] {
        let output = explain(&[&["--go"], args].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(output.stdout.is_empty());
    }
    let output = explain(&["--dead"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_lesson_and_a_step_are_written_as_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.svg");
    let file = path.to_str().unwrap();
    let board = transcript::parse("f5d6c3").unwrap().position().board();
    let trace = Topic::DiscCount.trace(
        board.player().bits(),
        board.opponent().bits(),
        LessonOptions::default(),
    );
    let lesson = svg::animation(&trace, Color::White) + "\n";
    let args = ["f5d6c3", "--disc-count", "-o"];
    assert_eq!(printed(explain(&[&args[..], &["-"]].concat())), lesson);
    assert_eq!(printed(explain(&[&args[..], &[file]].concat())), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), lesson);
    // As with the other commands, the file is replaced.
    assert_eq!(
        printed(explain(&[&args[..], &[file, "--step", "3"]].concat())),
        ""
    );
    let step = svg::still(&trace, 2, Color::White) + "\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), step);

    let position: GoDiagram = GoTopic::DeadStones.example().parse().unwrap();
    let trace = GoTopic::DeadStones.trace(position);
    let step = svg::still(&trace, 0, position.side_to_move) + "\n";
    assert_eq!(printed(explain(&["--go", "-o", "-", "--step", "1"])), step);
}

#[test]
fn a_picture_that_cannot_be_made_is_named_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none").join("lesson.svg");
    for (args, code, expected) in [
        (
            &["-o", "-", "--step", "99"][..],
            2,
            "--step 99: the lesson has 41 steps",
        ),
        (
            &["-o", "-", "--step", "0"],
            2,
            "expected a whole number, 1 or more",
        ),
        (&["--step", "1"], 2, "--output <FILE>"),
        (&["-o", "-", "--steps"], 2, "cannot be used with"),
        (&["--directions", "--steps"], 2, "cannot be used with"),
        (&["-o", missing.to_str().unwrap()], 1, "lesson.svg"),
    ] {
        let said = error(explain(args), code);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}
