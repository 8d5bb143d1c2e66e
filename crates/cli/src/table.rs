//! Tables: aligned columns on a terminal, tab-separated columns elsewhere.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};

use super::output::{CleanWriter, Stdout};
use reversi_notation::clean;
use reversi_table::phrase::columns::{align_left, align_right, clip, width};

/// The number of rows that determine the widths of the columns.
const LOOKED_AT: usize = 1000;

/// The usual width of the widest column on a terminal.
const WIDEST: usize = 32;

/// The space between two columns.
const GAP: &str = "  ";

/// A table written row by row in bounded memory. Cells are cleaned, so a row is one line.
pub(super) struct TextTable<W> {
    out: CleanWriter<W>,
    /// The column headings on a terminal; `None` in a pipe, which gets only rows.
    head: Option<Vec<String>>,
    /// The number of leading columns that are right-aligned numbers.
    numbers: usize,
    /// The widest column. Longer cells end in an ellipsis.
    widest: usize,
    /// Rows that wait for the widths.
    waiting: Vec<Vec<String>>,
    widths: Vec<usize>,
}

impl TextTable<Stdout> {
    /// Creates a table on standard output whose first `numbers` columns are numbers.
    pub(super) fn to_stdout(head: &[impl Display], numbers: usize) -> Self {
        let aligned = io::stdout().is_terminal();
        Self::new(CleanWriter::stdout(), aligned, head, numbers)
    }
}

impl TextTable<Vec<u8>> {
    /// Creates a table in memory, as [`Self::to_stdout`] does.
    pub(super) fn for_stdout(head: &[impl Display], numbers: usize) -> Self {
        let aligned = io::stdout().is_terminal();
        Self::new(CleanWriter::new(Vec::new()), aligned, head, numbers)
    }

    /// Creates a table with aligned columns of any width in memory.
    pub(super) fn aligned_text(head: &[impl Display], numbers: usize) -> Self {
        Self {
            widest: usize::MAX,
            ..Self::new(CleanWriter::new(Vec::new()), true, head, numbers)
        }
    }

    /// Returns the text of the table with some rows.
    pub(super) fn text_of(mut self, rows: impl IntoIterator<Item = Vec<String>>) -> String {
        let written = rows.into_iter().try_for_each(|row| self.row(row));
        let bytes = written.and_then(|()| self.finish());
        String::from_utf8(bytes.expect("memory takes any text")).expect("a table is text")
    }
}

impl<W: Write> TextTable<W> {
    fn new(out: CleanWriter<W>, aligned: bool, head: &[impl Display], numbers: usize) -> Self {
        Self {
            out,
            head: aligned.then(|| head.iter().map(ToString::to_string).collect()),
            numbers,
            widest: WIDEST,
            waiting: Vec::new(),
            widths: Vec::new(),
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, mut cells: Vec<String>) -> io::Result<()> {
        for cell in &mut cells {
            *cell = clean(cell).into_owned();
        }
        if self.head.is_none() {
            return self.out.text(&(cells.join("\t") + "\n"));
        }
        if !self.widths.is_empty() {
            return self.aligned(&cells);
        }
        self.waiting.push(cells);
        if self.waiting.len() == LOOKED_AT {
            self.release()?;
        }
        Ok(())
    }

    /// Writes the waiting rows.
    fn release(&mut self) -> io::Result<()> {
        let Some(head) = &self.head else {
            return Ok(());
        };
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut rows = vec![head.clone()];
        rows.append(&mut self.waiting);
        self.widths = vec![0; head.len()];
        for row in &rows {
            for (column, cell) in self.widths.iter_mut().zip(row) {
                *column = (*column).max(width(cell).min(self.widest));
            }
        }
        rows.iter().try_for_each(|row| self.aligned(row))
    }

    fn aligned(&mut self, cells: &[String]) -> io::Result<()> {
        let mut line = String::new();
        for (column, (cell, &columns)) in cells.iter().zip(&self.widths).enumerate() {
            let cell = clipped(cell, columns.max(1));
            line += if column == 0 { "" } else { GAP };
            line += &if column < self.numbers {
                align_right(&cell, columns)
            } else {
                align_left(&cell, columns)
            };
        }
        self.out.text(&(line.trim_end().to_owned() + "\n"))
    }

    /// Writes the waiting rows and returns the output.
    pub(super) fn finish(mut self) -> io::Result<W> {
        if self.widths.is_empty() {
            self.release()?;
        }
        self.out.finish()
    }
}

/// Cuts a cell to a width.
fn clipped(cell: &str, columns: usize) -> Cow<'_, str> {
    if width(cell) <= columns {
        return cell.into();
    }
    format!("{}…", clip(cell, columns - 1)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(aligned: bool, rows: &[&[&str]]) -> String {
        let mut table = TextTable::new(
            CleanWriter::new(Vec::new()),
            aligned,
            &["no", "name", "result"],
            1,
        );
        for row in rows {
            table
                .row(row.iter().map(ToString::to_string).collect())
                .unwrap();
        }
        String::from_utf8(table.finish().unwrap()).unwrap()
    }

    #[test]
    fn columns_stand_under_each_other_on_a_terminal() {
        let long = "x".repeat(40);
        let text = table(
            true,
            &[
                &["1", "村上健", "34-30"],
                &["10", "Åsa", "0-64"],
                &["11", &long, ""],
            ],
        );
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("no  name{}  result", " ".repeat(28)));
        assert_eq!(lines[1], format!(" 1  村上健{}  34-30", " ".repeat(26)));
        assert_eq!(lines[2], format!("10  Åsa{}  0-64", " ".repeat(29)));
        assert_eq!(lines[3], format!("11  {}…", "x".repeat(31)));
    }

    #[test]
    fn a_pipe_gets_tabs_and_no_head() {
        assert_eq!(table(false, &[&["1", "a", "b"]]), "1\ta\tb\n");
        assert_eq!(table(false, &[]), "");
        assert_eq!(table(true, &[]), "");
    }

    #[test]
    fn a_long_list_is_written_as_it_comes() {
        let mut table = TextTable::new(CleanWriter::new(Vec::new()), true, &["no"], 1);
        for number in 0..5 * LOOKED_AT {
            table.row(vec![number.to_string()]).unwrap();
            assert!(table.waiting.len() < LOOKED_AT);
        }
        let text = String::from_utf8(table.finish().unwrap()).unwrap();
        assert_eq!(text.lines().count(), 5 * LOOKED_AT + 1);
    }
}
