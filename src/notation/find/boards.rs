//! Finds boards in a text. In every layout the squares stand in reading order, each as one sign, with fillers between
//! them. Layouts differ only in what marks the rows.

use super::bitboards;
use super::board_text::{BoardText, Signs};
use super::error::FindError;
use super::sides::{likely_side, side_named, stated_side};
use crate::notation::error::{MoveProblem, Problem};
use crate::notation::formats::Format;
use crate::notation::records;

/// The boards of a text, in order, and the first problem with what looks like one.
#[derive(Default)]
pub(super) struct Boards {
    pub(super) found: Vec<BoardText>,
    pub(super) problem: Option<FindError>,
}

/// The fewest rows that are taken for part of a board.
const FEWEST_ROWS: usize = 3;

/// Finds the boards of a text.
pub(super) fn boards(text: &str) -> Boards {
    let mut found = Boards::default();
    let has_words = text.contains(char::is_alphanumeric);
    let mut loose_rows = 0;
    for group in groups(rows(text)) {
        match rows_of_board(&group) {
            // Rows of empty squares may be lines across the page.
            _ if group.len() < 8 => {
                let is_rank = |row: &Row| row.rank.is_some() || row.has_discs() || !has_words;
                if group.len() >= FEWEST_ROWS && group.iter().any(is_rank) {
                    loose_rows += group.len();
                }
            }
            Some(ranks) => found.take(of_rows(text, &group[ranks])),
            None if group[0].rank.is_none() => found.fail(FindError::Lines { found: group.len() }),
            None => found.fail(FindError::Coordinates),
        }
    }
    if found.problem.is_some() && found.found.is_empty() {
        return found;
    }
    let mut free = 0;
    for board in std::mem::take(&mut found.found) {
        found.in_lines(text, free..board.at);
        free = board.end;
        found.found.push(board);
    }
    found.in_lines(text, free..text.len());
    if found.found.is_empty()
        && found.problem.is_none()
        && let Some(numbers) = bitboards::find(text)
    {
        found.take(numbers);
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

    fn take(&mut self, board: Result<BoardText, FindError>) {
        match board {
            Ok(board) => self.found.push(board),
            Err(error) => self.fail(error),
        }
    }

    /// Finds 64 squares in any number of lines, and FEN, in a part of the text.
    fn in_lines(&mut self, text: &str, part: std::ops::Range<usize>) {
        let mut at = part.start;
        let mut before = None;
        while let Some(c) = text[at..part.end].chars().next() {
            // The beginning of a word or of squares.
            let is_start = before.is_none_or(|before: char| is_gap(before));
            let board = is_start
                .then(|| squares(text, at..part.end).or_else(|| fen(text, at..part.end)))
                .flatten();
            before = Some(c);
            at += c.len_utf8();
            if let Some(board) = board {
                at = board.as_ref().map_or(at, |board| board.end);
                before = text[..at].chars().next_back();
                self.take(board);
            }
        }
    }
}

/// Returns true for what may stand between the squares of a board.
fn is_filler(c: char) -> bool {
    is_gap(c) || matches!(c, '\u{fe0f}' | '\u{20e3}')
}

fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '/' | '|' | '+' | '"' | '\'' | '`' | ',' | ';' | ':' | '='
        )
        || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '\\')
        || ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Returns the sign of a square: `X`, `O` or `-` as in OBF, or a sign whose meaning depends on the rest of the board.
fn sign(c: char) -> Option<char> {
    Some(match c {
        'X' | 'x' | 'B' | 'b' | '@' | '#' | '●' | '⚫' | '⬤' | '🖤' | '黒' | '黑' => 'X',
        'O' | 'o' | 'W' | 'w' | '○' | '⚪' | '◯' | '🤍' | '白' => 'O',
        '-' | '.' | '_' | '·' | '・' | '･' | '∙' | '🟩' | '🟢' => '-',
        '■' | '⬛' => '■',
        '□' | '⬜' => '□',
        '*' | '0' | '1' | '2' => c,
        _ => return None,
    })
}

/// A line of a text that may be a rank of a board.
struct Row {
    /// Where the line begins and ends, in bytes.
    at: usize,
    end: usize,
    /// The digit of the rank, if the line has one.
    rank: Option<char>,
    squares: String,
    /// What stands before it, after the previous row.
    gap: Gap,
}

/// The lines between two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// No line, or only lines of a box.
    None,
    Blank,
    Text,
}

impl Row {
    fn read(at: usize, line: &str) -> Option<Self> {
        if line.trim_start().starts_with('+') {
            return None;
        }
        // Eight squares and two coordinates. Any text may follow beside the board.
        let line_end = at + line.len();
        let cells: Vec<char> = line.chars().filter(|&c| !is_filler(c)).take(10).collect();
        let rank_of = |c: Option<&char>| c.copied().filter(|c| ('1'..='8').contains(c));
        let (rank, squares) = match (rank_of(cells.first()), rank_of(cells.last())) {
            _ if cells.len() == 8 => (None, &cells[..]),
            (Some(rank), _) if cells.len() > 8 => (Some(rank), &cells[1..9]),
            (None, Some(rank)) if cells.len() == 9 => (Some(rank), &cells[..8]),
            _ => return None,
        };
        let squares = squares
            .iter()
            .map(|&c| sign(c))
            .collect::<Option<String>>()?;
        Some(Self {
            at,
            end: line_end,
            rank,
            squares,
            gap: Gap::None,
        })
    }

    fn has_discs(&self) -> bool {
        self.squares.contains(|c| c != '-')
    }
}

/// Returns the lines that may be ranks of boards.
fn rows(text: &str) -> Vec<Row> {
    let (mut at, mut gap) = (0, Gap::None);
    let mut rows = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(row) = Row::read(at, line) {
            rows.push(Row { gap, ..row });
            gap = Gap::None;
        } else if line.contains(|c: char| c.is_alphanumeric()) {
            gap = Gap::Text;
        } else if line.trim().is_empty() {
            gap = gap.max(Gap::Blank);
        }
        at += line.len();
    }
    rows
}

/// Returns groups of rows without other text between them. If a row of a group has a coordinate, rows without one are
/// removed: they are borders.
fn groups(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut groups: Vec<Vec<Row>> = Vec::new();
    for row in rows {
        match groups.last_mut() {
            Some(group) if row.gap != Gap::Text => group.push(row),
            _ => groups.push(vec![row]),
        }
    }
    for group in &mut groups {
        let have_ranks = group.iter().any(|row| row.rank.is_some());
        group.retain(|row| row.rank.is_some() == have_ranks);
    }
    groups
}

/// Returns the first eight rows of a group that are a board: with coordinates, those from rank 1 to 8. Without
/// coordinates, a line across the page looks like a rank of empty squares; the board then needs a blank line or the end
/// of the group at both ends, or such a line at both ends.
fn rows_of_board(group: &[Row]) -> Option<std::ops::Range<usize>> {
    let count = group.len();
    if count < 8 {
        return None;
    }
    if group[0].rank.is_none() && !count.is_multiple_of(8) {
        let is_begun = |at: usize| at == 0 || group[at].gap == Gap::Blank;
        let is_ended = |at: usize| at == count || group[at].gap == Gap::Blank;
        let is_inside = |at: usize| (at + 1..at + 8).all(|row| group[row].gap == Gap::None);
        let mut starts = 0..=count - 8;
        let is_boxed = count == 10 && !group[0].has_discs() && !group[9].has_discs();
        return starts
            .find(|&at| is_begun(at) && is_ended(at + 8) && is_inside(at))
            .or_else(|| is_boxed.then_some(1))
            .map(|at| at..at + 8);
    }
    let are_ranks = |board: &[Row]| {
        let mut ranks = ('1'..='8').zip(board);
        ranks.all(|(rank, row)| row.rank.is_none_or(|written| written == rank))
    };
    let first = group.windows(8).position(are_ranks)?;
    Some(first..first + 8)
}

/// Reads a board of eight lines.
fn of_rows(text: &str, board: &[Row]) -> Result<BoardText, FindError> {
    let (at, end) = (board[0].at, board[7].end);
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
    let squares: String = board.iter().map(|row| row.squares.as_str()).collect();
    let signs = Signs::read(&squares)?;
    // Programs also name the side to move beside the board.
    let side = stated_side(&text[at..end]);
    Ok(BoardText::new(at, end, "a board of 8 lines", signs, side))
}

/// The longest line of OBF, with all moves and their scores, in characters.
const LONGEST_LINE: usize = 2000;

/// Reads 64 squares and the side to move or the fields of OBF, if they follow.
fn squares(text: &str, part: std::ops::Range<usize>) -> Option<Result<BoardText, FindError>> {
    let mut squares = String::with_capacity(64);
    let mut end = part.start;
    let mut count = 0;
    for (at, c) in text[part.clone()].char_indices() {
        match sign(c) {
            Some(sign) => squares.push(sign),
            None if is_filler(c) && count > 0 => continue,
            None => return None,
        }
        count += 1;
        end = part.start + at + c.len_utf8();
        if count == 64 {
            break;
        }
    }
    if count < 64 {
        return None;
    }
    let signs = match Signs::read(&squares) {
        Ok(signs) => signs,
        Err(error) => return Some(Err(error)),
    };
    // The side to move, with or without a separator.
    let rest = &text[end..part.end];
    let between = rest.len() - rest.trim_start_matches(is_filler).len();
    let word = &rest[between..];
    let length = word
        .char_indices()
        .find(|&(at, c)| at > 0 && !c.is_alphanumeric() || is_gap(c))
        .map_or(word.len(), |(at, _)| at);
    let side = signs.side(&word[..length]);
    if side.is_none() && between == 0 && length > 0 && !word.starts_with(['%', '#', '.', '!', '?'])
    {
        // More squares than a board has, or a word.
        return None;
    }
    let side_end = side.map_or(end, |_| end + between + length);
    let mut board = BoardText::new(part.start, side_end, "64 squares", signs, side);
    let rest = &text[side_end..part.end];
    if rest.trim_start_matches(' ').starts_with(';') {
        // Longer lines are not OBF.
        let longest = rest.char_indices().nth(LONGEST_LINE);
        let line = &rest[..longest.map_or(rest.len(), |(at, _)| at)];
        let line = line.lines().next().unwrap_or("");
        let line = line.split(['%', '#']).next().unwrap_or("");
        board.complete("", "");
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
            Err(problem) => return Some(Err(FindError::Game(problem))),
        }
    }
    Some(Ok(board))
}

/// Reads the ranks of FEN, and the side to move after them.
fn fen(text: &str, part: std::ops::Range<usize>) -> Option<Result<BoardText, FindError>> {
    /// Longer than any position in FEN, even with the discs in hand that some programs add.
    const LONGEST: usize = 300;
    let text = &text[part.clone()];
    if !text.starts_with(|c| "12345678PpXxOoBbWw".contains(c)) {
        return None;
    }
    let line = text.lines().next()?;
    let longest = line
        .char_indices()
        .nth(LONGEST)
        .map_or(line.len(), |(at, _)| at);
    let line = &line[..longest];
    let mut words = line.split_whitespace();
    let board = words.next()?.trim_matches(['"', '\'', '`', '(', ')']);
    let ranks: Vec<&str> = board.split(['/', '[']).take(8).collect();
    if ranks.len() < 8 {
        return None;
    }
    let mut squares = String::new();
    for rank in ranks {
        for c in rank.chars() {
            match c {
                '1'..='8' => squares.extend(std::iter::repeat_n('-', usize::from(c as u8 - b'0'))),
                'P' | 'X' | 'x' | 'B' | 'b' => squares.push('X'),
                'p' | 'O' | 'o' | 'W' | 'w' => squares.push('O'),
                _ => return None,
            }
        }
        if !squares.len().is_multiple_of(8) {
            return None;
        }
    }
    let signs = Signs::read(&squares).ok().filter(|_| squares.len() == 64)?;
    let position = signs.position;
    let has_letters = board.contains(['B', 'b', 'W', 'w']);
    let meaning = if board.contains(['P', 'p']) {
        ", P for Black"
    } else {
        ""
    };
    let letter = words
        .next()
        .filter(|word| matches!(*word, "w" | "b" | "W" | "B"));
    let side = letter.and_then(side_named);
    let rest = line.len()
        - match letter {
            Some(_) => {
                // `- - 0 1`.
                let is_field = |word: &str| word.chars().all(|c| c == '-' || c.is_ascii_digit());
                let after = words.find(|word| !is_field(word));
                after.map_or(0, |word| {
                    line.len() - (word.as_ptr().addr() - line.as_ptr().addr())
                })
            }
            None => line.len() - (board.as_ptr().addr() - line.as_ptr().addr()) - board.len(),
        };
    let mut found = BoardText::new(part.start, part.start + rest, "FEN", signs, side);
    found.form += meaning;
    // Some programs write w for the side that begins, as in chess.
    if let (Some(letter), Some(side)) = (letter, side)
        && !has_letters
        && likely_side(position) != side
    {
        found.side = Some(side.opposite());
        found.form = format!("{}, {letter} for {}", found.form, side.opposite());
        found.other_reading = Some(format!("with {letter} for {side}, {side} would be to move"));
    }
    Some(Ok(found))
}
