//! The rows of a form: each has a label and values, one of which is chosen.

use crate::app::tui::event::KeyEvent;
use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::Canvas;
use crate::app::clock::TimeControl;
use crate::app::tui::keymap::typed;
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::text::{columns, cut};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::tui::widget::field::Field;

/// The width of the labels of most forms.
pub(super) const LABEL: u16 = 11;

/// The time controls to choose from; others can be typed.
const CLOCKS: [&str; 3] = ["5m", "15m", "3m+2s"];

/// The option of a clock that is typed.
const OTHER: &str = "other";

/// The fewest columns for the options beside a column of labels.
const LEAST_OPTIONS: u16 = 24;

/// A change of a form by a key or a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormStep {
    /// The next row, or the previous one.
    Row(bool),
    /// The next option of the row, or the previous one.
    Option(bool),
    /// An option of a row.
    Choose(usize, usize),
}

impl FormStep {
    /// Returns the row that it leads to from another one, and the option that it chooses there.
    pub(super) fn from(self, row: usize, rows: &[FormRow]) -> (usize, Option<usize>) {
        let next = |at: usize, count: usize, forward: bool| {
            (at + if forward { 1 } else { count - 1 }) % count
        };
        match self {
            Self::Row(forward) => (next(row, rows.len(), forward), None),
            Self::Option(forward) => {
                let FormRow {
                    options, chosen, ..
                } = &rows[row];
                let (first, last) = (0, options.len() - 1);
                let begin = if forward { first } else { last };
                let option = chosen.map_or(begin, |chosen| next(chosen, options.len(), forward));
                (row, Some(option))
            }
            Self::Choose(row, option) => (row, Some(option)),
        }
    }
}

/// A row of a form.
#[derive(Debug)]
pub(super) struct FormRow {
    pub(super) label: String,
    pub(super) options: Vec<String>,
    /// `None` if the choice stands in another row.
    pub(super) chosen: Option<usize>,
}

impl FormRow {
    /// Creates a row with one of its options chosen, or none.
    pub(super) fn new(
        label: impl Into<String>,
        options: impl IntoIterator<Item: ToString>,
        chosen: impl Into<Option<usize>>,
    ) -> Self {
        let options = options.into_iter().map(|option| option.to_string());
        Self {
            label: label.into(),
            options: options.collect(),
            chosen: chosen.into(),
        }
    }

    /// Creates the row of the clocks, with the one in force chosen.
    pub(super) fn of_clocks(time: Option<TimeControl>) -> Self {
        let times = times(time);
        let none = || "none".to_owned();
        let names = times
            .iter()
            .map(|time| time.map_or_else(none, |time| time.to_string()));
        let options = names.chain([OTHER.to_owned()]);
        Self::new(
            "Clock",
            options,
            times.iter().position(|&other| other == time),
        )
    }

    /// Returns the value, or nothing.
    fn value(&self) -> &str {
        let value = self.chosen.and_then(|chosen| self.options.get(chosen));
        value.map_or("", String::as_str)
    }

    /// Draws the row with a column of labels of this width.
    pub(super) fn draw_wide<I: Copy + 'static>(
        &self,
        area: Rect,
        labels: u16,
        active: bool,
        intent: impl Fn(usize) -> I,
        canvas: &mut Canvas<I>,
    ) {
        if area.width < labels + LEAST_OPTIONS {
            // Only the value has room, at the right end. A click chooses the next one.
            let value = self.value();
            let mut rest = Slices(area);
            let place = rest.right(columns(value));
            let role = if active { Role::Key } else { Role::Muted };
            canvas.text(place, value, role);
            let room = rest.0.width.saturating_sub(3);
            draw_label(&cut(&self.label, room.into()), rest.0, active, canvas);
            let next = self
                .chosen
                .map_or(0, |chosen| (chosen + 1) % self.options.len());
            canvas.hits.add(area, intent(next));
            return;
        }
        draw_label(&self.label, area, active, canvas);
        self.draw_options(right_of(area, labels), active, intent, canvas);
    }

    /// Draws the row with a column of labels of this width, or a text field in place of its options. A click on an
    /// option has an intent.
    pub(super) fn draw<I: Copy + 'static>(
        &self,
        area: Rect,
        labels: u16,
        active: bool,
        field: Option<&Field>,
        intent: impl Fn(usize) -> I,
        canvas: &mut Canvas<I>,
    ) {
        draw_label(&self.label, area, active, canvas);
        let place = right_of(area, labels);
        if let Some(field) = field {
            field.draw(place, active, &canvas.look, canvas.buf);
            return;
        }
        self.draw_options(place, active, intent, canvas);
    }

    /// Draws the options without the label.
    pub(super) fn draw_options<I: Copy + 'static>(
        &self,
        place: Rect,
        active: bool,
        intent: impl Fn(usize) -> I,
        canvas: &mut Canvas<I>,
    ) {
        let choice = ChoiceView {
            options: &self.options,
            chosen: self.chosen,
            active,
            look: &canvas.look,
        };
        let places = choice.draw(place, canvas.buf);
        canvas.hits.add_all(places, intent);
    }
}

/// Returns the time controls to choose from, with the one in force.
fn times(time: Option<TimeControl>) -> Vec<Option<TimeControl>> {
    let mut times = vec![None];
    times.extend(CLOCKS.map(|text| text.parse().ok()));
    if !times.contains(&time) {
        times.push(time);
    }
    times
}

/// What an option of the clocks chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockChoice {
    /// A time control, or none.
    Time(Option<TimeControl>),
    /// One that is to be typed.
    Other,
}

impl ClockChoice {
    /// Returns what an option chooses, beside the time control in force.
    pub(super) fn of(option: usize, time: Option<TimeControl>) -> Self {
        let chosen = times(time).get(option).copied();
        chosen.map_or(Self::Other, Self::Time)
    }
}

/// Returns what a key types that begins a clock: a digit.
pub(super) fn begins_clock(key: KeyEvent) -> Option<InputRequest> {
    let digit = typed(key).filter(char::is_ascii_digit);
    digit.map(InputRequest::InsertChar)
}

/// How a clock is typed.
pub(super) const CLOCK_HELP: &str = "The time of each player, or type your own, such as 5m+3s.";

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
    canvas.text(right_of(area, 2), label, role);
}
