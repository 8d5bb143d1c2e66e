//! Cuts lines of a text into the cells of boards. A cell is a sign, a number, or blank between two bars or quotes.

use std::borrow::Cow;
use std::ops::Range;

use crate::named::side_named;
use reversi::Color;

/// An empty cell of a table or an empty text of a list.
pub(super) const BLANK: char = ' ';

/// The number -1.
pub(super) const MINUS_ONE: char = 'n';

/// The most cells in a run. A board with walls and labels has fewer.
const MOST_CELLS: usize = 200;

/// Consecutive cells of a line, without other words between them.
#[derive(Clone, Debug, Default)]
pub(super) struct CellRun {
    /// The signs of the cells: `X`, `O` or `-` as in OBF, [`BLANK`], [`MINUS_ONE`], a digit, or a sign whose meaning
    /// depends on the board.
    pub(super) cells: Vec<char>,
    /// The signs as they are written.
    pub(super) written: Vec<char>,
    /// The words that the cells come from.
    pub(super) words: Vec<CellWord>,
    /// Whether the line has words before it.
    pub(super) has_before: bool,
    /// Whether the line has words after it.
    pub(super) has_after: bool,
    /// The number of cells written `-`.
    pub(super) dashes: usize,
    /// Whether it has signs outside ASCII.
    pub(super) is_wide: bool,
    /// What stands between the cells.
    pub(super) between: Between,
}

/// What stands between the cells of a line besides spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Between {
    #[default]
    Nothing,
    /// Commas or quotes.
    List,
    /// Bars or tags.
    Table,
}

/// The cells of a board or of a part of it.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardCells {
    /// Their signs, as in [`CellRun::cells`].
    pub(super) signs: Vec<char>,
    /// The signs as they are written.
    pub(super) written: Vec<char>,
}

impl BoardCells {
    pub(super) fn of(signs: Vec<char>) -> Self {
        Self {
            written: signs.clone(),
            signs,
        }
    }

    /// Returns the cells with the columns as rows.
    pub(super) fn transposed(&self) -> Self {
        let turned = |cells: &[char]| {
            let places = (0..cells.len()).map(|at| at % 8 * 8 + at / 8);
            places.filter_map(|at| cells.get(at).copied()).collect()
        };
        Self {
            signs: turned(&self.signs),
            written: turned(&self.written),
        }
    }

    pub(super) fn extend(&mut self, more: &Self) {
        self.signs.extend(&more.signs);
        self.written.extend(&more.written);
    }
}

/// How the cells of a line are written. The rows of a board are written in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellForm {
    /// With bars or tags between them.
    Table,
    /// Each as a word.
    Words,
    /// A row in one word.
    Glued,
    /// In words of several cells.
    Mixed,
}

/// A word of one or more cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellWord {
    /// Where it begins and ends, in bytes of the text.
    pub(super) at: usize,
    pub(super) end: usize,
    /// The number of cells before it in its run.
    pub(super) first: usize,
}

impl CellRun {
    fn push(&mut self, text: &str, at: usize, cells: &[char]) {
        let end = at + text.len();
        let first = self.cells.len();
        if !cells.contains(&MINUS_ONE) {
            self.dashes += text.matches('-').count();
        }
        self.is_wide |= !text.is_ascii();
        self.words.push(CellWord { at, end, first });
        self.cells.extend(cells);
        let written = text.trim_matches(is_gap).chars();
        let written: Vec<char> = written.filter(|c| !is_joiner(*c)).collect();
        let is_whole = written.len() == cells.len();
        self.written.extend(if is_whole { &written } else { cells });
    }

    /// Returns some of its cells.
    pub(super) fn part(&self, cells: Range<usize>) -> BoardCells {
        BoardCells {
            signs: self.cells[cells.clone()].to_vec(),
            written: self.written[cells].to_vec(),
        }
    }

    pub(super) fn form(&self) -> CellForm {
        let lengths = || (0..self.words.len()).map(|word| self.length(word));
        if self.between == Between::Table {
            CellForm::Table
        } else if lengths().all(|length| length == 1) {
            CellForm::Words
        } else if lengths().any(|length| length >= 8) {
            CellForm::Glued
        } else {
            CellForm::Mixed
        }
    }

    /// Returns whether it may be a line across the page, with a number after it.
    pub(super) fn is_rule(&self) -> bool {
        let length = self.length(0);
        let are_dashes = self.cells[..length].iter().all(|&cell| cell == '-');
        let is_whole = self.words.len() == 1 || length == 8;
        is_whole && are_dashes && self.dashes >= length
    }

    /// Returns whether cells begin or end at a word boundary.
    pub(super) fn is_boundary(&self, cell: usize) -> bool {
        cell == self.cells.len() || self.words.iter().any(|word| word.first == cell)
    }

    /// Returns the number of cells in a word.
    pub(super) fn length(&self, word: usize) -> usize {
        let next = self.words.get(word + 1);
        next.map_or(self.cells.len(), |next| next.first) - self.words[word].first
    }

    /// Returns whether a word ends with the eight cells from a certain one.
    pub(super) fn has_row(&self, first: usize) -> bool {
        let mut words = 0..self.words.len();
        words.any(|word| {
            let begin = self.words[word].first;
            begin <= first && begin + self.length(word) == first + 8
        })
    }

    pub(super) fn at(&self) -> usize {
        self.words.first().map_or(0, |word| word.at)
    }

    pub(super) fn end(&self) -> usize {
        self.words.last().map_or(0, |word| word.end)
    }
}

/// Returns true for what may stand between the squares of a board.
pub(super) fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '/' | '|' | '+' | '"' | '\'' | '`' | ',' | ';' | ':' | '=' | '&' | '¦'
        )
        || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '\\')
        || ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Returns the sign of a square.
fn sign(c: char) -> Option<char> {
    Some(match c {
        'X' | 'x' | 'B' | 'b' | '@' | '●' | '⚫' | '⬤' | '🖤' | '黒' | '黑' => 'X',
        'O' | 'o' | 'W' | 'w' | '○' | '⚪' | '◯' | '🤍' | '白' => 'O',
        '-' | '.' | '_' | '·' | '・' | '･' | '∙' | '🟩' | '🟢' => '-',
        '■' | '⬛' => '■',
        '□' | '⬜' => '□',
        '*' | '?' | '#' | '0' | '1' | '2' => c,
        _ => return None,
    })
}

/// Returns whether a character may be the sign of a square.
pub(super) fn is_sign(c: char) -> bool {
    sign(c).is_some()
}

/// Returns the sign of a number of one digit, with a sign or zeros after the point.
fn number(word: &str) -> Option<char> {
    let whole = word.split_once('.').map_or(word, |(whole, zeros)| {
        if zeros.bytes().all(|byte| byte == b'0') {
            whole
        } else {
            word
        }
    });
    match (whole.len(), whole) {
        (2, "-0") => Some('0'),
        (2, "-1") => Some(MINUS_ONE),
        (1, _) => whole.chars().next().filter(char::is_ascii_digit),
        _ => None,
    }
}

/// Returns whether a word is a number with several digits, a point or a sign: no squares.
fn is_long_number(word: &str) -> bool {
    let digits = word.trim_start_matches('-');
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_point = digits.split_once('.').is_some_and(|(whole, part)| {
        let are_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        are_digits(whole) && are_digits(part)
    });
    word.len() - digits.len() < 2 && !digits.is_empty() && (plain && word.len() < 7 || is_point)
}

/// Returns the cells of a word; `None` if it is not one of cells.
pub(super) fn of_word(word: &str, is_list: bool) -> Option<Vec<char>> {
    if let Some(number) = number(word) {
        return Some(vec![number]);
    }
    if is_long_number(word) {
        return None;
    }
    let signs: Vec<char> = word.chars().filter(|c| !is_joiner(*c)).collect();
    // The coordinate of a rank may be glued to its squares.
    let last = signs.len().saturating_sub(1);
    let is_rank = |at: usize| last >= 8 && (at == 0 || at == last) && signs[at].is_ascii_digit();
    let cell = |(at, &c)| sign(c).or_else(|| is_rank(at).then_some(c));
    let cells: Option<Vec<char>> = signs.iter().enumerate().map(cell).collect();
    if cells.is_some() {
        return cells.filter(|cells| !cells.is_empty());
    }
    if !is_list {
        return None;
    }
    // `Cell.EMPTY`.
    let word = word.rsplit('.').next().unwrap_or(word);
    let is_empty = ["none", "null", "nil", "nothing", "empty", "e", "nbsp"]
        .iter()
        .any(|name| word.eq_ignore_ascii_case(name));
    if is_empty {
        return Some(vec![BLANK]);
    }
    let sign = |color| match color {
        Color::Black => vec!['X'],
        Color::White => vec!['O'],
    };
    side_named(word).map(sign)
}

/// Returns whether a character only changes how the one before it looks: as emoji or as a key.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{fe0f}' | '\u{20e3}')
}

const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

/// Returns the runs of cells of a line, which begins at byte `at` of its text.
pub(super) fn runs(line: &str, at: usize) -> Vec<CellRun> {
    let is_table = line.contains("<td") || line.contains("<TD");
    let table = is_table.then(|| of_table(line, at));
    let table = table.or_else(|| between_bars(&between_brackets(line), at));
    if let Some(run) = table.or_else(|| with_blanks(line, at)) {
        return Some(run)
            .filter(|run| !run.cells.is_empty())
            .into_iter()
            .collect();
    }
    let mut runs = Vec::new();
    let mut run = CellRun::default();
    // Names are cells of lists only.
    let is_list = line.matches([',', '"']).count() >= 7 || has_names(line);
    let mut here = list_mark(line);
    while let Some(c) = line[here..].chars().next() {
        let rest = &line[here..];
        let quoted = is_list.then(|| quoted(rest)).flatten();
        let word = match quoted {
            Some(inside) => &rest[..inside.len() + 2],
            None if is_gap(c) => &rest[..c.len_utf8()],
            None => &rest[..rest.find(is_gap).unwrap_or(rest.len())],
        };
        let start = at + here;
        here += word.len();
        let cells = match quoted {
            Some(inside) => of_quoted(inside, &line[here..]),
            // What stands before it is the name of a list.
            None if c == '=' && (1..8).contains(&run.cells.len()) => None,
            None if is_gap(c) => continue,
            // `Some(White)`, `Cell::Empty`.
            None if is_list && is_wrapper(word, &line[here..]) => continue,
            None => of_word(word, is_list),
        };
        if let Some(cells) = cells.filter(|_| run.cells.len() < MOST_CELLS) {
            run.push(word, start, &cells);
            continue;
        }
        if !run.cells.is_empty() {
            runs.push(CellRun {
                has_after: true,
                ..std::mem::take(&mut run)
            });
        }
        run = CellRun {
            has_before: true,
            ..CellRun::default()
        };
    }
    runs.push(run);
    runs.retain(|run| !run.cells.is_empty());
    if is_list {
        for run in &mut runs {
            run.between = Between::List;
        }
    }
    runs
}

/// Returns whether a word stands around the name of a cell.
fn is_wrapper(word: &str, after: &str) -> bool {
    word == "Just"
        || word.chars().all(char::is_alphanumeric)
            && (after.starts_with('(') || after.starts_with("::"))
}

/// Returns whether a line has the names of at least as many cells as a row.
fn has_names(line: &str) -> bool {
    let words = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 1);
    let may_be_name = |word: &&str| word.starts_with(['B', 'b', 'W', 'w', 'E', 'e', 'N', 'n']);
    if words.clone().filter(may_be_name).count() < 8 {
        return false;
    }
    let is_name = |word: &&str| of_word(word, true).is_some_and(|cells| cells.len() == 1);
    words.filter(is_name).count() >= 8
}

/// Returns the length of the mark of a list before a row: `- "XOOOO---"`.
fn list_mark(line: &str) -> usize {
    let row = line.trim_start();
    let length = row.strip_prefix("- ").map_or(0, |rest| {
        let word = rest.split_whitespace().next().unwrap_or("");
        let word = word.trim_matches(|c| matches!(c, '"' | '\''));
        let is_row =
            word.starts_with('[') || of_word(word, false).is_some_and(|cells| cells.len() == 8);
        if is_row { 2 } else { 0 }
    });
    if length == 0 {
        0
    } else {
        line.len() - row.len() + length
    }
}

/// Returns a line with bars instead of the brackets around its cells, in the same places: `[X][O][ ]`.
fn between_brackets(line: &str) -> Cow<'_, str> {
    let brackets = [("][", '[', ']'), (")(", '(', ')')];
    let mut brackets = brackets.into_iter();
    match brackets.find(|(between, ..)| line.matches(between).count() >= 7) {
        Some((between, open, close)) => Cow::Owned(
            line.replace(between, " |")
                .replacen(open, "|", 1)
                .replacen(close, "|", 1),
        ),
        None => Cow::Borrowed(line),
    }
}

/// Returns the cells of a line with eight values, some of them blank, between commas or the like.
fn with_blanks(line: &str, at: usize) -> Option<CellRun> {
    let content = line.trim_end_matches(['\r', '\n']);
    let is_rank = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_digit());
    let separator = [',', ';', '\t'].into_iter().find(|c| {
        let (first, _) = content.split_once(*c).unwrap_or_default();
        let count = content.matches(*c).count();
        count == 7 || count == 8 && is_rank(first)
    })?;
    let mut run = CellRun {
        between: Between::List,
        ..CellRun::default()
    };
    let mut here = at;
    for part in content.split(separator) {
        match of_word(part.trim().trim_matches('"'), true) {
            _ if part.trim().is_empty() => run.push(part, here, &[BLANK]),
            Some(cells) if cells.len() == 1 => run.push(part, here, &cells),
            _ => return None,
        }
        here += part.len() + 1;
    }
    run.cells.contains(&BLANK).then_some(run)
}

/// Returns what is inside the quotes at the beginning of a text, if it is short.
fn quoted(text: &str) -> Option<&str> {
    /// A row with coordinates, in characters of up to four bytes.
    const LONGEST: usize = 48;
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = text[1..].split(quote).next()?;
    let is_whole = inside.len() < LONGEST && text[1 + inside.len()..].starts_with(quote);
    is_whole.then_some(inside)
}

/// Returns the cells inside quotes: one, or a row. After the quotes, the list must continue or end.
fn of_quoted(inside: &str, after: &str) -> Option<Vec<char>> {
    let goes_on =
        after.trim_start().starts_with([',', ']', ')', '}', ':']) || after.trim().is_empty();
    let cells = match inside.trim() {
        "" => vec![BLANK],
        word => of_word(word, true)?,
    };
    (goes_on && (cells.len() == 1 || cells.len() >= 8)).then_some(cells)
}

/// Returns the cells of a line with bars between them; `None` unless there is one cell between each two bars.
fn between_bars(line: &str, at: usize) -> Option<CellRun> {
    let bars = line.chars().filter(|&c| is_bar(c)).count();
    if !(7..=MOST_CELLS).contains(&bars) {
        return None;
    }
    // The marks of quoted messages.
    let is_quoted = line.trim_start().starts_with('>');
    let quoted = line.trim_start_matches(|c| is_quoted && matches!(c, '>' | ' '));
    let at = at + line.len() - quoted.len();
    let line = quoted.trim_end_matches(['\r', '\n']);
    let mut run = CellRun {
        between: Between::Table,
        ..CellRun::default()
    };
    let count = bars + 1;
    let mut here = at;
    for (index, part) in line.split(is_bar).enumerate() {
        let is_outer = index == 0 || index + 1 == count;
        let end = here + part.len();
        let word = part.trim();
        // Bold, as Markdown has the coordinates.
        let bold = word
            .strip_prefix("**")
            .and_then(|word| word.strip_suffix("**"));
        let word = bold.filter(|word| !word.is_empty()).unwrap_or(word);
        // The first or last of eight cells may be blank without a bar beside it.
        let is_outside = is_outer && (count != 8 || part.is_empty());
        match (word, of_word(word, false)) {
            ("", _) if is_outside => {}
            ("", _) => run.push(part, here, &[BLANK]),
            (_, Some(cells)) if cells.len() == 1 => run.push(part, here, &cells),
            // Squares beside a table.
            (_, Some(_)) => return None,
            _ if !is_outer || word.split_whitespace().count() > 7 => return None,
            _ if index == 0 => run.has_before = true,
            _ => run.has_after = true,
        }
        // Most bars take more than a byte.
        let bar = line[end - at..].chars().next().map_or(0, char::len_utf8);
        here = end + bar;
    }
    Some(run)
}

/// Returns the cells of a row of an HTML table.
fn of_table(line: &str, at: usize) -> CellRun {
    let mut run = CellRun {
        between: Between::Table,
        ..CellRun::default()
    };
    let lower = line.to_ascii_lowercase();
    for (start, _) in lower.match_indices("<td") {
        let inside = &line[start..];
        let open = inside.find('>').unwrap_or(inside.len());
        let end = lower[start + open..].find("</td").map(|end| end + open);
        let next = lower[start + 3..].find("<td").map(|next| next + 3);
        let end = match (end, next) {
            (Some(end), Some(next)) => end.min(next),
            (end, next) => end.or(next).unwrap_or(inside.len()),
        };
        // A cell that is cut off.
        let is_cut = end == inside.len() && inside[open..].trim() == ">";
        let content = plain_text(inside.get(open + 1..end).filter(|_| !is_cut).unwrap_or("?"));
        let cells = match content.trim() {
            "" => Some(vec![BLANK]),
            word => of_word(word, true).filter(|cells| cells.len() == 1),
        };
        // A name, the letter of a file, or a tag that is not closed.
        let is_closed = !inside[1..open].contains('<');
        let cells = cells.filter(|_| is_closed).unwrap_or(vec!['?']);
        run.push(&inside[..end.max(3)], at + start, &cells);
    }
    run
}

/// Removes the tags from HTML and replaces entities by their characters.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(c) = rest.chars().next() {
        let entity = || {
            let (name, _) = rest.strip_prefix('&')?.split_once(';')?;
            let code = name.strip_prefix('#');
            let c = match code.map(|code| (code, code.strip_prefix(['x', 'X']))) {
                Some((_, Some(hex))) => char::from_u32(u32::from_str_radix(hex, 16).ok()?)?,
                Some((code, None)) => char::from_u32(code.parse().ok()?)?,
                None if name == "nbsp" => ' ',
                None => return None,
            };
            Some((c, name.len() + 2))
        };
        let (c, length) = match c {
            '<' => (' ', rest.find('>').map_or(rest.len(), |end| end + 1)),
            '&' => entity().unwrap_or((c, 1)),
            _ => (c, c.len_utf8()),
        };
        text.push(c);
        rest = &rest[length..];
    }
    text
}

/// Returns the lines of a text, or the rows of its HTML tables, each with the byte at which it begins.
pub(super) fn lines(text: &str) -> Vec<(usize, &str)> {
    let is_table = ["<td", "<TD"].iter().any(|tag| text.contains(tag));
    let mut lines = Vec::new();
    let mut at = 0;
    let mut push = |piece: &'_ str, lines: &mut Vec<(usize, usize)>| {
        lines.push((at, at + piece.len()));
        at += piece.len();
    };
    if is_table {
        // A row ends with its last cell, or with the tag of the next row.
        let lower = text.to_ascii_lowercase();
        let mut start = 0;
        let ends = lower.match_indices("<tr").map(|(end, _)| end);
        let after = lower
            .match_indices("</tr>")
            .map(|(end, _)| end + "</tr>".len());
        let mut ends: Vec<usize> = ends.chain(after).collect();
        ends.sort_unstable();
        for end in ends.into_iter().chain([text.len()]) {
            push(&text[start..end], &mut lines);
            start = end;
        }
        lines.retain(|&(at, end)| !text[at..end].trim().is_empty());
    } else {
        for line in text.split_inclusive('\n') {
            push(line, &mut lines);
        }
    }
    let pieces = lines.into_iter();
    pieces.map(|(at, end)| (at, &text[at..end])).collect()
}
