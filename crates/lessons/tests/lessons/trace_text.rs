//! The text form of a trace against golden files in tests/golden.
//!
//! When the text is meant to change: `UPDATE_GOLDEN=1 cargo test --test lessons trace_text` writes the files
//! anew; look at the difference before committing it. Line numbers of the source are no part of them.

use std::path::PathBuf;

use reversi::bitboard::plain::DIRECTIONS;
use reversi::{Color, Position};
use reversi_lessons::go::GoTopic;
use reversi_lessons::{HalvesOrder, LessonOptions, RowLength, Topic, svg, text};
use reversi_table::go::GoDiagram;

/// Eight discs with runs in several directions, Black to move. A set-up, not from a game.
const OPENING: &str = "---------------------------OX-O----XXO----XO-------------------- X";

/// A nearly full board with many full lines, White to move. A set-up, not from a game.
const LATE: &str = "XXXXXXXXXXOOOXOOXOXOXOOOXOOXOOXOXOXOOXXOXXOXOXX-XOOOOOO-OOOOOO-- O";

/// A corner grown into a triangle: stable discs that make each other stable, round by round.
const TRIANGLE: &str = "XXXXXX--XXXXXO--XXXXOO--XXXOO---XXO-----X-OO-------------------- X";

/// Black f1 and c5, White g1 and h1, a5 and b5: runs that end at both edges.
const EDGES: &str = "-----XOO------------------------OOX----------------------------- X";

/// Compares with `tests/golden/NAME.txt`, or writes it.
fn golden(name: &str, topic: Topic, position: &str, options: LessonOptions) {
    let position: Position = position.parse().expect("board text");
    let board = position.board();
    let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
    compare(name, &text::to_string(&trace, position.side_to_move()));
}

fn compare(name: &str, text: &str) {
    let text: String = text
        .lines()
        .map(|line| without_line_number(line) + "\n")
        .collect();
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", name]
        .iter()
        .collect();
    let path = path.with_extension("txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &text).expect("a golden file can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .replace("\r\n", "\n");
    for (number, (line, wanted)) in (1..).zip(text.lines().zip(expected.lines())) {
        assert_eq!(line, wanted, "{}, line {number}", path.display());
    }
    assert_eq!(
        text.lines().count(),
        expected.lines().count(),
        "{}",
        path.display()
    );
}

/// `plain.rs:57, legal_moves` becomes `plain.rs:N, legal_moves`: any edit above it moves a line.
fn without_line_number(line: &str) -> String {
    let Some((place, symbol)) = line.rsplit_once(", ") else {
        return line.to_owned();
    };
    match place.rsplit_once(':') {
        Some((path, number)) if line.starts_with("  source") && number.parse::<u32>().is_ok() => {
            format!("{path}:N, {symbol}")
        }
        _ => line.to_owned(),
    }
}

/// Compares the lesson of an example of Go.
fn go_golden(name: &str, topic: GoTopic) {
    let position: GoDiagram = topic.example().parse().expect("a diagram");
    compare(
        name,
        &text::to_string(&topic.trace(position), position.side_to_move),
    );
}

fn towards(direction: &str) -> LessonOptions {
    let mut all = DIRECTIONS.into_iter();
    LessonOptions {
        direction: all.find(|other| other.to_string() == direction),
        ..LessonOptions::default()
    }
}

fn unmasked(options: LessonOptions) -> LessonOptions {
    LessonOptions {
        masked: false,
        ..options
    }
}

#[test]
fn a_summary_shows_each_new_computation_with_its_values_and_the_result_on_the_board() {
    let summary = |name, topic: Topic, position: &str| {
        let position: Position = position.parse().expect("board text");
        let [own, opponent] = [position.board().player(), position.board().opponent()];
        let trace = topic.trace(own.bits(), opponent.bits(), LessonOptions::default());
        let summary = text::summary(&trace, position.side_to_move());
        assert!(
            summary.lines().all(|line| line.len() <= text::WIDTH),
            "{summary}"
        );
        compare(name, &summary);
    };
    summary("summary-moves", Topic::LegalMoves, OPENING);
    summary("summary-stable", Topic::StableDiscs, TRIANGLE);
    let e6 = "e6".parse().expect("a square");
    summary("summary-arrays", Topic::Arrays(e6), OPENING);
    let position: GoDiagram = GoTopic::DeadStones.example().parse().expect("a diagram");
    let trace = GoTopic::DeadStones.trace(position);
    compare("summary-go", &text::summary(&trace, position.side_to_move));
    for (side, legend) in [
        (
            Color::Black,
            "Filled: Black, own stones. Outlined: White, opponent stones.",
        ),
        (
            Color::White,
            "Filled: Black, opponent stones. Outlined: White, own stones.",
        ),
    ] {
        assert!(svg::still(&trace, 0, side).contains(legend));
    }
}

#[test]
fn the_legal_moves_are_told_direction_by_direction() {
    golden(
        "moves",
        Topic::LegalMoves,
        OPENING,
        LessonOptions::default(),
    );
}

#[test]
fn flips_are_told_by_carry_towards_a1_and_by_fill_the_other_way() {
    golden(
        "flips-g3-carry",
        Topic::FlipsByCarry("g3".parse().expect("a square")),
        OPENING,
        LessonOptions::default(),
    );
}

#[test]
fn what_crosses_from_half_to_half_is_told_at_each_shift() {
    golden("halves", Topic::Halves, OPENING, LessonOptions::default());
}

#[test]
fn one_word_is_finished_before_the_other_begins() {
    let by_word = |direction| LessonOptions {
        order: HalvesOrder::WordByWord,
        ..towards(direction)
    };
    golden("halves-by-word", Topic::Halves, OPENING, by_word("down"));
    let g3 = Topic::FlipsInHalves("g3".parse().unwrap());
    golden("halves-flips-by-word", g3, OPENING, by_word("down left"));
    golden("halves-flips", g3, OPENING, towards("down left"));
    let f5 = Topic::FlipsInHalves("f5".parse().unwrap());
    let start = "---------------------------OX------XO--------------------------- X";
    golden("halves-flips-by-sum", f5, start, by_word("left"));
}

#[test]
fn one_direction_is_told_alone() {
    golden(
        "moves-down-left",
        Topic::LegalMoves,
        OPENING,
        towards("down left"),
    );
}

#[test]
fn a_missing_mask_is_told_with_what_it_breaks() {
    golden(
        "moves-right-unmasked",
        Topic::LegalMoves,
        EDGES,
        unmasked(towards("right")),
    );
}

#[test]
fn the_flips_are_told_with_what_closes_each_run() {
    let c4 = "c4".parse().unwrap();
    golden(
        "flips-g3",
        Topic::Flips("g3".parse().unwrap()),
        OPENING,
        LessonOptions::default(),
    );
    golden(
        "flips-c4-right",
        Topic::Flips(c4),
        OPENING,
        towards("right"),
    );
}

#[test]
fn the_carry_is_followed_square_by_square() {
    golden("carry", Topic::Carry, LATE, LessonOptions::default());
    golden(
        "carry-unmasked",
        Topic::Carry,
        EDGES,
        unmasked(LessonOptions::default()),
    );
}

#[test]
fn the_discs_are_counted_in_pairs_nibbles_and_bytes() {
    golden("count", Topic::DiscCount, LATE, LessonOptions::default());
}

#[test]
fn the_stable_discs_are_told_round_by_round() {
    golden(
        "stable-rounds",
        Topic::StableDiscs,
        TRIANGLE,
        LessonOptions::default(),
    );
    golden(
        "stable-lines",
        Topic::StableDiscs,
        LATE,
        LessonOptions::default(),
    );
}

#[test]
fn mobility_and_frontier_are_told_with_their_neighbours() {
    golden(
        "mobility",
        Topic::Mobility,
        OPENING,
        LessonOptions::default(),
    );
}

#[test]
fn the_array_is_walked_in_eight_directions() {
    let after = |moves| {
        let game = reversi::transcript::parse(moves).unwrap();
        game.position().to_string()
    };
    for (name, square, position) in [
        ("arrays-c4", "c4", after("f5d6c3")),
        ("arrays-e6", "e6", after("f5d6c3d3c4f4")),
        ("arrays-a1", "a1", OPENING.to_owned()),
        ("arrays-e4", "e4", OPENING.to_owned()),
    ] {
        let topic = Topic::Arrays(square.parse().unwrap());
        golden(name, topic, &position, LessonOptions::default());
    }
    let wide = LessonOptions {
        rows: RowLength::Sixteen,
        ..LessonOptions::default()
    };
    let e6 = Topic::Arrays("e6".parse().unwrap());
    golden("arrays-e6-wide", e6, &after("f5d6c3d3c4f4"), wide);
}

#[test]
fn the_dead_stones_of_go_are_told_round_by_round() {
    go_golden("go-dead", GoTopic::DeadStones);
}

#[test]
fn the_legal_moves_of_go_are_told_point_by_point() {
    go_golden("go-moves", GoTopic::LegalMoves);
}
