//! Forms as data: rows with a label and options, one of which is chosen, or with a text field.

use std::fmt::{Debug, Display};

use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::window::draw_frame;
use super::{Canvas, Command, Context, Pasted, Screen, ScreenContents, ScreenKind, pick};
use crate::context::UiContext;
use crate::event::KeyEvent;
use crate::keymap::{
    BACKSPACE, BACKTAB, DOWN, ENTER, ESC, Keymap, LEFT, Meaning, RIGHT, SPACE, TAB, UP, also,
    field_request, look_up, typed,
};
use crate::layout::{Slices, right_of};
use crate::text::{self, columns, cut, named};
use crate::theme::Role;
use crate::widget::choice::ChoiceView;
use crate::widget::field::Field;
use reversi::{ByColor, Opening};
use reversi_table::clock::TimeControl;
use reversi_table::game_opening::GameOpening;
use reversi_table::phrase::{opening_name, sentence};
use reversi_table::player::PlayerKind;
use reversi_table::store::game_file::listed_path;
use reversi_text::{Message, Name, Said, label, tr};

/// The least width of the labels of most forms.
const LABEL: u16 = 11;

/// The columns of the mark before a label.
const MARK: u16 = 2;

/// The columns of a label that a long value leaves to it.
const LONG_LABEL: u16 = 8;

/// The time controls to choose from; others can be typed.
const CLOCKS: [&str; 3] = ["5m", "15m", "3m+2s"];

/// The description of a game with a random opening.
const SURPRISE: &Message = label!(
    "A random opening of 8 moves after which the game is about even; a rematch gets another."
);

/// The description of a game without an opening.
const STANDARD: &Message = label!("The usual four discs in the middle.| Space lists the openings.");

/// The option for typing a value.
const OTHER: &Message = label!("other");

/// What a key or a click means in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormIntent<E> {
    Start,
    /// Marks the next row, or the previous one.
    Row(bool),
    /// Marks a row.
    Mark(usize),
    /// Chooses the next option of the marked row, or the previous one.
    Change(bool),
    /// Chooses an option of a row.
    Choose(usize, usize),
    /// Chooses the next option of the marked row, or one of many from a list.
    Pick,
    Edit(InputRequest),
    Leave,
    /// An intent of this form alone.
    Own(E),
}

/// Returns the key that submits a form.
#[rustfmt::skip] // a table
pub(super) const fn start_keys<C: FormContent>() -> Keymap<FormIntent<C::Own>> {
    const { &[crate::keymap::bind(&[(ENTER, FormIntent::Start)], reversi_text::label!("start"), 10, C::START)] }
}

/// Returns the keys that leave a window.
#[rustfmt::skip] // a table
const fn leave_keys<E: Copy>() -> Keymap<FormIntent<E>> {
    use FormIntent::Leave;
    const { &[bind!(&[(ESC, Leave), (BACKSPACE, Leave)], "back", 8, "back")] }
}

/// Returns the keys that mark rows.
#[rustfmt::skip] // a table
pub(super) const fn row_keys<E: Copy>() -> Keymap<FormIntent<E>> {
    use FormIntent::Row;
    const {
        &[
            bind!(&[(UP, Row(false)), (DOWN, Row(true)), (TAB, Row(true))], "row", 6, "next or previous row"),
            also(&[(BACKTAB, Row(false))]),
        ]
    }
}

/// Returns the keys that change the marked row.
#[rustfmt::skip] // a table
pub(super) const fn change_keys<E: Copy>() -> Keymap<FormIntent<E>> {
    use FormIntent::{Change, Pick};
    const {
        &[
            bind!(&[(LEFT, Change(false)), (RIGHT, Change(true))], "change", 7, "change the value"),
            bind!(&[(SPACE, Pick)], "", 0, "next value, or a list of them if there are many"),
        ]
    }
}

/// Returns the keys while a value is typed in place of the options. Other keys type.
#[rustfmt::skip] // a table
const fn typing_keys<E: Copy>() -> Keymap<FormIntent<E>> {
    use FormIntent::{Leave, Row, Start};
    const {
        &[
            bind!(&[(ENTER, Start)], "keep it", 10, ""),
            bind!(&[(ESC, Leave)], "cancel", 9, ""),
            also(&[(UP, Row(false)), (DOWN, Row(true)), (TAB, Row(true)), (BACKTAB, Row(false))]),
        ]
    }
}

/// Chooses an option.
type Choose<C> = Box<dyn Fn(&mut C, usize, &mut UiContext)>;

/// Takes a value that was typed. An error is a clause.
type Keep<C> = Box<dyn Fn(&mut C, &str, &mut UiContext) -> Result<(), String>>;

/// A row of a form.
pub(crate) struct FormRow<C> {
    /// The label, different in each row.
    pub(super) label: String,
    /// The options; empty in a row with a text field.
    pub(super) options: Vec<String>,
    /// `None` if the choice stands in another row.
    pub(super) chosen: Option<usize>,
    /// A description of the row or of the chosen option.
    about: String,
    /// A shorter description, for little room.
    brief: Option<String>,
    choose: Choose<C>,
    /// Takes a value that is typed in place of the options, if one can be.
    keep: Option<Keep<C>>,
    /// The letters that start typing a value, as the last option does; `None` if no value can be typed.
    begins: Option<fn(&char) -> bool>,
    /// The names of more values, which only the list of the row shows.
    more: Vec<String>,
    /// Whether a blank row stands above it where there is room.
    begins_group: bool,
}

impl<C: 'static> FormRow<C> {
    /// Creates a row of values with their names. `value` is the current one, which may be missing in the row. `set` sets
    /// another.
    pub(super) fn new<T: Clone + PartialEq + 'static>(
        label: impl Into<String>,
        values: impl IntoIterator<Item = (T, impl ToString)>,
        value: &T,
        set: impl Fn(&mut C, T, &mut UiContext) + 'static,
    ) -> Self {
        let (values, names): (Vec<T>, Vec<_>) = values.into_iter().unzip();
        Self {
            label: label.into(),
            options: names.iter().map(ToString::to_string).collect(),
            chosen: values.iter().position(|other| other == value),
            about: String::new(),
            brief: None,
            choose: Box::new(move |content, option, ui| {
                if let Some(value) = values.get(option) {
                    set(content, value.clone(), ui);
                }
            }),
            keep: None,
            begins: None,
            more: Vec::new(),
            begins_group: false,
        }
    }

    /// Creates a row of values with their names. `place` returns the variable that holds the value.
    pub(super) fn of<T: Clone + PartialEq + 'static>(
        label: &str,
        values: impl IntoIterator<Item = (T, impl ToString)>,
        value: &T,
        place: fn(&mut C) -> &mut T,
    ) -> Self {
        let set = move |content: &mut C, value, _: &mut _| *place(content) = value;
        Self::new(label, values, value, set)
    }

    /// Creates a row with a text field.
    pub(super) fn text(label: &str) -> Self {
        Self::new(label, [((), ""); 0], &(), |_, (), _| {})
    }

    /// Creates the row of the clocks, with the one in force chosen.
    pub(super) fn clocks(
        time: Option<TimeControl>,
        set: fn(&mut C, Option<TimeControl>, &mut UiContext),
    ) -> Self {
        let mut times = vec![None];
        times.extend(CLOCKS.map(|text| text.parse().ok()));
        if !times.contains(&time) {
            times.push(time);
        }
        let named = times.into_iter().map(|time: Option<TimeControl>| {
            let name =
                time.map_or_else(|| label!("none").text().to_owned(), |time| time.to_string());
            (time, name)
        });
        Self::new(label!("Clock").text(), named, &time, set)
            .about(
                label!(
                    "The time of each player, or one of your own, such as 5m+3s, 5m/20s or 10m:5m."
                )
                .text(),
            )
            .other(char::is_ascii_digit, move |content, text, ui| {
                let time: TimeControl = text.trim().parse().map_err(|why| format!("{why}"))?;
                set(content, Some(time), ui);
                Ok(())
            })
    }

    /// Creates the row for the opening of games. Its list names all openings.
    pub(super) fn openings(
        opening: &GameOpening,
        japanese: bool,
        set: fn(&mut C, GameOpening, &mut UiContext),
    ) -> Self {
        let mut shown = vec![
            (GameOpening::Standard, label!("standard").text().to_owned()),
            (
                GameOpening::Balanced,
                label!("surprise me").text().to_owned(),
            ),
        ];
        if shown.iter().all(|(other, _)| other != opening) {
            shown.push((opening.clone(), opening.to_string()));
        }
        let count = shown.len();
        let named = Opening::ALL.iter().map(|named| {
            let name = String::from(opening_name(named, japanese));
            (GameOpening::Named(named), name)
        });
        let about = match opening {
            GameOpening::Standard => STANDARD.text().to_owned(),
            GameOpening::Balanced => SURPRISE.text().to_owned(),
            GameOpening::Named(named) => tr!(
                "{opening}: {moves}.",
                opening = &opening_name(named, japanese),
                moves = Name(named.moves)
            )
            .into(),
            other => {
                let begins = tr!("Begins with {opening}.", opening = Name(&other.describe()));
                let reading = other.reading().map(|reading| reading.sentence());
                Said::sentences([begins].into_iter().chain(reading)).into()
            }
        };
        let mut row = Self::new(
            label!("Start").text(),
            shown.into_iter().chain(named),
            opening,
            set,
        );
        row.more = row.options.split_off(count);
        row.about(about).other(
            |_| false,
            move |content, text, ui| {
                let opening = GameOpening::find(text.trim(), listed_path);
                set(content, opening.map_err(|why| why.to_string())?, ui);
                Ok(())
            },
        )
    }

    /// Adds the option for typing a value. These letters start typing, too.
    fn other(
        mut self,
        begins: fn(&char) -> bool,
        keep: impl Fn(&mut C, &str, &mut UiContext) -> Result<(), String> + 'static,
    ) -> Self {
        self.options.push(OTHER.text().to_owned());
        self.begins = Some(begins);
        self.typed(keep)
    }

    /// Returns whether an option is the one for typing a value.
    fn types(&self, option: usize) -> bool {
        self.begins.is_some() && option + 1 == self.options.len()
    }

    /// Returns the names of all values.
    fn names(&self) -> Vec<String> {
        let options = self.options.iter().enumerate();
        let options = options.filter(|&(option, _)| !self.types(option));
        let names = options.map(|(_, name)| name).chain(&self.more);
        names.cloned().collect()
    }

    /// Creates the row of the themes, with the current one chosen.
    pub(super) fn themes(ui: &UiContext) -> Self {
        let themes = ui.themes().into_iter().map(|theme| (theme, theme));
        Self::new(
            label!("Theme").text(),
            themes,
            &ui.theme(),
            |_, theme, ui| {
                ui.keep(move |settings| settings.theme = theme);
            },
        )
    }

    /// Adds a description.
    pub(super) fn about(self, about: impl Into<String>) -> Self {
        let about = about.into();
        Self { about, ..self }
    }

    /// Adds a shorter description, for little room.
    pub(super) fn briefly(self, brief: Option<Said>) -> Self {
        let brief = brief.map(String::from);
        Self { brief, ..self }
    }

    /// Returns the shorter description.
    pub(super) fn brief(&self) -> Option<&str> {
        self.brief.as_deref()
    }

    /// Begins a group of rows.
    pub(super) fn group(self) -> Self {
        Self {
            begins_group: true,
            ..self
        }
    }

    /// Returns the number of rows with blank ones between groups, if there is room for them, otherwise without.
    pub(super) fn height(rows: &[Self], room: u16) -> u16 {
        let gaps: Vec<_> = rows.iter().filter(|row| row.begins_group).collect();
        let (count, gaps) = (text::rows(rows), text::rows(&gaps));
        if count + gaps <= room {
            count + gaps
        } else {
            count
        }
    }

    /// Returns the columns of the labels of rows: as many as the longest needs, with the mark before it and a gap behind it,
    /// and no fewer than the form has in any case.
    pub(super) fn label_columns(rows: &[Self]) -> u16
    where
        C: FormContent,
    {
        let widest = rows.iter().map(|row| columns(&row.label)).max();
        (MARK + widest.unwrap_or(0) + 1).max(C::LABELS)
    }

    /// Returns the columns of all its options beside each other.
    pub(super) fn options_columns(&self) -> u16 {
        let each = self.options.iter().map(|option| columns(option) + 2);
        each.sum()
    }

    /// Returns the description of the row.
    pub(super) fn described(&self) -> &str {
        &self.about
    }

    /// Lets a value be typed in place of the options.
    pub(super) fn typed(
        self,
        keep: impl Fn(&mut C, &str, &mut UiContext) -> Result<(), String> + 'static,
    ) -> Self {
        let keep: Keep<C> = Box::new(keep);
        Self {
            keep: Some(keep),
            ..self
        }
    }

    /// Returns the option after the chosen one, or the one before it.
    fn next(&self, forward: bool) -> usize {
        let count = self.options.len();
        match self.chosen {
            Some(chosen) => step(chosen, count, forward),
            None if forward => 0,
            None => count - 1,
        }
    }
}

/// Returns the next of `count` indices, or the previous one, wrapping around.
const fn step(at: usize, count: usize, forward: bool) -> usize {
    (at + if forward { 1 } else { count - 1 }) % count
}

/// The result of submitting a form. An error is a clause.
pub(super) type Started = Result<Option<Command>, String>;

/// The content of a form.
pub(crate) trait FormContent: Sized + 'static {
    /// What a key or a click means in this form alone.
    type Own: Copy + PartialEq + Debug + 'static;

    /// Whether the form is a window.
    const KIND: ScreenKind = ScreenKind::Screen;

    /// The title of a window, its width, and the rows of the text below the rows.
    const WINDOW: (&'static Message, u16, u16) = (label!(""), 0, 0);

    /// A description of what submitting the form does.
    const START: &'static ::reversi_text::Message = ::reversi_text::label!("");

    /// The least width of the labels, so that rows that come and go move no options.
    const LABELS: u16 = LABEL;

    /// The fewest columns for the options. With less room, only the value is drawn, at the right end.
    const LEAST_OPTIONS: u16 = 9;

    /// Returns the keys while no value is typed in place of options.
    fn keys(&self) -> Vec<Keymap<FormIntent<Self::Own>>> {
        let start = start_keys::<Self>();
        vec![start, row_keys(), change_keys(), leave_keys()]
    }

    /// Returns the rows.
    fn rows(&self, ui: &UiContext) -> Vec<FormRow<Self>>;

    /// Submits the form.
    fn start(&mut self, _form: &FormState, _context: &mut Context) -> Started {
        Ok(None)
    }

    /// Handles an intent of this form alone.
    fn act(
        &mut self,
        _own: Self::Own,
        _form: &mut FormState,
        _context: &mut Context,
    ) -> Option<Command> {
        None
    }

    /// Returns whether an intent of this form has an effect now.
    fn works(&self, _own: Self::Own, _form: &FormState) -> bool {
        true
    }

    /// Cancels running work after a key or a click. Returns whether there was any.
    fn stop(&mut self) -> bool {
        false
    }

    /// Returns a message about running work.
    fn progress(&self) -> Option<&'static str> {
        None
    }

    /// Handles the passing of time and the replies to this form's requests, while it is on top.
    fn tick(&mut self, _form: &mut FormState, _context: &mut Context) -> Option<Command> {
        None
    }

    /// Takes results from background threads.
    fn poll(&mut self, _form: &mut FormState) {}

    /// Returns the players of a game that is opened from here.
    fn players(&self) -> Option<&ByColor<PlayerKind>> {
        None
    }

    /// Draws the form: a window, unless it draws itself.
    fn draw(form: &FormScreen<Self>, area: Rect, canvas: &mut FormCanvas<Self>) {
        let (title, width, about) = Self::WINDOW;
        let rows = form.rows(canvas);
        let count = text::rows(&rows);
        let size = (width, count + about.min(1) + about);
        let (inner, footer) = draw_frame(title.text(), size, area, canvas);
        let mut rest = Slices(inner);
        form.draw_rows(&rows, rest.top(count), canvas);
        rest.top(rest.0.height.saturating_sub(about));
        let (text, role) = form.advice(&rows, &canvas.context.ui);
        canvas.paragraph(rest.0, &text, role);
        canvas.keys(footer, form.hints(canvas.context));
    }
}

/// The canvas of a form.
pub(super) type FormCanvas<'a, C> = Canvas<'a, FormIntent<<C as FormContent>::Own>>;

/// The marked row and the typed texts of a form.
#[derive(Debug, Default)]
pub(crate) struct FormState {
    /// The index of the marked row.
    pub(super) row: usize,
    /// The text fields, by the labels of their rows.
    texts: Vec<(&'static str, Field)>,
    /// What is typed in the marked row in place of its options.
    pub(super) typed: Option<Field>,
    /// A message about an error or a result.
    pub(super) notice: Option<(String, Role)>,
}

impl FormState {
    /// Shows an error.
    pub(super) fn warn(&mut self, clause: impl Display) {
        self.notice = Some((sentence(clause), Role::Warning));
    }

    /// Returns the text in a field.
    pub(super) fn text(&self, label: &str) -> &str {
        let mut texts = self.texts.iter();
        let text = texts.find(|(of, _)| *of == label);
        text.map_or("", |(_, field)| field.text())
    }

    /// Returns the text field of a row, if there is one.
    pub(super) fn field<C>(&self, index: usize, row: &FormRow<C>) -> Option<&Field> {
        let mut texts = self.texts.iter();
        let text = texts.find(|(label, _)| *label == row.label);
        let typed = self.typed.as_ref().filter(|_| index == self.row);
        text.map(|(_, field)| field).or(typed)
    }

    /// Returns the text field of the marked row, if there is one.
    fn field_mut<C>(&mut self, row: &FormRow<C>) -> Option<&mut Field> {
        let mut texts = self.texts.iter_mut();
        let text = texts.find(|(label, _)| *label == row.label);
        text.map(|(_, field)| field).or(self.typed.as_mut())
    }
}

/// A form.
pub(crate) struct FormScreen<C: FormContent> {
    pub(super) content: C,
    pub(super) form: FormState,
}

impl<C: FormContent> FormScreen<C> {
    pub(super) fn with(content: C) -> Self {
        Self {
            content,
            form: FormState::default(),
        }
    }

    /// Adds the text field of a row.
    pub(super) fn field(mut self, label: &'static str, text: &str) -> Self {
        self.form.texts.push((label, Field::new(text)));
        self
    }

    /// Returns the marked row.
    fn marked(&self, ui: &UiContext) -> FormRow<C> {
        self.content.rows(ui).swap_remove(self.form.row)
    }

    /// Returns whether keys are typed in the marked row. The arrow keys leave a clock of which nothing is typed.
    fn types(&self, row: &FormRow<C>) -> bool {
        let field = self.form.field(self.form.row, row);
        field.is_some_and(|field| row.begins.is_none() || !field.text().is_empty())
    }

    /// Ends the typing in place of options: any other key or click does. Returns whether it meant no more than that.
    fn ends_with_typing(
        &mut self,
        intent: FormIntent<C::Own>,
        row: &FormRow<C>,
        ui: &mut UiContext,
    ) -> bool {
        let types = self.types(row);
        let Some(field) = self.form.typed.take() else {
            return false;
        };
        if intent == FormIntent::Leave {
            return true;
        }
        if let Some(keep) = row.keep.as_ref().filter(|_| !field.text().is_empty())
            && let Err(why) = keep(&mut self.content, field.text(), ui)
        {
            self.form.warn(why);
            // A wrong clock can be corrected.
            self.form.typed = Some(field).filter(|_| row.begins.is_some());
            return true;
        }
        types && intent == FormIntent::Start
    }

    /// Marks a row and chooses one of its options.
    fn choose(&mut self, index: usize, option: usize, rows: &[FormRow<C>], ui: &mut UiContext) {
        let row = &rows[index];
        self.form.row = index;
        if row.types(option) {
            self.form.typed = Some(Field::default());
            return;
        }
        self.set(index, option, rows, ui);
    }

    /// Sets one of the values of a row.
    fn set(&mut self, index: usize, value: usize, rows: &[FormRow<C>], ui: &mut UiContext) {
        let row = &rows[index];
        let theme = ui.theme();
        (row.choose)(&mut self.content, value, ui);
        if ui.theme() != theme {
            let report = ui.contrast_report();
            self.form.notice = report.map(|text| (text, Role::Warning));
        }
        // Other rows may stand above it now. In another language all labels differ, but the rows keep their places.
        let now = self.content.rows(ui);
        let is_same = |now: &FormRow<C>| now.label == row.label;
        if !now.get(index).is_some_and(is_same) {
            let same = now.iter().position(is_same);
            debug_assert!(same.is_some() || now.len() == rows.len());
            self.form.row = same.unwrap_or(index);
        }
    }

    /// Returns the rows as they are to be drawn.
    pub(super) fn rows(&self, canvas: &FormCanvas<C>) -> Vec<FormRow<C>> {
        self.content.rows(&canvas.context.ui)
    }

    /// Returns the message, what is being done, or what the marked row means.
    pub(super) fn advice(&self, rows: &[FormRow<C>], ui: &UiContext) -> (String, Role) {
        if let Some(notice) = &self.form.notice {
            return notice.clone();
        }
        if let Some(progress) = self.content.progress() {
            return (progress.to_owned(), Role::Text);
        }
        let about = ui.told(rows[self.form.row].described());
        (about.into_owned(), Role::Muted)
    }

    /// Draws the rows, each in a line. The marked one stays in view.
    pub(super) fn draw_rows(&self, rows: &[FormRow<C>], area: Rect, canvas: &mut FormCanvas<C>) {
        let shown = usize::from(area.height).max(1);
        let first = (self.form.row + 1).saturating_sub(shown);
        let has_gaps = FormRow::height(rows, area.height) > text::rows(rows);
        let labels = FormRow::label_columns(rows);
        let mut rest = Slices(area);
        for (index, row) in rows.iter().enumerate().skip(first) {
            rest.top(u16::from(has_gaps && row.begins_group));
            let line = rest.top(1);
            if !line.is_empty() {
                self.draw_row(index, row, line, labels, canvas);
            }
        }
    }

    /// Says the value of a row for a reader of the screen, if it is the marked one. Returns whether it is.
    pub(super) fn say_row(
        &self,
        index: usize,
        row: &FormRow<C>,
        canvas: &mut FormCanvas<C>,
    ) -> bool {
        let is_active = index == self.form.row;
        if is_active {
            let typed = self.form.field(index, row).map(Field::text);
            let option = row.chosen.map(|chosen| &*row.options[chosen]);
            let value = typed.or(option).unwrap_or_default();
            canvas.say(named(&row.label, value));
        }
        is_active
    }

    /// Draws a row in a line, with these columns for its label.
    pub(super) fn draw_row(
        &self,
        index: usize,
        row: &FormRow<C>,
        line: Rect,
        labels: u16,
        canvas: &mut FormCanvas<C>,
    ) {
        let is_active = self.say_row(index, row, canvas);
        if line.width < labels + C::LEAST_OPTIONS {
            // Only the value has room. A click chooses the next one.
            let value = row.chosen.map_or("", |chosen| &row.options[chosen]);
            let most = line
                .width
                .saturating_sub(columns(&row.label).min(LONG_LABEL) + 3);
            let value = &text::cut_with_dots(value, most.into());
            let mut rest = Slices(line);
            let place = rest.right(columns(value));
            let role = if is_active { Role::Key } else { Role::Muted };
            canvas.text(place, value, role);
            let room = rest.0.width.saturating_sub(3);
            draw_label(&cut(&row.label, room.into()), rest.0, is_active, canvas);
            canvas
                .hits
                .add(line, FormIntent::Choose(index, row.next(true)));
            return;
        }
        canvas.hits.add(line, FormIntent::Mark(index));
        draw_label(&row.label, line, is_active, canvas);
        self.draw_value(index, row, right_of(line, labels), canvas);
    }

    /// Draws the options of a row, or its text field.
    pub(super) fn draw_value(
        &self,
        index: usize,
        row: &FormRow<C>,
        place: Rect,
        canvas: &mut FormCanvas<C>,
    ) {
        let active = index == self.form.row;
        if let Some(field) = self.form.field(index, row) {
            field.draw(place, active, &canvas.look, canvas.buf);
            return;
        }
        let choice = ChoiceView {
            options: &row.options,
            chosen: row.chosen,
            active,
            look: &canvas.look,
        };
        let places = choice.draw(place, canvas.buf);
        let intent = |option| FormIntent::Choose(index, option);
        canvas.hits.add_all(places, intent);
    }
}

/// Draws the label of a row.
pub(super) fn draw_label<I: Copy + 'static>(
    label: &str,
    area: Rect,
    active: bool,
    canvas: &mut Canvas<I>,
) {
    let role = if active { Role::Strong } else { Role::Text };
    if active {
        canvas.text(area, canvas.look.symbol("▸", ">"), Role::Key);
    }
    canvas.text(right_of(area, MARK), label, role);
}

impl<C: FormContent> Screen for FormScreen<C> {
    type Intent = FormIntent<C::Own>;

    fn kind(&self) -> ScreenKind {
        C::KIND
    }

    fn tables(&self, context: &Context) -> Vec<Keymap<Self::Intent>> {
        let row = &self.marked(&context.ui);
        if self.form.typed.is_some() && self.types(row) {
            vec![typing_keys()]
        } else {
            self.content.keys()
        }
    }

    fn works(&self, intent: Self::Intent, context: &Context) -> bool {
        match intent {
            FormIntent::Change(_) | FormIntent::Pick => {
                let row = &self.marked(&context.ui);
                !row.options.is_empty()
            }
            FormIntent::Own(own) => self.content.works(own, &self.form),
            FormIntent::Start
            | FormIntent::Row(_)
            | FormIntent::Mark(_)
            | FormIntent::Choose(..)
            | FormIntent::Edit(_)
            | FormIntent::Leave => true,
        }
    }

    fn intent(&self, key: KeyEvent, context: &Context) -> Option<Meaning<Self::Intent>> {
        let row = &self.marked(&context.ui);
        let edit = if self.form.field(self.form.row, row).is_some() {
            field_request(key)
        } else {
            let letter = row.begins.and_then(|begins| typed(key).filter(begins));
            letter.map(InputRequest::InsertChar)
        };
        let edit = edit.map(|request| Meaning::Own(FormIntent::Edit(request)));
        let bound = || look_up(&self.tables(context), key, &context.ui.settings.keys);
        if self.types(row) {
            edit.or_else(bound)
        } else {
            bound().or(edit)
        }
    }

    fn act(&mut self, intent: Self::Intent, context: &mut Context) -> Option<Command> {
        let has_stopped = self.content.stop();
        let rows = self.content.rows(&context.ui);
        let row = &rows[self.form.row];
        if let FormIntent::Edit(request) = intent {
            if row.begins.is_some() {
                self.form.typed.get_or_insert_default();
            }
            if let Some(field) = self.form.field_mut(row) {
                field.edit(request);
            }
            return None;
        }
        if self.ends_with_typing(intent, row, &mut context.ui) {
            return None;
        }
        match intent {
            FormIntent::Start => match self.content.start(&self.form, context) {
                Ok(command) => return command,
                Err(why) => self.form.warn(why),
            },
            FormIntent::Row(forward) => {
                self.form.row = step(self.form.row, rows.len(), forward);
            }
            FormIntent::Mark(index) => self.form.row = index,
            FormIntent::Pick => {
                let list = pick::open(&row.names(), row.chosen, |value| {
                    Command::act_on(move |screen: &mut Self, context| {
                        let rows = screen.content.rows(&context.ui);
                        screen.set(screen.form.row, value, &rows, &mut context.ui);
                        None
                    })
                });
                return list.or_else(|| self.act(FormIntent::Change(true), context));
            }
            FormIntent::Change(forward) => {
                self.choose(self.form.row, row.next(forward), &rows, &mut context.ui);
            }
            FormIntent::Choose(index, option) => {
                self.choose(index, option, &rows, &mut context.ui);
            }
            FormIntent::Leave if has_stopped => {}
            FormIntent::Leave => return Some(Command::Close),
            FormIntent::Own(own) => return self.content.act(own, &mut self.form, context),
            FormIntent::Edit(_) => {}
        }
        None
    }

    fn scroll(down: bool, _on_board: bool) -> Option<Self::Intent> {
        Some(FormIntent::Row(down))
    }

    fn touch(&mut self, _context: &mut Context) {
        self.form.notice = None;
    }

    fn paste(&mut self, text: &str, context: &mut Context) -> Pasted {
        let row = &self.marked(&context.ui);
        match self.form.field_mut(row) {
            Some(field) => {
                field.paste(text);
                Pasted::Taken
            }
            None => Pasted::Passed,
        }
    }

    fn tick(&mut self, context: &mut Context) -> Option<Command> {
        self.content.tick(&mut self.form, context)
    }

    fn poll(&mut self) {
        self.content.poll(&mut self.form);
    }

    fn contents(&self) -> ScreenContents<'_> {
        ScreenContents {
            players: self.content.players(),
            ..ScreenContents::default()
        }
    }

    fn report(&mut self, sentence: String, _context: &mut Context) {
        self.form.notice = Some((sentence, Role::Warning));
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<Self::Intent>) {
        C::draw(self, area, canvas);
    }
}
