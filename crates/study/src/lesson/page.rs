//! The pages of the guide about the kernel: lessons at one position, as Markdown.

use std::fmt::Write as _;

use super::{LessonOptions, Topic, Trace, svg, text};
use reversi::Position;
use reversi::bitboard::plain::DIRECTIONS;
use reversi::notation::transcript;

/// The moves before the position of all lessons.
const MOVES: &str = "f5d6c3d3c4f4";

/// A move that it allows.
const MOVE: &str = "g4";

fn position() -> Position {
    let game = transcript::parse(MOVES).expect("the moves are legal");
    game.position()
}

fn lesson(topic: Topic) -> Trace {
    let board = position().board();
    let direction = match topic {
        // The discs that a move found to the right turns are to its left.
        Topic::Flips(_) | Topic::FlipsByCarry(_) | Topic::Arrays(_) => 6,
        // A step up crosses from one half to the other.
        Topic::Halves => 0,
        _ => 2,
    };
    let options = LessonOptions {
        direction: Some(DIRECTIONS[direction]),
        ..LessonOptions::default()
    };
    topic.trace(board.player().bits(), board.opponent().bits(), options)
}

/// A page of the guide.
pub struct GuidePage {
    /// The name of its file.
    pub file: String,
    /// Its text in Markdown.
    pub text: String,
    /// The name of its picture, which stands in a folder `pictures` beside it.
    pub picture: String,
    /// The picture.
    pub svg: String,
}

/// Returns the lessons of the guide with the names of their pages.
fn lessons() -> impl Iterator<Item = (String, Trace)> {
    let square = MOVE.parse().expect("a square");
    [
        Topic::LegalMoves,
        Topic::Flips(square),
        Topic::Carry,
        Topic::FlipsByCarry(square),
        Topic::Halves,
        Topic::DiscCount,
        Topic::Arrays(square),
    ]
    .into_iter()
    .map(|topic| {
        let lesson = lesson(topic);
        let words = lesson.title.to_lowercase().replace(',', "");
        (words.replace(' ', "-"), lesson)
    })
}

/// Returns the pages: the first leads to the others, each of which is a lesson.
///
/// # Panics
/// If the position of the pages is wrong.
pub fn pages() -> Vec<GuidePage> {
    let side_to_move = position().side_to_move();
    let mut first = format!(
        "# How bitboards find moves\n\n\
         These pages are made by the program: `reversi explain --guide`. Every expression on them ran while they were \
         made, at the position after the moves {MOVES}. Legal moves and flips are shown in one direction; \
         `reversi explain f5d6c3` shows all eight, for any position, and so does the key `i` in a game.\n\n"
    );
    let mut pages = Vec::new();
    for (name, lesson) in lessons() {
        let (file, picture) = (format!("kernel-{name}.md"), format!("lesson-{name}.svg"));
        // Writing to a string does not fail.
        let _ = writeln!(first, "- [{}]({file})", lesson.title);
        let text = text::to_markdown(&lesson, side_to_move);
        let (title, text) = text.split_once("\n\n").expect("a title");
        let title = title.trim_start_matches('#').trim();
        let text = format!(
            "# {title}\n\n![{title}: all steps as a moving picture](pictures/{picture})\n\n{text}"
        );
        let svg = svg::animation(&lesson, side_to_move) + "\n";
        pages.push(GuidePage {
            file,
            text,
            picture,
            svg,
        });
    }
    let (picture, svg) = (pages[0].picture.clone(), pages[0].svg.clone());
    let _ = write!(
        first,
        "\n![The legal moves in one direction, step by step](pictures/{picture})\n\n\
         A picture like this one: `reversi explain {MOVES} --direction right --svg FILE`\n"
    );
    let first = GuidePage {
        file: "kernel.md".to_owned(),
        text: first,
        picture,
        svg,
    };
    pages.insert(0, first);
    pages
}

/// Returns the text of all pages.
///
/// # Panics
/// As [`pages`].
pub fn to_string() -> String {
    let texts: Vec<String> = pages().into_iter().map(|page| page.text).collect();
    texts.join("\n")
}
