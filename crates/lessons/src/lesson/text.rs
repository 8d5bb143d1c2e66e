//! The text form of a trace, for papers, lessons, screen readers and golden files.
//!
//! Plain ASCII, at most [`WIDTH`] columns, no escape sequences. Each step shows its number, its
//! expression and its explanation, then the board with the bits beside it, the result, the values
//! read, and the place in the source. The summary shows each chapter in a few lines.

use std::collections::HashSet;
use std::fmt::{self, Write as _};

use super::expression::Variable;
use super::grid::{CellGrid, RowLength};
use super::source::SourceLine;
use super::{Chapter, Step, Trace, TracedBoard, View};
use reversi::Color;
use reversi_table::phrase::columns::{align_left, width, wrapping};
use reversi_text::{Message, Name, Said, label, tr};

/// The maximum line width, in columns.
pub const WIDTH: usize = 80;

/// The length of a summary, in lines. It is longer only if its chapters are more than fit.
pub const SUMMARY: usize = 58;

/// The width of the expressions of a summary, in columns. Their values stand beside them.
const EXPRESSIONS: usize = 44;

/// What is said of a trace without a mask.
pub(super) const UNMASKED: &Message =
    label!("The mask against wrapping is left out, to show its purpose.");

/// The heading of the bits.
const BINARY: &Message = label!("binary");

/// Returns the whole trace as text: its title and legend, every step, and the result. Discs are `X` for
/// Black and `O` for White, as on every printed board.
pub fn to_string<T>(trace: &Trace<T>, side_to_move: Color) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, trace, side_to_move);
    text
}

/// Returns a summary of the trace: its title and legend, what each chapter finds, and the result on the board. A chapter
/// that computes something new also shows its expressions with their values, as long as there is room.
pub fn summary<T>(trace: &Trace<T>, side_to_move: Color) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_summary(&mut text, trace, side_to_move);
    text
}

fn write_legend<T>(out: &mut String, trace: &Trace<T>, side_to_move: Color) -> fmt::Result {
    if trace.grid().is_some() {
        let legend = tr!("1 own discs, -1 opponent discs, 0 empty, # a wall. [ ] marks the walk.");
        return writeln!(out, "{legend}");
    }
    let [own, opponent] =
        [side_to_move, side_to_move.opposite()].map(|side| side.letter().to_string());
    let (own, opponent) = (Name(&own), Name(&opponent));
    let legend = if trace.board.has_stones {
        tr!(
            "{own} own stones, {opponent} opponent stones, . empty. [ ] marks a bit set in the result.",
            own,
            opponent
        )
    } else {
        tr!(
            "{own} own discs, {opponent} opponent discs, . empty. [ ] marks a bit set in the result.",
            own,
            opponent
        )
    };
    writeln!(out, "{legend}")?;
    if !trace.options.masked {
        writeln!(out, "{}", UNMASKED.text())?;
    }
    Ok(())
}

fn write<T>(out: &mut String, trace: &Trace<T>, side_to_move: Color) -> fmt::Result {
    writeln!(out, "{}", trace.title)?;
    write_legend(out, trace, side_to_move)?;
    for (number, step) in (1..).zip(&trace.steps) {
        let chapter = &trace.chapters[step.chapter].title;
        writeln!(out, "\n{}", step_of(number, trace.steps.len(), chapter))?;
        write_wrapped(out, "  ", "      ", &step.to_string());
        write_wrapped(out, "  ", "  ", &step.sentence);
        write_values(out, trace, step, side_to_move)?;
        let SourceLine {
            path, line, symbol, ..
        } = step.source;
        writeln!(out, "{}{path}:{line}, {symbol}", before(label!("source")))?;
    }
    writeln!(out)?;
    write_value(out, &result_is(), trace.result, &trace.board)
}

/// Returns the heading of a step, counted from 1.
pub(super) fn step_of(number: usize, steps: usize, chapter: &Said) -> Said {
    tr!(
        "Step {number} of {steps}: {chapter}",
        number,
        steps,
        chapter
    )
}

/// Returns what stands before the result of a trace.
fn result_is() -> String {
    format!("{} ", label!("Result:").text())
}

/// Returns what stands before a value.
fn before(what: &'static Message) -> String {
    "  ".to_owned() + &align_left(what.text(), 8)
}

fn write_summary<T>(out: &mut String, trace: &Trace<T>, side_to_move: Color) -> fmt::Result {
    writeln!(out, "{}", trace.title)?;
    write_legend(out, trace, side_to_move)?;
    writeln!(out)?;

    let mut end = String::from("\n");
    let results = trace.steps.iter().map(|step| step.result);
    let shown = results
        .chain([trace.result])
        .rfind(|result| result.view != View::Number);
    if let Some(shown) = shown {
        write_view(&mut end, trace, shown, side_to_move)?;
        if shown != trace.result {
            write_value(&mut end, "  ", shown, &trace.board)?;
        }
    }
    write_value(&mut end, &result_is(), trace.result, &trace.board)?;

    let found: Vec<String> = trace
        .chapters
        .iter()
        .map(|it| found_in(trace, it))
        .collect();
    let lines = |text: &String| text.lines().count();
    let mut length = lines(out) + lines(&end) + found.iter().map(lines).sum::<usize>();
    let mut known = HashSet::new();
    for (chapter, found) in trace.chapters.iter().zip(found) {
        out.push_str(&found);
        let steps = &trace.steps[chapter.steps.clone()];
        let names = || steps.iter().map(|step| step.result.name);
        let computed = computed_by(steps, &trace.board);
        let is_new = names().any(|name| !known.contains(name));
        if is_new && length + lines(&computed) <= SUMMARY {
            length += lines(&computed);
            known.extend(names());
            out.push_str(&computed);
        }
    }
    out.push_str(&end);
    Ok(())
}

/// Returns what a chapter ends in, in a sentence: `Steps 5 to 9, up: ...`.
fn found_in<T>(trace: &Trace<T>, chapter: &Chapter) -> String {
    let Chapter { title, steps, .. } = chapter;
    let (first, last) = (steps.start + 1, steps.end);
    let sentence = &trace.steps[steps.end - 1].sentence;
    let found = match last - first {
        0 => tr!("Step {first}, {title}: {sentence}", first, title, sentence),
        1 => tr!(
            "Steps {first} and {last}, {title}: {sentence}",
            first,
            last,
            title,
            sentence
        ),
        _ => tr!(
            "Steps {first} to {last}, {title}: {sentence}",
            first,
            last,
            title,
            sentence
        ),
    };
    let mut text = String::new();
    write_wrapped(&mut text, "", "  ", &found);
    text
}

/// Returns the expressions of steps, one on each line with its value.
fn computed_by(steps: &[Step], board: &TracedBoard) -> String {
    let mut text = String::new();
    for step in steps {
        let set = step.result.value;
        let value = match (step.result.view, set.count_ones()) {
            (View::Squares, 1..=6) => all_names(board, set),
            (View::Squares, count) => bits(count).into(),
            _ => step.result.amount(),
        };
        let line = format!("{:<EXPRESSIONS$}  {value}", step.to_string());
        write_wrapped(&mut text, "    ", "      ", &line);
    }
    text
}

/// Writes the result of a step with its board, and what it read.
fn write_values<T>(
    out: &mut String,
    trace: &Trace<T>,
    step: &Step,
    side_to_move: Color,
) -> fmt::Result {
    let board = &trace.board;
    write_view(out, trace, step.result, side_to_move)?;
    write_value(out, &before(label!("result")), step.result, board)?;
    for operand in step.expression.variables() {
        write_value(out, &before(label!("read")), operand, board)?;
    }
    Ok(())
}

/// Writes a value as it is seen: on the board, rank by rank, or as an array. A number needs no picture.
fn write_view<T>(
    out: &mut String,
    trace: &Trace<T>,
    Variable { value, view, .. }: Variable,
    side_to_move: Color,
) -> fmt::Result {
    match view {
        View::Squares => write_board(out, trace, value, side_to_move),
        View::Fields(width) => write_fields(out, &trace.board, value, width),
        View::Grid(grid) => write_grid(out, grid),
        View::Number => Ok(()),
    }
}

/// Writes the board with the bits of a set in brackets; beside each rank its bits and their value.
fn write_board<T>(
    out: &mut String,
    trace: &Trace<T>,
    set: u64,
    side_to_move: Color,
) -> fmt::Result {
    let Trace {
        board,
        own,
        opponent,
        ..
    } = trace;
    let size = board.size();
    write!(out, "   ")?;
    for file in board.files() {
        write!(out, "  {file}")?;
    }
    let binary = BINARY.text();
    writeln!(out, "    {binary:<size$}  {}", label!("hex").text())?;
    let sides = board.rows(*own).zip(board.rows(*opponent));
    for ((rank, bits), ((_, own), (_, opponent))) in board.rows(set).zip(sides) {
        write!(out, "  {rank} ")?;
        for column in (0..size).rev() {
            let is_in = |bits: u64| bits >> column & 1 == 1;
            let disc = if is_in(own) {
                side_to_move.letter()
            } else if is_in(opponent) {
                side_to_move.opposite().letter()
            } else {
                '.'
            };
            if is_in(bits) {
                write!(out, "[{disc}]")?;
            } else {
                write!(out, " {disc} ")?;
            }
        }
        let gap = " ".repeat(width(binary).saturating_sub(size));
        writeln!(out, "   {bits:0size$b}{gap}  {bits:02x}")?;
    }
    Ok(())
}

/// Writes an array, each cell with its index; rows of sixteen have their indexes at the edges.
fn write_grid(out: &mut String, grid: CellGrid) -> fmt::Result {
    let rows = grid.rows;
    let at_edges = rows == RowLength::Sixteen;
    if at_edges {
        let columns = (0..rows.cells()).map(|column| format!("   {column:x}"));
        writeln!(out, "    {}", columns.collect::<String>())?;
    }
    for cells in grid.cells() {
        let mut line = String::from("  ");
        if at_edges {
            line += &rows.short_index(cells[0].index);
        }
        for cell in cells {
            let content = cell.text("#");
            let text = if at_edges {
                format!("{content:>2}")
            } else {
                format!("{:>2} {content:>2}", rows.short_index(cell.index))
            };
            match cell.mark {
                Some(_) => write!(line, "[{text}]")?,
                None => write!(line, " {text} ")?,
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes numbers of a few bits each, rank by rank, with their bits.
fn write_fields(out: &mut String, board: &TracedBoard, value: u64, width: u32) -> fmt::Result {
    let width = width.clamp(1, 8);
    for (rank, byte) in board.rows(value) {
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

/// Writes a named value as a number, and also as squares if it is a set.
fn write_value(out: &mut String, label: &str, value: Variable, board: &TracedBoard) -> fmt::Result {
    let mut line = format!("{} = {}", value.name, value.amount());
    if value.view == View::Squares {
        let value = value.value;
        let count = value.count_ones();
        write!(line, ", {}", bits(count))?;
        // 17 and more are a mask or a half-full board, which nobody reads square by square.
        if (1..=16).contains(&count) {
            write!(line, ": {}", all_names(board, value))?;
        }
    }
    let indent = " ".repeat(width(label) + 2);
    write_wrapped(out, label, &indent, &line);
    Ok(())
}

/// Returns a number of bits in words.
fn bits(count: u32) -> Said {
    if count == 0 {
        tr!("no bit")
    } else {
        tr!("{count} bit" | "{count} bits", count)
    }
}

/// Returns the names of the squares of a set.
fn all_names(board: &TracedBoard, set: u64) -> String {
    let names: Vec<String> = board
        .squares(set)
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}

/// Writes words in lines of at most [`WIDTH`] columns.
fn write_wrapped(out: &mut String, first: &str, others: &str, text: &str) {
    let options = wrapping(WIDTH)
        .initial_indent(first)
        .subsequent_indent(others)
        .break_words(false);
    out.push_str(&textwrap::fill(text, options));
    out.push('\n');
}
