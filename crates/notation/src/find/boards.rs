//! Finds boards in a text: eight lines of eight cells, one line of 64 cells, or a few lines that have only cells, 64 in
//! all. A board never takes a square from a line that goes on with something else.

use std::ops::Range;

use super::bitboards;
use super::board_text::{BoardText, labelled_side};
use super::cells::{BLANK, Between, BoardCells, CellForm, CellRun, is_gap, lines, runs};
use super::claims::Claims;
use super::fen;
use super::lists;
use super::sides::stated_side;
use super::signs::Signs;
use crate::error::FindError;
use crate::error::Problem;
use crate::formats::Format;
use crate::records;
use crate::remark::remark;
use reversi::Color;
use reversi::transcript::MoveProblem;

/// The boards of a text, in order, and the first problem with what looks like one.
#[derive(Default)]
pub(super) struct Boards {
    pub(super) found: Vec<BoardText>,
    pub(super) problem: Option<FindError>,
    /// Why boards are not read, each with where it begins, in bytes.
    pub(super) unread: Vec<(usize, Problem)>,
    /// What the text says about itself.
    pub(super) claims: Claims,
}

/// What the squares of a board must be.
const EXPECTED_SIGNS: &str = "written with X, O and -";

/// The fewest rows that are taken for part of a board.
const FEWEST_ROWS: usize = 3;

/// The fewest rows of eight squares beside which a longer or shorter one is taken for a mistake.
const FEWEST_SURE_ROWS: usize = 6;

/// Finds the boards of a text.
pub(super) fn boards(text: &str) -> Boards {
    let mut found = Boards {
        claims: Claims::of(text),
        ..Boards::default()
    };
    let has_words = text.contains(char::is_alphanumeric);
    let lines: Vec<CellLine> = cell_lines(text);
    let groups = groups(&lines);
    let boards: Vec<_> = groups.iter().map(|group| of_group(group)).collect();
    let mut loose_rows = 0;
    for (group, boards) in groups.iter().zip(&boards) {
        let is_written = |(_, cells): &&RowsOfBoard| cells.signs.iter().any(|&cell| cell != BLANK);
        for (rows, cells) in boards.iter().filter(is_written) {
            let board = of_rows(text, rows, cells, &found.claims);
            found.take(text, rows[0].at, board);
        }
        if !boards.is_empty() {
            if let Some(problem) = part_of_row(&lines, group) {
                found.fail(problem);
            }
            continue;
        }
        match problem_of_group(group) {
            Some(problem) => found.fail(problem),
            // Rows of empty squares may be lines across the page.
            None if group.len() >= FEWEST_ROWS => {
                let is_rank = |row: &&CellLine| row.has_rank() || row.has_discs() || !has_words;
                if group.iter().any(is_rank) && group.iter().all(|row| row.is_row()) {
                    loose_rows += group.len();
                }
            }
            None => {}
        }
    }
    for (pair, boards) in groups.windows(2).zip(boards.windows(2)) {
        if boards[0].is_empty() != boards[1].is_empty() && are_parts(&pair[0], &pair[1]) {
            let found_rows = pair[0].len() + pair[1].len();
            found.fail(FindError::Lines { found: found_rows });
        }
    }
    if found.problem.is_none() || !found.found.is_empty() {
        found.outside_rows(text, &lines);
    }
    if found.found.is_empty()
        && found.problem.is_none()
        && let Some(numbers) = bitboards::find(text, &found.claims)
    {
        found.take(text, 0, numbers);
    }
    if found.found.is_empty()
        && found.problem.is_none()
        && let Some(board) = lists::find(text)
    {
        found.found.push(board);
    }
    // Empty squares alone are a line across the page, unless there is nothing else.
    if found.found.iter().any(BoardText::has_discs) {
        found.found.retain(BoardText::has_discs);
    } else if has_words || found.found.len() > 1 {
        found.found.clear();
    }
    if loose_rows > 0 {
        found.fail(FindError::Lines { found: loose_rows });
    }
    found
}

impl Boards {
    /// Keeps the first problem.
    fn fail(&mut self, error: FindError) {
        self.problem.get_or_insert(error);
    }

    fn take(&mut self, text: &str, at: usize, board: Result<BoardText, FindError>) {
        let error = match board {
            Ok(board) => return self.found.push(board),
            Err(error) => error,
        };
        let problem = if let FindError::Game(problem) = &error {
            problem.clone()
        } else {
            let line = text[at..].lines().next().unwrap_or_default();
            Problem::malformed("board", line.trim(), EXPECTED_SIGNS)
        };
        self.unread.push((at, problem));
        self.fail(error);
    }

    /// Finds FEN and 64 squares, in one line or several, outside the boards of eight rows.
    fn outside_rows(&mut self, text: &str, lines: &[CellLine]) {
        let of_rows = std::mem::take(&mut self.found);
        let mut next = of_rows.iter().peekable();
        let mut free = Vec::new();
        for line in lines {
            while next.next_if(|board| board.end <= line.at).is_some() {}
            let before = self.found.len();
            if next.peek().is_none_or(|board| line.end <= board.at) {
                self.in_line(text, line);
            }
            let is_used =
                self.found.len() > before || next.peek().is_some_and(|board| board.at < line.end);
            free.push((line, is_used));
        }
        let mut rest = &free[..];
        while !rest.is_empty() {
            let count = block(rest);
            if let Some(problem) = wide_row(&rest[..count]) {
                self.fail(problem);
                rest = &rest[count.max(1)..];
                continue;
            }
            for (place, line_end, cells) in of_block(&rest[..count]) {
                let board = squares(text, place.clone(), line_end, &cells, &self.claims);
                self.take(text, place.start, board);
            }
            rest = &rest[count.max(1)..];
        }
        self.found.extend(of_rows);
        self.found.sort_by_key(|board| board.at);
    }

    /// Finds FEN and 64 squares in a line.
    fn in_line(&mut self, text: &str, line: &CellLine) {
        let mut at = line.at;
        while at < line.end {
            if let Some(board) = fen::find(text, at..line.end) {
                at = board.end;
                self.found.push(board);
                continue;
            }
            let mut hits = line.runs.iter().filter(|run| run.at() >= at);
            let Some((cells, range)) = hits.find_map(whole_board) else {
                return;
            };
            // If 65 squares and a number follow each other, any of them may be too many.
            let rest = &text[range.end..line.end];
            let is_glued = rest.starts_with(|c: char| !is_gap(c));
            let after = rest
                .trim_start_matches(|c| !is_gap(c))
                .trim_start_matches(is_gap);
            if is_glued && after.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                return;
            }
            let start = range.start;
            let board = squares(text, range, line.end, &cells, &self.claims);
            at = board.as_ref().map_or(line.end, |board| board.end);
            self.take(text, start, board);
        }
    }
}

/// A line of a text with its cells.
#[derive(Debug)]
struct CellLine {
    /// Its number, from 1.
    number: u64,
    /// Where the line begins and ends, in bytes.
    at: usize,
    end: usize,
    /// What stands between it and the previous row.
    gap: Gap,
    runs: Vec<CellRun>,
    /// The run that may be a row of a board, by index.
    row: Option<usize>,
}

/// The lines between two lines with cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// No line, or only lines of a box.
    None,
    Blank,
    Text,
}

/// Returns the lines of a text.
fn cell_lines(text: &str) -> Vec<CellLine> {
    let mut gap = Gap::None;
    let mut number = 1;
    let mut found = Vec::new();
    for (at, line) in lines(text) {
        // The lines of a box.
        let is_glued = !line.trim().contains(char::is_whitespace);
        let is_border = |run: &CellRun| run.dashes == run.cells.len() && is_glued;
        let mut runs = runs(line, at);
        runs.retain(|run| !(line.trim_start().starts_with('+') && is_border(run)));
        let row = runs.iter().position(|run| {
            let cells = &run.cells;
            let has_ranks = || cells[0].is_ascii_digit() && cells[0] == cells[9];
            let is_row =
                (7..=12).contains(&cells.len()) || (13..=24).contains(&cells.len()) && has_ranks();
            // A list may have a name: `board = [`.
            let before = line[..run.at().saturating_sub(at).min(line.len())].trim_end();
            let is_begun =
                !run.has_before || before.ends_with(['[', '{', '(', '=', ':', '>', '"', '|']);
            is_row && is_begun
        });
        let is_unknown = |run: &CellRun| run.cells.iter().all(|&cell| cell == '?');
        let row = row.filter(|&row| runs[row].cells.len() == 10 || !is_unknown(&runs[row]));
        let has_letters = line.contains(|c: char| c.is_alphanumeric());
        let own_gap = if row.is_some() { gap } else { Gap::Text };
        if row.is_some() {
            gap = Gap::None;
        } else if has_letters || !runs.iter().all(CellRun::is_rule) {
            gap = Gap::Text;
        } else if line.trim().is_empty() {
            gap = gap.max(Gap::Blank);
        }
        if !runs.is_empty() || has_letters || line.trim().is_empty() {
            found.push(CellLine {
                number,
                at,
                end: at + line.len(),
                gap: own_gap,
                runs,
                row,
            });
        }
        number += line.matches('\n').count() as u64;
    }
    found
}

impl CellLine {
    /// Returns the run that may be a row.
    fn run(&self) -> &CellRun {
        &self.runs[self.row.unwrap_or_default()]
    }

    /// Returns its eight squares if it has no coordinates. What follows a row of one word is no square.
    fn squares(&self) -> Option<Range<usize>> {
        let run = self.run();
        let is_row = run.cells.len() == 8 || run.length(0) == 8;
        is_row.then_some(0..8)
    }

    /// Returns its eight squares if it has the coordinate of a rank.
    fn squares_of_rank(&self, side: LabelSide, rank: char) -> Option<Range<usize>> {
        let run = self.run();
        let cells = &run.cells[..];
        match side {
            LabelSide::Left => {
                let is_whole = cells.len() == 9
                    || cells.get(9) == Some(&rank) && (run.is_boundary(9) || !run.is_boundary(1))
                    || run.has_row(1)
                    || cells.len() == 10 && run.has_after && run.is_boundary(9);
                (cells.first() == Some(&rank) && is_whole).then_some(1..9)
            }
            LabelSide::Right => {
                let is_whole = cells.len() == 9 || run.is_boundary(9) && run.has_after;
                (cells.get(8) == Some(&rank) && is_whole).then_some(0..8)
            }
        }
    }

    fn has_rank(&self) -> bool {
        let cells = &self.run().cells;
        cells.len() > 8 && (cells[0].is_ascii_digit() || cells[8].is_ascii_digit())
    }

    /// Returns whether it may be a row by its length.
    fn is_row(&self) -> bool {
        self.squares().is_some() || self.has_rank()
    }

    /// Returns whether it has no sign of an empty square.
    fn is_full(&self) -> bool {
        let is_empty = |cell: &char| matches!(*cell, '-' | BLANK | '□' | '■' | '0');
        !self.run().cells.iter().any(is_empty)
    }

    fn has_discs(&self) -> bool {
        let is_empty = |cell: &char| matches!(*cell, '-' | BLANK);
        !self.run().cells.iter().all(is_empty)
    }
}

/// Where the coordinates of the ranks stand.
#[derive(Clone, Copy)]
enum LabelSide {
    Left,
    Right,
}

/// Returns groups of lines that may be rows, without other text between them.
fn groups(lines: &[CellLine]) -> Vec<Vec<&CellLine>> {
    let mut groups: Vec<Vec<&CellLine>> = Vec::new();
    for row in lines.iter().filter(|line| line.row.is_some()) {
        match groups.last_mut() {
            Some(group) if row.gap != Gap::Text => group.push(row),
            _ => groups.push(vec![row]),
        }
    }
    groups.iter_mut().for_each(without_rules);
    groups
}

/// Returns the problem with a part of a row above or below rows without coordinates, if there is one.
fn part_of_row(lines: &[CellLine], group: &[&CellLine]) -> Option<FindError> {
    let (first, last) = (group.first()?, group.last()?);
    let index = |row: &CellLine| lines.partition_point(|line| line.at < row.at);
    let is_rule = |line: &CellLine| line.runs.first().is_some_and(CellRun::is_rule);
    let is_other = |line: &&CellLine| line.row.is_none() || !is_rule(line);
    let before = lines[..index(first)].iter().rev().find(is_other);
    let after = lines[index(last) + 1..].iter().find(is_other);
    let is_part = |line: &&CellLine| {
        let runs = &line.runs[..];
        let count: usize = runs.iter().map(|run| run.cells.len()).sum();
        let is_text = runs.iter().any(|run| run.has_before || run.has_after);
        let may_be_other = |run: &CellRun| is_side(run) || run.cells[0].is_ascii_digit();
        let is_word = count == 1 && runs.iter().any(may_be_other);
        line.row.is_none()
            && (count >= FEWEST_SURE_ROWS || (1..8).contains(&count) && !is_text && !is_word)
    };
    if first.has_rank() {
        return None;
    }
    let line = before.into_iter().chain(after).find(is_part)?;
    Some(FindError::RowLength {
        line: line.number,
        found: line.runs.iter().map(|run| run.cells.len()).sum(),
    })
}

/// Returns whether two groups may be the rows of one board with a line of text between them.
fn are_parts(group: &[&CellLine], next: &[&CellLine]) -> bool {
    /// A row that is farther away is independent of the board, in lines.
    const FARTHEST: u64 = 3;
    let (Some(last), Some(first)) = (group.last(), next.first()) else {
        return false;
    };
    let is_near = first.number - last.number <= FARTHEST;
    let have_ranks = |rows: &[&CellLine]| {
        let ranks = rows.iter().filter(|row| row.has_rank()).count();
        ranks >= FEWEST_SURE_ROWS
    };
    let is_ranked = have_ranks(if group.len() < next.len() {
        next
    } else {
        group
    });
    is_near && !is_ranked && last.run().form() == first.run().form()
}

/// Removes lines across the page from a group: they are written in another way than its rows.
fn without_rules(group: &mut Vec<&CellLine>) {
    let rows = group.iter().filter(|row| !row.run().is_rule());
    let has_dashes = rows.clone().any(|row| row.run().dashes > 0);
    let has_empty = rows.clone().any(|row| !row.is_full());
    let are_glued = rows.clone().all(|row| row.run().form() == CellForm::Glued);
    let has_others = !has_dashes && rows.clone().any(|row| row.run().is_wide);
    if rows.count() > 0 && (has_empty && !has_dashes || !are_glued || has_others) {
        group.retain(|row| !row.run().is_rule());
    }
    // The line below the head of a table.
    if group.iter().any(|row| row.run().cells.contains(&BLANK)) {
        group.retain(|row| row.run().dashes < row.run().cells.len());
    }
    // Beside rows with coordinates, those without are borders.
    let ranks = group.iter().filter(|row| row.has_rank()).count();
    if ranks >= FEWEST_SURE_ROWS && !is_walled(group) {
        group.retain(|row| row.has_rank() || row.has_discs());
    }
}

/// The rows of a board, and its 64 cells.
type RowsOfBoard<'a> = (Vec<&'a CellLine>, BoardCells);

/// Returns the cells of rows, with the part of each that is one.
fn cells_of(rows: &[&CellLine], parts: impl Iterator<Item = Range<usize>>) -> BoardCells {
    let mut cells = BoardCells::default();
    for (row, part) in rows.iter().zip(parts) {
        cells.extend(&row.run().part(part));
    }
    cells
}

/// Returns the boards of a group. With coordinates, they run from rank 1 to 8, or from 0 to 7. Without coordinates, a line
/// across the page looks like a rank of empty squares; a board then needs a blank line or the end of the group at both
/// ends, or such a line at both ends.
fn of_group<'a>(group: &[&'a CellLine]) -> Vec<RowsOfBoard<'a>> {
    let mut boards = Vec::new();
    let mut rest = group;
    while rest.len() >= 8 {
        match of_ranks(&rest[..8]) {
            Some(cells) => {
                boards.push((rest[..8].to_vec(), cells));
                rest = &rest[8..];
            }
            None => rest = &rest[1..],
        }
    }
    if !boards.is_empty() {
        return boards;
    }
    if is_walled(group) {
        let rows = &group[1..9];
        let cells = cells_of(rows, std::iter::repeat(1..9));
        return vec![(rows.to_vec(), cells)];
    }
    let count = group.len();
    let are_ranked = group.iter().filter(|row| row.has_rank()).count() >= FEWEST_SURE_ROWS;
    let form = group.first().map(|row| row.run().form());
    let are_alike = group.iter().all(|row| Some(row.run().form()) == form);
    let squares: Option<Vec<Range<usize>>> = group.iter().map(|row| row.squares()).collect();
    let Some(squares) = squares.filter(|_| count >= 8 && !are_ranked && are_alike) else {
        return boards;
    };
    let is_begun = |at: usize| at == 0 || group[at].gap == Gap::Blank;
    let is_ended = |at: usize| at == count || group[at].gap == Gap::Blank;
    let is_inside = |at: usize| (at + 1..at + 8).all(|row| group[row].gap == Gap::None);
    let starts: Vec<usize> = if count.is_multiple_of(8) {
        (0..count).step_by(8).collect()
    } else {
        let mut starts = 0..=count - 8;
        // A row of empty squares that was typed twice looks like a line of a box: only one place has a whole centre.
        let has_centre = |start: usize| {
            let mut rows = group[start + 3..start + 5].iter();
            rows.all(|row| !row.run().cells[3..5].contains(&'-'))
        };
        let is_boxed = count == 10
            && group[0].run().is_rule()
            && group[9].run().is_rule()
            && [0, 1, 2].map(has_centre) == [false, true, false];
        let are_rules = |mut rows: Range<usize>| rows.all(|at| group[at].run().is_rule());
        let start = starts.find(|&at| {
            let is_apart = is_begun(at) && is_ended(at + 8) && is_inside(at);
            is_apart && are_rules(0..at) && are_rules(at + 8..count)
        });
        start
            .or_else(|| is_boxed.then_some(1))
            .into_iter()
            .collect()
    };
    let board = |start: usize| {
        let rows = start..start + 8;
        let cells = cells_of(&group[rows.clone()], squares[rows.clone()].iter().cloned());
        (group[rows].to_vec(), cells)
    };
    starts.into_iter().map(board).collect()
}

/// Returns the squares of eight rows with the coordinates of all ranks.
fn of_ranks(rows: &[&CellLine]) -> Option<BoardCells> {
    let is_table = |row: &&CellLine| row.run().form() == CellForm::Table;
    let tables = rows.iter().filter(|row| is_table(row)).count();
    if !matches!(tables, 0 | 8) {
        return None;
    }
    // If the coordinates stand at both ends, a row with one of them lacks a square.
    let has_both = |row: &&&CellLine| {
        let cells = &row.run().cells;
        cells[0].is_ascii_digit() && cells.get(9) == Some(&cells[0])
    };
    let both = rows.iter().filter(has_both).count();
    if (FEWEST_SURE_ROWS..8).contains(&both) {
        return None;
    }
    let read = |side, first: char| {
        let cells = (first..)
            .zip(rows)
            .map(|(rank, row)| row.squares_of_rank(side, rank));
        let parts: Option<Vec<Range<usize>>> = cells.collect();
        parts.map(|parts| cells_of(rows, parts.into_iter()))
    };
    let sides = [LabelSide::Left, LabelSide::Right];
    let mut ways = sides
        .into_iter()
        .flat_map(|side| ['1', '0'].map(|first| (side, first)));
    ways.find_map(|(side, first)| read(side, first))
        .or_else(|| {
            // From rank 8 down.
            let rows: Vec<&CellLine> = rows.iter().rev().copied().collect();
            let parts = ('1'..)
                .zip(&rows)
                .map(|(rank, row)| row.squares_of_rank(LabelSide::Left, rank));
            let parts: Vec<Range<usize>> = parts.collect::<Option<_>>()?;
            Some(cells_of(&rows, parts.into_iter()))
        })
}

/// Returns whether the letters of the files stand in a line.
fn has_letters(line: &str) -> bool {
    let letters = line.split_whitespace().filter(|word| word.len() == 1);
    letters.map(str::to_lowercase).collect::<String>() == "abcdefgh"
}

/// Returns whether ten rows are a board between walls.
fn is_walled(group: &[&CellLine]) -> bool {
    let [first, .., last] = group else {
        return false;
    };
    let wall = first.run().cells[0];
    let is_wall = |row: &CellLine| row.run().cells.iter().all(|&cell| cell == wall);
    let is_between = |row: &&CellLine| {
        let cells = &row.run().cells;
        cells.len() == 10 && cells[0] == wall && cells[9] == wall
    };
    let is_free = |row: &&CellLine| !row.run().cells[1..9].contains(&wall);
    group.len() == 10
        && !matches!(wall, '-' | BLANK)
        && is_wall(first)
        && is_wall(last)
        && group.iter().all(is_between)
        && group[1..9].iter().all(is_free)
}

/// Returns what is wrong with a group that looks like a board.
fn problem_of_group(group: &[&CellLine]) -> Option<FindError> {
    let ranks = group.iter().filter(|row| row.has_rank()).count();
    let rows = group.iter().filter(|row| row.squares().is_some()).count();
    if ranks.max(rows) < FEWEST_SURE_ROWS {
        return None;
    }
    let is_ranked = ranks > rows;
    let is_whole = |row: &CellLine| {
        let of_side = |side| ('0'..='8').any(|rank| row.squares_of_rank(side, rank).is_some());
        if is_ranked {
            of_side(LabelSide::Left) || of_side(LabelSide::Right)
        } else {
            row.squares().is_some()
        }
    };
    let form = group[0].run().form();
    if !is_ranked
        && group.iter().any(|row| row.run().form() != form)
        && group.iter().all(|row| is_whole(row))
    {
        return Some(FindError::Lines { found: group.len() });
    }
    if let Some(row) = group.iter().find(|row| !is_whole(row)) {
        let found = row.run().cells.len() - usize::from(is_ranked);
        let line = row.number;
        return Some(FindError::RowLength { line, found });
    }
    let lines = FindError::Lines { found: group.len() };
    match (is_ranked, group.len()) {
        (true, 8..) => Some(FindError::Coordinates),
        (true, _) => Some(lines),
        (false, count) => (count != 8 && group.iter().any(|row| row.has_discs())).then_some(lines),
    }
}

/// Reads a board of eight lines.
fn of_rows(
    text: &str,
    rows: &[&CellLine],
    cells: &BoardCells,
    claims: &Claims,
) -> Result<BoardText, FindError> {
    let (at, end) = (rows[0].at, rows[7].end);
    // A border may stand between the board and its letters.
    let around = text[..at]
        .lines()
        .rev()
        .take(2)
        .chain(text[end..].lines().take(2));
    if around
        .into_iter()
        .any(|line| line.to_lowercase().contains("h g f e d c b a"))
    {
        return Err(FindError::Coordinates);
    }
    // From rank 8 down, as in chess, if the letters are there.
    let is_turned = rows[0].run().cells.first() == Some(&'8') && rows[0].has_rank();
    let is_below = text[end..].lines().take(2).any(has_letters);
    let is_above = text[..at].lines().rev().take(2).any(has_letters);
    if is_turned && !is_above && !is_below {
        return Err(FindError::Coordinates);
    }
    let signs = Signs::read(cells, claims)?;
    // Programs also name the side to move beside the board.
    let side = stated_side(&signs.spelled(&text[at..end]))
        .or_else(|| after_last_row(text, rows[7], &signs));
    Ok(BoardText::new(
        at,
        end,
        remark!("a board of 8 lines"),
        signs,
        side,
    ))
}

/// Returns the side that the word after the last row of a board names.
fn after_last_row(text: &str, row: &CellLine, signs: &Signs) -> Option<Color> {
    let run = row.run();
    let rest = match run.words.iter().position(|word| word.first == 8) {
        Some(next) if run.length(0) == 8 => &text[run.words[next].at..row.end],
        _ if run.cells.len() == 8 => &text[run.end()..row.end],
        _ => return None,
    };
    let side = signs.side(rest.trim_matches(is_gap));
    side.or_else(|| labelled_side(rest, signs))
}

/// Returns the 64 cells of a run that has them, and where they stand. Beside cells of one word each, only the side to move
/// may stand: otherwise any of them may be too many.
fn whole_board(run: &CellRun) -> Option<(BoardCells, Range<usize>)> {
    let total = run.cells.len();
    if total < 64 {
        return None;
    }
    (0..run.words.len()).find_map(|word| {
        let first = run.words[word].first;
        let last = first + 64;
        let count = run.words[word..]
            .iter()
            .take_while(|word| word.first < last)
            .count();
        let inside = word..word + count;
        // The side to move may stand at the last square.
        let is_glued = inside.len() == 1
            && total > last
            && run.length(word) == 65
            && matches!(run.cells[last], 'X' | 'O' | '*');
        if last > total || !run.is_boundary(last) && !is_glued {
            return None;
        }
        let length = |index: usize| run.length(index) - usize::from(is_glued);
        let are_rows = inside.clone().all(|index| length(index).is_multiple_of(8));
        let are_single = inside.clone().all(|index| length(index) == 1);
        let is_alone = first == 0
            && (total == 64 || total == 65 && run.between != Between::List && is_side(run));
        // A square that was typed twice looks like the side to move.
        let is_sure = !is_glued || total == 65 && is_ended_side(run);
        if !is_sure || !(are_rows || is_alone && are_single) {
            return None;
        }
        // A word of squares beside them belongs to them.
        let is_row = |index: usize| run.words.get(index).is_some() && run.length(index) == 8;
        if are_rows
            && inside.len() == 8
            && (is_row(word + 8) || word > 0 && is_row(word - 1))
            && total < 128
        {
            return None;
        }
        let last_word = run.words[word + count - 1];
        let end = if is_glued {
            last_word.end - 1
        } else {
            last_word.end
        };
        Some((run.part(first..last), run.words[word].at..end))
    })
}

/// Returns how many lines from the first one have only cells, and are not part of a board yet.
fn block(lines: &[(&CellLine, bool)]) -> usize {
    let mut is_ended = false;
    let is_cells = |&(index, (line, is_used)): &(usize, &(&CellLine, bool))| match &line.runs[..] {
        [run] if !is_used && !is_ended && (index == 0 || !run.has_before) => {
            is_ended = run.has_after;
            true
        }
        _ => false,
    };
    lines.iter().enumerate().take_while(is_cells).count()
}

/// A board in several lines: where it stands, where its last line ends, and its cells.
type BlockBoard = (Range<usize>, usize, BoardCells);

/// Returns the problem with eight rows, or a multiple of eight, that are longer than those of a board.
fn wide_row(lines: &[(&CellLine, bool)]) -> Option<FindError> {
    let (first, _) = lines.first()?;
    let width = first.runs[0].cells.len();
    let are_alike = lines
        .iter()
        .all(|(line, _)| line.runs[0].cells.len() == width);
    let is_wide = width > 8 && width < 64 && width.is_multiple_of(8);
    (are_alike && is_wide && lines.len().is_multiple_of(8)).then_some(FindError::RowLength {
        line: first.number,
        found: width,
    })
}

/// Returns the boards of lines that have only cells. All lines of a board but its last have the same number of cells, or
/// all have multiples of eight. A board ends at the end of a line.
fn of_block(lines: &[(&CellLine, bool)]) -> Vec<BlockBoard> {
    let runs: Vec<&CellRun> = lines.iter().map(|(line, _)| &line.runs[0]).collect();
    let widths: Vec<usize> = runs.iter().map(|run| run.cells.len()).collect();
    // A line across the page is not a row of a board with other signs.
    let has_rules = runs.iter().any(|run| run.is_rule());
    if has_rules && !runs.iter().any(|run| run.dashes > 0 && !run.is_rule()) {
        return Vec::new();
    }
    let same = |widths: &[usize]| {
        let is_odd = |width: usize| (7..=12).contains(&width);
        let (last, others) = widths.split_last().unwrap_or((&0, &[]));
        let first = others.first().copied().unwrap_or(0);
        !is_odd(first) && others.iter().all(|&width| width == first) && *last <= first
    };
    let mut boards = Vec::new();
    let mut begun = 0;
    let mut total = 0;
    for (index, run) in runs.iter().enumerate() {
        let line_end = lines[index].0.end;
        total += run.cells.len();
        if total < 64 {
            continue;
        }
        let has_side = total == 65 && run.is_boundary(run.cells.len() - 1) && is_side(run);
        let mut own = widths[begun..=index].to_vec();
        own[index - begun] -= usize::from(has_side);
        let are_rows = own.iter().all(|width| width.is_multiple_of(8));
        let is_whole = total == 64 || has_side;
        let are_mixed = runs[begun..=index]
            .iter()
            .any(|run| run.form() == CellForm::Mixed);
        if !is_whole || are_mixed || own.len() < 2 || !(same(&own) || are_rows && own.len() < 8) {
            return Vec::new();
        }
        let mut cells = BoardCells::default();
        for run in &runs[begun..=index] {
            cells.extend(&run.part(0..run.cells.len().min(64 - cells.signs.len())));
        }
        let last = run.words.len() - 1 - usize::from(has_side);
        let place = runs[begun].at()..run.words[last].end;
        boards.push((place, line_end, cells));
        (begun, total) = (index + 1, 0);
    }
    if total > 0 { Vec::new() } else { boards }
}

/// Returns whether the letter glued to 64 squares may be the side to move: a game leads to the position.
fn is_ended_side(run: &CellRun) -> bool {
    let position = Signs::read(&run.part(0..64), &Claims::default()).map(|signs| signs.position);
    let color = if run.cells[64] == 'O' {
        Color::White
    } else {
        Color::Black
    };
    position.is_ok_and(|position| {
        let position = position.with_side_to_move(color);
        position.no_game_because().is_none()
    })
}

/// Returns whether the last cell of a run may be the side to move.
fn is_side(run: &CellRun) -> bool {
    matches!(run.cells.last(), Some('X' | 'O' | '*'))
}

/// The longest line of OBF, with all moves and their scores, in characters.
const LONGEST_LINE: usize = 2000;

/// Reads 64 squares, and the side to move or the fields of OBF, if they follow in the same line, which ends at `line_end`.
fn squares(
    text: &str,
    place: Range<usize>,
    line_end: usize,
    cells: &BoardCells,
    claims: &Claims,
) -> Result<BoardText, FindError> {
    let signs = Signs::read(cells, claims)?;
    // The side to move, with or without a separator.
    let rest = &text[place.end..line_end];
    let between = rest.len() - rest.trim_start_matches(|c| is_gap(c) && c != '\n').len();
    let word = &rest[between..];
    let length = word
        .char_indices()
        .find(|&(at, c)| at > 0 && !c.is_alphanumeric() || is_gap(c))
        .map_or(word.len(), |(at, _)| at);
    let side = signs.side(&word[..length]);
    let side_end = side.map_or(place.end, |_| place.end + between + length);
    let mut board = BoardText::new(place.start, side_end, remark!("64 squares"), signs, side);
    let rest = &text[side_end..line_end];
    if rest.trim_start_matches(' ').starts_with(';') {
        // Longer lines are not OBF.
        let longest = rest.char_indices().nth(LONGEST_LINE);
        let line = &rest[..longest.map_or(rest.len(), |(at, _)| at)];
        let line = line.lines().next().unwrap_or("");
        let line = line.split(['%', '#']).next().unwrap_or("");
        board.complete("", "", false);
        let written = format!("{}{line}", board.position);
        match records::parse(&written, Format::Obf) {
            Ok(game) => {
                board.end += line.len();
                let has_moves = game.moves.iter().any(|played| played.square.is_some());
                board.game = has_moves.then_some(game);
            }
            // What follows is another column of a table.
            Err(Problem::Move {
                why: MoveProblem::Unreadable(_),
                ..
            }) => {}
            Err(problem) => return Err(FindError::Game(problem)),
        }
    }
    Ok(board)
}
