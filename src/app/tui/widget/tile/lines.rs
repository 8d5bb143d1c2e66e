//! The lines that cross in the middle of a square, and the marks of squares that count, as characters.

use std::cmp::Ordering;

use super::{GridLines, Mark, Tile};
use crate::app::tui::theme::ActiveTheme;
use crate::color::Color;

/// Returns the column of a disc's middle within a square, or the one to the left of it.
pub(crate) fn middle(height: u16, look: &ActiveTheme) -> u16 {
    match height {
        1 => 1,
        2 if look.paints().is_none() => 2,
        height => height - 1,
    }
}

/// Returns the lines of a square, row by row, where it shows its ground.
pub(super) fn line_symbols(
    tile: Tile,
    height: u16,
    look: &ActiveTheme,
) -> Vec<Option<&'static str>> {
    let lines = tile.lines;
    let (column, row) = (middle(height, look), (height - 1) / 2);
    let places = (0..height).flat_map(|y| (0..2 * height).map(move |x| (x, y)));
    let symbol = |(x, y): (u16, u16)| match (x.cmp(&column), y.cmp(&row)) {
        // A hole in a disc shows no line.
        _ if tile.disc.is_some() && (1..2 * height - 1).contains(&x) => None,
        (Ordering::Equal, Ordering::Equal) if matches!(tile.mark, Mark::Counts(_)) => None,
        (Ordering::Less, Ordering::Equal) => lines.left.then(|| look.symbol("─", "-")),
        (Ordering::Greater, Ordering::Equal) => lines.right.then(|| look.symbol("─", "-")),
        (Ordering::Equal, Ordering::Less) => lines.up.then(|| look.symbol("│", "|")),
        (Ordering::Equal, Ordering::Greater) => lines.down.then(|| look.symbol("│", "|")),
        (Ordering::Equal, Ordering::Equal) => lines.any().then(|| crossing(lines, look)),
        _ => None,
    };
    places.map(symbol).collect()
}

/// Returns the character where the lines of a square cross.
fn crossing(lines: GridLines, look: &ActiveTheme) -> &'static str {
    let symbol = match (lines.left, lines.right, lines.up, lines.down) {
        (false, true, false, true) => "┌",
        (true, false, false, true) => "┐",
        (false, true, true, false) => "└",
        (true, false, true, false) => "┘",
        (false, ..) => "├",
        (_, false, ..) => "┤",
        (_, _, false, _) => "┬",
        (.., false) => "┴",
        _ if lines.dot => "╋",
        _ => "┼",
    };
    look.symbol(symbol, "+")
}

/// Returns the mark of a square that counts for a side.
pub(super) const fn counts_symbol(color: Color, look: &ActiveTheme) -> &'static str {
    match color {
        Color::Black => look.symbol("■", "x"),
        Color::White => look.symbol("□", "o"),
    }
}
