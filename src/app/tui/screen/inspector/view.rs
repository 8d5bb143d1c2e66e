//! The drawing of the inspector.

use ratatui::layout::Rect;

use super::layout::{InspectorLayout, InspectorShape};
use super::values::{Values, draw_rows, draw_small, draw_small_named, named, shape_of};
use super::{InspectorScreen, Intent};
use crate::app::lesson::{SourceLine, Variable, grouped};
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::screen::Canvas;
use crate::app::tui::text::{columns, width, wrap};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::wording::screens::inspector::{at_cursor, type_digit};
use crate::color::ByColor;

impl InspectorScreen {
    pub(super) fn draw_on(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let board = &self.walk.trace.board;
        let layout = InspectorLayout::of(area, shape_of(board));
        let flips_of = self.topic().square;
        let step = self.walk.step();
        let result = step.result;
        let operands = step.expression.variables();
        let trace = &self.walk.trace;
        let discs = ByColor::from_fn(|color| {
            let is_own = color == self.lessons.side_to_move();
            let set = if is_own { trace.own } else { trace.opponent };
            board.square_set(set).bits()
        });
        let mut values = Values {
            canvas,
            board,
            discs,
            cursor: self.pane.square().or(flips_of),
        };
        values.draw_board(layout.result, Some(result));
        match layout.shape {
            InspectorShape::Wide {
                chapters,
                steps,
                operands: area,
                source,
            } => {
                values.draw_named(result, Role::Strong, layout.result);
                values.draw_bits_below(result, layout.result.area);
                let free = values.draw_operands(&operands, &step.expression, area, layout.result);
                self.draw_function(free, canvas);
                self.draw_topics(layout.header, canvas);
                self.draw_chapters(chapters, canvas);
                self.draw_steps(steps, canvas);
                self.draw_source(source, canvas);
            }
            InspectorShape::Panel(panel) => {
                self.draw_topics(layout.header, canvas);
                self.draw_panel(panel, &operands, canvas);
            }
            InspectorShape::Compact(area) => {
                self.draw_short_header(layout.header, canvas);
                draw_small(&operands, board, (area, layout.result), canvas);
            }
        }
        if let Some(bytes) = layout.bytes {
            let Canvas { look, buf, .. } = canvas;
            draw_rows(result.value, board, (bytes, layout.result), look, buf);
        }
        let compact = matches!(layout.shape, InspectorShape::Compact(_));
        self.draw_text(layout.text, compact, canvas);
        canvas.keys(layout.keys, self.hints(&canvas.context.ui));
    }

    /// Draws the topics.
    fn draw_topics(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let choice = ChoiceView {
            options: &self
                .topics()
                .into_iter()
                .map(|topic| topic.label)
                .collect::<Vec<_>>(),
            chosen: self.walk.trace.topic,
            active: true,
            look: &canvas.look,
        };
        let places = choice.draw(area, canvas.buf);
        canvas.hits.add_all(places, Intent::Topic);
    }

    /// Draws the topic and the place in the trace, if there is room for only one line.
    fn draw_short_header(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let topic = self.topic().label;
        let x = canvas.text(area, format!(" {topic} "), Role::Chosen);
        let place = Slices(area).left(x - area.x);
        canvas.hits.add(place, Intent::NextTopic);
        let room = usize::from(area.right().saturating_sub(x + 1));
        let (at, all) = (self.walk.at + 1, self.walk.len());
        let chapter = &self.walk.chapter().title;
        let (mask, role) = if self.is_unmasked() {
            ("no mask ", Role::Warning)
        } else {
            ("", Role::Muted)
        };
        let candidates = [
            format!("{mask}{chapter} {at}/{all}"),
            format!("{mask}{at}/{all}"),
            format!("{at}/{all}"),
        ];
        if let Some(text) = candidates.into_iter().find(|text| width(text) <= room) {
            canvas.right(area, &text, role);
        }
    }

    fn is_unmasked(&self) -> bool {
        !self.masked && self.topic().has_mask
    }

    /// Draws the chapters; the selected one is open.
    fn draw_chapters(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let chapters = &self.walk.trace.chapters;
        let titles: Vec<String> = chapters
            .iter()
            .map(|chapter| chapter.title.clone())
            .collect();
        // If they do not all fit, the list scrolls so that the next one is visible.
        let chosen = self.walk.step().chapter;
        let next = (chosen + 1).min(titles.len() - 1);
        let fits = |titles: &[String]| {
            let columns = titles.iter().map(|title| width(title) + 2);
            columns.sum::<usize>() <= usize::from(area.width)
        };
        let first = (0..=chosen)
            .find(|&first| fits(&titles[first..=next]))
            .unwrap_or(chosen);
        let end = (next + 1..=titles.len())
            .rev()
            .find(|&end| fits(&titles[first..end]))
            .unwrap_or(next + 1);
        let choice = ChoiceView {
            options: &titles[first..end],
            chosen: chosen - first,
            active: false,
            look: &canvas.look,
        };
        let places = choice.draw(area, canvas.buf);
        let hits = canvas.hits;
        hits.add_all(places, |chapter| Intent::Chapter(first + chapter));
    }

    /// Draws the progress through the steps: a clickable line, and numbers.
    fn draw_steps(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (at, all) = (self.walk.at + 1, self.walk.len());
        let state = if self.due.is_some() { " running" } else { "" };
        let text = format!(" step {at} of {all}{state}");
        let x = canvas.text(area, text, Role::Text);
        let (mask, role) = self.mask();
        let columns = columns(mask) + 2;
        let mut line = Slices(right_of(area, x + 2 - area.x));
        let place = line.right(if mask.is_empty() { 1 } else { columns + 1 });
        self.draw_line_of_steps(line.0, canvas);
        if columns < area.width {
            canvas.text(right_of(place, 1), mask, role);
        }
    }

    fn draw_line_of_steps(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (done, rest) = (canvas.look.symbol("━", "="), canvas.look.symbol("─", "-"));
        let all = self.walk.len();
        let columns = usize::from(area.width.max(1));
        for (column, at) in area.columns().enumerate() {
            // The step at the end of this column.
            let step = ((column + 1) * all).div_ceil(columns) - 1;
            let (symbol, role) = if step <= self.walk.at {
                (done, Role::Key)
            } else {
                (rest, Role::Muted)
            };
            canvas.text(at, symbol, role);
            canvas.hits.add(at, Intent::Step(step));
        }
    }

    /// Returns the state of the mask; empty if there is none.
    fn mask(&self) -> (&'static str, Role) {
        if self.is_unmasked() {
            (" MASK OFF: lines may wrap ", Role::Banner)
        } else if self.topic().has_mask {
            ("mask on", Role::Muted)
        } else {
            ("", Role::Muted)
        }
    }

    fn draw_panel(&self, area: Rect, operands: &[Variable], canvas: &mut Canvas<Intent>) {
        let mut rest = Slices(area);
        let row = rest.top(1);
        let x = canvas.text(row, &self.walk.chapter().title, Role::Strong);
        let title = Slices(row).left(x - row.x);
        canvas.hits.add(title, Intent::NextChapter);
        let (place, count) = self.walk.place_in_chapter();
        canvas.right(row, &format!("{place} of {count}"), Role::Muted);
        let (at, all) = (self.walk.at + 1, self.walk.len());
        let row = rest.top(1);
        let x = canvas.text(row, format!("step {at}/{all} "), Role::Text);
        self.draw_line_of_steps(right_of(row, x - row.x), canvas);
        let (mask, role) = self.mask();
        canvas.text(rest.top(1), mask, role);
        rest.top(1);
        draw_small_named(operands, &self.walk.trace.board, rest.top(9), canvas);
        rest.top(1);
        let result = self.walk.step().result;
        canvas.line(rest.top(1), named(result, Role::Strong, &canvas.look));
        canvas.text(rest.top(1), grouped(result.value), Role::Key);
        let source = self.walk.step().source;
        canvas.text(rest.top(1), source.path, Role::Muted);
        let text = format!(":{} in {}", source.line, source.symbol);
        canvas.text(rest.top(1), text, Role::Muted);
    }

    /// Returns the source location of the step: file, line and function.
    fn place_in_source(&self) -> String {
        let source = self.walk.step().source;
        let (path, line, symbol) = (source.path, source.line, source.symbol);
        format!("{path}:{line} in {symbol}")
    }

    fn draw_source(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let place = format!("{}   ", self.place_in_source());
        let x = canvas.text(area, place, Role::Muted);
        let code = self.code_of(self.walk.step().source);
        let x = canvas.text(right_of(area, x - area.x), code, Role::Text);
        if self.leaves_mask_out() {
            let rest = right_of(area, x - area.x);
            canvas.text(rest, "  in place of the mask", Role::Warning);
        }
    }

    /// Returns whether the step runs without the mask that its line has.
    fn leaves_mask_out(&self) -> bool {
        let read = self.walk.step().expression.variables();
        read.iter().any(|variable| variable.value == u64::MAX)
            && self.walk.step().source.code_without_mask().is_some()
    }

    /// Returns the text of a line as it runs: a mask that the step leaves out is replaced.
    fn code_of(&self, line: SourceLine) -> String {
        Some(line)
            .filter(|_| self.leaves_mask_out())
            .and_then(SourceLine::code_without_mask)
            .unwrap_or_else(|| line.code().to_owned())
    }

    /// Draws the function that the step belongs to, with its line highlighted.
    fn draw_function(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        /// The narrowest and the lowest area where code can be read.
        const LEAST: (u16, u16) = (30, 8);
        /// The width of a line's number.
        const NUMBER: usize = 4;
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return;
        }
        let source = self.walk.step().source;
        let mut rest = Slices(area);
        canvas.text(rest.top(1), source.path, Role::Muted);
        let room = usize::from(rest.0.width) - NUMBER;
        // A narrow column has shorter indents, lines in several rows, and no comments.
        let narrow = room < 60;
        let shorter = if narrow { 2 } else { 1 };
        let rows: Vec<(usize, String)> = source
            .function_lines()
            .iter()
            .filter(|line| !narrow || !line.code().starts_with("//"))
            .flat_map(|line| {
                let indent = line.indent() / shorter;
                let code = wrap(&self.code_of(*line), room.saturating_sub(indent + 2).max(8));
                let rows = code.into_iter().enumerate().map(move |(row, text)| {
                    let indent = indent + if row > 0 { 2 } else { 0 };
                    (line.line, format!("{:indent$}{text}", ""))
                });
                rows.collect::<Vec<_>>()
            })
            .collect();
        let at = rows.iter().position(|(line, _)| *line == source.line);
        let height = usize::from(rest.0.height);
        let first = at.unwrap_or(0).saturating_sub(height / 2);
        let first = first.min(rows.len().saturating_sub(height));
        let mut last = 0;
        for ((line, text), row) in rows[first..].iter().zip(rest.0.rows()) {
            if *line != last {
                canvas.text(row, format!("{line:>3}"), Role::Muted);
            }
            last = *line;
            let role = if *line == source.line {
                Role::Chosen
            } else {
                Role::Muted
            };
            canvas.text(right_of(row, 4), text, role);
        }
    }

    /// Draws the expression and its meaning.
    fn draw_text(&self, area: Rect, with_facts: bool, canvas: &mut Canvas<Intent>) {
        let step = self.walk.step();
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let mut lines: Vec<(String, Role)> = Vec::new();
        for (text, role) in [(step.to_string(), Role::Key), self.sentence()] {
            lines.extend(wrap(&text, columns).into_iter().map(|line| (line, role)));
        }
        // Details with their own area on larger screens appear here if there are spare lines.
        if with_facts {
            let result = step.result;
            let facts = [
                format!("{} = {}", result.name, grouped(result.value)),
                self.place_in_source(),
            ];
            for fact in facts {
                if lines.len() < rows && width(&fact) <= columns {
                    lines.push((fact, Role::Muted));
                }
            }
        }
        if lines.len() > rows {
            lines.truncate(rows);
            if let Some((last, _)) = lines.last_mut() {
                let dots = canvas.look.symbol("…", "...");
                while width(last) + width(dots) > columns {
                    last.pop();
                }
                last.push_str(dots);
            }
        }
        for ((line, role), row) in lines.iter().zip(area.rows()) {
            canvas.text(row, line, *role);
        }
    }

    /// Returns the line below the expression: the input in progress, otherwise the step's sentence.
    fn sentence(&self) -> (String, Role) {
        if let Some(notice) = &self.notice {
            (notice.clone(), Role::Warning)
        } else if let Some(file) = self.pane.typed() {
            (type_digit(file), Role::Strong)
        } else if let Some(cursor) = self.pane.square() {
            (at_cursor(cursor), Role::Strong)
        } else {
            (self.walk.step().sentence.clone(), Role::Text)
        }
    }
}
