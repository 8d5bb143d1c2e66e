//! The choice among the player's mistakes: of which games, for which reason, and in which opening.

use std::collections::BTreeSet;
use std::convert::Infallible;

use super::form::{FormContent, FormRow, FormScreen, FormState, Started};
use super::{Command, Context, ScreenKind, exercise};
use crate::context::UiContext;
use crate::text::shown_opening;
use reversi_study::practice::mistake_search::MistakeChoice;
pub(super) use reversi_study::stats::{FoundMistake, MistakeKind, PlayerRecord, RecordTask};
use reversi_table::phrase::sentence;
use reversi_table::store::filter::GameFilter;
use reversi_text::{Message, Said, label, tr};
use reversi_wording::GAMES_NOT_SAVED;

/// The numbers of last games to choose from.
const GAMES: [(Option<usize>, &Message); 3] = [
    (Some(10), label!("last 10")),
    (Some(50), label!("last 50")),
    (None, label!("all")),
];

/// The window with the choice of mistakes. It stays below them.
pub(crate) type MistakesWindow = FormScreen<MistakeForm>;

/// What is chosen.
#[derive(Debug)]
pub(crate) struct MistakeForm {
    choice: MistakeChoice,
    /// The games that count.
    filter: GameFilter,
    /// Reads and reviews the games; `None` before that, and if games are not saved.
    task: Option<RecordTask>,
}

impl MistakesWindow {
    /// Creates the choice among the mistakes in the games of a filter, with those of the last games chosen.
    pub(crate) fn new(filter: GameFilter) -> Self {
        Self::with(MistakeForm {
            choice: MistakeChoice {
                games: GAMES[0].0,
                ..MistakeChoice::default()
            },
            filter,
            task: None,
        })
    }
}

impl MistakeForm {
    fn record(&self) -> Option<&PlayerRecord> {
        self.task.as_ref()?.value()
    }

    /// Returns the mistakes that another choice has.
    fn found(&self, choice: MistakeChoice) -> impl Iterator<Item = &FoundMistake> {
        let all = self.record().map_or(&[][..], |record| &record.found);
        all.iter().filter(move |mistake| choice.has(mistake))
    }

    /// Returns how many mistakes are chosen, and what is still to be read or went wrong.
    fn about(&self, ui: &UiContext) -> String {
        if ui.state.is_none() {
            return GAMES_NOT_SAVED.into();
        }
        let task = self.task.as_ref();
        let Some(record) = self.record() else {
            let error = task.and_then(RecordTask::latest).and_then(Result::err);
            return error.map_or_else(|| label!("Reading your games.").text().to_owned(), sentence);
        };
        if let Some(problem) = record.problems.first() {
            return sentence(problem);
        }
        let count = self.found(self.choice).count();
        let (known, all) = (record.reviewed.len(), record.games);
        let sentence = self.choice.sentence(count, known);
        if task.is_some_and(RecordTask::is_busy) {
            let progress = tr!("Reviewing: {known} of {all} games are done.", known, all);
            return Said::sentences([sentence, progress]).into();
        }
        sentence.into()
    }
}

impl FormContent for MistakeForm {
    type Own = Infallible;

    const KIND: ScreenKind = ScreenKind::Window;
    const WINDOW: (&'static Message, u16, u16) = (label!("Your mistakes"), 64, 3);
    const START: &'static ::reversi_text::Message =
        ::reversi_text::label!("ask for a better move at each of them");
    const LABELS: u16 = 13;
    const LEAST_OPTIONS: u16 = 24;

    fn rows(&self, ui: &UiContext) -> Vec<FormRow<Self>> {
        let any_reason = MistakeChoice {
            reason: None,
            ..self.choice
        };
        let any_opening = MistakeChoice {
            opening: None,
            ..self.choice
        };
        // What is chosen stays among them, even if other games have none of it.
        let reasons = self.found(any_reason).map(|found| found.reason);
        let reasons = reasons.chain(self.choice.reason);
        let reasons: BTreeSet<_> = [None].into_iter().chain(reasons.map(Some)).collect();
        let openings = self.found(any_opening).filter_map(|found| found.opening);
        let openings = openings.chain(self.choice.opening);
        let openings: BTreeSet<_> = [None].into_iter().chain(openings.map(Some)).collect();
        let words =
            |reason: Option<MistakeKind>| reason.map_or(label!("all"), MistakeKind::words).text();
        let reasons = reasons.into_iter().map(|reason| (reason, words(reason)));
        let japanese = ui.has_japanese();
        let openings = openings.into_iter().map(|name| {
            (
                name,
                name.map_or_else(
                    || label!("all").text().to_owned(),
                    |name| shown_opening(name, japanese),
                ),
            )
        });
        let rows = [
            FormRow::of(
                label!("Games").text(),
                GAMES,
                &self.choice.games,
                |form: &mut Self| &mut form.choice.games,
            ),
            FormRow::of(
                label!("Reason").text(),
                reasons,
                &self.choice.reason,
                |form: &mut Self| &mut form.choice.reason,
            ),
            FormRow::of(
                label!("Opening").text(),
                openings,
                &self.choice.opening,
                |form: &mut Self| &mut form.choice.opening,
            ),
        ];
        let about = self.about(ui);
        rows.map(|row| row.about(&about)).into()
    }

    fn start(&mut self, _form: &FormState, context: &mut Context) -> Started {
        let mistakes: Vec<_> = self.found(self.choice).cloned().collect();
        if mistakes.is_empty() {
            return Err(label!("there are no such mistakes").text().to_owned());
        }
        let screen = exercise::own_mistakes(mistakes, &context.ui);
        Ok(Some(Command::open(screen)))
    }

    fn tick(&mut self, _form: &mut FormState, context: &mut Context) -> Option<Command> {
        let ui = &context.ui;
        if self.task.is_none()
            && let Some(mut sources) = ui.record_sources()
        {
            sources.filter = self.filter.clone();
            self.task = Some(sources.start(Some(ui.record_reviewer()), ui.waker.clone()));
        }
        None
    }

    fn poll(&mut self, _form: &mut FormState) {
        if let Some(task) = &mut self.task {
            task.poll();
        }
    }
}
