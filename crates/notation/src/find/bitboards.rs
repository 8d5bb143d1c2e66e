//! Positions as two hexadecimal or decimal numbers.

use super::board_text::BoardText;
use super::claims::Claims;
use super::sides::{is_of_turn, likely_side, stated_side};
use crate::error::FindError;
use crate::named::side_named;
use crate::remark::{Remark, remark};
use reversi::Position;
use reversi::SquareSet;
use reversi::transcript;
use reversi::{ByColor, Color};

/// Whose discs two bitboards are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    BlackAndWhite,
    PlayerAndOpponent,
}

/// Finds two bitboards. Decimal numbers may be anything: the squares of the centre must be taken.
pub(super) fn find(text: &str, claims: &Claims) -> Option<Result<BoardText, FindError>> {
    let is_reversed = match claims.is_lowest_a1() {
        Ok(is_reversed) => is_reversed,
        Err(line) => return Some(Err(FindError::Contradiction { line })),
    };
    let numbers = |kind| numbers(text, is_reversed, kind);
    let in_order = |kind: Remark, numbers: &[OwnedNumber]| {
        let board = board(text, kind, numbers);
        board.map(|board| board.map(|board| with_order(board, is_reversed)))
    };
    in_order(remark!("two hexadecimal numbers"), &numbers(hexadecimal))
        .or_else(|| in_order(remark!("two binary numbers"), &numbers(binary)))
        .or_else(|| {
            let board = in_order(remark!("two decimal numbers"), &numbers(decimal))?.ok()?;
            board.position.has_centre().then_some(Ok(board))
        })
}

/// Adds which bit is a1 to what a board is.
fn with_order(mut board: BoardText, is_reversed: bool) -> BoardText {
    let numbers = board.form;
    board.form = if is_reversed {
        remark!("{numbers} with a1 as the lowest bit", numbers)
    } else {
        remark!("{numbers} with a1 as the highest bit", numbers)
    };
    board
}

/// The owner that a word before a number names: the reading that it implies, and whether it is that of the first side.
type Owner = (Reading, bool);

/// A number of a text.
struct OwnedNumber {
    owner: Option<Owner>,
    discs: SquareSet,
    /// Where it begins and ends, in bytes.
    at: usize,
    end: usize,
}

/// Returns the first two numbers of a text, or fewer.
fn numbers(
    text: &str,
    is_reversed: bool,
    number: fn(&str, bool) -> Option<u64>,
) -> Vec<OwnedNumber> {
    let mut owner = None;
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let numbers = words.filter_map(|word| {
        let Some(number) = number(word, owner.is_some()) else {
            // The side that is to move may have neither of the numbers.
            owner = owner_named(word).or(owner.take().filter(|_| !is_of_turn(word)));
            return None;
        };
        let at = word.as_ptr().addr() - text.as_ptr().addr();
        Some(OwnedNumber {
            owner: owner.take(),
            discs: SquareSet::from_bits(if is_reversed {
                number.reverse_bits()
            } else {
                number
            }),
            at,
            end: at + word.len(),
        })
    });
    numbers.take(2).collect()
}

/// Returns the position of two numbers, which are of a kind.
fn board(
    text: &str,
    kind: Remark,
    numbers: &[OwnedNumber],
) -> Option<Result<BoardText, FindError>> {
    let [first, second] = numbers else {
        // One number without a prefix may as well be a transcript.
        let is_one = numbers.len() == 1 && text.contains("0x");
        return is_one.then_some(Err(FindError::OneNumber));
    };
    let (side, end) = side_after(text, second.end);
    let (stated, is_first) = match (first.owner, second.owner) {
        (Some((reading, is_first)), Some((other, is_other)))
            if reading == other && is_first != is_other =>
        {
            (Some(reading), is_first)
        }
        (Some(_), Some(_)) => return Some(Err(FindError::Owners)),
        (Some((reading, is_first)), None) => (Some(reading), is_first),
        (None, Some((reading, is_first))) => (Some(reading), !is_first),
        // A side to move has a meaning only beside the discs of Black and White.
        (None, None) => (side.map(|_| Reading::BlackAndWhite), true),
    };
    let white_is_first = stated == Some(Reading::PlayerAndOpponent) && side == Some(Color::White);
    let discs = if is_first == white_is_first {
        ByColor::new(second.discs, first.discs)
    } else {
        ByColor::new(first.discs, second.discs)
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
        at: first.at,
        end,
        position: position.with_side_to_move(color),
        form: match reading {
            Reading::BlackAndWhite => {
                remark!("{numbers}, taken as Black and White", numbers = kind)
            }
            Reading::PlayerAndOpponent => {
                remark!("{numbers}, taken as player and opponent", numbers = kind)
            }
        },
        side,
        other_reading: other,
        game: None,
        signs: None,
    }))
}

/// Returns the side to move that a text names beside two numbers, and where they end: after the name of the side.
fn side_after(text: &str, end: usize) -> (Option<Color>, usize) {
    let rest = &text[end..];
    let is_between = |c: char| !c.is_alphanumeric() && c != '*';
    let after = rest.trim_start_matches(is_between);
    let word = after.split_whitespace().next().unwrap_or("");
    // The name of a side may also belong to a third number.
    let is_last = !after[word.len()..].contains(|c: char| c.is_ascii_digit());
    let next = side_named(word).filter(|_| is_last);
    let last = || side_named(text.split_whitespace().last()?);
    let side = stated_side(text).or(next).or_else(last);
    let named_end = text.len() - after.len() + word.len();
    (side, next.map_or(end, |_| named_end))
}

/// Returns the owner that a word names.
fn owner_named(word: &str) -> Option<Owner> {
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
fn likely_reading(position: Position) -> (Reading, Option<Remark>) {
    let (colors, sides) = (Reading::BlackAndWhite, Reading::PlayerAndOpponent);
    let white = position.with_side_to_move(Color::White);
    if side_of(position, colors) == Color::Black {
        return (colors, None);
    }
    if position.legal_moves().is_empty() {
        return (
            colors,
            Some(remark!("as player and opponent, Black must pass: add X")),
        );
    }
    let (reading, other) = match (white.has_last_move(), position.has_last_move()) {
        (true, false) => (
            colors,
            remark!("as player and opponent, no game leads to it"),
        ),
        (false, true) => (sides, remark!("as Black and White, no game leads to it")),
        _ => (
            sides,
            remark!("as Black and White, White would be to move: add O"),
        ),
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

/// Reads a binary number after `0b`.
fn binary(word: &str, _: bool) -> Option<u64> {
    let digits = word.strip_prefix("0b")?.replace('_', "");
    u64::from_str_radix(&digits, 2).ok()
}

/// Reads a decimal number of at least nine digits, or after the name of its owner of any number.
fn decimal(word: &str, has_owner: bool) -> Option<u64> {
    let is_number = word.len() >= 9 || has_owner;
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_number && digits)
}
