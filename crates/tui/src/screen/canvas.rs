//! What the application lends to its screens, and what they draw on.

use crate::widget::PutText as _;
use ratatui::buffer::Buffer;
use ratatui::layout::{Flex, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Borders, Clear, Padding, Paragraph, Widget as _, Wrap};

use super::{ScreenKind, hints};
use crate::context::UiContext;
use crate::files::FileSaver;
use crate::hits::Hits;
use crate::keymap::{Common, Meaning, everywhere};
use crate::layout::{SMALLEST, Slices, right_of};
use crate::table::TableView;
use crate::text::{self, rows, wrap};
use crate::theme::{ActiveTheme, Role};
use crate::widget::keys::{self, KeyHint};
use crate::widget::{fit, fit_line};
use reversi::{Color, File, Square};
use reversi_board::parts::{BoardPlace, BoardView, Tile};
use reversi_notation::Record;
use reversi_table::clock::Clock;
use reversi_table::session::{Refusal, Session};
use reversi_table::store::saver::GameSaver;
use reversi_table::table::TableAction;
use reversi_text::{Message, label, tr};
use reversi_wording::LastingState;

/// The state that the application lends to its screens.
pub(crate) struct Context {
    pub(crate) ui: UiContext,
    /// The game at the table; `None` before the first one.
    pub(crate) table: Option<TableView>,
    /// Saves the game at the table, and knows the unfinished ones.
    pub(crate) saver: GameSaver,
    /// Saves files.
    pub(crate) files: FileSaver,
}

impl Context {
    /// Returns what lasts now, as a kind of screen shows it, in the order of its marks.
    pub(crate) fn states(&self, kind: ScreenKind) -> Vec<LastingState> {
        let table = self.table.as_ref();
        let mut states =
            table.map_or_else(Vec::new, |table| LastingState::of_table(table, &self.saver));
        if self.ui.is_loading() {
            states.push(LastingState::Loading);
        }
        let runs_for_person = |session: &Session| {
            let running = session.timing.clock().and_then(Clock::running);
            running.is_some_and(|color| session.players()[color].is_human())
        };
        if kind != ScreenKind::Board && table.is_some_and(|table| runs_for_person(table.session()))
        {
            states.push(LastingState::ClockRuns);
        }
        let reading = self.ui.openings.reading();
        states.extend(reading.map(|progress| LastingState::ReadingGames(progress.words())));
        states.sort();
        states
    }

    /// Creates a context that saves nothing.
    #[cfg(test)]
    pub(crate) fn unsaved(ui: UiContext, table: Option<TableView>) -> Self {
        let waker = ui.waker.clone();
        Self {
            saver: GameSaver::start(None, waker.clone()).0,
            files: FileSaver::new(waker),
            ui,
            table,
        }
    }

    /// Returns the record of the game at the table.
    pub(crate) fn record(&self) -> Option<Record> {
        let table = self.table.as_ref()?;
        Some(table.record(&self.saver.meta(table.session())))
    }

    /// Checks whether something is permitted in the game at the table, if there is one.
    ///
    /// # Errors
    /// Why it is not.
    pub(crate) fn permits(&self, action: TableAction) -> Result<(), Refusal> {
        let table = self.table.as_ref();
        table.map_or(Ok(()), |table| table.permits(action))
    }
}

/// A frame in the making, with its theme and its click targets.
pub(crate) struct Canvas<'a, I> {
    pub(super) context: &'a Context,
    /// The kind of the screen.
    kind: ScreenKind,
    pub(super) look: ActiveTheme,
    pub(super) hits: &'a mut Hits<I>,
    pub(super) buf: &'a mut Buffer,
    /// What the screen answers to the last key or click, until a form of it is drawn whole.
    pub(super) unanswered: Vec<String>,
}

impl<'a, I: Copy + 'static> Canvas<'a, I> {
    /// Starts a frame without click targets.
    pub(super) fn new(
        context: &'a Context,
        kind: ScreenKind,
        hits: &'a mut Hits<I>,
        buf: &'a mut Buffer,
    ) -> Self {
        hits.clear();
        Self {
            context,
            kind,
            look: context.ui.look(),
            hits,
            buf,
            unanswered: Vec::new(),
        }
    }

    /// Notes that a text is drawn into an area, wrapped, whether there is room for all of it or not.
    fn note_drawn(&mut self, area: Rect, text: &str) {
        // A long word may be broken.
        let joined = |text: &str| text.split_whitespace().collect::<String>();
        let drawn = joined(text);
        let is_answer = |form: &String| drawn.contains(&joined(form));
        if self.unanswered.iter().any(is_answer)
            && rows(&wrap(text, usize::from(area.width))) <= area.height
        {
            self.unanswered.clear();
        }
    }

    /// Draws the answer over the end of the screen, above its last row, unless it was drawn whole.
    pub(super) fn answer_over(&mut self, area: Rect) {
        let mut rest = Slices(area);
        rest.bottom(1);
        let columns = usize::from(area.width);
        let fits = |form: &&String| rows(&wrap(form, columns)) <= rest.0.height;
        if let Some(form) = self.unanswered.iter().find(fits).cloned() {
            let place = rest.bottom(rows(&wrap(&form, columns)));
            Clear.render(place, self.buf);
            self.buf.set_style(place, self.look.style(Role::Raised));
            self.paragraph(place, &form, Role::Raised);
        }
    }

    /// Draws a text in the first row of an area; dots mark what has no room. Returns the column behind it.
    pub(super) fn text(&mut self, area: Rect, text: impl AsRef<str>, role: Role) -> u16 {
        if area.is_empty() {
            return area.x;
        }
        let (style, room) = (self.look.style(role), usize::from(area.width));
        let text = fit(text.as_ref(), room, &self.look);
        let (end, _) = self.buf.put_stringn(area.x, area.y, text, room, style);
        end
    }

    /// Draws a text at the right end of the first row of an area, if there is room for it.
    pub(super) fn right(&mut self, area: Rect, text: &str, role: Role) {
        if let Some(free) = area.width.checked_sub(text::columns(text)) {
            self.text(right_of(area, free), text, role);
        }
    }

    /// Draws a message in place of a screen that has too little room.
    pub(super) fn too_small(&mut self, area: Rect) {
        let (width, height, (columns, rows_needed)) = (area.width, area.height, SMALLEST);
        let text = tr!(
            "Terminal too small: {width}x{height} (needs {columns}x{rows})",
            width,
            height,
            columns,
            rows = rows_needed,
        );
        let lines = wrap(&text, usize::from(area.width));
        let [middle] = Layout::vertical([rows(&lines)])
            .flex(Flex::Center)
            .areas(area);
        let lines = lines.into_iter().map(Line::from).collect::<Text>();
        let style = self.look.style(Role::Strong);
        lines.style(style).centered().render(middle, self.buf);
    }

    /// Draws lines from the top of an area, cut at its edges.
    pub(super) fn lines(
        &mut self,
        area: Rect,
        lines: impl IntoIterator<Item: AsRef<str>>,
        role: Role,
    ) {
        let lines: Vec<_> = lines.into_iter().collect();
        if !self.unanswered.is_empty() {
            let words: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
            self.note_drawn(area, &words.join(" "));
        }
        for (line, row) in lines.into_iter().zip(area.rows()) {
            self.text(row, line, role);
        }
    }

    /// Draws a text from the top of an area, wrapped.
    pub(super) fn paragraph(&mut self, area: Rect, text: &str, role: Role) {
        self.lines(area, wrap(text, usize::from(area.width)), role);
    }

    /// Draws a text at the top of what is left of an area, wrapped, and takes its rows.
    pub(super) fn next_paragraph(&mut self, rest: &mut Slices, text: &str, role: Role) {
        let lines = wrap(text, usize::from(rest.0.width));
        self.lines(rest.top(rows(&lines)), lines, role);
    }

    /// Draws a text that ends at the bottom of an area, wrapped.
    pub(super) fn paragraph_above(&mut self, area: Rect, text: &str, role: Role) {
        let lines = wrap(text, usize::from(area.width));
        self.lines(Slices(area).bottom(rows(&lines)), lines, role);
    }

    /// Draws a line of several styles.
    pub(super) fn line(&mut self, area: Rect, line: impl Into<Line<'static>>) {
        let line = line.into();
        if !self.unanswered.is_empty() {
            self.note_drawn(Slices(area).top(1), &line.to_string());
        }
        fit_line(line, usize::from(area.width), &self.look).render(area, self.buf);
    }

    /// Draws a line of several styles, wrapped.
    pub(super) fn wrapped(&mut self, area: Rect, line: impl Into<Text<'static>>) {
        let text = line.into();
        if !self.unanswered.is_empty() {
            let lines: Vec<String> = text.lines.iter().map(ToString::to_string).collect();
            self.note_drawn(area, &lines.join(" "));
        }
        let text = Paragraph::new(text).wrap(Wrap { trim: true });
        text.render(area, self.buf);
    }

    /// Draws a prominent text over the whole width.
    pub(super) fn banner(&mut self, area: Rect, text: &str, short: Option<&str>) {
        let style = self.look.style(Role::Banner);
        let room = (usize::from(area.width), usize::from(area.height));
        let lines = banner_lines(text, short, room);
        if !self.unanswered.is_empty() {
            self.note_drawn(area, &lines.join(" "));
        }
        for (bar, line) in area.rows().zip(lines) {
            self.line(bar, Line::styled(line, style).centered());
        }
    }

    /// Returns the beginning of a title: both discs, and a text.
    pub(super) fn title(&self, text: &str) -> Line<'static> {
        let mut line = Line::default();
        for color in Color::ALL {
            let (disc, style) = (self.look.disc(color), self.look.disc_style(color));
            line.push_span(Span::styled(disc, style));
        }
        let style = self.look.style(Role::Strong);
        line.push_span(Span::styled(format!(" {text}"), style));
        line
    }

    /// Draws the header of a screen: what it is, and at its right what belongs to it. As a bar over the whole
    /// width, it is raised.
    pub(super) fn header(&mut self, area: Rect, is_bar: bool, title: &str, right: &str) {
        if is_bar {
            self.raise(area);
        }
        let line = self.title(title);
        let room = area.width.saturating_sub(text::columns(title) + 4);
        self.line(area, line);
        if text::columns(right) <= room {
            self.right(area, right, Role::Muted);
        }
        if is_bar {
            self.raise(area);
        }
    }

    /// Gives a row the raised background from edge to edge.
    pub(super) fn raise(&mut self, row: Rect) {
        let whole = self.buf.area;
        let style = Style {
            bg: self.look.style(Role::Raised).bg,
            ..Style::new()
        };
        let row = Rect {
            x: whole.x,
            width: whole.width,
            ..row
        };
        for at in row.positions() {
            let ground = self.look.style(Role::Text).bg.unwrap_or_default();
            if let Some(cell) = self.buf.cell_mut(at).filter(|cell| cell.bg == ground) {
                cell.set_style(style);
            }
        }
    }

    /// Draws a card with a title and a figure at its right end: a box with round corners, or without room for
    /// one a rule. Returns the area inside.
    pub(super) fn card(&mut self, area: Rect, is_boxed: bool, title: &str, figure: &str) -> Rect {
        let mut block = card_block(is_boxed)
            .border_style(self.look.style(Role::Muted))
            .title(Line::styled(
                if is_boxed {
                    format!(" {title} ")
                } else {
                    format!("{title} ")
                },
                self.look.style(Role::Strong),
            ));
        if text::columns(title) + text::columns(figure) + 7 <= area.width && !figure.is_empty() {
            let figure = Line::styled(format!(" {figure} "), self.look.style(Role::Muted));
            block = block.title(figure.right_aligned());
        }
        let set = if self.look.ascii {
            ASCII_BORDER
        } else {
            BorderType::Rounded.to_border_set()
        };
        block = block.border_set(set);
        let inner = block.inner(area);
        block.render(area, self.buf);
        inner
    }

    /// Draws a board with the coordinates of a file and a square highlighted.
    pub(super) fn board(
        &mut self,
        place: BoardPlace,
        tiles: &[Tile; 64],
        lit_file: Option<File>,
        lit_square: Option<Square>,
    ) {
        let view = BoardView {
            place,
            tiles,
            lit_file,
            lit_square,
            look: &self.look,
            cache: &self.context.ui.tiles,
        };
        view.render(self.buf.area, self.buf);
    }

    /// Notes what is marked or asked for a reader of the screen, which says it once it has changed.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.say_once(text.clone(), text);
    }

    /// Notes a text for a reader of the screen, which says it once `key` has changed.
    pub(super) fn say_once(&mut self, key: impl Into<String>, text: impl Into<String>) {
        let text = text.into();
        if self.context.ui.page.is_some() && !text.is_empty() {
            self.hits.notes.said.push((key.into(), text));
        }
    }

    /// Draws the key line of a screen, as a bar over the whole width or without one, with the list of all
    /// actions at its end, and behind it the marks of what lasts.
    pub(super) fn footer(&mut self, area: Rect, is_bar: bool, mut items: Vec<KeyHint<Meaning<I>>>)
    where
        I: PartialEq,
    {
        let ui = &self.context.ui;
        items.extend(hints(&[everywhere()], ui, |_| true));
        let states = self.context.states(self.kind);
        for state in states.iter().filter(|state| !state.is_told()) {
            self.say_once(state.mark().text(), state.why());
        }
        items.extend(lasting_marks(&states));
        self.keys(area, items);
        if is_bar && !self.context.ui.has_buttons() {
            self.raise(area);
        }
    }

    /// Draws a clickable key line.
    pub(super) fn keys(&mut self, area: Rect, items: Vec<KeyHint<Meaning<I>>>) {
        if self.context.ui.has_buttons() {
            for (button, meaning) in keys::buttons(items) {
                self.hits.add_button(button, meaning);
            }
            return;
        }
        for (place, meaning) in keys::draw(items, area, &self.look, self.buf) {
            self.hits.add_meaning(place, meaning);
        }
    }
}

/// Returns the marks of what lasts as items of a key line, before which all others give way. A click opens the list
/// with the reasons. That a game is casual stands where others say that they are rated.
fn lasting_marks<I>(states: &[LastingState]) -> impl Iterator<Item = KeyHint<Meaning<I>>> {
    let states = states.iter();
    let states = states.filter(|state| !matches!(state, LastingState::Casual(_)));
    (0..)
        .zip(states)
        .map(|(rank, state)| KeyHint::mark(state.mark(), Meaning::Common(Common::Actions), rank))
}

/// Returns the edges of a card.
fn card_block(is_boxed: bool) -> Block<'static> {
    if is_boxed {
        Block::bordered().padding(Padding::horizontal(1))
    } else {
        Block::new().borders(Borders::TOP)
    }
}

/// Returns the area inside a card.
pub(super) fn inside_card(area: Rect, is_boxed: bool) -> Rect {
    card_block(is_boxed).inner(area)
}

/// Returns the columns beside the text of a card, and the rows above and below it.
pub(super) const fn card_edges(is_boxed: bool) -> (u16, u16) {
    if is_boxed { (4, 2) } else { (0, 1) }
}

/// There is no change to make again.
pub(super) const NOTHING_TO_REDO: &Message = label!("Nothing to redo.");

/// A border of ASCII characters.
pub(super) const ASCII_BORDER: ratatui::symbols::border::Set = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Fits a banner into columns and rows. If it is too long: of several lines the last one, or its short form if it has one.
fn banner_lines(banner: &str, short: Option<&str>, (columns, rows): (usize, usize)) -> Vec<String> {
    // Where no space ends a sentence, each one has a line if that takes no more lines.
    let sentences: Vec<String> = banner.split_inclusive('。').map(str::to_owned).collect();
    let is_whole = |sentence: &String| text::width(sentence) <= columns;
    let takes_no_more = sentences.len() == wrap(banner, columns).len() && sentences.len() <= rows;
    if takes_no_more && sentences.iter().all(is_whole) {
        return sentences;
    }
    let last = banner.lines().last().unwrap_or_default();
    let short = short.unwrap_or(last);
    for candidate in [banner, last, short] {
        let lines = wrap(candidate, columns);
        if lines.len() <= rows {
            return lines;
        }
    }
    wrap(short, columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_text::Said;

    #[test]
    fn every_state_has_its_mark_and_the_first_one_is_always_there() {
        let states = [
            LastingState::NotSaved("cannot save the game".to_owned()),
            LastingState::EngineFailed(reversi_text::Said::verbatim("Edax")),
            LastingState::Disconnected,
            LastingState::Loading,
            LastingState::ClockRuns,
            LastingState::ReadingGames(Said::verbatim("31 %, 0:40 left")),
        ];
        let shown = |states: &[LastingState], columns| {
            let context = Context::unsaved(UiContext::plain(), None);
            let mut buf = Buffer::empty(Rect::new(0, 0, columns, 1));
            let (mut hits, area) = (Hits::<()>::default(), buf.area);
            let mut canvas = Canvas::new(&context, ScreenKind::Screen, &mut hits, &mut buf);
            let items = hints(&[everywhere()], &context.ui, |()| true);
            canvas.keys(
                area,
                items.into_iter().chain(lasting_marks(states)).collect(),
            );
            let row = area.columns().map(|cell| buf[cell.as_position()].symbol());
            row.collect::<String>()
        };
        for (index, state) in states.iter().enumerate() {
            for columns in [80, 40, 24] {
                assert!(shown(std::slice::from_ref(state), columns).contains(state.mark().text()));
                let first = shown(&states[index..], columns);
                assert!(first.contains(state.mark().text()), "{first}");
            }
        }
        let two = |columns| shown(&states[..2], columns).trim().to_owned();
        assert_eq!(two(40), "q quit  ? more  not saved  engine failed");
        assert_eq!(two(24), "? more   not saved");
        assert_eq!(shown(&[], 24).trim(), "q quit   ? more");
        assert!(states.is_sorted());
    }

    #[test]
    fn a_banner_without_room_says_what_counts() {
        let pass = "White has no legal move and passes. Black moves again.";
        assert_eq!(banner_lines(pass, None, (80, 1)), [pass]);
        assert_eq!(
            banner_lines(pass, Some("White has no legal move and passes."), (24, 2)),
            ["White has no legal move", "and passes."]
        );
        let over = "13-0 on the board; the 51 empty squares go to Black.\n\
                    Game over. Black wins 64-0.";
        let banner_lines =
            |columns, rows| banner_lines(over, Some("Black wins 64-0."), (columns, rows));
        assert_eq!(banner_lines(80, 2), over.lines().collect::<Vec<_>>());
        assert_eq!(banner_lines(80, 1), ["Game over. Black wins 64-0."]);
        assert_eq!(banner_lines(24, 2), ["Game over. Black wins", "64-0."]);
        assert_eq!(banner_lines(24, 1), ["Black wins 64-0."]);
    }
}
