//! The sentences about a game of Go.

use std::fmt::Display;

use crate::color::ByColor;

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

/// A digit was typed without a letter before it.
pub(crate) fn letter_first(digit: impl Display) -> String {
    format!("{digit}: type a letter first, as in c{digit}.")
}

/// The stones that each side has captured, for a narrow panel.
pub(crate) fn captures_short(captures: ByColor<u32>) -> String {
    format!("Captures: {}-{}", captures.black, captures.white)
}

/// There is no stone whose liberties could be shown.
pub(crate) const NO_STONES: &str = "there is no stone on the board";
