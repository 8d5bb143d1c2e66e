//! The text form of a trace, for papers, lessons, screen readers and golden files.
//!
//! Plain ASCII, at most [`WIDTH`] columns, no escape sequences. Each step shows its number, its
//! expression and its explanation, then the board with the bits beside it, the result, the values
//! read, and the place in the source.

use std::fmt::{self, Write};

use super::expression::{Variable, grouped};
use super::{Trace, View};
use crate::color::Color;
use crate::square::{File, Rank, Square};
use crate::squares::SquareSet;

/// The maximum line width, in columns.
pub const WIDTH: usize = 80;

/// The letters that represent discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    /// A disc of the side to move.
    pub own: char,
    /// A disc of the other side.
    pub opponent: char,
}

/// `X` for own discs, `O` for those of the opponent.
impl Default for Letters {
    fn default() -> Self {
        Self::of(Color::Black)
    }
}

impl Letters {
    /// Returns `X` for Black and `O` for White, as on every printed board, with this side to move.
    #[must_use]
    pub const fn of(side_to_move: Color) -> Self {
        Self {
            own: side_to_move.letter(),
            opponent: side_to_move.opposite().letter(),
        }
    }
}

/// Returns the whole trace as text.
#[must_use]
pub fn to_string(trace: &Trace, letters: Letters) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, trace, letters);
    text
}

/// Writes the whole trace: its title and legend, every step, and the result.
///
/// # Errors
/// Any error of `out`.
pub fn write(out: &mut impl Write, trace: &Trace, letters: Letters) -> fmt::Result {
    writeln!(out, "{}", title(trace))?;
    writeln!(
        out,
        "{} own discs, {} opponent discs, . empty. [ ] marks a bit set in the result.",
        letters.own, letters.opponent
    )?;
    if !trace.options().masked {
        writeln!(
            out,
            "The mask against wrapping is left out, to show its purpose."
        )?;
    }
    for place in 0..trace.steps().len() {
        writeln!(out)?;
        write_step(out, trace, place, letters)?;
    }
    writeln!(out)?;
    write_value(out, "Result: ", trace.result())
}

/// Returns the title of a trace: `Legal moves`, or `Legal moves, right`.
#[must_use]
pub fn title(trace: &Trace) -> String {
    let mut title = trace.topic().to_string();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if let Some(direction) = trace.options().direction
        && trace.topic().has_directions()
    {
        title.push_str(", ");
        title.push_str(&direction.to_string());
    }
    title
}

/// Writes one step, counted from 0. Writes nothing if there is no such step.
///
/// # Errors
/// Any error of `out`.
pub fn write_step(
    out: &mut impl Write,
    trace: &Trace,
    place: usize,
    letters: Letters,
) -> fmt::Result {
    let Some(step) = trace.steps().get(place) else {
        return Ok(());
    };
    let chapter = trace.chapters().get(step.chapter());
    writeln!(
        out,
        "Step {} of {}: {}",
        place + 1,
        trace.steps().len(),
        chapter.map_or("", |chapter| chapter.title())
    )?;
    write_wrapped(out, "  ", "      ", &step.to_string())?;
    write_wrapped(out, "  ", "  ", step.sentence())?;
    match step.result().view {
        View::Squares => write_board(out, trace, step.result().value, letters)?,
        View::Fields(width) => write_fields(out, step.result().value, width)?,
        View::Number => {}
    }
    write_value(out, "  result  ", step.result())?;
    for operand in step.operands() {
        write_value(out, "  read    ", operand)?;
    }
    let source = step.source();
    let (path, line, symbol) = (source.path(), source.line(), source.symbol());
    writeln!(out, "  source  {path}:{line}, {symbol}")
}

/// Writes the board with the bits of a set in brackets; beside each rank its eight bits and their value.
fn write_board(out: &mut impl Write, trace: &Trace, set: u64, letters: Letters) -> fmt::Result {
    write!(out, "   ")?;
    for file in File::all() {
        write!(out, "  {file}")?;
    }
    writeln!(out, "    binary    hex")?;
    for rank in Rank::all() {
        write!(out, "  {rank} ")?;
        for file in File::all() {
            let bit = Square::at(file, rank).bit();
            let disc = if trace.own() & bit != 0 {
                letters.own
            } else if trace.opponent() & bit != 0 {
                letters.opponent
            } else {
                '.'
            };
            if set & bit == 0 {
                write!(out, " {disc} ")?;
            } else {
                write!(out, "[{disc}]")?;
            }
        }
        let byte = byte(set, rank);
        writeln!(out, "   {byte:08b}  {byte:02x}")?;
    }
    Ok(())
}

/// Writes numbers of a few bits each, rank by rank, with their bits.
fn write_fields(out: &mut impl Write, value: u64, width: u32) -> fmt::Result {
    let width = width.clamp(1, 8);
    for rank in Rank::all() {
        let byte = byte(value, rank);
        let (mut numbers, mut bits) = (String::new(), String::new());
        for field in (0..8 / width).rev() {
            let number = byte >> (field * width) & ((1 << width) - 1);
            write!(numbers, " {number:>2}")?;
            write!(bits, " {number:0digits$b}", digits = width as usize)?;
        }
        writeln!(out, "  {rank} {numbers:<24}  {bits}  {byte:02x}")?;
    }
    Ok(())
}

/// Returns the eight bits of a rank, file a the highest.
const fn byte(set: u64, rank: Rank) -> u64 {
    (set >> (56 - 8 * rank.index())) & 0xff
}

/// Writes a named value as a number, and also as squares if it is a set.
fn write_value(out: &mut impl Write, label: &str, value: Variable) -> fmt::Result {
    let Variable { name, value, view } = value;
    if view == View::Number {
        return writeln!(out, "{label}{name} = {value}");
    }
    let mut line = format!("{name} = {}", grouped(value));
    if view == View::Squares {
        match value.count_ones() {
            0 => line.push_str(", no bit"),
            1 => line.push_str(", 1 bit:"),
            // 17 and more are a mask or a half-full board, which nobody reads square by square.
            count => write!(line, ", {count} bits{}", if count > 16 { "" } else { ":" })?,
        }
        if value.count_ones() <= 16 {
            for square in SquareSet::from_bits(value) {
                write!(line, " {square}")?;
            }
        }
    }
    let indent = " ".repeat(label.len() + 2);
    write_wrapped(out, label, &indent, &line)
}

/// Writes words in lines of at most [`WIDTH`] columns.
fn write_wrapped(out: &mut impl Write, first: &str, others: &str, text: &str) -> fmt::Result {
    let mut line = first.to_owned();
    let mut begun = false;
    for word in text.split(' ') {
        if begun && line.len() + 1 + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            others.clone_into(&mut line);
            begun = false;
        }
        if begun {
            line.push(' ');
        }
        line.push_str(word);
        begun = true;
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Topic};
    use super::*;

    #[test]
    fn a_line_breaks_between_words_and_never_within_one() {
        let mut text = String::new();
        write_wrapped(&mut text, "- ", "  ", &"abcdefghi ".repeat(9)).unwrap();
        for line in text.lines() {
            assert!(line.len() <= WIDTH, "{line}");
        }
        assert_eq!(text.matches("abcdefghi").count(), 9);
        assert!(text.starts_with("- abcdefghi abcdefghi"));
        assert!(text.contains("\n  abcdefghi"));
    }

    #[test]
    fn black_is_x_and_white_is_o_whoever_moves() {
        assert_eq!(
            Letters::of(Color::Black),
            Letters {
                own: 'X',
                opponent: 'O'
            }
        );
        assert_eq!(
            Letters::of(Color::White),
            Letters {
                own: 'O',
                opponent: 'X'
            }
        );
    }

    #[test]
    fn a_step_that_is_not_there_writes_nothing() {
        let trace = Topic::DiscCount.trace(1, 2, Options::default());
        let mut text = String::new();
        write_step(&mut text, &trace, trace.steps().len(), Letters::default()).unwrap();
        assert_eq!(text, "");
    }
}
