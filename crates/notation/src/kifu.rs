//! Reads a kifu: a board with the numbers of the moves on their squares, as [`Diagram`](super::diagram::Diagram) writes
//! it, as text or as a table of Markdown.

use std::ops::Range;

use super::named::side_named;
use super::record::Record;
use super::replay::Replay;
use reversi::Position;
use reversi::SquareSet;
use reversi::{ByColor, Color};
use reversi::{File, Rank, Square};

/// The line about a game that White begins.
pub(super) const WHITE_FIRST: &str = "White moves first";

/// A cell of a kifu: the disc that it shows, and the number of a move.
type Cell = (Option<Color>, Option<usize>);

/// A row of a kifu.
struct Row {
    cells: Vec<Cell>,
    /// Whether its number stands before it.
    is_ranked: bool,
}

/// The fewest moves of a kifu without the numbers of its rows: a few numbers may be marks.
const FEWEST_MOVES: usize = 10;

/// Returns the games of the kifus in a text, each with the place of its rows, in bytes.
pub(super) fn kifus(text: &str) -> Vec<(Range<usize>, Record)> {
    let (mut kifus, mut rows, mut start) = (Vec::new(), Vec::new(), 0);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        match row(line, rows.len() + 1) {
            Some(row) => {
                if rows.is_empty() {
                    start = at;
                }
                rows.push(row);
            }
            None => rows.clear(),
        }
        at += line.len();
        if rows.len() == 8 {
            let is_white_first = text[at..].contains(WHITE_FIRST);
            kifus.extend(game(&rows, is_white_first).map(|game| (start..at, game)));
            rows.clear();
        }
    }
    kifus
}

/// Returns the cells of a row, which may begin with its number.
fn row(line: &str, number: usize) -> Option<Row> {
    let line = line.trim();
    let mut cells: Vec<&str> = match line.strip_prefix('|') {
        Some(cells) => cells.split('|').map(str::trim).collect(),
        None if line.contains('|') => line.split('|').map(str::trim).collect(),
        None => line.split_whitespace().collect(),
    };
    if cells.len() == 8 && !line.contains('|') {
        let cells = cells.iter().map(|text| cell(text)).collect::<Option<_>>()?;
        let is_ranked = false;
        return Some(Row { cells, is_ranked });
    }
    // What follows the last bar, or the number of the row again.
    if cells.len() == 10 {
        cells.pop();
    }
    let (first, cells) = cells.split_first()?;
    if first.trim_matches('*') != number.to_string() || cells.len() != 8 {
        return None;
    }
    let cells = cells.iter().map(|text| cell(text)).collect::<Option<_>>()?;
    let is_ranked = true;
    Some(Row { cells, is_ranked })
}

fn cell(text: &str) -> Option<Cell> {
    let (disc, number) = text.split_once(' ').unwrap_or(match text.parse::<usize>() {
        Ok(_) => ("", text),
        Err(_) => (text, ""),
    });
    let is_empty = matches!(disc, "" | "." | "-" | "_" | "·");
    // As WZebra writes them.
    let disc = match disc {
        _ if is_empty => None,
        "##" => Some(Color::Black),
        "()" => Some(Color::White),
        disc => Some(side_named(disc)?),
    };
    let number = (!number.is_empty()).then(|| number.trim().parse());
    Some((disc, number.transpose().ok()?))
}

/// Returns the game whose moves are numbered from 1, if they are legal.
fn game(rows: &[Row], is_white_first: bool) -> Option<Record> {
    let mut discs = ByColor::<SquareSet>::default();
    let mut moves = Vec::new();
    for (rank, row) in Rank::all().zip(rows) {
        for (file, &(disc, number)) in File::all().zip(&row.cells) {
            let square = Square::at(file, rank);
            match (number, disc) {
                (Some(number), _) => moves.push((number, square, disc)),
                (None, Some(color)) => discs[color].insert(square),
                (None, None) => {}
            }
        }
    }
    moves.sort_unstable_by_key(|(number, ..)| *number);
    let is_ranked = rows.iter().all(|row| row.is_ranked);
    if moves.is_empty()
        || !is_ranked && moves.len() < FEWEST_MOVES
        || moves
            .iter()
            .zip(1..)
            .any(|(played, number)| played.0 != number)
    {
        return None;
    }
    let mut sides = [Color::Black, Color::White].into_iter();
    if is_white_first {
        sides.next();
    }
    sides.find_map(|side| {
        let mut replay = Replay::new(Position::from_discs(discs, side).ok()?);
        for (_, square, by) in &moves {
            replay.play(*square, *by).ok()?;
        }
        Some(replay.into_record(Record::default()))
    })
}
