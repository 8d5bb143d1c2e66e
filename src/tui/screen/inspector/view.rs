//! Owns how the inspector looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::layout::{BYTE, InspectorLayout, Shape};
use super::{CHAPTERS, InspectorScreen, STEPS, TOPICS};
use crate::bitboard::trace::{Topic, Variable, View};
use crate::color::{ByColor, Color};
use crate::square::{Rank, Square};
use crate::tui::env::{Env, Target};
use crate::tui::keymap::{Action, INSPECTOR};
use crate::tui::text::{width, wrap};
use crate::tui::theme::{Look, Role};
use crate::tui::widget::bits::{BitsBoard, SmallBits, draw_byte};
use crate::tui::widget::board::BoardPlace;
use crate::tui::widget::choice::ChoiceView;
use crate::tui::widget::keys::{self, KeyItem};

/// What a topic is called where there is little room.
pub(super) fn label(topic: Topic) -> String {
    match topic {
        Topic::Carry => "add and carry".to_owned(),
        Topic::Mobility => "mobility".to_owned(),
        topic => topic.to_string(),
    }
}

/// What it is drawn with.
struct Brush<'a> {
    env: &'a Env,
    look: Look,
    discs: ByColor<u64>,
    cursor: Option<Square>,
}

impl InspectorScreen {
    /// Draws the screen.
    pub(crate) fn draw(&self, area: Rect, env: &Env, buf: &mut Buffer) {
        let layout = InspectorLayout::of(area);
        let flips_of = match self.walk.trace().topic() {
            Topic::Flips(square) => Some(square),
            _ => None,
        };
        let brush = Brush {
            env,
            look: env.look(),
            discs: ByColor::new(
                self.position.discs(Color::Black),
                self.position.discs(Color::White),
            ),
            cursor: self.cursor.or(flips_of),
        };
        self.draw_header(&layout, &brush, buf);
        let step = self.walk.step();
        let result = step.result();
        let operands = step.operands();
        brush.draw_board(layout.result, Some(result), buf);
        if let Some(bytes) = layout.bytes {
            draw_bytes(result.value, bytes, layout.result, &brush.look, buf);
        }
        match layout.shape {
            Shape::Wide {
                chapters,
                steps,
                operands: area,
                source,
            } => {
                self.draw_chapters(chapters, &brush, buf);
                self.draw_steps(steps, &brush, buf);
                brush.draw_name(result, Role::Strong, layout.result.area, buf);
                brush.draw_bits_below(result, layout.result.area, buf);
                self.draw_operands(&operands, area, layout.result, &brush, buf);
                self.draw_source(source, &brush.look, buf);
            }
            Shape::Panel(panel) => self.draw_panel(panel, &operands, &brush, buf),
            Shape::Compact(area) => draw_small(&operands, area, layout.result, &brush, buf),
        }
        self.draw_text(layout.text, &brush.look, buf);
        for (area, action) in keys::draw(self.keys(&brush), layout.keys, &brush.look, buf) {
            env.hits.add(area, Target::Key(action));
        }
    }

    /// The topics; where there is room for one alone, the place in the trace too.
    fn draw_header(&self, layout: &InspectorLayout, brush: &Brush, buf: &mut Buffer) {
        let look = &brush.look;
        let options = self.topics().map(label);
        let choice = ChoiceView {
            options: &options,
            chosen: self.topic_index(),
            active: true,
            look,
        };
        for (place, topic) in choice.draw(layout.header, buf) {
            brush.env.hits.add(place, Target::Option(TOPICS, topic));
        }
        if !matches!(layout.shape, Shape::Compact(_)) {
            return;
        }
        let taken = width(&options[self.topic_index()]) + 6;
        let room = usize::from(layout.header.width).saturating_sub(taken);
        let (at, all) = (self.walk.at() + 1, self.walk.len());
        let chapter = self.walk.chapter().title();
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
            let line = Line::styled(text, look.style(role)).right_aligned();
            Widget::render(line, layout.header, buf);
        }
    }

    fn is_unmasked(&self) -> bool {
        !self.masked && self.walk.trace().topic().has_mask()
    }

    /// The chapters, of which the chosen one is open.
    fn draw_chapters(&self, area: Rect, brush: &Brush, buf: &mut Buffer) {
        let chapters = self.walk.trace().chapters();
        let titles: Vec<String> = chapters
            .iter()
            .map(|chapter| chapter.title().to_owned())
            .collect();
        let choice = ChoiceView {
            options: &titles,
            chosen: self.walk.step().chapter(),
            active: false,
            look: &brush.look,
        };
        for (place, chapter) in choice.draw(area, buf) {
            let target = Target::Option(CHAPTERS, chapter);
            brush.env.hits.add(place, target);
        }
    }

    /// How far the walk has come: a line that can be clicked, and numbers.
    fn draw_steps(&self, area: Rect, brush: &Brush, buf: &mut Buffer) {
        let look = &brush.look;
        let (at, all) = (self.walk.at() + 1, self.walk.len());
        let state = if self.due.is_some() { " running" } else { "" };
        let text = format!("step {at} of {all}{state}");
        let (x, _) = buf.set_stringn(
            area.x + 1,
            area.y,
            &text,
            usize::from(area.width),
            look.style(Role::Text),
        );
        let mask = self.mask_text();
        let columns = u16::try_from(width(&mask) + 2).unwrap_or(area.width);
        let end = area
            .right()
            .saturating_sub(if mask.is_empty() { 1 } else { columns + 1 });
        let line = Rect::new(x + 2, area.y, end.saturating_sub(x + 2), 1);
        self.draw_line_of_steps(line, brush, buf);
        if !mask.is_empty() && columns < area.width {
            buf.set_string(end + 1, area.y, mask, self.mask_style(look));
        }
    }

    fn draw_line_of_steps(&self, area: Rect, brush: &Brush, buf: &mut Buffer) {
        let look = &brush.look;
        let (done, rest) = if look.is_ascii() {
            ("=", "-")
        } else {
            ("━", "─")
        };
        let all = self.walk.len();
        let columns = usize::from(area.width.max(1));
        for column in 0..area.width {
            // The step that the end of this column stands for.
            let step = ((usize::from(column) + 1) * all).div_ceil(columns) - 1;
            let at = Rect::new(area.x + column, area.y, 1, 1);
            let (symbol, role) = if step <= self.walk.at() {
                (done, Role::Key)
            } else {
                (rest, Role::Muted)
            };
            buf.set_string(at.x, at.y, symbol, look.style(role));
            brush.env.hits.add(at, Target::Option(STEPS, step));
        }
    }

    /// Whether the mask is on; nothing where there is none.
    fn mask_text(&self) -> String {
        if self.is_unmasked() {
            " MASK OFF: runs may wrap ".to_owned()
        } else if self.walk.trace().topic().has_mask() {
            "mask on".to_owned()
        } else {
            String::new()
        }
    }

    fn mask_style(&self, look: &Look) -> Style {
        look.style(if self.is_unmasked() {
            Role::Banner
        } else {
            Role::Muted
        })
    }

    /// The operands as boards like that of the result, or smaller where there are many.
    fn draw_operands(
        &self,
        operands: &[Variable],
        area: Rect,
        like: BoardPlace,
        brush: &Brush,
        buf: &mut Buffer,
    ) {
        let (columns, _) = BoardPlace::size(like.height);
        let gap = 3;
        if operands.is_empty() {
            let place = BoardPlace::at(area.x, like.area.y, like.height);
            let style = brush.look.style(Role::Muted);
            buf.set_string(place.area.x, area.y, "the board", style);
            brush.draw_board(place, None, buf);
            return;
        }
        if operands.len() <= 2 {
            for (&operand, x) in operands
                .iter()
                .zip((area.x..).step_by(usize::from(columns + gap)))
            {
                let place = BoardPlace::at(x, like.area.y, like.height);
                brush.draw_name(operand, Role::Text, place.area, buf);
                brush.draw_board(place, Some(operand), buf);
                brush.draw_bits_below(operand, place.area, buf);
            }
            return;
        }
        let grid = |height: u16| {
            let (columns, rows) = BoardPlace::size(height);
            let across = (area.width + gap) / (columns + gap);
            let down = (area.height + 1) / (rows + 2);
            (usize::from(across * down) >= operands.len())
                .then_some((height, across, columns, rows))
        };
        let Some((height, across, columns, rows)) = (1..=like.height).rev().find_map(grid) else {
            return;
        };
        for (&operand, index) in operands.iter().zip(0..) {
            let x = area.x + index % across * (columns + gap);
            let y = area.y + index / across * (rows + 2);
            let place = BoardPlace::at(x, y + 1, height);
            brush.draw_name(operand, Role::Text, place.area, buf);
            brush.draw_board(place, Some(operand), buf);
        }
    }

    fn draw_panel(&self, area: Rect, operands: &[Variable], brush: &Brush, buf: &mut Buffer) {
        let look = &brush.look;
        let row = |y: u16| Rect::new(area.x, area.y + y, area.width, 1);
        self.draw_chapters(row(0), brush, buf);
        let (place, count) = self.walk.place_in_chapter();
        let line = Line::styled(format!("{place} of {count}"), look.style(Role::Muted));
        Widget::render(line.right_aligned(), row(0), buf);
        let (at, all) = (self.walk.at() + 1, self.walk.len());
        let text = format!("step {at}/{all} ");
        let (x, _) = buf.set_stringn(area.x, area.y + 1, text, 20, look.style(Role::Text));
        let steps = Rect::new(x, area.y + 1, area.right().saturating_sub(x), 1);
        self.draw_line_of_steps(steps, brush, buf);
        buf.set_string(area.x, area.y + 2, self.mask_text(), self.mask_style(look));

        draw_small_named(
            operands,
            Rect::new(area.x, area.y + 4, area.width, 9),
            brush,
            buf,
        );

        let result = self.walk.step().result();
        let facts = [
            Line::from(vec![
                Span::styled(result.name, look.style(Role::Strong)),
                Span::styled(format!("  {}", size_of(result)), look.style(Role::Muted)),
            ]),
            Line::styled(hex(result.value), look.style(Role::Key)),
        ];
        for (line, y) in facts.into_iter().zip(14..) {
            Widget::render(line, row(y), buf);
        }
        let source = self.walk.step().source();
        let line = source
            .line()
            .map_or_else(String::new, |line| format!(":{line}"));
        let muted = look.style(Role::Muted);
        Widget::render(Line::styled(source.path(), muted), row(16), buf);
        let text = format!("{line} fn {}", source.symbol());
        Widget::render(Line::styled(text, muted), row(17), buf);
    }

    fn draw_source(&self, area: Rect, look: &Look, buf: &mut Buffer) {
        let source = self.walk.step().source();
        let line = source
            .line()
            .map_or_else(String::new, |line| format!(":{line}"));
        let text = Line::from(vec![
            Span::styled(
                format!("{}{line} in {}   ", source.path(), source.symbol()),
                look.style(Role::Muted),
            ),
            Span::styled(source.code(), look.style(Role::Text)),
        ]);
        Widget::render(text, area, buf);
    }

    /// The expression, and what it means.
    fn draw_text(&self, area: Rect, look: &Look, buf: &mut Buffer) {
        let step = self.walk.step();
        let columns = usize::from(area.width);
        let mut lines: Vec<(String, Role)> = Vec::new();
        lines.extend(
            wrap(&step.to_string(), columns)
                .into_iter()
                .map(|line| (line, Role::Key)),
        );
        let (text, role) = self.sentence();
        lines.extend(wrap(&text, columns).into_iter().map(|line| (line, role)));
        let rows = usize::from(area.height);
        if lines.len() > rows {
            lines.truncate(rows);
            if let Some((last, _)) = lines.last_mut() {
                let dots = if look.is_ascii() { "..." } else { "…" };
                while width(last) + width(dots) > columns {
                    last.pop();
                }
                last.push_str(dots);
            }
        }
        for ((line, role), y) in lines.iter().zip(area.y..) {
            buf.set_stringn(area.x, y, line, columns, look.style(*role));
        }
    }

    /// What is said below the expression: about what is being typed or chosen, otherwise about the step.
    fn sentence(&self) -> (String, Role) {
        if let Some(notice) = &self.notice {
            (notice.clone(), Role::Warning)
        } else if let Some(file) = self.typed {
            (
                format!("{file}_ and a digit: what a disc there turns."),
                Role::Strong,
            )
        } else if let Some(cursor) = self.cursor {
            (
                format!("{cursor}: the arrow keys move, Enter shows what a disc there turns."),
                Role::Strong,
            )
        } else {
            (self.walk.step().sentence().to_owned(), Role::Text)
        }
    }

    /// The keys, with what they would do now.
    fn keys(&self, brush: &Brush) -> Vec<KeyItem> {
        let look = &brush.look;
        let topic = self.walk.trace().topic();
        INSPECTOR
            .iter()
            .filter(|binding| match binding.action {
                Action::Mask => topic.has_mask(),
                Action::Theme => brush.env.has_themes(),
                Action::Down => self.walk.trace().chapters().len() > 1,
                _ => true,
            })
            .filter_map(|binding| {
                let mut item = KeyItem::of(binding, look)?;
                match binding.action {
                    Action::Right | Action::Down => {
                        let keys = binding.keys.iter().rev();
                        let labels: Vec<String> =
                            keys.map(|key| key.label(look.is_ascii())).collect();
                        item.label = labels.join(if look.is_ascii() { "/" } else { "" });
                        if binding.action == Action::Down && topic.has_directions() {
                            "direction".clone_into(&mut item.text);
                        }
                    }
                    Action::Choose if self.due.is_some() => "stop".clone_into(&mut item.text),
                    Action::Mask if !self.masked => "mask on".clone_into(&mut item.text),
                    _ => {}
                }
                Some(item)
            })
            .collect()
    }
}

impl Brush<'_> {
    fn draw_board(&self, place: BoardPlace, shown: Option<Variable>, buf: &mut Buffer) {
        let board = BitsBoard {
            place,
            shown,
            discs: self.discs,
            cursor: self.cursor,
            look: &self.look,
            cache: &self.env.tiles,
        };
        board.render(buf.area, buf);
        for square in Square::all() {
            self.env
                .hits
                .add(place.rect(square), Target::Square(square));
        }
    }

    /// The name of a value above its board.
    fn draw_name(&self, shown: Variable, role: Role, board: Rect, buf: &mut Buffer) {
        let line = Line::from(vec![
            Span::styled(shown.name, self.look.style(role)),
            Span::styled(
                format!("  {}", size_of(shown)),
                self.look.style(Role::Muted),
            ),
        ]);
        Widget::render(line, Rect::new(board.x, board.y - 1, board.width, 1), buf);
    }

    /// A value below its board: in hexadecimal, and in binary by rows.
    fn draw_bits_below(&self, shown: Variable, board: Rect, buf: &mut Buffer) {
        let look = &self.look;
        let left = board.x + 3;
        buf.set_string(
            left,
            board.bottom(),
            hex(shown.value),
            look.style(Role::Key),
        );
        for (rank, y) in Rank::all().zip(board.bottom() + 1..) {
            buf.set_string(left, y, rank.to_string(), look.style(Role::Muted));
            let area = Rect::new(left + 2, y, BYTE, 1);
            draw_byte(shown.value, rank, area, look, buf);
        }
    }
}

/// All 16 hexadecimal digits, a group for each two ranks.
fn hex(value: u64) -> String {
    format!(
        "0x{:04x}_{:04x}_{:04x}_{:04x}",
        value >> 48,
        value >> 32 & 0xffff,
        value >> 16 & 0xffff,
        value & 0xffff
    )
}

/// How much a value holds, in a few words.
fn size_of(shown: Variable) -> String {
    match shown.view {
        View::Squares => match shown.value.count_ones() {
            0 => "no bit".to_owned(),
            1 => "1 bit".to_owned(),
            count => format!("{count} bits"),
        },
        View::Fields(bits) => format!("numbers of {bits} bits"),
        View::Number => format!("= {}", shown.value),
    }
}

/// The bits of the result beside its board, each rank's at its first row.
fn draw_bytes(value: u64, area: Rect, board: BoardPlace, look: &Look, buf: &mut Buffer) {
    let muted = look.style(Role::Muted);
    if area.width >= BYTE {
        buf.set_string(area.x, area.y, "abcdefgh  hex", muted);
    }
    for rank in Rank::all() {
        let y = board.rect(Square::at(Square::A1.file(), rank)).y + (board.height - 1) / 2;
        draw_byte(value, rank, Rect::new(area.x, y, area.width, 1), look, buf);
    }
}

/// Those operands of which there is room for this many. The discs are seen on the board anyway.
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

/// The operands in small squares, each below its name.
fn draw_small_named(operands: &[Variable], area: Rect, brush: &Brush, buf: &mut Buffer) {
    let look = &brush.look;
    let gap = 2;
    let fits = |spaced: bool| {
        let columns = SmallBits::columns(spaced);
        usize::from((area.width + gap) / (columns + gap))
    };
    let spaced = operands.len() <= fits(true);
    let shown = chosen(operands, fits(spaced));
    let columns = SmallBits::columns(spaced);
    for (&operand, index) in shown.iter().zip(0..) {
        let x = area.x + index * (columns + gap);
        let room = usize::from(columns);
        let mut name = operand.name.to_owned();
        if name.len() > room {
            name.truncate(room - 1);
            name.push(if look.is_ascii() { '~' } else { '…' });
        }
        buf.set_stringn(x, area.y, name, room, look.style(Role::Text));
        let bits = SmallBits {
            shown: operand,
            spaced,
            look,
        };
        bits.render(Rect::new(x, area.y + 1, columns, 8), buf);
    }
    if operands.is_empty() {
        let text = "from the game or the source: nothing was read";
        let lines = wrap(text, usize::from(area.width));
        for (line, y) in lines.iter().zip(area.y..) {
            buf.set_string(area.x, y, line, look.style(Role::Muted));
        }
    }
}

/// The operands at the ranks of a board with squares of one row, as many as there is room for.
fn draw_small(
    operands: &[Variable],
    area: Rect,
    board: BoardPlace,
    brush: &Brush,
    buf: &mut Buffer,
) {
    let (_, rows) = BoardPlace::size(1);
    if area.width < 8 || area.height < rows {
        return;
    }
    let top = if board.height == 1 {
        area.y
    } else {
        board.squares.y
    };
    draw_small_named(
        operands,
        Rect::new(area.x, top, area.width, rows),
        brush,
        buf,
    );
}
