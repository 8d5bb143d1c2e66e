//! The answer in words below a task: options to choose from, or a field.

use ratatui::layout::Rect;
use tui_input::InputRequest;

use super::Intent;
use crate::screen::Canvas;
use crate::text;
use crate::theme::Role;
use crate::widget::choice::ChoiceView;
use crate::widget::field::Field;
use crate::widget::list::{ListStep, ListView};
use reversi_lessons::exercise::AnswerForm;

/// The answer in words that is being given.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerInput {
    pub(super) form: AnswerForm,
    field: Field,
    /// The marked option, once the answer is started.
    chosen: usize,
    /// Whether a key has marked or typed something.
    pub(super) is_started: bool,
}

impl AnswerInput {
    /// Creates an empty answer.
    pub(super) fn new(form: AnswerForm) -> Self {
        Self {
            form,
            ..Self::default()
        }
    }

    /// Returns whether a text answers, not a square.
    pub(super) const fn is_in_words(&self) -> bool {
        matches!(self.form, AnswerForm::Choice(_) | AnswerForm::Text)
    }

    /// Returns the answer.
    pub(super) fn text(&self) -> Option<String> {
        match &self.form {
            AnswerForm::Choice(options) => options.get(self.chosen).cloned(),
            AnswerForm::Text => Some(self.field.text().to_owned()),
            AnswerForm::Move | AnswerForm::Square => None,
        }
    }

    /// Marks an option.
    pub(super) fn choose(&mut self, index: usize) {
        (self.chosen, self.is_started) = (index, true);
    }

    /// Marks the next or the previous option; the first one at first.
    pub(super) fn step(&mut self, step: ListStep) {
        let count = usize::from(self.rows());
        let to = if self.is_started {
            step.from(self.chosen, count)
        } else {
            0
        };
        self.choose(to);
    }

    pub(super) fn edit(&mut self, request: InputRequest) {
        self.field.edit(request);
        self.is_started = true;
    }

    /// Clears the answer. Returns whether there was one.
    pub(super) fn give_up(&mut self) -> bool {
        let started = self.is_started;
        *self = Self::new(std::mem::take(&mut self.form));
        started
    }

    /// Returns the rows that it needs.
    pub(super) fn rows(&self) -> u16 {
        match &self.form {
            AnswerForm::Choice(options) => text::rows(options),
            AnswerForm::Text => 1,
            AnswerForm::Move | AnswerForm::Square => 0,
        }
    }

    /// Draws the options below each other, or the field.
    pub(super) fn draw(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        let AnswerForm::Choice(options) = &self.form else {
            self.draw_line(area, canvas);
            return;
        };
        if let Some(option) = options.get(self.chosen).filter(|_| self.is_started) {
            canvas.say(option);
        }
        let view = ListView {
            count: options.len(),
            chosen: self.is_started.then_some(self.chosen),
            look: &canvas.look,
        };
        let line = |index: usize| (format!("  {}", options[index]), Role::Key);
        let places = view.draw(line, area, canvas.buf);
        canvas.hits.add_all(places, Intent::Pick);
    }

    /// Draws the options or the field in a row.
    pub(super) fn draw_line(&self, area: Rect, canvas: &mut Canvas<Intent>) {
        match &self.form {
            AnswerForm::Choice(options) => {
                let choice = ChoiceView {
                    options,
                    chosen: Some(self.chosen),
                    active: true,
                    look: &canvas.look,
                };
                choice.draw(area, canvas.buf);
            }
            AnswerForm::Text => self.field.draw(area, true, &canvas.look, canvas.buf),
            AnswerForm::Move | AnswerForm::Square => {}
        }
    }
}
