//! The page of the guide about the kernel: lessons at one position, as Markdown.

use super::{LessonOptions, Topic, Trace, svg, text};
use crate::bitboard::plain::DIRECTIONS;
use crate::notation::transcript;
use crate::position::Position;

/// The moves before the position.
const MOVES: &str = "f5d6c3d3c4f4";

/// A move that it allows.
const MOVE: &str = "g4";

/// The name of the picture on the page.
pub const PICTURE: &str = "lesson-legal-moves.svg";

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

/// Returns the page. It shows [`PICTURE`] from a folder `pictures` beside it.
///
/// # Panics
/// If the position of the page is wrong.
pub fn to_string() -> String {
    let mut page = format!(
        "# How bitboards find moves\n\n\
         This page is made by the program: `reversi explain --guide`. Every expression on it ran while the page \
         was made, at the position after the moves {MOVES}. Legal moves and flips are shown in one direction; \
         `reversi explain f5d6c3` shows all eight, for any position, and so does the key `i` in a game.\n\n\
         ![The legal moves in one direction, step by step](pictures/{PICTURE})\n\n\
         A picture like this one: `reversi explain {MOVES} --direction right --svg FILE`\n"
    );
    let square = MOVE.parse().expect("a square");
    for topic in [
        Topic::LegalMoves,
        Topic::Flips(square),
        Topic::Carry,
        Topic::FlipsByCarry(square),
        Topic::Halves,
        Topic::DiscCount,
        Topic::Arrays(square),
    ] {
        page.push('\n');
        page += &text::to_markdown(&lesson(topic), position().side_to_move());
    }
    page
}

/// Returns the picture: the legal moves in one direction.
///
/// # Panics
/// If the position of the page is wrong.
pub fn picture() -> String {
    svg::animation(&lesson(Topic::LegalMoves), position().side_to_move()) + "\n"
}
