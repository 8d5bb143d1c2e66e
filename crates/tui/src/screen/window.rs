//! Windows as data: a question with its answers, a text to read, or a list to pick from.

use crate::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Widget};
use tui_input::InputRequest;

use super::canvas::ASCII_BORDER;
use super::{Canvas, Command, Context, Hint, Pasted, Screen, ScreenKind, hints, ways};
use crate::keymap::{
    BACKTAB, DOWN, END, HOME, Keymap, Meaning, PAGE_DOWN, PAGE_UP, TAB, UP, also, field_request,
    look_up,
};
use crate::layout::{Slices, centered, right_of};
use crate::text::{align_left, columns, rows, width, wrap};
use crate::theme::Role;
use crate::widget::field::Field;
use crate::widget::fit;
use crate::widget::list::{self, ListStep, ListView, TO_FILTER};
use reversi_table::phrase::has_words;

use Intent::{Answer, Choose, Close, Edit, Move};
use reversi_text::{Message, label};

/// More lines than any text has.
const MAX_LINES: usize = 1000;

/// A line of a window: an optional key, and a text.
pub(crate) struct WindowRow {
    pub(super) key: String,
    pub(super) text: String,
    pub(super) role: Role,
}

impl WindowRow {
    /// Creates a line without a key.
    pub(super) fn new(text: impl Into<String>, role: Role) -> Self {
        Self {
            key: String::new(),
            text: text.into(),
            role,
        }
    }

    /// Returns whether it stands left of the keys.
    pub(super) fn is_heading(&self) -> bool {
        self.role == Role::Strong
    }
}

/// What a window shows, and what its answers do.
pub(crate) trait WindowContent: 'static {
    /// Returns the text, wrapped to a width.
    fn text(&self, state: &WindowState, ascii: bool, limit: usize) -> Vec<WindowRow>;

    /// Returns the rows of the list for a width; none without a list.
    fn list(&self, _columns: usize) -> Vec<WindowRow> {
        Vec::new()
    }

    /// Returns whether a row of the list can be marked: not a heading, and not the rest of the row before it.
    fn can_mark(&self, _row: usize, _columns: usize) -> bool {
        true
    }

    /// Carries out the answer with this index; with a list, the first one picks the marked row.
    fn answer(
        &mut self,
        answer: usize,
        state: &mut WindowState,
        context: &mut Context,
    ) -> Option<Command>;

    /// Called when the text in the field has changed.
    fn edited(&mut self, _text: &str) {}
}

/// The look and the keys of a window.
pub(crate) struct WindowSpec {
    pub(super) title: &'static Message,
    pub(super) keys: Keymap<Intent>,
    pub(super) kind: ScreenKind,
    /// The least and the largest inner width.
    pub(super) widths: (u16, u16),
    /// The fewest rows for the text below a list.
    pub(super) text_rows: u16,
    /// The longest list below a text field; `None` without a field.
    pub(super) field: Option<u16>,
    /// Whether the marked row stays while the text is edited. Otherwise the text searches the list.
    pub(super) keeps_choice: bool,
    /// Whether a text field takes pastes.
    pub(super) takes_pastes: bool,
    /// What an empty text field shows.
    pub(super) placeholder: (&'static Message, &'static Message),
    /// What is said when no row of a long list has the words that are typed.
    pub(super) nothing: &'static Message,
    /// Whether one click picks a row. Otherwise the first one marks it.
    pub(super) picks_at_once: bool,
    /// Handles a paste that no field takes.
    pub(super) paste: fn(&str) -> Pasted,
}

impl WindowSpec {
    /// Returns what most windows have.
    pub(super) const fn new(title: &'static Message, keys: Keymap<Intent>) -> Self {
        Self {
            title,
            keys,
            kind: ScreenKind::Dialog,
            widths: (20, 72),
            text_rows: 0,
            field: None,
            keeps_choice: false,
            takes_pastes: true,
            placeholder: (label!(""), label!("")),
            nothing: label!("Nothing has these words."),
            picks_at_once: false,
            paste: |_| Pasted::Passed,
        }
    }
}

/// The state of a window.
#[derive(Debug, Default)]
pub(crate) struct WindowState {
    pub(super) field: Field,
    /// The marked row of the list.
    pub(super) chosen: usize,
    pub(super) notice: Option<String>,
    /// The last answer, until another key has a meaning.
    pub(super) last_answer: Option<usize>,
    /// Whether the current answer repeats the last one.
    pub(super) is_repeated: bool,
    /// The first line of the text on the screen.
    first: usize,
    /// The place of the marked row among those that match what is typed, from 0, and their number.
    pub(super) place: (usize, usize),
    /// The columns for the text and the list.
    pub(super) columns: usize,
}

impl WindowState {
    /// Returns the message, or advice if there is none.
    pub(super) fn message(&self, advice: &str, limit: usize) -> Vec<WindowRow> {
        let (text, role) = match &self.notice {
            Some(notice) => (notice.as_str(), Role::Warning),
            None => (advice, Role::Muted),
        };
        let lines = wrap(text, limit).into_iter();
        lines.map(|line| WindowRow::new(line, role)).collect()
    }
}

/// A window.
pub(crate) struct WindowScreen<C> {
    pub(super) spec: WindowSpec,
    pub(super) state: WindowState,
    pub(super) content: C,
}

/// What a key or a click means in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    Answer(usize),
    Close,
    /// Moves in the list, or scrolls the text.
    Move(ListStep),
    Choose(usize),
    Edit(InputRequest),
}

#[rustfmt::skip] // a table
static MOVES: Keymap<Intent> = &[
    also(&[(UP, Move(ListStep::Up)), (DOWN, Move(ListStep::Down))]),
    also(&[(PAGE_UP, Move(ListStep::PageUp)), (PAGE_DOWN, Move(ListStep::PageDown))]),
];

/// The keys that move while nothing is typed.
#[rustfmt::skip] // a table
static MORE_MOVES: Keymap<Intent> = &[
    also(&[(HOME, Move(ListStep::First)), (END, Move(ListStep::Last))]),
    also(&[(BACKTAB, Move(ListStep::Up)), (TAB, Move(ListStep::Down))]),
];

impl<C: WindowContent> WindowScreen<C> {
    pub(super) fn new(spec: WindowSpec, content: C) -> Self {
        Self {
            state: WindowState {
                columns: usize::from(spec.widths.1),
                ..WindowState::default()
            },
            spec,
            content,
        }
    }

    fn list(&self) -> Vec<WindowRow> {
        self.content.list(self.state.columns)
    }

    fn can_mark(&self, row: usize) -> bool {
        self.content.can_mark(row, self.state.columns)
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Field)) {
        edit(&mut self.state.field);
        self.content.edited(self.state.field.text());
        if !self.spec.keeps_choice {
            self.state.chosen = 0;
            self.mark(ListStep::First);
        }
    }

    /// Returns whether typing filters the list: if it is long and the window has no other field.
    fn filters(&self) -> bool {
        self.spec.field.is_none() && list::filters(self.list().len())
    }

    fn has_field(&self) -> bool {
        self.spec.field.is_some() || self.filters()
    }

    /// Returns the rows of the list that match what is typed, if that filters it, and otherwise all.
    fn shown(&self) -> Vec<usize> {
        let typed = self.state.field.text();
        let typed = if self.filters() { typed } else { "" };
        let rows = self.list().into_iter().enumerate();
        let found = rows.filter(|(_, row)| has_words(&format!("{} {}", row.key, row.text), typed));
        found.map(|(index, _)| index).collect()
    }

    /// Marks the row that a movement leads to, or the nearest one that can be marked.
    pub(super) fn mark(&mut self, step: ListStep) {
        let shown = self.shown();
        let at = shown.iter().position(|&row| row == self.state.chosen);
        let to = step.from(at.unwrap_or(0), shown.len());
        let can = |at: &usize| self.can_mark(shown[*at]);
        let after = || (to..shown.len()).find(can);
        let before = || (0..shown.len().min(to + 1)).rev().find(can);
        let found = match step {
            ListStep::Down | ListStep::PageDown | ListStep::First => after().or_else(before),
            ListStep::Up | ListStep::PageUp | ListStep::Last => before().or_else(after),
        };
        let found = shown.get(found.unwrap_or(to));
        self.state.chosen = found.copied().unwrap_or(0);
    }

    /// Returns the row of the list that a click on a row means; `None` for a heading.
    fn clicked(&self, row: usize) -> Option<usize> {
        let list = self.list();
        let is_heading = list.get(row).is_none_or(WindowRow::is_heading);
        let mut rows = (0..=row).rev().filter(|_| !is_heading);
        rows.find(|&row| self.can_mark(row))
    }

    fn hints(&self, count: usize, scrolls: bool, context: &Context) -> Vec<Hint<Intent>> {
        let moves = self.has_field() || count > 1;
        let mut items = hints(&[self.spec.keys], &context.ui, |intent| {
            moves || !matches!(intent, Move(_))
        });
        if scrolls {
            let look = context.ui.look();
            let up = format!(
                "{}{}",
                look.symbol("↑", label!("Up").text()),
                look.symbol("", "/")
            );
            items.push(Hint {
                key: up.clone() + look.symbol("↓", label!("Down").text()),
                pair: Some((
                    columns(&up),
                    [ListStep::Up, ListStep::Down].map(|to| Meaning::Own(Move(to))),
                )),
                label: label!("scroll"),
                target: Meaning::Own(Move(ListStep::Down)),
                weight: 8,
                is_off: false,
                is_answer: false,
            });
        }
        items
    }

    /// Lays out the window.
    fn layout(&self, area: Rect, ascii: bool) -> WindowLayout {
        let widest = widest_inside(area);
        let (least, limit) = self.spec.widths;
        let (least, limit) = (least.min(widest), limit.min(widest));
        let (list, shown) = (self.list(), self.shown());
        let lines = if shown.is_empty() && !list.is_empty() {
            self.state
                .message(self.spec.nothing.text(), usize::from(limit))
        } else {
            (self.content).text(&self.state, ascii, usize::from(limit))
        };
        let widths = [&lines, &list].map(|rows| {
            let widths = rows.iter().map(|row| columns(&row.text));
            indent(rows) + widths.max().unwrap_or(0)
        });
        let fields = u16::from(self.has_field());
        let gap = u16::from(is_roomy(area) && (fields > 0 || !list.is_empty()));
        // A list that filters keeps its height.
        let listed = match self.spec.field.or(self.filters().then(|| rows(&list))) {
            Some(longest) => area
                .height
                .saturating_sub(8 + 2 * gap)
                .clamp(1, longest.max(1)),
            None => rows(&list),
        };
        let text_rows = rows(&lines).max(self.spec.text_rows);
        let height = listed.saturating_add(fields + gap + text_rows);
        let size = (widths[0].max(widths[1]).clamp(least, limit), height);
        let (_, inner, _) = frame_areas(size, area);
        let mut rest = Slices(inner);
        let field = rest.top(fields);
        let text_area = if fields > 0 {
            let text = rest.top(text_rows);
            rest.top(gap);
            text
        } else {
            let text = rest.bottom(text_rows);
            rest.bottom(gap);
            text
        };
        WindowLayout {
            list,
            shown,
            lines,
            size,
            field,
            text_area,
            list_area: rest.0,
        }
    }

    /// Draws the field with what is typed.
    fn draw_field(&self, line: Rect, canvas: &mut Canvas<Intent>) {
        let field = &self.state.field;
        field.draw(line, true, &canvas.look, canvas.buf);
        if field.text().is_empty() {
            let text = if self.filters() {
                TO_FILTER
            } else {
                self.spec.placeholder
            };
            let text = canvas.context.ui.words(text.0.text(), text.1.text());
            canvas.text(right_of(line, 2), text, Role::Muted);
        }
    }

    /// Draws the lines of the text from the first visible one.
    fn draw_text(&self, layout: &WindowLayout, canvas: &mut Canvas<Intent>) {
        let indent = indent(&layout.lines);
        let lines = layout.lines.iter().skip(self.state.first);
        for (line, row) in layout.text_area.rows().zip(lines) {
            canvas.text(line, &row.key, Role::Key);
            let indent = if row.is_heading() { 0 } else { indent };
            canvas.text(right_of(line, indent), &row.text, row.role);
        }
    }

    /// Draws the rows that are shown of the list.
    fn draw_list(&self, layout: &WindowLayout, canvas: &mut Canvas<Intent>) {
        let (list, shown) = (&layout.list, &layout.shown);
        let view = ListView {
            count: shown.len(),
            chosen: shown.iter().position(|&row| row == self.state.chosen),
            look: &canvas.look,
        };
        let keys = usize::from(indent(list).saturating_sub(2));
        let line = |at: usize| {
            let row = &list[shown[at]];
            let gap = if keys > 0 && !row.is_heading() {
                keys - width(&row.key) + 2
            } else {
                0
            };
            (format!("{}{:gap$}{}", row.key, "", row.text), row.role)
        };
        let places = view.draw(line, layout.list_area, canvas.buf);
        let places = places.into_iter().map(|(place, at)| (place, shown[at]));
        let places: Vec<_> = places.collect();
        // The rest of the marked row is marked, too.
        let chosen = self.state.chosen;
        let is_rest = |row: usize| !self.can_mark(row) && !list[row].is_heading();
        if let Some(row) = list.get(chosen).filter(|_| shown.contains(&chosen)) {
            let rest = (chosen + 1..list.len()).take_while(|&row| is_rest(row));
            let rest = rest.map(|row| &*list[row].text);
            let parts: Vec<&str> = [&*row.key, &row.text].into_iter().chain(rest).collect();
            canvas.say(parts.join(" ").trim());
        }
        for &(place, index) in places.iter().filter(|place| place.1 > chosen) {
            if (chosen + 1..=index).all(is_rest) {
                canvas.buf.set_style(place, canvas.look.style(Role::Chosen));
            }
        }
        let style = canvas.look.style(Role::Key);
        for &(place, index) in places.iter().filter(|place| place.1 != self.state.chosen) {
            let key = Slices(place).left(columns(&list[index].key));
            canvas.buf.set_style(key, style);
        }
        canvas.hits.add_all(places, Choose);
    }
}

/// What a window shows, and where.
struct WindowLayout {
    list: Vec<WindowRow>,
    /// The indices of the rows of the list that match what is typed.
    shown: Vec<usize>,
    /// The lines of the text.
    lines: Vec<WindowRow>,
    /// The columns and rows inside the frame.
    size: (u16, u16),
    /// The text field; empty without one.
    field: Rect,
    text_area: Rect,
    list_area: Rect,
}

impl WindowLayout {
    /// Returns the first line of the last page of the text.
    fn last_page(&self) -> usize {
        let rows = usize::from(self.text_area.height);
        self.lines.len().saturating_sub(rows)
    }
}

/// Returns the columns left of the texts, for the keys.
fn indent(lines: &[WindowRow]) -> u16 {
    let keys = lines.iter().map(|row| columns(&row.key)).max().unwrap_or(0);
    if keys > 0 { keys + 2 } else { 0 }
}

impl<C: WindowContent> Screen for WindowScreen<C> {
    type Intent = Intent;

    fn kind(&self) -> ScreenKind {
        self.spec.kind
    }

    fn tables(&self, _context: &Context) -> Vec<Keymap<Intent>> {
        let mut tables = vec![self.spec.keys, MOVES];
        if self.spec.field.is_none() {
            tables.push(MORE_MOVES);
        }
        tables
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Intent>> {
        let typed = || {
            let request = field_request(key).filter(|_| self.has_field());
            request.map(|request| Meaning::Own(Edit(request)))
        };
        // In a list that filters, a space and Backspace are no answers.
        let filters = |meaning: &Meaning<Intent>| match meaning {
            Meaning::Own(Edit(request)) => {
                let writes = matches!(
                    request,
                    InputRequest::InsertChar(_) | InputRequest::DeletePrevChar
                );
                writes && self.filters()
            }
            _ => false,
        };
        let bound = || look_up(&self.tables(context), key, &context.ui.settings.keys);
        typed().filter(filters).or_else(bound).or_else(typed)
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Option<Command> {
        let (count, is_empty) = (self.list().len(), self.shown().is_empty());
        let state = &mut self.state;
        let last_answer = state.last_answer.take();
        state.notice = None;
        match intent {
            // Nothing matches what is typed.
            Answer(_) if count > 0 && is_empty => {}
            Answer(answer) => {
                state.last_answer = Some(answer);
                state.is_repeated = last_answer == Some(answer);
                return self.content.answer(answer, state, context);
            }
            Close => return Some(Command::Close),
            Move(step) if count == 0 => state.first = step.from(state.first, MAX_LINES),
            Move(step) => self.mark(step),
            Choose(row) => {
                let index = self.clicked(row)?;
                let state = &mut self.state;
                let was_chosen = std::mem::replace(&mut state.chosen, index) == index;
                if was_chosen || self.spec.picks_at_once {
                    return self.content.answer(0, state, context);
                }
            }
            Edit(request) => self.edit(|field| field.edit(request)),
        }
        None
    }

    fn question(&self, context: &Context) -> Option<String> {
        let items = hints(&[self.spec.keys], &context.ui, |_| true);
        let asks = |item: &Hint<Intent>| matches!(item.target, Meaning::Own(Answer(_)));
        // Its text is said as it is drawn.
        items.iter().any(asks).then(|| ways(&items, &context.ui))
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Intent> {
        Some(Move(ListStep::by_wheel(down)))
    }

    fn paste(&mut self, text: &str, _context: &mut Context) -> Pasted {
        if self.spec.field.is_none() || !self.spec.takes_pastes {
            return (self.spec.paste)(text);
        }
        self.edit(|field| field.paste(text));
        Pasted::Taken
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.state.notice = Some(sentence);
    }

    fn lay_out(&mut self, area: Rect, context: &Context) {
        self.state.columns = usize::from(self.spec.widths.1.min(widest_inside(area)));
        let shown = self.shown();
        let place = shown.iter().position(|&row| row == self.state.chosen);
        self.state.place = (place.unwrap_or(0), shown.len());
        let layout = self.layout(area, context.ui.look().ascii);
        self.state.first = self.state.first.min(layout.last_page());
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let layout = self.layout(area, canvas.look.ascii);
        let (_, footer) = draw_frame(self.spec.title.text(), layout.size, area, canvas);
        if !layout.field.is_empty() {
            self.draw_field(layout.field, canvas);
        }
        canvas.say(self.spec.title.text());
        self.draw_list(&layout, canvas);
        let text = layout.lines.iter();
        let text: Vec<_> = text
            .flat_map(|row| [row.key.trim(), row.text.trim()])
            .collect();
        canvas.say(text.join(" ").trim());
        self.draw_text(&layout, canvas);
        let count = layout.list.len();
        let scrolls = layout.last_page() > 0 && count == 0;
        canvas.keys(footer, self.hints(count, scrolls, canvas.context));
    }
}

/// Returns whether a window has padding inside its border.
pub(super) const fn is_roomy(area: Rect) -> bool {
    area.width >= 60 && area.height >= 20
}

/// Returns the largest inner width of a window.
pub(super) const fn widest_inside(area: Rect) -> u16 {
    area.width
        .saturating_sub(if is_roomy(area) { 8 } else { 4 })
}

/// Returns the areas of a window of the given size in the middle of the screen: its frame, its text and its key line.
fn frame_areas((columns, rows): (u16, u16), area: Rect) -> (Rect, Rect, Rect) {
    let padding = u16::from(is_roomy(area));
    // The keys are below the text, after a blank line if there is room.
    let height = rows.saturating_add(3 + 2 * padding);
    let mut rest = Slices(centered(area, columns + 2 + 2 * (1 + padding)));
    rest.top(area.height.saturating_sub(height) / 2);
    let outer = rest.top(height);
    let block = Block::bordered().padding(Padding {
        top: padding,
        bottom: 0,
        ..Padding::horizontal(1 + padding)
    });
    let mut text = Slices(block.inner(outer));
    let footer = text.bottom(1);
    text.bottom(padding);
    (outer, text.0, footer)
}

/// Draws an empty window of the given size in the middle of the screen. Returns the areas of its text and
/// its key line.
pub(super) fn draw_frame<I: Copy + 'static>(
    title: &str,
    size: (u16, u16),
    area: Rect,
    canvas: &mut Canvas<I>,
) -> (Rect, Rect) {
    let look = &canvas.look;
    let (outer, text, footer) = frame_areas(size, area);
    // A space at each end, as far as the corners leave room.
    let room = usize::from(outer.width.saturating_sub(2));
    let title = format!(" {}", fit(title, room.saturating_sub(1), look));
    let title = align_left(&title, room.min(width(&title) + 1));
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.style(Role::Muted))
        .title(Span::styled(title, look.style(Role::Strong)))
        .style(look.style(Role::Text));
    let block = if look.ascii {
        block.border_set(ASCII_BORDER)
    } else {
        block
    };
    Clear.render(outer, canvas.buf);
    block.render(outer, canvas.buf);
    (text, footer)
}

impl<I: Copy + 'static> Canvas<'_, I> {
    /// Draws the rows of a help, with the keys in the left column.
    pub(super) fn steps(&mut self, area: Rect, steps: &[WindowRow]) {
        let keys = steps.iter().map(|step| columns(&step.key)).max();
        let indent = keys.filter(|&keys| keys > 0).map_or(0, |keys| keys + 2);
        for (step, row) in steps.iter().zip(area.rows()) {
            if step.is_heading() {
                self.text(row, &step.text, Role::Strong);
            } else {
                self.text(row, &step.key, Role::Key);
                self.text(right_of(row, indent), &step.text, Role::Muted);
            }
        }
    }
}
