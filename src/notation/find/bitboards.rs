//! Positions as two hexadecimal numbers.

use std::fmt;

use super::board_text::{BoardText, has_centre};
use super::error::FindError;
use super::sides::{likely_side, side_named, stated_side};
use crate::color::{ByColor, Color};
use crate::notation::transcript;
use crate::position::Position;
use crate::squares::SquareSet;

/// Whose discs two bitboards are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    BlackAndWhite,
    PlayerAndOpponent,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlackAndWhite => "Black and White",
            Self::PlayerAndOpponent => "player and opponent",
        })
    }
}

/// Finds two bitboards. Decimal numbers may be anything: they must have all squares of the centre.
pub(super) fn find(text: &str) -> Option<Result<BoardText, FindError>> {
    find_numbers(text, "hexadecimal", hexadecimal).or_else(|| {
        let board = find_numbers(text, "decimal", decimal)?;
        board
            .ok()
            .filter(|board| has_centre(board.position))
            .map(Ok)
    })
}

/// Finds two bitboards, with the words for numbers of their kind.
fn find_numbers(
    text: &str,
    kind: &str,
    number: impl Fn(&str, bool) -> Option<u64>,
) -> Option<Result<BoardText, FindError>> {
    let mut numbers = Vec::new();
    let mut owner = None;
    let mut places = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        match number(word, owner.is_some()) {
            Some(number) => {
                numbers.push((owner.take(), SquareSet::from_bits(number)));
                places.push(word.as_ptr().addr() - text.as_ptr().addr());
                if numbers.len() == 2 {
                    places.push(places[1] + word.len());
                    break;
                }
            }
            None => owner = owner_named(word).or(owner),
        }
    }
    let (first, second) = match numbers[..] {
        [first, second, ..] => (first, second),
        // One number without a prefix may as well be a transcript.
        [_] if text.contains("0x") => return Some(Err(FindError::OneNumber)),
        _ => return None,
    };
    let rest = &text[places[2]..];
    let is_between = |c: char| !c.is_alphanumeric() && c != '*';
    let next = rest
        .trim_start_matches(is_between)
        .split_whitespace()
        .next();
    // The name of a side may also belong to a third number.
    let is_last = |word: &str| {
        let after = &rest[word.as_ptr().addr() + word.len() - rest.as_ptr().addr()..];
        !after.contains(|c: char| c.is_ascii_digit())
    };
    let next = next.filter(|word| is_last(word));
    let next = next.and_then(|word| Some((word, side_named(word)?)));
    let last = || side_named(text.split_whitespace().last()?);
    let side = stated_side(text)
        .or(next.map(|(_, side)| side))
        .or_else(last);
    let end = next.map_or(places[2], |(word, _)| {
        word.as_ptr().addr() + word.len() - text.as_ptr().addr()
    });
    let (stated, is_first) = match (first.0, second.0) {
        (Some((reading, true)), Some((other, false))) if reading == other => (Some(reading), true),
        (Some((reading, false)), Some((other, true))) if reading == other => (Some(reading), false),
        (Some((reading, is_first)), None) => (Some(reading), is_first),
        (None, Some((reading, is_first))) => (Some(reading), !is_first),
        (Some(_), Some(_)) => return Some(Err(FindError::Owners)),
        // A side to move has a meaning only beside the discs of Black and White.
        (None, None) => (side.map(|_| Reading::BlackAndWhite), true),
    };
    let (first, second) = if is_first {
        (first.1, second.1)
    } else {
        (second.1, first.1)
    };
    let black_is_first = stated != Some(Reading::PlayerAndOpponent) || side != Some(Color::White);
    let discs = if black_is_first {
        ByColor::new(first, second)
    } else {
        ByColor::new(second, first)
    };
    let position = match Position::from_discs(discs, Color::Black) {
        Ok(position) => position,
        Err(overlap) => return Some(Err(FindError::Overlap(overlap))),
    };
    let (reading, other) = match stated {
        Some(reading) => (reading, None),
        None => likely_reading(position),
    };
    let color = side.unwrap_or_else(|| side_of(position, reading));
    Some(Ok(BoardText {
        at: places[0],
        end,
        position: position.with_side_to_move(color),
        form: format!("two {kind} numbers, taken as {reading} with a1 as the highest bit"),
        side,
        other_reading: other,
        game: None,
        signs: None,
    }))
}

/// Returns the reading that a word before a number implies, and whether the number is that of its first side.
fn owner_named(word: &str) -> Option<(Reading, bool)> {
    match word.to_lowercase().as_str() {
        "player" => Some((Reading::PlayerAndOpponent, true)),
        "opponent" => Some((Reading::PlayerAndOpponent, false)),
        word => side_named(word).map(|color| (Reading::BlackAndWhite, color == Color::Black)),
    }
}

/// Returns the side to move of a position with the discs of the first number as Black's.
fn side_of(position: Position, reading: Reading) -> Color {
    match reading {
        Reading::BlackAndWhite => likely_side(position),
        Reading::PlayerAndOpponent => Color::Black,
    }
}

/// Returns the likely reading of two bitboards without any word, and a remark about the other one if it has another side
/// to move. The position has the discs of the first number as Black's.
fn likely_reading(position: Position) -> (Reading, Option<String>) {
    let (colors, sides) = (Reading::BlackAndWhite, Reading::PlayerAndOpponent);
    let white = position.with_side_to_move(Color::White);
    if side_of(position, colors) == Color::Black {
        return (colors, None);
    }
    if position.legal_moves().is_empty() {
        return (colors, Some(format!("as {sides}, Black must pass: add X")));
    }
    let (reading, other) = match (white.has_last_move(), position.has_last_move()) {
        (true, false) => (colors, format!("as {sides}, no game leads to it")),
        (false, true) => (sides, format!("as {colors}, no game leads to it")),
        _ => (sides, format!("as {colors}, White would be to move: add O")),
    };
    (reading, Some(other))
}

/// Reads a hexadecimal number: 16 digits, or with `0x` any number up to 16. Underscores and the suffix of C are
/// skipped.
fn hexadecimal(word: &str, _: bool) -> Option<u64> {
    let word = word.trim_end_matches(['u', 'U', 'l', 'L']).replace('_', "");
    let (digits, least) = word
        .strip_prefix("0x")
        .map_or((word.as_str(), 16), |digits| (digits, 1));
    let is_moves = || transcript::tokens(digits).all(|token| token.is_ok());
    let is_number = digits.len() >= least
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && (least == 1 || !is_moves());
    u64::from_str_radix(digits, 16).ok().filter(|_| is_number)
}

/// Reads a decimal number of at least nine digits, or after the name of its owner of any number.
fn decimal(word: &str, has_owner: bool) -> Option<u64> {
    let is_number = word.len() >= 9 || has_owner;
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_number && digits)
}
