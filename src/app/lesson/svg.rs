//! Pictures of a trace as SVG: one step, or the whole lesson as a picture that plays by itself.
//!
//! They are readable on paper and without colour: discs are filled or outlined, and a set bit has a frame and
//! a `1`. All pictures of a trace have the same size, and a step looks the same alone and in the animation.

use std::fmt::{self, Write as _};

use super::expression::grouped;
use super::text::{UNMASKED, wrapped};
use super::{SourceLine, Trace, Variable, View};
use crate::app::wording::plural;
use crate::color::Color;
use crate::notation::svg::{self, Percent, Xml};

/// The width of a picture, in SVG units.
const WIDTH: u32 = 878;
/// The margin around it.
const MARGIN: u32 = 16;
/// The distance of values side by side: two that are read, and the result.
const COLUMN: u32 = 289;
/// The width of a value: its board, and its bits in binary and in hexadecimal.
const VALUE: u32 = 268;
/// How many values stand in a row of smaller ones, if more than two are read.
const SMALL_ROW: u32 = 3;
/// The side length of a square of a board.
const CELL: u32 = 20;
/// The space left of a board, for the ranks.
const LEFT: u32 = 14;
/// The space above a board, for the name, the value and the files.
const TOP: u32 = 54;
/// The space above the values, for the words that say what they are.
const LABEL: u32 = 22;

/// The time in which a step begins to be read, in milliseconds.
const PAUSE: u32 = 1500;
/// The time to read a character.
const CHARACTER: u32 = 60;
/// How much longer the last step is shown.
const END: u32 = 3000;

/// A style of text: the font size and further attributes.
#[derive(Clone, Copy)]
struct TextStyle(u32, &'static str);

const TITLE: TextStyle = TextStyle(20, " font-weight=\"bold\"");
const LEGEND: TextStyle = TextStyle(13, "");
const STEP: TextStyle = TextStyle(15, " font-weight=\"bold\"");
const CODE: TextStyle = TextStyle(16, " font-weight=\"bold\" font-family=\"monospace\"");
const SENTENCE: TextStyle = TextStyle(16, "");
const SOURCE: TextStyle = TextStyle(12, " font-family=\"monospace\" fill=\"#444\"");

impl TextStyle {
    /// Returns the lines of a text. No usual monospace font is wider than 0.61 of its size.
    fn lines(self, text: &str) -> impl Iterator<Item = (Self, String)> + use<> {
        let columns = (WIDTH - 2 * MARGIN) * 100 / (61 * self.0);
        let lines = wrapped(text, columns as usize).into_iter();
        lines.map(move |line| (self, line))
    }

    const fn leading(self) -> u32 {
        self.0 * 11 / 8
    }
}

/// Returns a step, counted from 0, as a picture; the last step if there are fewer.
pub fn still<T>(trace: &Trace<T>, step: usize, side_to_move: Color) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = LessonPicture::of(trace, side_to_move).still(step.min(trace.steps.len() - 1), &mut out);
    out
}

/// Returns the whole trace as a picture that plays by itself, over and over. Each step is shown as long as it
/// takes to read. Without animations, in print, and for people who want less motion, it is the last step.
pub fn animation<T>(trace: &Trace<T>, side_to_move: Color) -> String {
    let mut out = String::new();
    let _ = LessonPicture::of(trace, side_to_move).animation(&mut out);
    out
}

/// A trace, and the size of its pictures.
struct LessonPicture<'a, T> {
    trace: &'a Trace<T>,
    side_to_move: Color,
    /// The upper edge of the values, below the longest text.
    values: u32,
    height: u32,
}

impl<'a, T> LessonPicture<'a, T> {
    fn of(trace: &'a Trace<T>, side_to_move: Color) -> Self {
        let mut picture = Self {
            trace,
            side_to_move,
            values: 0,
            height: 0,
        };
        let steps = 0..trace.steps.len();
        let text = |step| -> u32 {
            let lines = picture.text(step);
            lines.iter().map(|(style, _)| style.leading()).sum()
        };
        let text = steps.map(text).max().unwrap_or(0);
        let read = trace.steps.iter();
        let read = read.map(|step| step.expression.variables().len());
        let rows = units(read.max().unwrap_or(0)).div_ceil(SMALL_ROW);
        let value = picture.side() + TOP + MARGIN;
        picture.values = MARGIN + text + MARGIN;
        picture.height = picture.values + LABEL + value.max(rows * small(value));
        picture
    }

    /// Returns the side length of a board.
    fn side(&self) -> u32 {
        units(self.trace.board.size()) * CELL
    }

    fn still(&self, step: usize, out: &mut String) -> fmt::Result {
        self.begin(out)?;
        self.step(step, out)?;
        out.push_str("</svg>");
        Ok(())
    }

    fn animation(&self, out: &mut String) -> fmt::Result {
        let steps = &self.trace.steps;
        let time = |step: &super::Step| {
            let characters = step.sentence.chars().count() + step.to_string().chars().count();
            PAUSE + CHARACTER * units(characters)
        };
        let all = steps.iter().map(time).sum::<u32>() + END;
        let share = |millis: u32| Percent(f64::from(millis) / f64::from(all) * 100.0);
        self.begin(out)?;
        let seconds = f64::from(all) / 1000.0;
        writeln!(
            out,
            "<style>\n.s{{animation-duration:{seconds}s;animation-timing-function:step-end;\
             animation-iteration-count:infinite}}"
        )?;
        let mut start = 0;
        for (number, step) in steps.iter().enumerate() {
            let is_last = number + 1 == steps.len();
            let end = if is_last { all } else { start + time(step) };
            let before = if number == 0 {
                ""
            } else {
                "0%{visibility:hidden}"
            };
            writeln!(
                out,
                "@keyframes s{number}{{{before}{}{{visibility:visible}}{},to{{visibility:hidden}}}}",
                share(start),
                share(end)
            )?;
            start = end;
        }
        writeln!(
            out,
            "@media print,(prefers-reduced-motion:reduce){{*{{animation:none!important}}}}\n</style>"
        )?;
        for number in 0..steps.len() {
            let is_last = number + 1 == steps.len();
            let hidden = if is_last {
                ""
            } else {
                " visibility=\"hidden\""
            };
            writeln!(
                out,
                "<g class=\"s\" style=\"animation-name:s{number}\"{hidden}>"
            )?;
            self.step(number, out)?;
            writeln!(out, "</g>")?;
        }
        out.push_str("</svg>");
        Ok(())
    }

    /// Begins a picture: the empty board `g` and the discs `d`, which all steps share.
    fn begin(&self, out: &mut String) -> fmt::Result {
        let Trace { title, board, .. } = self.trace;
        svg::open(out, title, (WIDTH, self.height), "")?;
        let side = self.side();
        write!(out, "<defs><g id=\"g\"><path d=\"")?;
        for at in (0..=side).step_by(CELL as usize) {
            write!(
                out,
                "M{} {TOP}v{side}M{LEFT} {}h{side}",
                LEFT + at,
                TOP + at
            )?;
        }
        writeln!(
            out,
            "\" stroke=\"#888\"/><g font-size=\"11\" text-anchor=\"middle\" fill=\"#444\">"
        )?;
        for (file, x) in board
            .files()
            .zip((LEFT + CELL / 2..).step_by(CELL as usize))
        {
            write!(out, "<text x=\"{x}\" y=\"{}\">{file}</text>", TOP - 5)?;
        }
        for ((rank, _), y) in board.rows(0).zip((TOP + 14..).step_by(CELL as usize)) {
            write!(out, "<text x=\"6\" y=\"{y}\">{rank}</text>")?;
        }
        writeln!(
            out,
            "</g></g>\n<g id=\"d\" stroke=\"#000\" stroke-width=\"1.5\">"
        )?;
        for color in Color::ALL {
            let fill = if color == Color::Black {
                "#000"
            } else {
                "#fff"
            };
            for (x, y) in self.cells(self.discs(color)) {
                let (x, y) = (x + CELL / 2, y + CELL / 2);
                write!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\"/>"
                )?;
            }
        }
        writeln!(out, "</g></defs>")
    }

    fn discs(&self, color: Color) -> u64 {
        if color == self.side_to_move {
            self.trace.own
        } else {
            self.trace.opponent
        }
    }

    /// Returns the upper left corners of the squares of a set.
    fn cells(&self, set: u64) -> impl Iterator<Item = (u32, u32)> {
        let size = self.trace.board.size();
        let corner = |index: usize| units(index) * CELL;
        let rows = self.trace.board.rows(set).enumerate();
        rows.flat_map(move |(row, (_, bits))| {
            let columns = (0..size).filter(move |column| bits >> (size - 1 - column) & 1 == 1);
            columns.map(move |column| (LEFT + corner(column), TOP + corner(row)))
        })
    }

    /// Returns the text above the values of a step.
    fn text(&self, step: usize) -> Vec<(TextStyle, String)> {
        let Trace {
            title,
            board,
            steps,
            chapters,
            options,
            ..
        } = self.trace;
        let [black, white] = match self.side_to_move {
            Color::Black => ["own", "opponent"],
            Color::White => ["opponent", "own"],
        };
        let discs = board.discs;
        let mut legend = format!(
            "Filled: Black, {black} {discs}. Outlined: White, {white} {discs}. A frame with a 1 marks a set bit."
        );
        if !options.masked {
            legend = format!("{legend} {UNMASKED}");
        }
        let (all, shown) = (steps.len(), &steps[step]);
        let heading = format!(
            "Step {} of {all}: {}",
            step + 1,
            chapters[shown.chapter].title
        );
        let SourceLine { path, symbol, .. } = shown.source;
        let source = format!("{path}, {symbol}: {}", shown.source.code());
        let lines = TITLE
            .lines(title)
            .chain(LEGEND.lines(&legend))
            .chain(STEP.lines(&heading));
        let lines = lines.chain(CODE.lines(&shown.to_string()));
        let lines = lines
            .chain(SENTENCE.lines(&shown.sentence))
            .chain(SOURCE.lines(&source));
        lines.collect()
    }

    fn step(&self, number: usize, out: &mut String) -> fmt::Result {
        let mut y = MARGIN;
        for (style, line) in self.text(number) {
            y += style.leading();
            let TextStyle(size, attributes) = style;
            let (y, line) = (y - size / 4, Xml(&line));
            writeln!(
                out,
                "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{size}\"{attributes}>{line}</text>"
            )?;
        }
        let (step, y) = (&self.trace.steps[number], self.values);
        let read = step.expression.variables();
        let result = MARGIN + 2 * COLUMN;
        let what = if read.is_empty() { "The board" } else { "Read" };
        for (x, what) in [(MARGIN, what), (result, "Result")] {
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"13\" fill=\"#444\">{what}</text>"
            )?;
        }
        let (x, height) = (result - 8, self.side() + TOP + 8);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{height}\" rx=\"6\" fill=\"none\" stroke=\"#000\" \
             stroke-width=\"1.5\"/>",
            y + 6,
            VALUE + 8
        )?;
        let y = y + LABEL / 2;
        self.value(Some(step.result), (result, y), false, out)?;
        if read.is_empty() {
            self.value(None, (MARGIN, y), false, out)?;
        }
        let is_small = read.len() > 2;
        for (&read, index) in read.iter().zip(0..) {
            let at = if is_small {
                let width = (COLUMN + VALUE) / SMALL_ROW;
                let height = small(self.side() + TOP + MARGIN);
                (
                    MARGIN + index % SMALL_ROW * width,
                    y + index / SMALL_ROW * height,
                )
            } else {
                (MARGIN + index * COLUMN, y)
            };
            self.value(Some(read), at, is_small, out)?;
        }
        Ok(())
    }

    /// Draws a value with its name and its bits, or the board without one. A small one has no binary digits.
    fn value(
        &self,
        shown: Option<Variable>,
        (x, y): (u32, u32),
        is_small: bool,
        out: &mut String,
    ) -> fmt::Result {
        let scale = if is_small { " scale(.9)" } else { "" };
        writeln!(
            out,
            "<g transform=\"translate({x} {y}){scale}\" font-size=\"13\" font-family=\"monospace\">"
        )?;
        match shown {
            None => write!(out, "<use href=\"#g\"/><use href=\"#d\"/>")?,
            Some(Variable { name, value, view }) => {
                write!(out, "<text y=\"13\" font-weight=\"bold\">{}", Xml(name))?;
                if view == View::Squares && !is_small {
                    let count = plural(value.count_ones(), "bit");
                    write!(
                        out,
                        "<tspan dx=\"8\" font-weight=\"normal\">{count}</tspan>"
                    )?;
                }
                writeln!(out, "</text>")?;
                match view {
                    View::Squares => self.squares(value, out)?,
                    View::Fields(width) => self.fields(value, width.clamp(1, 8), out)?,
                    View::Number => {
                        writeln!(out, "<text y=\"90\" font-size=\"48\">{value}</text>")?
                    }
                }
                if view != View::Number {
                    self.bits(value, is_small, out)?;
                }
            }
        }
        writeln!(out, "</g>")
    }

    /// Draws a set on the board: a frame and a `1` on each of its squares.
    fn squares(&self, set: u64, out: &mut String) -> fmt::Result {
        write!(
            out,
            "<use href=\"#g\"/><path fill=\"#ddd\" stroke=\"#000\" stroke-width=\"2\" d=\""
        )?;
        let side = CELL - 4;
        for (x, y) in self.cells(set) {
            write!(out, "M{} {}h{side}v{side}h-{side}z", x + 2, y + 2)?;
        }
        writeln!(out, "\"/><use href=\"#d\"/>")?;
        let black = self.discs(Color::Black);
        for (set, fill) in [(set & black, "#fff"), (set & !black, "#000")] {
            let list = |list: Vec<u32>| {
                let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                list.join(" ")
            };
            let (x, y): (Vec<u32>, Vec<u32>) =
                self.cells(set).map(|(x, y)| (x + CELL / 2, y + 15)).unzip();
            if !x.is_empty() {
                let ones = "1".repeat(x.len());
                let (x, y) = (list(x), list(y));
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" font-weight=\"bold\" text-anchor=\"middle\">{ones}</text>"
                )?;
            }
        }
        Ok(())
    }

    /// Draws numbers of a few bits each in boxes as wide as their bits.
    fn fields(&self, value: u64, width: u32, out: &mut String) -> fmt::Result {
        let across = width * CELL;
        for ((_, byte), y) in self
            .trace
            .board
            .rows(value)
            .zip((TOP..).step_by(CELL as usize))
        {
            for (field, x) in (0..8 / width).rev().zip((LEFT..).step_by(across as usize)) {
                let number = byte >> (field * width) & ((1 << width) - 1);
                write!(
                    out,
                    "<path d=\"M{x} {y}h{across}v{CELL}h-{across}z\" fill=\"none\" stroke=\"#000\"/>\
                     <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                    x + across / 2,
                    y + 15
                )?;
            }
        }
        writeln!(out)
    }

    /// Writes a value above its board, and the bits of each rank beside it.
    fn bits(&self, value: u64, is_small: bool, out: &mut String) -> fmt::Result {
        let (board, x) = (&self.trace.board, LEFT + self.side() + 6);
        let size = board.size();
        write!(out, "<text y=\"30\">{}</text>", grouped(value))?;
        let hex = if is_small { x } else { x + 8 * units(size) + 6 };
        for ((_, bits), y) in board.rows(value).zip((TOP + 15..).step_by(CELL as usize)) {
            if !is_small {
                write!(out, "<text x=\"{x}\" y=\"{y}\">{bits:0size$b}</text>")?;
            }
            write!(out, "<text x=\"{hex}\" y=\"{y}\">{bits:02x}</text>")?;
        }
        writeln!(out)
    }
}

/// Returns a number of characters, rows or squares for a calculation with SVG units.
fn units(number: usize) -> u32 {
    u32::try_from(number).expect("a step is short")
}

/// Returns the size of something in a small value.
const fn small(size: u32) -> u32 {
    size * 9 / 10
}
