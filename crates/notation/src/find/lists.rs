//! Finds a board that is written as lists of squares: `Black: d5, e4` and `White: d4, e5`, or `d4: white, e4: black`.

use super::board_text::BoardText;
use super::sides::{likely_side, stated_side};
use crate::named::side_named;
use crate::remark::remark;
use reversi::{ByColor, Color, ParseSquareError, Position, Square, SquareSet};

/// What a word means here.
enum ListWord {
    Square(Square),
    Side(Color),
    /// A square off the board.
    Mistyped,
    Other,
}

/// Finds the board of the lists of a text. The squares of the centre must be among them: no move is made there.
pub(super) fn find(text: &str) -> Option<BoardText> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words
        .filter(|word| !word.is_empty() && !matches!(kind(word), ListWord::Other))
        .collect();
    let place = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    let are_pairs = words.windows(2).filter(|pair| {
        matches!(
            (kind(pair[0]), kind(pair[1])),
            (ListWord::Square(_), ListWord::Side(_))
        )
    });
    let squares = words
        .iter()
        .filter(|word| matches!(kind(word), ListWord::Square(_)));
    let are_pairs = 2 * are_pairs.count() > squares.count();
    let mut discs = ByColor::<SquareSet>::default();
    let mut side = None;
    let mut open = None;
    let mut range: Option<(usize, usize)> = None;
    for word in &words {
        let end = place(word) + word.len();
        let (square, color) = match kind(word) {
            ListWord::Square(square) if are_pairs => {
                // A square without a side.
                range.get_or_insert((place(word), end));
                if open.replace(square).is_some() {
                    return None;
                }
                continue;
            }
            ListWord::Square(square) => (square, side?),
            ListWord::Side(color) => {
                side = Some(color);
                match open.take() {
                    Some(square) => (square, color),
                    None => continue,
                }
            }
            ListWord::Mistyped => return None,
            ListWord::Other => continue,
        };
        if (discs.black | discs.white).contains(square) {
            return None;
        }
        discs[color].insert(square);
        range = Some((range.map_or(place(word), |(at, _)| at), end));
    }
    let (at, end) = range?;
    let position = Position::from_discs(discs, Color::Black).ok()?;
    if open.is_some() || !position.has_centre() || discs.black.is_empty() || discs.white.is_empty()
    {
        return None;
    }
    let side = stated_side(text);
    let color = side.unwrap_or_else(|| likely_side(position));
    Some(BoardText {
        at,
        end,
        position: position.with_side_to_move(color),
        form: remark!("lists of squares"),
        side,
        other_reading: None,
        game: None,
        signs: None,
    })
}

fn kind(word: &str) -> ListWord {
    match (word.len(), word.parse(), side_named(word)) {
        (2, Ok(square), _) => ListWord::Square(square),
        (2, Err(ParseSquareError::OffBoard(_)), _) => ListWord::Mistyped,
        (.., Some(color)) => ListWord::Side(color),
        _ => ListWord::Other,
    }
}
