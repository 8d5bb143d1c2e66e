//! The pictures of lessons, and the page of the guide that shows some.
//!
//! The pictures of the page are kept in `docs/pictures`. When they are meant to change,
//! `cargo test --test cli -- --ignored redraw_the_pictures` draws them again.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use reversi::{Color, Position};
use reversi_lessons::go::GoTopic;
use reversi_lessons::{LessonOptions, RowLength, Topic, Trace, View, svg};
use roxmltree::{Document, Node};

use crate::program::{printed, program, run};

/// The start, a set-up of few discs, a nearly full board, a triangle of stable discs, and runs to both edges.
const POSITIONS: [&str; 5] = [
    "---------------------------OX------XO--------------------------- X",
    "---------------------------OX-O----XXO----XO-------------------- X",
    "XXXXXXXXXXOOOXOOXOXOXOOOXOOXOOXOXOXOOXXOXXOXOXX-XOOOOOO-OOOOOO-- O",
    "XXXXXX--XXXXXO--XXXXOO--XXXOO---XXO-----X-OO-------------------- X",
    "-----XOO------------------------OOX----------------------------- X",
];

/// Calls a function with the lessons of every topic at several positions, in which the topic is left out.
fn each_lesson(act: impl Fn(&Trace<()>, Color)) {
    for text in POSITIONS {
        let position: Position = text.parse().unwrap();
        let board = position.board();
        let square = board
            .legal_moves()
            .iter()
            .next()
            .unwrap_or("a1".parse().unwrap());
        for topic in Topic::all(square) {
            for masked in [true, false] {
                let options = LessonOptions {
                    masked,
                    ..LessonOptions::default()
                };
                let trace = topic.trace(board.player().bits(), board.opponent().bits(), options);
                act(&without_topic(trace), position.side_to_move());
            }
        }
    }
    for topic in GoTopic::ALL {
        let position = topic.example().parse().unwrap();
        act(&without_topic(topic.trace(position)), position.side_to_move);
    }
}

fn without_topic<T>(trace: Trace<T>) -> Trace<()> {
    let Trace {
        title,
        board,
        options,
        own,
        opponent,
        chapters,
        steps,
        result,
        ..
    } = trace;
    Trace {
        topic: (),
        title,
        board,
        options,
        own,
        opponent,
        chapters,
        steps,
        result,
    }
}

/// A rectangle: left, top, right and bottom.
type Area = [f64; 4];

fn number(node: Node, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

/// Returns where a group moves its content, and how it scales it.
fn transform(group: Node) -> (f64, f64, f64) {
    let Some(text) = group.attribute("transform") else {
        return (0.0, 0.0, 1.0);
    };
    let numbers: Vec<f64> = text
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter_map(|number| number.parse().ok())
        .collect();
    (
        numbers[0],
        numbers[1],
        numbers.get(2).copied().unwrap_or(1.0),
    )
}

/// Returns the areas of the texts and the boards of a step.
fn areas(step: Node, board: f64) -> Vec<(String, Area)> {
    let mut areas = Vec::new();
    for node in step.descendants() {
        let (x, y, scale) = transform(node.parent().unwrap_or(node));
        let mut add = |name: &str, [left, top, right, bottom]: Area| {
            let area = [
                x + left * scale,
                y + top * scale,
                x + right * scale,
                y + bottom * scale,
            ];
            areas.push((name.to_owned(), area));
        };
        match node.tag_name().name() {
            // Numbers in boxes are centred on the board.
            "text" if node.attribute("text-anchor").is_none() => {
                let text = node.text().unwrap();
                let size = number(node, "font-size");
                let (left, bottom) = (number(node, "x"), number(node, "y"));
                let width = 0.61 * size * f64::from(u32::try_from(text.chars().count()).unwrap());
                add(
                    text,
                    [
                        left,
                        bottom - 0.75 * size,
                        left + width,
                        bottom + 0.2 * size,
                    ],
                );
            }
            // The board with its ranks and files.
            "use" if node.attribute("href") == Some("#g") => {
                add("a board", [0.0, 36.0, 14.0 + board, 54.0 + board]);
            }
            _ => {}
        }
    }
    areas
}

/// Returns the steps of a picture: its only one, or those of an animation.
fn steps<'a>(picture: &'a Document) -> Vec<Node<'a, 'a>> {
    let groups = picture.root_element().children();
    groups
        .filter(|node| node.attribute("class") == Some("s"))
        .collect()
}

fn texts(node: Node) -> String {
    let texts = node
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
    texts.join(" ")
}

/// Takes seconds: it draws 102 lessons, each an animation of all its steps, and compares all texts of a step.
#[test]
fn no_text_of_a_picture_is_cut_or_covers_another_or_a_board() {
    each_lesson(|trace, side_to_move| {
        let picture = svg::animation(trace, side_to_move);
        let picture = Document::parse(&picture).unwrap();
        let root = picture.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        let board = f64::from(u32::try_from(trace.board.size()).unwrap()) * 20.0;
        for step in steps(&picture) {
            let areas = areas(step, board);
            for (index, (name, [left, top, right, bottom])) in areas.iter().enumerate() {
                let is_inside =
                    *left >= 8.0 && *top >= 8.0 && *right <= width - 8.0 && *bottom <= height - 8.0;
                assert!(is_inside, "{}: {name}", trace.title);
                for (other, area) in &areas[..index] {
                    let apart = *left >= area[2]
                        || *right <= area[0]
                        || *top >= area[3]
                        || *bottom <= area[1];
                    assert!(apart, "{}: {name} and {other}", trace.title);
                }
            }
        }
    });
}

#[test]
fn each_step_has_its_expression_its_sentence_and_its_bits() {
    each_lesson(|trace, side_to_move| {
        let picture = svg::animation(trace, side_to_move);
        let document = Document::parse(&picture).unwrap();
        let frames = steps(&document);
        assert_eq!(frames.len(), trace.steps.len());
        for (frame, step) in frames.into_iter().zip(&trace.steps) {
            let text = texts(frame);
            let chapter = &trace.chapters[step.chapter].title;
            for expected in [&*trace.title, chapter, &step.to_string(), &step.sentence] {
                assert!(text.contains(expected), "{expected}: {text}");
            }
            assert!(text.contains(step.source.path) && text.contains(step.source.symbol));
            for value in step.expression.variables().into_iter().chain([step.result]) {
                assert!(text.contains(value.name), "{text}");
                let digits = format!("{:016x}", value.value);
                let groups: Vec<&str> = (0..4).map(|at| &digits[4 * at..4 * at + 4]).collect();
                let shown = match value.view {
                    View::Number => value.value.to_string(),
                    View::Grid(_) => format!("{} = {}", value.name, value.amount()),
                    _ => format!("0x{}", groups.join("_")),
                };
                assert!(text.contains(&shown), "{shown}: {text}");
            }
            if matches!(step.result.view, View::Squares | View::Fields(_)) {
                for (_, bits) in trace.board.rows(step.result.value) {
                    let size = trace.board.size();
                    assert!(text.contains(&format!("{bits:0size$b} {bits:02x}")));
                }
            }
        }
    });
}

#[test]
fn an_array_is_drawn_as_cells_with_walls_and_no_bits() {
    let d3 = "d3".parse().unwrap();
    for rows in [RowLength::Ten, RowLength::Sixteen] {
        let options = LessonOptions {
            rows,
            ..LessonOptions::default()
        };
        let trace = Topic::Arrays(d3).trace(0x8_1000_0000, 0x10_0800_0000, options);
        let picture = svg::animation(&trace, Color::Black);
        let (head, frames) = picture.split_once("</defs>").unwrap();
        assert_eq!(head.matches('∞').count(), 10 * rows.cells() - 64);
        assert_eq!(
            head.matches("font-size='9'").count(),
            10 * rows.cells(),
            "indexes"
        );
        for direction in 0..8 {
            let step = format!(">{:+}</text>", rows.step(direction));
            assert!(frames.contains(&step), "{step}");
        }
        assert!(!frames.contains("0x0000"), "no set of squares");
    }
}

#[test]
fn a_step_looks_the_same_alone_and_in_the_animation() {
    let trace = Topic::LegalMoves.trace(0x8_1000_0000, 0x10_0800_0000, LessonOptions::default());
    let animation = svg::animation(&trace, Color::Black);
    let (head, frames) = animation.split_once("</defs>").unwrap();
    for step in 0..trace.steps.len() {
        let still = svg::still(&trace, step, Color::Black);
        Document::parse(&still).unwrap();
        let (still_head, drawn) = still.split_once("</defs>").unwrap();
        assert_eq!(head, still_head);
        assert!(frames.contains(drawn.trim().strip_suffix("</svg>").unwrap()));
        assert!(!still.contains("animation"));
    }
    let last = trace.steps.len() - 1;
    let end = svg::still(&trace, last, Color::Black);
    assert_eq!(svg::still(&trace, usize::MAX, Color::Black), end);
}

#[test]
fn an_animation_shows_one_step_at_a_time_and_the_last_one_without_animations() {
    let trace = Topic::Carry.trace(0x8_1000_0000, 0x10_0800_0000, LessonOptions::default());
    let picture = svg::animation(&trace, Color::Black);
    assert!(picture.contains("prefers-reduced-motion") && !picture.contains("<script"));
    // Each step begins when the one before it ends, from the start to the end.
    let keyframes = picture
        .lines()
        .filter(|line| line.starts_with("@keyframes"));
    let mut before = "0%";
    let mut times = Vec::new();
    for line in keyframes {
        let (_, rest) = line.split_once("0%{visibility:hidden}").unwrap();
        let (start, rest) = rest.split_once("{visibility:visible}").unwrap();
        let (end, _) = rest.split_once(",to{visibility:hidden}").unwrap();
        assert_eq!(start, before);
        before = end;
        let share = |text: &str| text.trim_end_matches('%').parse::<f64>().unwrap();
        times.push(share(end) - share(start));
    }
    assert_eq!(before, "100%");
    assert_eq!(times.len(), trace.steps.len());
    let length =
        |step: usize| trace.steps[step].sentence.len() + trace.steps[step].to_string().len();
    let steps = 0..trace.steps.len() - 1;
    let longest = steps.clone().max_by_key(|&step| length(step)).unwrap();
    let shortest = steps.min_by_key(|&step| length(step)).unwrap();
    assert!(times[longest] > times[shortest]);
    let document = Document::parse(&picture).unwrap();
    let shown = steps_shown(&document);
    assert_eq!(shown, [trace.steps.len() - 1]);
}

fn steps_shown(picture: &Document) -> Vec<usize> {
    let steps = steps(picture).into_iter().enumerate();
    let shown = steps.filter(|(_, step)| step.attribute("visibility") == Some("visible"));
    shown.map(|(number, _)| number).collect()
}

#[test]
fn a_set_bit_has_a_frame_and_a_one_and_discs_are_told_apart_without_colour() {
    let trace = Topic::DiscCount.trace(0x8_1000_0000, 0x10_0800_0000, LessonOptions::default());
    for (side_to_move, filled) in [(Color::Black, "own"), (Color::White, "opponent")] {
        let picture = svg::still(&trace, 0, side_to_move);
        assert!(picture.contains(&format!("Filled: Black, {filled} discs.")));
        assert_eq!(picture.matches("h18v18h-18z").count(), 2, "frames");
        assert_eq!(picture.matches("v9m-3 0h6").count(), 2, "ones");
    }
}

/// Returns the pictures of the page about the kernel, each with the arguments of the command below it.
fn pictures_of_the_page() -> Vec<(PathBuf, Vec<String>)> {
    let docs = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs");
    let page = fs::read_to_string(docs.join("kernel.md")).unwrap();
    let page = page.replace("\r\n", "\n");
    let (_, sections) = page.split_once("\n## ").unwrap();
    let picture_and_command = |section: &str| {
        let [_, after] = section.split("](pictures/").collect::<Vec<_>>()[..] else {
            panic!("not one picture: {section}");
        };
        let (picture, _) = after.split_once(')').unwrap();
        let [command] = section
            .lines()
            .filter_map(|line| line.strip_prefix("reversi "))
            .collect::<Vec<_>>()[..]
        else {
            panic!("not one command: {section}");
        };
        let words = command.split_whitespace().map(str::to_owned);
        (docs.join("pictures").join(picture), words.collect())
    };
    sections.split("\n## ").map(picture_and_command).collect()
}

/// Returns the picture that a command draws.
fn drawn(mut command: Vec<String>) -> String {
    command.extend(["-o".to_owned(), "-".to_owned()]);
    let home = tempfile::tempdir().unwrap();
    printed(run(&mut program(home.path(), &command), b""))
}

#[test]
fn each_picture_of_the_guide_is_what_the_command_below_it_draws() {
    let mut shown = BTreeSet::new();
    for (path, command) in pictures_of_the_page() {
        let kept = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let path = path.display();
        assert!(
            kept == drawn(command),
            "{path} is out of date: see the top of this file"
        );
        assert!(kept.len() < 250_000, "{path}: {} bytes", kept.len());
        assert!(shown.insert(path.to_string()), "{path} is shown twice");
    }
    let pictures =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("docs/pictures");
    let kept = fs::read_dir(pictures).unwrap().map(|entry| entry.unwrap());
    let kept = kept.filter(|entry| entry.file_name().to_str().unwrap().starts_with("lesson-"));
    let kept: BTreeSet<String> = kept
        .map(|entry| entry.path().display().to_string())
        .collect();
    assert_eq!(shown, kept);
}

#[test]
#[ignore = "writes the pictures of the guide"]
fn redraw_the_pictures() {
    for (path, command) in pictures_of_the_page() {
        fs::write(path, drawn(command)).unwrap();
    }
}
