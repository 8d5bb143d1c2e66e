//! Squares and directions in sentences.

use reversi::bitboard::plain::Direction;
use reversi::{Square, SquareSet};
use reversi_text::{Said, label, tr};

/// Lists squares by name, or counts them if there are many: `no square`, `e5`, `c3, d4 and e5`,
/// `12 squares`.
pub(crate) fn squares(set: u64) -> Said {
    let set = SquareSet::from_bits(set);
    listed(set.iter()).unwrap_or_else(|count| {
        if count == 0 {
            tr!("no square")
        } else {
            tr!("{count} square" | "{count} squares", count)
        }
    })
}

/// Lists up to six squares by name. None, and more, are only counted.
pub(super) fn listed(squares: impl Iterator<Item = Square>) -> Result<Said, usize> {
    let names = squares.map(|square| Said::verbatim(square.to_string()));
    let names: Vec<Said> = names.collect();
    if (1..=6).contains(&names.len()) {
        Ok(Said::all_of(names))
    } else {
        Err(names.len())
    }
}

/// Returns a direction within a sentence, or as the title of a chapter: `up left`.
pub(super) fn toward(direction: Direction) -> Said {
    let name = match direction.shift {
        8 => label!("up"; "a direction"),
        7 => label!("up right"; "a direction"),
        -1 => label!("right"; "a direction"),
        -9 => label!("down right"; "a direction"),
        -8 => label!("down"; "a direction"),
        -7 => label!("down left"; "a direction"),
        1 => label!("left"; "a direction"),
        _ => label!("up left"; "a direction"),
    };
    name.into()
}
