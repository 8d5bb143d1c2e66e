//! Pictures of a trace as SVG: one step, or the whole lesson as a picture that plays by itself.
//!
//! They are readable on paper and without colour: discs are filled or outlined, and a set bit has a frame and
//! a 1. All pictures of a trace have the same size, and a step looks the same alone and in the animation.

use std::fmt::{self, Write as _};

use super::grid::{CellGrid, CellMark, GridCell};
use super::text::{UNMASKED, step_of};
use super::{SourceLine, Trace, Variable, View};
use reversi::Color;
use reversi_notation::svg::{self, Percent, Xml};
use reversi_table::phrase::columns::wrap;
use reversi_text::{Message, Said, label, tr};

/// The width of a picture, in SVG units.
const WIDTH: u32 = 886;
/// The margin around it.
const MARGIN: u32 = 16;
/// The distance of values side by side: two that are read, and the result.
const COLUMN: u32 = 289;
/// The width of a value: its board, and its bits in binary and in hexadecimal.
const VALUE: u32 = 268;
/// How many values stand in a row. If more than two are read, they are smaller.
const ROW: u32 = 3;
/// The distance of smaller values side by side.
const SMALL: u32 = (COLUMN + VALUE) / ROW;
/// The side length of a square of a board.
const CELL: u32 = 20;
/// The space left of a board, for the ranks.
const LEFT: u32 = 14;
/// The space above a board, for the name, the value and the files.
const TOP: u32 = 54;

/// The side length of a cell of an array.
const ARRAY_CELL: u32 = 36;
/// The space between an array and the values beside it.
const ARRAY_GAP: u32 = 24;

/// The time in which a step begins to be read, in milliseconds.
const PAUSE: u32 = 1500;
/// The time to read a character.
const CHARACTER: u32 = 60;
/// How much longer the last step is shown.
const END: u32 = 3000;

/// Shapes around the middle of a square.
const SQUARE: &str = "m-10-10h20v20h-20z";
const FRAME: &str = "m-9-9h18v18h-18z";
const DISC: &str = "m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0";
const CELL_SQUARE: &str = "m-18-18h36v36h-36z";
const CELL_FRAME: &str = "m-16-16h32v32h-32z";
const CELL_DISC: &str = "m-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0";
const ONE: &str = "m-2.5-2.5l3-2v9m-3 0h6";

/// The headings of the values of a step.
const READ: &Message = label!("Read"; "the values that a step reads");
const RESULT: &Message = label!("Result");

/// A style of text: the font size, and further attributes.
#[derive(Clone, Copy)]
struct TextStyle(u32, &'static str);

const TITLE: TextStyle = TextStyle(20, " font-weight='bold'");
const LEGEND: TextStyle = TextStyle(13, "");
const STEP: TextStyle = TextStyle(15, " font-weight='bold'");
const CODE: TextStyle = TextStyle(16, " font-weight='bold' font-family='monospace'");
const SENTENCE: TextStyle = TextStyle(16, "");
const SOURCE: TextStyle = TextStyle(12, " font-family='monospace' fill='#444'");
const NAME: TextStyle = TextStyle(13, " font-weight='bold' font-family='monospace'");
const BITS: TextStyle = TextStyle(13, " font-family='monospace'");
const CENTERED: TextStyle = TextStyle(12, " text-anchor='middle'");
const INDEX: TextStyle = TextStyle(
    9,
    " text-anchor='middle' font-family='monospace' fill='#444'",
);
const CONTENT: TextStyle = TextStyle(14, " text-anchor='middle' font-family='monospace'");
const ON_BLACK: TextStyle = TextStyle(
    14,
    " text-anchor='middle' font-family='monospace' fill='#fff'",
);
const CELL_STEP: TextStyle = TextStyle(
    10,
    " text-anchor='middle' font-weight='bold' font-family='monospace'",
);
const NUMBER: TextStyle = TextStyle(48, " font-family='monospace'");

impl TextStyle {
    /// Returns the lines of a text. No usual font has characters wider than 0.61 of its size on average.
    fn lines(self, text: &str) -> impl Iterator<Item = (Self, String)> + use<> {
        let columns = (WIDTH - 2 * MARGIN) * 100 / (61 * self.0);
        let lines = wrap(text, columns as usize).into_iter();
        lines.map(move |line| (self, line))
    }

    const fn leading(self) -> u32 {
        self.0 * 3 / 2
    }

    fn write(self, out: &mut String, (x, y): (u32, u32), text: &str) -> fmt::Result {
        let (Self(size, attributes), text) = (self, Xml(text));
        writeln!(
            out,
            "<text x='{x}' y='{y}' font-size='{size}'{attributes}>{text}</text>"
        )
    }
}

/// Returns a step, counted from 0, as a picture; the last step if there are fewer.
pub fn still<T>(trace: &Trace<T>, step: usize, side_to_move: Color) -> String {
    let step = step.min(trace.steps.len() - 1);
    LessonPicture::of(trace, side_to_move).draw(|picture, out| picture.step(step, out))
}

/// Returns the whole trace as a picture that plays by itself, over and over. Each step is shown as long as it
/// takes to read. Without animations, in print, and for people who want less motion, it is the last step.
pub fn animation<T>(trace: &Trace<T>, side_to_move: Color) -> String {
    LessonPicture::of(trace, side_to_move).draw(LessonPicture::frames)
}

/// A trace, and the size of its pictures.
struct LessonPicture<'a, T> {
    trace: &'a Trace<T>,
    side: Color,
    /// The upper edge of the values, below the longest text.
    values: u32,
}

impl<'a, T> LessonPicture<'a, T> {
    fn of(trace: &'a Trace<T>, side: Color) -> Self {
        let values = 0;
        let picture = Self {
            trace,
            side,
            values,
        };
        let height = |step| {
            let lines = picture.text(step).into_iter();
            lines.map(|(style, _)| style.leading()).sum()
        };
        let text: u32 = (0..trace.steps.len()).map(height).max().unwrap_or(0);
        let values = text + 2 * MARGIN;
        Self { values, ..picture }
    }

    /// Returns a picture with a content.
    fn draw(&self, content: impl Fn(&Self, &mut String) -> fmt::Result) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.begin(&mut out).and_then(|()| content(self, &mut out));
        out + "</svg>"
    }

    /// Returns the height of a value with the space below it.
    fn value_height(&self) -> u32 {
        TOP + units(self.trace.board.size()) * CELL + MARGIN
    }

    /// Begins a picture with the empty board `g` and the discs `d`, which all steps share.
    fn begin(&self, out: &mut String) -> fmt::Result {
        let (board, steps) = (&self.trace.board, &self.trace.steps);
        if let Some(grid) = self.trace.grid() {
            let height = self.values + 10 * ARRAY_CELL + 3 * MARGIN;
            svg::open(out, &self.trace.title, (WIDTH, height), "")?;
            writeln!(out, "<defs><g id='g'>")?;
            Self::empty_array(grid, out)?;
            writeln!(out, "</g><g id='d'>")?;
            self.contents(grid, out)?;
            return writeln!(out, "</g></defs>");
        }
        let read = steps.iter().map(|step| step.expression.variables().len());
        let rows = units(read.max().unwrap_or(0)).div_ceil(ROW);
        let height = self.value_height().max(rows * small(self.value_height()));
        let height = self.values + height + MARGIN;
        svg::open(out, &self.trace.title, (WIDTH, height), "")?;
        writeln!(out, "<defs><g id='g'>")?;
        self.shapes(u64::MAX, SQUARE, "fill='none' stroke='#888'", out)?;
        for (file, (x, _)) in board.files().zip(self.middles(u64::MAX)) {
            CENTERED.write(out, (x, TOP - 5), &file.to_string())?;
        }
        for ((rank, _), y) in board.rows(0).zip((TOP + 14..).step_by(CELL as usize)) {
            CENTERED.write(out, (LEFT / 2 - 1, y), &rank.to_string())?;
        }
        writeln!(out, "</g><g id='d' stroke='#000' stroke-width='1.5'>")?;
        self.shapes(self.discs(Color::Black), DISC, "", out)?;
        self.shapes(self.discs(Color::White), DISC, "fill='#fff'", out)?;
        writeln!(out, "</g></defs>")
    }

    /// Draws all steps, of which the style shows one at a time.
    fn frames(&self, out: &mut String) -> fmt::Result {
        let steps = &self.trace.steps;
        let time = |step: &super::Step| {
            PAUSE + CHARACTER * units(step.sentence.len() + step.to_string().len())
        };
        let all = steps.iter().map(time).sum::<u32>() + END;
        let share = |millis: u32| Percent(f64::from(millis) / f64::from(all) * 100.0);
        let seconds = f64::from(all) / 1000.0;
        writeln!(out, "<style>.s{{animation:{seconds}s step-end infinite}}")?;
        let (mut end, last) = (0, steps.len());
        for (number, step) in (1..).zip(steps) {
            let start = share(end);
            end += time(step) + if number == last { END } else { 0 };
            let end = share(end);
            writeln!(
                out,
                "@keyframes s{number}{{0%{{visibility:hidden}}{start}{{visibility:visible}}\
                 {end},to{{visibility:hidden}}}}"
            )?;
        }
        let still = "@media print,(prefers-reduced-motion:reduce){*{animation:none!important}}";
        writeln!(out, "{still}</style>")?;
        for number in 1..=last {
            let state = if number == last { "visible" } else { "hidden" };
            let style = format!("animation-name:s{number}");
            writeln!(out, "<g class='s' style='{style}' visibility='{state}'>")?;
            self.step(number - 1, out)?;
            writeln!(out, "</g>")?;
        }
        Ok(())
    }

    fn discs(&self, color: Color) -> u64 {
        let Trace { own, opponent, .. } = *self.trace;
        if color == self.side { own } else { opponent }
    }

    /// Returns the middles of the squares of a set, in reading order.
    fn middles(&self, set: u64) -> impl Iterator<Item = (u32, u32)> {
        let size = self.trace.board.size();
        let middle = |index: usize| units(index) * CELL + CELL / 2;
        let rows = self.trace.board.rows(set).enumerate();
        rows.flat_map(move |(row, (_, bits))| {
            let columns = (0..size).filter(move |column| bits >> (size - 1 - column) & 1 == 1);
            columns.map(move |column| (LEFT + middle(column), TOP + middle(row)))
        })
    }

    /// Draws a shape on each square of a set.
    fn shapes(&self, set: u64, shape: &str, attributes: &str, out: &mut String) -> fmt::Result {
        write!(out, "<path {attributes} d='")?;
        for (x, y) in self.middles(set) {
            write!(out, "M{x} {y}{shape}")?;
        }
        writeln!(out, "'/>")
    }

    /// Returns the text above the values of a step.
    fn text(&self, number: usize) -> Vec<(TextStyle, String)> {
        let (trace, step) = (self.trace, &self.trace.steps[number]);
        let sides = match (self.side, trace.board.has_stones) {
            (Color::Black, false) => {
                tr!("Filled: Black, own discs. Outlined: White, opponent discs.")
            }
            (Color::White, false) => {
                tr!("Filled: Black, opponent discs. Outlined: White, own discs.")
            }
            (Color::Black, true) => {
                tr!("Filled: Black, own stones. Outlined: White, opponent stones.")
            }
            (Color::White, true) => {
                tr!("Filled: Black, opponent stones. Outlined: White, own stones.")
            }
        };
        let marks = if trace.grid().is_some() {
            tr!("A line shows the walk, and a bold frame the cell that it has reached.")
        } else {
            tr!("A frame with a 1 marks a set bit.")
        };
        let without = (!trace.options.masked && trace.grid().is_none()).then(|| UNMASKED.into());
        let legend = Said::sentences([sides, marks].into_iter().chain(without));
        let chapter = &trace.chapters[step.chapter].title;
        let SourceLine { path, symbol, .. } = step.source;
        let parts = [
            (TITLE, trace.title.clone().into()),
            (LEGEND, legend.into()),
            (STEP, step_of(number + 1, trace.steps.len(), chapter).into()),
            (CODE, step.to_string()),
            (SENTENCE, step.sentence.clone().into()),
            (SOURCE, format!("{path}, {symbol}: {}", step.source.code())),
        ];
        let lines = parts.iter().flat_map(|(style, text)| style.lines(text));
        lines.collect()
    }

    fn step(&self, number: usize, out: &mut String) -> fmt::Result {
        let mut y = MARGIN;
        for (style, line) in self.text(number) {
            y += style.leading();
            style.write(out, (MARGIN, y - style.0 / 3), &line)?;
        }
        let step = &self.trace.steps[number];
        let read = step.expression.variables();
        if let View::Grid(grid) = step.result.view {
            return self.array(grid, step.result, &read, out);
        }
        let (y, result) = (self.values, MARGIN + 2 * COLUMN);
        let what = if read.is_empty() {
            label!("The board")
        } else {
            READ
        };
        LEGEND.write(out, (MARGIN, y), what.text())?;
        LEGEND.write(out, (result, y), RESULT.text())?;
        let (left, top, width, height) = (result - 8, y + 6, VALUE + 16, self.value_height());
        writeln!(
            out,
            "<rect x='{left}' y='{top}' width='{width}' height='{height}' rx='6' fill='none' stroke='#000' stroke-width='1.5'/>"
        )?;
        let y = y + MARGIN;
        self.value(step.result, (result, y), false, out)?;
        if read.is_empty() {
            let board = "<use href='#g'/><use href='#d'/>";
            writeln!(out, "<g transform='translate({MARGIN} {y})'>{board}</g>")?;
        }
        let is_small = read.len() + 1 > ROW as usize;
        let width = if is_small { SMALL } else { COLUMN };
        for (&read, index) in read.iter().zip(0..) {
            let y = y + index / ROW * small(self.value_height());
            self.value(read, (MARGIN + index % ROW * width, y), is_small, out)?;
        }
        Ok(())
    }

    /// Draws a value with its name and its bits. A small one has no binary digits.
    fn value(
        &self,
        shown: Variable,
        (x, y): (u32, u32),
        is_small: bool,
        out: &mut String,
    ) -> fmt::Result {
        let Variable { name, value, view } = shown;
        let mut amount = shown.amount();
        let scale = if is_small { " scale(.9)" } else { "" };
        writeln!(out, "<g transform='translate({x} {y}){scale}'>")?;
        NAME.write(out, (0, 13), name)?;
        match view {
            View::Number | View::Grid(_) => {
                NUMBER.write(out, (0, 90), &amount)?;
                return writeln!(out, "</g>");
            }
            View::Squares => {
                self.squares(value, out)?;
                if !is_small {
                    let count = value.count_ones();
                    write!(amount, ", {}", tr!("{count} bit" | "{count} bits", count))?;
                }
            }
            View::Fields(width) => self.fields(value, width, out)?,
        }
        BITS.write(out, (0, 30), &amount)?;
        let (board, size) = (&self.trace.board, self.trace.board.size());
        let x = LEFT + units(size) * CELL + 6;
        for ((_, bits), y) in board.rows(value).zip((TOP + 15..).step_by(CELL as usize)) {
            let text = format!("{bits:0size$b} {bits:02x}");
            let text = if is_small { &text[size + 1..] } else { &text };
            BITS.write(out, (x, y), text)?;
        }
        writeln!(out, "</g>")
    }

    /// Draws a set on the board.
    fn squares(&self, set: u64, out: &mut String) -> fmt::Result {
        writeln!(out, "<use href='#g'/>")?;
        let frame = "fill='#ddd' stroke='#000' stroke-width='2'";
        self.shapes(set, FRAME, frame, out)?;
        writeln!(out, "<use href='#d'/>")?;
        let black = self.discs(Color::Black);
        for (set, ink) in [(set & black, "#fff"), (set & !black, "#000")] {
            let stroke = format!("fill='none' stroke='{ink}' stroke-width='1.8'");
            self.shapes(set, ONE, &stroke, out)?;
        }
        Ok(())
    }

    /// Draws an array with the walk on it, and the values beside it.
    fn array(
        &self,
        grid: CellGrid,
        result: Variable,
        read: &[Variable],
        out: &mut String,
    ) -> fmt::Result {
        let (left, top) = (MARGIN, self.values);
        writeln!(
            out,
            "<g transform='translate({left} {top})'><use href='#g'/>"
        )?;
        Self::marks(grid, out)?;
        let start = self.trace.grid();
        if start.is_some_and(|start| (start.own, start.opponent) == (grid.own, grid.opponent)) {
            writeln!(out, "<use href='#d'/>")?;
        } else {
            self.contents(grid, out)?;
        }
        writeln!(out, "</g>")?;
        let x = left + units(grid.rows.cells()) * ARRAY_CELL + ARRAY_GAP;
        let mut y = top;
        let mut write = |style: TextStyle, text: &str| -> fmt::Result {
            for line in wrap(text, ((WIDTH - MARGIN - x) * 100 / (61 * style.0)) as usize) {
                y += style.leading();
                style.write(out, (x, y), &line)?;
            }
            Ok(())
        };
        write(LEGEND, RESULT.text())?;
        write(NAME, &format!("{} = {}", result.name, result.amount()))?;
        if !read.is_empty() {
            write(LEGEND, READ.text())?;
        }
        for read in read {
            write(NAME, &format!("{} = {}", read.name, read.amount()))?;
        }
        Ok(())
    }

    /// Draws a shape on cells of an array.
    fn on_cells<'c>(
        cells: impl IntoIterator<Item = &'c GridCell>,
        grid: CellGrid,
        shape: &str,
        attributes: &str,
        out: &mut String,
    ) -> fmt::Result {
        let mut path = String::new();
        for cell in cells {
            let (x, y) = middle_of(grid, cell.index);
            write!(path, "M{x} {y}{shape}")?;
        }
        if path.is_empty() {
            return Ok(());
        }
        writeln!(out, "<path {attributes} d='{path}'/>")
    }

    /// Draws the cells of an array with their indexes, and its walls.
    fn empty_array(grid: CellGrid, out: &mut String) -> fmt::Result {
        let cells = grid.cells().concat();
        let [walls, squares]: [Vec<&GridCell>; 2] = [true, false].map(|walls| {
            cells
                .iter()
                .filter(|cell| cell.is_wall() == walls)
                .collect()
        });
        let line = "stroke='#888'";
        Self::on_cells(
            walls.iter().copied(),
            grid,
            CELL_SQUARE,
            &format!("fill='#ddd' {line}"),
            out,
        )?;
        Self::on_cells(
            squares,
            grid,
            CELL_SQUARE,
            &format!("fill='#fff' {line}"),
            out,
        )?;
        for cell in &cells {
            let (x, y) = middle_of(grid, cell.index);
            INDEX.write(out, (x - 11, y - 9), &grid.rows.short_index(cell.index))?;
        }
        for wall in walls {
            let (x, y) = middle_of(grid, wall.index);
            CONTENT.write(out, (x, y + 5), &wall.text("∞"))?;
        }
        Ok(())
    }

    /// Draws what the squares of an array hold.
    fn contents(&self, grid: CellGrid, out: &mut String) -> fmt::Result {
        let cells = grid.cells().concat();
        let of = |content: i8| cells.iter().filter(move |cell| cell.content == content);
        for (content, is_own) in [(1, true), (-1, false)] {
            let is_black = (self.side == Color::Black) == is_own;
            let fill = if is_black { "#000" } else { "#fff" };
            let disc = format!("fill='{fill}' stroke='#000' stroke-width='1.5'");
            Self::on_cells(of(content), grid, CELL_DISC, &disc, out)?;
        }
        for cell in cells.iter().filter(|cell| !cell.is_wall()) {
            let is_black = match cell.content {
                0 => false,
                content => (self.side == Color::Black) == (content == 1),
            };
            let (x, y) = middle_of(grid, cell.index);
            let style = if is_black { ON_BLACK } else { CONTENT };
            style.write(out, (x, y + 5), &cell.text(""))?;
        }
        Ok(())
    }

    /// Draws the walks on an array, the frames of marked cells, and the steps that lead to them.
    fn marks(grid: CellGrid, out: &mut String) -> fmt::Result {
        let cells = grid.cells().concat();
        for (mark, frame) in [
            (
                CellMark::From,
                "fill='#eee' stroke='#000' stroke-width='1.5'",
            ),
            (
                CellMark::Path,
                "fill='#eee' stroke='#000' stroke-width='1.5'",
            ),
            (CellMark::Here, "fill='#ccc' stroke='#000' stroke-width='4'"),
        ] {
            let marked = cells.iter().filter(|cell| cell.mark == Some(mark));
            Self::on_cells(marked, grid, CELL_FRAME, frame, out)?;
        }
        for (_, path) in grid.paths() {
            let Some((first, last)) = path.first().zip(path.last()) else {
                continue;
            };
            let from = cells.iter().find(|cell| cell.mark == Some(CellMark::From));
            let (x, y) = middle_of(grid, from.map_or(*first, |from| from.index));
            let (to_x, to_y) = middle_of(grid, *last);
            writeln!(
                out,
                "<path stroke='#000' stroke-width='2' d='M{x} {y}L{to_x} {to_y}'/>"
            )?;
        }
        for cell in &cells {
            let (x, y) = middle_of(grid, cell.index);
            if let Some(step) = cell.step {
                CELL_STEP.write(out, (x, y + 15), &format!("{step:+}"))?;
            }
            if cell.mark.is_some() {
                INDEX.write(out, (x - 11, y - 9), &grid.rows.short_index(cell.index))?;
                if cell.is_wall() {
                    CONTENT.write(out, (x, y + 5), &cell.text("∞"))?;
                }
            }
        }
        Ok(())
    }

    /// Draws numbers of a few bits each in boxes as wide as their bits.
    fn fields(&self, value: u64, width: u32, out: &mut String) -> fmt::Result {
        let (across, most) = (width * CELL, (1 << width) - 1);
        let first_bits = (u64::MAX / most) << (width - 1);
        let shape = format!("m-10-10h{across}v20h-{across}z");
        writeln!(out, "<use href='#g'/>")?;
        self.shapes(first_bits, &shape, "fill='#fff' stroke='#000'", out)?;
        for ((x, y), fields) in self.middles(first_bits).zip(1..) {
            let number = value >> (u64::BITS - fields * width) & most;
            let x = x + (across - CELL) / 2;
            CENTERED.write(out, (x, y + 4), &number.to_string())?;
        }
        Ok(())
    }
}

/// Returns the middle of a cell of an array.
fn middle_of(grid: CellGrid, index: usize) -> (u32, u32) {
    let columns = grid.rows.cells();
    let middle = |place: usize| units(place) * ARRAY_CELL + ARRAY_CELL / 2;
    (middle(index % columns), middle(index / columns))
}

/// Returns a number of characters, rows or squares for a calculation with SVG units.
fn units(number: usize) -> u32 {
    u32::try_from(number).expect("a step is short")
}

/// Returns the height of something among smaller values.
const fn small(height: u32) -> u32 {
    height * 9 / 10
}
