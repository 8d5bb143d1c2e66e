//! Finds a game whose squares are numbers: pairs of a row and a column, or one number for each square. Every word of the
//! text must be part of it.

use super::content::{TextItem, item};
use crate::error::Place;
use crate::formats::Format;
use crate::move_list::{self, DataMove, DataSquare, PairOrder, is_column, is_row, order_named};
use crate::named::side_named;
use crate::record::Record;
use crate::remark::remark;
use reversi::Color;

/// A game in numbers has at least this many moves.
const FEWEST_MOVES: usize = 6;

/// No number of a square is greater.
const GREATEST: u32 = 88;

/// The longest text of numbers, in bytes.
const LONGEST: usize = 8192;

/// Words beside the numbers of moves.
const FILLERS: [&str; 24] = [
    "moves", "move", "np", "numpy", "array", "pos", "position", "point", "square", "squares",
    "coord", "coords", "game", "list", "vec", "let", "const", "int", "val", "var", "tuple", "new",
    "history", "cell",
];

/// A word or sign of the text.
enum NumberToken {
    Number(u32),
    Row,
    Column,
    Side(Color),
    /// A bracket or the end of a line.
    Break,
}

/// Finds the game of a text of numbers.
pub(super) fn find(text: &str) -> Option<TextItem> {
    if text.len() > LONGEST {
        return None;
    }
    let (order, text) = without_statement(text);
    let tokens = tokens(&text)?;
    let count = |is: fn(&NumberToken) -> bool| tokens.iter().filter(|token| is(token)).count();
    let rows = count(|token| matches!(token, NumberToken::Row));
    let columns = count(|token| matches!(token, NumberToken::Column));
    let numbers = count(|token| matches!(token, NumberToken::Number(_)));
    let lists = if rows > 0 || columns > 0 {
        let are_named = rows == columns && numbers == 2 * rows;
        vec![are_named.then(|| named(&tokens)).flatten()?]
    } else {
        let pairs = pairs(&tokens);
        pairs.into_iter().chain(singles(&tokens)).collect()
    };
    let mut found = lists.into_iter().filter(|list| list.len() >= FEWEST_MOVES);
    let mut found = found.by_ref().filter_map(|list| {
        let (replay, said) = move_list::play(None, &list, order).ok()?;
        let game = replay.into_record(Record {
            reading: said,
            ..Record::default()
        });
        Some(item(game, Format::Transcript, Place::Line(1)))
    });
    let game = found.next()?;
    let form = remark!("{game} in numbers", game = game.form.clone());
    found.next().is_none().then_some(TextItem { form, ..game })
}

/// Returns which number is the row, and the text without the line that says it: `row,col`, `row*10+col:`.
fn without_statement(text: &str) -> (Option<PairOrder>, String) {
    let is_statement = |line: &&str| {
        let words = line.split(|c: char| !c.is_alphanumeric());
        let mut words = words.filter(|word| !word.is_empty() && *word != "10");
        words.all(|word| is_row(&word.to_lowercase()) || is_column(&word.to_lowercase()))
    };
    let first = text.lines().find(|line| !line.trim().is_empty());
    match first
        .filter(is_statement)
        .and_then(|line| Some((line, order_named(line)?)))
    {
        Some((line, order)) => (Some(order), text.replacen(line, "", 1)),
        None => (None, text.to_owned()),
    }
}

/// Cuts a text into its numbers and what is known beside them; `None` if there is anything else.
fn tokens(text: &str) -> Option<Vec<NumberToken>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        if length == 0 {
            if matches!(c, '\n' | '(' | ')' | '[' | ']' | '{' | '}') {
                tokens.push(NumberToken::Break);
            }
            let is_between = c.is_whitespace() || ",;:=\"'.()[]{}<>|_".contains(c);
            if !is_between {
                return None;
            }
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(length);
        rest = after;
        let lower = word.to_lowercase();
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = word.parse().ok().filter(|number| *number <= GREATEST)?;
            tokens.push(NumberToken::Number(number));
        } else if let Some(color) = side_named(word) {
            tokens.push(NumberToken::Side(color));
        } else if is_row(&lower) {
            tokens.push(NumberToken::Row);
        } else if is_column(&lower) {
            tokens.push(NumberToken::Column);
        } else if !FILLERS.contains(&&*lower) {
            return None;
        }
    }
    Some(tokens)
}

/// Reads moves whose rows and columns are named.
fn named(tokens: &[NumberToken]) -> Option<Vec<DataMove>> {
    let (mut moves, mut by, mut is_row) = (Vec::new(), None, None);
    let (mut row, mut column) = (None, None);
    for token in tokens {
        match *token {
            NumberToken::Row => is_row = Some(true),
            NumberToken::Column => is_row = Some(false),
            NumberToken::Side(color) => by = Some(color),
            NumberToken::Number(number) => {
                let part = if is_row.take()? {
                    &mut row
                } else {
                    &mut column
                };
                if part.replace(number).is_some() {
                    return None;
                }
            }
            NumberToken::Break => {}
        }
        if let (Some(row_of), Some(column_of)) = (row, column) {
            let square = DataSquare::Place(row_of, column_of);
            moves.push(DataMove {
                square,
                by: by.take(),
            });
            (row, column) = (None, None);
        }
    }
    Some(moves)
}

/// Reads moves of two numbers each, in brackets or in lines of their own.
fn pairs(tokens: &[NumberToken]) -> Option<Vec<DataMove>> {
    let (mut moves, mut by, mut open) = (Vec::new(), None, Vec::new());
    for token in tokens.iter().chain([&NumberToken::Break]) {
        match *token {
            NumberToken::Number(number) => open.push(number),
            NumberToken::Side(color) => by = Some(color),
            NumberToken::Break => match std::mem::take(&mut open)[..] {
                [] => {}
                [first, second] => moves.push(DataMove {
                    square: DataSquare::Pair(first, second),
                    by: by.take(),
                }),
                _ => return None,
            },
            NumberToken::Row | NumberToken::Column => return None,
        }
    }
    Some(moves)
}

/// Reads moves of one number each.
fn singles(tokens: &[NumberToken]) -> Option<Vec<DataMove>> {
    let (mut moves, mut by) = (Vec::new(), None);
    for token in tokens {
        match *token {
            NumberToken::Number(number) => moves.push(DataMove {
                square: DataSquare::One(number),
                by: by.take(),
            }),
            NumberToken::Side(color) => by = Some(color),
            NumberToken::Break => {}
            NumberToken::Row | NumberToken::Column => return None,
        }
    }
    Some(moves)
}
