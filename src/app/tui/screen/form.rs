//! The rows of a form: each has a label and values, one of which is chosen.

use ratatui::layout::Rect;

use super::Canvas;
use crate::app::tui::layout::{Slices, right_of};
use crate::app::tui::text::{columns, cut};
use crate::app::tui::theme::Role;
use crate::app::tui::widget::choice::ChoiceView;
use crate::app::tui::widget::field::Field;

/// The width of the labels.
const LABEL: u16 = 8;

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
                (row, Some(next(*chosen, options.len(), forward)))
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
    pub(super) chosen: usize,
}

impl FormRow {
    /// Creates a row with one of its options chosen.
    pub(super) fn new(
        label: impl Into<String>,
        options: impl IntoIterator<Item: ToString>,
        chosen: usize,
    ) -> Self {
        let options = options.into_iter().map(|option| option.to_string());
        Self {
            label: label.into(),
            options: options.collect(),
            chosen,
        }
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
            let value = &self.options[self.chosen];
            let mut rest = Slices(area);
            let place = rest.right(columns(value));
            let role = if active { Role::Key } else { Role::Muted };
            canvas.text(place, value, role);
            let room = rest.0.width.saturating_sub(3);
            draw_label(&cut(&self.label, room.into()), rest.0, active, canvas);
            let next = (self.chosen + 1) % self.options.len();
            canvas.hits.add(area, intent(next));
            return;
        }
        draw_label(&self.label, area, active, canvas);
        self.draw_options(right_of(area, labels), active, intent, canvas);
    }

    /// Draws the row, or a text field in place of its options. A click on an option has an intent.
    pub(super) fn draw<I: Copy + 'static>(
        &self,
        area: Rect,
        active: bool,
        field: Option<&Field>,
        intent: impl Fn(usize) -> I,
        canvas: &mut Canvas<I>,
    ) {
        draw_label(&self.label, area, active, canvas);
        let place = right_of(area, LABEL);
        if let Some(field) = field {
            field.draw(place, active, &canvas.look, canvas.buf);
            return;
        }
        self.draw_options(place, active, intent, canvas);
    }

    fn draw_options<I: Copy + 'static>(
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

/// Draws the label of a row.
fn draw_label<I: Copy + 'static>(label: &str, area: Rect, active: bool, canvas: &mut Canvas<I>) {
    let role = if active { Role::Strong } else { Role::Text };
    if active {
        canvas.text(area, canvas.look.symbol("▸", ">"), Role::Key);
    }
    canvas.text(right_of(area, 2), label, role);
}
