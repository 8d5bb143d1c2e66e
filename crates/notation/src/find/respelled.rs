//! Writes boards with the usual sign for empty squares where a sign has this meaning only in the rows of a board.

use std::borrow::Cow;

/// The signs of discs beside which an unusual sign may stand for an empty square.
const DISCS: &str = "XxOoBbWw*●○⚫⚪黒黑白";

/// A row of a board in a certain spelling.
struct RowSpelling {
    /// The sign of an empty square.
    empty: char,
    /// What is written instead, in as many bytes.
    plain: char,
    /// Whether the row stands between bars.
    is_between_bars: bool,
}

const fn spelling(empty: char, plain: char, is_between_bars: bool) -> RowSpelling {
    RowSpelling {
        empty,
        plain,
        is_between_bars,
    }
}

const SPELLINGS: [RowSpelling; 6] = [
    spelling('+', '.', false),
    spelling('E', '.', false),
    spelling('空', '・', false),
    spelling('無', '・', false),
    spelling('无', '・', false),
    spelling(' ', '.', true),
];

impl RowSpelling {
    /// Returns the signs of a line if it is such a row.
    fn row<'t>(&self, line: &'t str) -> Option<&'t str> {
        let row = line.trim_end_matches(['\r', '\n']);
        let row = if self.is_between_bars {
            row.trim().strip_prefix('|')?.strip_suffix('|')?
        } else {
            row
        };
        let is_disc = |c: char| DISCS.contains(c);
        let is_gap = |c: char| c.is_whitespace() && c != self.empty;
        let signs = row.chars().filter(|c| !is_gap(*c));
        let is_row = signs.clone().all(|c| c == self.empty || is_disc(c)) && signs.count() == 8;
        // Cells with bars on both sides are read as they are.
        (is_row && !row.contains('|')).then_some(row)
    }

    /// Returns a text with the usual sign, if eight lines are such rows.
    fn read(&self, text: &str) -> Option<String> {
        if !text.contains(self.empty) {
            return None;
        }
        let rows = text.lines().filter_map(|line| self.row(line));
        let has_discs = rows.clone().any(|row| row.contains(|c| DISCS.contains(c)));
        if rows.count() < 8 || !has_discs {
            return None;
        }
        let lines = text.split_inclusive('\n').map(|line| match self.row(line) {
            Some(row) => {
                let plain = row.replace(self.empty, &self.plain.to_string());
                line.replacen(row, &plain, 1)
            }
            None => line.to_owned(),
        });
        Some(lines.collect())
    }
}

/// Returns the text with the usual sign for empty squares in the rows of boards.
pub(super) fn respelled(text: &str) -> Cow<'_, str> {
    let mut spelled = Cow::Borrowed(text);
    for spelling in SPELLINGS {
        if let Some(plain) = spelling.read(&spelled) {
            spelled = Cow::Owned(plain);
        }
    }
    spelled
}
