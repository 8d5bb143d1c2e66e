//! Finds FEN: eight ranks with the numbers of empty squares, and the side to move after them.

use std::ops::Range;

use super::board_text::{BoardText, Signs};
use super::sides::side_named;
use crate::color::Color;
use crate::position::Position;

/// Longer than any position in FEN, even with the discs in hand that some programs add.
const LONGEST: usize = 300;

/// Finds the first position in FEN in a part of a text, which has one line.
pub(super) fn find(text: &str, part: Range<usize>) -> Option<BoardText> {
    let line = &text[part.clone()];
    let mut words = line.split_whitespace();
    words.find_map(|word| {
        let ranks = word.trim_start_matches(|c| !is_of_rank(c));
        let at = ranks.as_ptr().addr() - text.as_ptr().addr();
        let is_long = ranks.len() > LONGEST || ranks.matches('/').count() < 7;
        (!is_long).then(|| read(text, at..part.end))?
    })
}

/// Returns whether a character may begin a rank.
fn is_of_rank(c: char) -> bool {
    "12345678PpXxOoBbWw".contains(c)
}

/// Reads the ranks at the beginning of a part of a text, and the side to move after them.
fn read(text: &str, part: Range<usize>) -> Option<BoardText> {
    let line = &text[part.clone()];
    let mut words = line.split_whitespace();
    let board = words
        .next()?
        .trim_end_matches(|c: char| "\"'`(),;".contains(c));
    let mut ranks = board.split(['/', '[']);
    let mut cells = Vec::new();
    for rank in ranks.by_ref().take(8) {
        let row = cells.len();
        for c in rank.chars() {
            match c {
                '1'..='8' => cells.extend(std::iter::repeat_n('-', usize::from(c as u8 - b'0'))),
                'P' | 'X' | 'x' | 'B' | 'b' => cells.push('X'),
                'p' | 'O' | 'o' | 'W' | 'w' => cells.push('O'),
                _ => return None,
            }
        }
        if cells.len() != row + 8 {
            return None;
        }
    }
    let has_more_ranks = ranks.next().is_some() && !board.contains('[');
    let signs = Signs::read(&cells)
        .ok()
        .filter(|_| cells.len() == 64 && !has_more_ranks)?;
    let position = signs.position;
    let meaning = if board.contains(['P', 'p']) {
        ", P for Black"
    } else {
        ""
    };
    let is_letter = |word: &&str| matches!(*word, "w" | "b" | "W" | "B");
    let letter = words
        .next()
        .map(|word| word.trim_end_matches(|c: char| "\"'`(),;]".contains(c)));
    let letter = letter.filter(is_letter);
    let side = letter.and_then(side_named);
    let end = match letter {
        Some(letter) => {
            // `- - 0 1`.
            let is_field = |word: &str| word.chars().all(|c| c == '-' || c.is_ascii_digit());
            let fields = words.take_while(|word| is_field(word));
            let last = fields.last().unwrap_or(letter);
            last.as_ptr().addr() + last.len() - text.as_ptr().addr()
        }
        None => part.start + board.len(),
    };
    let mut found = BoardText::new(part.start, end, "FEN", signs, side);
    found.form += meaning;
    // Where discs are pawns, w is the side of P, which begins, as in chess. Some programs write so for other discs, too.
    // A written side is changed only if no game leads to it.
    if let (Some(letter), Some(named)) = (letter, side)
        && !board.contains(['B', 'b', 'W', 'w'])
    {
        let usual = if meaning.is_empty() {
            named
        } else {
            named.opposite()
        };
        let can_be = |color: Color| can_be_to_move(position.with_side_to_move(color));
        let is_impossible = !can_be(usual) && can_be(usual.opposite());
        let taken = if is_impossible {
            usual.opposite()
        } else {
            usual
        };
        found.side = Some(taken);
        if taken != named || !meaning.is_empty() && !is_impossible {
            let other = taken.opposite();
            found.form = format!("{}, {letter} for {taken}", found.form);
            found.other_reading = Some(format!(
                "with {letter} for {other}, {other} would be to move"
            ));
        }
    }
    Some(found)
}

/// Returns false if no game leads to a position.
fn can_be_to_move(position: Position) -> bool {
    position == Position::START || position.has_last_move()
}
