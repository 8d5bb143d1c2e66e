//! The drawing of the inspector.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::layout::{InspectorLayout, Shape};
use super::values::{Painter, draw_bytes, draw_small, draw_small_named, size_of};
use super::{InspectorScreen, Intent};
use crate::app::lesson::{Topic, Variable, grouped};
use crate::app::tui::context::UiContext;
use crate::app::tui::keymap::Meaning::Own;
use crate::app::tui::screen::{Hits, draw_keys};
use crate::app::tui::text::{width, wrap};
use crate::app::tui::theme::{ActiveTheme, Role};
use crate::app::tui::widget::choice::ChoiceView;
use crate::color::{ByColor, Color};

/// Returns a short name of a topic.
pub(super) fn label(topic: Topic) -> String {
    match topic {
        Topic::Carry => "add and carry".to_owned(),
        Topic::Mobility => "mobility".to_owned(),
        topic => topic.to_string(),
    }
}

impl InspectorScreen {
    pub(super) fn draw_on(
        &self,
        area: Rect,
        ui: &UiContext,
        hits: &Hits<Intent>,
        buf: &mut Buffer,
    ) {
        let layout = InspectorLayout::of(area);
        let flips_of = match self.walk.trace.topic {
            Topic::Flips(square) => Some(square),
            _ => None,
        };
        let brush = Painter {
            ui,
            hits,
            look: ui.look(),
            discs: ByColor::new(
                self.position.discs(Color::Black).bits(),
                self.position.discs(Color::White).bits(),
            ),
            cursor: self.input.square().or(flips_of),
        };
        self.draw_header(&layout, &brush, buf);
        let step = self.walk.step();
        let result = step.result;
        let operands = step.expression.variables();
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
                brush.draw_operands(&operands, &step.expression, area, layout.result, buf);
                self.draw_source(source, &brush.look, buf);
            }
            Shape::Panel(panel) => self.draw_panel(panel, &operands, &brush, buf),
            Shape::Compact(area) => draw_small(&operands, area, layout.result, &brush, buf),
        }
        let compact = matches!(layout.shape, Shape::Compact(_));
        self.draw_text(layout.text, compact, &brush.look, buf);
        draw_keys(self.hints(ui), layout.keys, &brush.look, hits, buf);
    }

    /// Draws the topics; if there is room for only one, also the place in the trace.
    fn draw_header(&self, layout: &InspectorLayout, brush: &Painter, buf: &mut Buffer) {
        let look = &brush.look;
        let options = self.topics().map(label);
        if matches!(layout.shape, Shape::Compact(_)) {
            self.draw_short_header(layout.header, &options[self.topic_index()], brush, buf);
            return;
        }
        let choice = ChoiceView {
            options: &options,
            chosen: self.topic_index(),
            active: true,
            look,
        };
        for (place, topic) in choice.draw(layout.header, buf) {
            brush.hits.add(place, Own(Intent::Topic(topic)));
        }
    }

    fn draw_short_header(&self, area: Rect, topic: &str, brush: &Painter, buf: &mut Buffer) {
        let look = &brush.look;
        let text = format!(" {topic} ");
        let room = usize::from(area.width);
        let (x, _) = buf.set_stringn(area.x, area.y, text, room, look.style(Role::Chosen));
        let place = Rect::new(area.x, area.y, x - area.x, 1);
        brush.hits.add(place, Own(Intent::NextTopic));
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
            let columns = u16::try_from(width(&text)).unwrap_or(area.width);
            buf.set_string(area.right() - columns, area.y, text, look.style(role));
        }
    }

    fn is_unmasked(&self) -> bool {
        !self.masked && self.walk.trace.topic.has_mask()
    }

    /// Draws the chapters; the selected one is open.
    fn draw_chapters(&self, area: Rect, brush: &Painter, buf: &mut Buffer) {
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
            look: &brush.look,
        };
        for (place, chapter) in choice.draw(area, buf) {
            brush.hits.add(place, Own(Intent::Chapter(first + chapter)));
        }
    }

    /// Draws the progress through the steps: a clickable line, and numbers.
    fn draw_steps(&self, area: Rect, brush: &Painter, buf: &mut Buffer) {
        let look = &brush.look;
        let (at, all) = (self.walk.at + 1, self.walk.len());
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

    fn draw_line_of_steps(&self, area: Rect, brush: &Painter, buf: &mut Buffer) {
        let look = &brush.look;
        let (done, rest) = if look.is_ascii() {
            ("=", "-")
        } else {
            ("━", "─")
        };
        let all = self.walk.len();
        let columns = usize::from(area.width.max(1));
        for column in 0..area.width {
            // The step at the end of this column.
            let step = ((usize::from(column) + 1) * all).div_ceil(columns) - 1;
            let at = Rect::new(area.x + column, area.y, 1, 1);
            let (symbol, role) = if step <= self.walk.at {
                (done, Role::Key)
            } else {
                (rest, Role::Muted)
            };
            buf.set_string(at.x, at.y, symbol, look.style(role));
            brush.hits.add(at, Own(Intent::Step(step)));
        }
    }

    /// Returns the state of the mask; empty if there is none.
    fn mask_text(&self) -> String {
        if self.is_unmasked() {
            " MASK OFF: lines may wrap ".to_owned()
        } else if self.walk.trace.topic.has_mask() {
            "mask on".to_owned()
        } else {
            String::new()
        }
    }

    fn mask_style(&self, look: &ActiveTheme) -> Style {
        look.style(if self.is_unmasked() {
            Role::Banner
        } else {
            Role::Muted
        })
    }

    fn draw_panel(&self, area: Rect, operands: &[Variable], brush: &Painter, buf: &mut Buffer) {
        let look = &brush.look;
        let row = |y: u16| Rect::new(area.x, area.y + y, area.width, 1);
        let title = &self.walk.chapter().title;
        let room = usize::from(area.width);
        let (x, _) = buf.set_stringn(area.x, area.y, title, room, look.style(Role::Strong));
        let title = Rect::new(area.x, area.y, x - area.x, 1);
        brush.hits.add(title, Own(Intent::NextChapter));
        let (place, count) = self.walk.place_in_chapter();
        let line = Line::styled(format!("{place} of {count}"), look.style(Role::Muted));
        Widget::render(line.right_aligned(), row(0), buf);
        let (at, all) = (self.walk.at + 1, self.walk.len());
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

        let result = self.walk.step().result;
        let facts = [
            Line::from(vec![
                Span::styled(result.name, look.style(Role::Strong)),
                Span::styled(format!("  {}", size_of(result)), look.style(Role::Muted)),
            ]),
            Line::styled(grouped(result.value), look.style(Role::Key)),
        ];
        for (line, y) in facts.into_iter().zip(14..) {
            Widget::render(line, row(y), buf);
        }
        let source = self.walk.step().source;
        let muted = look.style(Role::Muted);
        Widget::render(Line::styled(source.path, muted), row(16), buf);
        let text = format!(":{} in {}", source.line, source.symbol);
        Widget::render(Line::styled(text, muted), row(17), buf);
    }

    /// Returns the source location of the step: file, line and function.
    fn place_in_source(&self) -> String {
        let source = self.walk.step().source;
        let (path, line, symbol) = (source.path, source.line, source.symbol);
        format!("{path}:{line} in {symbol}")
    }

    fn draw_source(&self, area: Rect, look: &ActiveTheme, buf: &mut Buffer) {
        let code = self.walk.step().source.code();
        let text = Line::from(vec![
            Span::styled(
                format!("{}   ", self.place_in_source()),
                look.style(Role::Muted),
            ),
            Span::styled(code, look.style(Role::Text)),
        ]);
        Widget::render(text, area, buf);
    }

    /// Draws the expression and its meaning.
    fn draw_text(&self, area: Rect, with_facts: bool, look: &ActiveTheme, buf: &mut Buffer) {
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

    /// Returns the line below the expression: the input in progress, otherwise the step's sentence.
    fn sentence(&self) -> (String, Role) {
        if let Some(notice) = &self.notice {
            (notice.clone(), Role::Warning)
        } else if let Some(file) = self.input.typed() {
            (
                format!("{file}_: type a digit to see the flips."),
                Role::Strong,
            )
        } else if let Some(cursor) = self.input.square() {
            (
                format!("{cursor}: arrow keys move, Enter shows the flips."),
                Role::Strong,
            )
        } else {
            (self.walk.step().sentence.clone(), Role::Text)
        }
    }
}
