//! The choice of puzzles: what they ask for, and how hard they are.

use std::convert::Infallible;

use super::exercise;
use super::form::{FormContent, FormRow, FormScreen, FormState, Started};
use super::{Command, Context, ScreenKind};
use crate::app::study::practice::generate::Wanted;
use crate::app::study::practice::level::PuzzleLevel;
use crate::app::study::practice::puzzle::PuzzleKind;
use crate::app::tui::context::UiContext;

/// The window with the choice of puzzles. It stays below them.
pub(crate) type PuzzleChoice = FormScreen<PuzzleForm>;

/// What is chosen.
#[derive(Debug, Default)]
pub(crate) struct PuzzleForm {
    /// `None` for all.
    kind: Option<PuzzleKind>,
    /// `None` for what fits the player.
    level: Option<PuzzleLevel>,
}

impl PuzzleChoice {
    /// Creates the choice, with all kinds of puzzles that fit the player chosen.
    pub(crate) fn new() -> Self {
        Self::with(PuzzleForm::default())
    }
}

impl FormContent for PuzzleForm {
    type Own = Infallible;

    const KIND: ScreenKind = ScreenKind::Window;
    const WINDOW: (&'static str, u16, u16) = (" Puzzles ", 64, 2);
    const START: &'static str = "start with the first puzzle";
    const LABELS: u16 = 13;
    const LEAST_OPTIONS: u16 = 24;

    fn rows(&self, _ui: &UiContext) -> Vec<FormRow<Self>> {
        let kinds = PuzzleKind::ALL.map(|kind| (Some(kind), kind.words()));
        let kinds = [(None, "all")].into_iter().chain(kinds);
        let about_kind = self.kind.map(PuzzleKind::about);
        let levels = PuzzleLevel::ALL.map(|level| (Some(level), level.name()));
        let levels = [(None, "for you")].into_iter().chain(levels);
        let about_level = self.level.map(|level| {
            let range = level.empties();
            format!("{} to {} empty squares.", range.start(), range.end())
        });
        let fitting = || "As hard as your rating says; easy at first.".to_owned();
        vec![
            FormRow::of("Kind", kinds, &self.kind, |form: &mut Self| &mut form.kind)
                .about(about_kind.unwrap_or("Your own mistakes come first.")),
            FormRow::of("Difficulty", levels, &self.level, |form: &mut Self| {
                &mut form.level
            })
            .about(about_level.unwrap_or_else(fitting)),
        ]
    }

    fn start(&mut self, _form: &FormState, context: &mut Context) -> Started {
        let kinds = self.kind.map(|kind| vec![kind]);
        let wanted = kinds.map_or_else(Wanted::default, |kinds| Wanted {
            kinds,
            ..Wanted::default()
        });
        let puzzles = exercise::puzzles(wanted, self.level, &context.ui);
        Ok(Some(Command::open(puzzles)))
    }
}
