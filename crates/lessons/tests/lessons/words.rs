//! What lessons say of squares, and how their text is laid out.

use reversi::bitboard::plain::DIRECTIONS;
use reversi::{Color, Square, SquareSet};
use reversi_lessons::course::CHAPTERS;
use reversi_lessons::{LessonOptions, Topic, Trace, text};

fn trace(topic: Topic, own: u64, opponent: u64) -> Trace {
    topic.trace(own, opponent, LessonOptions::default())
}

#[test]
fn few_squares_are_named_and_many_are_counted() {
    let squares = |set: u64| {
        let wrong = CHAPTERS[0].check_text(&format!("{set:x}")).unwrap_err();
        wrong.sentence
    };
    assert_eq!(squares(0), "That would be no square.");
    assert_eq!(squares(1), "That would be h8.");
    assert_eq!(squares(1 << 63 | 1), "That would be a1 and h8.");
    assert_eq!(squares(7), "That would be f8, g8 and h8.");
    assert_eq!(squares(0xff), "That would be 8 squares.");
    let count = |own| {
        let trace = trace(Topic::DiscCount, own, 0);
        trace.steps.last().unwrap().sentence.clone()
    };
    assert_eq!(count(0), "no discs on the board, 64 empty squares.");
    assert_eq!(count(1), "1 disc on the board, 63 empty squares.");
    let moves = |own, opponent| {
        let trace = trace(Topic::Carry, own, opponent);
        let mut steps = trace.steps.into_iter();
        let found = steps.find(|step| step.result.name == "moves_left");
        found.unwrap().sentence
    };
    assert!(moves(1, 2).contains("f8 is a move to the left."));
    assert!(moves(0x101, 0x202).contains("f7 and f8 are moves to the left."));
}

#[test]
fn a_step_wraps_exactly_where_the_board_has_no_next_square() {
    for direction in DIRECTIONS {
        for square in Square::all() {
            let landed = direction.step(square.bit());
            let near = SquareSet::from_bits(landed).first().is_some_and(|to| {
                to.file().index().abs_diff(square.file().index()) <= 1
                    && to.rank().index().abs_diff(square.rank().index()) <= 1
            });
            let options = LessonOptions {
                direction: Some(direction),
                masked: false,
                ..LessonOptions::default()
            };
            let trace = Topic::LegalMoves.trace(square.bit(), 0, options);
            let mut steps = trace.steps.iter();
            let shifted = steps.find(|step| step.result.name == "shifted").unwrap();
            let wrapped = SquareSet::from_bits(landed).first().filter(|_| !near);
            let moved = format!("The own discs, moved one square {direction}.");
            let expected = wrapped.map_or(moved.clone(), |over| {
                format!("{moved} Wrong: {over} was reached across the edge of the board.")
            });
            assert_eq!(*shifted.sentence, *expected, "{square}");
        }
    }
}

#[test]
fn a_line_breaks_between_words_and_never_within_one() {
    let mut broken = 0;
    for topic in Topic::all("f1".parse().unwrap()) {
        let trace = trace(topic, 0x0080_0000_0000_0000, 0x0300_0000_0000_0000);
        let text = text::to_string(&trace, Color::Black);
        let lines: Vec<&str> = text.lines().collect();
        let mut from = 0;
        for step in &trace.steps {
            // Its lines are indented alike, and as long as words fit.
            let mut wrapped: Vec<String> = Vec::new();
            for word in step.sentence.split(' ') {
                match wrapped.last_mut() {
                    Some(line) if line.len() + 1 + word.len() <= text::WIDTH => {
                        line.push(' ');
                        line.push_str(word);
                    }
                    _ => wrapped.push(format!("  {word}")),
                }
            }
            let found = lines[from..]
                .windows(wrapped.len())
                .position(|lines| lines == wrapped);
            from += found.unwrap_or_else(|| panic!("{wrapped:?} in {text}")) + wrapped.len();
            broken += usize::from(wrapped.len() > 1);
        }
    }
    assert!(broken > 10, "{broken}");
}

#[test]
fn black_is_x_and_white_is_o_whoever_moves() {
    let trace = Topic::DiscCount.trace(1, 2, LessonOptions::default());
    let legend = |side_to_move| text::to_string(&trace, side_to_move);
    assert!(legend(Color::Black).contains("X own discs, O opponent discs"));
    assert!(legend(Color::White).contains("O own discs, X opponent discs"));
}
