//! Sets of squares in words.

use reversi::{Square, SquareSet};
use reversi_table::phrase::plural;

/// Lists squares by name, or counts them if there are many: `no square`, `e5`, `c3, d4 and e5`,
/// `12 squares`.
pub(crate) fn squares(set: u64) -> String {
    listed(SquareSet::from_bits(set).iter().collect(), "square")
}

/// Lists squares under another name in the same way.
pub(crate) fn listed(squares: Vec<Square>, noun: &str) -> String {
    let count = squares.len();
    if count == 0 {
        return format!("no {noun}");
    }
    if count > 6 {
        return format!("{count} {noun}s");
    }
    let mut text = String::new();
    for (place, square) in (1..).zip(squares) {
        if place > 1 {
            text.push_str(if place == count { " and " } else { ", " });
        }
        text.push_str(&square.to_string());
    }
    text
}

/// Returns a counted noun: `1 disc`, `2 discs`, `no discs`.
pub(super) fn count(number: u64, thing: &str) -> String {
    match number {
        0 => format!("no {thing}s"),
        _ => plural(number, thing),
    }
}

/// Returns the singular or plural verb form for the squares in a set.
pub(crate) const fn verb<'a>(set: u64, one: &'a str, many: &'a str) -> &'a str {
    if set.is_power_of_two() { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_squares_are_named_and_many_are_counted() {
        assert_eq!(squares(0), "no square");
        assert_eq!(squares(1), "h8");
        assert_eq!(squares(1 << 63 | 1), "a1 and h8");
        assert_eq!(squares(7), "f8, g8 and h8");
        assert_eq!(squares(0xff), "8 squares");
        assert_eq!(count(0, "disc"), "no discs");
        assert_eq!(count(1, "disc"), "1 disc");
        assert_eq!(verb(3, "joins", "join"), "join");
    }
}
