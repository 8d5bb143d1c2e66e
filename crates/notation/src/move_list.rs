//! The moves of data: squares by name, by row and column, or by one number, counted in the ways of programs. Which way it
//! is, is what is legal.

use std::mem::discriminant;

use super::error::Problem;
use super::replay::Replay;
use crate::remark::{Remark, remark};
use reversi::transcript::Token;
use reversi::{Color, File, Position, Rank, Square};

/// A square as data has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DataSquare {
    /// In words; one move, or several.
    Text(String),
    Pass,
    /// One number for the square.
    One(u32),
    /// Two numbers: the row and the column, or these in the other order.
    Pair(u32, u32),
    /// The row and the column.
    Place(u32, u32),
}

/// A move as data has it, with the side that makes it, if that is named.
#[derive(Clone, Debug)]
pub(super) struct DataMove {
    pub(super) square: DataSquare,
    pub(super) by: Option<Color>,
}

/// Which of two numbers is the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairOrder {
    RowFirst,
    ColumnFirst,
}

/// A way to count squares.
#[derive(Clone, Copy, Debug)]
struct Numbering {
    /// The number of the first row and column, or of the first square.
    first: u32,
    /// Whether the column stands before the row.
    is_column_first: bool,
    /// Whether one number has the row and the column as its digits.
    are_digits: bool,
}

/// A shorter game may be one from the usual start with a mistyped move.
pub(super) const FEWEST_CROSSED: usize = 6;

/// Returns the start of programs that place the discs of the centre in the other way: e4 and d5 are White's.
pub(super) fn crossed_start() -> Position {
    let board = Position::START.with_side_to_move(Color::White).board();
    Position::new(board, Color::Black)
}

/// Returns which number is the row, if the words of a text say it.
pub(super) fn order_named(text: &str) -> Option<PairOrder> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphabetic());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let of_pair = words.windows(2).filter_map(|pair| match pair {
        [row, column] if is_row(row) && is_column(column) => Some(PairOrder::RowFirst),
        [column, row] if is_row(row) && is_column(column) => Some(PairOrder::ColumnFirst),
        _ => None,
    });
    let of_word = words.iter().filter_map(|word| match *word {
        "rc" | "yx" => Some(PairOrder::RowFirst),
        "cr" | "xy" => Some(PairOrder::ColumnFirst),
        _ => None,
    });
    let mut orders = of_pair.chain(of_word);
    let order = orders.next()?;
    orders.all(|other| other == order).then_some(order)
}

/// Returns whether a word names a row.
pub(super) fn is_row(word: &str) -> bool {
    matches!(
        word.trim_end_matches("index"),
        "row" | "rows" | "r" | "y" | "line" | "rank" | "i"
    )
}

/// Returns whether a word names a column.
pub(super) fn is_column(word: &str) -> bool {
    let word = word.trim_end_matches("index");
    matches!(
        word,
        "col" | "cols" | "column" | "columns" | "c" | "x" | "file" | "j"
    )
}

impl Numbering {
    /// Returns the square at a row and a column.
    fn at(self, row: u32, column: u32) -> Option<Square> {
        let index = |number: u32| usize::try_from(number.checked_sub(self.first)?).ok();
        let rank = Rank::all().nth(index(row)?)?;
        Some(Square::at(File::all().nth(index(column)?)?, rank))
    }

    fn pair(self, first: u32, second: u32) -> Option<Square> {
        if self.is_column_first {
            self.at(second, first)
        } else {
            self.at(first, second)
        }
    }

    fn square(self, square: &DataSquare) -> Option<Square> {
        match *square {
            DataSquare::Pair(first, second) => self.pair(first, second),
            DataSquare::Place(row, column) => self.at(row, column),
            DataSquare::One(number) if self.are_digits => self.pair(number / 10, number % 10),
            DataSquare::One(number) => {
                Square::all().nth(usize::try_from(number.checked_sub(self.first)?).ok()?)
            }
            DataSquare::Text(_) | DataSquare::Pass => None,
        }
    }

    /// Plays moves.
    fn play(self, start: Position, moves: &[DataMove]) -> Result<Replay, Problem> {
        let mut replay = Replay::new(start);
        for DataMove { square, by } in moves {
            match square {
                DataSquare::Text(text) if by.is_some() || text.len() <= 3 => {
                    replay.field(text, *by)?;
                }
                DataSquare::Text(text) => replay.transcript(text, usize::MAX)?,
                DataSquare::Pass => drop(replay.token(Token::Pass, *by)?),
                numbers => {
                    let square = self.square(numbers).ok_or_else(|| wrong_square(numbers))?;
                    replay.token(Token::Move(square), *by)?;
                }
            }
        }
        Ok(replay)
    }
}

fn wrong_square(square: &DataSquare) -> Problem {
    let found = match square {
        DataSquare::One(number) => number.to_string(),
        DataSquare::Pair(first, second) | DataSquare::Place(first, second) => {
            format!("{first}, {second}")
        }
        DataSquare::Text(_) | DataSquare::Pass => String::new(),
    };
    Problem::malformed("move", &found, "a square of the board")
}

/// Returns the ways to count the squares of some moves.
fn numberings(moves: &[DataMove], order: Option<PairOrder>) -> Vec<Numbering> {
    let has = |is: fn(&DataSquare) -> bool| moves.iter().any(|played| is(&played.square));
    let has_pairs = has(|square| matches!(square, DataSquare::Pair(..)));
    let has_places = has(|square| matches!(square, DataSquare::Place(..)));
    let has_numbers = has(|square| matches!(square, DataSquare::One(_)));
    let mut all = Vec::new();
    for first in [0, 1] {
        for are_digits in [false, true] {
            for is_column_first in [false, true] {
                let is_order = match order {
                    Some(order) => (order == PairOrder::ColumnFirst) == is_column_first,
                    None => true,
                };
                let is_way = if has_pairs {
                    is_order && !are_digits
                } else if has_numbers && are_digits {
                    is_order
                } else {
                    let is_counted = has_numbers || has_places || first == 0;
                    is_counted && !are_digits && !is_column_first
                };
                if is_way {
                    all.push(Numbering {
                        first,
                        is_column_first,
                        are_digits,
                    });
                }
            }
        }
    }
    all
}

/// Returns how far a problem is from the first move.
const fn distance(problem: &Problem) -> usize {
    match problem {
        Problem::Move { number, .. } => *number,
        _ => 0,
    }
}

/// Plays moves from a start, or, if none is known, from the usual one; where that cannot be, from the crossed one. The
/// second value is what should be said of the reading.
///
/// # Errors
/// The problem of the reading that gets farthest, or that there are several.
pub(super) fn play(
    start: Option<Position>,
    moves: &[DataMove],
    order: Option<PairOrder>,
) -> Result<(Replay, Vec<Remark>), Problem> {
    let usual = start.unwrap_or(Position::START);
    let problem = match play_from(usual, moves, order) {
        Ok(played) => return Ok(played),
        Err(problem) => problem,
    };
    let crossed = start
        .is_none()
        .then(|| play_from(crossed_start(), moves, order));
    match crossed {
        Some(Ok((replay, other))) if replay.squares().count() >= FEWEST_CROSSED => {
            let from = remark!("read from the crossed start");
            Ok((replay, [vec![from], other].concat()))
        }
        _ => Err(problem),
    }
}

fn play_from(
    start: Position,
    moves: &[DataMove],
    order: Option<PairOrder>,
) -> Result<(Replay, Vec<Remark>), Problem> {
    let kinds = moves.iter().map(|played| &played.square);
    let mut kinds = kinds
        .filter(|square| **square != DataSquare::Pass)
        .map(discriminant);
    if let Some(first) = kinds.next()
        && !kinds.all(|kind| kind == first)
    {
        let expected = "written in one way";
        return Err(Problem::malformed(
            "list of moves",
            "names and numbers",
            expected,
        ));
    }
    let squares = |replay: &Replay| replay.squares().collect::<Vec<_>>();
    let mut played: Vec<(bool, Replay)> = Vec::new();
    let mut nearest: Option<Problem> = None;
    for way in numberings(moves, order) {
        match way.play(start, moves) {
            Ok(replay) => {
                let is_known = |(_, known): &(bool, Replay)| squares(known) == squares(&replay);
                if !played.iter().any(is_known) {
                    played.push((way.is_column_first, replay));
                }
            }
            Err(problem) => {
                let is_nearer = |known: &Problem| distance(&problem) > distance(known);
                if nearest.as_ref().is_none_or(is_nearer) {
                    nearest = Some(problem);
                }
            }
        }
    }
    let unclear = || {
        let expected = "numbered in a way that only one legal game explains";
        Problem::malformed("list of moves", "numbers", expected)
    };
    match <[_; 2]>::try_from(played) {
        // Each game has its mirror image.
        Ok([(false, replay), (true, other)]) => {
            let other: String = other.squares().map(|square| square.to_string()).collect();
            let remark = remark!("with the column first, {moves}", moves = other);
            Ok((replay, vec![remark]))
        }
        Ok(_) => Err(unclear()),
        Err(mut played) => match (played.pop(), played.is_empty()) {
            (Some((_, replay)), true) => Ok((replay, Vec::new())),
            (Some(_), false) => Err(unclear()),
            (None, _) => Err(nearest.unwrap_or(Problem::Truncated("the list of moves"))),
        },
    }
}
