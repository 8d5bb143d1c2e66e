//! The drawing of the inspector.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::layout::{BYTE, InspectorLayout, InspectorShape, SPACED_BYTE};
use super::{InspectorScreen, Intent, TopicSwitch};
use crate::layout::{Frame, Slices, right_of};
use crate::screen::{Canvas, Screen as _};
use crate::text::{columns, has_room, rows, width, wrap};
use crate::theme::{ActiveTheme, Role};
use crate::widget::bits::{Bits, BitsBoard, SmallBits, draw_row};
use crate::widget::choice::ChoiceView;
use reversi::{ByColor, File, Square};
use reversi_board::parts::{BoardPlace, BoardShape};
use reversi_lessons::{Expression, SourceLine, TracedBoard, Variable, View};
use reversi_text::{Message, Name, label, tr};

/// The name of the screen.
const TITLE: &Message = label!("How it works");

/// The columns of the discs before it.
const DISCS: u16 = 3;

impl InspectorScreen {
    /// Returns whether an area has no room for both the board and the whole text.
    pub(super) fn has_two_pages(&self, area: Rect) -> bool {
        if let View::Grid(grid) = self.walk.step().result.view {
            return self.cuts_text_of_array(grid, area);
        }
        let layout = InspectorLayout::of(area, shape_of(&self.walk.trace.board));
        let is_compact = matches!(layout.shape, InspectorShape::Compact(_));
        is_compact && rows(&self.sentences(layout.text.width)) > layout.text.height
    }

    pub(super) fn draw_screen(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        if let View::Grid(grid) = self.walk.step().result.view {
            self.draw_array(grid, area, canvas);
            return;
        }
        let layout = InspectorLayout::of(area, shape_of(&self.walk.trace.board));
        let is_compact = matches!(layout.shape, InspectorShape::Compact(_));
        if self.is_cut && self.reads {
            let frame = Frame::of(area);
            self.draw_short_header(frame.header, canvas);
            self.draw_text(frame.body, true, canvas);
            canvas.footer(frame.footer, true, self.hints(canvas.context));
            return;
        }
        self.draw_values(&layout, canvas);
        if self.is_cut {
            self.draw_outline(layout.text, canvas);
        } else {
            self.draw_text(layout.text, is_compact, canvas);
        }
        canvas.footer(layout.keys, true, self.hints(canvas.context));
    }

    /// Draws the values of the step, and what stands around them.
    fn draw_values(&self, layout: &InspectorLayout, canvas: &mut Canvas<Intent>) {
        let flips_of = self.topic().square;
        let step = self.walk.step();
        let result = step.result;
        let operands = step.expression.variables();
        let (trace, board) = (&self.walk.trace, &self.walk.trace.board);
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
        if let Some(bytes) = layout.bytes.filter(|_| has_bits(result)) {
            let Canvas { look, buf, .. } = canvas;
            draw_rows(result.value, board, (bytes, layout.result), look, buf);
        }
    }

    /// Draws the header: the name of the screen, if there is room for it, and the topics.
    pub(super) fn draw_topics(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let course = self.course.map(|_| tr!("tasks"));
        let before = usize::from(course.is_some());
        let topics = self.topics().into_iter().map(|topic| topic.label);
        let topics = course.into_iter().chain(topics).map(String::from);
        let topics: Vec<String> = topics.collect();
        let needed = topics.iter().map(|topic| columns(topic) + 2).sum::<u16>();
        let title = canvas.title(TITLE.text());
        let named = columns(TITLE.text()) + DISCS + 2;
        let left = if needed + named <= area.width {
            canvas.line(area, title);
            named
        } else {
            canvas.line(area, canvas.title(""));
            DISCS
        };
        let area = right_of(area, left);
        let intent = |index: usize| {
            index
                .checked_sub(before)
                .map_or(Intent::Course, Intent::Topic)
        };
        let chosen = before + self.walk.trace.topic;
        draw_choice(area, &topics, chosen, true, intent, canvas);
        canvas.raise(area);
    }

    /// Draws the topic and the place in the trace, if there is room for only one line.
    pub(super) fn draw_short_header(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let topic = self.topic().label;
        let x = canvas.text(area, format!(" {topic} "), Role::Chosen);
        let place = Slices(area).left(x - area.x);
        canvas.hits.add(place, Intent::NextTopic);
        let room = usize::from(area.right().saturating_sub(x + 1));
        let (at, all) = (self.walk.at + 1, self.walk.steps());
        let chapter = &self.walk.chapter().title;
        let (mask, role) = if self.is_unmasked() {
            (label!("no mask ").text(), Role::Warning)
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
        canvas.raise(area);
    }

    fn is_unmasked(&self) -> bool {
        !self.options.masked && self.topic().switch == Some(TopicSwitch::Mask)
    }

    /// Draws the chapters; the selected one is open.
    fn draw_chapters(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let chapters = &self.walk.trace.chapters;
        let titles: Vec<String> = chapters
            .iter()
            .map(|chapter| chapter.title.to_string())
            .collect();
        let chosen = self.walk.step().chapter;
        draw_choice(area, &titles, chosen, false, Intent::Chapter, canvas);
    }

    /// Draws the progress through the steps: a clickable line, and numbers.
    fn draw_steps(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let (at, all) = (self.walk.at + 1, self.walk.steps());
        let text = if self.due.is_some() {
            tr!(" step {at} of {all} running", at, all)
        } else {
            tr!(" step {at} of {all}", at, all)
        };
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
        let all = self.walk.steps();
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
            (label!(" MASK OFF: lines may wrap ").text(), Role::Banner)
        } else if self.topic().switch == Some(TopicSwitch::Mask) {
            (label!("mask on").text(), Role::Muted)
        } else {
            ("", Role::Muted)
        }
    }

    /// Draws the chapter and the progress through the steps in two rows.
    pub(super) fn draw_place(&self, rest: &mut Slices, canvas: &mut Canvas<Intent>) {
        let (place, count) = self.walk.place_in_chapter();
        let title = &self.walk.chapter().title;
        let row = rest.top(1);
        canvas.card(row, false, title, &tr!("{place} of {count}", place, count));
        let place = Slices(row).left(columns(title) + 2);
        canvas.hits.add(place, Intent::NextChapter);
        let (at, all) = (self.walk.at + 1, self.walk.steps());
        let row = rest.top(1);
        let x = canvas.text(row, tr!("step {at}/{all} ", at, all), Role::Text);
        self.draw_line_of_steps(right_of(row, x - row.x), canvas);
    }

    fn draw_panel(&self, area: Rect, operands: &[Variable], canvas: &mut Canvas<Intent>) {
        /// The number of rows without the source. The source may stand beside the text below.
        const ROWS: u16 = 16;
        let is_whole = area.height >= ROWS;
        let room = Rect {
            height: if is_whole { ROWS + 2 } else { area.height },
            ..area
        };
        let row = |y: u16| Rect::new(area.x, area.y + y, area.width, 1).intersection(room);
        self.draw_place(&mut Slices(area), canvas);
        let (mask, role) = self.mask();
        canvas.text(row(2), mask, role);
        canvas.card(row(3), false, label!("From").text(), "");
        let small = Rect::new(area.x, area.y + 4, area.width, 9).intersection(room);
        draw_small_named(operands, &self.walk.trace.board, small, canvas);
        let result = self.walk.step().result;
        canvas.card(row(13), false, label!("Result").text(), "");
        canvas.line(row(14), named(result, Role::Strong, &canvas.look));
        if has_bits(result) {
            canvas.text(row(15), result.amount(), Role::Key);
        }
        let source = self.walk.step().source;
        canvas.text(row(16), source.path_within(area.width.into()), Role::Muted);
        let text = format!(":{} in {}", source.line, source.symbol);
        canvas.text(row(17), text, Role::Muted);
    }

    /// Returns the source location of the step: file, line and function. Without this many columns, the path is shorter.
    fn place_in_source(&self, columns: usize) -> String {
        let source = self.walk.step().source;
        let place = format!(":{} in {}", source.line, source.symbol);
        source
            .path_within(columns.saturating_sub(place.len()))
            .to_owned()
            + &place
    }

    fn draw_source(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let place = format!("{}   ", self.place_in_source(area.width.into()));
        let x = canvas.text(area, place, Role::Muted);
        let code = self.code_of(self.walk.step().source);
        let x = canvas.text(right_of(area, x - area.x), code, Role::Text);
        if self.leaves_mask_out() {
            let rest = right_of(area, x - area.x);
            canvas.text(rest, label!("  in place of the mask").text(), Role::Warning);
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

    /// Draws the function that the step belongs to, with its line highlighted. Returns false if there is no room.
    pub(super) fn draw_function(&self, area: Rect, canvas: &mut Canvas<Intent>) -> bool {
        /// The narrowest and the lowest area where code can be read.
        const LEAST: (u16, u16) = (30, 8);
        /// The width of a line's number.
        const NUMBER: usize = 4;
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return false;
        }
        let source = self.walk.step().source;
        let mut rest = Slices(area);
        let path = source.path_within(area.width.into());
        canvas.text(rest.top(1), path, Role::Muted);
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
        true
    }

    /// Returns the expression and its meaning, wrapped.
    pub(super) fn sentences(&self, columns: u16) -> Vec<(String, Role)> {
        let texts = [(self.walk.step().to_string(), Role::Key), self.sentence()];
        let lines = texts.into_iter().flat_map(|(text, role)| {
            let lines = wrap(&text, usize::from(columns));
            lines.into_iter().map(move |line| (line, role))
        });
        lines.collect()
    }

    /// Draws the expression if it fits, otherwise its result; a message or the input in place of them.
    fn draw_outline(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let step = self.walk.step();
        let fits = |text: &str| rows(&wrap(text, usize::from(area.width))) <= area.height;
        let (said, role) = self.sentence();
        if *said != *step.sentence {
            canvas.paragraph(area, &said, role);
        } else if fits(&step.to_string()) {
            canvas.paragraph(area, &step.to_string(), Role::Key);
        } else {
            canvas.line(area, named(step.result, Role::Strong, &canvas.look));
        }
    }

    /// Draws the expression and its meaning.
    pub(super) fn draw_text(&self, area: Rect, with_facts: bool, canvas: &mut Canvas<Intent>) {
        let step = self.walk.step();
        let (columns, rows) = (usize::from(area.width), usize::from(area.height));
        let mut lines = self.sentences(area.width);
        // Details with their own area on larger screens appear here if there are spare lines.
        if with_facts {
            let result = step.result;
            let facts = [
                format!("{} = {}", result.name, result.amount()),
                self.place_in_source(columns),
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
            notice.clone()
        } else if let Some(file) = self.pane.typed() {
            (
                tr!(
                    "{file}_: type a digit to see the flips.",
                    file = Name(&file.to_string())
                )
                .into(),
                Role::Strong,
            )
        } else if let Some(cursor) = self.pane.square() {
            (
                tr!(
                    "{square}: arrow keys move, Enter shows the flips.",
                    square = cursor
                )
                .into(),
                Role::Strong,
            )
        } else {
            (self.walk.step().sentence.to_string(), Role::Text)
        }
    }
}

/// Draws titles on a line. If they do not all fit, it scrolls so that the one after the chosen one is visible.
fn draw_choice(
    area: Rect,
    titles: &[String],
    chosen: usize,
    active: bool,
    intent: impl Fn(usize) -> Intent,
    canvas: &mut Canvas<Intent>,
) {
    let columns = |titles: &[String]| titles.iter().map(|title| width(title) + 2).sum::<usize>();
    let mut rest = Slices(area);
    let is_whole = columns(titles) <= usize::from(area.width);
    let arrows = rest.right(if is_whole { 0 } else { 2 });
    let fits = |titles: &[String]| columns(titles) <= usize::from(rest.0.width);
    let next = (chosen + 1).min(titles.len() - 1);
    let first = (0..=chosen).find(|&first| fits(&titles[first..=next]));
    let first = first.unwrap_or(chosen);
    let mut ends = (next + 1..=titles.len()).rev();
    let end = ends.find(|&end| fits(&titles[first..end]));
    let end = end.unwrap_or(next + 1);
    let choice = ChoiceView {
        options: &titles[first..end],
        chosen: Some(chosen - first),
        active,
        look: &canvas.look,
    };
    let places = choice.draw(rest.0, canvas.buf);
    canvas.hits.add_all(places, |place| intent(first + place));
    let look = canvas.look;
    let arrow = |is_more, symbol| if is_more { symbol } else { " " };
    let left = arrow(first > 0, look.symbol("◂", "<"));
    let right = arrow(end < titles.len(), look.symbol("▸", ">"));
    canvas.text(arrows, format!("{left}{right}"), Role::Key);
}

/// The columns between two boards, which hold a sign.
const GAP: u16 = 3;

/// A canvas for the values of a step.
struct Values<'a, 'b> {
    canvas: &'a mut Canvas<'b, Intent>,
    board: &'a TracedBoard,
    discs: ByColor<u64>,
    cursor: Option<Square>,
}

impl Values<'_, '_> {
    /// Draws the operands as boards like that of the result, or smaller if there are many. Returns the area that
    /// they leave free.
    fn draw_operands(
        &mut self,
        operands: &[Variable],
        expression: &Expression,
        area: Rect,
        like: BoardPlace,
    ) -> Rect {
        let (columns, _) = like.shape.size(like.height);
        if operands.is_empty() {
            let place = like.shape.at(area.x, like.area.y, like.height);
            self.canvas
                .text(area, label!("the board").text(), Role::Muted);
            self.draw_board(place, None);
            return right_of(area, columns + GAP);
        }
        if operands.len() <= 2 {
            return self.draw_equation(operands, expression, area, like);
        }
        let grid = |height: u16| {
            let (columns, rows) = like.shape.size(height);
            let across = (area.width + GAP) / (columns + GAP);
            let down = (area.height + 1) / (rows + 2);
            (usize::from(across * down) >= operands.len())
                .then_some((height, across, columns, rows))
        };
        let Some((height, across, columns, rows)) = (1..=like.height)
            .rev()
            .filter(|&height| like.shape.suits(height))
            .find_map(grid)
        else {
            return Rect::ZERO;
        };
        for (&operand, index) in operands.iter().zip(0..) {
            let x = area.x + index % across * (columns + GAP);
            let y = area.y + index / across * (rows + 2);
            self.draw_named(operand, Role::Text, like.shape.at(x, y + 1, height));
        }
        let lines = u16::try_from(operands.len()).map_or(0, |count| count.div_ceil(across));
        let mut rest = Slices(area);
        rest.top(lines * (rows + 2));
        rest.0
    }

    /// Draws one or two operands and the signs around them. Returns the area that they leave free.
    fn draw_equation(
        &mut self,
        operands: &[Variable],
        expression: &Expression,
        area: Rect,
        like: BoardPlace,
    ) -> Rect {
        let (columns, _) = like.shape.size(like.height);
        for (&operand, x) in operands
            .iter()
            .zip((area.x..).step_by(usize::from(columns + GAP)))
        {
            let place = like.shape.at(x, like.area.y, like.height);
            self.draw_named(operand, Role::Text, place);
            self.draw_bits_below(operand, place.area);
        }
        let (between, after) = signs(expression, operands.len());
        let middle = like.squares.y + like.squares.height / 2;
        let first = area.x + columns;
        let style = self.canvas.look.style(Role::Key);
        for (x, sign) in [
            (area.x - 2, "="),
            (first + 1, between),
            (first + 2, &*after),
        ] {
            self.canvas.buf.put_string(x, middle, sign, style);
        }
        if operands.len() == 2 {
            return Rect::ZERO;
        }
        let sign = if after.is_empty() {
            0
        } else {
            width(&after) + 1
        };
        right_of(area, columns + GAP + u16::try_from(sign).unwrap_or(0))
    }

    fn draw_board(&mut self, place: BoardPlace, shown: Option<Variable>) {
        let board = BitsBoard {
            place,
            shown: shown.map(|shown| bits_of(shown, self.board)),
            discs: self.discs,
            joined: place.shape.upward && self.canvas.context.ui.settings.chains,
            cursor: self.cursor,
            look: &self.canvas.look,
            cache: &self.canvas.context.ui.tiles,
        };
        board.render(self.canvas.buf.area, self.canvas.buf);
        self.canvas.hits.add_squares(place.rects());
    }

    /// Draws a value as a board below its name.
    fn draw_named(&mut self, shown: Variable, role: Role, place: BoardPlace) {
        let look = &self.canvas.look;
        let name = Rect {
            y: place.area.y - 1,
            ..place.area
        };
        let mut line = named(shown, role, look);
        if line.width() > usize::from(name.width) {
            line.spans.truncate(1);
        }
        self.canvas.line(name, line);
        self.draw_board(place, Some(shown));
    }

    /// Draws a value below its board: in hexadecimal, and in binary by rows.
    fn draw_bits_below(&mut self, shown: Variable, board: Rect) {
        if !has_bits(shown) {
            return;
        }
        let Canvas { look, buf, .. } = self.canvas;
        let left = board.x + 3;
        buf.put_string(left, board.bottom(), shown.amount(), look.style(Role::Key));
        for ((rank, bits), y) in self.board.rows(shown.value).zip(board.bottom() + 1..) {
            buf.put_string(left, y, rank.to_string(), look.style(Role::Muted));
            let area = Rect::new(left + 3, y, SPACED_BYTE, 1);
            draw_row(bits, self.board.size(), area, look, buf);
        }
    }
}

/// Returns the shape of the board of a trace on the screen.
fn shape_of(board: &TracedBoard) -> BoardShape {
    let first = board.rows(0).next();
    BoardShape {
        side: u8::try_from(board.size()).unwrap_or(8),
        upward: first.is_some_and(|(rank, _)| rank.index() > 0),
    }
}

/// Returns the name of a value and a short description of it.
fn named(shown: Variable, role: Role, look: &ActiveTheme) -> Line<'static> {
    let size = match shown.view {
        View::Squares if shown.value == 0 => label!("no bits").text().to_owned(),
        View::Squares => tr!(
            "{count} bit" | "{count} bits",
            count = shown.value.count_ones()
        )
        .into(),
        View::Fields(bits) => tr!("{bits}-bit numbers", bits).into(),
        View::Number | View::Grid(_) => format!("= {}", shown.amount()),
    };
    Line::from(vec![
        Span::styled(shown.name, look.style(role)),
        Span::styled(format!("  {size}"), look.style(Role::Muted)),
    ])
}

fn bits_of(shown: Variable, board: &TracedBoard) -> Bits {
    match shown.view {
        View::Squares => Bits::Squares(board.square_set(shown.value).bits()),
        View::Fields(width) => Bits::Fields(shown.value, width.clamp(1, 8)),
        View::Number | View::Grid(_) => Bits::Number(shown.value),
    }
}

/// Returns whether the bits of a value mean anything: a plain number has none to look at.
const fn has_bits(shown: Variable) -> bool {
    matches!(shown.view, View::Squares | View::Fields(_))
}

/// Returns the sign between two operands side by side, and what follows a single one, if the expression is
/// simple enough.
fn signs(expression: &Expression, operands: usize) -> (&'static str, String) {
    let (sign, parts) = match expression {
        Expression::Infix(sign, parts) => (*sign, &parts[..]),
        Expression::Method("wrapping_add", parts) => ("+", &parts[..]),
        Expression::Method("wrapping_mul", parts) => ("*", &parts[..]),
        Expression::Method(_, parts) => ("", &parts[..]),
        _ => ("", &[][..]),
    };
    match (operands, parts) {
        (2, [Expression::Variable(_), Expression::Variable(_)]) => (sign, String::new()),
        // The rest of the text: ` << 8`, `.count_ones()`.
        (1, [Expression::Variable(only), ..]) => {
            let text = expression.to_string();
            ("", text[only.name.len()..].trim().to_owned())
        }
        _ => ("", String::new()),
    }
}

/// Draws the bits of the result beside its board, each rank's at its first row.
fn draw_rows(
    value: u64,
    board: &TracedBoard,
    (area, place): (Rect, BoardPlace),
    look: &ActiveTheme,
    buf: &mut Buffer,
) {
    let muted = look.style(Role::Muted);
    if area.width >= BYTE {
        let files: String = board.files().map(File::letter).collect();
        buf.put_string(area.x, area.y, files, muted);
    }
    for (rank, bits) in board.rows(value) {
        let y = place.rect(Square::at(Square::A1.file(), rank)).y + (place.height - 1) / 2;
        let row = Rect::new(area.x, y, area.width, 1);
        draw_row(bits, board.size(), row, look, buf);
    }
}

/// Returns as many operands as fit; the discs are left out because the board shows them.
fn chosen(operands: &[Variable], room: usize) -> Vec<Variable> {
    let mut shown = operands.to_vec();
    for name in ["opponent", "own"] {
        if shown.len() > room {
            shown.retain(|operand| operand.name != name);
        }
    }
    shown.truncate(room);
    shown
}

/// Returns a name that fits: `passable` in place of `upper_passable`, which is cut only if that is not enough.
fn short_name(name: &str, room: usize, dots: &str) -> String {
    let mut rest = name;
    while let Some((_, last)) = rest.split_once('_').filter(|_| rest.len() > room) {
        rest = last;
    }
    if rest.len() <= room {
        return rest.to_owned();
    }
    let cut: String = rest.chars().take(room.saturating_sub(1)).collect();
    cut + dots
}

/// Draws the operands as small squares, each below its name.
fn draw_small_named(
    operands: &[Variable],
    board: &TracedBoard,
    area: Rect,
    canvas: &mut Canvas<Intent>,
) {
    let shape = shape_of(board);
    let fits = |spaced: bool, gap: u16| {
        let columns = SmallBits::columns(shape, spaced);
        usize::from((area.width + gap) / (columns + gap))
    };
    let spaced = operands.len() <= fits(true, 2);
    let is_tight = operands.len() > fits(spaced, 2);
    let gap = if is_tight { 1 } else { 2 };
    let shown = chosen(operands, fits(spaced, gap));
    let name_columns = |operand: &Variable| columns(operand.name);
    let longest = shown.iter().map(name_columns).max();
    let columns = SmallBits::columns(shape, spaced);
    let each = (area.width + gap) / u16::try_from(shown.len()).unwrap_or(1).max(1) - gap;
    let room = columns.max(each.min(longest.unwrap_or(0)));
    for (&operand, index) in shown.iter().zip(0..) {
        let x = area.x + index * (room + gap);
        let name = short_name(operand.name, room.into(), canvas.look.symbol("…", "~"));
        canvas.text(Rect::new(x, area.y, room, 1), name, Role::Text);
        let bits = SmallBits {
            shown: bits_of(operand, board),
            shape,
            spaced,
            look: &canvas.look,
        };
        bits.render(Rect::new(x, area.y + 1, columns, 8), canvas.buf);
    }
    let nothing = label!("The lesson starts with this value.").text();
    if operands.is_empty() && has_room(nothing, area.width.into()) {
        canvas.paragraph(area, nothing, Role::Muted);
    }
}

/// Draws as many operands as fit, at the ranks of a board with squares of one row.
fn draw_small(
    operands: &[Variable],
    board: &TracedBoard,
    (area, place): (Rect, BoardPlace),
    canvas: &mut Canvas<Intent>,
) {
    let (_, height) = place.shape.size(1);
    if area.width < place.shape.side.into() || area.height < height {
        return;
    }
    let y = if place.height == 1 {
        area.y
    } else {
        place.squares.y
    };
    draw_small_named(operands, board, Rect { y, height, ..area }, canvas);
}
