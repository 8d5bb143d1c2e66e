//! The choice of puzzles: what they ask for, how hard they are, and how they are asked; and the list of those that were
//! missed.

use std::convert::Infallible;
use std::fmt::Write as _;

use super::files::FileWindow;
use super::form::{FormContent, FormRow, FormScreen, FormState, Started};
use super::pick::{self, PickList, PickRow, pick_keys};
use super::window::{Intent, WindowScreen, WindowSpec};
use super::{Command, Context, ScreenKind, exercise};
use crate::context::UiContext;
use crate::keymap::Keymap;
use reversi::{Game, Position};
use reversi_study::practice::generate::{PuzzleFilter, PuzzleSource};
use reversi_study::practice::level::PuzzleLevel;
use reversi_study::practice::practice_store::PracticeStore;
use reversi_study::practice::puzzle::PuzzleKind;
use reversi_study::practice::supply::Supply;
use reversi_study::progress::Progress;
use reversi_table::background::{Background, ValueTask};
use reversi_table::store::StorageError;
use reversi_text::{Message, Name, Said, label, tr};

/// The ways to ask, with their names.
const ASKING: [(Asking, &Message); 3] = [
    (Asking::Each, label!("one by one")),
    (Asking::Storm, label!("a storm")),
    (Asking::Missed, label!("those missed")),
];

/// The window with the choice of puzzles. It stays below them.
pub(crate) type PuzzleChoice = FormScreen<PuzzleForm>;

/// How puzzles are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Asking {
    /// One after the other, without end.
    #[default]
    Each,
    /// As many easy ones as the time allows.
    Storm,
    /// Those that were missed, from a list.
    Missed,
}

/// What is chosen.
#[derive(Debug, Default)]
pub(crate) struct PuzzleForm {
    /// `None` for all.
    kind: Option<PuzzleKind>,
    /// `None` for what fits the player.
    level: Option<PuzzleLevel>,
    asking: Asking,
    /// Reads what was practised; `None` before it is asked to.
    task: Option<ValueTask<(), Progress, StorageError>>,
    /// What was practised, once it is read.
    progress: Option<Progress>,
}

impl PuzzleForm {
    /// Returns the kinds that are chosen.
    fn kinds(&self) -> Vec<PuzzleKind> {
        self.kind.map_or(PuzzleKind::ALL.into(), |kind| vec![kind])
    }

    /// Returns the positions of the missed puzzles of the chosen kinds, with their rows in a list.
    fn missed(&self) -> Vec<(Position, PuzzleKind, String, String)> {
        let missed = self.progress.as_ref().map(Progress::missed);
        let missed = missed.unwrap_or_default().into_iter();
        let missed = missed.filter(|(.., kept)| self.kinds().contains(&kept.kind));
        let rows = missed.map(|(due, position, kept)| {
            let (kind, side) = (kept.kind, position.side_to_move());
            let empties = position.board().empty_count();
            let name = tr!(
                "{color}, {count} empty: {kind}" | "{color}, {count} empty: {kind}",
                color = side,
                count = empties,
                kind = kind.words(),
            )
            .into();
            (
                position,
                kind,
                name,
                tr!("It is asked again on {due}.", due = Name(&due.to_string())).into(),
            )
        });
        rows.collect()
    }

    /// Returns the window with the missed puzzles; `None` if there are none.
    fn missed_window(&self) -> Option<WindowScreen<PickList>> {
        let missed = self.missed();
        let positions: Vec<Position> = missed.iter().map(|(position, ..)| *position).collect();
        let mut set = String::new();
        for (position, kind, ..) in &missed {
            // Writing to a string cannot fail.
            let _ = writeln!(set, "{position}; % {}", kind.name().replace('-', " "));
        }
        let kinds = self.kinds();
        let rows = missed.into_iter().enumerate();
        let rows = rows.map(|(index, (.., name, about))| {
            let (positions, kinds) = (positions[index..].to_vec(), kinds.clone());
            PickRow::new(name, about, move |context| {
                let ui = &context.ui;
                let games = positions.clone().into_iter().map(Game::from_position);
                let sources = games.map(|game| PuzzleSource::Game(Box::new(game)));
                let wanted = PuzzleFilter {
                    kinds: kinds.clone(),
                    ..PuzzleFilter::default()
                };
                let supply = Supply::of(ui.state.clone(), wanted, Box::new(sources));
                Command::open(exercise::puzzles_of(supply, ui))
            })
        });
        let about =
            label!("Write all of these to a file, to share them or to solve them elsewhere.")
                .text();
        let write = PickRow::new(
            label!("Write them to a file").text(),
            about,
            move |context| {
                let set = set.as_str().into();
                Command::open(FileWindow::export(set, "puzzles.obf", &context.ui))
            },
        );
        let spec = WindowSpec {
            widths: (48, 48),
            text_rows: 2,
            picks_at_once: true,
            ..WindowSpec::new(label!("Missed puzzles"), MISSED_KEYS)
        };
        let rows = rows.chain([write]);
        (!positions.is_empty()).then(|| pick::window(spec, rows, 0))
    }

    /// Returns what the chosen way to ask means.
    fn about_asking(&self) -> String {
        let progress = self.progress.as_ref();
        match self.asking {
            Asking::Each => label!("One after the other. What you missed comes back.")
                .text()
                .to_owned(),
            Asking::Storm => {
                let best = progress.filter(|progress| progress.storm > 0);
                let best =
                    best.map(|progress| tr!("Your best is {count}.", count = progress.storm));
                let storm = tr!("As many easy ones as you solve in 3 minutes, without a rating.");
                Said::sentences([storm].into_iter().chain(best)).into()
            }
            Asking::Missed => tr!(
                "The list of those that you missed and will be asked again: {count} puzzle."
                    | "The list of those that you missed and will be asked again: {count} puzzles.",
                count = self.missed().len(),
            )
            .into(),
        }
    }
}

static MISSED_KEYS: Keymap<Intent> = &pick_keys(label!("solve"));

impl PuzzleChoice {
    /// Creates the choice, with all kinds of puzzles that fit the player chosen.
    pub(crate) fn new() -> Self {
        Self::with(PuzzleForm::default())
    }
}

impl FormContent for PuzzleForm {
    type Own = Infallible;

    const KIND: ScreenKind = ScreenKind::Window;
    const WINDOW: (&'static Message, u16, u16) = (label!("Puzzles"), 64, 2);
    const START: &'static ::reversi_text::Message =
        ::reversi_text::label!("start with the first puzzle");
    const LABELS: u16 = 13;
    const LEAST_OPTIONS: u16 = 24;

    fn rows(&self, _ui: &UiContext) -> Vec<FormRow<Self>> {
        let kinds = PuzzleKind::ALL.map(|kind| (Some(kind), kind.words().text()));
        let kinds = [(None, label!("all").text())].into_iter().chain(kinds);
        let about_kind = self.kind.map(PuzzleKind::about);
        let levels = PuzzleLevel::ALL.map(|level| (Some(level), level.words().text()));
        let levels = [(None, label!("for you").text())].into_iter().chain(levels);
        let about_level = self.level.map(|level| {
            let range = level.empties();
            tr!(
                "{least} to {most} empty squares.",
                least = *range.start(),
                most = *range.end(),
            )
            .into()
        });
        let fitting = || {
            label!("As hard as your rating says; easy at first.")
                .text()
                .to_owned()
        };
        vec![
            FormRow::of(
                label!("Kind").text(),
                kinds,
                &self.kind,
                |form: &mut Self| &mut form.kind,
            )
            .about(
                about_kind
                    .unwrap_or(label!("Your own mistakes come first."))
                    .text(),
            ),
            FormRow::of(
                label!("Difficulty").text(),
                levels,
                &self.level,
                |form: &mut Self| &mut form.level,
            )
            .about(about_level.unwrap_or_else(fitting)),
            FormRow::of(
                label!("Ask").text(),
                ASKING,
                &self.asking,
                |form: &mut Self| &mut form.asking,
            )
            .about(self.about_asking()),
        ]
    }

    fn start(&mut self, _form: &FormState, context: &mut Context) -> Started {
        let (ui, wanted) = (
            &context.ui,
            PuzzleFilter {
                kinds: self.kinds(),
                ..PuzzleFilter::default()
            },
        );
        let opened = match self.asking {
            Asking::Each => Command::open(exercise::puzzles(wanted, self.level, ui)),
            Asking::Storm => Command::open(exercise::storm(wanted, ui)),
            Asking::Missed => match self.missed_window() {
                Some(window) => Command::open(window),
                None => {
                    return Err(label!("you have missed no puzzles of this kind")
                        .text()
                        .to_owned());
                }
            },
        };
        // What is practised now is read afterwards.
        self.task = None;
        Ok(Some(opened))
    }

    fn tick(&mut self, _form: &mut FormState, context: &mut Context) -> Option<Command> {
        if self.task.is_none() {
            let mut store = PracticeStore::new(context.ui.state.clone());
            let waker = context.ui.waker.clone();
            let task = Background::start("practice", waker, move |(), _| store.read());
            task.ask(());
            self.task = Some(task);
        }
        None
    }

    fn poll(&mut self, form: &mut FormState) {
        match self.task.as_ref().and_then(Background::next_value) {
            Some(Ok(progress)) => self.progress = Some(progress),
            Some(Err(error)) => form.warn(error),
            None => {}
        }
    }
}
