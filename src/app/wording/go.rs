//! The sentences about a game of Go.

use std::fmt::Display;

use super::plural;
use crate::color::{ByColor, Color};

/// Where the rows are counted from.
pub(crate) const ROWS: &str = "Rows are counted from the bottom: a1 is the bottom left corner.";

/// The rules, each with a word in front.
pub(crate) const RULES: [(&str, &str); 7] = [
    ("goal", "surround more points than the other side"),
    (
        "move",
        "place a stone on a point where lines cross; Black moves first",
    ),
    (
        "capture",
        "stones that touch along the lines are a chain, the empty points next to it its liberties; a chain \
         without liberties is captured",
    ),
    (
        "suicide",
        "a new stone must have a liberty after it has captured what it can",
    ),
    ("ko", "no move may repeat an earlier position of the game"),
    (
        "end",
        "when both sides pass in turn; all stones on the board count, so capture dead ones first",
    ),
    (
        "score",
        "your stones, and the empty points that only your stones reach; White gets the komi too",
    ),
];

/// A side placed a stone and captured stones on the points with these names.
pub(crate) fn played(color: Color, point: impl Display, captured: &[String]) -> String {
    if captured.is_empty() {
        return format!("{color} plays {point}.");
    }
    let stones = plural(captured.len(), "stone");
    let names = captured.join(" ");
    format!("{color} plays {point} and captures {stones}: {names}.")
}

/// A side passed.
pub(crate) fn passed(color: Color, ends: bool) -> String {
    if ends {
        format!("{color} passes too.")
    } else {
        let other = color.opposite();
        format!("{color} passes. The game ends if {other} passes too.")
    }
}

/// A text names a point beyond a board of this many points a side.
pub(crate) fn off_board(text: &str, size: u32) -> String {
    let last = char::from_u32(u32::from('a') + size.saturating_sub(1)).unwrap_or('?');
    format!("{text} is off the board: columns are a-{last} and rows are 1-{size}")
}

/// What counts for a side: `Black 14 (9 stones, 5 points)`.
pub(crate) fn counted(color: Color, stones: u32, points: u32) -> String {
    let all = stones + points;
    let (stones, points) = (plural(stones, "stone"), plural(points, "point"));
    format!("{color} {all} ({stones}, {points})")
}

/// The result after two passes: the winner and the margin, what counts for each side, the komi if there is any.
pub(crate) fn result(
    counted: &ByColor<String>,
    komi: Option<&str>,
    won: Option<(Color, String)>,
) -> String {
    let ByColor { black, white } = counted;
    let komi = komi.map_or_else(String::new, |komi| format!(" and {komi} komi"));
    let end = match won {
        Some((winner, margin)) => format!("{winner} wins by {margin}"),
        None => "a draw".to_owned(),
    };
    format!("Game over: {end}. {black}, {white}{komi}.")
}

/// The result after a resignation.
pub(crate) fn wins(winner: Color) -> String {
    format!("Game over: {winner} wins.")
}

/// A digit was typed without a letter before it.
pub(crate) fn letter_first(digit: impl Display) -> String {
    format!("{digit}: type a letter first, as in c{digit}.")
}

/// The stones that each side has captured, for a narrow panel.
pub(crate) fn captures_short(captures: ByColor<u32>) -> String {
    format!("Captures: {}-{}", captures.black, captures.white)
}

/// The stones that each side has captured.
pub(crate) fn captures(captures: ByColor<u32>) -> String {
    format!(
        "Captures: Black {}, White {}",
        captures.black, captures.white
    )
}

/// The liberties of a chain, by their names.
pub(crate) fn liberties(
    color: Color,
    point: impl Display,
    stones: u32,
    names: &[String],
) -> String {
    let stones = plural(stones, "stone");
    let count = plural(names.len(), "liberty");
    format!(
        "{color}'s chain of {stones} at {point} has {count}: {}.",
        names.join(" ")
    )
}

/// What a search has found: the share of games that the side to move wins, the line of play, and their number.
pub(crate) fn thought(wins: f32, playouts: u32, line: &str) -> String {
    let percent = 100.0 * wins;
    format!("wins {percent:.0} %, {line}, {playouts} playouts")
}

/// There is no stone whose liberties could be shown.
pub(crate) const NO_STONES: &str = "there is no stone on the board";

/// The strength of a level of the search, for menus and help.
pub(crate) fn level(number: u8) -> &'static str {
    match number {
        1 => "beginner, sees captures but plans little",
        2 => "casual player",
        3 => "good casual player",
        4 => "strong",
        _ => "strongest, takes up to four seconds",
    }
}
