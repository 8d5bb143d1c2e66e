//! The texts after the options of a help, fitted to a width. Lines that begin with a space are rows, such as examples:
//! a text, and an explanation after two spaces or on the next row. Other lines that follow each other are a paragraph.

use std::io::{self, IsTerminal as _};

use clap::Command;

use crate::terminal::screen_size;
use reversi_table::phrase::columns::{align_left, width, wrapping};

/// The width without a terminal.
pub(super) const USUAL_WIDTH: usize = 80;

/// Lines are no longer, however wide the terminal is.
const GREATEST_WIDTH: usize = 100;

/// The indent of rows.
const INDENT: usize = 2;

/// Returns the width of a help: that of the terminal, if it goes to one.
pub(super) fn help_width() -> usize {
    let size = screen_size().filter(|_| io::stdout().is_terminal());
    // A terminal of unknown size says 0.
    let width = size
        .map(|(width, _)| width.into())
        .filter(|&width| width > 0);
    width.unwrap_or(USUAL_WIDTH).min(GREATEST_WIDTH)
}

/// Wraps a line of the help, such as an option with its explanation. The lines that follow are indented like the explanation,
/// or like the line if it has none.
pub(super) fn wrapped_line(line: &str, limit: usize) -> Vec<String> {
    if width(line) <= limit {
        return vec![line.to_owned()];
    }
    let text = line.trim_start();
    let before = line.len() - text.len();
    let gap = text.find("  ").map(|at| before + at);
    let explained = gap.map(|at| line.len() - line[at..].trim_start().len());
    let start = explained.filter(|&at| width(&line[..at]) <= limit / 2);
    let (first, text) = line.split_at(start.unwrap_or(before));
    let indent = " ".repeat(width(first));
    let options = wrapping(limit)
        .initial_indent(first)
        .subsequent_indent(&indent)
        .break_words(false);
    let lines = textwrap::wrap(text, options);
    lines.into_iter().map(Into::into).collect()
}

/// Fits the help of a command, and of its commands, to a width.
pub(super) fn fitted(command: Command, width: usize) -> Command {
    with_fitted_texts(command, width).term_width(width)
}

/// Fits the texts after the options of a command, and of its commands, to a width.
pub(super) fn with_fitted_texts(mut command: Command, width: usize) -> Command {
    let fit = |text: &clap::builder::StyledStr| laid_out(&text.to_string(), width);
    if let Some(text) = command.get_after_help().map(fit) {
        command = command.after_help(text);
    }
    if let Some(text) = command.get_after_long_help().map(fit) {
        command = command.after_long_help(text);
    }
    command.mut_subcommands(|command| with_fitted_texts(command, width))
}

/// A part of a text.
pub(super) enum Block<'a> {
    Empty,
    /// A text to wrap.
    Paragraph(String),
    /// Rows to keep, with their indents.
    Rows(Vec<&'a str>),
}

/// Splits a text into its parts.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    for line in text.lines() {
        match (blocks.last_mut(), line.starts_with(' ')) {
            _ if line.is_empty() => blocks.push(Block::Empty),
            (Some(Block::Rows(rows)), true) => rows.push(line),
            (_, true) => blocks.push(Block::Rows(vec![line])),
            (Some(Block::Paragraph(text)), false) => {
                text.push(' ');
                text.push_str(line);
            }
            (_, false) => blocks.push(Block::Paragraph(line.to_owned())),
        }
    }
    blocks
}

/// Lays out a text in lines of at most `limit` columns; what stands before an explanation stays whole.
fn laid_out(text: &str, limit: usize) -> String {
    let lay_out = |block| match block {
        Block::Empty => vec![String::new()],
        Block::Paragraph(text) => wrapped(&text, 0, limit),
        Block::Rows(rows) => rows_within(&rows, limit),
    };
    let lines: Vec<String> = blocks(text).into_iter().flat_map(lay_out).collect();
    lines.join("\n")
}

/// Lays out rows in lines of at most `limit` columns. If they do not fit as they are, the explanations move to the left
/// and are wrapped.
pub(super) fn rows_within(rows: &[&str], limit: usize) -> Vec<String> {
    if rows.iter().all(|row| width(row) <= limit) {
        return rows.iter().map(|&row| row.to_owned()).collect();
    }
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        let indent = row.len() - row.trim_start().len();
        match pairs.last_mut() {
            Some((_, explanation)) if indent > INDENT && explanation.is_empty() => {
                *explanation = row.trim_start();
            }
            _ => pairs.push(
                row.trim_start()
                    .split_once("  ")
                    .unwrap_or((row.trim_start(), "")),
            ),
        }
    }
    let before = |&(text, _): &(&str, &str)| width(text) + 2 * INDENT;
    let columns = pairs
        .iter()
        .filter(|(_, explanation)| !explanation.is_empty())
        .map(before);
    let column = columns.filter(|&column| column <= limit / 2).max();
    let column = column.unwrap_or(3 * INDENT);
    let mut lines = Vec::new();
    for pair in &pairs {
        let first = format!("{:INDENT$}{}", "", pair.0);
        let mut explanation = wrapped(pair.1.trim_start(), column, limit).into_iter();
        if !pair.1.is_empty() && before(pair) <= column {
            let next = explanation.next().unwrap_or_default();
            lines.push(align_left(&first, column) + next.trim_start());
        } else {
            lines.push(first);
        }
        lines.extend(explanation.filter(|line| !line.trim().is_empty()));
    }
    lines
}

/// Wraps a text between words, with an indent.
fn wrapped(text: &str, indent: usize, limit: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    let options = wrapping(limit)
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .break_words(false);
    textwrap::wrap(text, options)
        .into_iter()
        .map(Into::into)
        .collect()
}
