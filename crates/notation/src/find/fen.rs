//! Finds FEN: eight ranks with the numbers of empty squares, and the side to move after them.

use std::ops::Range;

use super::board_text::BoardText;
use super::cells::BoardCells;
use super::claims::Claims;
use super::signs::{Signs, SignsRemark};
use crate::named::side_named;
use crate::remark::remark;
use reversi::Color;

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
    let is_closing = |c: char| "\"'`(),;]".contains(c);
    let mut words = text[part.clone()].split_whitespace();
    let board = words.next()?.trim_end_matches(is_closing);
    let signs = Signs::read(&BoardCells::of(cells(board)?), &Claims::default()).ok()?;
    let letter = words.next().map(|word| word.trim_end_matches(is_closing));
    let letter = letter.filter(|word| matches!(*word, "w" | "b" | "W" | "B"));
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
    let mut found = BoardText::new(
        part.start,
        end,
        remark!("FEN"),
        signs,
        letter.and_then(side_named),
    );
    let has_pawns = board.contains(['P', 'p']);
    if has_pawns {
        found.form = SignsRemark::Of("P", Color::Black).added_to(found.form);
    }
    if let (Some(letter), Some(named)) = (letter, found.side)
        && !board.contains(['B', 'b', 'W', 'w'])
    {
        found.set_side_of_letter(letter, named, has_pawns);
    }
    Some(found)
}

/// Returns the cells of a board in FEN.
fn cells(board: &str) -> Option<Vec<char>> {
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
    (cells.len() == 64 && !has_more_ranks).then_some(cells)
}

impl BoardText {
    /// Sets the side to move of a letter that names a side. Where discs are pawns, `w` is the side of `P`, which begins, as
    /// in chess. Some programs write so for other discs, too. The usual side is changed only if no game leads to it.
    fn set_side_of_letter(&mut self, letter: &str, named: Color, has_pawns: bool) {
        let usual = if has_pawns { named.opposite() } else { named };
        let can_be = |color: Color| {
            let position = self.position.with_side_to_move(color);
            position.no_game_because().is_none()
        };
        let is_impossible = !can_be(usual) && can_be(usual.opposite());
        let taken = if is_impossible {
            usual.opposite()
        } else {
            usual
        };
        self.side = Some(taken);
        if taken != named || has_pawns && !is_impossible {
            let other = taken.opposite();
            self.form = remark!(
                "{board}, {sign} for {color}",
                board = self.form.clone(),
                sign = letter,
                color = taken
            );
            self.other_reading = Some(remark!(
                "with {letter} for {color}, {color} would be to move",
                letter,
                color = other
            ));
        }
    }
}
